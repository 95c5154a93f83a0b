//! Votes. People at a table must agree to undo a turn that can't be undone at once, and to let a bot play for a player who is
//! away.

use crate::play::Outcome;
use crate::replies::Reply;
use crate::stored::{Holder, Seating, StoredVote, TableStatus};
use crate::table::Table;
use crate::writing::{Parts, Then};
use crate::{Now, TokenHash};
use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::{Proposal, Status, Vote};
use std::collections::HashMap;
use std::time::Duration;

/// A question that is not answered yet.
pub(crate) type OpenVote = StoredVote;

/// The open vote, and the people who must wait before they ask again.
#[derive(Debug, Default)]
pub(crate) struct Votes {
    open: Option<OpenVote>,
    /// When each person's last proposal was rejected.
    rejected: HashMap<TokenHash, Duration>,
}

impl Votes {
    pub(crate) fn open(&mut self, vote: OpenVote) {
        self.open = Some(vote);
    }

    /// Restores the vote of a table that was read from the store, if it is still open.
    pub(crate) fn take_up(&mut self, seating: &Seating, status: &TableStatus) {
        let is_open = |vote: &OpenVote| match vote.proposal {
            Proposal::Takeback {} => vote.revision == status.revision,
            Proposal::Replace { seat } => !seating.has_stand_in(seat),
        };
        self.open = seating.vote.filter(|vote| status.status == Status::Playing && is_open(vote));
    }

    /// A person whose proposal was rejected waits before the next.
    pub(crate) fn reject(&mut self, by: Option<TokenHash>, now: Now) {
        self.rejected.extend(by.map(|session| (session, now.uptime)));
    }

    /// Ends the vote; returns whether one was open.
    pub(crate) fn close(&mut self) -> bool {
        self.open.take().is_some()
    }

    /// Ends a vote about a takeback; returns whether one was open.
    pub(crate) fn close_takeback(&mut self) -> bool {
        self.open.take_if(|vote| matches!(vote.proposal, Proposal::Takeback {})).is_some()
    }

    /// Ends a vote about a bot for a player who has one now.
    pub(crate) fn close_replaced(&mut self, seating: &Seating) {
        let is_replaced = |vote: &mut OpenVote| match vote.proposal {
            Proposal::Replace { seat } => seating.has_stand_in(seat),
            Proposal::Takeback {} => false,
        };
        self.open.take_if(is_replaced);
    }

    /// Ends a vote about a bot for one of these players, who are back; returns whether one was open.
    pub(crate) fn close_replacement_of(&mut self, back: SeatSet) -> bool {
        let is_back = |vote: &mut OpenVote| match vote.proposal {
            Proposal::Replace { seat } => back.contains(seat),
            Proposal::Takeback {} => false,
        };
        self.open.take_if(is_back).is_some()
    }

    fn pause(&self, session: Option<TokenHash>, pause: Duration, now: Now) -> Duration {
        let rejected = session.and_then(|session| self.rejected.get(&session));
        rejected.map_or(Duration::ZERO, |&at| (at + pause).saturating_sub(now.uptime))
    }
}

impl Table {
    /// The people whose answer counts.
    fn voters(&self, proposal: Proposal) -> SeatSet {
        let counts = |seat: &Seat| match proposal {
            // Nobody's move is undone without their consent.
            Proposal::Takeback {} => true,
            Proposal::Replace { seat: away } => *seat != away && !self.seating.has_stand_in(*seat),
        };
        self.seating.all_seats().filter(|&seat| self.seating.is_person(seat)).filter(counts).collect()
    }

    /// The seats at the same screen.
    fn seats_beside(&self, seat: Seat) -> SeatSet {
        match self.seat(seat).map(|seat| &seat.holder) {
            Some(Holder::Person { session }) => self.seating.seats_of(*session),
            Some(Holder::Open | Holder::Bot { .. }) | None => SeatSet::EMPTY,
        }
    }

