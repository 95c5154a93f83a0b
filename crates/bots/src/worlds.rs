//! Worlds: complete states that a player could be in, dealt at random behind what the player sees.
//!
//! A bot that searches can't look at the real state. It samples worlds that look the same from its seat, tries its moves in
//! them, and chooses the move that does best on average.
//!
//! ```
//! use capolinea_bots::rand_chacha::ChaCha8Rng;
//! use capolinea_bots::rand_core::SeedableRng as _;
//! use capolinea_bots::worlds::Worlds;
//! use capolinea_engine::{FirstPlayer, Seat, Setup, State, Viewer};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let state = State::new(map, &Setup { players: 3, first: FirstPlayer::Random, seed: [7; 32], pieces: None })?;
//! let view = state.view(map, Viewer::Seat(Seat(0)));
//!
//! let worlds = Worlds::uniform(view).expect("the view is a player's");
//! let mut rng = ChaCha8Rng::from_seed([1; 32]);
//! let mut world = worlds.sample(&mut rng)?;
//! assert_eq!(world.view(map, Viewer::Seat(Seat(0))), view);
//! assert_ne!(world, state);
//!
//! // A world is a state like any other: moves can be tried in it.
//! let action = view.legal_actions().get(0).expect("there is one");
//! world.apply(map, Seat(0), action)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::searcher::beliefs::Beliefs;
use capolinea_engine::ids::{BySeat, DeckId};
use capolinea_engine::position::{Position, PositionError};
use capolinea_engine::random::below;
use capolinea_engine::rules::{MAX_DECKS, StartDeal};
use capolinea_engine::{Card, CardCounts, Map, Offer, Own, Phase, Seat, SeatSet, State, TicketId, TicketSet, View};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;

/// The worlds behind one player's view.
pub struct Worlds<'a> {
    view: View<'a>,
    own: &'a Own,
    beliefs: Beliefs,
}

impl<'a> Worlds<'a> {
    /// Worlds in which every hidden card and ticket is equally likely to be anywhere. `None` for a spectator's view.
    pub fn uniform(view: View<'a>) -> Option<Self> {
        Some(Worlds { view, own: view.own?, beliefs: Beliefs::none() })
    }

    /// Worlds in which the other players' tickets fit what they have claimed and collected, as far as that was learned for
    /// this map; on other maps the same as [`Worlds::uniform`]. `None` for a spectator's view.
    pub fn believed(view: View<'a>) -> Option<Self> {
        Some(Worlds { view, own: view.own?, beliefs: Beliefs::new(&view) })
    }

    /// A random world. Its view from the player's seat equals the player's view; other hands, tickets, choices made in secret
    /// and the order of the decks are random. The cards that everybody has seen a player take stay in that player's hand.
    ///
    /// # Errors
    /// The view can't be completed. This does not happen with the view of a state; it does with one made by hand that, for
    /// example, has more cards than the map.
    pub fn sample(&self, rng: &mut ChaCha8Rng) -> Result<State, PositionError> {
        self.deal(Choices::AsSeen, rng)
    }

    /// A random world for a search. Before the first turn, when all choose at once, nobody else has chosen yet: so the others'
    /// choices are played out instead of being random.
    pub(crate) fn sample_undecided(&self, rng: &mut ChaCha8Rng) -> Result<State, PositionError> {
        self.deal(Choices::Open, rng)
    }

    fn deal(&self, choices: Choices, rng: &mut ChaCha8Rng) -> Result<State, PositionError> {
        let Worlds { view, own, beliefs } = self;
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let mut position = Position {
            public: *view.public,
            seed,
            shuffles: 0,
            deck: unseen_cards(view),
            ticket_decks: [const { Vec::new() }; MAX_DECKS],
            own: BySeat(std::array::from_fn(|seat| Own {
                seat: Seat(seat as u8),
                hand: CardCounts::NONE,
                tickets: TicketSet::EMPTY,
                offer: Offer::NONE,
                split: None,
            })),
        };
        position.own[own.seat] = **own;
        shuffle(&mut position.deck, rng);
        for seat in others(view, own) {
            deal_hand(view, &mut position, seat);
        }
        if let Phase::ChoosingSplits { waiting } = view.public.phase {
            deal_splits(view, own, waiting, &mut position, rng);
        } else if let Phase::ChoosingTickets { waiting } = view.public.phase {
            match choices {
                Choices::Open => deal_open_offers(view, own, &mut position, rng),
                Choices::AsSeen => deal_offers(view, own, waiting, &mut position, rng),
            }
        } else {
            deal_tickets(view, own, beliefs, &mut position, rng);
        }
        State::from_position(view.map, &position)
    }
}

/// The others' secret choices before the first turn.
#[derive(Clone, Copy)]
enum Choices {
    /// Players who have chosen have made some choice.
    AsSeen,
    /// Everybody chooses again.
    Open,
}

