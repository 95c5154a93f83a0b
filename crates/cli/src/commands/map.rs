//! `capolinea map`: lists, checks and draws maps, and creates new ones.

mod folders;

use super::{choose_map, map_folders};
use crate::output::{OutputFile, print, print_json};
use crate::row_file::is_standard_output;
use anyhow::Context as _;
use capolinea_maps::{GameMap, Language, MapError, Mistake, Warning, format_warnings, read_folder, svg};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  capolinea map list
  capolinea map new tuscany --in my_maps                 # a small map to begin with
  capolinea map export europe my_maps --as balkans       # or a copy of a built-in one
  capolinea map check my_maps/tuscany
  capolinea map check europe
  capolinea map show germany --svg germany.svg --language it
";

const NEW_EXAMPLES: &str = "\
Examples:
  capolinea map new tuscany --in my_maps        # makes my_maps/tuscany
  capolinea map check my_maps/tuscany
  capolinea play --maps my_maps                 # play it in the browser
  capolinea simulate --map my_maps/tuscany --bots planner,planner --report report.html
";

const EXPORT_EXAMPLES: &str = "\
Examples:
  capolinea map export usa my_maps                       # makes my_maps/usa
  capolinea map export germany my_maps --as bavaria      # makes my_maps/bavaria with the id bavaria
";

/// Create, list, check and draw maps
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
    /// Check a map and report all mistakes and warnings
    ///
    /// A map with mistakes can't be played, and the command fails. Warnings (names that cover spaces, tickets worth far
    /// more than the cost of their path) don't make it fail.
    Check {
        /// The folder with map.json and board.json, or the id of a built-in map; if both exist, the folder is checked
        map: String,
        /// Print one JSON object: every mistake and every warning with its file and path
        #[arg(long)]
        json: bool,
    },
    /// Write a small map that can be played at once, as a start for your own
    #[command(after_help = NEW_EXAMPLES)]
    New {
        /// The new map's id, which is also its folder's name: lowercase letters, digits and _
        id: String,
        /// Where to make the map's folder; an existing one is never overwritten
        #[arg(long = "in", value_name = "DIR", default_value = ".")]
        parent: PathBuf,
    },
    /// Write the folder of a built-in map
    #[command(after_help = EXPORT_EXAMPLES)]
    Export {
        /// The built-in map's id
        id: String,
        /// Where to make the map's folder; an existing one is never overwritten
        #[arg(value_name = "DIR", default_value = ".")]
        parent: PathBuf,
        /// Give the copy an id of its own, so that it can be played beside the built-in map
        #[arg(long = "as", value_name = "ID")]
        new_id: Option<String>,
    },
    /// Draw a map's empty board
    Show {
        /// The map's id, or its folder
        map: String,
        /// The file to write; - for standard output
        #[arg(long, value_name = "FILE")]
        svg: PathBuf,
        /// The language of the names on it
        #[arg(long, value_enum, default_value_t = MapLanguage::En)]
        language: MapLanguage,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum MapLanguage {
    /// English
    En,
    /// Italian
    It,
}

#[derive(Serialize)]
struct List {
    maps: Vec<ListedMap>,
}

#[derive(Serialize)]
struct ListedMap {
    id: &'static str,
    name: &'static str,
    players: [u8; 2],
    locations: usize,
    routes: usize,
    tickets: usize,
    provenance: &'static str,
}

/// The output of `map check --json`.
#[derive(Serialize)]
struct Checked<'a> {
    mistakes: Vec<Wrong<'a>>,
    warnings: Vec<Wrong<'a>>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    file: &'static str,
    path: &'a str,
    problem: &'a str,
}

impl<'a> Checked<'a> {
    /// The findings of `map check`; none if a file could not be read at all.
    fn new(found: &'a Result<GameMap, MapError>, warnings: &'a [Warning]) -> Option<Self> {
        let (mistakes, warnings) = match found {
            Ok(_) => (Vec::new(), warnings),
            Err(MapError::Mistakes { map, board, warnings }) => {
                let wrong = |file, Mistake { path, problem }: &'a Mistake| Wrong { file, path, problem };
                let in_map = map.iter().map(|mistake| wrong("map.json", mistake));
                (in_map.chain(board.iter().map(|mistake| wrong("board.json", mistake))).collect(), &warnings[..])
            }
            Err(MapError::Unreadable { .. } | MapError::TooLarge { .. }) => return None,
        };
        let odd = |warning: &'a Warning| Wrong { file: warning.file, path: &warning.path, problem: &warning.problem };
        Some(Checked { mistakes, warnings: warnings.iter().map(odd).collect() })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::List { json } => list(*json),
        Command::Check { map, json } => check(map, *json),
        Command::New { id, parent } => folders::new(id, parent),
        Command::Export { id, parent, new_id } => folders::export(id, parent, new_id.as_deref()),
        Command::Show { map, svg, language } => show(map, svg, *language),
    }
}

fn list(json: bool) -> anyhow::Result<()> {
    let maps = capolinea_maps::built_in().map(|GameMap { map, .. }| ListedMap {
        id: map.id(),
        name: &map.name().en,
        players: [map.min_players(), map.max_players()],
        locations: map.locations().len(),
        routes: map.routes().len(),
        tickets: map.tickets().len(),
        provenance: map.provenance(),
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
    let is_folder = Path::new(name).is_dir();
    let built_in = capolinea_maps::find(name).filter(|_| !is_folder);
    let known: Vec<&str> = capolinea_maps::built_in_ids().collect();
    anyhow::ensure!(
        is_folder || built_in.is_some(),
        "there is no folder {name}; name the one that map.json is in, or a built-in map ({})",
        known.join(", ")
    );
    if is_folder && !Path::new(name).join("map.json").exists() {
        let inside = map_folders(Path::new(name)).with_context(|| format!("can't read the folder {name}"))?;
        let inside: Vec<String> = inside.iter().map(|folder| folder.display().to_string()).collect();
        anyhow::ensure!(inside.is_empty(), "{name} is a folder of maps: name one of them, {}", inside.join(" or "));
    }
    let found = built_in.map_or_else(|| read_folder(name), |map| Ok(map.clone()));
    let warnings = found.as_ref().map(GameMap::warnings).unwrap_or_default();
    if let (true, Some(checked)) = (json, Checked::new(&found, &warnings)) {
        print_json(&checked)?;
    }
    let found = found.with_context(|| format!("{name} is not a map yet"))?;
    if json {
        return Ok(());
    }
    let map = &found.map;
    let in_words = format_warnings(&warnings);
    print(&format!(
        "{name}: no mistakes. {}, {}–{} players, {} locations, {} routes, {} tickets.\n{in_words}{}",
        map.name().en,
        map.min_players(),
        map.max_players(),
        map.locations().len(),
        map.routes().len(),
        map.tickets().len(),
        if warnings.is_empty() { "" } else { "\nThe map can still be played.\n" }
    ))
}

fn show(map: &str, file: &Path, language: MapLanguage) -> anyhow::Result<()> {
    let map = choose_map(map)?;
    let language = match language {
        MapLanguage::En => Language::English,
        MapLanguage::It => Language::Italian,
    };
    let drawing = svg::draw(&map, language);
    if is_standard_output(file) {
        return print(&drawing);
    }
    OutputFile::new(file)?.write(&drawing)?;
    print(&format!("{} drawn: {}\n", map.map.name().en, file.display()))
}
