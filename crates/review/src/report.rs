//! The result of a review, as data: kept with a record, printed, and shown on a page. `docs/REVIEW.md` explains every figure.

use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::{Action, RouteId, Seat, TicketId};
use serde::{Deserialize, Serialize};

/// The version of the report's form and of the figures in it. A report of another version is computed again.
pub const REPORT_VERSION: u32 = 2;

/// Everything that a review knows so far. Chances are from 0 to 1; lists with one entry per player are in the order of seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewReport {
    /// The version of this form: [`REPORT_VERSION`].
    pub version: u32,
    /// The fingerprint of the game: a report belongs to the record that has the same one ([`crate::fingerprint`]).
    pub game: String,
    /// The depth that was asked for: games played out for each move that stays on trial.
    pub rollouts: u32,
    /// How much of the work is done.
    pub progress: ReviewProgress,
    /// The positions: the first is the deal, and number `n` is the one after `n` actions.
    pub positions: Vec<ReviewedPosition>,
    /// The decisions, one per action of the record and in its order: `decisions[n]` leads from `positions[n]` to
    /// `positions[n + 1]`.
    pub decisions: Vec<ReviewedDecision>,
    /// The few decisions to look at, by index, the costliest first: for each player the ones that cost most, with the
    /// same advice given once.
    pub moments: Vec<u32>,
    /// A summary per player.
    pub players: Vec<ReviewedPlayer>,
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewProgress {
    /// The units of work done.
    pub done: u32,
    /// All of them. Later ones take longer.
    pub total: u32,
    /// The kind of the next one.
    pub stage: ReviewStage,
}

/// What a review is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReviewStage {
    /// A first look at every position and decision.
    Coarse,
    /// More games for what is still uncertain.
    Refining,
    /// Decisions that look costly are tried again in other worlds.
    Confirming,
    /// Nothing is left to do.
    Done,
}

/// A figure with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error: the truth is within twice as much in 95 of 100 cases. 0 if the figure is exact.
    pub error: f64,
}

/// The game at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewedPosition {
    /// How many turns have begun.
    pub turn: u32,
    /// Each player's chance to win, all hands and tickets known and the decks unknown. `None` before the first look.
    pub chances: Option<Vec<Estimate>>,
    /// Each player's points for routes so far, as everybody sees them.
    pub scores: Vec<i16>,
    /// Each player's points if the game ended now: with tickets won and lost, and all bonuses.
    pub totals: Vec<i16>,
}

/// One decision of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewedDecision {
    /// The player.
    pub seat: Seat,
    /// The turn it belongs to, from 1; 0 before the first turn.
    pub turn: u32,
    /// What was done.
    pub action: Action,
    /// The same in notation.
    pub notation: String,
    /// How it was judged, from what the player knew; `None` if there was nothing to choose, or before the first look.
    pub judgement: Option<Judgement>,
    /// How the choice changed each player's chance, compared with a skilled bot in the same place. `None` before the first look.
    pub choice: Option<Vec<Estimate>>,
    /// How its outcome changed each player's chance, compared with the expected outcome. `None` if nothing was left to chance,
    /// or before the first look.
    pub luck: Option<Vec<Estimate>>,
    /// What was left to chance.
    pub chance_event: Option<ChanceEvent>,
}

/// Something that nobody decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ChanceEvent {
    /// The card drawn from the deck.
    Draw,
    /// The cards that were turned up in the market.
    Market,
    /// The cards that a tunnel turned up.
    Tunnel,
    /// The tickets offered.
    Tickets,
    /// The first player.
    FirstPlayer,
    /// A fresh deal, where the record branches off from another one.
    FreshDeal,
}

impl ChanceEvent {
    /// Every kind, in the order of [`LuckByKind`]'s fields.
    pub const ALL: [ChanceEvent; 6] = [
        ChanceEvent::Draw,
        ChanceEvent::Market,
        ChanceEvent::Tunnel,
        ChanceEvent::Tickets,
        ChanceEvent::FirstPlayer,
        ChanceEvent::FreshDeal,
    ];
}

/// What was played and its alternatives, in worlds that fit what the player knew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// What was played. Its gains are 0.
    pub played: ReviewedMove,
    /// The best alternatives, the best first. None of them need be better than what was played.
    pub alternatives: Vec<ReviewedMove>,
    /// How many moves were tried at first.
    pub tried: u32,
    /// What the choice cost, compared with the best alternative: chance to win. 0 if nothing better is known.
    pub loss: Estimate,
    /// The same in points of the margin.
    pub margin_loss: Estimate,
    /// What is said about it.
    pub verdict: Verdict,
}

/// A judgement in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing better was found.
    Best,
    /// Something else may be better, but not by more than the noise or not by much.
    Fine,
    /// Something else was better by much and by more than the noise, in other worlds than those in which it was found.
    Costly,
}

