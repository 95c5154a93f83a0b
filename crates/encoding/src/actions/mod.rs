//! One flat numbering of actions per map. A number means the same in every game on the map.

mod legend;
mod mask;
mod table;

use capolinea_engine::cards::Price;
use capolinea_engine::ids::MAX_LOCATIONS;
use capolinea_engine::{Action, Card, Color, LocationId, Map, Payment, RouteId, RouteSet, View};
use std::fmt;
use std::str::FromStr;

/// Which payments have numbers of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Payments {
    /// Every payment: each colour with each number of wilds, and wilds alone.
    #[default]
    All,
    /// One payment for each colour: the one with the fewest wilds that the hand allows. A smaller numbering.
    FewestWilds,
}

impl Payments {
    /// Both.
    pub const ALL: [Payments; 2] = [Payments::All, Payments::FewestWilds];

    /// Its name in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Payments::All => "all",
            Payments::FewestWilds => "fewest_wilds",
        }
    }
}

impl fmt::Display for Payments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that is not a choice of payments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a choice of payments; write `all` or `fewest_wilds`")]
pub struct UnknownPayments(String);

impl FromStr for Payments {
    type Err = UnknownPayments;

    fn from_str(word: &str) -> Result<Self, UnknownPayments> {
        Payments::ALL.into_iter().find(|known| known.as_str() == word).ok_or_else(|| UnknownPayments(word.into()))
    }
}

/// The meaning of a number. All but the first need a view to become an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActionEntry {
    /// Always the same action.
    Fixed(Action),
    /// The first card of this kind in the market.
    DrawCard(Card),
    /// A claim with the fewest wilds: in this colour, or wilds alone.
    Claim { route: RouteId, color: Option<Color> },
    /// A station with the fewest wilds: in this colour, or wilds alone.
    Build { location: LocationId, color: Option<Color> },
    /// A tunnel's extra cards with the fewest wilds.
    PayTunnel,
}

/// The numbering of one map's actions.
#[derive(Clone, Debug)]
pub struct ActionSpace {
    payments: Payments,
    /// The meaning of each number.
    entries: Vec<ActionEntry>,
    starts: Starts,
    /// The first number of each route's claims, by route.
    claims: Vec<u16>,
    /// The gray routes of each price.
    gray: Vec<PriceClass>,
    /// The first number of each location's stations, by location; `NONE` where none can stand.
    stations: [u16; MAX_LOCATIONS],
    /// The most cards a station costs; 0 on a map without stations.
    station_price: u8,
    /// The first number of each location's passengers, by location; `NONE` where none ever wait.
    passengers: [u16; MAX_LOCATIONS],
    /// How many locations the map has.
    locations: u16,
}

/// No number: more than any numbering has.
const NONE: u16 = u16::MAX;

/// The first number of each kind of action; `NONE` where the map has no such action.
#[derive(Clone, Copy, Debug)]
struct Starts {
    pass: u16,
    draw_card: u16,
    draw_blind: u16,
    draw_tickets: u16,
    keep: u16,
    /// After the last choice of tickets.
    keep_end: u16,
    split: u16,
    split_end: u16,
    pay_tunnel: u16,
    pay_tunnel_end: u16,
    leave_tunnel: u16,
    leave_passengers: u16,
    place_tourists: u16,
    take_tourist: u16,
}

/// Gray routes that cost the same: their payments have numbers in the same order.
#[derive(Clone, Debug)]
struct PriceClass {
    price: Price,
    routes: RouteSet,
}

