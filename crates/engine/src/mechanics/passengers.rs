//! Passengers: taken from the ends of claimed routes, scored by majority (G03, G04, G08).

use crate::cards::{ByColor, Color};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{BySeat, LocationId, RouteId, Seat};
use crate::map::Map;
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::Tally;
use crate::state::{MAX_PASSENGERS, Public};
use crate::view::View;

/// The settings of passengers.
#[derive(Clone, Debug)]
pub struct Passengers {
    /// How many of each colour are in the bag.
    pub colors: ByColor<u8>,
    /// Points for most of a colour.
    pub most: u8,
    /// Points for second most.
    pub second: u8,
}

/// G03: draws the passengers from the bag onto their places.
pub(crate) fn set_up(play: &mut Play<'_, impl Observer>, settings: &Passengers) {
    let mut bag = [None; MAX_PASSENGERS];
    let colors = Color::ALL.into_iter().flat_map(|color| (0..settings.colors[color]).map(move |_| color));
    let mut size = 0;
    for (place, color) in bag.iter_mut().zip(colors) {
        *place = Some(color);
        size += 1;
    }
    play.next_shuffle().shuffle(&mut bag[..size]);
    play.public.passengers = bag;
}

/// G04: the ends of the route where somebody waits.
pub(crate) fn after_claim(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
    let route = play.map.route(route);
    choice(play, seat, [Some(route.a), Some(route.b)])
}

fn choice(play: &Play<'_, impl Observer>, seat: Seat, ends: [Option<LocationId>; 2]) -> Option<Phase> {
    let ends = ends.map(|end| end.filter(|&location| play.public.passengers_at(play.map, location).next().is_some()));
    (ends != [None, None]).then_some(Phase::TakingPassengers { seat, ends })
}

pub(crate) fn check_take(view: View<'_>, location: LocationId, color: Color) -> Result<(), IllegalAction> {
    let Phase::TakingPassengers { ends, .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    if !ends.contains(&Some(location)) {
        return Err(IllegalAction::NotAnEndOfTheRoute);
    }
    if !view.public.passengers_at(view.map, location).any(|waiting| waiting == color) {
        return Err(IllegalAction::NoSuchPassenger { color });
    }
    Ok(())
}

pub(crate) fn check_leave(view: View<'_>) -> Result<(), IllegalAction> {
    let phase = view.public.phase;
    if matches!(phase, Phase::TakingPassengers { .. }) { Ok(()) } else { Err(IllegalAction::NotNow { phase }) }
}

pub(crate) fn take(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId, color: Color) {
    let Phase::TakingPassengers { ends, .. } = play.public.phase else { return };
    let waiting = &mut play.public.passengers[play.map.passengers_at(location)];
    if let Some(place) = waiting.iter_mut().find(|place| **place == Some(color)) {
        *place = None;
        play.public.seats[seat].passengers[color] += 1;
    }
    play.tell(Event::PassengerTaken { seat, location, color });
    let rest = ends.map(|end| end.filter(|&other| other != location));
    match choice(play, seat, rest) {
        Some(phase) => play.public.phase = phase,
        None => play.end_turn(seat),
    }
}

/// Where a player stands among those who hold passengers of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Most, perhaps with others.
    Most,
    /// Second most behind one leader, perhaps with others.
    Second,
    /// Neither.
    Behind,
}

/// G08: who has most and second most of one colour.
pub fn places(public: &Public, color: Color) -> BySeat<Place> {
    let held = |seat: Seat| public.seats[seat].passengers[color];
    let most = Map::seats(public.players).map(held).max().unwrap_or(0);
    let leaders = Map::seats(public.players).filter(|&seat| held(seat) == most).count();
    let second = Map::seats(public.players).map(held).filter(|&count| count < most).max().unwrap_or(0);
    let mut places = BySeat([Place::Behind; crate::ids::MAX_SEATS]);
    for seat in Map::seats(public.players) {
        places[seat] = match held(seat) {
            0 => Place::Behind,
            count if count == most => Place::Most,
            count if count == second && leaders == 1 => Place::Second,
            _ => Place::Behind,
        };
    }
    places
}

impl Passengers {
    /// What a place is worth.
    pub fn points(&self, place: Place) -> u8 {
        match place {
            Place::Most => self.most,
            Place::Second => self.second,
            Place::Behind => 0,
        }
    }
}

/// G08: most and second most of each colour.
pub(crate) fn count(map: &Map, public: &Public, tallies: &mut BySeat<Tally>) {
    let Some(settings) = map.passengers() else { return };
    for color in Color::ALL {
        let places = places(public, color);
        for seat in Map::seats(public.players) {
            tallies[seat].passengers += i16::from(settings.points(places[seat]));
        }
    }
}
