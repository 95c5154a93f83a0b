//! Tunnels: cards turned up from the deck may raise the price (E03–E05).

use super::{Decision, Question, Rule, parts};
use crate::action::Action;
use crate::actions::{claim_route, payment};
use crate::cards::{Card, CardCounts, Payment};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{RouteId, Seat};
use crate::legal::List;
use crate::map::file::{Fields, RouteFile};
use crate::map::{Check, Map};
use crate::notation::{Form, NotationError};
use crate::phase::Phase;
use crate::play::Play;
use crate::view::{Own, View};

parts! {
    actions {
        /// Pay what a tunnel asks for beyond its length (E03).
        PayTunnel {
            /// How many of the extra cards are wild; the rest have the colour laid.
            wilds: u8,
        },
        /// Take the cards laid for a tunnel back (E04).
        LeaveTunnel,
    }
    phases {
        /// A tunnel asks for more cards (E03).
        PayingTunnel {
            /// Whose turn it is.
            seat: Seat,
            /// The tunnel.
            route: RouteId,
            /// The payment laid so far.
            laid: Payment,
            /// How many more cards are asked for.
            extra: u8,
        } = "the tunnel is to be paid or left",
    }
    events {
        /// Cards were laid for a tunnel and cards turned up (E03).
        TunnelRevealed {
            /// The player who wants to claim it.
            seat: Seat,
            /// The tunnel.
            route: RouteId,
            /// The cards laid.
            laid: CardCounts,
            /// The cards turned up.
            cards: CardCounts,
            /// How many more cards it asks for.
            extra: u8,
        } reveals all,
        /// A tunnel was left, its cards taken back (E04).
        TunnelLeft {
            /// The player.
            seat: Seat,
            /// The tunnel.
            route: RouteId,
        },
    }
    refusals {
        /// The wrong cards for a tunnel laid with wilds only.
        #[error("a tunnel laid with wilds only takes {}", several(*needed, "more wild"))]
        TunnelNeedsWilds {
            /// How many it asks for.
            needed: u8,
        } = "E03",
        /// More wilds than a tunnel asks for.
        #[error("the tunnel asks for {}, {} offered", several(*needed, "more card"), several(*offered, "wild"))]
        TooManyForTunnel {
            /// How many it asks for.
            needed: u8,
            /// How many were offered.
            offered: u8,
        } = "E03",
    }
}

/// The settings of tunnels.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunnels {
    /// How many cards are turned up.
    pub reveal: u8,
}

impl Rule for Tunnels {
    type File = Self;

    fn read(fields: &mut impl Fields) -> Option<Self> {
        Some(Tunnels { reveal: fields.count("reveal")? })
    }

    fn field_of(route: &RouteFile) -> Option<&'static str> {
        route.tunnel.then_some("tunnel")
    }

    fn check(file: &Self, check: &mut Check<'_>) -> Self {
        check.field((1..=3).contains(&file.reveal), "reveal", || {
            format!("{} cards turned up; from 1 to 3 are possible", file.reveal)
        });
        file.clone()
    }

    const FORMS: &'static [Form] =
        &[Form { verb: "pay", example: "pay` or `pay 1w" }, Form { verb: "leave", example: "leave tunnel" }];

    fn parse(_view: &View<'_>, verb: &str, rest: &str) -> Result<Option<Action>, NotationError> {
        Ok(match (verb, rest) {
            ("pay", "") => Some(Action::PayTunnel { wilds: 0 }),
            ("pay", wilds) => {
                let wilds = wilds.strip_suffix('w').and_then(|count| count.parse().ok());
                wilds.map(|wilds| Action::PayTunnel { wilds })
            }
            ("leave", "tunnel") => Some(Action::LeaveTunnel),
            _ => None,
        })
    }

    /// E03: lays the cards, turns up others, and claims the route at once if these ask for nothing more.
    #[inline]
    fn take_over_claim(
        &self,
        play: &mut Play<'_, impl Observer>,
        seat: Seat,
        route: RouteId,
        payment: Payment,
    ) -> bool {
        let is_tunnel = play.map.route(route).is_tunnel;
        if is_tunnel {
            self.enter(play, seat, route, payment);
        }
        is_tunnel
    }
}

