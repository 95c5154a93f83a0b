//! The TypeScript types of all messages, as one file. `cargo xtask generate` writes it; a test fails when it is stale.

use crate::challenge::{ChallengeView, Comparison, CreateChallenge, DealsOfTheDay, PlayChallenge, PlayDeal};
use crate::client::ClientMessage;
use crate::http::*;
use crate::map::{MapFilesInfo, MapInfo, MapSummary};
use crate::server::ServerMessage;
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use ts_rs::{Config, TS, TypeVisitor};

/// The file's path in the project.
pub const PATH: &str = "web/src/protocol/index.ts";

const HEAD: &str = "// Generated from crates/protocol by `cargo xtask generate`. Do not edit.\n";

/// The whole file.
pub fn file() -> String {
    let mut types =
        Types { config: Config::new().with_large_int("number"), seen: HashSet::new(), declared: BTreeMap::new() };
    types.visit::<ClientMessage>();
    types.visit::<ServerMessage>();
    types.visit::<MapSummary>();
    types.visit::<MapInfo>();
    types.visit::<MapFilesInfo>();
    types.visit::<ErrorBody>();
    types.visit::<CreateTable>();
    types.visit::<PlayOn>();
    types.visit::<Seated>();
    types.visit::<Join>();
    types.visit::<JoinChat>();
    types.visit::<ChangeSeat>();
    types.visit::<SeatLink>();
    types.visit::<UseSeatLink>();
    types.visit::<OpenTables>();
    types.visit::<MyGames>();
    types.visit::<LevelInfo>();
    types.visit::<Replay>();
    types.visit::<SeenRecord>();
    types.visit::<capolinea_review::ReviewReport>();
    types.visit::<CreateChallenge>();
    types.visit::<PlayChallenge>();
    types.visit::<PlayDeal>();
    types.visit::<ChallengeView>();
    types.visit::<Comparison>();
    types.visit::<DealsOfTheDay>();
    types.visit::<capolinea_engine::Card>();
    types.visit::<capolinea_engine::Color>();
    let mut text = String::from(HEAD);
    for declared in types.declared.values() {
        write!(text, "\n{declared}").expect("writing to a string can't fail");
    }
    text
}

/// Every type found so far, by name.
struct Types {
    config: Config,
    seen: HashSet<TypeId>,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Types of the language itself have no file of their own.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            self.declared.insert(T::ident(&self.config), format!("{docs}export {}\n", T::decl(&self.config)));
        }
    }
}
