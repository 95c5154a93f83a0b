//! Tourist tokens: stacks of one kind each, taken by claiming routes there, scored by different kinds (S01–S03, S05).

mod file;

use super::{Decision, MechanicKind, Question, Rule, after_claim, before_first_turn, parts};
use crate::action::Action;
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{BySeat, LocationId, LocationSet, MAX_SEATS, RouteId, Seat, TouristKind};
use crate::legal::List;
use crate::map::file::Fields;
use crate::map::{Check, Map};
use crate::notation::{self, Form, NotationError};
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::{Gain, Tally};
use crate::state::Public;
use crate::view::{Own, View};
use file::TouristsFile;

/// The most kinds of tourist tokens a map may have.
pub const MAX_TOURIST_KINDS: usize = 8;

/// The tourist tokens of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TouristStack {
    /// Where they stand; nowhere before they are placed.
    pub location: Option<LocationId>,
    /// How many are left.
    pub left: u8,
}

parts! {
    actions {
        /// Put a stack of tourist tokens on a location (S02).
        PlaceTourists {
            /// The kind of token.
            kind: TouristKind,
            /// Where.
            location: LocationId,
        },
        /// Take the tourist token of one end of the route just claimed (S03).
        TakeTourist {
            /// The end.
            location: LocationId,
        },
    }
    phases {
        /// Before the first turn: where the tourists left over go (S02).
        PlacingTourists {
            /// The player who places.
            seat: Seat,
        } = "a stack of tourist tokens is to be placed",
        /// A route has been claimed with tokens at both ends: which to take (S03).
        TakingTourist {
            /// Whose turn it is.
            seat: Seat,
            /// The route.
            route: RouteId,
        } = "a tourist token is to be chosen",
    }
    events {
        /// A stack of tourist tokens was placed (S02).
        TouristsPlaced {
            /// The player who placed it.
            seat: Seat,
            /// The kind.
            kind: TouristKind,
            /// Where.
            location: LocationId,
        },
        /// A tourist token was taken (S03).
        TouristTaken {
            /// The player.
            seat: Seat,
            /// Where.
            location: LocationId,
            /// The kind.
            kind: TouristKind,
        },
    }
    refusals {
        /// A stack that is not to be placed.
        #[error("no tourists of this kind are left to place")]
        TouristsNotInReserve = "S02",
        /// A stack on a stack.
        #[error("tourists stand there already")]
        TouristsAlreadyHere = "S02",
        /// A token that can't be taken.
        #[error("no token can be taken there: it is not an end of the route, has no stack, or the player holds this kind")]
        NoTouristToTake = "S03",
    }
    board {
        /// The stacks of tourist tokens, by kind (S01).
        tourists: [crate::mechanics::tourists::TouristStack; crate::mechanics::tourists::MAX_TOURIST_KINDS] =
            [crate::mechanics::tourists::TouristStack { location: None, left: 0 };
                crate::mechanics::tourists::MAX_TOURIST_KINDS],
    }
    player {
        /// The kinds of tourist tokens taken.
        tourists: TouristSet = TouristSet::EMPTY,
    }
}

/// The settings of tourist tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Tourists {
    /// The names of the kinds, by their numbers.
    pub kinds: Vec<String>,
    /// Where stacks stand from the beginning.
    pub start_locations: Vec<LocationId>,
    /// The height of those, by number of players.
    pub stack_height: [u8; MAX_SEATS + 1],
    /// The height of the stacks that players place, by number of players.
    pub placed_height: [u8; MAX_SEATS + 1],
    /// Points by number of different tokens.
    pub score: Vec<u8>,
}

impl Rule for Tourists {
    type File = TouristsFile;

    fn read(fields: &mut impl Fields) -> Option<TouristsFile> {
        TouristsFile::read(fields)
    }

    fn check(file: &TouristsFile, check: &mut Check<'_>) -> Self {
        file.check(check)
    }

    /// S01: stacks of random kinds on the marked locations; the others are set aside.
    fn set_up(&self, play: &mut Play<'_, impl Observer>) {
        let mut order: [u8; MAX_TOURIST_KINDS] = std::array::from_fn(|kind| kind as u8);
        let order = &mut order[..self.kinds.len()];
        play.next_shuffle().shuffle(order);
        let players = usize::from(play.public.players);
        for (place, &kind) in order.iter().enumerate() {
            play.public.tourists[usize::from(kind)] = match self.start_locations.get(place) {
                Some(&location) => TouristStack { location: Some(location), left: self.stack_height[players] },
                None => TouristStack { location: None, left: self.placed_height[players] },
            };
        }
    }

