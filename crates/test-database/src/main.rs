//! A PostgreSQL for a test in another language, behind a proxy that can be closed. It prints the address of an empty database; then
//! each word on its input is done and printed again: `close` cuts all connections and accepts none, `open` accepts them again. The end of
//! the input ends it.

use capolinea_test_database::{Cluster, Durability, Proxy};
use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> Result<(), String> {
    let cluster = Cluster::start(Durability::Fast)?;
    let name = cluster.create_named()?;
    let proxy = Proxy::start(cluster.port()).map_err(|error| format!("no proxy: {error}"))?;
    say(&cluster.url(&name, proxy.port()))?;
    for word in std::io::stdin().lock().lines() {
        let word = word.map_err(|error| format!("the input can't be read: {error}"))?;
        match word.as_str() {
            "close" => proxy.close(true),
            "open" => proxy.close(false),
            other => return Err(format!("there is no word `{other}`; there are `close` and `open`")),
        }
        say(&word)?;
    }
    Ok(())
}

fn say(words: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{words}").and_then(|()| out.flush()).map_err(|error| format!("nobody listens: {error}"))
}
