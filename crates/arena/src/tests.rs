//! Duels and ladders of small bots, one of them better than the other.

use super::*;
use capolinea_bots::{Bot, Budget, Entrant, Limit};
use capolinea_engine::random::below;
use capolinea_engine::{Action, GameRecord, LegalActions, Map, SetupError, View};
use rand_chacha::ChaCha8Rng;
use std::sync::Mutex;

/// Plays at random, but hardly ever takes more tickets: that alone is worth a lot.
struct Modest;

impl Bot for Modest {
    fn choose(&mut self, view: &View<'_>, _budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        let mut choose = || LegalActions::pick(view, |count| below(rng, count as u32) as usize).unwrap();
        let mut action = choose();
        for _ in 0..4 {
            if action == Action::DrawTickets {
                action = choose();
            }
        }
        action
    }
}

fn random() -> Contestant {
    "random".parse().unwrap()
}

fn modest() -> Contestant {
    Entrant::new("modest", || Modest).into()
}

fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}

fn duel(players: u8, a: Contestant, b: Contestant) -> Duel<'static> {
    Duel { deals: 60, ..Duel::new(map("usa"), players, a, b).unwrap() }
}

fn played(duel: &Duel<'_>, threads: u16) -> Played {
    duel.run(Some(threads), &()).unwrap()
}

#[test]
fn a_bot_against_itself_wins_its_share_of_every_deal_exactly() {
    for players in 2..=5 {
        let duel = duel(players, random(), random());
        let played = played(&duel, 2);
        assert_eq!(played.deals.len(), 60);
        assert!(played.deals.iter().all(|deal| deal.share == WHOLE), "{players} players");
        let report = duel.report(&played);
        assert!((report.win_rate_a - duel.par()).abs() < 1e-12);
        assert!(report.elo.is_some_and(|elo| elo.abs() < 1e-6));
        assert_eq!(played.a.score.sum() * i64::from(players - 1), played.b.score.sum());
    }
}

#[test]
fn with_sides_changed_what_was_won_is_lost() {
    let there = played(&duel(2, modest(), random()), 1);
    let back = played(&duel(2, random(), modest()), 1);
    for (there, back) in there.deals.iter().zip(&back.deals) {
        assert_eq!((there.share + back.share, there.margin + back.margin), (2 * WHOLE, 0));
    }
    assert_eq!((there.a.score, there.b.score), (back.b.score, back.a.score));
    assert_eq!(there.seats.0[0] + back.seats.0[1], u64::from(60 * WHOLE));
}

#[test]
fn the_number_of_threads_changes_nothing_but_the_time() {
    let mut duel = duel(3, modest(), random());
    for sprt in [None, Some("0,60".parse().unwrap())] {
        duel.sprt = sprt;
        let (one, two) = (played(&duel, 1), played(&duel, 2));
        assert_eq!((&one.deals, one.seats, one.decisions), (&two.deals, two.seats, two.decisions));
        assert_eq!((one.a.score, one.b.completed, one.sprt), (two.a.score, two.b.completed, two.sprt));
    }
}

#[test]
fn the_better_bot_is_found_and_the_test_stops_early() {
    let sprt = Some("0,40".parse().unwrap());
    let duel = Duel { deals: 2000, sprt, ..duel(2, modest(), random()) };
    let found = played(&duel, 2);
    let report = duel.report(&found);
    assert_eq!(report.sprt.map(|sprt| sprt.verdict), Some(SprtVerdict::Stronger), "{report:?}");
    assert!(report.deals < 2000 && report.deals.is_multiple_of(32), "{}", report.deals);
    assert!(report.win_rate_a > 0.5 && report.margin_mean > 0.0, "{report:?}");
    let turned = Duel { a: duel.b.clone(), b: duel.a.clone(), ..duel };
    assert_eq!(played(&turned, 2).sprt.map(|sprt| sprt.verdict), Some(SprtVerdict::NotStronger));
}

#[test]
fn a_bot_that_always_wins_has_no_elo_but_a_bound_of_it() {
    let duel = duel(2, modest(), random());
    let always = |share| Played { deals: vec![Deal { share, margin: 9, ..Deal::default() }; 59], ..Played::default() };
    let json = |share| serde_json::to_value(duel.report(&always(share))).unwrap();
    let won = json(2 * WHOLE);
    assert_eq!((&won["win_rate_a"], &won["elo"]), (&1.0.into(), &serde_json::Value::Null));
    // Odds of 0.9505 to 0.0495.
    let bound = won["elo_ci95"][0].as_f64().unwrap();
    assert!((bound - 513.3).abs() < 0.5 && won["elo_ci95"][1].is_null(), "{won}");
    let lost = json(0);
    assert!(lost["elo"].is_null() && lost["elo_ci95"][0].is_null() && lost["elo_ci95"][1].is_number(), "{lost}");
    assert_eq!((lost["win_rate_a"].as_f64(), lost["margin_mean"].as_f64()), (Some(0.0), Some(4.5)));
}

/// Notes the deals and their records, and stops a duel after some of them.
#[derive(Default)]
struct Notes {
    deals: Mutex<Vec<Deal>>,
    records: Mutex<Vec<GameRecord>>,
    stops_after: Option<usize>,
}

