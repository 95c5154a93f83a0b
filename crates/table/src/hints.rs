//! Help for players, where the table allows it: plans for their tickets, or the move of a bot that sees what they see. Each
//! request is a step of the game, so that everybody sees it and the record has it; only the player gets the answer.

use crate::limits::MAX_HINTS;
use crate::play::{Outcome, stale};
use crate::replies::Reply;
use crate::table::Table;
use crate::{ConnectionId, Effect, Question, TokenHash, levels};
use capolinea_engine::analysis::{Progress, TicketStatus};
use capolinea_engine::{Action, Seat, Viewer};
use capolinea_protocol::hint::{Hint, HintWish};
use capolinea_protocol::plan::{Goal, PlanView};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;

/// The questions of players that bots think about.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    thinking: Vec<Thinking>,
}

/// A question of a player that a bot thinks about.
#[derive(Debug)]
struct Thinking {
    question: u64,
    /// The revision it is about.
    revision: u64,
    connection: ConnectionId,
    id: u64,
    level: String,
}

impl Table {
    /// Whether players may ask for help here.
    pub(crate) fn allows_help(&self) -> bool {
        self.seating.settings.help == Some(true)
    }

    /// A player asks for help. The request is written first; the help comes after everybody was told.
    pub(crate) fn hint(
        &mut self,
        (from, session): (ConnectionId, Option<TokenHash>),
        id: u64,
        (seat, revision): (Seat, u64),
        wish: HintWish,
    ) -> Result<Outcome, Refusal> {
        if self.is_done_before(session, id, seat)? {
            return Ok(Outcome::Done);
        }
        if !self.allows_help() {
            return Err(Refusal::new(
                RefusalCode::NotAllowed,
                "this table plays without help; its host decided so when it was made",
            ));
        }
        let game = self.need_game()?;
        if !game.is_fresh(seat, revision) {
            return Err(stale(game.revision()));
        }
        if !game.deciders().contains(seat) || self.seating.has_stand_in(seat) {
            return Err(Refusal::new(RefusalCode::WrongStatus, "ask for help when it is your decision"));
        }
        if game.hints().get(seat.index()).is_some_and(|asked| *asked >= MAX_HINTS) {
            let words = format!("a player may ask for help {MAX_HINTS} times in one game");
            return Err(Refusal::new(RefusalCode::TooMany, words));
        }
        if let HintWish::Move { level } = &wish
            && levels::name(level).is_none()
        {
            return Err(Refusal::new(RefusalCode::BadRequest, "there is no such level; GET /api/levels lists them"));
        }
        let change = game.note_hint(seat, wish.kind());
        self.save_step(change, Some(id), None, Reply::Hint { connection: from, id, seat, wish })?;
        Ok(Outcome::Pending)
    }

    /// The request is saved: the help is given, or a bot is asked for it.
    pub(crate) fn give_hint(&mut self, connection: ConnectionId, id: u64, seat: Seat, wish: HintWish) {
        let Some(game) = self.game.as_deref() else { return };
        let (view, revision) = (game.view(Viewer::Seat(seat)), game.revision());
        match wish {
            HintWish::Plans {} => {
                let progress = Progress::new(&view);
                let open = progress.tickets().iter().filter(|ticket| ticket.status == TicketStatus::Open);
                let tickets = open.map(|ticket| ticket.ticket).collect();
                let Some(plan) = PlanView::new(&view, Goal { tickets, routes: Vec::new() }) else { return };
                let hint = Hint::Plans { plan: Box::new(plan) };
                self.send_to(connection, ServerMessage::Hinted { id, revision, hint });
            }
            HintWish::Move { level } => {
                let Some(budget) = levels::usual_budget(&level) else { return };
                let Some(question) = self.question(seat, level.clone(), budget, revision) else { return };
                let address = self.connections.find(connection).map(|connection| connection.address);
                self.hints.thinking.push(Thinking { question: question.number, revision, connection, id, level });
                let question = Question { address, is_hint: true, ..question };
                self.emit(Effect::AskBot(Box::new(question)));
            }
        }
    }

    /// A bot has decided what it would do; returns whether a player had asked for that.
    pub(crate) fn hint_decided(&mut self, question: u64, action: Option<Action>) -> bool {
        let Some(place) = self.hints.thinking.iter().position(|thinking| thinking.question == question) else {
            return false;
        };
        let Thinking { revision, connection, id, level, .. } = self.hints.thinking.remove(place);
        match action {
            Some(action) => {
                let hint = Hint::Move { level, action };
                self.send_to(connection, ServerMessage::Hinted { id, revision, hint });
            }
            None => {
                self.refuse(connection, id, Refusal::new(RefusalCode::Internal, "the bot had no answer; ask again"))
            }
        }
        true
    }

    /// The game has moved on: answers to earlier questions are no longer needed.
    pub(crate) fn forget_old_hints(&mut self) {
        let now = self.status.revision;
        let old: Vec<Thinking> = self.hints.thinking.extract_if(.., |thinking| thinking.revision < now).collect();
        for Thinking { question, .. } in old {
            self.emit(Effect::ForgetQuestion { question });
        }
    }
}
