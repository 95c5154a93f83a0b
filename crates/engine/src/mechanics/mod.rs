//! The rules that only some maps have: one file each, with a `mod` line and one line in the list below.

pub mod globetrotter;
pub mod longest_path;
pub(crate) mod parts;
pub mod passengers;
mod registry;
pub mod stations;
pub mod tourists;
pub mod tunnels;

use crate::action::Action;
use crate::cards::{CardCounts, Payment, Price};
use crate::error::IllegalAction;
use crate::event::Observer;
use crate::ids::{BySeat, LocationId, RouteId, Seat, TicketSet};
use crate::legal::List;
use crate::map::file::{Fields, RouteFile};
use crate::map::{Check, Map, Route};
use crate::notation::{Form, NotationError};
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::{Borrowing, Gain, MechanicLine, ScoreLine, Tally};
use crate::state::{Public, State};
use crate::view::{Own, View};
pub(crate) use parts::{collect, extend, parts};
use registry::register;
pub(crate) use registry::{
    FORMS, MechanicAction, MechanicPhase, Settings, attempts_at, borrow, count, explain, is_possible, list_turn, parse,
    take_over_claim,
};
pub use registry::{Mechanic, MechanicFile, MechanicKind};

/// Every mechanic. The order decides only the order of score lines: decisions come in the order of the map's own list.
macro_rules! list {
    ($then:ident $($so_far:tt)*) => {
        $crate::mechanics::$then! { $($so_far)* [
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
        ] }
    };
}
pub(crate) use list;

/// The settings of one mechanic, and a hook for every point of the game where it may add something. Each file of this folder
/// implements it and overrides only what it needs.
///
/// The parts that the mechanic declares with [`parts!`] have two traits of their own: [`Decision`] for its actions and [`Question`] for
/// its phases.
pub(crate) trait Rule: Sized {
    /// The settings as they stand in a map's file.
    type File;

    /// How its actions are written: one entry per form.
    const FORMS: &'static [Form] = &[];

    /// Reads the settings from their entry in a map's file.
    fn read(fields: &mut impl Fields) -> Option<Self::File>;

    /// Checks the settings and finds the ids for their names.
    fn check(file: &Self::File, check: &mut Check<'_>) -> Self;

    /// The field of a route that only maps with this mechanic have, if this route sets it.
    fn field_of(_route: &RouteFile) -> Option<&'static str> {
        None
    }

