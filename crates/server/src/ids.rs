//! Names that nobody can guess: tables, sessions, links. Secrets are kept as hashes only.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// A table's id: 16 letters and digits, 80 random bits. It is part of the table's link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId([u8; 16]);

/// Letters that can't be mistaken for each other.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl TableId {
    /// A new one.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> Result<TableId, getrandom::Error> {
        let bytes: [u8; 16] = random()?;
        Ok(TableId(bytes.map(|byte| LETTERS[usize::from(byte & 31)])))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// A text that is no table's id.
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

/// In logs a table is known by the beginning of its id: who reads them must not be able to open it.
impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", &self.as_str()[..6])
    }
}

/// A secret that a browser or a link holds: 64 hexadecimal digits. Never stored, never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> Result<Token, getrandom::Error> {
        let bytes: [u8; 32] = random()?;
        Ok(Token(hex(&bytes)))
    }

    /// The secret itself, for its holder.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// A token as somebody sent it; `None` if it can't be one.
    pub fn read(text: &str) -> Option<Token> {
        let is_token = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_token.then(|| Token(text.into()))
    }

    /// What is stored of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// The SHA-256 of a token: who has it can't make the token from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({}…)", hex(&self.0[..3]))
    }
}

impl Serialize for TokenHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for TokenHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text).map(TokenHash).ok_or_else(|| serde::de::Error::custom("not 64 hexadecimal digits"))
    }
}

/// Random bytes from the system.
///
/// # Errors
/// The system has none.
pub fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// 32 bytes from hexadecimal digits.
pub fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let mut bytes = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_hashes_round_trip() {
        let id = TableId::random().unwrap();
        assert_eq!(id.as_str().parse(), Ok(id));
        assert!("short".parse::<TableId>().is_err() && "../../../etc/pass".parse::<TableId>().is_err());
        let hash = Token::random().unwrap().hash();
        assert_eq!(from_hex(&hex(&hash.0)), Some(hash.0));
    }

    #[test]
    fn a_secret_does_not_show_in_logs() {
        let token = Token::random().unwrap();
        assert!(!format!("{token:?}{:?}", token.hash()).contains(token.reveal()));
        let id = TableId::random().unwrap();
        assert!(!format!("{id:?}").contains(id.as_str()));
    }
}
