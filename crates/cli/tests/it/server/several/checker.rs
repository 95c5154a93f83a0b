//! Compares what people were told with what the database holds. It uses the rules of the game and the shapes of messages, but
//! nothing of the servers: the log is read by SQL, and the game is played again from its seed.

use super::player::Notes;
use capolinea_engine::analysis::Progress;
use capolinea_engine::{Action, Event, FirstPlayer, Map, Seat, Setup, State, Viewer};
use capolinea_protocol::game::{GameView, LegalChoices};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// A game as it must have been.
struct Replay<'a> {
    map: &'a Map,
    /// The game at each revision.
    states: Vec<State>,
    /// What happened on the way to each revision.
    events: Vec<Vec<Event>>,
}

/// Checks one table.
pub fn check(log: &Value, people: &[&Notes]) {
    let no_steps = Vec::new();
    let steps = log["steps"].as_array().unwrap_or(&no_steps);
    check_log(log, steps);
    check_answers(steps, people);
    let replay = replay(&log["seating"], steps);
    let last = replay.states.last().unwrap();
    assert!(last.deciders().is_empty() && log["status"] == json!(2), "the game has ended: {}", log["status"]);
    for person in people {
        assert!(person.updates.iter().any(|update| !update["end"].is_null()), "everybody has seen the end");
        for update in &person.updates {
            check_screen(&replay, steps, person, update);
        }
    }
}

/// Checks that a log and notes which are wrong do not pass.
pub fn check_that_it_can_fail(log: &Value, people: &[&Notes]) {
    let fails = |name: &str, log: &Value, people: &[&Notes]| {
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(log, people)));
        assert!(checked.is_err(), "the checker does not see {name}");
    };
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut log = log.clone();
        alter(&mut log);
        log
    };
    let steps = log["steps"].as_array().unwrap();
    assert!(steps.len() > 10);
    fails("a step that is lost", &altered(&|log| drop(log["steps"].as_array_mut().unwrap().remove(5))), people);
    // A step of a bot has no id.
    let mut by_people = (0..steps.len()).filter(|&step| !steps[step]["id"].is_null()).skip(3);
    let (first, second) = (by_people.next().unwrap(), by_people.next().unwrap());
    let doubled = altered(&|log| log["steps"][second]["id"] = log["steps"][first]["id"].clone());
    fails("an action that was done twice", &doubled, people);
    let strange = altered(&|log| log["steps"][5]["id"] = json!(1));
    fails("an action that nobody asked for", &strange, people);
    let reseeded = altered(&|log| log["seating"]["seed"] = json!("7".repeat(64)));
    fails("another deal", &reseeded, people);
    let player = people.iter().find(|person| person.seat == Some(0)).unwrap();
    let spy = Notes { seat: None, updates: player.updates.clone(), ..Notes::default() };
    fails("cards shown to others", log, &[people, &[&spy]].concat());
    let deceived =
        Notes { acknowledged: vec![(1, None)], updates: player.updates.clone(), seat: Some(0), ..Notes::default() };
    fails("an acknowledged action that is lost", log, &[people, &[&deceived]].concat());
}

/// No gaps, and nothing twice.
fn check_log(log: &Value, steps: &[Value]) {
    let revisions: Vec<u64> = steps.iter().map(|step| step["revision"].as_u64().unwrap()).collect();
    assert_eq!(revisions, (1..=steps.len() as u64).collect::<Vec<_>>(), "the log has no gaps");
    assert_eq!(log["revision"], json!(steps.len()), "the log is as long as the table says");
    let mut ids = HashSet::new();
    for id in steps.iter().filter_map(|step| step["id"].as_u64()) {
        assert!(ids.insert(id), "the action {id} was done twice");
    }
}

