//! The page of `simulate --report`: what many games say about a map and the bots that played it.
//!
//! [`Notes`] are taken while the games are played; [`page`] turns them into one HTML file that needs nothing else. The
//! markup is well-formed XML too, and holds nothing that changes from one run to the next: the same command gives the
//! same bytes.

mod boards;
mod charts;
mod colors;
mod figures;
mod gather;
mod notes;
mod page;
mod play;
mod results;
mod routes;
mod spread;
mod table;
mod tickets;

pub(crate) use notes::Notes;
pub(crate) use page::{Subject, page};
