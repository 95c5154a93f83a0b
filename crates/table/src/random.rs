//! Random numbers for deals and bots: from the seed that the shell gave the table, or for tests from a fixed one.

use crate::ids::TableId;
use capolinea_engine::Seat;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest, Sha256};

/// A table's random numbers.
#[derive(Debug)]
pub(crate) struct Random {
    rng: ChaCha20Rng,
    test_seed: Option<u64>,
}

impl Random {
    pub(crate) fn new(seed: [u8; 32], test_seed: Option<u64>) -> Random {
        Random { rng: ChaCha20Rng::from_seed(seed), test_seed }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    /// The seed of a new game. With a test seed all games are dealt alike.
    pub(crate) fn game_seed(&mut self) -> [u8; 32] {
        self.test_seed.map_or_else(|| self.bytes(), |seed| fixed(seed, "deal", &[]))
    }

    /// The seed of a bot's decision. With a test seed it depends on the seat and the position alone, not on when the bot is
    /// asked.
    pub(crate) fn bot_seed(&mut self, seat: Seat, revision: u64) -> [u8; 32] {
        let position = [u64::from(seat.0), revision];
        self.test_seed.map_or_else(|| self.bytes(), |seed| fixed(seed, "bot", &position))
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        f64::from(u16::from_le_bytes(self.bytes())) / f64::from(u16::MAX)
    }

    pub(crate) fn table_id(&mut self) -> TableId {
        TableId::from_random(self.bytes())
    }
}

pub(crate) fn fixed(seed: u64, purpose: &str, numbers: &[u64]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(purpose);
    hash.update(seed.to_le_bytes());
    numbers.iter().for_each(|number| hash.update(number.to_le_bytes()));
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_repeat_only_with_a_test_seed() {
        let (mut one, mut two) = (Random::new([1; 32], Some(1)), Random::new([2; 32], Some(1)));
        assert_eq!(one.game_seed(), two.game_seed());
        assert_eq!(one.bot_seed(Seat(1), 5), two.bot_seed(Seat(1), 5));
        assert_ne!(one.bot_seed(Seat(1), 5), one.bot_seed(Seat(1), 6));
        assert_ne!(one.bot_seed(Seat(1), 5), one.bot_seed(Seat(0), 5));
        assert_ne!(one.game_seed(), Random::new([1; 32], Some(2)).game_seed());
        let mut free = Random::new([1; 32], None);
        assert_ne!(free.game_seed(), free.game_seed());
        assert_ne!(free.bot_seed(Seat(1), 5), free.bot_seed(Seat(1), 5));
    }
}
