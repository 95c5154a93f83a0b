//! Passengers: taken from the ends of claimed routes, scored by majority (G03, G04, G08).

use super::{Decision, MechanicKind, Question, Rule, after_claim, parts};
use crate::action::Action;
use crate::cards::{ByColor, Color};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{BySeat, LocationId, RouteId, Seat};
use crate::legal::List;
use crate::map::file::Fields;
use crate::map::{Check, Map};
use crate::notation::{self, Form, NotationError};
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::{Gain, MechanicLine, ScoreLine, Tally};
use crate::state::{Public, State};
use crate::view::{Own, View};

/// The most passengers a map may have.
pub const MAX_PASSENGERS: usize = 64;

parts! {
    actions {
        /// Take a passenger from one end of the route just claimed (G04).
        TakePassenger {
            /// The end.
            location: LocationId,
            /// The passenger's colour.
            color: Color,
        },
        /// Take no more passengers (G04).
        LeavePassengers,
    }
    phases {
        /// A route has been claimed: passengers may be taken at its ends (G04).
        TakingPassengers {
            /// Whose turn it is.
            seat: Seat,
            /// The route.
            route: RouteId,
            /// The ends from which none has been taken yet.
            ends: [Option<LocationId>; 2],
        } = "passengers are to be taken or left",
    }
    events {
        /// A passenger was taken (G04).
        PassengerTaken {
            /// The player.
            seat: Seat,
            /// Where.
            location: LocationId,
            /// The passenger's colour.
            color: Color,
        },
    }
    refusals {
        /// A location that is not an end of the route, or where a passenger was taken already.
        #[error("no passenger can be taken there: it is not an end of the route just claimed, or one was taken already")]
        NotAnEndOfTheRoute = "G04",
        /// Nobody of that colour.
        #[error("no {color} passenger waits there")]
        NoSuchPassenger {
            /// The colour.
            color: Color,
        } = "G04",
    }
    lines {
        /// Passengers of one colour (G08).
        Passengers {
            /// The colour.
            color: Color,
            /// How many.
            count: u8,
            /// Whether that is most, second most or neither.
            place: crate::mechanics::passengers::PassengerRank,
            /// Their points.
            points: i16,
        } = *points,
    }
    tie_breaks {
        /// More passengers.
        Passengers = "passengers" by |taken| taken.count as i16,
    }
    board {
        /// The passengers that still wait, in their places (G03).
        passengers: [Option<Color>; crate::mechanics::passengers::MAX_PASSENGERS] =
            [None; crate::mechanics::passengers::MAX_PASSENGERS],
    }
    player {
        /// The passengers taken.
        passengers: ByColor<u8> = ByColor([0; 8]),
    }
}

/// Where a player stands among those who hold passengers of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PassengerRank {
    /// Most, perhaps with others.
    Most,
    /// Second most behind one leader, perhaps with others.
    Second,
    /// Neither.
    Behind,
}

/// The settings of passengers.
#[derive(Clone, Debug, PartialEq)]
pub struct Passengers {
    /// Points for most of a colour.
    pub most: u8,
    /// Points for second most.
    pub second: u8,
    /// How many of each colour are in the bag.
    pub colors: ByColor<u8>,
    /// The first passenger at each location; one more entry closes the last.
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
        let facts = play.map.route(route);
        choice(play, seat, route, [Some(facts.a), Some(facts.b)])
    }

    const FORMS: &'static [Form] =
        &[Form { verb: "take", example: "take red koln" }, Form { verb: "leave", example: "leave passengers" }];

    fn parse(view: &View<'_>, verb: &str, rest: &str) -> Result<Option<Action>, NotationError> {
        if (verb, rest) == ("leave", "passengers") {
            return Ok(Some(Action::LeavePassengers));
        }
        let Some((color, location)) = rest.split_once(char::is_whitespace).filter(|_| verb == "take") else {
            return Ok(None);
        };
        let Ok(color) = color.parse() else { return Ok(None) };
        Ok(Some(Action::TakePassenger { location: notation::location(view.map, location)?, color }))
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
            ScoreLine::Passengers { color, count, place, points }
        };
        present(&self.colors).map(line).collect()
    }
}

/// The colours there are.
fn present(colors: &ByColor<u8>) -> impl Iterator<Item = Color> {
    Color::ALL.into_iter().filter(|&color| colors[color] > 0)
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

impl Public {
    /// The passengers that wait at `location`.
    pub fn passengers_at<'a>(&'a self, map: &Map, location: LocationId) -> impl Iterator<Item = Color> + 'a {
        self.passengers[map.passengers_at(location)].iter().flatten().copied()
    }
}

