//! One game of a duel: A in one seat, B in all others.

use crate::contestant::SeatedPlayer;
use crate::luck::LuckMeter;
use crate::{Deal, Duel, LostGame, Luck, Played, Side, WHOLE, Watcher, share_of_victory};
use arrayvec::ArrayVec;
use capolinea_bots::{Budget, GameError, Limit, game_seed, play_choosing};
use capolinea_engine::GameRecord;
use capolinea_engine::Map;
use capolinea_engine::Setup;
use capolinea_engine::State;
use capolinea_engine::ids::{MAX_SEATS, Seat};
use capolinea_engine::record::SeatAction;
use std::time::Duration;

/// A game to play.
pub(crate) struct DuelGame<'a> {
    pub(crate) duel: &'a Duel<'a>,
    pub(crate) setup: &'a Setup,
    /// The deal's number.
    pub(crate) deal: u32,
    /// A's seat.
    pub(crate) alone: Seat,
}

impl DuelGame<'_> {
    /// Plays it, and adds its figures to `played`. Returns A's share of the victory; `None` if it was stopped, and nothing of it counts.
    pub(crate) fn play(
        &self,
        played: &mut Played,
        record: &mut Option<GameRecord>,
        luck: &mut Luck,
        watcher: &impl Watcher,
    ) -> Result<Option<Deal>, GameError> {
        let map = self.duel.map;
        // New players for each game, so that a bot's memory of another game can't change this one.
        let mut players: ArrayVec<SeatedPlayer, MAX_SEATS> =
            self.seats().map(|seat| self.duel.contestant(side(self.alone, seat)).player()).collect();
        let limits = [Side::A, Side::B].map(|side| self.duel.contestant(side).budget().and_then(limit));
        let mut lost = None;
        let mut meter = self.luck_meter()?;
        let game = play_choosing(
            map,
            self.setup,
            |seat, view, rng| {
                let player = players.get_mut(seat.index()).filter(|_| !watcher.wants_stop())?;
                let side = side(self.alone, seat);
                let choice = player.choose_timed(view, rng).map_err(|reason| lost = Some((seat, reason))).ok()?;
                let sums = played.side(side);
                sums.times.add(choice.time);
                sums.overruns += u64::from(limits[side as usize].is_some_and(|limit| choice.time > limit));
                Some(choice.action)
            },
            &mut (),
            |_, state, seat, action| {
                if let Some(meter) = &mut meter {
                    meter.after(seat, action, state);
                }
                if let Some(record) = record {
                    record.actions.push(SeatAction { seat, action });
                }
            },
        )?;
        if let Some(meter) = meter {
            luck.iter_mut().zip(meter.luck()).for_each(|(sum, luck)| *sum += luck);
        }
        if let Some((seat, reason)) = lost {
            played.decisions += u64::from(game.decisions);
            let side = side(self.alone, seat);
            return Ok(Some(
                self.forfeit(played, LostGame { deal: self.deal, seat_a: self.alone, seat, side, reason }),
            ));
        }
        if !game.state.is_over() {
            return Ok(None);
        }
        if let Some(record) = record {
            record.note_result(map, &game.state);
        }
        played.decisions += u64::from(game.decisions);
        Ok(Some(self.count(played, &game.state)))
    }

    /// Measures A's luck, if that is wanted.
    fn luck_meter(&self) -> Result<Option<LuckMeter<'_>>, GameError> {
        if !self.duel.measures_luck {
            return Ok(None);
        }
        let first = State::new(self.duel.map, self.setup)?;
        // Imagined draws have random numbers of their own.
        let mut seed = game_seed(!self.duel.seed, self.deal);
        seed[0] ^= self.alone.0;
        Ok(Some(LuckMeter::new(self.duel.map, self.alone, first, seed)))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Map::seats(self.duel.players)
    }

    /// A game that was played to its end.
    fn count(&self, played: &mut Played, state: &State) -> Deal {
        let map = self.duel.map;
        let tallies = state.tally(map);
        let share = share_of_victory(state.winners(map, &tallies), self.alone);
        played.seats[self.alone] += u64::from(share);
        for seat in self.seats() {
            played.side(side(self.alone, seat)).count(&tallies[seat]);
        }
        let others = self.seats().filter(|&seat| seat != self.alone).map(|seat| tallies[seat].total);
        let margin = i32::from(tallies[self.alone].total) - others.max().map_or(0, i32::from);
        let (wins, draws) = (u8::from(share == WHOLE), u8::from(share > 0 && share < WHOLE));
        Deal { number: self.deal, wins, draws, share, margin }
    }

    /// A game that one side loses at once. It has no scores, so it counts for neither side's mean, and its margin is 0.
    fn forfeit(&self, played: &mut Played, lost: LostGame) -> Deal {
        played.side(lost.side).forfeits += 1;
        let (wins, share) = match lost.side {
            Side::A => (0, 0),
            Side::B => (1, WHOLE),
        };
        played.seats[self.alone] += u64::from(share);
        played.forfeits.push(lost);
        Deal { number: self.deal, wins, draws: 0, share, margin: 0 }
    }
}

/// The side of a seat when A has the seat `alone`.
pub(crate) fn side(alone: Seat, seat: Seat) -> Side {
    if seat == alone { Side::A } else { Side::B }
}

/// The longest that a decision may take without being an overrun.
fn limit(budget: Budget) -> Option<Duration> {
    match budget.limit {
        Limit::Time(time) => Some(time + time / 10),
        Limit::Rollouts(_) => None,
    }
}
