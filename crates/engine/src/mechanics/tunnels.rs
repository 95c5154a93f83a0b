//! Tunnels: cards turned up from the deck may raise the price (E03–E05).

use super::Rule;
use crate::actions::{claim_route, payment};
use crate::cards::{Card, CardCounts, Payment};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{RouteId, Seat};
use crate::map::Check;
use crate::map::file::Fields;
use crate::phase::Phase;
use crate::play::Play;
use crate::view::{Own, View};

/// The settings of tunnels.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tunnels {
    /// How many cards are turned up.
    pub reveal: u8,
}

impl Rule for Tunnels {
    type File = Self;

    fn read(fields: &mut impl Fields) -> Option<Self> {
        Some(Tunnels { reveal: fields.count("reveal")? })
    }

    fn check(file: &Self, check: &mut Check<'_>) -> Self {
        check.field((1..=3).contains(&file.reveal), "reveal", || {
            format!("{} cards turned up; from 1 to 3 are possible", file.reveal)
        });
        file.clone()
    }
}

/// E03: lays the cards, turns up others, and claims the route at once if these ask for nothing more.
pub(crate) fn enter(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId, laid: Payment) {
    let cards = laid.cards(play.map.route(route).cards);
    // E05: from now on the laid cards are neither in the hand nor among the discards of a reshuffle.
    play.lay(seat, cards);
    let reveal = play.map.tunnels().map_or(0, |tunnels| tunnels.reveal);
    for _ in 0..reveal {
        play.reshuffle_if_empty();
        if let Some(card) = play.draw_from_deck() {
            play.public.revealed[card] += 1;
        }
    }
    let revealed = play.public.revealed;
    let extra = revealed.wilds() + laid.color.map_or(0, |color| revealed.of(color));
    play.tell(Event::TunnelRevealed { seat, route, laid: cards, cards: revealed, extra });
    play.reshuffle_if_empty();
    if extra == 0 {
        claim_route::complete(play, seat, route, cards);
    } else {
        play.public.phase = Phase::PayingTunnel { seat, route, laid, extra };
    }
}

pub(crate) fn check_pay(view: View<'_>, own: &Own, wilds: u8) -> Result<(), IllegalAction> {
    let Phase::PayingTunnel { laid, extra, .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
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

pub(crate) fn check_leave(view: View<'_>) -> Result<(), IllegalAction> {
    let phase = view.public.phase;
    if matches!(phase, Phase::PayingTunnel { .. }) { Ok(()) } else { Err(IllegalAction::NotNow { phase }) }
}

pub(crate) fn pay(play: &mut Play<'_, impl Observer>, seat: Seat, wilds: u8) {
    let Phase::PayingTunnel { route, laid, extra, .. } = play.public.phase else { return };
    let more = Payment { color: laid.color, wilds }.cards(extra);
    play.lay(seat, more);
    let mut paid: CardCounts = laid.cards(play.map.route(route).cards);
    paid.add(more);
    claim_route::complete(play, seat, route, paid);
}

/// E04: the laid cards go back to the hand, and everybody has seen them.
pub(crate) fn leave(play: &mut Play<'_, impl Observer>, seat: Seat) {
    let Phase::PayingTunnel { route, laid, .. } = play.public.phase else { return };
    play.give_open(seat, laid.cards(play.map.route(route).cards));
    play.tell(Event::TunnelLeft { seat, route });
    play.end_turn(seat);
}
