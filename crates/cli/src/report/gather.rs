//! Takes the notes while games are played.

use super::notes::{ByBot, Claim, Doings, Notes, Points};
use crate::simulation::{Ending, Gather};
use capolinea_bots::arena::{Moments, WHOLE};
use capolinea_engine::event::{Event, Observer};
use capolinea_engine::ids::{BySeat, MAX_SEATS, Seat};
use capolinea_engine::map::Map;
use capolinea_engine::scoring::Tally;

impl Observer for Notes<'_> {
    fn notice(&mut self, event: Event) {
        match event {
            Event::TurnBegan { seat } => {
                self.now.turns[seat] += 1;
                self.doings(seat).turns += 1;
            }
            Event::CardTaken { seat, .. } | Event::CardDrawn { seat, .. } => self.doings(seat).cards += 1,
            Event::TicketsOffered { seat, tickets, .. } => {
                let bot = self.bot(seat);
                for ticket in tickets.into_iter().flatten() {
                    self.tickets[ticket.index()][bot].offered += 1;
                }
                self.bots[bot].doings.ticket_draws += u64::from(self.now.turns[seat] > 0);
            }
            Event::RouteClaimed { seat, route, .. } => {
                self.now.claims.push(Claim { seat, route, turn: self.now.turns[seat] });
                self.doings(seat).claims += 1;
            }
            Event::StationBuilt { seat, .. } => self.doings(seat).stations += 1,
            Event::Passed { seat } => self.doings(seat).passes += 1,
            Event::StartChosen { .. }
            | Event::TicketsKept { .. }
            | Event::TouristsPlaced { .. }
            | Event::MarketRefilled { .. }
            | Event::MarketSwept { .. }
            | Event::DeckReshuffled { .. }
            | Event::TunnelRevealed { .. }
            | Event::TunnelLeft { .. }
            | Event::PassengerTaken { .. }
            | Event::TouristTaken { .. }
            | Event::LastRoundBegan { .. }
            | Event::GameEnded => {}
        }
    }
}

impl Gather for Notes<'_> {
    fn end(&mut self, ending: &Ending) {
        let Ending { first, tallies, winners, decisions } = ending;
        let players = self.line_up.players();
        let share = |seat| i64::from(WHOLE) / winners.len().max(1) as i64 * i64::from(winners.contains(seat));
        let mut sums: ByBot<(i64, i64)> = ByBot::default();
        let mut scores: Vec<i64> = Vec::with_capacity(MAX_SEATS);
        for seat in Map::seats(players as u8) {
            let place = (seat.index() + players - first.index()) % players;
            let score = i64::from(tallies[seat].total);
            self.end_for(seat, place, share(seat), &tallies[seat]);
            let (score_sum, share_sum) = &mut sums[self.bot(seat)];
            *score_sum += score;
            *share_sum += share(seat);
            scores.push(score);
        }
        for (notes, (score, share)) in self.bots.iter_mut().zip(sums).take(self.line_up.bots.len()) {
            notes.results.add(score, share);
        }
        scores.sort_unstable_by(|one, other| other.cmp(one));
        if let [best, second, ..] = scores[..] {
            self.best_score = self.best_score.merge(Moments::of(best));
            self.margin = self.margin.merge(Moments::of(best - second));
        }
        self.shared_victories += u64::from(winners.len() > 1);
        self.decisions += u64::from(*decisions);
        self.turns.add(self.now.turns.0.iter().map(|&turns| i32::from(turns)).sum());
        for &Claim { seat, route, turn } in &self.now.claims {
            let notes = &mut self.routes[route.index()][self.line_up.of_seat[seat.index()]];
            notes.share = notes.share.merge(Moments::of(share(seat)));
            notes.turns += u64::from(turn);
        }
        self.now.claims.clear();
        self.now.turns = BySeat::default();
    }

    fn merge(self, other: Self) -> Self {
        Notes::merge(self, other)
    }
}

impl Notes<'_> {
    fn bot(&self, seat: Seat) -> usize {
        self.line_up.of_seat[seat.index()]
    }

    fn doings(&mut self, seat: Seat) -> &mut Doings {
        let bot = self.bot(seat);
        &mut self.bots[bot].doings
    }

    fn end_for(&mut self, seat: Seat, place: usize, share: i64, tally: &Tally) {
        let score = tally.total;
        self.seats[seat].scores.add(score.into());
        self.seats[seat].places[place].add(score.into(), share);
        let bot = self.bot(seat);
        let notes = &mut self.bots[bot];
        notes.points.add(Points::of(self.map, tally));
        notes.tickets_completed += tally.completed.len() as u64;
        notes.tickets_failed += tally.failed.len() as u64;
        for ticket in tally.completed.union(tally.failed) {
            let ticket_notes = &mut self.tickets[ticket.index()][bot];
            ticket_notes.share = ticket_notes.share.merge(Moments::of(share));
            ticket_notes.completed += u64::from(tally.completed.contains(ticket));
        }
    }
}
