//! Passengers: taken from the ends of claimed routes, scored by majority (G03, G04, G08).

use super::Rule;
use crate::cards::{ByColor, Color};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{BySeat, LocationId, RouteId, Seat};
use crate::map::file::Fields;
use crate::map::{Check, Map};
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::{Gain, MechanicLine, PassengerLine, ScoreLine, Tally};
use crate::state::{MAX_PASSENGERS, Public, State};
use crate::view::View;

/// The settings of passengers.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Passengers {
    /// Points for most of a colour.
    pub most: u8,
    /// Points for second most.
    pub second: u8,
    /// How many of each colour are in the bag; clients are told which colours there are.
    #[serde(serialize_with = "serialize_present")]
    #[cfg_attr(feature = "typescript", ts(as = "Vec<Color>"))]
    pub colors: ByColor<u8>,
    /// The first passenger at each location; one more entry closes the last.
    #[serde(skip)]
    starts: Vec<u8>,
}

/// The entry of passengers in a map's file.
#[derive(Clone, Debug)]
pub(crate) struct PassengersFile {
    colors: Vec<(Color, u8)>,
    per_location: Vec<(String, u8)>,
    most: u8,
    second: u8,
}

impl Rule for Passengers {
    type File = PassengersFile;

    fn read(fields: &mut impl Fields) -> Option<PassengersFile> {
        let (colors, per_location) = (fields.by_color("colors"), fields.by_name("per_location"));
        let (most, second) = (fields.count("most"), fields.count("second"));
        Some(PassengersFile { colors: colors?, per_location: per_location?, most: most?, second: second? })
    }

    fn check(file: &PassengersFile, check: &mut Check<'_>) -> Self {
        let in_bag: usize = file.colors.iter().map(|(_, count)| usize::from(*count)).sum();
        let waiting: usize = file.per_location.iter().map(|(_, count)| usize::from(*count)).sum();
        check.field(in_bag == waiting, "per_location", || {
            format!("{waiting} passengers wait on the board; {in_bag} are in the bag")
        });
        check.field(in_bag.max(waiting) <= MAX_PASSENGERS, "colors", || {
            format!("{in_bag} passengers; at most {MAX_PASSENGERS} are possible")
        });
        let mut colors = ByColor([0; 8]);
        for (color, count) in &file.colors {
            colors[*color] = *count;
        }
        let mut counts = vec![0u8; check.file.locations.len()];
        for (id, count) in &file.per_location {
            if let Some(location) = check.location(id, &format!("per_location.{id}")) {
                counts[location.index()] = *count;
            }
        }
        let mut starts = vec![0u8];
        for count in counts {
            starts.push(starts.last().copied().unwrap_or(0).saturating_add(count));
        }
        Passengers { most: file.most, second: file.second, colors, starts }
    }

    /// G03: draws the passengers from the bag onto their places.
    fn set_up(&self, play: &mut Play<'_, impl Observer>) {
        let mut bag = [None; MAX_PASSENGERS];
        let colors = Color::ALL.into_iter().flat_map(|color| (0..self.colors[color]).map(move |_| color));
        let mut size = 0;
        for (place, color) in bag.iter_mut().zip(colors) {
            *place = Some(color);
            size += 1;
        }
        play.next_shuffle().shuffle(&mut bag[..size]);
        play.public.passengers = bag;
    }

    /// G04: the ends of the route where somebody waits.
    fn after_claim(&self, play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
        let route = play.map.route(route);
        choice(play, seat, [Some(route.a), Some(route.b)])
    }

    /// G08: most and second most of each colour.
    fn count(&self, _map: &Map, public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        let mut gains: BySeat<Gain> = BySeat::default();
        for color in Color::ALL {
            let places = places(public, color);
            for seat in Map::seats(public.players) {
                gains[seat].count += u16::from(public.seats[seat].passengers[color]);
                gains[seat].points += i16::from(self.points(places[seat]));
            }
        }
        Some(gains)
    }

    fn explain(&self, _map: &Map, state: &State, _tally: &Tally, seat: Seat, _line: MechanicLine) -> Vec<ScoreLine> {
        let line = |color| {
            let place = places(&state.public, color)[seat];
            let (count, points) = (state.public.seats[seat].passengers[color], i16::from(self.points(place)));
            ScoreLine::Passengers(PassengerLine { color, count, place, points })
        };
        present(&self.colors).map(line).collect()
    }
}

/// The colours there are.
fn present(colors: &ByColor<u8>) -> impl Iterator<Item = Color> {
    Color::ALL.into_iter().filter(|&color| colors[color] > 0)
}

fn serialize_present<S: serde::Serializer>(colors: &ByColor<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(present(colors))
}

impl Map {
    /// The passengers' places at `location`, as indices into the list of all of them.
    pub(crate) fn passengers_at(&self, location: LocationId) -> std::ops::Range<usize> {
        let Some(Passengers { starts, .. }) = self.passengers() else { return 0..0 };
        usize::from(starts[location.index()])..usize::from(starts[location.index() + 1])
    }

    /// How many passengers wait at `location` before the first turn.
    pub fn passengers_waiting(&self, location: LocationId) -> usize {
        self.passengers_at(location).len()
    }
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
