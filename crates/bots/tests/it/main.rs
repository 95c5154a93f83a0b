//! Bots through the public names of the crate.

mod every_bot_plays;
mod good_moves;
mod own_bot;
