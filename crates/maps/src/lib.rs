//! The maps of Capolinea: this crate finds, reads, checks and draws them.
//!
//! A map is a folder with two files: `map.json`, the facts and the rules, and `board.json`, the drawing. Those under
//! `maps/` are built into the program; [`read_folder`] reads any other folder.
//!
//! # Built-in maps
//!
//! ```
//! use capolinea_maps::{Language, find, svg};
//!
//! let europe = find("europe").expect("it is built in");
//! assert_eq!(europe.map.name().it, "Europa");
//! assert_eq!(europe.map.routes().len(), europe.board.routes.len());
//! assert!(svg::draw(europe, Language::Italian).starts_with("<svg"));
//! ```
//!
//! # Mistakes
//!
//! All mistakes in a file are reported at once, each with the path of its entry.
//!
//! ```
//! let error = capolinea_maps::GameMap::read(b"{\"format\": 2, \"nam\": 7}", b"[]").expect_err("nothing is right");
//! assert!(error.to_string().contains("map.json: format: this program reads format 1"));
//! ```

pub mod board;
mod board_check;
mod board_file;
mod built_in;
mod error;
mod files;
mod folder;
mod geometry;
mod json;
mod labels;
mod language;
mod map_file;
mod path_data;
mod reader;
mod rules_file;
mod starter;
mod straight;
pub mod svg;
mod text;
mod warnings;

pub use board::Board;
pub use built_in::{built_in, built_in_files, built_in_ids, find};
pub use capolinea_engine::Map;
pub use capolinea_engine::map::Mistake;
pub use error::{MAX_FILE_SIZE, MapError};
pub use files::MapFiles;
pub use folder::{GameMap, read_folder, read_map};
pub use language::Language;
pub use starter::starter;
pub use warnings::{Warning, format_warnings};
