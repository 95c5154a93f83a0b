//! Reads the view of a decision back into a state. Everything that the seat can't see is dealt at random, so the state has the same view.

use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::worlds::Worlds;
use capolinea_engine::Map;
use capolinea_engine::Phase;
use capolinea_engine::cards::{Card, CardCounts, Color, Payment};
use capolinea_engine::ids::{LocationId, RouteId, RouteSet, Seat, SeatSet, TicketId, TouristKind, TouristSet};
use capolinea_engine::mechanics::tourists::TouristStack;
use capolinea_engine::{FirstPlayer, Setup};
use capolinea_engine::{Offer, Own, View};
use capolinea_engine::{Public, PublicSeat, State};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The fields of a `decide` line that the engine reads. Fields that it does not need are ignored, so that later versions may add some.
#[derive(Deserialize)]
pub(crate) struct Decision {
    view: SeenGame,
    #[serde(default)]
    passes: u8,
    #[serde(default)]
    claimed: Option<u8>,
}

#[derive(Deserialize)]
struct SeenGame {
    phase: SeenPhase,
    first: Option<u8>,
    market: Vec<Option<Card>>,
    deck: u8,
    discards: BTreeMap<Card, u8>,
    revealed: BTreeMap<Card, u8>,
    ticket_decks: Vec<u8>,
    turns_left: Option<u8>,
    players: Vec<SeenPlayer>,
    #[serde(default)]
    passengers: Vec<SeenPassengers>,
    #[serde(default)]
    tourists: Vec<SeenStack>,
    own: SeenOwn,
}

#[derive(Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
enum SeenPhase {
    ChoosingSplits { waiting: Vec<u8> },
    ChoosingTickets { waiting: Vec<u8> },
    Turn { seat: u8 },
    SecondCard { seat: u8 },
    ChoosingSplit { seat: u8 },
    KeepingTickets { seat: u8 },
    PayingTunnel { seat: u8, route: u8, laid: Payment, extra: u8 },
    PlacingTourists { seat: u8 },
    TakingTourist { seat: u8, route: u8 },
    TakingPassengers { seat: u8, ends: [Option<u8>; 2] },
}

#[derive(Deserialize)]
struct SeenPlayer {
    score: i16,
    pieces: Vec<u8>,
    hand: u8,
    known: BTreeMap<Card, u8>,
    tickets: Vec<u8>,
    routes: Vec<u8>,
    #[serde(default)]
    stations: Vec<u8>,
    #[serde(default)]
    passengers: BTreeMap<Card, u8>,
    #[serde(default)]
    tourists: Vec<u8>,
}

#[derive(Deserialize)]
struct SeenPassengers {
    location: u8,
    colors: Vec<Color>,
}

#[derive(Deserialize)]
struct SeenStack {
    location: Option<u8>,
    left: u8,
}

#[derive(Deserialize)]
struct SeenOwn {
    seat: u8,
    hand: BTreeMap<Card, u8>,
    tickets: Vec<SeenTicket>,
    offer: Vec<u8>,
    split: Option<[u8; 2]>,
}

#[derive(Deserialize)]
struct SeenTicket {
    ticket: u8,
}

/// Checks that numbers exist on the map, and turns them into ids.
struct Ids<'a> {
    map: &'a Map,
    players: u8,
}

impl Ids<'_> {
    fn seat(&self, number: u8) -> Result<Seat, String> {
        exists(number, usize::from(self.players), "seat").map(Seat)
    }

    fn route(&self, number: u8) -> Result<RouteId, String> {
        exists(number, self.map.routes().len(), "route").map(RouteId)
    }

    fn location(&self, number: u8) -> Result<LocationId, String> {
        exists(number, self.map.locations().len(), "location").map(LocationId)
    }

    fn ticket(&self, number: u8) -> Result<TicketId, String> {
        exists(number, self.map.tickets().len(), "ticket").map(TicketId)
    }

    fn seats(&self, numbers: &[u8]) -> Result<SeatSet, String> {
        numbers.iter().map(|&number| self.seat(number)).collect()
    }
}

fn exists(number: u8, count: usize, thing: &str) -> Result<u8, String> {
    if usize::from(number) < count { Ok(number) } else { Err(format!("there is no {thing} {number}")) }
}

fn counts(by_card: &BTreeMap<Card, u8>) -> CardCounts {
    let mut counts = CardCounts::NONE;
    by_card.iter().for_each(|(&card, &count)| counts[card] = count);
    counts
}