fn others(view: &View<'_>, own: &Own) -> impl Iterator<Item = Seat> + use<> {
    let mine = own.seat;
    Map::seats(view.public.players).filter(move |&seat| seat != mine)
}

fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// The cards in the deck and in other hands, except those everybody knows to be in a hand.
fn unseen_cards(view: &View<'_>) -> Vec<Card> {
    view.unseen_cards().kinds().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count))).collect()
}

/// Known cards, and as many unknown ones as the hand's size says.
fn deal_hand(view: &View<'_>, position: &mut Position, seat: Seat) {
    let player = &view.public.seats[seat];
    let mut hand = player.known;
    let unknown = usize::from(player.hand_size).saturating_sub(hand.total());
    let rest = position.deck.len().saturating_sub(unknown);
    hand.add(position.deck.drain(rest..).collect());
    position.own[seat].hand = hand;
}

/// The tickets that the player has not seen, deck by deck, in any order.
fn unseen_tickets(view: &View<'_>, own: &Own, rng: &mut ChaCha8Rng) -> [Vec<TicketId>; MAX_DECKS] {
    let seen = own.tickets.union(own.offer.set());
    std::array::from_fn(|deck| {
        let tickets = view.map.deck_tickets(DeckId(deck as u8));
        let mut unseen: Vec<TicketId> = tickets.filter(|&ticket| !seen.contains(ticket)).collect();
        shuffle(&mut unseen, rng);
        unseen
    })
}

/// Splits announced by those who have chosen; no ticket has left the decks yet.
fn deal_splits(view: &View<'_>, own: &Own, waiting: SeatSet, position: &mut Position, rng: &mut ChaCha8Rng) {
    let [first_deck, second_deck] = view.public.ticket_decks;
    let count = match view.map.rules().start.deal {
        StartDeal::Split(count) => count.min(first_deck.saturating_add(second_deck)),
        StartDeal::Fixed(_) => 0,
    };
    for seat in others(view, own).filter(|&seat| !waiting.contains(seat)) {
        let (least, most) = (count.saturating_sub(second_deck), count.min(first_deck));
        let first = least + below(rng, u32::from(most.saturating_sub(least)) + 1) as u8;
        position.own[seat].split = Some([first, count - first]);
    }
    put_down(view, unseen_tickets(view, own, rng), position);
}

/// Offers to everybody else, of which those who have chosen keep some; then the decks.
fn deal_offers(view: &View<'_>, own: &Own, waiting: SeatSet, position: &mut Position, rng: &mut ChaCha8Rng) {
    let mut unseen = unseen_tickets(view, own, rng);
    // Tickets that are neither in the decks nor the player's own are offered to the others: the right number from each deck.
    let mut backs: Vec<usize> = (0..MAX_DECKS)
        .flat_map(|deck| {
            let offered = unseen[deck].len().saturating_sub(usize::from(view.public.ticket_decks[deck]));
            std::iter::repeat_n(deck, offered)
        })
        .collect();
    let size = match &view.map.rules().start.deal {
        // The view does not show who announced how many: any split of them will do.
        StartDeal::Split(count) => {
            shuffle(&mut backs, rng);
            usize::from(*count)
        }
        StartDeal::Fixed(shares) => shares.iter().map(|share| usize::from(share.count)).sum(),
    };
    for seat in others(view, own) {
        let decks: Vec<usize> = match &view.map.rules().start.deal {
            StartDeal::Split(_) => backs.drain(..size.min(backs.len())).collect(),
            StartDeal::Fixed(shares) => shares
                .iter()
                .flat_map(|share| std::iter::repeat_n(share.deck.index(), usize::from(share.count)))
                .collect(),
        };
        // An offer has the last deck's tickets first.
        let in_order = (0..MAX_DECKS).rev().flat_map(|deck| decks.iter().filter(move |&&other| other == deck));
        let mut offer: Vec<TicketId> = in_order.filter_map(|&deck| unseen[deck].pop()).collect();
        if !waiting.contains(seat) {
            // How many somebody keeps is secret until all have chosen.
            let least = usize::from(view.map.rules().start.keep).min(offer.len());
            let kept = least + below(rng, (offer.len() - least) as u32 + 1) as usize;
            for _ in 0..kept {
                let ticket = offer.remove(below(rng, offer.len() as u32) as usize);
                position.own[seat].tickets.insert(ticket);
            }
        }
        position.own[seat].offer = Offer::new(&offer);
    }
    put_down(view, unseen, position);
}

/// Offers to everybody else from the decks that the player's own came from, then the decks. Nobody else has chosen.
fn deal_open_offers(view: &View<'_>, own: &Own, position: &mut Position, rng: &mut ChaCha8Rng) {
    let mut unseen = unseen_tickets(view, own, rng);
    for seat in others(view, own) {
        let decks = own.offer.tickets().iter().map(|&ticket| view.map.ticket(ticket).deck);
        let offer: Vec<TicketId> = decks.filter_map(|deck| unseen[deck.index()].pop()).collect();
        position.own[seat].offer = Offer::new(&offer);
        position.public.seats[seat].tickets = Default::default();
    }
    position.public.phase = Phase::ChoosingTickets { waiting: Map::seats(view.public.players).collect() };
    put_down(view, unseen, position);
}

