//! The longest continuous path of a set of routes (U01, E09): no route twice, cities any number of times.
//!
//! Exact, and quick because little is left to search. Dead-end branches can only be the path's first or last part, so
//! they shrink to a number at the place they hang from. A place that is merely passed through vanishes into one longer
//! edge. A circle hanging from one place is always worth the round trip. What remains, mostly nothing, is searched with
//! a bound.

use crate::ids::{MAX_NODES, NodeId, NodeSet, RouteId, RouteSet};
use crate::map::Map;
use crate::rules::MAX_PIECES;
use arrayvec::ArrayVec;

/// A stretch of routes and how many pieces lie on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The routes.
    pub routes: RouteSet,
    /// The pieces on them.
    pub length: u16,
}

/// The longest continuous path over `routes`.
pub fn longest_trail(map: &Map, routes: RouteSet) -> Trail {
    search(map, routes)
}

/// The pieces on the longest continuous path over `routes`; quicker than the path itself.
pub fn longest_trail_length(map: &Map, routes: RouteSet) -> u16 {
    search(map, routes)
}

/// The data that the search keeps of a stretch of routes: the routes, or their length alone.
trait Stretch: Copy + Default {
    fn single(route: RouteId, length: u8) -> Self;
    fn and(self, other: Self) -> Self;
    fn length(self) -> u16;
}

impl Stretch for Trail {
    fn single(route: RouteId, length: u8) -> Self {
        Trail { routes: RouteSet(1 << route.0), length: u16::from(length) }
    }

    fn and(self, other: Trail) -> Trail {
        Trail { routes: self.routes.union(other.routes), length: self.length + other.length }
    }

    fn length(self) -> u16 {
        self.length
    }
}

impl Stretch for u16 {
    fn single(_route: RouteId, length: u8) -> Self {
        u16::from(length)
    }

    fn and(self, other: u16) -> u16 {
        self + other
    }

    fn length(self) -> u16 {
        self
    }
}

fn search<S: Stretch>(map: &Map, routes: RouteSet) -> S {
    let mut graph = Graph {
        places: [Junction::default(); MAX_NODES],
        touched: NodeSet::EMPTY,
        edges: ArrayVec::new(),
        best: S::default(),
    };
    graph.add(map, routes);
    graph.reduce();
    graph.search();
    graph.best
}

/// The routes of a trail in the order of travel.
pub fn trail_in_order(map: &Map, trail: RouteSet) -> Vec<RouteId> {
    let ends = |route: RouteId| map.route(route).nodes;
    let degree = |node| trail.iter().filter(|&route| ends(route).contains(&node)).count();
    let odd = trail.iter().flat_map(ends).find(|&node| degree(node) % 2 == 1);
    let Some(start) = odd.or_else(|| trail.lowest().map(|route| ends(route)[0])) else { return Vec::new() };
    // Hierholzer: walk on while there is an unused route, note the way back.
    let (mut unused, mut walk, mut order) = (trail, vec![(start, None)], Vec::new());
    while let Some(&(node, arrived_by)) = walk.last() {
        let onward = unused.iter().find(|&route| ends(route).contains(&node));
        if let Some(route) = onward {
            unused.remove(route);
            let [a, b] = ends(route);
            walk.push((if a == node { b } else { a }, Some(route)));
        } else {
            order.extend(arrived_by);
            walk.pop();
        }
    }
    order.reverse();
    order
}

struct Graph<S> {
    /// The edges, branches and circles at each node.
    places: [Junction<S>; MAX_NODES],
    /// The nodes at which anything is.
    touched: NodeSet,
    edges: ArrayVec<Edge<S>, MAX_PIECES>,
    best: S,
}

#[derive(Clone, Copy, Default)]
struct Junction<S> {
    /// The edges that end here, as bits.
    edges: u64,
    /// The two longest dead-end branches that hang from here.
    branches: [S; 2],
    /// Circles that begin and end here.
    circles: S,
}

#[derive(Clone, Copy)]
struct Edge<S> {
    ends: [u8; 2],
    stretch: S,
}

impl<S> Edge<S> {
    #[inline]
    fn other(&self, end: usize) -> usize {
        usize::from(if usize::from(self.ends[0]) == end { self.ends[1] } else { self.ends[0] })
    }
}

impl<S: Stretch> Graph<S> {
    fn add(&mut self, map: &Map, routes: RouteSet) {
        // Nobody has pieces for more routes than these.
        for id in routes.iter().take(MAX_PIECES) {
            let route = map.route(id);
            for node in route.nodes {
                self.places[node.index()].edges |= 1 << self.edges.len();
                self.touched.insert(node);
            }
            self.edges.push(Edge { ends: route.nodes.map(|node| node.0), stretch: S::single(id, route.spaces) });
        }
    }

    fn note(&mut self, stretch: S) {
        if stretch.length() > self.best.length() {
            self.best = stretch;
        }
    }

