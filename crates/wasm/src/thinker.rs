//! Bots that search, in a worker of their own so that the tables go on answering.

use crate::maps::KnownMaps;
use crate::messages::Thought;
use capolinea_bots::Player;
use capolinea_engine::Action;
use capolinea_engine::Seat;
use capolinea_engine::Viewer;
use capolinea_protocol::table::Status;
use capolinea_table::ids::from_hex;
use capolinea_table::stored::{StoredStep, StoredTable, TableStatus};
use capolinea_table::{Loaded, TableConfig, levels};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use std::collections::HashMap;

/// The bots that think here.
#[derive(Default)]
pub struct Thinker {
    /// The maps.
    pub maps: KnownMaps,
    /// Each bot remembers its game: by table and seat, with its level.
    players: HashMap<(String, Seat), (String, Player)>,
}

impl Thinker {
    /// A bot's decision. The game is rebuilt from its steps, and the bot sees what its seat sees.
    ///
    /// # Errors
    /// The game can't be rebuilt, or there is nothing to decide.
    pub fn decide(&mut self, thought: Thought) -> Result<Action, String> {
        let Thought { table, seat, level, seating, steps, random, .. } = thought;
        let is_repeatable = seating.deal.is_some();
        let map = self.maps.find(&seating.digest).cloned();
        let shared = self.maps.shared(map.as_ref(), &TableConfig::default());
        let steps: Vec<StoredStep> = steps.into_iter().map(StoredStep::from).collect();
        let status = TableStatus {
            revision: steps.len() as u64,
            status: Status::Playing,
            waiting: [].into_iter().collect(),
            winners: [].into_iter().collect(),
            deadline: None,
            wakes_at: None,
            updated: 0,
        };
        let stored = StoredTable { created: 0, version: 0, seating, status, steps };
        let loaded = Loaded::new(&shared.maps, stored).map_err(|refusal| refusal.words)?;
        let game = loaded.game.ok_or("the game has not begun")?;
        let view = game.view(Viewer::Seat(seat));
        view.legal_actions().get(0).ok_or("there is nothing to decide")?;
        let known = self.players.remove(&(table.clone(), seat)).filter(|(known, _)| *known == level);
        let mut player = match known {
            Some((_, player)) if !is_repeatable => player,
            Some(_) | None => levels::new_player(&level, is_repeatable).ok_or("there is no such bot")?,
        };
        let seed = from_hex(&random).ok_or("the bot has no random numbers")?;
        let action = player.choose(&view, &mut ChaCha8Rng::from_seed(seed));
        self.players.insert((table, seat), (level, player));
        Ok(action)
    }
}