/// A move that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewedMove {
    /// The move.
    pub action: Action,
    /// The same in notation.
    pub notation: String,
    /// The player's chance to win with it.
    pub chance: Estimate,
    /// The expected margin over the best opponent, in points.
    pub margin: Estimate,
    /// How much better the chance is than with what was played, from the same worlds.
    pub gain: Estimate,
    /// The same in points of the margin.
    pub margin_gain: Estimate,
    /// In how many worlds it was compared with what was played.
    pub worlds: u32,
    /// The routes that the bot in the player's seat went on to claim after this move, the most frequent first.
    pub plan: Vec<LikelyRoute>,
}

/// A route that a player is likely to claim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LikelyRoute {
    /// The route.
    pub route: RouteId,
    /// In which share of the games it was claimed.
    pub share: f64,
}

/// The summary of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewedPlayer {
    /// The seat.
    pub seat: Seat,
    /// The final score.
    pub total: i16,
    /// The share of the victory: 1 for the winner, a half for each of two who share it.
    pub victory: f64,
    /// The share of what was at stake in decisions that was kept: 1 for the best moves, 0 for moves at random. `None` as long
    /// as its error is large, or if too little was at stake.
    pub accuracy: Option<Estimate>,
    /// How many decisions had a choice.
    pub decisions: u32,
    /// How many of them were costly.
    pub costly: u32,
    /// The chance to win right after the deal. `None` before the first look.
    pub first_chance: Option<Estimate>,
    /// How the player's own choices changed the chance, in all. With `others` and `luck` it leads from `first_chance` to `victory`.
    pub own_choices: Option<Estimate>,
    /// How the others' choices changed it.
    pub others_choices: Option<Estimate>,
    /// How chance changed it.
    pub luck: Option<Estimate>,
    /// The same by kind.
    pub luck_by_kind: Option<LuckByKind>,
    /// Tickets.
    pub tickets: TicketFigures,
    /// Cards.
    pub cards: CardFigures,
    /// Pieces.
    pub pieces: PieceFigures,
    /// Turns.
    pub turns: TurnFigures,
    /// Claims that took routes away.
    pub blocking: BlockingFigures,
    /// What the map's own rules brought: stations left, passengers, tourists, the longest path, most tickets.
    pub bonuses: Vec<BonusFigures>,
}

/// How chance changed a player's chance to win, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LuckByKind {
    /// Cards drawn from the deck, by anybody.
    pub draws: Estimate,
    /// Cards turned up in the market.
    pub market: Estimate,
    /// Tunnels.
    pub tunnels: Estimate,
    /// Tickets offered.
    pub tickets: Estimate,
    /// The first player.
    pub first_player: Estimate,
    /// Fresh deals, where the record branches off from another one.
    pub fresh_deal: Estimate,
}

/// A player's tickets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TicketFigures {
    /// How many were offered.
    pub offered: u32,
    /// Those completed.
    pub completed: Vec<TicketId>,
    /// Those not completed.
    pub failed: Vec<TicketId>,
    /// Points won with those completed.
    pub won: u32,
    /// Points lost with those not completed.
    pub lost: u32,
}

/// A player's cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CardFigures {
    /// Cards dealt at the start.
    pub dealt: u32,
    /// Cards taken from the market.
    pub taken: u32,
    /// Cards drawn from the deck.
    pub drawn: u32,
    /// Cards paid.
    pub paid: u32,
    /// Those of them that were wild.
    pub wilds_paid: u32,
    /// Cards left at the end.
    pub left: u32,
    /// The share of all cards that was paid.
    pub used: f64,
}

/// A player's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PieceFigures {
    /// Pieces placed on routes.
    pub placed: u32,
    /// Pieces left.
    pub left: u32,
    /// Those placed on routes that are on no completed ticket's path.
    pub off_tickets: u32,
    /// Points of the final score for each piece placed.
    pub points_each: f64,
}

/// A player's turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TurnFigures {
    /// All turns.
    pub all: u32,
    /// Turns in which a route was claimed.
    pub claims: u32,
    /// Turns in which cards were drawn.
    pub draws: u32,
    /// Turns in which tickets were drawn.
    pub tickets: u32,
    /// All others: stations built, tunnels left, turns passed.
    pub other: u32,
    /// Points of the final score for each turn.
    pub points_each: f64,
}

/// Claims that took away routes that another player's bot would have planned to claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BlockingFigures {
    /// How many claims of others took a route of this player's plan.
    pub blocked: u32,
    /// How these claims changed this player's chance to win. `None` before the first look.
    pub blocked_change: Option<Estimate>,
    /// How many of this player's claims took a route of another's plan.
    pub blocking: u32,
}

/// What a rule that only some maps have brought a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BonusFigures {
    /// The rule.
    pub mechanic: MechanicKind,
    /// How much the player has of what it counts.
    pub count: u16,
    /// The points for that.
    pub points: i16,
}
