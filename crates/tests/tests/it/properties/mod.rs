//! Properties of every game: random games on every map, with every number of players, by players of every habit, are
//! looked at after each action.

mod branches;
mod by_the_book;
mod conservation;
mod endings;
mod known;
mod listed;
mod progress;
mod records;
mod views;
mod ways;
