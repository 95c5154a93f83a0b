//! Every random choice of a game: ChaCha8, keyed by the game's seed and the number of the shuffle.
//!
//! How its numbers become an order is written out here rather than taken from a crate, because records must replay alike on every machine, forever.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The random numbers of one shuffle.
pub(crate) struct Shuffle(ChaCha8Rng);

impl Shuffle {
    /// The game's shuffle with this number.
    #[inline]
    pub(crate) fn new(seed: &[u8; 32], number: u32) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*seed);
        rng.set_stream(u64::from(number));
        Shuffle(rng)
    }

    /// Puts `items` in random order, each order as likely as any other.
    #[inline]
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, below(&mut self.0, last as u32 + 1) as usize);
        }
    }

    /// A number from 0 to `bound` - 1, each as likely as any other.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        below(&mut self.0, bound)
    }
}

/// A number from 0 to `bound` - 1, each as likely as any other.
///
/// The high half of a 64-bit product, with the few products rejected that would favour some numbers.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    debug_assert!(bound > 0);
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let unfair = bound.wrapping_neg() % bound;
        while (product as u32) < unfair {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_is_the_same_forever() {
        let mut items: [u8; 12] = std::array::from_fn(|index| index as u8);
        Shuffle::new(&[7; 32], 3).shuffle(&mut items);
        expect_test::expect!["[3, 8, 6, 0, 5, 2, 11, 7, 4, 9, 1, 10]"].assert_eq(&format!("{items:?}"));
    }

    #[test]
    fn every_number_is_as_likely() {
        let mut shuffle = Shuffle::new(&[1; 32], 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[shuffle.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
    }
}
