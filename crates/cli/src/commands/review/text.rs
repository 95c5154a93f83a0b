//! A review as text: tables and figures.

use crate::narrate::player_name;
use capolinea_engine::{Map, RouteId};
use capolinea_review::{Estimate, Judgement, ReviewReport, ReviewStage, ReviewedDecision, ReviewedPlayer};
use std::fmt::Write as _;

/// How many moments are printed; JSON has all.
const MOMENTS: usize = 12;
/// How many strokes of luck are printed.
const STROKES: usize = 5;
/// How many lines of the curve are printed.
const CURVE_LINES: u32 = 16;

/// The whole text.
pub(super) fn describe(map: &Map, players: &[String], report: &ReviewReport) -> Result<String, std::fmt::Error> {
    let names: Vec<String> = report.players.iter().map(|player| player_name(players, player.seat)).collect();
    let mut telling = Telling { map, report, names, text: String::new() };
    telling.head()?;
    telling.summary()?;
    telling.moments()?;
    telling.strokes()?;
    telling.curve()?;
    telling.figures()?;
    Ok(telling.text)
}

/// A figure of a player as text.
type Figure = fn(&ReviewedPlayer) -> String;

struct Telling<'a> {
    map: &'a Map,
    report: &'a ReviewReport,
    names: Vec<String>,
    text: String,
}

