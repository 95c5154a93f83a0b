//! `capolinea migrate`: copies a folder's games to a PostgreSQL database.

use super::{database_hint, read_maps};
use crate::console::{Console, print_stderr};
use crate::output::print;
use anyhow::Context as _;
use capolinea_server::store::copy::{Copied, CopyError, copy};
use capolinea_server::store::postgres::PostgresOptions;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  capolinea migrate --from games --to postgres://capolinea@db.example.org/capolinea
";

/// Copy all games from a server's folder to a PostgreSQL database
///
/// Stop the server first. Every table is read back, compared and replayed. The command can be repeated: tables that are already in
/// the database stay, and a table that was continued there is left alone. The folder is not changed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder that keeps the games now
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The database that will keep them
    #[arg(long, value_name = "URL", env = "CAPOLINEA_DATABASE", hide_env_values = true)]
    to: String,
    /// A file with the certificates to trust, in PEM form, instead of those that the system trusts
    #[arg(long, value_name = "FILE", env = "CAPOLINEA_DATABASE_CA")]
    database_ca: Option<PathBuf>,
    /// A folder with maps of your own, as for `serve`
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_MAPS")]
    maps: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<()> {
    let maps = arguments.maps.as_deref().map(read_maps).transpose()?.unwrap_or_default();
    let maps: Vec<_> = maps.into_iter().map(Arc::new).collect();
    let to = PostgresOptions { ca: arguments.database_ca.clone(), ..PostgresOptions::new(&arguments.to) };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("can't start threads")?;
    let bar = console.progress_bar(0, "tables");
    let copied = runtime.block_on(copy(&arguments.from, &to, &maps, |done, count| {
        bar.set_length(count);
        bar.set_position(done);
    }));
    bar.finish_and_clear();
    if let Err(CopyError::Database(problem)) = &copied {
        anyhow::bail!("{problem} {}", database_hint(problem, "--to"));
    }
    let copied = copied?;
    let Copied { new, continued, same, newer, sessions, broken } = &copied;
    print(&format!(
        "{new} new tables, {continued} continued, {same} there already, {newer} left alone because they were continued there\n\
         {sessions} sessions\n"
    ))?;
    for (table, problem) in broken {
        print_stderr(&format!("the game of table {table} can't be replayed, here or there: {problem}\n"));
    }
    anyhow::ensure!(
        broken.is_empty(),
        "{} of the copied games can't be replayed; if they are on maps of your own, name them with --maps",
        broken.len()
    );
    print("every table was read back, compared and replayed\n")
}
