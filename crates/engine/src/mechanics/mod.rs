//! The rules that only some maps have: one file each, and one line in the list below.

pub mod globetrotter;
pub mod longest_path;
pub mod passengers;
pub mod stations;
pub mod tourists;
pub mod tunnels;

use crate::event::Observer;
use crate::ids::{BySeat, RouteId, Seat};
use crate::map::file::Fields;
use crate::map::{Check, Map, Route};
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::{Gain, MechanicLine, ScoreLine, Tally};
use crate::state::{Public, State};

/// What a mechanic has a say in. Each is the settings of one file of this folder, and answers only where it has
/// something to add.
pub(crate) trait Rule: Sized {
    /// The settings as they stand in a map's file.
    type File;

    /// Reads the settings from their entry in a map's file.
    fn read(fields: &mut impl Fields) -> Option<Self::File>;

    /// Checks the settings and finds the ids for their names.
    fn check(file: &Self::File, check: &mut Check<'_>) -> Self;

    /// Checks what the settings ask of the routes.
    fn check_routes(&self, _routes: &[Route], _check: &mut Check<'_>) {}

    /// Lays out what is on the board before the first turn.
    fn set_up(&self, _play: &mut Play<'_, impl Observer>) {}

    /// What is to be decided between the choice of tickets and the first turn, if anything.
    fn before_first_turn(&self, _public: &Public) -> Option<Phase> {
        None
    }

    /// What a claim brings besides points: a decision to be made before the turn ends, if any.
    #[inline]
    fn after_claim(&self, _play: &mut Play<'_, impl Observer>, _seat: Seat, _route: RouteId) -> Option<Phase> {
        None
    }

    /// What it gives everybody at the end, if it gives points; routes and tickets are counted already.
    #[inline]
    fn count(&self, _map: &Map, _public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        None
    }

    /// Explains what it gives a player: by its line, unless there is more to tell.
    fn explain(&self, _map: &Map, _state: &State, _tally: &Tally, _seat: Seat, line: MechanicLine) -> Vec<ScoreLine> {
        vec![ScoreLine::Mechanic(line)]
    }
}

macro_rules! mechanics {
    ($($(#[$doc:meta])* $name:ident: $Mechanic:ident,)+) => {
        /// A rule that only some maps have, with its settings.
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "typescript", ts(rename = "MechanicInfo"))]
        #[serde(tag = "mechanic", rename_all = "snake_case")]
        pub enum Mechanic {
            $($(#[$doc])* $Mechanic($name::$Mechanic),)+
        }

        /// Which mechanic it is, in the order of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "typescript", ts(rename = "MechanicKind"))]
        #[serde(rename_all = "snake_case")]
        pub enum Kind {
            $($(#[$doc])* $Mechanic,)+
        }

        impl Kind {
            /// Every mechanic there is.
            pub const ALL: &'static [Kind] = &[$(Kind::$Mechanic),+];

            /// What it is called in map files.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Kind::$Mechanic => stringify!($name),)+
                }
            }
        }

        /// A mechanic as it stands in a map's file.
        #[derive(Clone, Debug)]
        pub struct MechanicFile(SettingsFile);

        #[derive(Clone, Debug)]
        enum SettingsFile {
            $($Mechanic(<$name::$Mechanic as Rule>::File),)+
        }

        impl MechanicFile {
            /// Reads the settings of one kind of mechanic.
            pub fn read(kind: Kind, fields: &mut impl Fields) -> Option<MechanicFile> {
                let settings = match kind {
                    $(Kind::$Mechanic => SettingsFile::$Mechanic($name::$Mechanic::read(fields)?),)+
                };
                Some(MechanicFile(settings))
            }

            pub(crate) fn kind(&self) -> Kind {
                match self.0 {
                    $(SettingsFile::$Mechanic(_) => Kind::$Mechanic,)+
                }
            }

            pub(crate) fn check(&self, check: &mut Check<'_>) -> Mechanic {
                match &self.0 {
                    $(SettingsFile::$Mechanic(file) => Mechanic::$Mechanic($name::$Mechanic::check(file, check)),)+
                }
            }
        }

        impl Mechanic {
            /// Which one it is.
            pub fn kind(&self) -> Kind {
                match self {
                    $(Mechanic::$Mechanic(_) => Kind::$Mechanic,)+
                }
            }

            pub(crate) fn check_routes(&self, routes: &[Route], check: &mut Check<'_>) {
                match self {
                    $(Mechanic::$Mechanic(settings) => settings.check_routes(routes, check),)+
                }
            }

            pub(crate) fn set_up(&self, play: &mut Play<'_, impl Observer>) {
                match self {
                    $(Mechanic::$Mechanic(settings) => settings.set_up(play),)+
                }
            }

            pub(crate) fn before_first_turn(&self, public: &Public) -> Option<Phase> {
                match self {
                    $(Mechanic::$Mechanic(settings) => settings.before_first_turn(public),)+
                }
            }
        }

        /// The settings of the mechanics a map lists, each in its place.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Settings {
            $($name: Option<$name::$Mechanic>,)+
        }

        impl Settings {
            pub(crate) fn of(mechanics: &[Mechanic]) -> Self {
                let mut settings = Settings::default();
                for mechanic in mechanics {
                    match mechanic {
                        $(Mechanic::$Mechanic(listed) => settings.$name = Some(listed.clone()),)+
                    }
                }
                settings
            }
        }

        impl Map {
            $(
                #[doc = concat!("The settings of the mechanic `", stringify!($name), "`, if the map has it.")]
                #[inline]
                pub fn $name(&self) -> Option<&$name::$Mechanic> {
                    self.tables.settings.$name.as_ref()
                }
            )+
        }

        /// What a claim brings besides points: the decision of the next mechanic that asks for one, after the one that
        /// has had its own.
        #[inline]
        pub(crate) fn after_claim(
            play: &mut Play<'_, impl Observer>,
            seat: Seat,
            route: RouteId,
            decided: Option<Kind>,
        ) -> Option<Phase> {
            let map = play.map;
            $(
                if decided < Some(Kind::$Mechanic)
                    && let Some(settings) = map.$name()
                    && let Some(phase) = settings.after_claim(play, seat, route)
                {
                    return Some(phase);
                }
            )+
            None
        }

        /// Adds what the mechanics give to everybody's score.
        pub(crate) fn count(map: &Map, public: &Public, tallies: &mut BySeat<Tally>) {
            $(if let Some(settings) = map.$name()
                && let Some(gains) = settings.count(map, public, tallies)
            {
                for seat in Map::seats(public.players) {
                    tallies[seat].gains[Kind::$Mechanic as usize] = Some(gains[seat]);
                }
            })+
        }

        /// Explains what the mechanics give a player.
        pub(crate) fn explain(map: &Map, state: &State, tally: &Tally, seat: Seat, lines: &mut Vec<ScoreLine>) {
            $(if let Some(settings) = map.$name()
                && let Some(Gain { count, points }) = tally.gains[Kind::$Mechanic as usize]
            {
                let line = MechanicLine { mechanic: Kind::$Mechanic, count, routes: Vec::new(), points };
                lines.extend(settings.explain(map, state, tally, seat, line));
            })+
        }
    };
}

// In the order in which they are asked after a claim, and explained at the end.
mechanics!(
    /// Cards turned up may raise a route's price (E03).
    tunnels: Tunnels,
    /// Stations borrow a route of another player (E06).
    stations: Stations,
    /// A bonus for the longest continuous path (U01).
    longest_path: LongestPath,
    /// A bonus for the most completed tickets (G07).
    globetrotter: Globetrotter,
    /// Stacks of tourist tokens, scored by different kinds (S01).
    tourists: Tourists,
    /// Passengers wait at locations and score by majority (G03).
    passengers: Passengers,
);
