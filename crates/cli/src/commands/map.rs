//! `capolinea map`: lists, checks and draws maps.

use super::choose_map;
use crate::output::{print, print_json};
use anyhow::Context as _;
use capolinea_maps::{GameMap, Language, MapError, Mistake, read_folder, svg};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  capolinea map list
  capolinea map check my_maps/tuscany
  capolinea map check europe
  capolinea map show germany --svg germany.svg --language it
";

/// List, check and draw maps
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the built-in maps
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check a map and report every mistake in it
    Check {
        /// The folder with map.json and board.json, or the id of a built-in map; a folder of this name comes first
        map: String,
        /// Print one JSON object: every mistake with its file and path
        #[arg(long)]
        json: bool,
    },
    /// Draw a map's empty board
    Show {
        /// The map's id, or its folder
        map: String,
        /// The file to write; - for standard output
        #[arg(long, value_name = "FILE")]
        svg: PathBuf,
        /// The language of its names
        #[arg(long, value_enum, default_value_t = Tongue::En)]
        language: Tongue,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Tongue {
    /// English
    En,
    /// Italian
    It,
}

#[derive(Serialize)]
struct List {
    maps: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    name: &'static str,
    players: [u8; 2],
    locations: usize,
    routes: usize,
    tickets: usize,
    provenance: &'static str,
}

/// What `map check --json` says.
#[derive(Serialize)]
struct Checked<'a> {
    mistakes: Vec<Wrong<'a>>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    file: &'static str,
    path: &'a str,
    problem: &'a str,
}

impl<'a> Checked<'a> {
    /// The mistakes of a map; nothing if a file could not be read at all.
    fn of(found: &'a Result<GameMap, MapError>) -> Option<Self> {
        let mistakes = match found {
            Ok(_) => return Some(Checked { mistakes: Vec::new() }),
            Err(MapError::Mistakes { map, board }) => [("map.json", map), ("board.json", board)],
            Err(MapError::Unreadable { .. } | MapError::TooLarge { .. }) => return None,
        };
        let wrong = |file, Mistake { path, problem }: &'a Mistake| Wrong { file, path, problem };
        let all = mistakes.into_iter().flat_map(|(file, list)| list.iter().map(move |mistake| wrong(file, mistake)));
        Some(Checked { mistakes: all.collect() })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::List { json } => list(*json),
        Command::Check { map, json } => check(map, *json),
        Command::Show { map, svg, language } => show(map, svg, *language),
    }
}

fn list(json: bool) -> anyhow::Result<()> {
    let maps = capolinea_maps::built_in().map(|GameMap { map, .. }| Entry {
        id: &map.id,
        name: &map.name.en,
        players: [map.min_players, map.max_players],
        locations: map.locations.len(),
        routes: map.routes.len(),
        tickets: map.tickets.len(),
        provenance: &map.provenance,
    });
    let list = List { maps: maps.collect() };
    if json {
        return print_json(&list);
    }
    let mut text =
        format!("{:<15}{:<16}{:>8}{:>11}{:>8}{:>9}\n", "id", "name", "players", "locations", "routes", "tickets");
    for map in &list.maps {
        let players = format!("{}–{}", map.players[0], map.players[1]);
        writeln!(
            text,
            "{:<15}{:<16}{players:>8}{:>11}{:>8}{:>9}",
            map.id, map.name, map.locations, map.routes, map.tickets
        )?;
    }
    print(&text)
}

fn check(name: &str, json: bool) -> anyhow::Result<()> {
    if !Path::new(name).is_dir()
        && let Some(built_in) = capolinea_maps::find(name)
    {
        // A built-in map was checked when it was read.
        return if json { print_json(&Checked { mistakes: Vec::new() }) } else { print_checked(name, built_in) };
    }
    let known: Vec<&str> = capolinea_maps::built_in_ids().collect();
    anyhow::ensure!(
        Path::new(name).is_dir(),
        "there is no folder {name}; name the one that map.json is in, or a built-in map ({})",
        known.join(", ")
    );
    let found = read_folder(name);
    if let (true, Some(checked)) = (json, Checked::of(&found)) {
        print_json(&checked)?;
    }
    let found = found.with_context(|| format!("{name} is not a map yet"))?;
    if json { Ok(()) } else { print_checked(name, &found) }
}

fn print_checked(name: &str, GameMap { map, .. }: &GameMap) -> anyhow::Result<()> {
    print(&format!(
        "{name}: no mistakes. {}, {}–{} players, {} locations, {} routes, {} tickets.\n",
        map.name.en,
        map.min_players,
        map.max_players,
        map.locations.len(),
        map.routes.len(),
        map.tickets.len()
    ))
}

fn show(map: &str, file: &PathBuf, language: Tongue) -> anyhow::Result<()> {
    let map = choose_map(map)?;
    let language = match language {
        Tongue::En => Language::English,
        Tongue::It => Language::Italian,
    };
    let drawing = svg::draw(&map, language);
    if file.as_os_str() == "-" {
        return print(&drawing);
    }
    std::fs::write(file, drawing).with_context(|| format!("can't write {}", file.display()))?;
    print(&format!("{} drawn: {}\n", map.map.name.en, file.display()))
}
