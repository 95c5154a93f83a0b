//! Which places a set of routes joins.

use crate::ids::{MAX_NODES, NodeId, RouteId, RouteSet};
use crate::map::{Map, Route, Ticket};
use std::collections::VecDeque;

/// The nodes of the network, sorted into those that are joined.
#[derive(Clone, Copy, Debug)]
pub struct Components {
    /// Each node's parent in a forest; a root is its own.
    parents: [u8; MAX_NODES],
}

impl Components {
    /// Every node by itself.
    #[inline]
    fn apart(nodes: usize) -> Self {
        let mut parents = [0; MAX_NODES];
        for (node, parent) in parents[..nodes].iter_mut().enumerate() {
            *parent = node as u8;
        }
        Components { parents }
    }

    /// The components that `routes` make, on a map with `nodes` nodes.
    pub(crate) fn joined<'a>(nodes: usize, routes: impl Iterator<Item = &'a Route>) -> Self {
        let mut components = Self::apart(nodes);
        for route in routes {
            components.join(route.nodes);
        }
        components
    }

    /// The nodes that a player's `routes` join.
    #[inline]
    pub fn new(map: &Map, routes: RouteSet) -> Self {
        Self::joined(map.node_count(), routes.iter().map(|route| map.route(route)))
    }

    /// Joins the two ends of one more route; returns whether they were separate before.
    #[inline]
    pub fn join(&mut self, ends: [NodeId; 2]) -> bool {
        let [a, b] = ends.map(|node| self.find(node));
        self.parents[usize::from(a)] = b;
        a != b
    }

    #[inline]
    fn find(&mut self, node: NodeId) -> u8 {
        let mut at = node.0 & (MAX_NODES as u8 - 1);
        loop {
            let parent = self.parents[usize::from(at)];
            if parent == at {
                return at;
            }
            let above = self.parents[usize::from(parent)];
            self.parents[usize::from(at)] = above;
            at = above;
        }
    }

    /// The node that stands for all those joined with `node`.
    #[inline]
    pub fn root(&self, node: NodeId) -> NodeId {
        let mut at = node.0;
        while self.parents[usize::from(at)] != at {
            at = self.parents[usize::from(at)];
        }
        NodeId(at)
    }

    /// Whether the two ends of `ticket` are joined (C31, G05).
    #[inline]
    pub fn joins(&self, ticket: &Ticket) -> bool {
        let [starts, ends] = ticket.ends;
        starts.iter().any(|start| {
            let root = self.root(start);
            ends.iter().any(|end| self.root(end) == root)
        })
    }
}

/// The path over `routes` that completes `ticket` with the fewest pieces, from its first end to its second.
pub fn ticket_path(map: &Map, routes: RouteSet, ticket: &Ticket) -> Option<Vec<RouteId>> {
    let [starts, ends] = ticket.ends;
    let mut best: Vec<Option<(u16, Option<RouteId>)>> = vec![None; map.node_count()];
    let mut queue = VecDeque::new();
    for start in starts {
        best[start.index()] = Some((0, None));
        queue.push_back(start);
    }
    while let Some(node) = queue.pop_front() {
        let Some((length, _)) = best[node.index()] else { continue };
        for id in routes {
            let route = map.route(id);
            let Some(next) = route.other_end(node) else { continue };
            let longer = length + u16::from(route.spaces);
            if best[next.index()].is_none_or(|(known, _)| longer < known) {
                best[next.index()] = Some((longer, Some(id)));
                queue.push_back(next);
            }
        }
    }
    let reached = ends.into_iter().filter_map(|end| Some((best[end.index()]?.0, end)));
    let (_, mut node) = reached.min()?;
    let mut path = Vec::new();
    while let Some((_, Some(id))) = best[node.index()] {
        path.push(id);
        let [a, b] = map.route(id).nodes;
        node = if a == node { b } else { a };
    }
    path.reverse();
    Some(path)
}
