//! What people at a table must agree on: to undo a turn that can't be undone at once, and a bot for a player who is away.

use super::play::Outcome;
use super::*;
use crate::levels;
use capolinea_engine::ids::SeatSet;
use capolinea_protocol::table::{Proposal, Vote};

/// A question that is not answered yet.
pub(super) struct OpenVote {
    number: u32,
    by: Seat,
    proposal: Proposal,
    agreed: SeatSet,
}

/// The least time for a player who comes back in their own turn, in seconds, where the limit is not shorter.
const RETURN_TIME: u32 = 60;

impl Table {
    /// The people whose answer counts.
    fn voters(&self, proposal: Proposal) -> SeatSet {
        let seats = (0..self.sheet.seats.len() as u8).map(Seat);
        let is_person = |seat: &Seat| self.seat(*seat).is_some_and(|seat| matches!(seat.holder, Holder::Person { .. }));
        let has_stand_in = |seat: Seat| self.seat(seat).is_some_and(|seat| seat.stand_in.is_some());
        let counts = |seat: &Seat| match proposal {
            // Nobody's move is taken back behind their back.
            Proposal::Takeback {} => true,
            Proposal::Replace { seat: away } => *seat != away && !has_stand_in(*seat),
        };
        seats.filter(is_person).filter(counts).collect()
    }

    /// The seats at the same screen.
    fn neighbours(&self, seat: Seat) -> SeatSet {
        match self.seat(seat).map(|seat| &seat.holder) {
            Some(Holder::Person { session }) => self.sheet.seats_of(*session),
            Some(Holder::Open | Holder::Bot { .. }) | None => SeatSet::EMPTY,
        }
    }

    pub(super) async fn propose(
        &mut self,
        session: Option<TokenHash>,
        seat: Seat,
        proposal: Proposal,
    ) -> Result<Outcome, Refusal> {
        self.check_seat(session, seat)?;
        self.check_playing()?;
        if self.vote.is_some() {
            return Err(Refusal::new(RefusalCode::WrongStatus, "a vote is open already; answer it first"));
        }
        self.check_may_ask(session)?;
        match proposal {
            Proposal::Takeback {} => {
                if !self.sheet.settings.takebacks {
                    return Err(Refusal::new(RefusalCode::NotAllowed, "at this table no turn is undone by agreement"));
                }
                // Refused at once if it could not be done.
                self.need_game().await?.take_back(seat)?;
            }
            Proposal::Replace { seat: away } => self.check_away(away)?,
        }
        // Stored: an answer to a vote from before a restart must not count for another.
        let number = self.sheet.votes + 1;
        self.save_sheet(Sheet { votes: number, ..self.sheet.clone() }, self.head).await?;
        self.vote = Some(OpenVote { number, by: seat, proposal, agreed: self.neighbours(seat) });
        self.settle_vote().await?;
        self.tell_table();
        Ok(Outcome::Done)
    }

    /// Whoever was just told no does not ask again at once.
    fn check_may_ask(&self, session: Option<TokenHash>) -> Result<(), Refusal> {
        let asked = session.and_then(|session| self.turned_down.get(&session));
        let left = asked.map_or(Duration::ZERO, |at| self.config().vote_pause.saturating_sub(at.elapsed()));
        if left.is_zero() {
            return Ok(());
        }
        let words = format!("the others have just said no; ask again in {} seconds", left.as_secs() + 1);
        Err(Refusal::new(RefusalCode::TooMany, words))
    }

    /// Ends the vote without doing what was asked for.
    fn turn_down(&mut self) {
        if let Some(vote) = self.vote.take()
            && let Some(Holder::Person { session }) = self.seat(vote.by).map(|seat| &seat.holder)
        {
            self.turned_down.insert(*session, Instant::now());
        }
    }

    fn check_away(&self, seat: Seat) -> Result<(), Refusal> {
        let words = match self.seat(seat) {
            Some(found) if !matches!(found.holder, Holder::Person { .. }) => "no person has this seat",
            Some(found) if found.stand_in.is_some() => "a bot stands in already",
            Some(_) if self.is_connected(seat) => "this player is here",
            Some(_) if !self.is_away(seat) => "this player was here a moment ago; wait a minute",
            Some(_) => return Ok(()),
            None => "there is no such seat",
        };
        Err(Refusal::new(RefusalCode::WrongStatus, words))
    }

    pub(super) async fn vote(
        &mut self,
        session: Option<TokenHash>,
        seat: Seat,
        number: u32,
        agree: bool,
    ) -> Result<Outcome, Refusal> {
        self.check_seat(session, seat)?;
        let neighbours = self.neighbours(seat);
        let Some(vote) = self.vote.as_mut().filter(|vote| vote.number == number) else {
            return Err(Refusal::new(RefusalCode::Stale, "this vote is over"));
        };
        if agree {
            vote.agreed = vote.agreed.union(neighbours);
            self.settle_vote().await?;
        } else {
            self.turn_down();
        }
        self.tell_table();
        Ok(Outcome::Done)
    }

