//! Messages: their examples, their TypeScript types, and what they offer.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod documentation;
mod legal;
mod typescript;
mod updates;
