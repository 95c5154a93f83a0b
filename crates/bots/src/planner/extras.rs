//! Passengers and tourist tokens at the ends of a route, for the player who claims it.

use super::weights::Weights;
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::{BySeat, MAX_LOCATIONS, TouristSet};
use capolinea_engine::map::Route;
use capolinea_engine::mechanics::passengers::{MAX_PASSENGERS, Passengers};
use capolinea_engine::mechanics::tourists::{MAX_TOURIST_KINDS, TouristStack, Tourists};
use capolinea_engine::{Action, Color, LocationId, Map, Phase, Public, Seat, View};
use std::sync::LazyLock;

/// The gain at each location, in points as the player weighs them.
#[derive(Clone)]
pub(crate) struct Extras {
    at: [f32; MAX_LOCATIONS],
    /// The input from which this was computed.
    waiting: Waiting,
}

/// The passengers and tokens that wait, and those that players have taken.
#[derive(Clone, PartialEq)]
struct Waiting {
    passengers: [Option<Color>; MAX_PASSENGERS],
    tourists: [TouristStack; MAX_TOURIST_KINDS],
    taken: BySeat<(ByColor<u8>, TouristSet)>,
}

impl Waiting {
    fn new(public: &Public) -> Self {
        let taken = public.seats.0.map(|player| (player.passengers, player.tourists));
        Waiting { passengers: public.passengers, tourists: public.tourists, taken: BySeat(taken) }
    }
}

impl Extras {
    /// Recomputes them if something has been taken or brought since. Most maps have no extras.
    pub(super) fn refresh(extras: &mut Option<Extras>, view: &View<'_>, seat: Seat, weights: &Weights) {
        let exist = view.map.passengers().is_some() || view.map.tourists().is_some();
        if exist && extras.as_ref().is_none_or(|extras| extras.waiting != Waiting::new(view.public)) {
            *extras = Some(Extras::new(view, seat, weights));
        }
    }

    /// The passengers and tokens that `seat` can take.
    pub(crate) fn new(view: &View<'_>, seat: Seat, weights: &Weights) -> Self {
        let mut at = [0.0; MAX_LOCATIONS];
        if let Some(settings) = view.map.passengers() {
            let worth = passenger_worth(view, seat, settings);
            for location in view.map.location_ids() {
                let best =
                    view.public.passengers_at(view.map, location).map(|color| worth[color]).max_by(f32::total_cmp);
                at[location.index()] += weights.passenger * best.unwrap_or(0.0);
            }
        }
        if let Some(settings) = view.map.tourists() {
            let worth = weights.token * token_worth(view, seat, settings);
            let held = view.public.seats[seat].tourists;
            for (kind, stack) in view.public.tourists.iter().enumerate() {
                if let Some(location) = stack.location.filter(|_| stack.left > 0 && held.0 >> kind & 1 == 0) {
                    at[location.index()] += worth;
                }
            }
        }
        Extras { at, waiting: Waiting::new(view.public) }
    }

    /// The gain of a claim of `route`.
    #[inline]
    pub(crate) fn along(&self, route: &Route) -> f32 {
        self.at[route.a.index()] + self.at[route.b.index()]
    }
}

/// The passenger to take: of the colour in which one more is worth most.
pub(super) fn take_passenger(view: &View<'_>, seat: Seat) -> Option<Action> {
    let Phase::TakingPassengers { ends, .. } = view.public.phase else { return None };
    let worth = passenger_worth(view, seat, view.map.passengers()?);
    let waiting = |location: LocationId| {
        view.public.passengers_at(view.map, location).map(move |color| (worth[color], location, color))
    };
    let best = ends.into_iter().flatten().flat_map(waiting).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, location, color)| Action::TakePassenger { location, color })
}

/// The value of one more token of another kind: half of what it adds now, half of what one adds on average.
fn token_worth(view: &View<'_>, seat: Seat, settings: &Tourists) -> f32 {
    let score =
        |kinds: usize| settings.score.get(kinds).or(settings.score.last()).map_or(0.0, |&points| f32::from(points));
    let held = view.public.seats[seat].tourists.len();
    let average = score(usize::MAX) / settings.score.len().max(1) as f32;
    (score(held + 1) - score(held) + average) / 2.0
}

/// The expected points for passengers, by the seats that hold them.
pub(crate) fn passenger_points(view: &View<'_>, seat: Seat) -> f32 {
    let Some(settings) = view.map.passengers() else { return 0.0 };
    let left = waiting(view);
    let colors = Color::ALL.into_iter().filter(|&color| settings.colors[color] > 0);
    colors.map(|color| expected(view, seat, settings, color, 0, left[color])).sum()
}

/// How many passengers of each colour can still be taken.
fn waiting(view: &View<'_>) -> ByColor<u8> {
    let mut left = ByColor([0u8; 8]);
    for color in view.public.passengers.iter().flatten() {
        left[*color] += 1;
    }
    left
}

/// The increase of the expected points by one more passenger of each colour.
fn passenger_worth(view: &View<'_>, seat: Seat, settings: &Passengers) -> ByColor<f32> {
    let left = waiting(view);
    let mut worth = ByColor([0.0; 8]);
    for color in Color::ALL.into_iter().filter(|&color| settings.colors[color] > 0) {
        let expected = |more: u8| expected(view, seat, settings, color, more, left[color]);
        worth[color] = expected(1) - expected(0);
    }
    worth
}

/// The expected points for a colour of a player who holds `more` of it than now, with `left` left to take.
fn expected(view: &View<'_>, seat: Seat, settings: &Passengers, color: Color, more: u8, left: u8) -> f32 {
    let held = view.public.seats[seat].passengers[color] + more;
    let chances = &CHANCES_AHEAD[usize::from(left).min(MAX_PASSENGERS)];
    let (mut first, mut second) = (1.0, 0.0);
    for other in Map::seats(view.public.players).filter(|&other| other != seat) {
        let others = usize::from(view.public.seats[other].passengers[color]);
        let ahead = chances[(MAX_PASSENGERS + usize::from(held)).saturating_sub(others).min(LEADS - 1)];
        second = second * ahead + first * (1.0 - ahead);
        first *= ahead;
    }
    // A player with none of a colour may still get one.
    let has_any = if held > 0 { 1.0 } else { 0.6 * f32::from(left) / (f32::from(left) + 2.0) };
    has_any * (f32::from(settings.most) * first + f32::from(settings.second) * second)
}

/// From all passengers behind another player to all ahead.
const LEADS: usize = 2 * MAX_PASSENGERS + 1;

/// The chance to end ahead of another player in a colour, by how many are left to take, then by the lead (the place of no lead is
/// [`MAX_PASSENGERS`]). Rollouts ask constantly, and the exponential function is slow.
static CHANCES_AHEAD: LazyLock<Vec<[f32; LEADS]>> = LazyLock::new(|| {
    let row = |left: usize| {
        // The fewer are left, the surer a lead is.
        let doubt = 0.4 + 0.35 * (left as f32).sqrt();
        std::array::from_fn(|place| 1.0 / (1.0 + libm::expf((MAX_PASSENGERS as f32 - place as f32) / doubt)))
    };
    (0..=MAX_PASSENGERS).map(row).collect()
});
