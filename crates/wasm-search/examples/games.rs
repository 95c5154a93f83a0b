//! Games between bots outside a browser, to measure a browser against: `games MAP_FOLDER`. It reads lines with bots, a seed and a
//! number of games (`planner,planner 1 500`), and answers each with the decisions made and the processor time in milliseconds.
//! `cargo xtask bench wasm` starts it: the very function that the browser runs, so that both do the same work.

use capolinea_wasm_search::Arena;
use std::io::Write as _;
use std::path::Path;

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).ok_or("give the folder of a map")?;
    let read = |name: &str| {
        let path = Path::new(&folder).join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let arena = Arena::new(&read("map.json")?, &read("board.json")?)?;
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let [bots, seed, games] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("not bots, a seed and a number of games: {line}"));
        };
        let [seed, games] = [seed, games].map(|number| number.parse::<u32>().map_err(|error| error.to_string()));
        let before = thread_time()?;
        let decisions = arena.play(bots, seed?, games?)?;
        println!("{decisions} {}", (thread_time()? - before) as f64 / 1e6);
        std::io::stdout().flush().map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The processor time of this thread, in nanoseconds: the clock on the wall also counts what others do.
fn thread_time() -> Result<u64, String> {
    let path = "/proc/thread-self/schedstat";
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let time = text.split(' ').next().and_then(|first| first.parse().ok());
    time.ok_or_else(|| format!("{path} has no time in it"))
}
