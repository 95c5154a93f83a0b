use crate::{random_game, tables};
use capolinea_encoding::{ActionSpace, Payments};
use capolinea_engine::ids::TouristKind;
use capolinea_engine::{Action, Color, LocationId, Payment, RouteId, State, View, Viewer};
use std::fmt::Write as _;

/// Actions that do the same: cards of one colour are alike wherever they lie.
fn is_same(view: &View<'_>, a: Action, b: Action) -> bool {
    match (a, b) {
        (Action::DrawOpen { slot: a }, Action::DrawOpen { slot: b }) => {
            view.public.market[usize::from(a)] == view.public.market[usize::from(b)]
        }
        (a, b) => a == b,
    }
}

fn check_all(space: &ActionSpace, view: &View<'_>) {
    let mut mask = vec![7u8; space.len()];
    space.write_mask(view, &mut mask);
    let mut expected = vec![0; space.len()];
    for action in view.legal_actions().iter() {
        let number = space.number(view, action).unwrap_or_else(|| panic!("{action:?} has no number"));
        let back = space.action(view, number).expect("a legal number has an action");
        assert!(is_same(view, action, back), "{action:?} became {back:?}");
        expected[number] = 1;
    }
    assert_eq!(mask, expected, "{:?}", view.public.phase);
}

fn check_fewest(space: &ActionSpace, view: &View<'_>) {
    let legal = space.legal(view);
    let all: Vec<Action> = view.legal_actions().iter().collect();
    assert_eq!(legal.is_empty(), all.is_empty());
    for &number in &legal {
        let action = space.action(view, number).expect("a legal number has an action");
        view.check(action).unwrap_or_else(|refused| panic!("{number} became {action:?}: {refused}"));
        assert_eq!(space.number(view, action), Some(number));
    }
    for action in all {
        match space.number(view, action) {
            Some(number) => assert!(legal.contains(&number), "{action:?} is legal"),
            // Only a payment with more wilds than needed has no number, and the same can be had for fewer.
            None => assert!(
                matches!(
                    action,
                    Action::ClaimRoute { payment: Payment { wilds: 1.., .. }, .. }
                        | Action::BuildStation { payment: Payment { wilds: 1.., .. }, .. }
                        | Action::PayTunnel { wilds: 1.. }
                ),
                "{action:?} has no number"
            ),
        }
    }
}

#[test]
fn every_legal_action_has_a_number_and_comes_back_from_it() {
    for (map, players) in tables() {
        let spaces = Payments::ALL.map(|payments| ActionSpace::new(map, payments));
        for number in 0..6 {
            random_game(map, players, number, |state: &State, seat, _| {
                let view = state.view(map, Viewer::Seat(seat));
                check_all(&spaces[0], &view);
                check_fewest(&spaces[1], &view);
            });
        }
    }
}

#[test]
fn nothing_is_legal_for_spectators_and_those_who_wait() {
    for (map, players) in tables() {
        let space = ActionSpace::new(map, Payments::All);
        random_game(map, players, 1, |state: &State, _, _| {
            assert!(space.legal(&state.view(map, Viewer::Spectator)).is_empty());
            for seat in capolinea_engine::Map::seats(players) {
                let is_legal = !space.legal(&state.view(map, Viewer::Seat(seat))).is_empty();
                assert_eq!(is_legal, state.deciders().contains(seat));
            }
        });
    }
}

/// FNV-1a: a change of any number changes it.
fn digest(space: &ActionSpace, map: &capolinea_engine::Map) -> u64 {
    let lines = (0..space.len()).map(|number| space.describe(map, number).expect("every number stands for something"));
    lines
        .flat_map(|line| (line + "\n").into_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn the_numbering_of_version_1_never_changes() {
    let mut text = String::new();
    for built_in in capolinea_maps::built_in() {
        for payments in Payments::ALL {
            let space = ActionSpace::new(&built_in.map, payments);
            let digest = digest(&space, &built_in.map);
            writeln!(text, "{} {payments} {} {digest:016x}", built_in.map.id(), space.len())
                .expect("writing to a string can't fail");
        }
    }
    expect_test::expect![[r#"
        berlin all 333 9305b13b98d50ffd
        berlin fewest_wilds 149 5bb4a34e1618398d
        europe all 2421 345f99b58aff63af
        europe fewest_wilds 850 b668dcf442411a33
        germany all 1430 a5f69ce40f973268
        germany fewest_wilds 833 3f5c1053695d8ebb
        san_francisco all 521 9cbafce9dcf21b1a
        san_francisco fewest_wilds 333 b980c905b971f829
        usa all 1080 54d613102669f399
        usa fewest_wilds 472 b952f0d52a97e449
    "#]]
    .assert_eq(&text);
}

#[test]
fn no_two_numbers_stand_for_the_same() {
    for built_in in capolinea_maps::built_in() {
        let map = &built_in.map;
        for payments in Payments::ALL {
            let space = ActionSpace::new(map, payments);
            let lines = (0..space.len()).filter_map(|number| space.describe(map, number));
            let different: std::collections::HashSet<String> = lines.collect();
            // Where stations cost one to three cards, `wild` is written alike for each.
            let stations = if payments == Payments::All && map.stations().is_some() { 2 * 47 } else { 0 };
            assert_eq!(different.len() + stations, space.len(), "{} {payments}", map.id());
            assert_eq!(space.describe(map, space.len()), None);
        }
    }
}

/// Values that no action of the map has: nothing may panic, and nothing may get another action's number.
#[test]
fn impossible_actions_have_no_number() {
    let payments = [(None, 0), (None, 200), (Some(Color::Red), 200), (Some(Color::Black), 3)];
    let mut actions = vec![
        Action::KeepTickets { offered: 255 },
        Action::ChooseSplit { first: 200, second: 200 },
        Action::DrawOpen { slot: 77 },
        Action::PayTunnel { wilds: 250 },
        Action::TakeTourist { location: LocationId(255) },
        Action::PlaceTourists { kind: TouristKind(255), location: LocationId(255) },
        Action::TakePassenger { location: LocationId(255), color: Color::Red },
    ];
    for (color, wilds) in payments {
        let payment = Payment { color, wilds };
        actions.push(Action::ClaimRoute { route: RouteId(255), payment });
        actions.push(Action::BuildStation { location: LocationId(255), payment });
    }
    for (map, players) in tables() {
        for payments in Payments::ALL {
            let space = ActionSpace::new(map, payments);
            random_game(map, players, 2, |state: &State, seat, _| {
                let view = state.view(map, Viewer::Seat(seat));
                for &action in &actions {
                    assert_eq!(space.number(&view, action), None, "{action:?} on {}", map.id());
                }
                assert_eq!(space.action(&view, space.len()), None);
            });
        }
    }
}

#[test]
fn settings_are_words() {
    for payments in Payments::ALL {
        assert_eq!(payments.to_string().parse(), Ok(payments));
    }
    let refused = "some".parse::<Payments>().expect_err("there is no such choice");
    assert_eq!(refused.to_string(), "`some` is not a choice of payments; write `all` or `fewest_wilds`");
}
