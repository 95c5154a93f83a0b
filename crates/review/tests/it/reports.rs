//! What a report must say about any game.

use crate::games::{map, played};
use crate::reviewed;
use capolinea_bots::Entrant;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_engine::record::{BranchCards, RecordError, SeatAction};
use capolinea_engine::{Action, Event, GameRecord, Map, Seat, Viewer};
use capolinea_review::{ChanceEvent, Options, Review, ReviewError, ReviewReport, ReviewStage, Verdict, fingerprint};

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
        let by_kind = [kinds.draws, kinds.market, kinds.tunnels, kinds.tickets, kinds.first_player, kinds.fresh_deal];
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
fn a_fresh_deal_is_luck() {
    let map = map("usa");
    let origin = played(map, &["planner", "planner"], Some(12), 4);
    let fresh = BranchCards::Fresh { seed: [4; 32] };
    let mut record = origin.branch(map, (12, Seat(0)), fresh, origin.players.clone()).expect("it goes on");
    let mut state = record.replay(map).expect("it replays");
    let mut players = ["planner", "planner"].map(|bot| bot.parse::<Entrant>().expect("there is such a bot").player());
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    while let Some(seat) = state.deciders().lowest() {
        let action = players[seat.index()].choose(&state.view(map, Viewer::Seat(seat)), &mut rng);
        state.apply(map, seat, action).expect("bots keep to the rules");
        record.actions.push(SeatAction { seat, action });
    }
    let report = reviewed(map, &record, Options::LEAST);
    check_sums(&report);
    assert_eq!(report.decisions[11].chance_event, Some(ChanceEvent::FreshDeal));
    let others = report.decisions.iter().filter(|decision| decision.chance_event == Some(ChanceEvent::FreshDeal));
    assert_eq!(others.count(), 1);
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
    assert!(!costly.is_empty());
    let counted: u32 = report.players.iter().map(|player| player.costly).sum();
    assert_eq!(counted as usize, costly.len());
    for decision in costly {
        let judgement = decision.judgement.as_ref().unwrap();
        let best = &judgement.alternatives[0];
        assert_ne!(best.action, judgement.played.action);
        assert!(best.gain.value > 0.0 && best.gain == judgement.loss);
        assert!(judgement.loss.value >= 0.05 && judgement.loss.value >= 2.0 * judgement.loss.error);
        assert_eq!(judgement.played.action, decision.action);
    }
}

#[test]
fn moments_are_few_and_the_costliest_first() {
    let map = map("usa");
    let report = reviewed(map, &played(map, &["random", "random"], None, 2), Options::LEAST);
    let judged = |index: u32| report.decisions[index as usize].judgement.as_ref().expect("it was looked at");
    let losses: Vec<f64> = report.moments.iter().map(|&index| judged(index).loss.value).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    let costly: u32 = report.players.iter().map(|player| player.costly).sum();
    assert!(costly as usize > losses.len() && !losses.is_empty(), "{costly} {losses:?}");
    for player in &report.players {
        let own = |index: &u32| report.decisions[*index as usize].seat == player.seat;
        let listed: Vec<u32> = report.moments.iter().copied().filter(own).collect();
        assert!(listed.len() <= 3 && listed.len() <= player.costly as usize, "{} {listed:?}", player.costly);
        let costliest = (0..report.decisions.len() as u32).filter(own).filter(|&index| {
            report.decisions[index as usize].judgement.as_ref().is_some_and(|judged| judged.verdict == Verdict::Costly)
        });
        let costliest = costliest.map(|index| judged(index).loss.value).fold(0.0, f64::max);
        assert_eq!(listed.first().map_or(0.0, |&index| judged(index).loss.value), costliest);
        // Nobody is told the same twice.
        let claimed = |index: &u32| {
            let Action::ClaimRoute { route, .. } = judged(*index).alternatives[0].action else { return None };
            Some(route)
        };
        let mut advised: Vec<_> = listed.iter().filter_map(claimed).collect();
        advised.sort();
        advised.dedup();
        assert_eq!(advised.len(), listed.iter().filter_map(claimed).count());
    }
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
