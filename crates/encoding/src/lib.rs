//! Games as numbers, for programs that learn: every action of a map has a number, and every view is a tensor of fixed size.
//!
//! - [`ActionSpace`] numbers the actions of a map, and writes the mask of those that are legal.
//! - [`ObservationSpace`] writes a player's view, and for training also the hidden state.
//!   A [`Memory`] keeps what a state alone does not show.
//!
//! Both are fixed for a map and a [`VERSION`], so a trained model stays valid. Nothing here reads files or needs an
//! operating system, so the crate builds for WebAssembly.
//!
//! ```
//! use capolinea_encoding::{ActionSpace, Memory, ObservationSpace, Payments};
//! use capolinea_engine::{FirstPlayer, Setup, State, Viewer};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let actions = ActionSpace::new(map, Payments::All);
//! let observations = ObservationSpace::new(map);
//! let mut state = State::new(map, &Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None })?;
//! let mut memory = Memory::new();
//!
//! let seat = state.deciders().lowest().expect("both choose tickets now");
//! let view = state.view(map, Viewer::Seat(seat));
//! let mut tensor = vec![0; observations.len()];
//! observations.write(&view, &mut memory, &mut tensor);
//! let number = actions.legal(&view)[0];
//! let action = actions.action(&view, number).expect("it is legal");
//! assert_eq!(actions.describe(map, number).as_deref(), Some("keep 1 2"));
//! state.apply(map, seat, action)?;
//! memory.note(seat, action);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod bits;
mod observation;

pub use actions::{ActionSpace, Payments, UnknownPayments};
pub use bits::Flag;
pub use observation::{Memory, ObservationSpace, Section};

/// The version of the numbering and of the tensors. It grows with every change of a number's or a place's meaning.
pub const VERSION: u32 = 1;
