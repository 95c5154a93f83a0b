//! The last round and the scores (C30–C33).

use super::support::*;
use capolinea_engine::scoring::ScoreLine;
use capolinea_engine::{Action, Event, Seat};

fn last_rounds(game: &Game) -> Vec<u8> {
    let began = |event: &Event| if let Event::LastRoundBegan { seat } = event { Some(seat.0) } else { None };
    game.events.iter().filter_map(began).collect()
}

/// A turn that changes no pieces.
fn idle(game: &mut Game, seat: u8) {
    game.act(seat, Action::DrawTickets);
    if game.map.rules().draw.is_split() {
        game.act(seat, Action::ChooseSplit { first: 4, second: 0 });
    }
    game.act(seat, keep(0b1));
}

#[test]
fn c30_two_pieces_left_bring_one_more_turn_each_the_trigger_player_last() {
    for players in 2..=5 {
        let mut game = Game::new("usa", players).hand(1, "2 red").pieces(1, [4, 0]).turn_of(1);
        game.claim(1, "dallas-little_rock", "red");
        assert_eq!(last_rounds(&game), [1]);
        let mut order = Vec::new();
        while !game.state.is_over() {
            let seat = game.state.deciders().lowest().expect("somebody decides").0;
            order.push(seat);
            idle(&mut game, seat);
        }
        let wanted: Vec<u8> = (2..2 + players).map(|turn| turn % players).collect();
        assert_eq!(order, wanted, "{players} players");
        assert_eq!(order.last(), Some(&1));
        assert_eq!(game.events.last(), Some(&Event::GameEnded));
        assert!(game.legal(1).is_empty());
    }
}

#[test]
fn c30_the_limit_of_each_map() {
    for (id, limit) in [("usa", 2), ("europe", 2), ("germany", 2), ("san_francisco", 2), ("berlin", 1)] {
        let mut above = Game::new(id, 2).pieces(0, [limit + 1, 0]);
        idle(&mut above, 0);
        assert_eq!(above.public().turns_left, None, "{id}: one piece more");
        for left in 0..=limit {
            let mut game = Game::new(id, 2).pieces(0, [left, 0]);
            idle(&mut game, 0);
            assert_eq!(game.public().turns_left, Some(2), "{id}, {left} left");
        }
    }
}

#[test]
fn c30_is_triggered_once() {
    let mut game = Game::new("usa", 3).pieces(0, [2, 0]).pieces(1, [1, 0]).pieces(2, [0, 0]);
    for seat in [0, 1, 2, 0] {
        assert!(!game.state.is_over());
        idle(&mut game, seat);
    }
    assert!(game.state.is_over());
    assert_eq!(last_rounds(&game), [0]);
}

#[test]
fn c30_the_trigger_player_may_claim_in_the_last_turn() {
    let mut game = Game::new("usa", 2).hand(0, "3 red").pieces(0, [4, 0]);
    game.claim(0, "dallas-little_rock", "red");
    idle(&mut game, 1);
    game.claim(0, "dallas-houston", "red");
    assert!(game.state.is_over());
    assert_eq!(game.tally(0).routes, 3);
}

#[test]
fn c30_a_pass_is_a_turn_of_the_last_round_too() {
    let mut game = Game::new("berlin", 3).pieces(0, [0, 0]).pieces(1, [0, 0]).market("red").deck("").tickets_left(0, 0);
    game.act(0, open(0));
    assert_eq!(game.public().turns_left, Some(3));
    game.act(1, Action::Pass);
    assert_eq!(game.public().turns_left, Some(2));
}

#[test]
fn c30_waits_for_the_end_of_the_turn() {
    // Claimed in Germany, the passengers are still to be taken: the round begins after that.
    let mut game = Game::new("germany", 2).hand(0, "2 red").pieces(0, [4, 0]);
    game.claim(0, "augsburg-munchen", "red");
    assert_eq!(game.public().turns_left, None);
    game.act(0, Action::LeavePassengers);
    assert_eq!(game.public().turns_left, Some(2));
    assert!(game.is_turn(1));
}

#[test]
fn c31_a_joined_ticket_adds_and_another_subtracts() {
    let game = Game::new("usa", 2)
        .routes(0, &["boston-new_york red", "new_york-washington black", "raleigh-washington", "charleston-raleigh"])
        .routes(0, &["charleston-miami"])
        .tickets(0, &["boston-miami", "toronto-miami", "new_york-atlanta"]);
    let tally = game.tally(0);
    assert_eq!(tally.completed, [game.ticket("boston-miami")].into_iter().collect());
    assert_eq!(tally.tickets, 12 - 10 - 6);
    assert_eq!(tally.total, 2 + 2 + 2 + 2 + 7 - 4 + 10);
}

#[test]
fn c31_a_gap_in_the_path_fails_the_ticket() {
    let game = Game::new("usa", 2)
        .routes(0, &["boston-new_york red", "raleigh-washington", "charleston-raleigh", "charleston-miami"])
        .tickets(0, &["boston-miami"]);
    assert_eq!(game.tally(0).tickets, -12);
}