/// The tickets that are left, as far as the decks have any.
fn put_down(view: &View<'_>, unseen: [Vec<TicketId>; MAX_DECKS], position: &mut Position) {
    for (deck, mut tickets) in unseen.into_iter().enumerate() {
        tickets.truncate(usize::from(view.public.ticket_decks[deck]));
        position.ticket_decks[deck] = tickets;
    }
}

/// Unseen tickets for the others, as they may hold them, then for the decks.
fn deal_tickets(view: &View<'_>, own: &Own, beliefs: &Beliefs, position: &mut Position, rng: &mut ChaCha8Rng) {
    let mut unseen = unseen_tickets(view, own, rng);
    if view.map.rules().draw.is_split() {
        for seat in others(view, own) {
            for (deck, count) in view.public.seats[seat].tickets.into_iter().enumerate() {
                for _ in 0..count {
                    let Some(ticket) = beliefs.pick(seat, &unseen[deck], rng) else { break };
                    position.own[seat].tickets.insert(ticket);
                    unseen[deck].retain(|&other| other != ticket);
                }
            }
        }
    } else {
        deal_tickets_alike(view, own, beliefs, &mut unseen, position, rng);
    }
    if let Phase::KeepingTickets { seat } = view.public.phase
        && seat != own.seat
    {
        position.own[seat].offer = hidden_offer(view, &unseen);
    }
    let offered = others(view, own).fold(TicketSet::EMPTY, |set, seat| set.union(position.own[seat].offer.set()));
    unseen.iter_mut().for_each(|deck| deck.retain(|&ticket| !offered.contains(ticket)));
    put_down(view, unseen, position);
}

/// Tickets for the others where one deck is drawn from, so that backs say nothing: some of those dealt before the first turn
/// may be from a deck that is out of the game now. Enough are left for the deck, and for somebody who is choosing.
fn deal_tickets_alike(
    view: &View<'_>,
    own: &Own,
    beliefs: &Beliefs,
    unseen: &mut [Vec<TicketId>; MAX_DECKS],
    position: &mut Position,
    rng: &mut ChaCha8Rng,
) {
    let rules = view.map.rules();
    let drawn = rules.draw.decks.first().map_or(0, |deck| deck.index());
    let held = |seat: Seat| view.public.seats[seat].tickets.iter().map(|&count| usize::from(count)).sum::<usize>();
    let most_old = match &rules.start.deal {
        StartDeal::Fixed(shares) => {
            shares.iter().filter(|share| share.deck.index() != drawn).map(|share| share.count).sum()
        }
        StartDeal::Split(_) => 0,
    };
    let most_old = |seat: Seat| held(seat).min(usize::from(most_old));
    let mut needed: usize = others(view, own).map(held).sum();
    let mut later_old: usize = others(view, own).map(most_old).sum();
    let mut free = unseen[drawn].len().saturating_sub(usize::from(view.public.ticket_decks[drawn]));
    if matches!(view.public.phase, Phase::KeepingTickets { seat } if seat != own.seat) {
        let most = (free + later_old).saturating_sub(needed);
        free -= usize::from(rules.draw.count).min(most).min(free);
    }
    for seat in others(view, own) {
        let mut old = most_old(seat);
        later_old -= old;
        for left in (0..held(seat)).rev() {
            needed -= 1;
            // A ticket of the deck that is drawn from, unless that leaves too few of them for the others.
            let may_be_drawn = free > 0 && free - 1 + later_old + old.min(left) >= needed;
            let mut tickets = if may_be_drawn { unseen[drawn].clone() } else { Vec::new() };
            if old > 0 {
                tickets.extend(unseen.iter().enumerate().filter(|(deck, _)| *deck != drawn).flat_map(|(_, deck)| deck));
            }
            let Some(ticket) = beliefs.pick(seat, &tickets, rng) else { break };
            position.own[seat].tickets.insert(ticket);
            if view.map.ticket(ticket).deck.index() == drawn {
                free -= 1;
            } else {
                old -= 1;
            }
            unseen.iter_mut().for_each(|deck| deck.retain(|&other| other != ticket));
        }
    }
}

/// The tickets that another player is choosing from: tickets that are neither held nor in a deck, which has the first of `unseen`.
fn hidden_offer(view: &View<'_>, unseen: &[Vec<TicketId>; MAX_DECKS]) -> Offer {
    let draw = &view.map.rules().draw;
    let spare = (0..MAX_DECKS).rev().filter(|&deck| draw.decks.contains(&DeckId(deck as u8))).flat_map(|deck| {
        let in_deck = usize::from(view.public.ticket_decks[deck]);
        unseen[deck].iter().skip(in_deck).copied()
    });
    Offer::new(&spare.take(usize::from(draw.count)).collect::<Vec<_>>())
}
