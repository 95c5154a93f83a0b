//! What a message offers is exactly what the rules allow, on every map and at every moment of random games.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail loudly")]

use capolinea_engine::action::Action;
use capolinea_engine::ids::{RouteId, Seat, TicketId};
use capolinea_engine::map::Map;
use capolinea_engine::setup::{FirstPlayer, Setup};
use capolinea_engine::state::State;
use capolinea_engine::view::Viewer;
use capolinea_protocol::explain::{Explanation, Target};
use capolinea_protocol::game::{KeepChoice, LegalActions, PassengerChoice, Progress, SplitChoice, TicketStatus};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashSet;

/// Random games; `look` at every state.
fn play(games: u64, mut look: impl FnMut(&Map, &State)) {
    for found in capolinea_maps::built_in() {
        let map = &found.map;
        for game in 0..games {
            let mut rng = ChaCha8Rng::seed_from_u64(game);
            let span = u64::from(map.max_players - map.min_players) + 1;
            let players = map.min_players + (game % span) as u8;
            let mut seed = [0; 32];
            rng.fill_bytes(&mut seed);
            let mut state = State::new(map, &Setup { players, first: FirstPlayer::Random, seed }).unwrap();
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
fn actions(legal: &LegalActions) -> Vec<Action> {
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
            let offered = actions(&LegalActions::from(view.action_groups()));
            let legal: HashSet<Action> = view.legal_actions().iter().collect();
            assert_eq!(offered.len(), legal.len(), "{:?}", view);
            assert!(offered.iter().all(|action| legal.contains(action)), "{:?}", view);
        }
        let spectator = state.view(map, Viewer::Spectator);
        assert_eq!(LegalActions::from(spectator.action_groups()), LegalActions::default());
    });
}

#[test]
fn an_explanation_agrees_with_the_legal_actions() {
    play(4, |map, state| {
        for seat in Map::seats(state.public().players) {
            let view = state.view(map, Viewer::Seat(seat));
            let legal = LegalActions::from(view.action_groups());
            for route in map.route_ids() {
                let answer = Explanation::of(state, map, Viewer::Seat(seat), Target::Route { route });
                let offered = legal.claims.iter().any(|group| group.routes.contains(route));
                assert_eq!(answer.refusal.is_none(), offered, "{route:?} {answer:?} {view:?}");
                if let Some(missing) = answer.missing {
                    assert!(missing.cards > 0, "{route:?} {answer:?} {view:?}");
                }
            }
            for location in map.location_ids() {
                let answer = Explanation::of(state, map, Viewer::Seat(seat), Target::Station { location });
                let offered = legal.stations.as_ref().is_some_and(|choice| choice.locations.contains(&location));
                assert_eq!(answer.refusal.is_none(), offered, "{location:?} {answer:?} {view:?}");
            }
        }
    });
}

#[test]
fn progress_agrees_with_the_final_count() {
    play(6, |map, state| {
        let Some(_) = state.final_scores(map) else { return };
        let tallies = state.tally(map);
        for seat in Map::seats(state.public().players) {
            for ticket in Progress::of(&state.view(map, Viewer::Seat(seat))).tickets {
                let is_done = matches!(ticket.status, TicketStatus::Done | TicketStatus::Provisional);
                assert_eq!(is_done, tallies[seat].completed.contains(ticket.ticket));
                assert!(is_done != (ticket.missing > 0 || ticket.status == TicketStatus::Blocked));
            }
        }
    });
}

/// Progress that was brought up to date step by step is as if it had been worked out anew.
#[test]
fn progress_forgets_what_has_changed() {
    let mut kept: Vec<Progress> = Vec::new();
    let mut last_phase = None;
    play(6, |map, state| {
        let public = state.public();
        if public.seats.0.iter().all(|seat| seat.routes.is_empty()) && last_phase != Some(public.phase) {
            kept = vec![Progress::default(); usize::from(public.players)];
        }
        last_phase = Some(public.phase);
        for seat in Map::seats(public.players) {
            let view = state.view(map, Viewer::Seat(seat));
            let progress = &mut kept[seat.index()];
            progress.bring_up_to(&view);
            let facts = |progress: &Progress| -> Vec<_> {
                progress.tickets.iter().map(|ticket| (ticket.ticket, ticket.status, ticket.missing)).collect()
            };
            assert_eq!(facts(progress), facts(&Progress::of(&view)));
        }
    });
}

/// The pieces missing for a ticket, by trying every route again and again with every number of pieces of the second kind.
/// Nothing if the player has too few of either kind.
fn pieces_missing(map: &Map, state: &State, seat: Seat, ticket: TicketId) -> Option<u16> {
    let player = &state.public().seats[seat];
    let [left, others_left] = player.pieces.map(usize::from);
    let cost = |route: RouteId| {
        let facts = map.route(route);
        let is_shut = state.public().unavailable.contains(route) || player.barred.contains(route);
        match (player.routes.contains(route), facts.fleet.index()) {
            (true, _) => Some((0, 0)),
            (false, _) if is_shut => None,
            (false, 0) => Some((usize::from(facts.spaces), 0)),
            (false, _) => Some((0, usize::from(facts.spaces))),
        }
    };
    let [starts, ends] = map.ticket(ticket).ends;
    let mut best = vec![vec![None; others_left + 1]; map.nodes];
    starts.into_iter().for_each(|start| best[start.index()][0] = Some(0));
    for _ in 0..map.nodes {
        for route in map.route_ids() {
            let Some((pieces, others)) = cost(route) else { continue };
            let [a, b] = map.route(route).nodes.map(|node| node.index());
            for (from, to) in [(a, b), (b, a)] {
                for used in others..=others_left {
                    let length = best[from][used - others].map(|length: usize| length + pieces);
                    best[to][used] = [best[to][used], length].into_iter().flatten().filter(|&sum| sum <= left).min();
                }
            }
        }
    }
    let sums =
        |end: usize| best[end].iter().enumerate().filter_map(|(used, length)| length.map(|length| length + used));
    ends.flat_map(|end| sums(end.index())).min().map(|sum| sum as u16)
}

#[test]
fn the_missing_pieces_are_the_fewest() {
    let mut looked = 0;
    play(2, |map, state| {
        looked += 1;
        for seat in Map::seats(state.public().players).filter(|_| looked % 7 == 0) {
            for ticket in Progress::of(&state.view(map, Viewer::Seat(seat))).tickets {
                match ticket.status {
                    TicketStatus::Open | TicketStatus::Done => {
                        assert_eq!(Some(ticket.missing), pieces_missing(map, state, seat, ticket.ticket));
                    }
                    TicketStatus::Blocked => assert_eq!(None, pieces_missing(map, state, seat, ticket.ticket)),
                    TicketStatus::Provisional => assert_eq!(ticket.missing, 0),
                }
            }
        }
    });
}