impl Telling<'_> {
    fn head(&mut self) -> std::fmt::Result {
        let (map, players, progress) = (self.map, self.names.len(), self.report.progress);
        writeln!(self.text, "{}, {players} players", map.name().en)?;
        let depth = self.report.rollouts;
        match progress.stage {
            ReviewStage::Done => {
                writeln!(
                    self.text,
                    "{depth} games for each move that is tried to the end; ± is twice the standard error\n"
                )
            }
            ReviewStage::Coarse | ReviewStage::Refining | ReviewStage::Confirming => {
                let part = 100 * progress.done / progress.total.max(1);
                writeln!(self.text, "interrupted after {part} % of the work for a depth of {depth}\n")
            }
        }
    }

    fn summary(&mut self) -> std::fmt::Result {
        let width = self.width();
        writeln!(
            self.text,
            "{:width$}  score  accuracy     costly     first chance      own choices           others             luck  result",
            ""
        )?;
        for player in &self.report.players {
            writeln!(
                self.text,
                "{:width$}{:>7}  {:<11}{:>8}  {:>15}{:>17}{:>17}{:>17}{:>8}",
                self.names[player.seat.index()],
                player.total,
                chance(player.accuracy),
                player.costly,
                chance(player.first_chance),
                change(player.own_choices),
                change(player.others_choices),
                change(player.luck),
                format!("{:.0} %", 100.0 * player.victory)
            )?;
        }
        Ok(())
    }

    fn moments(&mut self) -> std::fmt::Result {
        let moments = &self.report.moments;
        writeln!(self.text, "\nThe moves that cost most, judged from what the player knew: {}", moments.len())?;
        for &index in moments.iter().take(MOMENTS) {
            let decision = &self.report.decisions[index as usize];
            let Some(judgement) = &decision.judgement else { continue };
            self.moment(decision, judgement)?;
        }
        Ok(())
    }

    fn moment(&mut self, decision: &ReviewedDecision, judgement: &Judgement) -> std::fmt::Result {
        let (name, played) = (&self.names[decision.seat.index()], &judgement.played);
        writeln!(self.text, "\n  turn {}, {name}", decision.turn)?;
        let moves =
            || std::iter::once(("played", played)).chain(judgement.alternatives.iter().map(|other| ("or", other)));
        let width = moves().map(|(_, shown)| shown.notation.chars().count()).max().unwrap_or(0);
        for (mark, shown) in moves() {
            let routes = shown.plan.iter().map(|likely| self.route(likely.route));
            let gain = if mark == "played" { String::new() } else { change(Some(shown.gain)) };
            writeln!(
                self.text,
                "    {mark:<7}{:<width$}{:>13}{:>15}{gain:>17}   {}",
                shown.notation,
                chance(Some(shown.chance)),
                points(shown.margin),
                routes.take(4).collect::<Vec<_>>().join(", ")
            )?;
        }
        Ok(())
    }

    /// The outcomes that changed the chances most, compared with what was to be expected.
    fn strokes(&mut self) -> std::fmt::Result {
        let size = |decision: &&ReviewedDecision| {
            let luck = decision.luck.iter().flatten();
            luck.map(|luck| (luck.value.abs() - 2.0 * luck.error).max(0.0)).fold(0.0, f64::max)
        };
        let mut strokes: Vec<&ReviewedDecision> = self.report.decisions.iter().filter(|one| size(one) > 0.0).collect();
        strokes.sort_by(|a, b| size(b).total_cmp(&size(a)));
        writeln!(self.text, "\nLuck beyond the noise: {}", strokes.len())?;
        for decision in strokes.into_iter().take(STROKES) {
            let name = &self.names[decision.seat.index()];
            write!(self.text, "  turn {:>3}, {name}: {:<26}", decision.turn, decision.notation)?;
            for (name, luck) in self.names.iter().zip(decision.luck.iter().flatten()) {
                write!(self.text, "  {name} {}", change(Some(*luck)))?;
            }
            writeln!(self.text)?;
        }
        Ok(())
    }

    fn curve(&mut self) -> std::fmt::Result {
        let turns = self.report.positions.last().map_or(0, |last| last.turn);
        let every = turns.div_ceil(CURVE_LINES).max(1);
        writeln!(self.text, "\nChance to win, and points if the game ended then")?;
        let mut next = 0;
        let last = self.report.positions.len().saturating_sub(1);
        for (index, position) in self.report.positions.iter().enumerate() {
            if (position.turn < next && index != last) || position.chances.is_none() {
                continue;
            }
            next = position.turn + every;
            write!(self.text, "  turn {:>3}", position.turn)?;
            for (seat, name) in self.names.iter().enumerate() {
                let chance = position.chances.as_ref().map_or(0.0, |chances| chances[seat].value);
                write!(self.text, "   {name} {:>3.0} % {:>4}", 100.0 * chance, position.totals[seat])?;
            }
            writeln!(self.text)?;
        }
        Ok(())
    }

    fn figures(&mut self) -> std::fmt::Result {
        let rows: [(&str, Figure); 12] = [
            ("tickets completed of kept, of offered", |player| {
                let (done, failed) = (player.tickets.completed.len(), player.tickets.failed.len());
                format!("{done} of {}, of {}", done + failed, player.tickets.offered)
            }),
            ("ticket points won, lost", |player| format!("{}, {}", player.tickets.won, player.tickets.lost)),
            ("cards taken, drawn", |player| format!("{}, {}", player.cards.taken, player.cards.drawn)),
            ("cards paid, left", |player| format!("{}, {}", player.cards.paid, player.cards.left)),
            ("pieces placed, left", |player| format!("{}, {}", player.pieces.placed, player.pieces.left)),
            ("pieces off ticket paths", |player| player.pieces.off_tickets.to_string()),
            ("points per piece", |player| format!("{:.2}", player.pieces.points_each)),
            ("turns: claims, draws, tickets, other", |player| {
                let turns = &player.turns;
                format!("{}: {}, {}, {}, {}", turns.all, turns.claims, turns.draws, turns.tickets, turns.other)
            }),
            ("points per turn", |player| format!("{:.2}", player.turns.points_each)),
            ("claims that blocked this player", |player| player.blocking.blocked.to_string()),
            ("their effect on the chance", |player| change(player.blocking.blocked_change)),
            ("own claims that blocked others", |player| player.blocking.blocking.to_string()),
        ];
        write!(self.text, "\n{:<40}", "")?;
        self.names.iter().try_for_each(|name| write!(self.text, "{name:>20}"))?;
        writeln!(self.text)?;
        for (label, figure) in rows {
            write!(self.text, "{label:<40}")?;
            self.report.players.iter().try_for_each(|player| write!(self.text, "{:>20}", figure(player)))?;
            writeln!(self.text)?;
        }
        Ok(())
    }

    fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0)
    }

    fn route(&self, route: RouteId) -> String {
        crate::mechanics::path_name(self.map, &[route])
    }
}

/// A share in per cent with twice its error.
fn chance(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".into(), |chance| format!("{:.0} ± {:.0} %", 100.0 * chance.value, 200.0 * chance.error))
}

/// A change of a chance in per cent with twice its error.
fn change(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".into(), |change| format!("{:+.1} ± {:.1} %", 100.0 * change.value, 200.0 * change.error))
}

fn points(Estimate { value, error }: Estimate) -> String {
    format!("{value:+.1} ± {:.1}", 2.0 * error)
}
