//! The rules of Capolinea's five games.

pub mod action;
mod actions;
mod apply;
pub mod cards;
pub mod error;
pub mod event;
pub mod ids;
pub mod legal;
pub mod map;
pub mod mechanics;
pub mod network;
pub mod phase;
mod play;
pub mod position;
pub mod record;
pub mod rules;
pub mod scoring;
pub mod setup;
pub mod shuffle;
pub mod state;
pub mod trail;
pub mod view;