/// Puts a list into an array that may be longer; `empty` fills the rest.
fn filled<T: Copy, const SIZE: usize>(list: &[T], empty: T, things: &str) -> Result<[T; SIZE], String> {
    let mut array = [empty; SIZE];
    let part = array.get_mut(..list.len()).ok_or_else(|| format!("{} {things} are too many", list.len()))?;
    part.copy_from_slice(list);
    Ok(array)
}

impl Decision {
    /// A state that looks like this from `seat`.
    ///
    /// # Errors
    /// The part of the view that is impossible.
    pub(crate) fn to_state(&self, map: &Map, seat: Seat) -> Result<State, String> {
        let seen = &self.view;
        let players = u8::try_from(seen.players.len()).unwrap_or(u8::MAX);
        map.check_players(players).map_err(|error| error.to_string())?;
        let ids = Ids { map, players };
        if seen.own.seat != seat.0 {
            return Err(format!("the view is that of seat {}, not of seat {}", seen.own.seat, seat.0));
        }
        let own = seen.own.read(&ids)?;
        let public = self.public(&ids)?;
        let view = View { map, public: &public, own: Some(&own) };
        let worlds = Worlds::uniform(view).expect("the view is a player's");
        let state = worlds.sample(&mut ChaCha8Rng::from_seed([0; 32])).map_err(|error| error.to_string())?;
        let dealt = state.public();
        let hands = |public: &Public| public.seats.0.map(|player| player.hand_size);
        let adds_up = dealt.deck_size == seen.deck
            && dealt.ticket_decks == public.ticket_decks
            && hands(dealt) == hands(&public)
            && Map::seats(players)
                .all(|seat| dealt.seats[seat].known.total() <= usize::from(dealt.seats[seat].hand_size));
        if adds_up {
            Ok(state)
        } else {
            Err("the sizes of hands and decks do not add up to the map's cards and tickets".into())
        }
    }

    fn public(&self, ids: &Ids<'_>) -> Result<Public, String> {
        let seen = &self.view;
        // Any state has a public part to start from.
        let setup = Setup { players: ids.players, first: FirstPlayer::Random, seed: [0; 32], pieces: None };
        let mut public = *State::new(ids.map, &setup).map_err(|error| error.to_string())?.public();
        public.phase = self.phase(ids)?;
        public.first = seen.first.map(|seat| ids.seat(seat)).transpose()?;
        public.market = filled(&seen.market, None, "cards in the market")?;
        public.deck_size = seen.deck;
        public.discards = counts(&seen.discards);
        public.revealed = counts(&seen.revealed);
        public.ticket_decks = filled(&seen.ticket_decks, 0, "ticket decks")?;
        public.turns_left = seen.turns_left;
        public.passes = self.passes;
        for (seat, player) in Map::seats(ids.players).zip(&seen.players) {
            public.seats[seat] = player.read(ids)?;
        }
        place_passengers(ids, &seen.passengers, &mut public)?;
        let stack = |stack: &SeenStack| {
            let location = stack.location.map(|location| ids.location(location)).transpose()?;
            Ok(TouristStack { location, left: stack.left })
        };
        let stacks: Vec<TouristStack> = seen.tourists.iter().map(stack).collect::<Result<_, String>>()?;
        public.tourists = filled(&stacks, TouristStack { location: None, left: 0 }, "stacks of tourist tokens")?;
        Ok(public)
    }

    fn phase(&self, ids: &Ids<'_>) -> Result<Phase, String> {
        Ok(match &self.view.phase {
            SeenPhase::ChoosingSplits { waiting } => Phase::ChoosingSplits { waiting: ids.seats(waiting)? },
            SeenPhase::ChoosingTickets { waiting } => Phase::ChoosingTickets { waiting: ids.seats(waiting)? },
            SeenPhase::Turn { seat } => Phase::Turn { seat: ids.seat(*seat)? },
            SeenPhase::SecondCard { seat } => Phase::SecondCard { seat: ids.seat(*seat)? },
            SeenPhase::ChoosingSplit { seat } => Phase::ChoosingSplit { seat: ids.seat(*seat)? },
            SeenPhase::KeepingTickets { seat } => Phase::KeepingTickets { seat: ids.seat(*seat)? },
            SeenPhase::PayingTunnel { seat, route, laid, extra } => {
                let route = ids.route(*route)?;
                if laid.wilds > ids.map.route(route).cards {
                    return Err("more wilds are laid for a tunnel than it has cards".into());
                }
                Phase::PayingTunnel { seat: ids.seat(*seat)?, route, laid: *laid, extra: *extra }
            }
            SeenPhase::PlacingTourists { seat } => Phase::PlacingTourists { seat: ids.seat(*seat)? },
            SeenPhase::TakingTourist { seat, route } => {
                Phase::TakingTourist { seat: ids.seat(*seat)?, route: ids.route(*route)? }
            }
            SeenPhase::TakingPassengers { seat, ends } => {
                let route = self.claimed.ok_or("`claimed`, the route that passengers are taken for, is missing")?;
                let [a, b] = ends.map(|end| end.map(|end| ids.location(end)).transpose());
                Phase::TakingPassengers { seat: ids.seat(*seat)?, route: ids.route(route)?, ends: [a?, b?] }
            }
        })
    }
}

