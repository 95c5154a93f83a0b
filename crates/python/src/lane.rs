//! One game as a learning program plays it: its state, and the memory that goes with it.

use crate::map::Tables;
use capolinea_encoding::Memory;
use capolinea_engine::{Action, IllegalAction, Seat, Setup, SetupError, State, Viewer};

/// A game in play.
#[derive(Clone)]
pub(crate) struct Lane {
    pub(crate) state: State,
    pub(crate) memory: Memory,
}

/// Why the action of an id was not executed.
pub(crate) enum Refused {
    /// It stands for no action now.
    NoAction,
    /// It breaks a rule.
    Illegal(IllegalAction),
}

impl Lane {
    pub(crate) fn new(tables: &Tables, setup: &Setup) -> Result<Self, SetupError> {
        Ok(Lane { state: State::new(&tables.game_map.map, setup)?, memory: Memory::new() })
    }

    /// Begins another game.
    pub(crate) fn restart(&mut self, tables: &Tables, setup: &Setup) -> Result<(), SetupError> {
        self.state = State::new(&tables.game_map.map, setup)?;
        self.memory.clear();
        Ok(())
    }

    #[inline]
    pub(crate) fn decider(&self) -> Option<Seat> {
        self.state.deciders().lowest()
    }

    #[inline]
    pub(crate) fn apply(&mut self, tables: &Tables, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.state.apply(&tables.game_map.map, seat, action)?;
        self.memory.note(seat, action);
        Ok(())
    }

    /// Executes the action of an id.
    #[inline]
    pub(crate) fn apply_id(&mut self, tables: &Tables, seat: Seat, id: usize) -> Result<Action, Refused> {
        let view = self.state.view(&tables.game_map.map, Viewer::Seat(seat));
        let action = tables.actions.action(&view, id).ok_or(Refused::NoAction)?;
        self.apply(tables, seat, action).map_err(Refused::Illegal)?;
        Ok(action)
    }

    #[inline]
    pub(crate) fn write_mask(&self, tables: &Tables, seat: Seat, mask: &mut [i8]) {
        tables.actions.write_mask(&self.state.view(&tables.game_map.map, Viewer::Seat(seat)), mask);
    }

    #[inline]
    pub(crate) fn observe(&mut self, tables: &Tables, seat: Seat, tensor: &mut [u8]) {
        let view = self.state.view(&tables.game_map.map, Viewer::Seat(seat));
        tables.observations.write(&view, &mut self.memory, tensor);
    }

    pub(crate) fn observe_all(&mut self, tables: &Tables, seat: Seat, tensor: &mut [u8]) {
        tables.observations.write_perfect(&tables.game_map.map, &self.state, seat, &mut self.memory, tensor);
    }
}
