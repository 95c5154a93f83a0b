//! A view leaks nothing: whatever lies hidden behind it, the viewer sees the same, may do the same and is told the same.

use capolinea_engine::analysis::Plan;
use capolinea_engine::record::SeatAction;
use capolinea_engine::{Action, Event, Map, RouteId, Seat, State, TicketId, Viewer};
use capolinea_tests::games::{Game, Habit, below, games};
use capolinea_tests::redeal::redeal;

fn viewers(players: u8) -> impl Iterator<Item = Viewer> {
    Map::seats(players).map(Viewer::Seat).chain([Viewer::Spectator])
}

fn play(salt: u64, each: u64, habits: &[Habit]) {
    for mut game in games(salt, each, habits) {
        while let Some(next) = game.choose() {
            if below(&mut game.rng, 3) == 0 {
                look(&mut game, next);
            }
            game.execute(next);
            secrets_stay(&game);
        }
    }
}

/// Compares the game with another that differs in what one viewer can't see.
fn look(game: &mut Game, next: SeatAction) {
    let (map, players) = (game.map, game.state.public().players);
    for viewer in viewers(players) {
        let other = redeal(map, &game.state, viewer, &mut game.rng);
        for onlooker in [viewer, Viewer::Spectator, Viewer::Seat(Seat(players))] {
            let (this, that) = (game.state.view(map, onlooker), other.view(map, onlooker));
            assert!(this == that, "C34: {onlooker:?} can tell two worlds apart: {}", game.name());
            let (these, those) = (this.legal_actions(), that.legal_actions());
            assert!(these.iter().eq(those.iter()), "C34: {onlooker:?} may do other things: {}", game.name());
            let plan = |view| Plan::new(&view, [TicketId(0)].into_iter().collect(), [RouteId(0)].into_iter().collect());
            assert_eq!(plan(this), plan(that), "C34: a plan tells {onlooker:?} two worlds apart: {}", game.name());
        }
        same_news(game, next, &other, viewer);
    }
}

/// Whether an event shows something to the viewer that lay hidden until now: from then on two worlds may differ.
fn is_new(event: &Event, viewer: Viewer) -> bool {
    match event {
        Event::MarketRefilled { .. } | Event::TunnelRevealed { .. } => true,
        Event::CardDrawn { card: shown, .. } => shown.is_some(),
        // From which deck is new before the first turn, when splits are announced in secret.
        Event::TicketsOffered { .. } => true,
        // How many are kept is new if another player chose; by whom is not.
        Event::TicketsKept { seat, .. } => Viewer::Seat(*seat) != viewer,
        // Whether a market of wilds is swept depends on how many other cards are left (C13), so all learn of that.
        Event::MarketSwept { .. } => true,
        // Who begins is secret, on some maps, until all have chosen their tickets.
        Event::FirstPlayerChosen { .. } => true,
        _ => false,
    }
}

/// The same action tells the viewer the same in both worlds, up to the first thing that was hidden until then; if there is
/// none, the worlds look alike afterwards. Another player's action may be impossible in the other world.
fn same_news(game: &Game, next: SeatAction, other: &State, viewer: Viewer) {
    let told = |state: &State| {
        let (mut copy, mut events) = (*state, Vec::new());
        copy.apply_observed(game.map, next.seat, next.action, &mut events).ok()?;
        let seen: Vec<Event> = events.into_iter().map(|event| event.seen_by(viewer)).collect();
        let end = seen.iter().position(|event| is_new(event, viewer)).unwrap_or(seen.len());
        Some((seen, end, copy))
    };
    let (these, end, this) = told(&game.state).expect("the action was listed");
    let Some((those, other_end, that)) = told(other) else {
        assert_ne!(Viewer::Seat(next.seat), viewer, "C34: {viewer:?} may do other things: {}", game.name());
        return;
    };
    let common = end.min(other_end);
    assert_eq!(these[..common], those[..common], "C34: {viewer:?}: {}", game.name());
    if end != other_end {
        let first_new = if end < other_end { these[end] } else { those[other_end] };
        let is_sweep = matches!(first_new, Event::MarketSwept { .. });
        assert!(is_sweep, "C34: {viewer:?} was told {these:?} or {those:?}: {}", game.name());
    }
    if end == these.len() && other_end == those.len() {
        let [this, that] = [&this, &that].map(|state| state.view(game.map, viewer));
        assert!(this == that, "C34: {:?} told {viewer:?} a secret: {}", next.action, game.name());
    }
    if let (Action::DrawBlind, false) = (next.action, Viewer::Seat(next.seat) == viewer) {
        assert!(these.contains(&Event::CardDrawn { seat: next.seat, card: None }), "{these:?}: {}", game.name());
    }
}