impl SeenPlayer {
    fn read(&self, ids: &Ids<'_>) -> Result<PublicSeat, String> {
        let fleets = &ids.map.rules().fleets;
        if self.pieces.len() != fleets.len() || self.pieces.iter().zip(fleets).any(|(&left, fleet)| left > fleet.count)
        {
            return Err("a player has other pieces than the map".into());
        }
        let mut tourists = TouristSet::EMPTY;
        let kinds = ids.map.tourists().map_or(0, |tourists| tourists.kinds.len());
        for &kind in &self.tourists {
            tourists.insert(TouristKind(exists(kind, kinds, "kind of tourist tokens")?));
        }
        let mut player = PublicSeat {
            routes: self.routes.iter().map(|&route| ids.route(route)).collect::<Result<RouteSet, String>>()?,
            score: self.score,
            pieces: filled(&self.pieces, 0, "kinds of pieces")?,
            hand_size: self.hand,
            known: counts(&self.known),
            tickets: filled(&self.tickets, 0, "ticket decks")?,
            tourists,
            ..PublicSeat::default()
        };
        let stations: Vec<Option<LocationId>> =
            self.stations.iter().map(|&location| ids.location(location).map(Some)).collect::<Result<_, _>>()?;
        player.stations = filled(&stations, None, "stations")?;
        let passengers = counts(&self.passengers);
        for color in Color::ALL {
            player.passengers[color] = passengers[Card::Color(color)];
        }
        Ok(player)
    }
}

impl SeenOwn {
    fn read(&self, ids: &Ids<'_>) -> Result<Own, String> {
        let offer: Vec<TicketId> = self.offer.iter().map(|&ticket| ids.ticket(ticket)).collect::<Result<_, _>>()?;
        Ok(Own {
            seat: ids.seat(self.seat)?,
            hand: counts(&self.hand),
            tickets: self.tickets.iter().map(|held| ids.ticket(held.ticket)).collect::<Result<_, String>>()?,
            offer: Offer::new(&offer),
            split: self.split,
        })
    }
}

