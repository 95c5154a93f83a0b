//! `capolinea completions`: a script that lets a shell complete commands and options.

use crate::output::print;
use anyhow::Context as _;
use clap::{Args, Command};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  capolinea completions bash > ~/.local/share/bash-completion/completions/capolinea
  capolinea completions zsh > ~/.zfunc/_capolinea              # a folder of $fpath
  capolinea completions fish > ~/.config/fish/completions/capolinea.fish
";

/// Print a script that lets a shell complete commands and options
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, program: &mut Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, program, "capolinea", &mut script);
    print(&String::from_utf8(script).context("the script is not text")?)
}
