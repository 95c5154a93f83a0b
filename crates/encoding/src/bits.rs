//! Sets of ids as bytes, one per id.

/// Writes the lowest bits of a set, one byte per bit.
#[inline]
pub(crate) fn expand(bits: u128, out: &mut [u8]) {
    let (chunks, rest) = out.as_chunks_mut::<8>();
    let mut bits = bits;
    for chunk in chunks {
        *chunk = spread(bits as u8).to_le_bytes();
        bits >>= 8;
    }
    let last = spread(bits as u8).to_le_bytes();
    rest.copy_from_slice(&last[..rest.len()]);
}

/// Each bit of a byte as a byte of its own, the lowest first.
#[inline]
fn spread(byte: u8) -> u64 {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    const ONE_EACH: u64 = 0x8040_2010_0804_0201;
    let picked = (u64::from(byte) * EVERY) & ONE_EACH;
    // A byte that is not 0 carries into its highest bit.
    ((picked + 0x7f * EVERY) >> 7) & EVERY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_gets_its_own_byte() {
        let bits: u128 = 0x8000_0000_0000_0001_f00f_0000_0000_a5c3;
        for len in [0, 1, 7, 8, 21, 100, 128] {
            let mut out = vec![9; len];
            expand(bits, &mut out);
            for (place, &byte) in out.iter().enumerate() {
                assert_eq!(u128::from(byte), bits >> place & 1, "bit {place} of {len}");
            }
        }
    }
}
