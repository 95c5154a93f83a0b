//! Courses to try: each differs in one thing from the one that a planner follows.

use crate::planner::{Course, Planner};
use capolinea_engine::analysis::Components;
use capolinea_engine::{Own, RouteId, RouteSet, TicketSet, View, sort_few};

/// How many routes are thought of that no ticket needs.
const ADDED: usize = 6;
/// Routes are ranked by their points, less this for each card that the hand lacks.
const MISSING_CARD: f32 = 0.7;

/// The planner as it is, and then planners with other courses: in another style, for fewer or more tickets, around a route of the
/// plan, or with one more route. Each leads to another plan or style.
pub(super) fn list(view: &View<'_>, own: &Own, planner: &Planner) -> Vec<Planner> {
    let mut planners = Vec::new();
    let mut seen = Vec::new();
    for course in courses(view, own, planner) {
        let mut other = if course == planner.course() { planner.clone() } else { planner.on_course(course) };
        let plan = other.plan(view, own);
        let todo = plan.routes.without(view.public.seats[own.seat].routes);
        let key = (todo, plan.dropped, course.draws_tickets, course.hurries);
        if !seen.contains(&key) {
            seen.push(key);
            planners.push(other);
        }
    }
    planners
}

/// The course of the planner, and its neighbours.
fn courses(view: &View<'_>, own: &Own, planner: &Planner) -> Vec<Course> {
    let course = planner.course();
    let mine = view.public.seats[own.seat].routes;
    let todo = planner.clone().plan(view, own).routes.without(mine);
    let mut courses = vec![
        course,
        Course::default(),
        Course { draws_tickets: !course.draws_tickets, ..course },
        Course { hurries: !course.hurries, ..course },
    ];
    let fewer_added = |route| Course { added: course.added.without(RouteSet::from_iter([route])), ..course };
    courses.extend(course.added.iter().map(fewer_added));
    let joined = Components::new(view.map, mine);
    let open = own.tickets.iter().filter(|&ticket| !joined.joins(view.map.ticket(ticket)));
    courses.extend(open.map(|ticket| {
        let one = TicketSet::from_iter([ticket]);
        let dropped =
            if course.dropped.contains(ticket) { course.dropped.without(one) } else { course.dropped.union(one) };
        Course { dropped, ..course }
    }));
    courses.extend(todo.iter().map(|route| {
        let one = RouteSet::from_iter([route]);
        Course { avoided: course.avoided.union(one), added: course.added.without(one), ..course }
    }));
    let more_added = |route| Course { added: course.added.union(RouteSet::from_iter([route])), ..course };
    courses.extend(rewarding(view, own, todo).map(more_added));
    courses
}

/// The routes outside the plan that bring most points for the cards they still lack.
fn rewarding(view: &View<'_>, own: &Own, todo: RouteSet) -> impl Iterator<Item = RouteId> {
    let worth = |route: RouteId| {
        let route = view.map.route(route);
        let held = route.color.map_or(own.hand.most(), |color| own.hand.count(color)) + own.hand.wilds();
        f32::from(route.points) - MISSING_CARD * f32::from(route.cards.saturating_sub(held))
    };
    let mut routes: Vec<RouteId> = view.open_routes(own.seat).without(todo).iter().collect();
    sort_few(&mut routes, |&a, &b| worth(a) > worth(b));
    routes.into_iter().take(ADDED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot as _, Budget};
    use capolinea_engine::{FirstPlayer, Phase, Setup, State, Viewer};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng as _;

    /// Calls `check` at each turn of a game between planners on every map.
    fn at_each_turn(mut check: impl FnMut(&View<'_>, &Own, &Planner)) {
        for map in capolinea_maps::built_in().map(|built_in| &built_in.map) {
            let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [3; 32], pieces: None };
            let mut state = State::new(map, &setup).expect("the map is for two");
            let mut planners = [Planner::new(), Planner::new()];
            let mut rng = ChaCha8Rng::from_seed([0; 32]);
            while let Some(seat) = state.deciders().lowest() {
                let view = state.view(map, Viewer::Seat(seat));
                let planner = &mut planners[seat.index()];
                if matches!(state.public().phase, Phase::Turn { .. }) {
                    check(&view, view.own.expect("it is a seat"), planner);
                }
                let action = planner.choose(&view, Budget::NONE, &mut rng);
                state.apply(map, seat, action).expect("it is legal");
            }
        }
    }

    #[test]
    fn plans_keep_to_their_course() {
        let (mut around, mut with, mut without) = (0, 0, 0);
        at_each_turn(|view, own, planner| {
            for mut other in list(view, own, planner).into_iter().skip(1) {
                let (course, plan) = (other.course(), other.plan(view, own));
                assert!(plan.routes.intersection(course.avoided).is_empty());
                assert!(course.dropped.without(plan.dropped).is_empty());
                let added = course.added.intersection(plan.routes);
                around += course.avoided.len();
                with += added.len();
                without += course.dropped.len();
            }
        });
        assert!(around > 100 && with > 100 && without > 100, "{around} {with} {without}");
    }

    #[test]
    fn the_first_course_is_the_last_one_and_no_two_lead_to_the_same_plan() {
        at_each_turn(|view, own, planner| {
            let mut planners = list(view, own, planner);
            assert_eq!(planners[0].course(), planner.course());
            let mine = view.public.seats[own.seat].routes;
            let plans: Vec<_> = planners
                .iter_mut()
                .map(|planner| {
                    let (course, plan) = (planner.course(), planner.plan(view, own));
                    (plan.routes.without(mine), plan.dropped, course.draws_tickets, course.hurries)
                })
                .collect();
            assert!((1..plans.len()).all(|place| !plans[..place].contains(&plans[place])));
        });
    }
}
