//! Random numbers for deals and bots: the system's, or for tests those of a fixed seed.

use crate::ids;
use capolinea_engine::ids::Seat;
use sha2::{Digest, Sha256};

/// The seed of a new game. With a test seed all games are dealt alike.
///
/// # Errors
/// The system has no random numbers.
pub fn game_seed(test_seed: Option<u64>) -> Result<[u8; 32], getrandom::Error> {
    test_seed.map_or_else(ids::random, |seed| Ok(fixed(seed, "deal", &[])))
}

/// The seed of a bot's decision. With a test seed it depends on the seat and the position alone, not on when a bot is asked.
///
/// # Errors
/// The system has no random numbers.
pub fn bot_seed(test_seed: Option<u64>, seat: Seat, revision: u64) -> Result<[u8; 32], getrandom::Error> {
    let position = [u64::from(seat.0), revision];
    test_seed.map_or_else(ids::random, |seed| Ok(fixed(seed, "bot", &position)))
}

fn fixed(seed: u64, purpose: &str, numbers: &[u64]) -> [u8; 32] {
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
        assert_eq!(game_seed(Some(1)), game_seed(Some(1)));
        assert_ne!(game_seed(Some(1)), game_seed(Some(2)));
        assert_ne!(game_seed(None), game_seed(None));
        assert_eq!(bot_seed(Some(1), Seat(1), 5), bot_seed(Some(1), Seat(1), 5));
        assert_ne!(bot_seed(Some(1), Seat(1), 5), bot_seed(Some(1), Seat(1), 6));
        assert_ne!(bot_seed(Some(1), Seat(1), 5), bot_seed(Some(1), Seat(0), 5));
        assert_ne!(bot_seed(None, Seat(1), 5), bot_seed(None, Seat(1), 5));
    }
}
