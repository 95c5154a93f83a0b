//! The cheapest routes that join several pairs of places (a Steiner forest), exactly, for a handful of pairs.
//!
//! By Dreyfus and Wagner: the cheapest tree that holds a set of ends and reaches a place is either two trees of fewer ends that
//! meet there, or such a tree and a path from elsewhere. The pairs are then shared out among trees in the cheapest way.

use super::{RouteCosts, Ways};
use crate::few::sort_few;
use crate::ids::{MAX_NODES, NodeId, NodeSet, RouteId, RouteSet, TicketId};
use crate::map::Map;

/// The most ends that are joined exactly: the work triples with each.
const MAX_ENDS: usize = 12;
/// More than any network costs, and small enough that sums don't overflow.
const FAR: i32 = i32::MAX / 8;

/// A board on which places that are already joined count as one.
pub(super) struct Forest {
    /// How many places there are.
    size: usize,
    /// The place of each node.
    place_of: [u8; MAX_NODES],
    /// The cheapest route between each two places, and its cost.
    routes: Vec<RouteId>,
    costs: Vec<i32>,
    /// The cost of the cheapest path between each two places.
    distances: Vec<i32>,
    /// The ends to be joined; an end may be any one of several places.
    ends: Vec<Vec<usize>>,
    /// For each set of ends without the last one, for each place, the cost of the cheapest tree that joins them with it. Costs
    /// are signed because the smaller of two signed numbers is found faster.
    trees: Vec<i32>,
    found: RouteSet,
}

/// A tree that joins some ends with a place.
struct Tree {
    ends: usize,
    place: usize,
    cost: i32,
}

impl Forest {
    /// The board as it is for a player.
    pub(super) fn new(ways: &Ways<'_>, by_route: &RouteCosts) -> Self {
        let mut place_of = [u8::MAX; MAX_NODES];
        let mut size = 0;
        for node in (0..ways.map.node_count()).map(|node| NodeId(node as u8)) {
            if place_of[node.index()] == u8::MAX {
                for same in ways.joined.around([node].into_iter().collect()) {
                    place_of[same.index()] = size;
                }
                size += 1;
            }
        }
        let size = usize::from(size);
        let mut forest = Forest {
            size,
            place_of,
            routes: vec![RouteId(0); size * size],
            costs: vec![FAR; size * size],
            distances: Vec::new(),
            ends: Vec::new(),
            trees: Vec::new(),
            found: RouteSet::EMPTY,
        };
        for id in ways.open {
            let cost = i32::try_from(by_route[id.index()]).map_or(FAR, |cost| cost.min(FAR));
            let [a, b] = ways.map.route(id).nodes.map(|node| usize::from(place_of[node.index()]));
            if a != b && cost < forest.costs[a * size + b] {
                for pair in [a * size + b, b * size + a] {
                    (forest.costs[pair], forest.routes[pair]) = (cost, id);
                }
            }
        }
        forest.measure();
        forest
    }

    /// Computes all distances (Floyd and Warshall).
    fn measure(&mut self) {
        let size = self.size;
        self.distances = self.costs.clone();
        for place in 0..size {
            self.distances[place * size + place] = 0;
        }
        for over in 0..size {
            let onward = self.distances[over * size..][..size].to_vec();
            for row in self.distances.chunks_exact_mut(size) {
                let first = row[over];
                if first < FAR {
                    for (distance, rest) in row.iter_mut().zip(&onward) {
                        *distance = (*distance).min(first + rest);
                    }
                }
            }
        }
    }

    /// The cheapest routes that join both ends of every ticket; `None` if there are too many ends, or no such routes.
    pub(super) fn join(&mut self, map: &Map, tickets: &[TicketId]) -> Option<RouteSet> {
        if tickets.is_empty() {
            return Some(RouteSet::EMPTY);
        }
        let groups = self.group(map, tickets)?;
        self.grow();
        // The cheapest way to share out the groups among trees, for each set of groups.
        let all = (1usize << groups.len()) - 1;
        let ends_of = |set: usize| {
            let held = (0..groups.len()).filter(|group| set >> group & 1 == 1);
            held.fold(0, |ends, group| ends | groups[group])
        };
        let by_set: Vec<i32> = (0..=all).map(|set| self.whole_tree(ends_of(set)).cost).collect();
        let mut cheapest: Vec<(i32, usize)> = vec![(0, 0)];
        for set in 1..=all {
            let shares = parts_with_lowest(set).chain([set]);
            let cost = |part: usize| by_set[part].saturating_add(cheapest[set ^ part].0);
            let best = shares.map(|part| (cost(part), part)).min()?;
            cheapest.push(best);
        }
        if cheapest[all].0 >= FAR {
            return None;
        }
        let mut rest = all;
        while rest != 0 {
            let part = cheapest[rest].1;
            let Tree { ends, place, .. } = self.whole_tree(ends_of(part));
            self.trace(ends, place);
            rest ^= part;
        }
        Some(self.found)
    }

