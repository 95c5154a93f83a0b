//! The summary of each player: what was made of cards, pieces, tickets and turns.

use crate::curve::{Curve, of_kind};
use crate::game::{PlayedMove, ReplayedGame};
use crate::judging::{Judging, Loss};
use crate::report::*;
use capolinea_bots::study::{Ending, VICTORY};
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::{Gain, ScoreLine, Tally};
use capolinea_engine::{Action, Event, RouteId, RouteSet, Seat, TicketSet};

/// Everybody's summary, by seat.
pub(crate) fn summaries(
    game: &ReplayedGame,
    curve: &Curve,
    judging: &Judging,
    decisions: &[ReviewedDecision],
) -> Vec<ReviewedPlayer> {
    let tallies = game.last().tally(&game.map);
    let ending = Ending::new(&game.map, game.last());
    let summary = |seat: Seat| {
        let tally = &tallies[seat];
        let own = (0..game.moves.len()).filter(move |&index| game.moves[index].seat == seat);
        let others = (0..game.moves.len()).filter(move |&index| game.moves[index].seat != seat);
        let is_costly = |index: &usize| {
            decisions[*index].judgement.as_ref().is_some_and(|judged| judged.verdict == Verdict::Costly)
        };
        let luck = |kind| curve.lucks(seat, of_kind(game, kind));
        ReviewedPlayer {
            seat,
            total: tally.total,
            victory: f64::from(ending.victory(seat)) / f64::from(VICTORY),
            accuracy: accuracy(judging, own.clone()),
            decisions: own.clone().filter(|&index| game.moves[index].has_choice).count() as u32,
            costly: own.clone().filter(is_costly).count() as u32,
            first_chance: curve.chances(0).map(|chances| chances[seat.index()]),
            own_choices: curve.choices(seat, own),
            others_choices: curve.choices(seat, others),
            luck: curve.lucks(seat, 0..game.moves.len()),
            luck_by_kind: luck_by_kind(luck),
            tickets: tickets(game, seat, tally),
            cards: cards(game, seat),
            pieces: pieces(game, seat, tally),
            turns: turns(game, seat, tally),
            blocking: blocking(game, curve, seat),
            bonuses: bonuses(tally),
        }
    };
    game.seats().map(summary).collect()
}

/// With a larger error an accuracy says nothing.
const TOO_UNCERTAIN: f64 = 0.2;

/// The share of what was at stake that was kept.
fn accuracy(judging: &Judging, decisions: impl Iterator<Item = usize>) -> Option<Estimate> {
    let losses = judging.losses(decisions);
    let lost: f64 = losses.iter().map(|loss| loss.lost.value).sum();
    let stake: f64 = losses.iter().map(|loss| loss.stake.value).sum();
    if stake <= 0.0 {
        return None;
    }
    let ratio = lost / stake;
    let error = |loss: &Loss| {
        (loss.lost.error * (1.0 - ratio)).powi(2) + ratio * ratio * (loss.stake.error.powi(2) - loss.lost.error.powi(2))
    };
    let variance: f64 = losses.iter().map(error).sum();
    let error = variance.max(0.0).sqrt() / stake;
    (error <= TOO_UNCERTAIN).then_some(Estimate { value: (1.0 - ratio).clamp(0.0, 1.0), error })
}

fn luck_by_kind(luck: impl Fn(ChanceEvent) -> Option<Estimate>) -> Option<LuckByKind> {
    let [draws, market, tunnels, tickets, first_player, fresh_deal] = ChanceEvent::ALL.map(luck);
    Some(LuckByKind {
        draws: draws?,
        market: market?,
        tunnels: tunnels?,
        tickets: tickets?,
        first_player: first_player?,
        fresh_deal: fresh_deal?,
    })
}

/// All events of the game.
fn events(game: &ReplayedGame) -> impl Iterator<Item = &Event> {
    game.events.iter().flatten()
}

fn tickets(game: &ReplayedGame, seat: Seat, tally: &Tally) -> TicketFigures {
    let points = |tickets: TicketSet| tickets.iter().map(|ticket| u32::from(game.map.ticket(ticket).points)).sum();
    let offered = events(game).map(|event| {
        let Event::TicketsOffered { seat: offered, by_deck, .. } = event else { return 0 };
        if *offered == seat { by_deck.iter().map(|&count| u32::from(count)).sum() } else { 0 }
    });
    TicketFigures {
        offered: offered.sum(),
        completed: tally.completed.iter().collect(),
        failed: tally.failed.iter().collect(),
        won: points(tally.completed),
        lost: points(tally.failed),
    }
}

