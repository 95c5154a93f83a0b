//! Takes the notes while games are played.

use super::notes::{ActionCounts, ByBot, Claim, CurrentGame, Notes, Points};
use capolinea_arena::{GameOutcome, Gather, Moments, share_of_victory};
use capolinea_engine::ids::BySeat;
use capolinea_engine::scoring::Tally;
use capolinea_engine::{Event, Map, Observer, Seat};

/// The sums over all seats of a bot.
#[derive(Clone, Copy, Default)]
struct Sum {
    score: i64,
    share: i64,
}

impl Observer for Notes<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no figure counts any other event")]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::TurnBegan { seat } => {
                self.now.turns[seat] += 1;
                self.action_counts(seat).turns += 1;
            }
            Event::CardTaken { seat, .. } | Event::CardDrawn { seat, .. } => self.action_counts(seat).cards += 1,
            Event::TicketsOffered { seat, tickets, .. } => {
                let bot = self.bot(seat);
                for ticket in tickets.into_iter().flatten() {
                    self.tickets[ticket.index()][bot].offered += 1;
                }
                self.bots[bot].action_counts.ticket_draws += u64::from(self.now.turns[seat] > 0);
            }
            Event::RouteClaimed { seat, route, .. } => {
                self.now.claims.push(Claim { seat, route, turn: self.now.turns[seat] });
                self.action_counts(seat).claims += 1;
            }
            Event::StationBuilt { seat, .. } => self.action_counts(seat).stations += 1,
            Event::Passed { seat } => self.action_counts(seat).passes += 1,
            _ => {}
        }
    }
}

impl Gather for Notes<'_> {
    fn end(&mut self, ending: &GameOutcome) {
        let GameOutcome { first, tallies, winners, decisions } = ending;
        let players = self.line_up.players();
        let share = |seat| i64::from(share_of_victory(*winners, seat));
        let mut sums: ByBot<Sum> = ByBot::default();
        for seat in Map::seats(players as u8) {
            let place = (seat.index() + players - first.index()) % players;
            self.end_for(seat, place, share(seat), &tallies[seat]);
            let sum = &mut sums[self.bot(seat)];
            sum.score += i64::from(tallies[seat].total);
            sum.share += share(seat);
        }
        for (notes, sum) in self.bots.iter_mut().zip(sums).take(self.line_up.bots.len()) {
            notes.results.add(sum.score, sum.share);
        }
        self.note_lead(tallies);
        self.shared_victories += u64::from(winners.len() > 1);
        self.decisions += u64::from(*decisions);
        let CurrentGame { turns, claims } = &mut self.now;
        self.turns.add(turns.0.iter().sum::<u32>() as i32);
        for Claim { seat, route, turn } in claims.drain(..) {
            let notes = &mut self.routes[route.index()][self.line_up.of_seat[seat.index()]];
            notes.share = notes.share.merge(Moments::single(share(seat)));
            notes.turns += u64::from(turn);
        }
        *turns = BySeat::default();
    }

    fn merge(self, other: Self) -> Self {
        Notes::merge(self, other)
    }
}

impl Notes<'_> {
    fn bot(&self, seat: Seat) -> usize {
        self.line_up.of_seat[seat.index()]
    }

    fn action_counts(&mut self, seat: Seat) -> &mut ActionCounts {
        let bot = self.bot(seat);
        &mut self.bots[bot].action_counts
    }

    /// The best score and how far it is ahead.
    fn note_lead(&mut self, tallies: &BySeat<Tally>) {
        let mut scores = tallies.0.map(|tally| i64::from(tally.total));
        let scores = &mut scores[..self.line_up.players()];
        scores.sort_unstable();
        if let [.., second, best] = *scores {
            self.best_score = self.best_score.merge(Moments::single(best));
            self.margin = self.margin.merge(Moments::single(best - second));
        }
    }

    /// The result for one seat.
    fn end_for(&mut self, seat: Seat, place: usize, share: i64, tally: &Tally) {
        let score = tally.total;
        self.seats[seat].scores.add(score.into());
        self.seats[seat].places[place].add(score.into(), share);
        let bot = self.bot(seat);
        let notes = &mut self.bots[bot];
        notes.points.add(Points::new(self.map, tally));
        notes.tickets_completed += tally.completed.len() as u64;
        notes.tickets_failed += tally.failed.len() as u64;
        for ticket in tally.completed.union(tally.failed) {
            let ticket_notes = &mut self.tickets[ticket.index()][bot];
            ticket_notes.share = ticket_notes.share.merge(Moments::single(share));
            ticket_notes.completed += u64::from(tally.completed.contains(ticket));
        }
    }
}
