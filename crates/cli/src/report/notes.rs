//! The statistics of many games for a report. Whole numbers only, so that the order of adding
//! does not matter: the same games give the same report, whatever the number of threads.

use super::spread::Spread;
use capolinea_arena::{Contestant, Moments};
use capolinea_engine::ids::{BySeat, MAX_SEATS};
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::Tally;
use capolinea_engine::{Map, RouteId, Seat};

/// A table with one entry per bot, in the order of the line-up.
pub(super) type ByBot<T> = [T; MAX_SEATS];

/// Which bots sit where. A bot may have several seats.
#[derive(Clone, Debug)]
pub(super) struct LineUp {
    /// The bots' names, each once.
    pub(super) bots: Vec<String>,
    /// The place in `bots` of each seat's bot.
    pub(super) of_seat: Vec<usize>,
}

impl LineUp {
    pub(super) fn new(contestants: &[Contestant]) -> Self {
        let mut line_up = LineUp { bots: Vec::new(), of_seat: Vec::new() };
        for name in contestants.iter().map(Contestant::to_string) {
            let known = line_up.bots.iter().position(|bot| *bot == name);
            line_up.of_seat.push(known.unwrap_or(line_up.bots.len()));
            if known.is_none() {
                line_up.bots.push(name);
            }
        }
        line_up
    }

    pub(super) fn players(&self) -> usize {
        self.of_seat.len()
    }

    /// How many seats a bot has.
    pub(super) fn seats_of(&self, bot: usize) -> usize {
        self.of_seat.iter().filter(|&&other| other == bot).count()
    }
}

/// Scores and shares of victories; a victory that is not shared is [`WHOLE`](capolinea_arena::WHOLE).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    pub(super) score: Moments,
    pub(super) share: Moments,
}

impl Results {
    pub(super) fn add(&mut self, score: i64, share: i64) {
        *self = self.merge(Results { score: Moments::single(score), share: Moments::single(share) });
    }

    #[must_use]
    pub(super) fn merge(self, other: Results) -> Results {
        Results { score: self.score.merge(other.score), share: self.share.merge(other.share) }
    }
}

/// Where points come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Points {
    pub(super) routes: i64,
    pub(super) completed: i64,
    pub(super) failed: i64,
    /// Those of each mechanic.
    pub(super) gains: [i64; MechanicKind::ALL.len()],
}

impl Points {
    pub(super) fn new(map: &Map, tally: &Tally) -> Points {
        let completed: i64 = tally.completed.iter().map(|ticket| i64::from(map.ticket(ticket).points)).sum();
        Points {
            routes: tally.routes.into(),
            completed,
            failed: i64::from(tally.tickets) - completed,
            gains: tally.gains.map(|gain| gain.map_or(0, |gain| gain.points.into())),
        }
    }

    pub(super) fn add(&mut self, other: Points) {
        self.routes += other.routes;
        self.completed += other.completed;
        self.failed += other.failed;
        self.gains.iter_mut().zip(other.gains).for_each(|(points, more)| *points += more);
    }
}

/// Counts of players' actions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ActionCounts {
    pub(super) turns: u64,
    pub(super) cards: u64,
    pub(super) claims: u64,
    pub(super) ticket_draws: u64,
    pub(super) stations: u64,
    pub(super) passes: u64,
}

impl ActionCounts {
    fn add(&mut self, other: ActionCounts) {
        self.turns += other.turns;
        self.cards += other.cards;
        self.claims += other.claims;
        self.ticket_draws += other.ticket_draws;
        self.stations += other.stations;
        self.passes += other.passes;
    }
}

/// How one seat did.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatNotes {
    pub(super) scores: Spread,
    /// By place in the order of turns: 0 has the first turn.
    pub(super) places: [Results; MAX_SEATS],
}

/// How one bot did, with all its seats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BotNotes {
    /// One result per game: the sum of its seats.
    pub(super) results: Results,
    pub(super) points: Points,
    pub(super) action_counts: ActionCounts,
    pub(super) tickets_completed: u64,
    pub(super) tickets_failed: u64,
}

/// The outcome of one route, for one bot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RouteNotes {
    /// The claimers' shares of victories, one for each claim.
    pub(super) share: Moments,
    /// The claimers' own turns, added up.
    pub(super) turns: u64,
}

/// The outcome of one ticket, for one bot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TicketNotes {
    pub(super) offered: u64,
    /// The keepers' shares of victories, one each time it was kept.
    pub(super) share: Moments,
    pub(super) completed: u64,
}

/// Everything noted.
#[derive(Clone, Debug)]
pub(crate) struct Notes<'a> {
    pub(super) map: &'a Map,
    pub(super) line_up: LineUp,
    /// The turns of each game, all players together.
    pub(super) turns: Spread,
    pub(super) decisions: u64,
    pub(super) shared_victories: u64,
    pub(super) best_score: Moments,
    /// From the best score to the second best.
    pub(super) margin: Moments,
    pub(super) seats: BySeat<SeatNotes>,
    pub(super) bots: ByBot<BotNotes>,
    pub(super) routes: Vec<ByBot<RouteNotes>>,
    pub(super) tickets: Vec<ByBot<TicketNotes>>,
    pub(super) now: CurrentGame,
}

/// The game that is being played.
#[derive(Clone, Debug, Default)]
pub(super) struct CurrentGame {
    pub(super) turns: BySeat<u32>,
    pub(super) claims: Vec<Claim>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) seat: Seat,
    pub(super) route: RouteId,
    pub(super) turn: u32,
}

impl<'a> Notes<'a> {
    pub(crate) fn new(map: &'a Map, contestants: &[Contestant]) -> Self {
        Notes {
            map,
            line_up: LineUp::new(contestants),
            turns: Spread::default(),
            decisions: 0,
            shared_victories: 0,
            best_score: Moments::default(),
            margin: Moments::default(),
            seats: BySeat::default(),
            bots: ByBot::default(),
            routes: vec![ByBot::default(); map.routes().len()],
            tickets: vec![ByBot::default(); map.tickets().len()],
            now: CurrentGame::default(),
        }
    }

    /// How many games were played.
    pub(super) fn games(&self) -> u64 {
        self.best_score.count()
    }

    /// Merges both notes; the order does not matter.
    #[must_use]
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.turns.merge(&other.turns);
        self.decisions += other.decisions;
        self.shared_victories += other.shared_victories;
        self.best_score = self.best_score.merge(other.best_score);
        self.margin = self.margin.merge(other.margin);
        for (seat, more) in self.seats.0.iter_mut().zip(&other.seats.0) {
            seat.scores.merge(&more.scores);
            for (place, more) in seat.places.iter_mut().zip(more.places) {
                *place = place.merge(more);
            }
        }
        for (bot, more) in self.bots.iter_mut().zip(other.bots) {
            bot.results = bot.results.merge(more.results);
            bot.points.add(more.points);
            bot.action_counts.add(more.action_counts);
            bot.tickets_completed += more.tickets_completed;
            bot.tickets_failed += more.tickets_failed;
        }
        for (route, more) in self.routes.iter_mut().flatten().zip(other.routes.iter().flatten()) {
            route.share = route.share.merge(more.share);
            route.turns += more.turns;
        }
        for (ticket, more) in self.tickets.iter_mut().flatten().zip(other.tickets.iter().flatten()) {
            ticket.offered += more.offered;
            ticket.share = ticket.share.merge(more.share);
            ticket.completed += more.completed;
        }
        self
    }
}