    fn at_site(_view: &View<'_>, _own: &Own, kind: u8, location: LocationId, _way: usize) -> Option<Action> {
        Some(Action::PlaceTourists { kind: TouristKind(kind), location })
    }

    const FORMS: &'static [Form] = &[
        Form { verb: "tourist", example: "tourist alcatraz" },
        Form { verb: "place", example: "place cable_car presidio" },
    ];

    fn parse(view: &View<'_>, verb: &str, rest: &str) -> Result<Option<Action>, NotationError> {
        Ok(match (verb, rest.split_once(char::is_whitespace)) {
            ("tourist", _) if !rest.is_empty() => {
                Some(Action::TakeTourist { location: notation::location(view.map, rest)? })
            }
            ("place", Some((kind, location))) => {
                let kind = kind_named(view.map, kind)?;
                Some(Action::PlaceTourists { kind, location: notation::location(view.map, location)? })
            }
            _ => None,
        })
    }

    fn before_first_turn(&self, public: &Public) -> Option<Phase> {
        self.next_placement(public)
    }

    /// S03: takes the only possible token, or asks which of two.
    fn after_claim(&self, play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
        let facts = play.map.route(route);
        match [facts.a, facts.b].map(|location| to_take(play.public, seat, location)) {
            [Some(_), Some(_)] => return Some(Phase::TakingTourist { seat, route }),
            [Some(kind), None] => take(play, seat, facts.a, kind),
            [None, Some(kind)] => take(play, seat, facts.b, kind),
            [None, None] => {}
        }
        None
    }

    /// S05: different tokens score together.
    fn count(&self, _map: &Map, public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        Some(BySeat(public.seats.0.map(|player| {
            let kinds = player.tourists.len();
            Gain { count: kinds as u16, points: self.score[kinds].into() }
        })))
    }
}

impl Tourists {
    /// S02: the last player places first, then the last but one; the second of two places both.
    fn next_placement(&self, public: &Public) -> Option<Phase> {
        let left = reserve(public).count();
        let placed = self.kinds.len() - self.start_locations.len() - left;
        let from_last = if public.players == 2 { 0 } else { placed };
        let seat = public.turn_order().rev().nth(from_last)?;
        (left > 0).then_some(Phase::PlacingTourists { seat })
    }
}

impl Public {
    /// The stack of tourist tokens at `location`, however small.
    pub fn tourists_at(&self, location: LocationId) -> Option<TouristKind> {
        let place = self.tourists.iter().position(|stack| stack.location == Some(location))?;
        Some(TouristKind(place as u8))
    }
}

/// The kind of tokens with this name.
fn kind_named(map: &Map, name: &str) -> Result<TouristKind, NotationError> {
    let kinds = map.tourists().map_or(&[][..], |tourists| &tourists.kinds);
    match kinds.iter().position(|known| known == name) {
        Some(number) => Ok(TouristKind(number as u8)),
        None => Err(NotationError::Name { things: "tourists", name: name.into() }),
    }
}

/// The kinds that are still to be placed.
fn reserve(public: &Public) -> impl Iterator<Item = TouristKind> + '_ {
    let stacks = public.tourists.iter().enumerate();
    stacks.filter(|(_, stack)| stack.location.is_none() && stack.left > 0).map(|(kind, _)| TouristKind(kind as u8))
}

/// The locations without a stack.
fn free_sites(view: &View<'_>) -> LocationSet {
    let mut sites = LocationSet::first(view.map.locations().len());
    for location in view.public.tourists.iter().filter_map(|stack| stack.location) {
        sites.remove(location);
    }
    sites
}

/// S03: the kind that a player who doesn't hold it can take at `location`.
fn to_take(public: &Public, seat: Seat, location: LocationId) -> Option<TouristKind> {
    let kind = public.tourists_at(location)?;
    let is_new = !public.seats[seat].tourists.contains(kind);
    (is_new && public.tourists[kind.index()].left > 0).then_some(kind)
}

