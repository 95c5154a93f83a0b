//! Courses to try: each differs in one thing from the one that a planner follows.

use crate::planner::{Course, Planner};
use capolinea_engine::analysis::Components;
use capolinea_engine::{Own, RouteId, RouteSet, TicketSet, View, sort_few};

/// How many routes are thought of that no ticket needs.
const ADDED: usize = 6;
/// What a card that a route still lacks takes from its points, where routes are ranked.
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