impl Watcher for Notes {
    fn wants_stop(&self) -> bool {
        self.stops_after.is_some_and(|most| self.deals.lock().unwrap().len() >= most)
    }

    fn wants_records(&self) -> bool {
        true
    }

    fn on_deal(&self, deal: Deal, records: Vec<GameRecord>) -> Result<(), BoxError> {
        self.deals.lock().unwrap().push(deal);
        self.records.lock().unwrap().extend(records);
        Ok(())
    }
}

#[test]
fn a_stopped_duel_keeps_the_deals_played_and_nothing_of_the_others() {
    for threads in [1, 3] {
        let duel = Duel { deals: 100_000, ..duel(3, modest(), random()) };
        let notes = Notes { stops_after: Some(7), ..Notes::default() };
        let stopped = duel.run(Some(threads), &notes).unwrap();
        assert!(
            stopped.interrupted && stopped.deals.len() >= 7 && stopped.deals.len() < 100,
            "{}",
            stopped.deals.len()
        );
        assert_eq!(stopped.a.score.count(), 3 * stopped.deals.len() as u64);
        assert_eq!(stopped.a.times.count() + stopped.b.times.count(), stopped.decisions);
        let whole = played(&Duel { deals: 200, ..duel }, 1);
        for deal in &stopped.deals {
            assert_eq!(*deal, whole.deals[deal.number as usize]);
        }
        assert!(!whole.interrupted);
    }
}

#[test]
fn games_won_shared_and_lost_are_those_of_the_records() {
    let duel = Duel { deals: 40, ..duel(2, modest(), random()) };
    let notes = Notes::default();
    let report = duel.report(&duel.run(Some(2), &notes).unwrap());
    let records = notes.records.into_inner().unwrap();
    assert_eq!((records.len(), report.games), (80, 80));
    let mut results = GameResults::default();
    for record in &records {
        record.replay(map("usa")).unwrap();
        let seat = record.players.iter().position(|name| name == "modest").unwrap();
        let winners = &record.result.as_ref().unwrap().winners;
        match (winners.iter().any(|winner| winner.index() == seat), winners.len()) {
            (true, 1) => results.wins += 1,
            (true, _) => results.draws += 1,
            (false, _) => results.losses += 1,
        }
    }
    assert_eq!(report.results, results);
    let PairResults { won, even, lost } = report.pairs;
    assert_eq!(won + even + lost, 40);
    assert!(won > lost && report.superiority > 0.95 && !report.same_program, "{report:?}");
}

#[test]
fn a_bot_that_breaks_a_rule_ends_a_duel_with_an_error() {
    struct Passes;
    impl Bot for Passes {
        fn choose(&mut self, _view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
            Action::Pass
        }
    }
    let duel = Duel { a: Entrant::new("passes", || Passes).into(), ..duel(2, random(), random()) };
    let error = duel.run(Some(2), &()).unwrap_err().to_string();
    assert!(error.contains("seat 1 chose `pass`, which breaks rule"), "{error}");
}