/// What was acknowledged is in the log, what was refused is not, and nothing else is that nobody asked for.
fn check_answers(steps: &[Value], people: &[&Notes]) {
    let logged: HashMap<u64, &Value> = steps.iter().filter_map(|step| Some((step["id"].as_u64()?, step))).collect();
    let mut acknowledged: HashMap<u64, u64> = HashMap::new();
    for person in people {
        for &(id, revision) in &person.acknowledged {
            let step = logged.get(&id).unwrap_or_else(|| panic!("the acknowledged action {id} is lost"));
            let stored = step["revision"].as_u64().unwrap();
            assert!(revision.is_none_or(|told| told == stored), "{id} was acknowledged as revision {revision:?}");
            let other = acknowledged.insert(stored, id);
            assert_eq!(other, None, "revision {stored} was acknowledged twice");
        }
        for id in &person.refused {
            assert!(!logged.contains_key(id), "the action {id} was refused, but done");
        }
    }
    for (id, step) in logged {
        let asked = people.iter().find_map(|person| Some((person.seat, person.sent.get(&id)?)));
        let (seat, sent) = asked.unwrap_or_else(|| panic!("nobody has asked for the action {id}"));
        assert_eq!(step["done"]["seat"], json!(seat), "{step}");
        let as_sent: Action = serde_json::from_value(sent.action.clone()).unwrap();
        let as_done: Action = serde_json::from_value(step["done"]["action"].clone()).unwrap();
        assert_eq!(as_sent, as_done, "{step}");
        // Where several decide at once, an action is good whatever the others have done meanwhile.
        let next = sent.revision + 1;
        let is_next = step["revision"] == json!(next) || matches!(as_done, Action::KeepTickets { .. });
        assert!(is_next, "sent for revision {next}: {step}");
    }
}

fn replay<'a>(seating: &Value, steps: &[Value]) -> Replay<'a> {
    let map = &capolinea_maps::find(seating["map"].as_str().unwrap()).unwrap().map;
    let seed = hex::decode(seating["seed"].as_str().unwrap()).unwrap().try_into().unwrap();
    let players = seating["seats"].as_array().unwrap().len() as u8;
    let state = State::new(map, &Setup { players, first: FirstPlayer::Random, seed, pieces: None }).unwrap();
    let mut replay = Replay { map, states: vec![state], events: vec![Vec::new()] };
    for step in steps {
        assert_eq!(step["done"]["done"], "action", "nobody undoes anything here");
        let mut state = *replay.states.last().unwrap();
        let (seat, action) = (step["done"]["seat"].as_u64().unwrap(), step["done"]["action"].clone());
        let mut events = Vec::new();
        let applied = state.apply_observed(map, Seat(seat as u8), serde_json::from_value(action).unwrap(), &mut events);
        applied.unwrap_or_else(|error| panic!("{step} is against the rules: {error}"));
        replay.states.push(state);
        replay.events.push(events);
    }
    replay
}

/// A screen showed the game as it was at that revision, as much of it as this person may see, and nothing else.
fn check_screen(replay: &Replay<'_>, steps: &[Value], person: &Notes, update: &Value) {
    let revision = update["revision"].as_u64().unwrap() as usize;
    let state = replay.states.get(revision).unwrap_or_else(|| panic!("revision {revision} was shown and not stored"));
    let viewer = person.seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat as u8)));
    let view = state.view(replay.map, viewer);
    let mut progress = Progress::default();
    progress.refresh(&view);
    let expected = serde_json::to_value(GameView::new(&view, &progress)).unwrap();
    assert_eq!(without_ways(&update["view"]), without_ways(&expected), "revision {revision} was shown otherwise");
    let legal = serde_json::to_value(LegalChoices::from(view.action_groups())).unwrap();
    assert_eq!(update["legal_actions"], legal, "at revision {revision}");
    let seen: Vec<Event> = replay.events[revision].iter().map(|event| event.seen_by(viewer)).collect();
    let shown = &update["events"];
    // A screen that comes later is not told how it came to this.
    assert!(*shown == json!([]) || *shown == serde_json::to_value(seen).unwrap(), "at revision {revision}: {shown}");
    if revision > 0 {
        let step = &steps[revision - 1];
        assert_eq!(
            (&update["cause"]["seat"], &update["cause"]["id"]),
            (&step["done"]["seat"], &step["id"]),
            "{update}"
        );
    }
}

/// Where several ways to a ticket's other end are equally good, which of them is shown depends on what came before.
fn without_ways(view: &Value) -> Value {
    let mut view = view.clone();
    if let Some(tickets) = view["own"]["tickets"].as_array_mut() {
        for ticket in tickets {
            ticket.as_object_mut().unwrap().remove("joined");
        }
    }
    view
}
