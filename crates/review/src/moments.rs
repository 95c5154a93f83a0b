//! The few moments of a game that are worth a look.

use crate::report::{Judgement, ReviewedDecision, Verdict};
use capolinea_engine::{Action, Map, RouteId, Seat};

/// This many moments of each player are listed.
const FEW: usize = 3;

/// What would have been better, so that the same advice is given once: a route left unclaimed for five turns is one moment.
#[derive(PartialEq)]
enum Advice {
    Claim(RouteId),
    Other(Action),
}

impl Advice {
    fn new(judgement: &Judgement) -> Option<Self> {
        let action = judgement.alternatives.first()?.action;
        if let Action::ClaimRoute { route, .. } = action {
            return Some(Advice::Claim(route));
        }
        Some(Advice::Other(action))
    }
}

/// The costliest decisions of each player, each with different advice, by index; the costliest of all comes first.
pub(crate) fn costliest(players: u8, decisions: &[ReviewedDecision]) -> Vec<u32> {
    let mut moments: Vec<(f64, u32)> = Map::seats(players).flat_map(|seat| costliest_of(seat, decisions)).collect();
    sort(&mut moments);
    moments.into_iter().map(|(_, index)| index).collect()
}

fn costliest_of(seat: Seat, decisions: &[ReviewedDecision]) -> Vec<(f64, u32)> {
    let costly = |index: u32| {
        let judgement = decisions[index as usize].judgement.as_ref()?;
        let is_own = decisions[index as usize].seat == seat;
        (is_own && judgement.verdict == Verdict::Costly).then_some((judgement.loss.value, index))
    };
    let mut all: Vec<(f64, u32)> = (0..decisions.len() as u32).filter_map(costly).collect();
    sort(&mut all);
    let advice = |index: u32| decisions[index as usize].judgement.as_ref().and_then(Advice::new);
    let mut few: Vec<(f64, u32)> = Vec::new();
    for moment in all {
        if few.len() < FEW && few.iter().all(|&(_, index)| advice(index) != advice(moment.1)) {
            few.push(moment);
        }
    }
    few
}

fn sort(moments: &mut [(f64, u32)]) {
    moments.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
}
