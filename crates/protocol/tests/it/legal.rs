//! Messages offer exactly the legal actions, on every map and at every moment of random games.

use capolinea_engine::{Action, FirstPlayer, Map, Setup, State, Viewer};
use capolinea_protocol::game::{KeepChoice, LegalChoices, PassengerChoice, SplitChoice};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashSet;

/// Random games; `look` at every state.
pub(crate) fn play(games: u64, mut look: impl FnMut(&Map, &State)) {
    for found in capolinea_maps::built_in() {
        let map = &found.map;
        for game in 0..games {
            let mut rng = ChaCha8Rng::seed_from_u64(game);
            let span = u64::from(map.max_players() - map.min_players()) + 1;
            let players = map.min_players() + (game % span) as u8;
            let mut seed = [0; 32];
            rng.fill_bytes(&mut seed);
            let mut state =
                State::new(map, &Setup { players, first: FirstPlayer::Random, seed, pieces: None }).unwrap();
            for _ in 0..2000 {
                look(map, &state);
                let Some(seat) = state.deciders().lowest() else { break };
                let view = state.view(map, Viewer::Seat(seat));
                let legal = view.legal_actions();
                let action = legal.get(rng.next_u64() as usize % legal.len()).unwrap();
                state.apply(map, seat, action).unwrap();
            }
        }
    }
}

/// Every action that a message offers, as a client reads it.
fn actions(legal: &LegalChoices) -> Vec<Action> {
    let mut all: Vec<Action> = Vec::new();
    for group in &legal.claims {
        for route in group.routes {
            all.extend(group.payments.iter().map(|&payment| Action::ClaimRoute { route, payment }));
        }
    }
    if let Some(choice) = &legal.stations {
        for &location in &choice.locations {
            all.extend(choice.payments.iter().map(|&payment| Action::BuildStation { location, payment }));
        }
    }
    all.extend(legal.draw_open.iter().map(|&slot| Action::DrawOpen { slot }));
    all.extend(legal.draw_blind.then_some(Action::DrawBlind));
    all.extend(legal.draw_tickets.then_some(Action::DrawTickets));
    if let Some(KeepChoice { offered, at_least }) = legal.keep {
        let enough = |chosen: &u8| chosen.count_ones() >= u32::from(at_least);
        all.extend((0..1u8 << offered).filter(enough).map(|offered| Action::KeepTickets { offered }));
    }
    all.extend(legal.splits.iter().map(|&SplitChoice { first, second }| Action::ChooseSplit { first, second }));
    if let Some(place) = &legal.place {
        for &kind in &place.kinds {
            all.extend(place.locations.iter().map(|&location| Action::PlaceTourists { kind, location }));
        }
    }
    all.extend(legal.pay_tunnel.iter().map(|&wilds| Action::PayTunnel { wilds }));
    all.extend(legal.leave_tunnel.then_some(Action::LeaveTunnel));
    let take = |&PassengerChoice { location, color }: &PassengerChoice| Action::TakePassenger { location, color };
    all.extend(legal.passengers.iter().map(take));
    all.extend(legal.leave_passengers.then_some(Action::LeavePassengers));
    all.extend(legal.tourists.iter().map(|&location| Action::TakeTourist { location }));
    all.extend(legal.pass.then_some(Action::Pass));
    all
}

#[test]
fn the_actions_offered_are_exactly_the_legal_ones() {
    play(8, |map, state| {
        for seat in Map::seats(state.public().players) {
            let view = state.view(map, Viewer::Seat(seat));
            let offered = actions(&LegalChoices::from(view.action_groups()));
            let legal: HashSet<Action> = view.legal_actions().iter().collect();
            assert_eq!(offered.len(), legal.len(), "{:?}", view);
            assert!(offered.iter().all(|action| legal.contains(action)), "{:?}", view);
        }
        let spectator = state.view(map, Viewer::Spectator);
        assert_eq!(LegalChoices::from(spectator.action_groups()), LegalChoices::default());
    });
}