/// The choice among the passengers at those of `ends` where somebody waits.
fn choice(play: &Play<'_, impl Observer>, seat: Seat, route: RouteId, ends: [Option<LocationId>; 2]) -> Option<Phase> {
    let ends = ends.map(|end| end.filter(|&location| play.public.passengers_at(play.map, location).next().is_some()));
    (ends != [None, None]).then_some(Phase::TakingPassengers { seat, route, ends })
}

impl Question for PhasePart {
    fn list(self, view: &View<'_>, _own: &Own, list: &mut List) {
        let PhasePart::TakingPassengers { ends, .. } = self;
        for location in ends.into_iter().flatten() {
            let mut waits = ByColor([false; 8]);
            for color in view.public.passengers_at(view.map, location) {
                waits[color] = true;
            }
            for color in Color::ALL.into_iter().filter(|&color| waits[color]) {
                list.one(Action::TakePassenger { location, color });
            }
        }
        list.one(Action::LeavePassengers);
    }

    fn is_possible(self, map: &Map) -> bool {
        let PhasePart::TakingPassengers { route, ends, .. } = self;
        let mut ends = ends.into_iter().flatten();
        route.index() < map.routes().len() && ends.all(|end| end.index() < map.locations().len())
    }

    fn attempts_at(self, _map: &Map, location: LocationId) -> Vec<Action> {
        Color::ALL.into_iter().map(|color| Action::TakePassenger { location, color }).collect()
    }
}

impl Decision for ActionPart {
    fn check(self, view: View<'_>, _own: &Own) -> Result<(), IllegalAction> {
        let Phase::TakingPassengers { ends, .. } = view.public.phase else {
            return Err(IllegalAction::NotNow { phase: view.public.phase });
        };
        match self {
            ActionPart::LeavePassengers => Ok(()),
            ActionPart::TakePassenger { location, .. } if !ends.contains(&Some(location)) => {
                Err(IllegalAction::NotAnEndOfTheRoute)
            }
            ActionPart::TakePassenger { location, color } => {
                let waits = view.public.passengers_at(view.map, location).any(|waiting| waiting == color);
                if waits { Ok(()) } else { Err(IllegalAction::NoSuchPassenger { color }) }
            }
        }
    }

    fn execute(self, play: &mut Play<'_, impl Observer>, seat: Seat) {
        let Phase::TakingPassengers { route, ends, .. } = play.public.phase else { return };
        let more = match self {
            ActionPart::LeavePassengers => None,
            ActionPart::TakePassenger { location, color } => {
                take(play, seat, location, color);
                choice(play, seat, route, ends.map(|end| end.filter(|&other| other != location)))
            }
        };
        match more {
            Some(phase) => play.public.phase = phase,
            None => after_claim(play, seat, route, Some(MechanicKind::Passengers)),
        }
    }

    fn write(self, map: &Map) -> String {
        match self {
            ActionPart::TakePassenger { location, color } => {
                format!("take {color} {}", notation::location_name(map, location))
            }
            ActionPart::LeavePassengers => "leave passengers".into(),
        }
    }
}

fn take(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId, color: Color) {
    let waiting = &mut play.public.passengers[play.map.passengers_at(location)];
    if let Some(place) = waiting.iter_mut().find(|place| **place == Some(color)) {
        *place = None;
        play.public.seats[seat].passengers[color] += 1;
    }
    play.emit(Event::PassengerTaken { seat, location, color });
}

/// G08: the players with most and second most of one colour.
pub fn places(public: &Public, color: Color) -> BySeat<PassengerRank> {
    let held = |seat: Seat| public.seats[seat].passengers[color];
    let most = Map::seats(public.players).map(held).max().unwrap_or(0);
    let leaders = Map::seats(public.players).filter(|&seat| held(seat) == most).count();
    let second = Map::seats(public.players).map(held).filter(|&count| count < most).max().unwrap_or(0);
    let mut places = BySeat([PassengerRank::Behind; crate::ids::MAX_SEATS]);
    for seat in Map::seats(public.players) {
        places[seat] = match held(seat) {
            0 => PassengerRank::Behind,
            count if count == most => PassengerRank::Most,
            count if count == second && leaders == 1 => PassengerRank::Second,
            _ => PassengerRank::Behind,
        };
    }
    places
}

impl Passengers {
    /// The value of a place.
    pub fn points(&self, place: PassengerRank) -> u8 {
        match place {
            PassengerRank::Most => self.most,
            PassengerRank::Second => self.second,
            PassengerRank::Behind => 0,
        }
    }
}