fn cards(game: &ReplayedGame, seat: Seat) -> CardFigures {
    let size = |index: usize| u32::from(game.states[index].public().seats[seat].hand_size);
    let (dealt, left) = (size(0), size(game.states.len() - 1));
    let count = |is: fn(&Event, Seat) -> bool| events(game).filter(|event| is(event, seat)).count() as u32;
    let taken = count(|event, seat| matches!(event, Event::CardTaken { seat: taker, .. } if *taker == seat));
    let drawn = count(|event, seat| matches!(event, Event::CardDrawn { seat: drawer, .. } if *drawer == seat));
    let wilds = events(game).map(|event| {
        let (Event::RouteClaimed { seat: payer, paid, .. } | Event::StationBuilt { seat: payer, paid, .. }) = event
        else {
            return 0;
        };
        if *payer == seat { u32::from(paid.wilds()) } else { 0 }
    });
    let all = dealt + taken + drawn;
    let paid = all.saturating_sub(left);
    CardFigures { dealt, taken, drawn, paid, wilds_paid: wilds.sum(), left, used: ratio(paid, all) }
}

fn pieces(game: &ReplayedGame, seat: Seat, tally: &Tally) -> PieceFigures {
    let player = &game.last().public().seats[seat];
    let spaces = |route: RouteId| u32::from(game.map.route(route).spaces);
    let placed: u32 = player.routes.iter().map(spaces).sum();
    let on_tickets = ticket_paths(game, seat);
    PieceFigures {
        placed,
        left: u32::from(player.pieces_left()),
        off_tickets: player.routes.without(on_tickets).iter().map(spaces).sum(),
        points_each: f64::from(tally.total) / f64::from(placed.max(1)),
    }
}

/// The routes on the paths of a player's completed tickets.
fn ticket_paths(game: &ReplayedGame, seat: Seat) -> RouteSet {
    let Some(scores) = game.last().final_scores(&game.map) else { return RouteSet::EMPTY };
    let sheets = scores.sheets.into_iter().filter(|sheet| sheet.seat == seat);
    let paths = sheets.flat_map(|sheet| sheet.lines).filter_map(|line| {
        let ScoreLine::CompletedTicket { path, .. } = line else { return None };
        Some(path)
    });
    paths.flatten().collect()
}

fn turns(game: &ReplayedGame, seat: Seat, tally: &Tally) -> TurnFigures {
    let mut figures = TurnFigures::default();
    for (index, done) in game.moves.iter().enumerate().filter(|(_, done)| done.seat == seat && done.turn > 0) {
        let is = |kind: fn(&Event) -> bool| game.events[index + 1].iter().any(kind);
        let begins = game.states[index].public().phase.begins_turn();
        figures.all += u32::from(begins);
        figures.claims += u32::from(is(|event| matches!(event, Event::RouteClaimed { .. })));
        figures.tickets += u32::from(begins && done.action == Action::DrawTickets);
        figures.draws += u32::from(begins && is_draw(done.action));
    }
    figures.other = figures.all.saturating_sub(figures.claims + figures.tickets + figures.draws);
    figures.points_each = f64::from(tally.total) / f64::from(figures.all.max(1));
    figures
}

fn is_draw(action: Action) -> bool {
    matches!(action, Action::DrawBlind | Action::DrawOpen { .. })
}

fn blocking(game: &ReplayedGame, curve: &Curve, seat: Seat) -> BlockingFigures {
    let blocked = (0..game.moves.len()).filter(move |&index| game.moves[index].blocks.contains(seat));
    let is_blocking = |done: &&PlayedMove| done.seat == seat && !done.blocks.is_empty();
    BlockingFigures {
        blocked: blocked.clone().count() as u32,
        blocked_change: curve.choices(seat, blocked),
        blocking: game.moves.iter().filter(is_blocking).count() as u32,
    }
}

fn bonuses(tally: &Tally) -> Vec<BonusFigures> {
    let gains = MechanicKind::ALL.iter().zip(&tally.gains);
    let bonus = |(&mechanic, gain): (&MechanicKind, &Option<Gain>)| {
        gain.map(|gain| BonusFigures { mechanic, count: gain.count, points: gain.points })
    };
    gains.filter_map(bonus).collect()
}

fn ratio(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}