    /// Does what was asked for once everybody has agreed.
    async fn settle_vote(&mut self) -> Result<(), Refusal> {
        let Some(OpenVote { by, proposal, agreed, .. }) = self.vote else { return Ok(()) };
        if !self.voters(proposal).without(agreed).is_empty() {
            return Ok(());
        }
        self.vote = None;
        match proposal {
            Proposal::Takeback {} => {
                let change = self.need_game().await?.take_back(by)?;
                self.save_step(change, None).await
            }
            Proposal::Replace { seat } => {
                self.check_away(seat)?;
                self.put_stand_ins(SeatSet(1 << seat.0)).await
            }
        }
    }

    /// Lets bots play for these people until they come back.
    pub(super) async fn put_stand_ins(&mut self, seats: SeatSet) -> Result<(), Refusal> {
        let mut sheet = self.sheet.clone();
        for seat in seats {
            if let Some(seat) = sheet.seats.get_mut(seat.index()) {
                seat.stand_in = Some(levels::STAND_IN.into());
            }
        }
        // Others who are to decide keep their time.
        let is_late = |seat: &Seat| !seats.contains(*seat) && !self.is_bot(*seat);
        let deadline = self.head.deadline.filter(|_| self.head.waiting.into_iter().any(|seat| is_late(&seat)));
        let is_their_turn = !self.head.waiting.intersection(seats).is_empty();
        let wakes_at = if is_their_turn { Some(clock::now()) } else { self.head.wakes_at };
        let head = Head { wakes_at, deadline, ..self.head };
        self.change_stand_ins(sheet, head).await
    }

    /// Stores who plays for whom from now on, tells everybody, and asks the bots anew: one that is still thinking for somebody
    /// who is back is not asked any more.
    async fn change_stand_ins(&mut self, sheet: Sheet, head: Head) -> Result<(), Refusal> {
        self.save_sheet(sheet, head).await?;
        self.need_game().await?;
        self.tell_table();
        self.send_updates(&[]);
        self.move_bots();
        Ok(())
    }

    /// The turn limit has passed: bots stand in for whoever has not decided.
    pub(super) async fn time_is_up(&mut self) {
        let late: SeatSet = self.head.waiting.filter(|&seat| !self.is_bot(seat)).collect();
        let done = match late.is_empty() {
            true => Ok(()),
            false => self.put_stand_ins(late).await,
        };
        if let Err(refusal) = done {
            tracing::warn!(table = ?self.id, problem = refusal.words, "no bot could stand in; trying again");
            // Without a new time the table would try again at once, and for ever.
            self.head.deadline = Some(clock::now() + 1000);
        } else if late.is_empty() {
            self.head.deadline = None;
        }
    }

    /// People who are here again play again.
    pub(super) async fn come_back(&mut self, seats: SeatSet) {
        if !self.is_playing() {
            return;
        }
        let returning = seats.filter(|&seat| self.seat(seat).is_some_and(|seat| seat.stand_in.is_some())).collect();
        if let Err(refusal) = self.dismiss_stand_ins(returning).await {
            tracing::warn!(table = ?self.id, problem = refusal.words, "a player could not take the seat back yet");
        }
    }

    pub(super) async fn take_seat_back(&mut self, session: Option<TokenHash>, seat: Seat) -> Result<Outcome, Refusal> {
        self.check_seat(session, seat)?;
        self.check_playing()?;
        if self.seat(seat).is_some_and(|seat| seat.stand_in.is_some()) {
            self.dismiss_stand_ins(SeatSet(1 << seat.0)).await?;
        }
        Ok(Outcome::Done)
    }

    async fn dismiss_stand_ins(&mut self, seats: SeatSet) -> Result<(), Refusal> {
        if seats.is_empty() {
            return Ok(());
        }
        let mut sheet = self.sheet.clone();
        for seat in seats {
            if let Some(seat) = sheet.seats.get_mut(seat.index()) {
                seat.stand_in = None;
            }
        }
        let now = clock::now();
        let is_their_turn = !self.head.waiting.intersection(seats).is_empty();
        let deadline = match self.sheet.settings.turn_limit {
            // Whoever let a limit pass gets a part of it, not a new one.
            Some(seconds) if is_their_turn => Some(now + u64::from((seconds / 4).max(RETURN_TIME).min(seconds)) * 1000),
            Some(_) | None => self.head.deadline,
        };
        let is_bot = |seat: &Seat| !seats.contains(*seat) && self.is_bot(*seat);
        let wakes_at = if self.head.waiting.into_iter().any(|seat| is_bot(&seat)) { Some(now) } else { deadline };
        let head = Head { deadline, wakes_at, ..self.head };
        self.change_stand_ins(sheet, head).await
    }

    /// The game has moved on: what was to be taken back is another thing now.
    pub(super) fn drop_takeback(&mut self) {
        if matches!(self.vote, Some(OpenVote { proposal: Proposal::Takeback {}, .. })) {
            self.vote = None;
            self.tell_table();
        }
    }

    /// Nobody needs a bot any more for a player who is back.
    pub(super) fn drop_replacement(&mut self, back: SeatSet) {
        if let Some(OpenVote { proposal: Proposal::Replace { seat }, .. }) = self.vote
            && back.contains(seat)
        {
            self.vote = None;
            self.tell_table();
        }
    }

    pub(super) fn vote_view(&self) -> Option<Vote> {
        let vote = self.vote.as_ref()?;
        Some(Vote {
            vote: vote.number,
            by: vote.by,
            proposal: vote.proposal,
            agreed: vote.agreed.collect(),
            waiting: self.voters(vote.proposal).without(vote.agreed).collect(),
        })
    }
}
