//! What a report must say about any game.

use crate::games::{map, played, reviewed};
use capolinea_engine::record::RecordError;
use capolinea_engine::{Event, GameRecord, Map};
use capolinea_review::{Options, Review, ReviewError, ReviewReport, ReviewStage, Verdict, fingerprint};

/// A short game on every map, with as many players as it is for.
fn short_games() -> impl Iterator<Item = (&'static Map, GameRecord)> {
    capolinea_maps::built_in().enumerate().map(|(number, built_in)| {
        let map = &built_in.map;
        let players = map.min_players() + number as u8 % (map.max_players() - map.min_players() + 1);
        let bots: Vec<&str> = (0..players).map(|seat| if seat == 0 { "planner" } else { "amateur" }).collect();
        let pieces = if map.rules().fleets.len() == 1 { Some(12) } else { None };
        (map, played(map, &bots, pieces, number as u32))
    })
}

fn check_sums(report: &ReviewReport) {
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    for (index, decision) in report.decisions.iter().enumerate() {
        let chances = |index: usize| report.positions[index].chances.as_ref().expect("it was looked at");
        let (before, after) = (chances(index), chances(index + 1));
        for seat in 0..report.players.len() {
            let choice = decision.choice.as_ref().expect("it was looked at")[seat].value;
            let luck = decision.luck.as_ref().map_or(0.0, |luck| luck[seat].value);
            assert!(is_near(before[seat].value + choice + luck, after[seat].value), "{index}");
        }
        assert_eq!(decision.luck.is_some(), decision.chance_event.is_some(), "{index}");
    }
    for player in &report.players {
        let value = |estimate: Option<capolinea_review::Estimate>| estimate.expect("it was looked at").value;
        let luck = value(player.luck);
        let sum = value(player.first_chance) + value(player.own_choices) + value(player.others_choices) + luck;
        assert!(is_near(sum, player.victory), "{sum} {}", player.victory);
        let kinds = player.luck_by_kind.expect("it was looked at");
        let by_kind = [kinds.draws, kinds.market, kinds.tunnels, kinds.tickets, kinds.first_player];
        assert!(is_near(by_kind.iter().map(|kind| kind.value).sum(), luck));
    }
    for position in &report.positions {
        let all: f64 = position.chances.as_ref().expect("it was looked at").iter().map(|chance| chance.value).sum();
        assert!(is_near(all, 1.0), "{all}");
    }
}

#[test]
fn luck_and_choices_lead_from_the_first_chance_to_the_result_on_every_map() {
    for (map, record) in short_games() {
        let report = reviewed(map, &record, Options::LEAST);
        check_sums(&report);
        assert_eq!(report.progress.stage, ReviewStage::Done);
        assert_eq!(report.positions.len(), record.actions.len() + 1);
        assert_eq!(report.decisions.len(), record.actions.len());
        let result = record.result.as_ref().expect("the game is over");
        for player in &report.players {
            assert_eq!(player.total, result.totals[player.seat.index()]);
            let accuracy = player.accuracy.map_or(0.5, |accuracy| accuracy.value);
            assert!((0.0..=1.0).contains(&accuracy), "{accuracy}");
        }
        // A report that was kept is read back as it was.
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<ReviewReport>(&text).unwrap(), report);
    }
}

#[test]
fn the_sums_hold_at_any_time_and_looking_changes_nothing() {
    let map = map("europe");
    let record = played(map, &["amateur", "amateur"], Some(10), 3);
    let mut review = Review::new(map, &record, Options { rollouts: 24 }).unwrap();
    assert_eq!(review.report().positions[0].chances, None);
    while !review.is_done() {
        review.step();
        let progress = review.progress();
        if progress.stage != ReviewStage::Coarse && progress.done.is_multiple_of(37) {
            check_sums(&review.report());
        }
    }
    assert_eq!(review.report(), reviewed(map, &record, 24));
}

#[test]
fn the_figures_of_a_player_count_what_happened() {
    let map = map("europe");
    let record = played(map, &["planner", "amateur", "greedy"], Some(15), 5);
    let report = reviewed(map, &record, Options::LEAST);
    let (mut paid, mut points) = (vec![0; 3], vec![0; 3]);
    let step = |step: capolinea_engine::record::Step<'_>| -> Result<(), RecordError> {
        for event in step.events {
            if let Event::RouteClaimed { seat, paid: cards, points: scored, .. } = event {
                paid[seat.index()] += cards.total() as u32;
                points[seat.index()] += i16::from(*scored);
            } else if let Event::StationBuilt { seat, paid: cards, .. } = event {
                paid[seat.index()] += cards.total() as u32;
            }
        }
        Ok(())
    };
    let last = record.replay_observed(map, step).unwrap();
    let turns: u32 = report.players.iter().map(|player| player.turns.all).sum();
    assert_eq!(turns, report.positions.last().unwrap().turn);
    for player in &report.players {
        let seat = player.seat.index();
        assert_eq!(player.cards.paid, paid[seat]);
        assert_eq!(player.cards.left, u32::from(last.public().seats[player.seat].hand_size));
        assert_eq!(player.pieces.placed + player.pieces.left, 15);
        let bonuses: i16 = player.bonuses.iter().map(|bonus| bonus.points).sum();
        let tickets = player.tickets.won as i16 - player.tickets.lost as i16;
        assert_eq!(points[seat] + tickets + bonuses, player.total);
        let turns = player.turns;
        assert_eq!(turns.claims + turns.draws + turns.tickets + turns.other, turns.all);
    }
}

#[test]
fn a_costly_move_has_a_better_alternative_with_a_plan() {
    let map = map("usa");
    let report = reviewed(map, &played(map, &["novice", "planner"], None, 1), Options::LEAST);
    let costly: Vec<_> = report
        .decisions
        .iter()
        .filter(|decision| decision.judgement.as_ref().is_some_and(|judged| judged.verdict == Verdict::Costly))
        .collect();
    assert_eq!(costly.len(), report.moments.len());
    assert!(!costly.is_empty());
    for decision in costly {
        let judgement = decision.judgement.as_ref().unwrap();
        let best = &judgement.alternatives[0];
        assert_ne!(best.action, judgement.played.action);
        assert!(best.gain.value > 0.0 && best.gain == judgement.loss);
        assert_eq!(judgement.played.action, decision.action);
    }
    let counted: u32 = report.players.iter().map(|player| player.costly).sum();
    assert_eq!(counted as usize, report.moments.len());
}

#[test]
fn only_finished_games_on_their_own_map_are_reviewed() {
    let usa = map("usa");
    let mut record = played(usa, &["random", "random"], Some(8), 2);
    let other = Review::new(map("berlin"), &record, Options::default()).err().unwrap();
    assert!(matches!(other, ReviewError::Record(RecordError::OtherMap { .. })), "{other}");
    record.actions.pop();
    record.result = None;
    let unfinished = Review::new(usa, &record, Options::default()).err().unwrap();
    assert!(unfinished.to_string().contains("only finished games can be reviewed"), "{unfinished}");
}

#[test]
fn a_game_is_known_by_its_moves_and_not_by_the_names_of_its_players() {
    let map = map("usa");
    let record = played(map, &["random", "random"], Some(8), 2);
    let renamed = GameRecord { players: vec!["Anna".into(), "Bruno".into()], ..record.clone() };
    assert_eq!(fingerprint(&record), fingerprint(&renamed));
    assert_ne!(fingerprint(&record), fingerprint(&played(map, &["random", "random"], Some(8), 4)));
}