    /// Checks the routes against the settings.
    fn check_routes(&self, _routes: &[Route], _check: &mut Check<'_>) {}

    /// Whether its part of an arranged position is possible.
    fn is_possible(_map: &Map, _public: &Public) -> bool {
        true
    }

    /// Sets up its part of the board.
    fn set_up(&self, _play: &mut Play<'_, impl Observer>) {}

    /// The decision that it asks for between the choice of tickets and the first turn, if any.
    fn before_first_turn(&self, _public: &Public) -> Option<Phase> {
        None
    }

    /// Lists what it adds to the actions of a turn.
    #[inline]
    fn list_turn(&self, _view: &View<'_>, _own: &Own, _list: &mut List) {}

    /// The action of one of its groups in [`List::sites`]: `part` is the group's number, `way` the number of the payment.
    fn at_site(_view: &View<'_>, _own: &Own, _part: u8, _location: LocationId, _way: usize) -> Option<Action> {
        None
    }

    /// The action that a player who points at `location` in a turn probably wants:
    /// [`why_not`](crate::analysis::why_not) tries it.
    fn attempt_at(&self, _view: &View<'_>, _location: LocationId) -> Option<Attempt> {
        None
    }

    /// Takes over a claim before it is paid for. It then completes or abandons the claim itself.
    #[inline]
    fn take_over_claim(
        &self,
        _play: &mut Play<'_, impl Observer>,
        _seat: Seat,
        _route: RouteId,
        _payment: Payment,
    ) -> bool {
        false
    }

    /// The other effects of a claim besides points, and the decision that it asks for before the turn ends, if any. Once that is
    /// made, the mechanic calls [`after_claim`] with its own kind.
    #[inline]
    fn after_claim(&self, _play: &mut Play<'_, impl Observer>, _seat: Seat, _route: RouteId) -> Option<Phase> {
        None
    }

    /// Reads an action from a line: the first word, and the rest without spaces around it. `None` if no form matches.
    ///
    /// # Errors
    /// A form matches, but a name in it is not known.
    fn parse(_view: &View<'_>, _verb: &str, _rest: &str) -> Result<Option<Action>, NotationError> {
        Ok(None)
    }

    /// The routes that it lends a player at the end, and the tickets completed with and without them.
    #[inline]
    fn borrow(&self, _map: &Map, _public: &Public, _seat: Seat, _tickets: TicketSet) -> Option<Borrowing> {
        None
    }

    /// The gain of every player at the end, if the mechanic gives points; routes and tickets are counted already.
    #[inline]
    fn count(&self, _map: &Map, _public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        None
    }

    /// Explains a player's points from it: with the common line, or with lines of its own.
    fn explain(&self, _map: &Map, _state: &State, _tally: &Tally, _seat: Seat, line: MechanicLine) -> Vec<ScoreLine> {
        vec![ScoreLine::Mechanic(line)]
    }
}

/// An action that a player may want, and its price if it has one.
pub(crate) struct Attempt {
    pub(crate) action: Action,
    pub(crate) price: Option<Price>,
}

/// An action of a mechanic: its `ActionPart`.
pub(crate) trait Decision: Copy {
    /// Checks everything before anything changes.
    ///
    /// # Errors
    /// The rule that the action would break.
    fn check(self, view: View<'_>, own: &Own) -> Result<(), IllegalAction>;

    /// Changes the state. Only called after a successful check.
    fn execute(self, play: &mut Play<'_, impl Observer>, seat: Seat);

    /// The action as a line, which [`Rule::parse`] reads.
    fn write(self, map: &Map) -> String;
}

/// A phase of a mechanic: its `PhasePart`.
pub(crate) trait Question: Copy {
    /// Lists the legal actions.
    fn list(self, view: &View<'_>, own: &Own, list: &mut List);

    /// Whether everything it names exists on the map.
    fn is_possible(self, map: &Map) -> bool;

    /// The actions that would do something at `location`, the likeliest first:
    /// [`why_not`](crate::analysis::why_not) tries them.
    fn attempts_at(self, _map: &Map, _location: LocationId) -> Vec<Action> {
        Vec::new()
    }

    /// Whether an action in this phase begins a turn, as one does before the first turn.
    fn begins_turn(self) -> bool {
        false
    }

    /// The cards that lie on the table for it, neither in a hand nor among the discards.
    fn laid(self, _map: &Map) -> CardCounts {
        CardCounts::NONE
    }
}

/// Goes on after a claim: with the decision of the next mechanic that asks for one, in the order of the map's list, or
/// with the end of the turn. `decided` is the mechanic whose decision was just made.
pub(crate) fn after_claim(
    play: &mut Play<'_, impl Observer>,
    seat: Seat,
    route: RouteId,
    decided: Option<MechanicKind>,
) {
    match following(play.map, decided).iter().find_map(|mechanic| mechanic.after_claim(play, seat, route)) {
        Some(phase) => play.public.phase = phase,
        None => play.end_turn(seat),
    }
}

/// Goes on after the choice of starting tickets: with the decision of the next mechanic that asks for one, in the order of
/// the map's list, or with the first turn. `decided` is the mechanic whose decision was just made.
pub(crate) fn before_first_turn(play: &mut Play<'_, impl Observer>, decided: Option<MechanicKind>) {
    let first = play.first_player();
    match following(play.map, decided).iter().find_map(|mechanic| mechanic.before_first_turn(play.public)) {
        Some(phase) => play.public.phase = phase,
        None => play.begin_turn(first),
    }
}

/// The map's mechanics that come after `decided`; all of them without one.
#[inline]
fn following(map: &Map, decided: Option<MechanicKind>) -> &[Mechanic] {
    let mechanics = &map.rules().mechanics[..];
    let Some(kind) = decided else { return mechanics };
    let place = mechanics.iter().position(|mechanic| mechanic.kind() == kind);
    place.map_or(&[], |place| &mechanics[place + 1..])
}