impl ActionSpace {
    /// The numbering of a map's actions.
    pub fn new(map: &Map, payments: Payments) -> Self {
        table::build(map, payments)
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Always false: every map has actions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Which payments have numbers.
    pub fn payments(&self) -> Payments {
        self.payments
    }

    /// The action that a number stands for, in the game as the decider sees it. It need not be legal, but there is
    /// none for a card that is not in the market or a payment that the hand does not allow.
    #[inline]
    pub fn action(&self, view: &View<'_>, number: usize) -> Option<Action> {
        match *self.entries.get(number)? {
            ActionEntry::Fixed(action) => Some(action),
            ActionEntry::DrawCard(card) => {
                let slot = view.public.market.iter().position(|&open| open == Some(card))?;
                Some(Action::DrawOpen { slot: slot as u8 })
            }
            ActionEntry::Claim { route, color } => {
                let payment = fewest_wilds(view, view.map.route(route).price(), color)?;
                Some(Action::ClaimRoute { route, payment })
            }
            ActionEntry::Build { location, color } => {
                let payment = fewest_wilds(view, view.next_station_price()?, color)?;
                Some(Action::BuildStation { location, payment })
            }
            ActionEntry::PayTunnel => {
                view.legal_actions().iter().find(|action| matches!(action, Action::PayTunnel { .. }))
            }
        }
    }

    /// The number of an action, in the game as the decider sees it. `None` for a payment without a number of its own, and for
    /// an action that does not exist on the map.
    #[inline]
    pub fn number(&self, view: &View<'_>, action: Action) -> Option<usize> {
        let starts = &self.starts;
        let number = match action {
            Action::Pass => starts.pass,
            Action::DrawBlind => starts.draw_blind,
            Action::DrawTickets => starts.draw_tickets,
            Action::DrawOpen { slot } => {
                let card = (*view.public.market.get(usize::from(slot))?)?;
                starts.draw_card + card.index() as u16
            }
            Action::KeepTickets { offered } => {
                Some(starts.keep + u16::from(offered)).filter(|&number| number < starts.keep_end)?
            }
            Action::ChooseSplit { .. } => {
                let splits = &self.entries[usize::from(starts.split)..usize::from(starts.split_end)];
                starts.split + splits.iter().position(|&entry| entry == ActionEntry::Fixed(action))? as u16
            }
            Action::ClaimRoute { route, payment } => {
                let price = view.map.route_ids().nth(route.index()).map(|route| view.map.route(route).price())?;
                self.claims.get(route.index())? + self.payment_number(view, price, price.cards, payment)?
            }
            Action::BuildStation { location, payment } => {
                let start = *self.stations.get(location.index()).filter(|&&start| start != NONE)?;
                start + self.payment_number(view, view.next_station_price()?, self.station_price, payment)?
            }
            Action::PayTunnel { wilds } => self.tunnel_number(view, wilds)?,
            Action::LeaveTunnel => starts.leave_tunnel,
            Action::TakePassenger { location, color } => {
                let start = *self.passengers.get(location.index()).filter(|&&start| start != NONE)?;
                start + color.index() as u16
            }
            Action::LeavePassengers => starts.leave_passengers,
            Action::PlaceTourists { kind, location } => {
                starts.place_tourists.checked_add(u16::from(kind.0) * self.locations + u16::from(location.0))?
            }
            Action::TakeTourist { location } => starts.take_tourist.checked_add(u16::from(location.0))?,
        };
        Some(usize::from(number)).filter(|&number| self.stands_for(number, action))
    }

    /// Whether a computed number is one of this action's kind: with values out of range it is not.
    #[inline]
    fn stands_for(&self, number: usize, action: Action) -> bool {
        self.entries.get(number).is_some_and(|&entry| match entry {
            ActionEntry::Fixed(fixed) => fixed == action,
            ActionEntry::DrawCard(_) => matches!(action, Action::DrawOpen { .. }),
            ActionEntry::Claim { route, .. } => {
                matches!(action, Action::ClaimRoute { route: other, .. } if other == route)
            }
            ActionEntry::Build { location, .. } => {
                matches!(action, Action::BuildStation { location: other, .. } if other == location)
            }
            ActionEntry::PayTunnel => matches!(action, Action::PayTunnel { .. }),
        })
    }

    /// The place of a payment among those of a price. Stations are numbered as if each cost `most` cards, as the most expensive one does.
    fn payment_number(&self, view: &View<'_>, price: Price, most: u8, payment: Payment) -> Option<u16> {
        let colors = if price.color.is_some() { 1 } else { Color::ALL.len() as u16 };
        let color = |color: Color| if price.color.is_some() { 0 } else { color.index() as u16 };
        match self.payments {
            Payments::All => {
                let span = u16::from(most - price.wilds);
                let wilds = u16::from(payment.wilds.checked_sub(price.wilds)?);
                match payment.color {
                    Some(_) if wilds >= span => None,
                    Some(paid) => Some(color(paid) * span + wilds),
                    // Each station costs more than the one before: payments of wilds alone are numbered by their count.
                    None => Some(colors * span + u16::from(most.checked_sub(payment.wilds)?)),
                }
            }
            Payments::FewestWilds => {
                let asked = if price.color.is_some() { price.color } else { payment.color };
                if fewest_wilds(view, price, asked)? != payment {
                    return None;
                }
                Some(payment.color.map_or(if price.color.is_some() { 0 } else { colors }, color))
            }
        }
    }

    fn tunnel_number(&self, view: &View<'_>, wilds: u8) -> Option<u16> {
        let starts = &self.starts;
        match self.payments {
            Payments::All => {
                Some(starts.pay_tunnel.checked_add(u16::from(wilds))?).filter(|&number| number < starts.pay_tunnel_end)
            }
            Payments::FewestWilds => {
                let fewest = self.action(view, usize::from(starts.pay_tunnel))?;
                (fewest == Action::PayTunnel { wilds }).then_some(starts.pay_tunnel)
            }
        }
    }
}

/// The payment with the fewest wilds that the viewer's hand allows. A coloured price has one, of wilds alone where no card of
/// the colour is held; for a gray one `color` chooses, and none is wilds alone.
fn fewest_wilds(view: &View<'_>, price: Price, color: Option<Color>) -> Option<Payment> {
    let hand = &view.own?.hand;
    let mut payments = price.payments(hand);
    match price.color {
        Some(_) => payments.next(),
        None => payments.find(|payment| payment.color == color),
    }
}
