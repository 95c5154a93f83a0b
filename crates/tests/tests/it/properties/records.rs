//! Records: the same setup and actions give the same game; JSON, text and notation round-trip.

use capolinea_engine::map::Names;
use capolinea_engine::notation::{parse_action, write_action};
use capolinea_engine::record::{RecordError, SeatAction};
use capolinea_engine::{Action, GameRecord, LocationId, Map, Phase, Seat, State, View, Viewer};
use capolinea_tests::games::{Game, Habit, below, games};

/// Plays to the end and keeps every state on the way.
fn states(game: &mut Game) -> Vec<State> {
    let mut states = vec![game.state];
    while game.step() {
        states.push(game.state);
    }
    states
}

fn play(salt: u64, each: u64, habits: &[Habit]) {
    for mut game in games(salt, each, habits) {
        let states = states(&mut game);
        let (map, record) = (game.map, &game.record);
        assert_eq!(record.replay(map).expect("it was played"), game.state, "{}", game.name());
        for _ in 0..4 {
            let count = below(&mut game.rng, states.len());
            let before = record.state_after(map, count).expect("it was played");
            assert_eq!(before, states[count], "after {count} actions: {}", game.name());
        }
        assert_eq!(record.state_after(map, usize::MAX).expect("it was played"), game.state, "{}", game.name());
        let json = GameRecord::from_json(&record.to_json()).expect("it was written");
        assert_eq!(json, *record, "{}", game.name());
        let text = record.to_text(map);
        let read = GameRecord::from_text(&text, |id| (id == map.id()).then_some(map)).expect("it was written");
        assert_eq!(read, *record, "{}", game.name());
        assert_eq!(read.to_text(map), text, "{}", game.name());
        steps(&game, &states);
    }
}

/// A replay shows every state with the action before it and what that caused.
fn steps(game: &Game, states: &[State]) {
    let mut number = 0;
    let shown = game.record.replay_observed(game.map, |step| {
        assert_eq!((step.number, step.state), (number, &states[number]), "{}", game.name());
        let done = step.done.map(|done| (done.done, *done.before));
        let right = number.checked_sub(1).map(|before| (game.record.actions[before], states[before]));
        assert_eq!(done, right, "{}", game.name());
        if let Some((SeatAction { seat, action }, mut state)) = right {
            let mut events = Vec::new();
            state.apply_observed(game.map, seat, action, &mut events).expect("it was played");
            assert_eq!(step.events, events, "{}", game.name());
        }
        number += 1;
        Ok::<(), RecordError>(())
    });
    assert_eq!((shown.is_ok(), number), (true, states.len()), "{}", game.name());
}

/// Records of older rules replay by those: on the map as it is now, though its digest and rules have changed.
#[test]
fn c15_games_of_version_1_replay_as_they_were_played() {
    let mut face_up_draws = 0;
    for (map, players) in capolinea_tests::games::tables() {
        let older: &'static Map = Box::leak(Box::new(map.by_rules(1).expect("version 1 is known").into_owned()));
        assert_ne!(older.digest(), map.digest(), "{}", map.id());
        let mut game = Game::new(older, players, Habit::Hoarder, 31 << 32 | u64::from(players));
        assert!(game.state.public().first.is_some(), "{}", game.name());
        while let Some(next) = game.choose() {
            let public = game.state.public();
            let is_first_card = matches!((public.phase, next.action), (Phase::Turn { .. }, Action::DrawOpen { .. }));
            face_up_draws += u32::from(is_first_card && public.deck_size == 0);
            game.execute(next);
        }
        game.record.note_result(older, &game.state);
        assert_eq!(game.record.rules, 1);
        for map in [map, older] {
            assert_eq!(game.record.replay(map).expect("it was played"), game.state, "{}", game.name());
            let read = GameRecord::from_json(&game.record.to_json()).expect("it was written");
            assert_eq!(read, game.record);
            let read = GameRecord::from_text(&game.record.to_text(map), |_| Some(map)).expect("it was written");
            assert_eq!(read, game.record);
        }
    }
    assert!(face_up_draws > 0, "some take face-up cards when deck and discards are empty");
}

#[test]
fn records_round_trip_in_uniform_games() {
    play(31, 10, &[Habit::Uniform]);
}

#[test]
fn records_round_trip_in_other_games() {
    play(32, 3, &[Habit::Hoarder, Habit::Claimer, Habit::Collector, Habit::Builder]);
}

/// Before the first turn all choose at once: the order in which the choices arrive makes no difference (C03).
#[test]
fn c03_the_order_of_starting_choices_makes_no_difference() {
    for mut game in games(33, 20, &[Habit::Uniform]) {
        let before = game.state;
        let mut chosen: Vec<SeatAction> = Vec::new();
        while game.state.deciders().len() + chosen.len() == usize::from(game.state.public().players) {
            let next = game.choose().expect("somebody has not chosen");
            game.execute(next);
            chosen.push(next);
        }
        let mut other = before;
        chosen.sort_by_key(|done| std::cmp::Reverse(done.seat));
        for &SeatAction { seat, action } in &chosen {
            other.apply(game.map, seat, action).expect("the choice was legal before");
        }
        assert_eq!(other, game.state, "{}", game.name());
    }
}