impl Tunnels {
    fn enter(&self, play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId, laid: Payment) {
        let cards = laid_cards(play.map, route, laid);
        // E05: from now on the laid cards are neither in the hand nor among the discards of a reshuffle.
        play.lay(seat, cards);
        for _ in 0..self.reveal {
            play.reshuffle_if_empty();
            if let Some(card) = play.draw_from_deck() {
                play.public.revealed[card] += 1;
            }
        }
        let revealed = play.public.revealed;
        let extra = revealed.wilds() + laid.color.map_or(0, |color| revealed.count(color));
        play.emit(Event::TunnelRevealed { seat, route, laid: cards, cards: revealed, extra });
        play.reshuffle_if_empty();
        if extra == 0 {
            claim_route::complete(play, seat, route, cards);
        } else {
            play.public.phase = Phase::PayingTunnel { seat, route, laid, extra };
        }
    }
}

impl Question for PhasePart {
    fn list(self, _view: &View<'_>, own: &Own, list: &mut List) {
        let PhasePart::PayingTunnel { laid, extra, .. } = self;
        let least = match laid.color {
            Some(color) => extra.saturating_sub(own.hand.count(color)),
            None => extra,
        };
        for wilds in least..=extra.min(own.hand.wilds()) {
            list.one(Action::PayTunnel { wilds });
        }
        list.one(Action::LeaveTunnel);
    }

    fn is_possible(self, map: &Map) -> bool {
        let PhasePart::PayingTunnel { route, .. } = self;
        route.index() < map.routes().len()
    }

    fn laid(self, map: &Map) -> CardCounts {
        let PhasePart::PayingTunnel { route, laid, .. } = self;
        laid_cards(map, route, laid)
    }
}

impl Decision for ActionPart {
    fn check(self, view: View<'_>, own: &Own) -> Result<(), IllegalAction> {
        let Phase::PayingTunnel { laid, extra, .. } = view.public.phase else {
            return Err(IllegalAction::NotNow { phase: view.public.phase });
        };
        match self {
            ActionPart::PayTunnel { wilds } => check_pay(own, laid, extra, wilds),
            ActionPart::LeaveTunnel => Ok(()),
        }
    }

    fn execute(self, play: &mut Play<'_, impl Observer>, seat: Seat) {
        let Phase::PayingTunnel { route, laid, extra, .. } = play.public.phase else { return };
        let cards = laid_cards(play.map, route, laid);
        match self {
            ActionPart::PayTunnel { wilds } => {
                let more = Payment { color: laid.color, wilds }.cards(extra);
                play.lay(seat, more);
                let mut paid = cards;
                paid.add(more);
                claim_route::complete(play, seat, route, paid);
            }
            // E04: the laid cards go back to the hand, and everybody has seen them.
            ActionPart::LeaveTunnel => {
                play.give_open(seat, cards);
                play.emit(Event::TunnelLeft { seat, route });
                play.end_turn(seat);
            }
        }
    }

    fn write(self, _map: &Map) -> String {
        match self {
            ActionPart::PayTunnel { wilds: 0 } => "pay".into(),
            ActionPart::PayTunnel { wilds } => format!("pay {wilds}w"),
            ActionPart::LeaveTunnel => "leave tunnel".into(),
        }
    }
}

/// The cards that lie beside a tunnel while its player decides.
fn laid_cards(map: &Map, route: RouteId, laid: Payment) -> CardCounts {
    laid.cards(map.route(route).cards)
}

fn check_pay(own: &Own, laid: Payment, extra: u8, wilds: u8) -> Result<(), IllegalAction> {
    if wilds > extra {
        return Err(IllegalAction::TooManyForTunnel { needed: extra, offered: wilds });
    }
    match laid.color {
        Some(color) => payment::has(own, Card::Color(color), extra - wilds)?,
        None if wilds < extra => return Err(IllegalAction::TunnelNeedsWilds { needed: extra }),
        None => {}
    }
    payment::has(own, Card::Wild, wilds)
}
