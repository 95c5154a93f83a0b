//! The rules, one test or more for each id of `docs/RULES.md`: the id and a sentence are the test's name.

mod arrange;
mod berlin;
mod claiming;
mod coverage;
mod drawing;
mod ending;
mod europe;
mod exact;
mod germany;
mod germany_scores;
mod market;
mod refusals;
mod san_francisco;
mod setup;
mod several_mechanics;
mod starting_tickets;
mod stations;
mod support;
mod tickets;
mod tunnels;
mod usa;
mod views;
