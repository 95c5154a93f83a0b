//! Tourist tokens: stacks of one kind each, taken by claiming routes there, scored by different kinds (S01–S03, S05).

use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{LocationId, LocationSet, MAX_SEATS, RouteId, Seat, TouristKind};
use crate::phase::Phase;
use crate::play::Play;
use crate::state::{MAX_TOURIST_KINDS, Public, TouristStack};
use crate::view::{Own, View};

/// The settings of tourist tokens.
#[derive(Clone, Debug)]
pub struct Tourists {
    /// The names of the kinds.
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

/// S01: stacks of random kinds on the marked locations; the others are set aside.
pub(crate) fn set_up(play: &mut Play<'_, impl Observer>, settings: &Tourists) {
    let mut order: [u8; MAX_TOURIST_KINDS] = std::array::from_fn(|kind| kind as u8);
    let order = &mut order[..settings.kinds.len()];
    play.next_shuffle().shuffle(order);
    let players = usize::from(play.public.players);
    for (place, &kind) in order.iter().enumerate() {
        play.public.tourists[usize::from(kind)] = match settings.start_locations.get(place) {
            Some(&location) => TouristStack { location: Some(location), left: settings.stack_height[players] },
            None => TouristStack { location: None, left: settings.placed_height[players] },
        };
    }
}

/// The kinds that are still to be placed.
pub(crate) fn reserve(public: &Public) -> impl Iterator<Item = TouristKind> + '_ {
    let stacks = public.tourists.iter().enumerate();
    stacks.filter(|(_, stack)| stack.location.is_none() && stack.left > 0).map(|(kind, _)| TouristKind(kind as u8))
}

/// S02: the last player places first, then the last but one; the second of two places both.
pub(crate) fn next_placement(public: &Public) -> Option<Phase> {
    let left = reserve(public).count();
    let from_last = if public.players == 2 || left == 2 { 0 } else { 1 };
    let seat = public.turn_order().rev().nth(from_last)?;
    (left > 0).then_some(Phase::PlacingTourists { seat })
}

/// The locations without a stack.
pub(crate) fn free_sites(view: View<'_>) -> LocationSet {
    let mut sites = LocationSet::first(view.map.locations.len());
    for location in view.public.tourists.iter().filter_map(|stack| stack.location) {
        sites.remove(location);
    }
    sites
}

pub(crate) fn check_place(view: View<'_>, kind: TouristKind, location: LocationId) -> Result<(), IllegalAction> {
    let Phase::PlacingTourists { .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    if !reserve(view.public).any(|left| left == kind) {
        return Err(IllegalAction::TouristsNotInReserve);
    }
    if location.index() >= view.map.locations.len() {
        return Err(IllegalAction::NoSuchLocation);
    }
    if view.public.tourists_at(location).is_some() {
        return Err(IllegalAction::TouristsAlreadyHere);
    }
    Ok(())
}

pub(crate) fn place(play: &mut Play<'_, impl Observer>, seat: Seat, kind: TouristKind, location: LocationId) {
    play.public.tourists[kind.index()].location = Some(location);
    play.tell(Event::TouristsPlaced { seat, kind, location });
    match next_placement(play.public) {
        Some(phase) => play.public.phase = phase,
        None => play.begin_turn(play.public.first),
    }
}

/// S03: the kind to be had at `location` by a player who doesn't hold it.
fn to_take(public: &Public, seat: Seat, location: LocationId) -> Option<TouristKind> {
    let kind = public.tourists_at(location)?;
    let is_new = !public.seats[seat].tourists.contains(kind);
    (is_new && public.tourists[kind.index()].left > 0).then_some(kind)
}

/// S03: takes the one token to be had, or asks which of two.
pub(crate) fn after_claim(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
    let facts = play.map.route(route);
    match [facts.a, facts.b].map(|location| to_take(play.public, seat, location)) {
        [Some(_), Some(_)] => return Some(Phase::TakingTourist { seat, route }),
        [Some(kind), None] => take(play, seat, facts.a, kind),
        [None, Some(kind)] => take(play, seat, facts.b, kind),
        [None, None] => {}
    }
    None
}

pub(crate) fn check_take(view: View<'_>, own: &Own, location: LocationId) -> Result<(), IllegalAction> {
    let Phase::TakingTourist { route, .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    let is_end = view.map.route(route).touches(location);
    match to_take(view.public, own.seat, location).filter(|_| is_end) {
        Some(_) => Ok(()),
        None => Err(IllegalAction::NoTouristToTake),
    }
}

pub(crate) fn take_chosen(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId) {
    let Phase::TakingTourist { route, .. } = play.public.phase else { return };
    if let Some(kind) = to_take(play.public, seat, location) {
        take(play, seat, location, kind);
    }
    match super::after_tourist(play, seat, route) {
        Some(phase) => play.public.phase = phase,
        None => play.end_turn(seat),
    }
}

fn take(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId, kind: TouristKind) {
    play.public.tourists[kind.index()].left -= 1;
    play.public.seats[seat].tourists.insert(kind);
    play.tell(Event::TouristTaken { seat, location, kind });
}
