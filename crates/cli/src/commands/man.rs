//! `capolinea man`: the manual pages.

use crate::console::Console;
use anyhow::Context as _;
use clap::{Args, Command};
use clap_mangen::Man;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  capolinea man ~/.local/share/man/man1       # then man capolinea, man capolinea-simulate
";

/// Write the manual pages of the program and its commands into a folder
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder; it is made if necessary, and older pages in it are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, console: &Console, program: Command) -> anyhow::Result<()> {
    let folder = &arguments.folder;
    let shown = folder.display();
    std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {shown}"))?;
    let mut program = program.disable_help_subcommand(true);
    program.build();
    write_pages(&program, folder)?;
    let first = folder.join("capolinea.1");
    console.note(&format!("the manual pages are in {shown}; man -l {} shows the first", first.display()));
    Ok(())
}

/// Writes the page of a command and those of its commands.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let man = Man::new(command.clone());
    let path = folder.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page).context("can't make the manual pages")?;
    let page = keep_lines(&String::from_utf8_lossy(&page));
    std::fs::write(&path, page).with_context(|| format!("can't write {}", path.display()))?;
    command.get_subcommands().try_for_each(|command| write_pages(command, folder))
}

/// Keeps the lines of the last part of a page as they are: they are examples and tables, not running text.
fn keep_lines(page: &str) -> String {
    let Some((before, extra)) = page.split_once(".SH EXTRA\n") else { return page.to_owned() };
    let (extra, after) =
        extra.split_once("\n.SH ").map_or((extra, String::new()), |(extra, after)| (extra, format!("\n.SH {after}")));
    format!("{before}.SH EXAMPLES\n.nf\n{extra}\n.fi{after}")
}