    /// Shrinks dead ends, places passed through, and circles, until nothing of the kind is left.
    fn reduce(&mut self) {
        let mut waiting = self.touched;
        while let Some(node) = waiting.pop_lowest() {
            let at = node.index();
            let place = &self.places[at];
            let edges = place.edges;
            match edges.count_ones() {
                1 => {
                    let edge = self.edges[edges.trailing_zeros() as usize];
                    let branch = place.branches[0].and(place.circles).and(edge.stretch);
                    self.turn_at(at);
                    let other = edge.other(at);
                    self.places[at].edges = 0;
                    self.places[other].edges &= !edges;
                    hang(&mut self.places[other], branch);
                    waiting.insert(NodeId(other as u8));
                }
                2 if place.branches[0].length() == 0 => {
                    let first = edges.trailing_zeros() as usize;
                    let second = 63 - edges.leading_zeros() as usize;
                    let stretch = self.edges[first].stretch.and(self.edges[second].stretch).and(place.circles);
                    let ends = [self.edges[first].other(at), self.edges[second].other(at)];
                    self.places[at].edges = 0;
                    for end in ends {
                        self.places[end].edges &= !edges;
                    }
                    if ends[0] == ends[1] {
                        let place = &mut self.places[ends[0]];
                        place.circles = place.circles.and(stretch);
                        waiting.insert(NodeId(ends[0] as u8));
                    } else {
                        self.edges[first] = Edge { ends: ends.map(|end| end as u8), stretch };
                        for end in ends {
                            self.places[end].edges |= 1 << first;
                        }
                    }
                }
                0 => self.turn_at(at),
                _ => {}
            }
        }
    }

    /// Notes the path that comes from one branch, goes round all circles and leaves by another branch.
    fn turn_at(&mut self, at: usize) {
        let Junction { branches: [first, second], circles, .. } = self.places[at];
        self.note(first.and(circles).and(second));
    }

    /// Searches what could not be shrunk, one connected part after the other.
    fn search(&mut self) {
        let mut seen = 0u128;
        for start in self.touched.iter().map(NodeId::index) {
            if self.places[start].edges == 0 || seen >> start & 1 == 1 {
                continue;
            }
            let part = self.part_of(start);
            seen |= part;
            let (mut edges, mut length, mut branch) = (0u64, 0, 0);
            for at in bits(part) {
                let place = &self.places[at];
                edges |= place.edges;
                length += place.circles.length();
                branch = branch.max(place.branches[0].length());
            }
            let lengths = || bits(u128::from(edges)).map(|edge| self.edges[edge].stretch.length());
            length += lengths().sum::<u16>();
            let shortest = lengths().min().unwrap_or(0);
            let is_odd = |at: &usize| self.places[*at].edges.count_ones() % 2 == 1;
            let odd = bits(part).filter(is_odd).fold(0, |odd, at| odd | 1u128 << at);
            for at in bits(part) {
                let place = &self.places[at];
                // A longest path ends where nothing leads on: at the tip of a branch, or at a place with an odd
                // number of edges; or it is a circle through everything, and may begin anywhere.
                let is_end = place.branches[0].length() > 0 || odd >> at & 1 == 1 || at == start;
                if is_end {
                    let mut walk = Walk { graph: self, start: at, branch, shortest };
                    walk.go(at, S::default(), Rest { edges, odd, length }, 0);
                }
            }
        }
    }

    fn part_of(&self, start: usize) -> u128 {
        let mut part = 1u128 << start;
        let mut border = part;
        while border != 0 {
            let near = bits(border).flat_map(|at| {
                bits(u128::from(self.places[at].edges)).map(move |edge| 1u128 << self.edges[edge].other(at))
            });
            border = near.fold(0, |all, place| all | place) & !part;
            part |= border;
        }
        part
    }
}

/// Remembers a branch if it is one of the two longest.
fn hang<S: Stretch>(place: &mut Junction<S>, branch: S) {
    let [first, second] = &mut place.branches;
    if branch.length() > first.length() {
        *second = *first;
        *first = branch;
    } else if branch.length() > second.length() {
        *second = branch;
    }
}

/// The places of the ones in a number.
fn bits(mut number: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if number == 0 {
            return None;
        }
        let place = number.trailing_zeros() as usize;
        number &= number - 1;
        Some(place)
    })
}

struct Walk<'a, S> {
    graph: &'a mut Graph<S>,
    start: usize,
    /// The longest branch anywhere.
    branch: u16,
    /// The shortest edge.
    shortest: u16,
}

/// The parts that a walk has not used yet.
#[derive(Clone, Copy)]
struct Rest {
    edges: u64,
    /// The places where an odd number of edges is left.
    odd: u128,
    /// The length of all edges and circles.
    length: u16,
}

impl<S: Stretch> Walk<'_, S> {
    /// Goes on from a place by every unused edge.
    fn go(&mut self, at: usize, walked: S, rest: Rest, visited: u128) {
        let place = &self.graph.places[at];
        let (mut walked, mut rest) = (walked, rest);
        if visited == 0 {
            walked = place.branches[0];
        }
        if visited >> at & 1 == 0 {
            walked = walked.and(place.circles);
            rest.length -= place.circles.length();
        }
        let visited = visited | 1 << at;
        let last = place.branches[usize::from(at == self.start)];
        let onward = place.edges & rest.edges;
        self.graph.note(walked.and(last));
        // A walk leaves an edge over at every other place that has an odd number of them, except the last; one edge
        // serves two places.
        let odd = (rest.odd & !(1 << at)).count_ones() as u16;
        let most = walked.length() + rest.length + self.branch - odd / 2 * self.shortest;
        for edge in bits(u128::from(onward)) {
            if most <= self.graph.best.length() {
                return;
            }
            let stretch = self.graph.edges[edge].stretch;
            let other = self.graph.edges[edge].other(at);
            let rest = Rest {
                edges: rest.edges & !(1 << edge),
                odd: rest.odd ^ 1 << at ^ 1 << other,
                length: rest.length - stretch.length(),
            };
            self.go(other, walked.and(stretch), rest, visited);
        }
    }
}