    pub(crate) fn propose(
        &mut self,
        session: Option<TokenHash>,
        seat: Seat,
        proposal: Proposal,
        reply: Reply,
    ) -> Result<Outcome, Refusal> {
        self.check_seat(session, seat)?;
        self.check_playing()?;
        if self.votes.open.is_some() {
            return Err(Refusal::new(RefusalCode::WrongStatus, "a vote is open already; answer it first"));
        }
        self.check_may_ask(session)?;
        match proposal {
            Proposal::Takeback {} => {
                if !self.seating.settings.takebacks {
                    return Err(Refusal::new(
                        RefusalCode::NotAllowed,
                        "this table does not allow turns to be undone by agreement",
                    ));
                }
                // Refused at once if it could not be done.
                self.need_game()?.take_back(seat)?;
            }
            Proposal::Replace { seat: away } => self.check_away(away)?,
        }
        // Stored: an answer to a vote from before a restart must not count for another.
        let number = self.seating.votes + 1;
        let (agreed, revision) = (self.seats_beside(seat), self.status.revision);
        let vote = OpenVote { number, by: seat, proposal, agreed, revision };
        if self.is_agreed(&vote) {
            let seating = Seating { votes: number, ..self.seating.clone() };
            return self.settle(vote, Some(seating), reply);
        }
        let seating = Seating { votes: number, vote: Some(vote), ..self.seating.clone() };
        self.write(Parts::seating(seating), self.status, Then::OpenVote(vote), reply);
        Ok(Outcome::Pending)
    }

    /// A person whose proposal was just rejected does not ask again at once.
    fn check_may_ask(&self, session: Option<TokenHash>) -> Result<(), Refusal> {
        let left = self.votes.pause(session, self.config().vote_pause, self.now);
        if left.is_zero() {
            return Ok(());
        }
        let words = format!("the others have just said no; ask again in {} seconds", left.as_secs() + 1);
        Err(Refusal::new(RefusalCode::TooMany, words))
    }

    /// Ends the vote without doing what was asked for.
    fn reject(&mut self, vote: OpenVote, reply: Reply) {
        let by = match self.seat(vote.by).map(|seat| &seat.holder) {
            Some(Holder::Person { session }) => Some(*session),
            Some(Holder::Open | Holder::Bot { .. }) | None => None,
        };
        let seating = Seating { vote: None, ..self.seating.clone() };
        self.write(Parts::seating(seating), self.status, Then::RejectVote { by }, reply);
    }

    fn check_away(&self, seat: Seat) -> Result<(), Refusal> {
        let words = match self.seat(seat) {
            Some(found) if !matches!(found.holder, Holder::Person { .. }) => "no person has this seat",
            Some(found) if found.stand_in.is_some() => "a bot stands in already",
            Some(_) if self.is_connected(seat) => "this player is here",
            Some(_) if !self.is_away(seat) => "this player was here a moment ago; wait until they count as away",
            Some(_) => return Ok(()),
            None => "there is no such seat",
        };
        Err(Refusal::new(RefusalCode::WrongStatus, words))
    }

    pub(crate) fn vote(
        &mut self,
        session: Option<TokenHash>,
        seat: Seat,
        number: u32,
        agree: bool,
        reply: Reply,
    ) -> Result<Outcome, Refusal> {
        self.check_seat(session, seat)?;
        let Some(mut vote) = self.votes.open.filter(|vote| vote.number == number) else {
            return Err(Refusal::new(RefusalCode::Stale, "this vote is over"));
        };
        if agree {
            vote.agreed = vote.agreed.union(self.seats_beside(seat));
            if self.is_agreed(&vote) {
                return self.settle(vote, None, reply);
            }
            let seating = Seating { vote: Some(vote), ..self.seating.clone() };
            self.write(Parts::seating(seating), self.status, Then::OpenVote(vote), reply);
        } else {
            self.reject(vote, reply);
        }
        Ok(Outcome::Pending)
    }

    fn is_agreed(&self, vote: &OpenVote) -> bool {
        self.voters(vote.proposal).without(vote.agreed).is_empty()
    }

    /// Executes the request, since everybody has agreed. The seating is written with it if it has changed.
    fn settle(&mut self, vote: OpenVote, seating: Option<Seating>, reply: Reply) -> Result<Outcome, Refusal> {
        match vote.proposal {
            Proposal::Takeback {} => {
                let change = self.need_game()?.take_back(vote.by)?;
                let changed = seating.map(|seating| (seating, self.status));
                self.save_step(change, None, changed, reply)?;
            }
            Proposal::Replace { seat } => {
                self.check_away(seat)?;
                let (mut with_bot, status) = self.with_stand_ins(SeatSet(1 << seat.0));
                with_bot.votes = with_bot.votes.max(vote.number);
                self.write(Parts::seating(with_bot), status, Then::ChangeStandIns, reply);
            }
        }
        Ok(Outcome::Pending)
    }

    pub(crate) fn vote_view(&self) -> Option<Vote> {
        let vote = self.votes.open.as_ref()?;
        Some(Vote {
            vote: vote.number,
            by: vote.by,
            proposal: vote.proposal,
            agreed: vote.agreed.iter().collect(),
            waiting: self.voters(vote.proposal).without(vote.agreed).iter().collect(),
        })
    }
}
