//! Bots that search, in a worker of their own so that the tables go on answering.

use capolinea_bots::{Entrant, EntrantError, Player};
use capolinea_engine::record::GameRecord;
use capolinea_engine::{Action, Map, Seat, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use std::collections::HashMap;
use wasm_bindgen::prelude::wasm_bindgen;

/// The bots that think here, with the maps they play on.
#[wasm_bindgen]
#[derive(Default)]
pub struct Bots {
    maps: Vec<Map>,
    /// Each bot remembers its game: by table and seat, with its name and budget.
    players: HashMap<(String, u8), (String, Player)>,
}

#[wasm_bindgen]
impl Bots {
    /// No bot thinks yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Bots {
        Bots::default()
    }

    /// Reads the `map.json` of a map.
    pub fn add_map(&mut self, map_json: &str) -> Result<(), String> {
        self.maps.push(capolinea_maps::read_map(map_json.as_bytes()).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// The decision (JSON) of a bot (`searcher:300`) in a seat, in the game that has this record so far. The game is rebuilt, and the bot
    /// sees what its seat sees. `random` is the seed of its random numbers, 32 bytes.
    pub fn decide(
        &mut self,
        table: &str,
        seat: u8,
        bot: &str,
        record: &str,
        random: &[u8],
        is_repeatable: bool,
    ) -> Result<String, String> {
        let record = GameRecord::from_json(record).map_err(|error| error.to_string())?;
        let known = self.maps.iter().find_map(|map| Some((map, record.map_played(map).ok()?)));
        let (map, map_played) = known.ok_or("the map of the game is not known")?;
        let state = record.replay(map).map_err(|error| error.to_string())?;
        let view = state.view(&map_played, Viewer::Seat(Seat(seat)));
        view.legal_actions().get(0).ok_or("there is nothing to decide")?;
        let id = (table.to_owned(), seat);
        let kept = self.players.remove(&id).filter(|(known, _)| known == bot && !is_repeatable);
        let mut player = match kept {
            Some((_, player)) => player,
            None => bot.parse::<Entrant>().map_err(|error: EntrantError| error.to_string())?.player(),
        };
        let seed = random.try_into().map_err(|_| "the bot has no random numbers")?;
        let action: Action = player.choose(&view, &mut ChaCha8Rng::from_seed(seed));
        self.players.insert(id, (bot.to_owned(), player));
        Ok(serde_json::to_string(&action).expect("an action has nothing that JSON can't say"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn decides_in_the_game_of_a_record_as_a_bot_that_sits_there() {
        let map = capolinea_maps::find("usa").unwrap();
        let mut record = GameRecord::from_json(&games::record(&map.map, "planner,planner", 7, 0).unwrap()).unwrap();
        record.actions.truncate(40);
        record.result = None;
        let state = record.replay(&map.map).unwrap();
        let seat = state.deciders().lowest().unwrap();
        let view = state.view(&map.map, Viewer::Seat(seat));
        let mut player = "searcher:300".parse::<Entrant>().unwrap().player();
        let usual = player.choose(&view, &mut ChaCha8Rng::from_seed([3; 32]));

        let mut bots = Bots::new();
        bots.add_map(&map.files.map_json).unwrap();
        for is_repeatable in [true, false, true] {
            let decided = bots.decide("a", seat.0, "searcher:300", &record.to_json(), &[3; 32], is_repeatable).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&decided).unwrap(), usual);
        }
        let other = Seat(1 - seat.0);
        let problem = bots.decide("a", other.0, "searcher:300", &record.to_json(), &[3; 32], true).unwrap_err();
        assert_eq!(problem, "there is nothing to decide");
        let problem = Bots::new().decide("a", seat.0, "searcher:300", &record.to_json(), &[3; 32], true).unwrap_err();
        assert_eq!(problem, "the map of the game is not known");
    }
}
