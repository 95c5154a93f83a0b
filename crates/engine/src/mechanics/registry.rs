//! The one place that names every mechanic: the enums over all of them, and the dispatch to each.

use super::*;

macro_rules! register {
    ([$($(#[$doc:meta])* $name:ident: $Mechanic:ident,)+]) => {
        /// A rule that only some maps have, with its settings.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Mechanic {
            $($(#[$doc])* $Mechanic($name::$Mechanic),)+
        }

        /// Which mechanic it is, in the order of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub enum MechanicKind {
            $($(#[$doc])* $Mechanic,)+
        }

        impl MechanicKind {
            /// Every mechanic there is.
            pub const ALL: &'static [MechanicKind] = &[$(MechanicKind::$Mechanic),+];

            /// Its name in map files.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(MechanicKind::$Mechanic => stringify!($name),)+
                }
            }

            /// The field of a route that only maps with this mechanic have, if this route sets it.
            pub(crate) fn field_of(self, route: &RouteFile) -> Option<&'static str> {
                match self {
                    $(MechanicKind::$Mechanic => $name::$Mechanic::field_of(route),)+
                }
            }

            /// The action of one of its groups of sites.
            pub(crate) fn at_site(
                self,
                view: &View<'_>,
                own: &Own,
                part: u8,
                location: LocationId,
                way: usize,
            ) -> Option<Action> {
                match self {
                    $(MechanicKind::$Mechanic => $name::$Mechanic::at_site(view, own, part, location, way),)+
                }
            }
        }

        /// An action of one mechanic.
        #[derive(Clone, Copy)]
        #[allow(dead_code, reason = "some mechanics have no actions")]
        pub(crate) enum MechanicAction {
            $($Mechanic($name::ActionPart),)+
        }

        impl MechanicAction {
            #[inline]
            pub(crate) fn check(self, view: View<'_>, own: &Own) -> Result<(), IllegalAction> {
                match self {
                    $(MechanicAction::$Mechanic(action) => action.check(view, own),)+
                }
            }

            #[inline]
            pub(crate) fn execute(self, play: &mut Play<'_, impl Observer>, seat: Seat) {
                match self {
                    $(MechanicAction::$Mechanic(action) => action.execute(play, seat),)+
                }
            }

            pub(crate) fn write(self, map: &Map) -> String {
                match self {
                    $(MechanicAction::$Mechanic(action) => action.write(map),)+
                }
            }
        }

        /// A phase of one mechanic.
        #[derive(Clone, Copy)]
        #[allow(dead_code, reason = "some mechanics have no phases")]
        pub(crate) enum MechanicPhase {
            $($Mechanic($name::PhasePart),)+
        }

        impl MechanicPhase {
            #[inline]
            pub(crate) fn list(self, view: &View<'_>, own: &Own, list: &mut List) {
                match self {
                    $(MechanicPhase::$Mechanic(phase) => phase.list(view, own, list),)+
                }
            }

            pub(crate) fn is_possible(self, map: &Map) -> bool {
                match self {
                    $(MechanicPhase::$Mechanic(phase) => phase.is_possible(map),)+
                }
            }

            pub(crate) fn attempts_at(self, map: &Map, location: LocationId) -> Vec<Action> {
                match self {
                    $(MechanicPhase::$Mechanic(phase) => phase.attempts_at(map, location),)+
                }
            }

            pub(crate) fn begins_turn(self) -> bool {
                match self {
                    $(MechanicPhase::$Mechanic(phase) => phase.begins_turn(),)+
                }
            }

            pub(crate) fn laid(self, map: &Map) -> CardCounts {
                match self {
                    $(MechanicPhase::$Mechanic(phase) => phase.laid(map),)+
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
            pub fn read(kind: MechanicKind, fields: &mut impl Fields) -> Option<MechanicFile> {
                let settings = match kind {
                    $(MechanicKind::$Mechanic => SettingsFile::$Mechanic($name::$Mechanic::read(fields)?),)+
                };
                Some(MechanicFile(settings))
            }

            pub(crate) fn kind(&self) -> MechanicKind {
                match self.0 {
                    $(SettingsFile::$Mechanic(_) => MechanicKind::$Mechanic,)+
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
            pub fn kind(&self) -> MechanicKind {
                match self {
                    $(Mechanic::$Mechanic(_) => MechanicKind::$Mechanic,)+
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

            pub(super) fn before_first_turn(&self, public: &Public) -> Option<Phase> {
                match self {
                    $(Mechanic::$Mechanic(settings) => settings.before_first_turn(public),)+
                }
            }

            #[inline]
            pub(super) fn after_claim(&self, play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
                match self {
                    $(Mechanic::$Mechanic(settings) => settings.after_claim(play, seat, route),)+
                }
            }
        }

        /// The settings of the mechanics a map lists, each in its place.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Settings {
            $($name: Option<$name::$Mechanic>,)+
        }

        impl Settings {
            pub(crate) fn new(mechanics: &[Mechanic]) -> Self {
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

        /// Lists what the map's mechanics add to the actions of a turn.
        #[inline]
        pub(crate) fn list_turn(view: &View<'_>, own: &Own, list: &mut List) {
            $(if let Some(settings) = view.map.$name() {
                settings.list_turn(view, own, list);
            })+
        }

        /// The actions of the map's mechanics at `location` in a turn.
        pub(crate) fn attempts_at(view: &View<'_>, location: LocationId) -> Vec<Attempt> {
            let mut attempts = Vec::new();
            $(attempts.extend(view.map.$name().and_then(|settings| settings.attempt_at(view, location)));)+
            attempts
        }

        /// Whether a mechanic takes over a claim before it is paid for.
        #[inline]
        pub(crate) fn take_over_claim(
            play: &mut Play<'_, impl Observer>,
            seat: Seat,
            route: RouteId,
            payment: Payment,
        ) -> bool {
            let map = play.map;
            $(map.$name().is_some_and(|settings| settings.take_over_claim(play, seat, route, payment)) ||)+ false
        }

        /// The routes that a mechanic lends a player at the end.
        #[inline]
        pub(crate) fn borrow(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Option<Borrowing> {
            $(if let Some(settings) = map.$name()
                && let Some(borrowing) = settings.borrow(map, public, seat, tickets)
            {
                return Some(borrowing);
            })+
            None
        }

        /// Whether the mechanics' parts of an arranged position are possible.
        pub(crate) fn is_possible(map: &Map, public: &Public) -> bool {
            $($name::$Mechanic::is_possible(map, public) &&)+ true
        }

        /// How every mechanic writes its actions.
        pub(crate) const FORMS: &[&[Form]] = &[$($name::$Mechanic::FORMS),+];

        /// Reads an action of any mechanic from a line; `None` if no form matches.
        pub(crate) fn parse(view: &View<'_>, verb: &str, rest: &str) -> Result<Option<Action>, NotationError> {
            $(if let Some(action) = $name::$Mechanic::parse(view, verb, rest)? {
                return Ok(Some(action));
            })+
            Ok(None)
        }

        /// Adds the mechanics' points to everybody's score.
        pub(crate) fn count(map: &Map, public: &Public, tallies: &mut BySeat<Tally>) {
            $(if let Some(settings) = map.$name()
                && let Some(gains) = settings.count(map, public, tallies)
            {
                for seat in Map::seats(public.players) {
                    tallies[seat].gains[MechanicKind::$Mechanic as usize] = Some(gains[seat]);
                }
            })+
        }

        /// Explains a player's points from mechanics.
        pub(crate) fn explain(map: &Map, state: &State, tally: &Tally, seat: Seat, lines: &mut Vec<ScoreLine>) {
            $(if let Some(settings) = map.$name()
                && let Some(Gain { count, points }) = tally.gains[MechanicKind::$Mechanic as usize]
            {
                let line = MechanicLine { mechanic: MechanicKind::$Mechanic, count, routes: Vec::new(), points };
                lines.extend(settings.explain(map, state, tally, seat, line));
            })+
        }
    };
}
pub(super) use register;

super::list! { register }
