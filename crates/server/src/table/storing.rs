//! A table and the store: how its game is taken up again, and how its sheet is kept.

use super::Table;
use super::game::Game;
use crate::ids::from_hex;
use crate::maps::{self, ServedMap};
use crate::store::{Head, Sheet, StoreError, StoredStep, StoredTable};
use capolinea_engine::setup::{FirstPlayer, Setup};
use capolinea_protocol::refusal::{Refusal, RefusalCode};

impl Table {
    /// The game, read again if it was left out of memory.
    ///
    /// # Errors
    /// There is none yet, or it can't be read.
    pub(super) async fn need_game(&mut self) -> Result<&mut Game, Refusal> {
        if self.game.is_none() && self.sheet.seed.is_some() {
            self.reload().await?;
        }
        match &mut self.game {
            Some(game) => Ok(game),
            None => Err(Refusal::new(RefusalCode::WrongStatus, "the game has not begun")),
        }
    }

    /// Takes everything from the store: after a doze, or when somebody else has written there.
    async fn reload(&mut self) -> Result<(), Refusal> {
        let Loaded { created, version, sheet, head, game } = self.tables.load(self.id).await?;
        self.game = game;
        (self.created, self.version, self.sheet, self.head) = (created, version, sheet, head);
        Ok(())
    }

    /// Stores a changed sheet; if that fails nothing has changed.
    pub(super) async fn save_sheet(&mut self, sheet: Sheet, head: Head) -> Result<(), Refusal> {
        match self.tables.store.save_sheet(self.id, self.version, sheet.clone(), head).await {
            Ok(()) => {
                self.version += 1;
                (self.sheet, self.head) = (sheet, head);
                Ok(())
            }
            Err(error) => Err(self.not_stored(error).await),
        }
    }

    /// What a failed write means. After a conflict the table is read anew, for somebody else has written, and everybody is
    /// told what is true now.
    pub(super) async fn not_stored(&mut self, error: StoreError) -> Refusal {
        if error == StoreError::Conflict {
            if let Err(refusal) = self.reload().await {
                return refusal;
            }
            self.vote = None;
            self.round = None;
            self.check_eyes();
            self.tell_table();
            self.send_updates(&[]);
            self.move_bots();
        }
        self.tables.store_failed(&error)
    }
}

/// A table as it is stored, its game replayed.
pub struct Loaded {
    pub(super) created: u64,
    pub(super) version: u64,
    pub(super) sheet: Sheet,
    pub(super) head: Head,
    pub(super) game: Option<Box<Game>>,
}

impl Loaded {
    /// Replays the game of a stored table, if it has begun.
    ///
    /// # Errors
    /// The game can't be taken up.
    pub fn new(stored: StoredTable) -> Result<Loaded, Refusal> {
        let StoredTable { created, version, sheet, head, steps } = stored;
        let game = load_game(&sheet, &steps)?;
        Ok(Loaded { created, version, sheet, head, game })
    }
}

fn load_game(sheet: &Sheet, steps: &[StoredStep]) -> Result<Option<Box<Game>>, Refusal> {
    let Some(setup) = setup_of(sheet) else { return Ok(None) };
    let broken = |words: String| Refusal::new(RefusalCode::Internal, words);
    let unknown = || broken(format!("this game was begun by version {} of the rules, not known here", sheet.rules));
    let current = served_map(sheet)?;
    let served = maps::find_by_rules(&current.map.id, sheet.rules).ok_or_else(unknown)?;
    if served.map.digest != sheet.digest {
        return Err(broken(format!("the map `{}` has changed since this game was played", sheet.map)));
    }
    let game = Game::load(served, setup, steps).map_err(|error| broken(format!("this game can't be read: {error}")))?;
    Ok(Some(Box::new(game)))
}

pub(super) fn served_map(sheet: &Sheet) -> Result<&'static ServedMap, Refusal> {
    let unknown = || Refusal::new(RefusalCode::Internal, format!("the map `{}` is not known here", sheet.map));
    maps::find(&sheet.map).ok_or_else(unknown)
}

/// What decided the game, once it has begun.
pub(super) fn setup_of(sheet: &Sheet) -> Option<Setup> {
    let seed = from_hex(sheet.seed.as_deref()?)?;
    let first = sheet.settings.first.map_or(FirstPlayer::Random, FirstPlayer::Named);
    Some(Setup { players: sheet.seats.len() as u8, first, seed })
}
