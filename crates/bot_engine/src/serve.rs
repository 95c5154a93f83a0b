//! The engine's side: lets a bot of this program speak the protocol.

use crate::messages::{GameStart, MAX_LINE, PROTOCOL_VERSION, Reply, map_identity, request};
use crate::view::Decision;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::{Budget, Entrant, Player};
use capolinea_engine::Map;
use capolinea_engine::Seat;
use capolinea_engine::Viewer;
use capolinea_engine::notation::write_action;
use hex::FromHex as _;
use std::io::{self, BufRead, Read as _, Write};

/// Answers every line of `input` until `quit` or its end. `maps` finds a map by its id; `own_budget` is used instead of the
/// budget that the arena names.
///
/// A line that can't be used is answered with `error` and the reason. The next one may be right again.
///
/// # Errors
/// Input or output can't be used any more.
pub fn serve<'a>(
    bot: &Entrant,
    own_budget: Option<Budget>,
    maps: impl Fn(&str) -> Option<&'a Map>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut server = Server { bot, own_budget, maps, has_greeted: false, map: None, game: None };
    while let Some(line) = read_request(&mut input)? {
        let line = line.trim();
        if line == request::QUIT {
            break;
        }
        if line.is_empty() {
            continue;
        }
        let reply = server.answer(line).unwrap_or_else(Reply::Error);
        writeln!(output, "{}", reply.to_line())?;
        output.flush()?;
    }
    Ok(())
}

/// The next line; a line that is too long is cut, so its JSON is refused.
fn read_request(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let count = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

struct Server<'b, 'a, F> {
    bot: &'b Entrant,
    own_budget: Option<Budget>,
    maps: F,
    has_greeted: bool,
    map: Option<&'a Map>,
    game: Option<Game>,
}

struct Game {
    seat: Seat,
    players: u8,
    player: Player,
    rng: ChaCha8Rng,
}

impl<'a, F: Fn(&str) -> Option<&'a Map>> Server<'_, 'a, F> {
    fn answer(&mut self, line: &str) -> Result<Reply, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word != request::HELLO && !self.has_greeted {
            return Err(format!("the first line is `{} {PROTOCOL_VERSION}`", request::HELLO));
        }
        match word {
            request::HELLO => self.greet(rest),
            request::MAP => self.use_map(rest),
            request::GAME => self.begin(rest),
            request::DECIDE => self.decide(rest),
            _ => Err(format!(
                "`{}` is not a message; there are `capolinea`, `map`, `game`, `decide` and `quit`",
                word.chars().take(40).collect::<String>()
            )),
        }
    }

    fn greet(&mut self, version: &str) -> Result<Reply, String> {
        if version.parse() != Ok(PROTOCOL_VERSION) {
            return Err(format!("this engine speaks version {PROTOCOL_VERSION} of the protocol"));
        }
        self.has_greeted = true;
        Ok(Reply::Engine(format!("{} (capolinea {})", self.bot.name(), env!("CARGO_PKG_VERSION"))))
    }

    fn use_map(&mut self, description: &str) -> Result<Reply, String> {
        let (id, digest) = map_identity(description)?;
        let found = (self.maps)(&id);
        (self.map, self.game) = (None, None);
        let hint = "start this engine with the folder of that map";
        let map = found.ok_or_else(|| format!("this engine does not have the map `{id}`; {hint}"))?;
        if map.digest() != digest {
            return Err(format!("this engine has another version of the map `{id}`; {hint}"));
        }
        self.map = Some(map);
        Ok(Reply::Ready)
    }

    fn begin(&mut self, start: &str) -> Result<Reply, String> {
        self.game = None;
        let map = self.map.ok_or("`map` comes before `game`")?;
        let start: GameStart = serde_json::from_str(start).map_err(|error| format!("not a game: {error}"))?;
        map.check_players(start.players).map_err(|error| error.to_string())?;
        if start.seat >= start.players {
            return Err(format!("there is no seat {} with {} players", start.seat, start.players));
        }
        let seed = <[u8; 32]>::from_hex(&start.seed).map_err(|_| "a seed has 64 hexadecimal digits")?;
        let told = start.budget.map(Budget::try_from).transpose()?;
        let budget = self.own_budget.or(told).unwrap_or(self.bot.budget);
        self.game = Some(Game {
            seat: Seat(start.seat),
            players: start.players,
            player: self.bot.player().with_budget(budget),
            rng: ChaCha8Rng::from_seed(seed),
        });
        Ok(Reply::Ready)
    }

    fn decide(&mut self, decision: &str) -> Result<Reply, String> {
        let map = self.map.ok_or("`map` and `game` come before `decide`")?;
        let game = self.game.as_mut().ok_or("`game` comes before `decide`")?;
        let decision: Decision = serde_json::from_str(decision).map_err(|error| format!("not a decision: {error}"))?;
        let state = decision.to_state(map, game.seat).map_err(|reason| format!("an impossible view: {reason}"))?;
        if state.public().players != game.players {
            return Err(format!("the game is for {} players", game.players));
        }
        let view = state.view(map, Viewer::Seat(game.seat));
        if view.legal_actions().get(0).is_none() {
            return Err(format!("seat {} has no decision to make", game.seat.0));
        }
        let action = game.player.choose(&view, &mut game.rng);
        Ok(Reply::Action(write_action(map, action)))
    }
}
