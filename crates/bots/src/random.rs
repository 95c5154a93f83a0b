//! Any legal action, each as likely as any other: the baseline, and a thorough test of the rules.

use crate::{Bot, Budget};
use capolinea_engine::random::below;
use capolinea_engine::{Action, LegalActions, View};
use rand_chacha::ChaCha8Rng;

pub(crate) struct Random;

impl Bot for Random {
    #[inline]
    fn choose(&mut self, view: &View<'_>, _budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        LegalActions::pick(view, |count| below(rng, count as u32) as usize)
            .expect("a player who must decide has a legal action")
    }
}
