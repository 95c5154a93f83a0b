//! The ids of tables and sessions. Nobody can guess them, and a secret is kept as its hash only.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A table's id: 16 letters and digits, 80 random bits. It is part of the table's link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId([u8; 16]);

/// Letters and digits that can't be confused with each other.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl TableId {
    /// The id made of these random bytes.
    pub fn from_random(bytes: [u8; 16]) -> TableId {
        TableId(bytes.map(|byte| LETTERS[usize::from(byte & 31)]))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// The text is not the id of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a table")]
pub struct NotAnId;

impl FromStr for TableId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let bytes: [u8; 16] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        if bytes.iter().all(|byte| LETTERS.contains(byte)) { Ok(TableId(bytes)) } else { Err(NotAnId) }
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Logs show only the start of the id, so that their readers cannot open the table.
impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", &self.as_str()[..6])
    }
}

/// The SHA-256 of a secret token. The token cannot be recovered from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({}…)", hex::encode(&self.0[..3]))
    }
}

impl Serialize for TokenHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for TokenHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text).map(TokenHash).ok_or_else(|| serde::de::Error::custom("not 64 hexadecimal digits"))
    }
}

/// 32 bytes from 64 hexadecimal digits.
pub fn from_hex(text: &str) -> Option<[u8; 32]> {
    hex::FromHex::from_hex(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_hashes_round_trip() {
        let id = TableId::from_random([7; 16]);
        assert_eq!(id.as_str().parse(), Ok(id));
        assert!("short".parse::<TableId>().is_err() && "../../../etc/pass".parse::<TableId>().is_err());
        let hash = TokenHash(std::array::from_fn(|index| index as u8 * 7));
        assert_eq!(from_hex(&hex::encode(hash.0)), Some(hash.0));
        assert!(!format!("{id:?}").contains(id.as_str()), "logs do not show the whole id");
    }
}