fn take(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId, kind: TouristKind) {
    play.public.tourists[kind.index()].left -= 1;
    play.public.seats[seat].tourists.insert(kind);
    play.emit(Event::TouristTaken { seat, location, kind });
}

impl Question for PhasePart {
    fn list(self, view: &View<'_>, _own: &Own, list: &mut List) {
        match self {
            PhasePart::PlacingTourists { .. } => {
                list.sites(MechanicKind::Tourists, free_sites(view), reserve(view.public).map(|kind| (kind.0, 1)));
            }
            PhasePart::TakingTourist { route, .. } => {
                let route = view.map.route(route);
                for location in [route.a, route.b] {
                    list.one(Action::TakeTourist { location });
                }
            }
        }
    }

    fn is_possible(self, map: &Map) -> bool {
        match self {
            PhasePart::PlacingTourists { .. } => true,
            PhasePart::TakingTourist { route, .. } => route.index() < map.routes().len(),
        }
    }

    /// Before the first turn, each choice counts as a turn.
    fn begins_turn(self) -> bool {
        match self {
            PhasePart::PlacingTourists { .. } => true,
            PhasePart::TakingTourist { .. } => false,
        }
    }

    fn attempts_at(self, map: &Map, location: LocationId) -> Vec<Action> {
        match self {
            PhasePart::PlacingTourists { .. } => {
                let kinds = map.tourists().map_or(0, |tourists| tourists.kinds.len() as u8);
                (0..kinds).map(|kind| Action::PlaceTourists { kind: TouristKind(kind), location }).collect()
            }
            PhasePart::TakingTourist { .. } => vec![Action::TakeTourist { location }],
        }
    }
}

impl Decision for ActionPart {
    fn check(self, view: View<'_>, own: &Own) -> Result<(), IllegalAction> {
        match (self, view.public.phase) {
            (ActionPart::PlaceTourists { kind, location }, Phase::PlacingTourists { .. }) => {
                check_place(view, kind, location)
            }
            (ActionPart::TakeTourist { location }, Phase::TakingTourist { route, .. }) => {
                let is_end = view.map.route(route).touches(location);
                match to_take(view.public, own.seat, location).filter(|_| is_end) {
                    Some(_) => Ok(()),
                    None => Err(IllegalAction::NoTouristToTake),
                }
            }
            (ActionPart::PlaceTourists { .. } | ActionPart::TakeTourist { .. }, phase) => {
                Err(IllegalAction::NotNow { phase })
            }
        }
    }

    fn execute(self, play: &mut Play<'_, impl Observer>, seat: Seat) {
        match self {
            ActionPart::PlaceTourists { kind, location } => place(play, seat, kind, location),
            ActionPart::TakeTourist { location } => {
                let Phase::TakingTourist { route, .. } = play.public.phase else { return };
                if let Some(kind) = to_take(play.public, seat, location) {
                    take(play, seat, location, kind);
                }
                after_claim(play, seat, route, Some(MechanicKind::Tourists));
            }
        }
    }

    fn write(self, map: &Map) -> String {
        match self {
            ActionPart::PlaceTourists { kind, location } => {
                let kinds = map.tourists().map_or(&[][..], |tourists| &tourists.kinds);
                let kind = kinds.get(kind.index()).map_or("?", String::as_str);
                format!("place {kind} {}", notation::location_name(map, location))
            }
            ActionPart::TakeTourist { location } => format!("tourist {}", notation::location_name(map, location)),
        }
    }
}

fn check_place(view: View<'_>, kind: TouristKind, location: LocationId) -> Result<(), IllegalAction> {
    if !reserve(view.public).any(|left| left == kind) {
        return Err(IllegalAction::TouristsNotInReserve);
    }
    if location.index() >= view.map.locations().len() {
        return Err(IllegalAction::NoSuchLocation);
    }
    if view.public.tourists_at(location).is_some() {
        return Err(IllegalAction::TouristsAlreadyHere);
    }
    Ok(())
}

fn place(play: &mut Play<'_, impl Observer>, seat: Seat, kind: TouristKind, location: LocationId) {
    play.public.tourists[kind.index()].location = Some(location);
    play.emit(Event::TouristsPlaced { seat, kind, location });
    match play.map.tourists().and_then(|tourists| tourists.next_placement(play.public)) {
        Some(phase) => play.public.phase = phase,
        None => before_first_turn(play, Some(MechanicKind::Tourists)),
    }
}
