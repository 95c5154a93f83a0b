//! The settings that all tables of a server share.

use std::time::Duration;

/// Settings of tables.
#[derive(Clone, Debug)]
pub struct TableConfig {
    /// How long a table without people stays in memory.
    pub sleep_after: Duration,
    /// How long a table whose people do nothing keeps its game in memory.
    pub doze_after: Duration,
    /// The shortest turn limit, in seconds.
    pub shortest_turn: u32,
    /// How long a player whose connection is lost still counts as present.
    pub away_after: Duration,
    /// How long a player whose proposal was rejected waits before the next.
    pub vote_pause: Duration,
    /// How long players' devices have to answer when a game is shuffled; zero deals without them.
    pub shuffle_wait: Duration,
    /// Bots' delays are multiplied by this; 0 lets them move at once.
    pub bot_delay: f64,
    /// For tests only: every game is dealt from this seed, and so are bots' random numbers. Everybody who knows it knows
    /// all cards.
    pub test_seed: Option<u64>,
    /// How many lines of chat one session may write per minute; all spectators of a table may write twice as many, a whole
    /// table four times.
    pub chat_per_minute: u32,
    /// How many people without a seat may watch one table.
    pub spectators: usize,
    /// When clients are to come back after a server has stopped; at once if there are others.
    pub goodbye_retry: Duration,
}

impl Default for TableConfig {
    fn default() -> Self {
        TableConfig {
            sleep_after: Duration::from_secs(30),
            doze_after: Duration::from_secs(300),
            shortest_turn: 15,
            away_after: Duration::from_secs(60),
            vote_pause: Duration::from_secs(30),
            shuffle_wait: Duration::from_secs(5),
            bot_delay: 1.0,
            test_seed: None,
            chat_per_minute: 30,
            spectators: 500,
            goodbye_retry: Duration::from_secs(3),
        }
    }
}