/// Puts the passengers of each location into its places; those left move up, which changes nothing in the game.
fn place_passengers(ids: &Ids<'_>, seen: &[SeenPassengers], public: &mut Public) -> Result<(), String> {
    public.passengers.fill(None);
    for waiting in seen {
        let location = ids.location(waiting.location)?;
        let places = ids.map.passengers_waiting(location);
        if waiting.colors.len() > places {
            return Err(format!("more passengers wait at location {} than it has places", waiting.location));
        }
        let start: usize = (0..location.0).map(|before| ids.map.passengers_waiting(LocationId(before))).sum();
        for (place, &color) in public.passengers[start..start + places].iter_mut().zip(&waiting.colors) {
            *place = Some(color);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages;
    use capolinea_bots::rand_core::Rng as _;
    use capolinea_engine::Action;
    use capolinea_engine::Viewer;
    use serde_json::{Value, json};

    /// Plays random games on every map; `check` gets the state before each decision, and the seat that decides.
    fn every_decision(mut check: impl FnMut(&Map, &State, Seat)) {
        let mut rng = ChaCha8Rng::from_seed([5; 32]);
        for map in capolinea_maps::built_in().map(|built_in| &built_in.map) {
            for players in [map.min_players(), map.max_players()] {
                let setup = Setup { players, first: FirstPlayer::Random, seed: [players; 32], pieces: None };
                let mut state = State::new(map, &setup).unwrap();
                while let Some(seat) = state.deciders().lowest() {
                    check(map, &state, seat);
                    let view = state.view(map, Viewer::Seat(seat));
                    let actions: Vec<Action> = view.legal_actions().iter().collect();
                    let action = actions[rng.next_u32() as usize % actions.len()];
                    state.apply(map, seat, action).unwrap();
                }
            }
        }
    }

    fn decision(state: &State, map: &Map, seat: Seat) -> Value {
        let line = messages::ask(&state.view(map, Viewer::Seat(seat)));
        serde_json::from_str(line.strip_prefix("decide ").unwrap()).unwrap()
    }

    fn read(map: &Map, seat: Seat, decision: Value) -> Result<State, String> {
        let decision: Decision = serde_json::from_value(decision).map_err(|error| error.to_string())?;
        decision.to_state(map, seat)
    }

    #[test]
    fn every_view_is_read_back_as_it_was_written() {
        let mut phases = Vec::new();
        every_decision(|map, state, seat| {
            let decision = decision(state, map, seat);
            let phase = decision["view"]["phase"]["phase"].as_str().unwrap().to_owned();
            let read = read(map, seat, decision).unwrap_or_else(|error| panic!("{} {phase}: {error}", map.id()));
            let (written, mut public) = (state.view(map, Viewer::Seat(seat)), *read.public());
            // Those who wait at a location have moved up into the places of those who left.
            for location in map.location_ids() {
                let [left, right] =
                    [written.public, &public].map(|public| public.passengers_at(map, location).collect::<Vec<_>>());
                assert_eq!(left, right);
            }
            public.passengers = written.public.passengers;
            let read = View { public: &public, ..read.view(map, Viewer::Seat(seat)) };
            assert_eq!(read, written);
            if !phases.contains(&phase) {
                phases.push(phase);
            }
        });
        assert_eq!(phases.len(), 10, "every phase with a decision was seen: {phases:?}");
    }

    #[test]
    fn an_impossible_view_is_refused_with_a_reason() {
        let map = &capolinea_maps::find("usa").unwrap().map;
        let state =
            State::new(map, &Setup { players: 2, first: FirstPlayer::Random, seed: [1; 32], pieces: None }).unwrap();
        let right = decision(&state, map, Seat(0));
        assert!(read(map, Seat(0), right.clone()).is_ok());
        assert_eq!(read(map, Seat(1), right.clone()).unwrap_err(), "the view is that of seat 0, not of seat 1");
        let changes: [(&str, Value, &str); 12] = [
            ("/view/deck", json!(3), "do not add up"),
            ("/view/deck", json!(300), "invalid value"),
            ("/view/own/seat", json!(7), "the view is that of seat 7"),
            ("/view/own/offer/0", json!(200), "there is no ticket 200"),
            ("/view/own/hand", json!({"red": 200}), "red cards in all"),
            ("/view/own/hand", json!({"pink": 1}), "not a colour"),
            ("/view/players/0/routes", json!([250]), "there is no route 250"),
            ("/view/players/0/pieces", json!([46]), "other pieces than the map"),
            ("/view/players/0/tickets", json!([1, 1, 1, 1, 1]), "5 ticket decks are too many"),
            ("/view/players", json!([]), "this map is for 2 to 5 players"),
            ("/view/market", json!([null, null, null, null, null, null]), "too many"),
            ("/view/phase", json!({"phase": "turn", "seat": 9}), "there is no seat 9"),
        ];
        for (path, value, reason) in changes {
            let mut wrong = right.clone();
            *wrong.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value.clone();
            let error = read(map, Seat(0), wrong).err().unwrap_or_else(|| panic!("{path} may not be {value}"));
            assert!(error.contains(reason), "{path} = {value}: {error}");
        }
    }

    /// No value of a field causes a panic.
    #[test]
    fn no_damage_to_a_view_is_fatal() {
        let mut refused = 0;
        let mut count = 0u32;
        every_decision(|map, state, seat| {
            count += 1;
            if !count.is_multiple_of(97) {
                return;
            }
            let right = decision(state, map, seat);
            for path in paths(&right["view"], "/view") {
                for value in [json!(null), json!(-1), json!(255), json!([]), json!({}), json!([255, 255]), json!("red")]
                {
                    let mut wrong = right.clone();
                    *wrong.pointer_mut(&path).unwrap() = value;
                    refused += u32::from(read(map, seat, wrong).is_err());
                }
            }
        });
        assert!(refused > 1000, "{refused}");
    }

    /// Every place in a JSON value.
    fn paths(value: &Value, at: &str) -> Vec<String> {
        let below: Vec<String> = match value {
            Value::Object(fields) => {
                fields.iter().flat_map(|(name, value)| paths(value, &format!("{at}/{name}"))).collect()
            }
            Value::Array(items) => {
                items.iter().enumerate().flat_map(|(place, value)| paths(value, &format!("{at}/{place}"))).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        };
        std::iter::once(at.to_owned()).chain(below).collect()
    }
}