    /// Numbers the ends of the tickets, and groups those that have to be in one tree.
    fn group(&mut self, map: &Map, tickets: &[TicketId]) -> Option<Vec<usize>> {
        let mut groups: Vec<usize> = Vec::new();
        for &ticket in tickets {
            let [a, b] = map.ticket(ticket).ends.map(|nodes| self.end(nodes));
            if self.ends.len() > MAX_ENDS {
                return None;
            }
            let mut group = 1 << a | 1 << b;
            groups.retain(|other| {
                let meets = other & group != 0;
                if meets {
                    group |= other;
                }
                !meets
            });
            groups.push(group);
        }
        Some(groups)
    }

    /// The number of an end. Ends at the same place are the same; but two tickets to one country may end at different places.
    fn end(&mut self, nodes: NodeSet) -> usize {
        let mut places: Vec<usize> = nodes.iter().map(|node| usize::from(self.place_of[node.index()])).collect();
        sort_few(&mut places, |a, b| a < b);
        places.dedup();
        let known = self.ends.iter().position(|end| places.len() == 1 && *end == places);
        known.unwrap_or_else(|| {
            self.ends.push(places);
            self.ends.len() - 1
        })
    }

    /// The costs of the trees that join these ends with each place.
    fn tree(&self, ends: usize) -> &[i32] {
        &self.trees[ends * self.size..][..self.size]
    }

    /// The cheapest tree that joins these ends: if the last one is among them, a tree of the others that reaches it.
    fn whole_tree(&self, ends: usize) -> Tree {
        let last = self.ends.len() - 1;
        let others = ends & !(1 << last);
        let at = |place: usize| Tree { ends: others, place, cost: self.tree(others)[place] };
        let trees: Vec<Tree> = if others == ends {
            (0..self.size).map(at).collect()
        } else {
            self.ends[last].iter().map(|&place| at(place)).collect()
        };
        trees.into_iter().min_by_key(|tree| tree.cost).unwrap_or(Tree { ends: others, place: 0, cost: FAR })
    }

    fn distance(&self, a: usize, b: usize) -> i32 {
        self.distances[a * self.size + b]
    }

    /// Computes the cost of every tree, from few ends to many.
    fn grow(&mut self) {
        let size = self.size;
        let sets = 1usize << (self.ends.len() - 1);
        self.trees = vec![FAR; size * sets];
        // Joining no ends costs nothing.
        self.trees[..size].fill(0);
        let mut met = vec![FAR; size];
        for ends in 1..sets {
            met.fill(FAR);
            if ends.is_power_of_two() {
                for &place in &self.ends[ends.trailing_zeros() as usize] {
                    met[place] = 0;
                }
            }
            for part in parts_with_lowest(ends) {
                let trees = self.tree(part).iter().zip(self.tree(ends ^ part));
                for (cost, (one, other)) in met.iter_mut().zip(trees) {
                    *cost = (*cost).min(one + other);
                }
            }
            reach(&met, &self.distances, &mut self.trees[ends * size..][..size]);
        }
    }

    /// Finds the routes of the cheapest tree that joins these ends with a place.
    fn trace(&mut self, ends: usize, place: usize) {
        let cost = self.tree(ends)[place];
        if ends.is_power_of_two() {
            let starts = self.ends[ends.trailing_zeros() as usize].iter();
            let start = starts.copied().find(|&start| self.distance(start, place) == cost);
            start.into_iter().for_each(|start| self.trace_path(start, place));
            return;
        }
        for meeting in 0..self.size {
            let path = self.distance(meeting, place);
            let makes = |part: &usize| self.tree(*part)[meeting] + self.tree(ends ^ part)[meeting] + path == cost;
            if let Some(part) = parts_with_lowest(ends).find(makes) {
                self.trace_path(meeting, place);
                self.trace(part, meeting);
                self.trace(ends ^ part, meeting);
                return;
            }
        }
    }

    /// Finds the routes of the cheapest path between two places.
    fn trace_path(&mut self, from: usize, to: usize) {
        let mut here = from;
        while here != to {
            let rest = self.distance(here, to);
            let is_next =
                |&next: &usize| next != here && self.costs[here * self.size + next] + self.distance(next, to) == rest;
            let Some(next) = (0..self.size).find(is_next) else { return };
            self.found.insert(self.routes[here * self.size + next]);
            here = next;
        }
    }
}

/// The cost of reaching each place from any place where trees have met.
fn reach(met: &[i32], distances: &[i32], costs: &mut [i32]) {
    let size = met.len();
    let cheapest = (0..size).min_by_key(|&place| met[place]);
    for place in cheapest.into_iter().chain(0..size) {
        // If another place reaches this one for less, no cheaper path starts here.
        if met[place] < costs[place] {
            for (cost, distance) in costs.iter_mut().zip(&distances[place * size..][..size]) {
                *cost = (*cost).min(met[place] + distance);
            }
        }
    }
}

/// Every proper subset that contains the lowest bit.
fn parts_with_lowest(set: usize) -> impl Iterator<Item = usize> {
    let lowest = set & set.wrapping_neg();
    let others = set ^ lowest;
    let mut rest = others;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        rest = (rest - 1) & others;
        Some(rest | lowest)
    })
}
