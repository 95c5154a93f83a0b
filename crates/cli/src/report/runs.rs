//! The subject of a report: one set of games, or several side by side.

use super::notes::Notes;
use super::part::Part;
use capolinea_arena::Contestant;
use capolinea_maps::GameMap;

/// The games of one number of players on one map.
pub(crate) struct Run<'a> {
    pub(crate) game_map: &'a GameMap,
    /// The bots, by seat.
    pub(crate) bots: Vec<Contestant>,
    pub(crate) notes: Notes<'a>,
    /// 0 for the map the report is about, 1 for the one it is compared with.
    pub(crate) version: usize,
}

/// Everything a report shows.
pub(crate) struct Subject<'a> {
    /// The sets of games: by number of players, and for each of these by version of the map. At least one.
    pub(crate) runs: &'a [Run<'a>],
    /// The names of the maps as the command has them: one, or two that are compared.
    pub(crate) versions: Vec<String>,
    /// The seed of all games.
    pub(crate) seed: u64,
    /// The command that makes the page again.
    pub(crate) command: String,
}

impl<'a> Subject<'a> {
    /// The set of games that stands first.
    pub(super) fn first(&self) -> &'a Run<'a> {
        self.runs.first().expect("a report is about some games")
    }

    pub(super) fn is_compared(&self) -> bool {
        self.versions.len() > 1
    }

    /// The numbers of players, each once.
    pub(super) fn players(&self) -> Vec<usize> {
        let mut players: Vec<usize> = self.runs.iter().map(|run| run.bots.len()).collect();
        players.dedup();
        players
    }

    /// The name of a version: its title, or where both have the same one, its name in the command.
    pub(super) fn version_name(&self, version: usize) -> String {
        let title = |version: usize| {
            let run = self.runs.iter().find(|run| run.version == version);
            run.map_or("", |run| run.game_map.map.name().en.as_str())
        };
        match &self.versions[..] {
            [first, second] if title(0) == title(1) && first == second => format!("{first} ({})", version + 1),
            [_, _] if title(0) == title(1) => self.versions[version].clone(),
            _ => title(version).into(),
        }
    }

    /// The name of a set of games in a comparison.
    pub(super) fn run_name(&self, run: &Run<'_>) -> String {
        let players = format!("{} players", run.bots.len());
        match (self.players().len() > 1, self.is_compared()) {
            (_, false) => players,
            (false, true) => self.version_name(run.version),
            (true, true) => format!("{players}, {}", self.version_name(run.version)),
        }
    }

    /// The place of each set of games on the page.
    pub(super) fn part(&self, index: usize) -> Part {
        if self.runs.len() == 1 { Part::default() } else { Part::numbered(index + 1, self.run_name(&self.runs[index])) }
    }
}
