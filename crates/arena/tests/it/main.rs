//! Duels of bots from outside the workspace: everything here uses public names, as another crate would.

use capolinea_arena::{BoxError, Deal, Duel, SprtVerdict, Watcher};
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::Rng as _;
use capolinea_bots::worlds::Worlds;
use capolinea_bots::{Bot, Budget, Entrant, Limit};
use capolinea_engine::{Action, GameRecord, Map, Seat, State, View, Viewer};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Claims the route with most points, and otherwise any legal action that `patience` allows.
struct Builder {
    /// How often it looks for something better than drawing tickets.
    patience: u32,
}

impl Bot for Builder {
    fn choose(&mut self, view: &View<'_>, _budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        let actions: Vec<Action> = view.legal_actions().iter().collect();
        let points = |action: &Action| {
            let Action::ClaimRoute { route, .. } = action else { return None };
            Some(view.map.route(*route).points)
        };
        if let Some(claim) =
            actions.iter().filter(|action| points(action).is_some()).max_by_key(|action| points(action))
        {
            return *claim;
        }
        let mut choice = actions[rng.next_u32() as usize % actions.len()];
        for _ in 0..self.patience {
            if choice == Action::DrawTickets {
                choice = actions[rng.next_u32() as usize % actions.len()];
            }
        }
        choice
    }
}

/// Tries each of a few moves in sampled worlds, and plays each world on at random.
struct SmallSearcher;

impl SmallSearcher {
    /// My score less the best other one, when a world is played on at random.
    fn play_out(map: &Map, mut world: State, me: Seat, action: Action, rng: &mut ChaCha8Rng) -> i32 {
        world.apply(map, me, action).expect("the action is legal in every world");
        while let Some(seat) = world.deciders().lowest() {
            let view = world.view(map, Viewer::Seat(seat));
            let legal = view.legal_actions();
            let action = legal.get(rng.next_u32() as usize % legal.iter().count()).expect("it is one of them");
            world.apply(map, seat, action).expect("it is legal");
        }
        let tallies = world.tally(map);
        let others = Map::seats(world.public().players).filter(|&seat| seat != me).map(|seat| tallies[seat].total);
        i32::from(tallies[me].total) - others.max().map_or(0, i32::from)
    }
}

impl Bot for SmallSearcher {
    fn choose(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        let Limit::Rollouts(rollouts) = budget.limit else { panic!("the test gives it rollouts") };
        let (worlds, me) = (Worlds::believed(*view).expect("a player"), view.seat().expect("a player"));
        let count = view.legal_actions().iter().count();
        let moves: Vec<Action> =
            (0..2).filter_map(|_| view.legal_actions().get(rng.next_u32() as usize % count)).collect();
        let mut sums = vec![0; moves.len()];
        for _ in 0..rollouts {
            let world = worlds.sample(rng).expect("the view is one of a game");
            for (sum, &action) in sums.iter_mut().zip(&moves) {
                *sum += SmallSearcher::play_out(view.map, world, me, action, rng);
            }
        }
        let best = (0..moves.len()).max_by_key(|&index| sums[index]).expect("there is a legal action");
        moves[best]
    }
}

fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}

#[test]
fn an_own_bot_with_parameters_is_measured_in_a_duel() {
    let patience = 4;
    let builder = Entrant::new("builder", move || Builder { patience });
    let sprt = Some("0,100".parse().unwrap());
    let mut duel = Duel::new(map("usa"), 3, builder.into(), "random".parse().unwrap()).unwrap();
    (duel.deals, duel.sprt) = (400, sprt);
    let report = duel.report(&duel.run(Some(2), &()).unwrap());
    assert_eq!((&*report.a, &*report.b, report.same_program), ("builder", "random", false));
    assert_eq!(report.sprt.map(|sprt| sprt.verdict), Some(SprtVerdict::Stronger), "{report:?}");
}

#[test]
fn an_own_bot_that_searches_worlds_plays_a_duel_by_its_budget() {
    #[derive(Default)]
    struct Records(AtomicUsize);
    impl Watcher for Records {
        fn wants_records(&self) -> bool {
            true
        }
        fn on_deal(&self, _deal: Deal, records: Vec<GameRecord>) -> Result<(), BoxError> {
            assert!(records.iter().all(|record| record.players.contains(&"small_searcher:2".to_string())));
            self.0.fetch_add(records.len(), Ordering::Relaxed);
            Ok(())
        }
    }
    let budget = Budget { limit: Limit::Rollouts(2), threads: 1 };
    let searcher = Entrant::new("small_searcher", || SmallSearcher).with_budget(budget);
    let mut duel = Duel::new(map("germany"), 2, searcher.into(), "random".parse().unwrap()).unwrap();
    duel.deals = 2;
    let records = Records::default();
    assert_eq!(duel.run(Some(2), &records).unwrap().deals.len(), 2);
    assert_eq!(records.0.into_inner(), 4);
}
