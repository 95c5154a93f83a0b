//! Reviews of whole games between bots.

mod games;
mod honesty;
mod reports;
