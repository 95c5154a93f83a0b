//! One open table with the state of its shell, and the handling of each of its effects.

use crate::messages::{Output, Thought};
use crate::requests::Waiting;
use crate::rows::WriteRow;
use crate::server::{LocalServer, with_public_ids};
use capolinea_bots::{Level, Player};
use capolinea_engine::Action;
use capolinea_engine::Seat;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_table::{Answer, Effect, Input, Question, RequestId, Table, TableId, levels};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use std::collections::{HashMap, VecDeque};

/// An open table.
pub struct OpenTable {
    /// The table.
    pub table: Table,
    /// The bots that answer at once, by seat, with their levels: each remembers its game.
    players: HashMap<Seat, (String, Player)>,
    /// The questions that bots in another worker think about.
    thinking: HashMap<u64, Box<Question>>,
}

impl OpenTable {
    /// A table that has just been read.
    pub fn new(table: Table) -> OpenTable {
        OpenTable { table, players: HashMap::new(), thinking: HashMap::new() }
    }

    /// The decision of a bot. If the bot failed it is the first legal action, so that nobody waits forever.
    pub fn decided(&mut self, question: u64, action: Option<Action>) -> Option<Action> {
        let question = self.thinking.remove(&question)?;
        action.or_else(|| if question.is_hint { None } else { question.view().legal_actions().get(0) })
    }

    /// The decision of a bot that answers at once.
    fn decide(&mut self, question: &Question, mut player: Player) -> Option<Action> {
        let mut rng = ChaCha8Rng::from_seed(question.seed);
        let view = question.view();
        view.legal_actions().get(0)?;
        let action = player.choose(&view, &mut rng);
        self.players.insert(question.seat, (question.level.clone(), player));
        Some(action)
    }
}

impl LocalServer {
    /// Executes an effect of the table; the results are added to its inputs.
    pub(crate) fn execute(&mut self, id: TableId, effect: Effect, inputs: &mut VecDeque<Input>) {
        match effect {
            Effect::Save(write) => {
                let Some(open) = self.open(id) else { return };
                let write = Box::new(WriteRow::new(id, *write, open.table.seating()));
                self.out.push(Output::Save { table: id.to_string(), write });
            }
            Effect::SaveChat(line) => self.out.push(Output::SaveChat { table: id.to_string(), line }),
            Effect::LoadChat => self.out.push(Output::LoadChat { table: id.to_string() }),
            Effect::Load => self.out.push(Output::Load { table: id.to_string() }),
            Effect::Send { to, message } => self.send(id, &to, &message),
            Effect::Close { connection } => self.close(id, connection),
            Effect::Answer { request, answer } => {
                if let Some(input) = self.answered(id, request, answer) {
                    inputs.push_back(input);
                }
            }
            Effect::AskBot(question) => inputs.extend(self.ask_bot(id, question)),
            Effect::ForgetQuestion { question } => {
                if let Some(open) = self.open(id) {
                    open.thinking.remove(&question);
                }
            }
            Effect::Log(line) => {
                let text = format!("{}: {}", line.message, line.problem);
                self.out.push(Output::Log { error: line.is_error, text });
            }
            Effect::Sleep { .. } => self.put_to_sleep(id),
            // There is no lobby, no other server, nobody to charge, and nothing to count.
            Effect::List(_) | Effect::Present { .. } | Effect::Charge { .. } | Effect::Count(_) => {}
        }
    }

    fn send(&mut self, id: TableId, to: &[u64], message: &ServerMessage) {
        for &inner in to {
            let Some(connection) = self.connection(id, inner) else { continue };
            let message = Box::new(with_page_ids(message.clone()));
            self.out.push(Output::Send { connection, message });
        }
    }

    /// Asks a bot; returns its decision if it answers at once.
    fn ask_bot(&mut self, id: TableId, question: Box<Question>) -> Option<Input> {
        let (seat, number) = (question.seat, question.number);
        let open = self.open(id)?;
        if question.budget.is_none() {
            let known = open.players.remove(&seat).filter(|(level, _)| *level == question.level);
            let player = known.map(|(_, player)| player).filter(|_| !question.is_repeatable);
            let player = player.or_else(|| levels::prompt_player(&question.level))?;
            let action = open.decide(&question, player);
            return Some(Input::BotDecided { seat, question: number, action });
        }
        let thought = Thought {
            table: id.to_string(),
            seat,
            question: number,
            bot: Level::find(&question.level)?.entrant_name(question.budget),
            digest: open.table.seating().digest.clone(),
            record: open.table.record_so_far()?.to_json(),
            random: question.seed,
            is_repeatable: question.is_repeatable,
        };
        open.thinking.insert(number, question);
        self.out.push(Output::Think(Box::new(thought)));
        None
    }

    /// Passes an answer on to its request or connection; returns the inputs that follow.
    pub(crate) fn answered(
        &mut self,
        id: TableId,
        request: RequestId,
        answer: Result<Answer, Refusal>,
    ) -> Option<Input> {
        match self.waiting.remove(&request)? {
            Waiting::Connect { connection } => match answer {
                Ok(Answer::Connected(inner)) => {
                    let is_wanted = self.connected(connection, inner);
                    (!is_wanted).then_some(Input::Disconnect { connection: inner })
                }
                Ok(_) => {
                    let refusal = Refusal::new(RefusalCode::Internal, "the table gave an answer of the wrong kind");
                    self.refuse_connection(connection, refusal);
                    None
                }
                Err(refusal) => {
                    self.refuse_connection(connection, refusal);
                    None
                }
            },
            Waiting::Request { number, wanted } => {
                self.answer_request(id, number, wanted, answer);
                None
            }
        }
    }
}

/// The same message with table ids as the page knows them.
fn with_page_ids(message: ServerMessage) -> ServerMessage {
    match message {
        ServerMessage::Welcome { version, now, you, table, chat, update } => {
            ServerMessage::Welcome { version, now, you, table: with_public_ids(table), chat, update }
        }
        ServerMessage::Table { you, table } => ServerMessage::Table { you, table: with_public_ids(table) },
        other @ (ServerMessage::Update(_)
        | ServerMessage::Shuffle { .. }
        | ServerMessage::Done { .. }
        | ServerMessage::Refused { .. }
        | ServerMessage::Chat { .. }
        | ServerMessage::History { .. }
        | ServerMessage::Explained { .. }
        | ServerMessage::Planned { .. }
        | ServerMessage::Hinted { .. }
        | ServerMessage::Together(_)
        | ServerMessage::Pong { .. }
        | ServerMessage::Goodbye { .. }) => other,
    }
}
