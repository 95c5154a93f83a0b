//! The page of `simulate --report`: statistics of many games on a map, and of the bots that played them.
//!
//! [`Notes`] are taken while the games are played; [`page`] turns them into one HTML file that needs nothing else. The
//! markup is well-formed XML too, and contains nothing that changes from one run to the next: the same command gives the
//! same bytes.

mod boards;
mod charts;
mod colors;
mod compare;
mod figures;
mod gather;
mod matching;
mod notes;
mod page;
mod part;
mod play;
mod results;
mod routes;
mod runs;
mod spread;
mod table;
mod ticket_plots;
mod tickets;

pub(crate) use notes::Notes;
pub(crate) use page::page;
pub(crate) use runs::{Run, Subject};