#[test]
fn c31_another_players_routes_complete_nothing() {
    let game = Game::new("usa", 2)
        .routes(0, &["boston-new_york red", "raleigh-washington", "charleston-raleigh", "charleston-miami"])
        .routes(1, &["new_york-washington black"])
        .tickets(0, &["boston-miami"]);
    assert_eq!(game.tally(0).tickets, -12);
}

#[test]
fn c31_totals_may_be_negative() {
    let game = Game::new("usa", 2).tickets(0, &["seattle-new_york", "los_angeles-new_york"]);
    assert_eq!(game.tally(0).total, -43);
    assert_eq!(game.scores().sheets[0].total, -43);
}

#[test]
fn c31_tickets_kept_on_the_last_turn_count() {
    let start = Game::new("usa", 2).pieces(0, [2, 0]);
    let drawn = ["denver-el_paso", "calgary-phoenix", "los_angeles-miami"].map(|name| start.ticket(name));
    let mut game = start.edit(|position, _| position.ticket_decks[0] = drawn.to_vec());
    game.act(0, open(0)).act(0, open(0));
    game.act(1, Action::DrawTickets).act(1, keep(0b010));
    game.act(0, Action::DrawTickets).act(0, keep(0b10));
    assert!(game.state.is_over());
    let scores = game.state.final_scores(game.map).expect("over");
    assert!(scores.sheets[1].lines.iter().any(|line| matches!(line, ScoreLine::FailedTicket { points: -13, .. })));
    assert!(scores.sheets[0].lines.iter().any(|line| matches!(line, ScoreLine::FailedTicket { points: -20, .. })));
}

#[test]
fn c31_the_sheet_adds_up_to_the_total() {
    let game = Game::new("europe", 2)
        .routes(0, &["berlin-wien", "budapest-wien red", "budapest-sarajevo"])
        .routes(1, &["sarajevo-sofia"])
        .stations(0, &["sofia"])
        .tickets(0, &["budapest-sofia", "stockholm-wien"]);
    for sheet in game.scores().sheets {
        let sum: i16 = sheet.lines.iter().map(ScoreLine::points).sum();
        assert_eq!(sum, sheet.total);
        assert_eq!(sheet.total, game.tally(sheet.seat.0).total);
    }
}

#[test]
fn c32_routes_are_recounted_from_the_board() {
    // A running score that went wrong is put right at the end.
    let game = Game::new("usa", 2)
        .routes(0, &["calgary-winnipeg", "chicago-duluth"])
        .edit(|position, _| position.public.seats[Seat(0)].score = 99);
    assert_eq!(game.tally(0).routes, 19);
    assert_eq!(game.tally(0).total, 19 + 10);
}

#[test]
fn c32_the_running_score_equals_the_recount() {
    for id in MAPS {
        let mut game = Game::new(id, 2);
        let mut claims = 0;
        for route in game.map.route_ids() {
            let facts = game.map.route(route);
            let is_free = !game.public().unavailable.contains(route) && !game.seat(0).barred.contains(route);
            if !is_free || facts.is_tunnel || game.seat(0).pieces[facts.fleet.index()] < facts.spaces {
                continue;
            }
            let wilds = format!("{} wild", facts.cards);
            game = game.discards("").hand(0, &wilds).turn_of(0);
            game.act(0, Action::ClaimRoute { route, payment: payment(&wilds) });
            claims += 1;
            assert_eq!(game.seat(0).score, game.tally(0).routes, "{id}");
        }
        assert!(claims > 5, "{id}");
    }
}

#[test]
fn c33_more_points_win_whatever_the_tie_breaks_say() {
    // Seat 1 has a ticket more but a point less.
    let game = Game::new("berlin", 2)
        .routes(0, &["siegessaeule-brandenburger_tor", "bellevue-reichstag"])
        .routes(1, &["siegessaeule-bellevue", "siegessaeule-potsdamer_platz"])
        .tickets(1, &["bellevue-potsdamer_platz", "potsdamer_platz-naturkundemuseum"]);
    expect_test::expect![[r#"
        1. seat 0: 6
        2. seat 1: 5
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [0]);
}

#[test]
fn c33_still_tied_players_share_the_victory() {
    for id in MAPS {
        let players = map(id).max_players();
        let game = Game::new(id, players);
        assert_eq!(game.winners(), (0..players).collect::<Vec<_>>(), "{id}");
        assert!(game.scores().ranking.iter().all(|standing| standing.place == 1 && standing.behind_by.is_none()));
    }
}

#[test]
fn c33_places_after_a_shared_one_are_skipped() {
    let game = Game::new("san_francisco", 3)
        .routes(0, &["richmond-sunset"])
        .routes(2, &["presidio-pacific_heights"])
        .routes(1, &["painted_ladies-castro"]);
    expect_test::expect![[r#"
        1. seat 0: 4
        1. seat 2: 4
        3. seat 1: 2
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [0, 2]);
}
