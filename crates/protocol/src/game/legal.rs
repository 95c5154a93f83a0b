//! Legal actions as messages. The engine decides what is legal and groups it.

use capolinea_engine::ids::{LocationSet, TouristKind};
use capolinea_engine::legal::{self, ActionGroups, SiteGroup};
use capolinea_engine::{Action, Color, LocationId, Payment, RouteSet, sort_few};
use serde::Serialize;

/// The legal actions of a viewer. Actions that are left out of a message are not possible.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LegalChoices {
    /// `claim_route`: any of a group's routes with any of its payments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ClaimChoice>>"))]
    pub claims: Vec<ClaimChoice>,
    /// `build_station`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stations: Option<StationChoice>,
    /// `draw_open`: the places of the market.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u8>>"))]
    pub draw_open: Vec<u8>,
    /// `draw_blind`.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub draw_blind: bool,
    /// `draw_tickets`.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub draw_tickets: bool,
    /// `keep_tickets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub keep: Option<KeepChoice>,
    /// `choose_split`: how many from the first deck and how many from the second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<SplitChoice>>"))]
    pub splits: Vec<SplitChoice>,
    /// `place_tourists`: any of the kinds at any of the locations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub place: Option<PlaceChoice>,
    /// `pay_tunnel`: the possible numbers of wilds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u8>>"))]
    pub pay_tunnel: Vec<u8>,
    /// `leave_tunnel`.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub leave_tunnel: bool,
    /// `take_passenger`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PassengerChoice>>"))]
    pub passengers: Vec<PassengerChoice>,
    /// `leave_passengers`.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub leave_passengers: bool,
    /// `take_tourist`: where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LocationId>>"))]
    pub tourists: Vec<LocationId>,
    /// `pass`.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub pass: bool,
}

fn is_false(possible: &bool) -> bool {
    !possible
}

/// Routes that can be paid for in the same ways.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClaimChoice {
    /// The routes.
    pub routes: RouteSet,
    /// The payments, from few wilds to many: the first is the sensible one for its colour.
    pub payments: Vec<Payment>,
}

/// Where a station may be built, and how it may be paid for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StationChoice {
    /// The cities.
    pub locations: Vec<LocationId>,
    /// The payments, from few wilds to many.
    pub payments: Vec<Payment>,
}

/// How many of the offered tickets must be kept: any number from the fewest to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeepChoice {
    /// How many are offered.
    pub offered: u8,
    /// How many must be kept at least.
    pub at_least: u8,
}

/// A split of the tickets to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SplitChoice {
    /// How many from the first deck.
    pub first: u8,
    /// How many from the second.
    pub second: u8,
}

/// Which stacks may be placed, and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceChoice {
    /// The kinds.
    pub kinds: Vec<TouristKind>,
    /// The locations.
    pub locations: Vec<LocationId>,
}

/// A passenger that may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassengerChoice {
    /// Where.
    pub location: LocationId,
    /// The passenger's colour.
    pub color: Color,
}

impl From<ActionGroups> for LegalChoices {
    fn from(groups: ActionGroups) -> Self {
        let mut legal = LegalChoices {
            claims: groups.claims.into_iter().map(ClaimChoice::from).collect(),
            keep: groups.keep.map(KeepChoice::from),
            ..LegalChoices::default()
        };
        for SiteGroup { locations, at_first, .. } in groups.sites {
            at_first.into_iter().for_each(|action| legal.add_at(locations, action));
        }
        if let Some(stations) = &mut legal.stations {
            sort_few(&mut stations.payments, |a, b| a.wilds < b.wilds);
        }
        groups.single.into_iter().for_each(|action| legal.add(action));
        legal
    }
}

impl LegalChoices {
    /// Adds an action that belongs to no group.
    fn add(&mut self, action: Action) {
        match action {
            Action::ChooseSplit { first, second } => self.splits.push(SplitChoice { first, second }),
            Action::DrawOpen { slot } => self.draw_open.push(slot),
            Action::DrawBlind => self.draw_blind = true,
            Action::DrawTickets => self.draw_tickets = true,
            Action::PayTunnel { wilds } => self.pay_tunnel.push(wilds),
            Action::LeaveTunnel => self.leave_tunnel = true,
            Action::TakePassenger { location, color } => self.passengers.push(PassengerChoice { location, color }),
            Action::LeavePassengers => self.leave_passengers = true,
            Action::TakeTourist { location } => self.tourists.push(location),
            Action::Pass => self.pass = true,
            Action::KeepTickets { .. }
            | Action::ClaimRoute { .. }
            | Action::BuildStation { .. }
            | Action::PlaceTourists { .. } => unreachable!("the engine puts these in groups"),
        }
    }

    /// Adds an action that a mechanic can do at each of these locations.
    fn add_at(&mut self, locations: LocationSet, action: Action) {
        if let Action::BuildStation { payment, .. } = action {
            let new = || StationChoice { locations: locations.iter().collect(), payments: Vec::new() };
            self.stations.get_or_insert_with(new).payments.push(payment);
        } else if let Action::PlaceTourists { kind, .. } = action {
            let new = || PlaceChoice { locations: locations.iter().collect(), kinds: Vec::new() };
            self.place.get_or_insert_with(new).kinds.push(kind);
        } else {
            unreachable!("a mechanic that offers an action at locations needs a field of this message")
        }
    }
}

impl From<legal::ClaimGroup> for ClaimChoice {
    fn from(group: legal::ClaimGroup) -> Self {
        ClaimChoice { routes: group.routes, payments: group.payments }
    }
}

impl From<legal::KeepGroup> for KeepChoice {
    fn from(group: legal::KeepGroup) -> Self {
        KeepChoice { offered: group.offered, at_least: group.at_least }
    }
}
