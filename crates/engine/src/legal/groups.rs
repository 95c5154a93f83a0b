//! Legal actions in groups, for programs that show them or send them on: the same actions as in the numbered list.

use super::{GroupKind, List, decider, draw};
use crate::action::Action;
use crate::cards::Payment;
use crate::ids::{LocationId, LocationSet, RouteSet};
use crate::map::PriceClass;
use crate::mechanics::MechanicKind;
use crate::view::{Own, View};

/// The legal actions of one viewer, sorted by kind. Every action that a group stands for is legal, and every legal action is in
/// exactly one group or single.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionGroups {
    /// Routes that may be claimed, by price, in the order of the first route of each price.
    pub claims: Vec<ClaimGroup>,
    /// The actions of mechanics at locations: stations that may be built, stacks of tokens that may be placed.
    pub sites: Vec<SiteGroup>,
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

/// The actions of a mechanic at locations: the same at each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteGroup {
    /// The locations.
    pub locations: LocationSet,
    /// The actions at the first of them.
    pub at_first: Vec<Action>,
    mechanic: MechanicKind,
    /// The mechanic's own numbers of the groups in the list, each with the number of payments.
    parts: Vec<(u8, usize)>,
}

impl SiteGroup {
    fn actions_at<'a>(
        &'a self,
        view: &'a View<'_>,
        own: &'a Own,
        location: LocationId,
    ) -> impl Iterator<Item = Action> + 'a {
        let ways = self.parts.iter().flat_map(|&(part, ways)| (0..ways).map(move |way| (part, way)));
        ways.filter_map(move |(part, way)| self.mechanic.at_site(view, own, part, location, way))
    }
}

/// Tickets: any of those offered, at least `at_least`.
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

    /// Sorts the numbered list, which is the only source of legality.
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
        self.add_sites(view, own, list);
    }

    /// Adds what mechanics do at locations. The claims among the groups are sorted by price already.
    fn add_sites(&mut self, view: &View<'_>, own: &Own, list: &List) {
        for (number, &locations) in list.sites.iter().enumerate() {
            let mut parts = Vec::new();
            let mut mechanic = None;
            for group in &list.groups {
                if let GroupKind::Sites { mechanic: by, part, sites } = group.kind
                    && usize::from(sites) == number
                {
                    mechanic = Some(by);
                    parts.push((part, usize::from(group.ways)));
                }
            }
            let (Some(mechanic), Some(first)) = (mechanic, locations.lowest()) else { continue };
            let mut group = SiteGroup { locations, at_first: Vec::new(), mechanic, parts };
            group.at_first = group.actions_at(view, own, first).collect();
            self.sites.push(group);
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

    /// Every action that the groups of this view stand for.
    pub fn actions(&self, view: &View<'_>) -> Vec<Action> {
        let mut all = self.single.clone();
        for ClaimGroup { routes, payments } in &self.claims {
            for route in *routes {
                all.extend(payments.iter().map(|&payment| Action::ClaimRoute { route, payment }));
            }
        }
        for group in &self.sites {
            let Some(own) = view.own else { break };
            all.extend(group.locations.iter().flat_map(|location| group.actions_at(view, own, location)));
        }
        if let Some(KeepGroup { offered, at_least }) = self.keep {
            let is_enough = |chosen: &u8| chosen.count_ones() >= u32::from(at_least);
            all.extend((0..1u8 << offered).filter(is_enough).map(|offered| Action::KeepTickets { offered }));
        }
        all
    }
}
