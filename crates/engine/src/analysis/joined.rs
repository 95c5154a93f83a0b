//! Groups of places that are joined with each other.

use crate::ids::{MAX_NODES, NodeId, NodeSet, RouteSet};
use crate::map::{Map, Ticket};
use arrayvec::ArrayVec;

/// Nodes that are joined with each other, group by group. A node that is joined with no other is in no group.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    groups: ArrayVec<NodeSet, { MAX_NODES / 2 }>,
}

impl Joined {
    /// The groups that `routes` make.
    pub fn new(map: &Map, routes: RouteSet) -> Self {
        let mut joined = Joined::default();
        for route in routes {
            joined.join(map.route(route).nodes);
        }
        joined
    }

    /// Joins two nodes, and all that are joined with them.
    pub fn join(&mut self, ends: [NodeId; 2]) {
        let mut all: NodeSet = ends.into_iter().collect();
        self.groups.retain(|group| {
            let meets = !group.intersection(all).is_empty();
            if meets {
                all = all.union(*group);
            }
            !meets
        });
        self.groups.push(all);
    }

    /// The nodes joined with any of `nodes`, and these.
    #[inline]
    pub fn around(&self, nodes: NodeSet) -> NodeSet {
        let met = self.groups.iter().filter(|group| !group.intersection(nodes).is_empty());
        met.fold(nodes, |all, group| all.union(*group))
    }

    /// Whether the ticket's ends are joined.
    pub fn joins(&self, ticket: &Ticket) -> bool {
        let [starts, ends] = ticket.ends;
        !self.around(starts).intersection(ends).is_empty()
    }
}
