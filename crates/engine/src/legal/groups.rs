//! Legal actions in groups, for programs that show them or send them on: the same actions as in the numbered list.

use super::{GroupKind, List, decider, draw};
use crate::action::Action;
use crate::cards::Payment;
use crate::ids::{LocationSet, RouteSet, TouristSet};
use crate::map::PriceClass;
use crate::view::{Own, View};

/// The legal actions of one viewer, sorted by kind. Every action that a group stands for is legal, and every legal action is in
/// exactly one group or single.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionGroups {
    /// Routes that may be claimed, by price, in the order of the first route of each price.
    pub claims: Vec<ClaimGroup>,
    /// Stations that may be built.
    pub stations: Option<StationGroup>,
    /// Stacks of tourist tokens that may be placed.
    pub placements: Option<PlacementGroup>,
    /// Tickets that may be kept.
    pub keep: Option<KeepGroup>,
    /// All other actions, in the order of the numbered list.
    pub single: Vec<Action>,
}

/// Claims: any of the routes with any of the payments.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimGroup {
    /// The routes.
    pub routes: RouteSet,
    /// The payments, from few wilds to many.
    pub payments: Vec<Payment>,
}

/// Stations: at any of the locations with any of the payments.
#[derive(Clone, Debug, PartialEq)]
pub struct StationGroup {
    /// The locations.
    pub locations: LocationSet,
    /// The payments, from few wilds to many.
    pub payments: Vec<Payment>,
}

/// Stacks of tourist tokens: any of the kinds at any of the locations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacementGroup {
    /// The kinds.
    pub kinds: TouristSet,
    /// The locations.
    pub locations: LocationSet,
}

/// Tickets: any of those offered, at least so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeepGroup {
    /// How many are offered.
    pub offered: u8,
    /// The fewest that must be kept.
    pub at_least: u8,
}

impl ActionGroups {
    /// The groups of what the viewer may do now: none for a spectator, or while others decide.
    pub fn new(view: &View<'_>) -> Self {
        let mut groups = ActionGroups::default();
        if let Some(own) = decider(view) {
            let mut list = List::empty();
            list.fill(view, own);
            groups.add_list(view, own, &list);
        }
        groups
    }

    /// Sorts the numbered list, which alone decides what is legal.
    fn add_list(&mut self, view: &View<'_>, own: &Own, list: &List) {
        let draws = (0..u8::BITS).filter(|bit| list.draws >> bit & 1 == 1);
        self.single.extend(draws.map(draw));
        for &action in &list.single {
            self.add(own, action);
        }
        if list.groups.is_empty() {
            return;
        }
        for PriceClass { price, routes } in &view.map.tables.prices {
            let routes = routes.intersection(list.routes);
            if !routes.is_empty() && price.ways(&own.hand) > 0 {
                self.claims.push(ClaimGroup { routes, payments: price.payments_by_wilds(&own.hand).collect() });
            }
        }
        for group in &list.groups {
            match group.kind {
                // The claims of these are sorted by price instead.
                GroupKind::Colored { .. } | GroupKind::AllWild | GroupKind::Gray { .. } => {}
                GroupKind::Sites { mechanic, part, sites } => {
                    let locations = list.sites[usize::from(sites)];
                    let ways = usize::from(group.ways);
                    let at = |location| move |way| mechanic.at_site(view, own, part, location, way);
                    for action in locations.iter().flat_map(|location| (0..ways).filter_map(at(location))) {
                        self.add_at_site(view, own, locations, action);
                    }
                }
            }
        }
    }

    /// Adds an action of a mechanic at one of these locations. Those of the known kinds become one group.
    fn add_at_site(&mut self, view: &View<'_>, own: &Own, locations: LocationSet, action: Action) {
        if let Action::BuildStation { .. } = action {
            if self.stations.is_none() {
                let payments = view.next_station_price().map(|price| price.payments_by_wilds(&own.hand).collect());
                self.stations = payments.map(|payments| StationGroup { locations, payments });
            }
        } else if let Action::PlaceTourists { kind, .. } = action {
            let placements = self.placements.get_or_insert_default();
            placements.locations = locations;
            placements.kinds.insert(kind);
        } else {
            self.single.push(action);
        }
    }

    /// Adds an action that is listed by itself: choices of tickets become one group.
    fn add(&mut self, own: &Own, action: Action) {
        if let Action::KeepTickets { offered } = action {
            let count = offered.count_ones() as u8;
            let keep = self.keep.get_or_insert(KeepGroup { offered: own.offer.len(), at_least: count });
            keep.at_least = keep.at_least.min(count);
        } else {
            self.single.push(action);
        }
    }

    /// Every action that the groups stand for.
    pub fn actions(&self) -> Vec<Action> {
        let mut all = self.single.clone();
        for ClaimGroup { routes, payments } in &self.claims {
            for route in *routes {
                all.extend(payments.iter().map(|&payment| Action::ClaimRoute { route, payment }));
            }
        }
        if let Some(StationGroup { locations, payments }) = &self.stations {
            for location in *locations {
                all.extend(payments.iter().map(|&payment| Action::BuildStation { location, payment }));
            }
        }
        if let Some(PlacementGroup { kinds, locations }) = self.placements {
            for kind in kinds {
                all.extend(locations.iter().map(|location| Action::PlaceTourists { kind, location }));
            }
        }
        if let Some(KeepGroup { offered, at_least }) = self.keep {
            let is_enough = |chosen: &u8| chosen.count_ones() >= u32::from(at_least);
            all.extend((0..1u8 << offered).filter(is_enough).map(|offered| Action::KeepTickets { offered }));
        }
        all
    }
}
