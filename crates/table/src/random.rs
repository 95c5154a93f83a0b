//! Random numbers for deals and bots: from the seed that the shell gave the table, or from a fixed one, for tests and for deals that
//! several people play.

use crate::ids::TableId;
use capolinea_engine::Seat;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest, Sha256};

/// A table's random numbers.
#[derive(Debug)]
pub(crate) struct Random {
    rng: ChaCha20Rng,
    repeated: Option<Repeated>,
}

/// The source of the deal and of the bots' random numbers, where games must repeat.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Repeated {
    /// For tests: all games are dealt alike.
    Test(u64),
    /// The seed of a deal that several people play.
    Deal([u8; 32]),
}

impl Random {
    pub(crate) fn new(seed: [u8; 32], repeated: Option<Repeated>) -> Random {
        Random { rng: ChaCha20Rng::from_seed(seed), repeated }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    /// The seed of a new game.
    pub(crate) fn game_seed(&mut self) -> [u8; 32] {
        match self.repeated {
            Some(Repeated::Test(seed)) => fixed(&seed.to_le_bytes(), "deal", &[]),
            Some(Repeated::Deal(seed)) => seed,
            None => self.bytes(),
        }
    }

    /// The seed of a bot's decision. Where games must repeat it depends on the seat and the number of actions before it
    /// alone, not on when the bot is asked.
    pub(crate) fn bot_seed(&mut self, seat: Seat, actions: u64) -> [u8; 32] {
        let position = [u64::from(seat.0), actions];
        match self.repeated {
            Some(Repeated::Test(seed)) => fixed(&seed.to_le_bytes(), "bot", &position),
            Some(Repeated::Deal(seed)) => fixed(&seed, "bot", &position),
            None => self.bytes(),
        }
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        f64::from(u16::from_le_bytes(self.bytes())) / f64::from(u16::MAX)
    }

    pub(crate) fn table_id(&mut self) -> TableId {
        TableId::from_random(self.bytes())
    }
}

pub(crate) fn fixed(seed: &[u8], purpose: &str, numbers: &[u64]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(purpose);
    hash.update(seed);
    numbers.iter().for_each(|number| hash.update(number.to_le_bytes()));
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_repeat_only_where_they_must() {
        let repeated = |seed| Some(Repeated::Test(seed));
        let (mut one, mut two) = (Random::new([1; 32], repeated(1)), Random::new([2; 32], repeated(1)));
        assert_eq!(one.game_seed(), two.game_seed());
        assert_eq!(one.bot_seed(Seat(1), 5), two.bot_seed(Seat(1), 5));
        assert_ne!(one.bot_seed(Seat(1), 5), one.bot_seed(Seat(1), 6));
        assert_ne!(one.bot_seed(Seat(1), 5), one.bot_seed(Seat(0), 5));
        assert_ne!(one.game_seed(), Random::new([1; 32], repeated(2)).game_seed());
        let deal = || Random::new([1; 32], Some(Repeated::Deal([9; 32])));
        assert_eq!((deal().game_seed(), deal().bot_seed(Seat(1), 5)), ([9; 32], deal().bot_seed(Seat(1), 5)));
        assert_ne!(deal().bot_seed(Seat(1), 5), [9; 32]);
        let mut free = Random::new([1; 32], None);
        assert_ne!(free.game_seed(), free.game_seed());
        assert_ne!(free.bot_seed(Seat(1), 5), free.bot_seed(Seat(1), 5));
    }
}