#[test]
fn every_decision_is_timed_and_every_deal_told() {
    let duel = Duel { deals: 5, ..duel(4, modest(), random()) };
    let notes = Notes::default();
    let played = duel.run(Some(2), &notes).unwrap();
    let mut told = notes.deals.into_inner().unwrap();
    told.sort_unstable_by_key(|deal| deal.number);
    assert_eq!(told, played.deals);
    assert_eq!(told.iter().map(|deal| deal.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(played.a.times.count() + played.b.times.count(), played.decisions);
    assert_eq!((played.a.score.count(), played.b.score.count()), (20, 60));
    assert_eq!(played.a.overruns + played.b.overruns, 0);
}

#[test]
fn a_duel_that_measures_luck_has_the_same_results_and_a_second_figure() {
    let [a, b] = ["planner", "path"].map(|name| name.parse().unwrap());
    let plain = Duel { deals: 24, ..Duel::new(map("berlin"), 2, a, b).unwrap() };
    let measured = Duel { measures_luck: true, ..plain.clone() };
    let [plain, played] = [&plain, &measured].map(|duel| played(duel, 2));
    assert_eq!(plain.deals, played.deals);
    assert!(plain.luck.is_empty() && played.luck.len() == 24);
    assert!(played.luck.iter().any(|(_, luck)| luck.iter().any(|luck| luck.abs() > 0.1)));
    let report = measured.report(&played);
    let luck = report.luck.expect("there are enough deals");
    assert!(luck.ci95.low < luck.win_rate_a && luck.win_rate_a < luck.ci95.high, "{luck:?}");
    assert_eq!(Some(luck), measured.report(&self::played(&measured, 1)).luck, "threads change nothing");
}

#[test]
fn a_map_is_for_so_many_players_and_no_more() {
    let wrong = |players| SetupError::NumberOfPlayers { players, min: 2, max: 4 };
    for players in [0, 1, 5] {
        let duel = Duel::new(map("berlin"), players, random(), random());
        assert_eq!(duel.unwrap_err(), wrong(players));
        let ladder = Ladder::new(map("berlin"), players, vec![random(), modest()]);
        assert_eq!(ladder.unwrap_err().to_string(), wrong(players).to_string());
        let bots = vec![random(); usize::from(players)];
        assert_eq!(Simulation::new(map("berlin"), bots).err(), Some(wrong(players)));
    }
}

fn ladder(players: u8) -> Ladder<'static> {
    let slow: Entrant = "random".parse().unwrap();
    let slow = slow.with_budget(Budget { limit: Limit::Rollouts(9), threads: 1 });
    let bots = vec![random(), slow.into(), modest()];
    Ladder { deals: 60, ..Ladder::new(map("usa"), players, bots).unwrap() }
}

#[test]
fn a_ladder_rates_every_bot_above_random() {
    for players in [2, 3] {
        let report = ladder(players).run(Some(2), &()).unwrap();
        let names: Vec<&str> = report.bots.iter().map(|rung| rung.bot.as_str()).collect();
        assert_eq!(names[0], "modest");
        let best = &report.bots[0];
        assert!(best.elo > 0.0 && best.elo_ci95.low <= best.elo && best.elo <= best.elo_ci95.high, "{best:?}");
        // The two others are one bot under two names: equal at every deal, however it is drawn.
        for equal in &report.bots[1..] {
            assert!(equal.elo.abs() < 1e-4 && equal.elo_ci95.high.abs() < 1e-4, "{equal:?}");
            assert_eq!(equal.against[0].bot, "modest");
            assert!((equal.against[1].win_rate - 1.0 / f64::from(players)).abs() < 1e-12);
        }
        if players == 2 {
            assert!((best.against[0].win_rate + report.bots[1].against[0].win_rate - 1.0).abs() < 1e-12);
        }
        let pairs = if players == 2 { 3 } else { 6 };
        assert_eq!(report.games, pairs * 60 * u64::from(players));
    }
}

#[test]
fn a_stopped_ladder_counts_the_deals_that_every_pair_has_played() {
    for threads in [1, 3] {
        let stop = |after| Notes { stops_after: Some(after), ..Notes::default() };
        let whole = Ladder { deals: 100_000, ..ladder(2) };
        let stopped = whole.run(Some(threads), &stop(150)).unwrap();
        assert!(stopped.interrupted && (1..100).contains(&stopped.deals), "{stopped:?}");
        let same = Ladder { deals: stopped.deals, ..ladder(2) }.run(Some(1), &()).unwrap();
        assert!(!same.interrupted);
        assert_eq!(stopped.games, same.games);
        for (rung, same) in stopped.bots.iter().zip(&same.bots) {
            assert_eq!((&rung.bot, &rung.against, &rung.lead), (&same.bot, &same.against, &same.lead));
            assert_eq!((rung.elo, rung.elo_ci95, rung.score_mean), (same.elo, same.elo_ci95, same.score_mean));
        }
        let nothing = whole.run(Some(threads), &stop(0)).unwrap();
        assert_eq!((nothing.interrupted, nothing.deals, nothing.games), (true, 0, 0));
    }
}

#[test]
fn neighbours_on_a_ladder_are_compared_by_the_same_opponents() {
    let bots = ["planner", "greedy", "random"].map(|name| name.parse().unwrap());
    let ladder = Ladder { deals: 100, ..Ladder::new(map("berlin"), 2, bots.to_vec()).unwrap() };
    let report = ladder.run(Some(2), &()).unwrap();
    let [planner, greedy, random] = &report.bots[..] else { panic!("three bots") };
    let lead = greedy.lead.as_ref().expect("there is a third bot, and results deviate");
    let rate = |rung: &Rung| rung.against.iter().find(|against| against.bot == planner.bot).unwrap().win_rate;
    assert!((lead.difference - (rate(greedy) - rate(random))).abs() < 1e-9 && lead.over == "random", "{lead:?}");
    assert!(lead.ci95.low < lead.difference && lead.difference < lead.ci95.high, "{lead:?}");
    assert_eq!(random.lead, None);
}

#[test]
fn two_bots_on_a_ladder_are_as_far_apart_as_in_their_duel() {
    let ladder = Ladder { bots: vec![modest(), random()], ..ladder(2) };
    let duel = duel(2, modest(), random());
    let rate = duel.report(&played(&duel, 2)).win_rate_a;
    let with_one_more_at_par = (60.0 * rate + 0.5) / 61.0;
    let report = ladder.run(Some(2), &()).unwrap();
    assert!((report.bots[0].elo - elo(with_one_more_at_par, 0.5)).abs() < 1e-3, "{report:?}");
}

#[test]
fn a_ladder_of_one_is_played_at_once_and_a_bot_named_twice_is_refused() {
    let report = Ladder { bots: vec![modest()], ..ladder(2) }.run(Some(1), &()).unwrap();
    assert_eq!((report.games, report.bots[0].elo, report.bots[0].against.len()), (0, 0.0, 0));
    let twice = Ladder::new(map("usa"), 2, vec![modest(), modest()]);
    assert_eq!(twice.unwrap_err().to_string(), "`modest` is named twice");
}
