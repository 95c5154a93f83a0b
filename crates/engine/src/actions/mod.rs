//! The actions that every map has: one file each, with its checks and its effect.

pub(crate) mod choose_split;
pub(crate) mod claim_route;
pub(crate) mod draw_cards;
pub(crate) mod draw_tickets;
pub(crate) mod keep_tickets;
pub(crate) mod pass;
pub(crate) mod payment;