/// The last action, without cards drawn blind and tickets, as others see it.
fn secrets_stay(game: &Game) {
    for viewer in viewers(game.state.public().players) {
        for event in &game.events {
            let owner = match event {
                Event::CardDrawn { seat, card } => {
                    assert!(card.is_some(), "the table knows the card: {}", game.name());
                    Some(*seat)
                }
                Event::TicketsOffered { seat, tickets, .. } | Event::TicketsKept { seat, tickets, .. } => {
                    assert!(tickets.is_some(), "the table knows the tickets: {}", game.name());
                    Some(*seat)
                }
                _ => None,
            };
            let seen = event.seen_by(viewer);
            if owner.is_none_or(|owner| Viewer::Seat(owner) == viewer) {
                assert_eq!(seen, *event, "{viewer:?} may see all of it: {}", game.name());
                continue;
            }
            let is_hidden = match seen {
                Event::CardDrawn { card, .. } => card.is_none(),
                Event::TicketsOffered { tickets, .. } | Event::TicketsKept { tickets, .. } => tickets.is_none(),
                _ => false,
            };
            assert!(is_hidden, "C34: {viewer:?} sees {seen:?}: {}", game.name());
        }
    }
}

#[test]
fn views_leak_nothing_in_uniform_games() {
    play(21, 30, &[Habit::Uniform]);
}

#[test]
fn views_leak_nothing_when_the_deck_runs_out() {
    play(22, 15, &[Habit::Hoarder]);
}

#[test]
fn views_leak_nothing_in_other_games() {
    play(23, 10, &[Habit::Claimer, Habit::Collector, Habit::Builder]);
}

/// C03: what a player chooses before the first turn can't be seen until all have chosen.
#[test]
fn c03_starting_choices_stay_secret() {
    for mut game in games(25, 4, &[Habit::Uniform]) {
        while let Some(next) = game.choose().filter(|_| game.state.deciders().len() > 1) {
            let choices = game.state.view(game.map, Viewer::Seat(next.seat)).legal_actions();
            let mut other = game.state;
            let choice = choices.get(below(&mut game.rng, choices.len())).expect("there is a choice");
            let mut events = Vec::new();
            other.apply_observed(game.map, next.seat, choice, &mut events).expect("listed actions are legal");
            game.execute(next);
            assert_eq!(events, game.events, "{choice:?} or {:?}: {}", next.action, game.name());
            for viewer in viewers(game.state.public().players).filter(|&viewer| viewer != Viewer::Seat(next.seat)) {
                let (this, that) = (game.state.view(game.map, viewer), other.view(game.map, viewer));
                assert!(this == that, "{viewer:?} sees {choice:?} or {:?}: {}", next.action, game.name());
            }
        }
    }
}

/// The deal before the first decision: nobody is told another player's tickets.
#[test]
fn the_deal_leaks_nothing() {
    for game in games(24, 2, &[Habit::Uniform]) {
        secrets_stay(&game);
        for viewer in viewers(game.state.public().players) {
            let owner = |event: &Event| match event {
                Event::TicketsOffered { seat, tickets: Some(_), .. } => Some(*seat),
                _ => None,
            };
            let mut shown = game.events.iter().map(|event| event.seen_by(viewer)).filter_map(|event| owner(&event));
            assert!(shown.all(|seat| Viewer::Seat(seat) == viewer), "{}", game.name());
        }
    }
}