/// A state laid open and put together again goes on as if nothing had happened.
#[test]
fn positions_round_trip() {
    for mut game in games(37, 2, &Habit::ALL) {
        let states = states(&mut game);
        let (map, place) = (game.map, below(&mut game.rng, states.len()));
        let mut rebuilt = State::from_position(map, &states[place].to_position(map)).expect("the position was there");
        for (number, &SeatAction { seat, action }) in game.record.actions.iter().enumerate().skip(place) {
            rebuilt.apply(map, seat, action).expect("it was played");
            let (this, that) = (rebuilt.to_position(map), states[number + 1].to_position(map));
            assert_eq!(this.public, that.public, "{}", game.name());
            assert_eq!((this.own, this.deck), (that.own, that.deck), "{}", game.name());
            assert_eq!(this.ticket_decks, that.ticket_decks, "{}", game.name());
        }
        assert_eq!(rebuilt.final_scores(map), game.state.final_scores(map), "{}", game.name());
    }
}

/// Every way to write a location.
fn spellings(names: &Names) -> impl Iterator<Item = &String> + Clone {
    [Some(&names.en), Some(&names.it), names.local.as_ref(), names.modern.as_ref()].into_iter().flatten()
}

/// The action with its locations called by `name` instead of their ids, ends swapped; `None` if it has no location.
fn renamed(map: &Map, action: Action, name: &dyn Fn(LocationId) -> String) -> Option<String> {
    let line = write_action(map, action);
    let words: Vec<&str> = line.split(' ').collect();
    Some(match action {
        Action::ClaimRoute { route, .. } => {
            let facts = map.route(route);
            let lane = words[1].split_once('/').map(|(_, lane)| format!("/{lane}")).unwrap_or_default();
            format!("claim {}-{}{lane} {}", name(facts.b), name(facts.a), words[2])
        }
        Action::BuildStation { location, .. } => format!("station {} {}", name(location), words[2]),
        Action::TakePassenger { location, color } => format!("take {color} {}", name(location)),
        Action::TakeTourist { location } => format!("tourist {}", name(location)),
        Action::PlaceTourists { location, .. } => format!("place {} {}", words[1], name(location)),
        _ => return None,
    })
}

fn notation(game: &Game, view: &View<'_>, action: Action) {
    let map = game.map;
    let mut lines = vec![write_action(map, action)];
    lines.push(lines[0].to_uppercase());
    lines.push(format!("  {}\t", lines[0]));
    lines.extend(renamed(map, action, &|location| map.location(location).id.clone()));
    for which in 0..4 {
        let spell = |location: LocationId| {
            let names = &map.location(location).name;
            spellings(names).cycle().nth(which).expect("every location has a name").clone()
        };
        lines.extend(renamed(map, action, &spell));
        lines.extend(renamed(map, action, &|location| spell(location).to_uppercase()));
    }
    for line in lines {
        assert_eq!(parse_action(view, &line), Ok(action), "`{line}`: {}", game.name());
    }
    // Where the lane is left out, it is one that is free and takes the cards, or the question which.
    if let Action::ClaimRoute { route, payment } = action
        && let Some((short, _)) = write_action(map, action).split_once('/')
        && let paid = write_action(map, action).split(' ').nth(2).unwrap_or_default()
        && let Ok(Action::ClaimRoute { route: other, payment: other_payment }) =
            parse_action(view, &format!("{short} {paid}"))
    {
        assert_eq!(payment, other_payment, "{}", game.name());
        assert!(other == route || map.route(route).parallels.contains(other), "{}", game.name());
        assert!(!view.public.unavailable.contains(other), "a closed lane was meant: {}", game.name());
        let color = map.route(other).color;
        assert!(color.is_none() || payment.color.is_none() || color == payment.color, "{}", game.name());
    }
}

/// Every listed action of sampled positions, written and read.
fn play_notation(salt: u64, habits: &[Habit]) {
    for mut game in games(salt, 1, habits) {
        loop {
            if below(&mut game.rng, 8) == 0 || game.record.actions.len() < 8 {
                for seat in game.state.deciders() {
                    let view = game.state.view(game.map, Viewer::Seat(seat));
                    let list = view.legal_actions();
                    let stride = 1 + list.len() / 40;
                    (0..list.len()).step_by(stride).filter_map(|number| list.get(number)).for_each(|action| {
                        notation(&game, &view, action);
                    });
                }
            }
            if !game.step() {
                break;
            }
        }
    }
}

#[test]
fn notation_round_trips_in_uniform_games() {
    play_notation(34, &[Habit::Uniform]);
}

#[test]
fn notation_round_trips_in_other_games() {
    play_notation(35, &[Habit::Hoarder, Habit::Claimer, Habit::Builder]);
}

/// Another seed, another player's action, or one action less give another game or none.
#[test]
fn records_notice_every_change() {
    for game in games(36, 4, &[Habit::Uniform]) {
        let game = game.finish();
        let mut shorter = game.record.clone();
        shorter.actions.pop();
        assert!(matches!(shorter.replay(game.map), Err(RecordError::Truncated { .. })), "{}", game.name());
        let mut longer = game.record.clone();
        longer.actions.push(SeatAction { seat: Seat(0), action: Action::DrawBlind });
        assert!(matches!(longer.replay(game.map), Err(RecordError::Illegal { .. })), "{}", game.name());
        let mut other = game.record.clone();
        other.seed[31] ^= 1;
        assert!(other.replay(game.map).is_err(), "{}", game.name());
    }
}
