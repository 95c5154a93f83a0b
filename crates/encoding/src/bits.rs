//! Sets of ids as bytes, one per id.

/// A place of a mask: 0 or 1, or a truth value.
pub trait Flag: Copy {
    /// The place for a byte that is 0 or 1.
    fn from_byte(byte: u8) -> Self;
}

impl Flag for u8 {
    #[inline]
    fn from_byte(byte: u8) -> Self {
        byte
    }
}

impl Flag for i8 {
    #[inline]
    fn from_byte(byte: u8) -> Self {
        byte as i8
    }
}

impl Flag for bool {
    #[inline]
    fn from_byte(byte: u8) -> Self {
        byte != 0
    }
}

/// Writes the lowest bits of a set, one place per bit.
#[inline]
pub(crate) fn expand<F: Flag>(bits: u128, out: &mut [F]) {
    let bytes = bits.to_le_bytes();
    let (chunks, rest) = out.as_chunks_mut::<8>();
    let last = bytes.get(chunks.len()).copied().unwrap_or(0);
    for (chunk, &byte) in chunks.iter_mut().zip(&bytes) {
        *chunk = spread(byte).map(F::from_byte);
    }
    for (place, byte) in rest.iter_mut().zip(spread(last)) {
        *place = F::from_byte(byte);
    }
}

/// Each bit of a byte as a byte of its own, the lowest first.
#[inline]
fn spread(byte: u8) -> [u8; 8] {
    SPREAD[usize::from(byte)]
}

static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut place = 0;
    while place < 256 * 8 {
        table[place / 8][place % 8] = ((place / 8) >> (place % 8) & 1) as u8;
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_gets_its_own_byte() {
        let bits: u128 = 0x8000_0000_0000_0001_f00f_0000_0000_a5c3;
        for len in [0, 1, 7, 8, 21, 100, 128] {
            let mut out = vec![9u8; len];
            expand(bits, &mut out);
            for (place, &byte) in out.iter().enumerate() {
                assert_eq!(u128::from(byte), bits >> place & 1, "bit {place} of {len}");
            }
        }
    }
}
