//! Secret tokens, and random numbers from the system.

use capolinea_table::ids::{TableId, TokenHash};
use sha2::{Digest, Sha256};
use std::fmt;

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
        Ok(Token(hex::encode(bytes)))
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

    /// The stored data.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
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

/// The id of a new table.
///
/// # Errors
/// The system has no random numbers.
pub fn new_table_id() -> Result<TableId, getrandom::Error> {
    random().map(TableId::from_random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_show_in_logs() {
        let token = Token::random().unwrap();
        assert!(!format!("{token:?}{:?}", token.hash()).contains(token.reveal()));
    }
}
