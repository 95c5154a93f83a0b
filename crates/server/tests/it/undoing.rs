//! Undo: always a whole turn. At once if nothing was revealed to its player and only bots have acted since; otherwise everybody
//! must agree, and bots do so at once.

use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// One person against a bot, once the first turn is the person's.
async fn against_a_bot(address: SocketAddr, map: &str, settings: Value) -> Screen {
    let mut anna = Browser::new(address);
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let table = anna.create(json!({"map": map, "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| !screen.update.is_null()).await;
    while screen.update["view"]["phase"]["phase"] != "turn" || !screen.must_decide() {
        if screen.must_decide() {
            act(&mut screen, |action| action["do"] == "keep_tickets").await;
        } else {
            screen.next().await;
        }
    }
    screen
}

/// Does the first legal action that is wanted, or the first of all.
async fn act(screen: &mut Screen, wanted: impl Fn(&Value) -> bool) -> Value {
    let all = legal(&screen.update["legal_actions"]);
    let action = all.iter().find(|action| wanted(action)).unwrap_or(&all[0]).clone();
    let id = screen.play(action.clone()).await;
    let answer = screen.answer(id).await;
    assert_eq!(answer["type"], "update", "{answer}");
    action
}

async fn my_turn(screen: &mut Screen) {
    screen.wait(|screen| screen.must_decide() || screen.is_over()).await;
}

async fn undo_from(screen: &mut Screen, revision: u64) -> Value {
    let (id, seat) = (screen.new_id(), screen.eyes());
    screen.send(json!({"type": "undo", "id": id, "seat": seat, "revision": revision})).await;
    screen.answer(id).await
}

async fn undo(screen: &mut Screen) -> Value {
    let revision = screen.revision();
    undo_from(screen, revision).await
}

async fn propose_takeback(screen: &mut Screen) -> Value {
    let (id, seat) = (screen.new_id(), screen.eyes());
    screen.send(json!({"type": "propose", "id": id, "seat": seat, "proposal": {"proposal": "takeback"}})).await;
    screen.answer(id).await
}

fn hand(update: &Value, seat: usize) -> u64 {
    update["view"]["players"][seat]["hand"].as_u64().unwrap()
}

/// A claim that turned up no card, and whatever else belongs to its turn; false once the game is over.
async fn claim_quietly(screen: &mut Screen) -> bool {
    loop {
        my_turn(screen).await;
        if screen.is_over() {
            return false;
        }
        let action = act(screen, |action| action["do"] == "claim_route").await;
        if action["do"] == "claim_route" && screen.update["can_undo"] == json!(true) {
            return true;
        }
    }
}

#[tokio::test]
async fn an_agreed_takeback_undoes_the_whole_turn() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "usa").await;
    for screen in &mut screens {
        act(screen, |_| true).await;
    }
    screens[0].wait(|screen| screen.must_decide()).await;
    let before = screens[0].update.clone();
    for _ in 0..2 {
        act(&mut screens[0], |action| action["do"] == "draw_blind").await;
    }
    assert_eq!(screens[0].update["can_undo"], json!(false), "cards were seen");
    assert_eq!(screens[0].update["can_take_back"], json!(true));
    // The other player may even have begun a turn meanwhile.
    screens[1].wait(|screen| screen.must_decide()).await;
    act(&mut screens[1], |action| action["do"] == "draw_blind").await;
    let revision = screens[1].revision();
    screens[0].wait(|screen| screen.revision() == revision).await;
    assert_eq!(propose_takeback(&mut screens[0]).await["type"], "done");
    screens[1].wait(|screen| !screen.table["vote"].is_null()).await;
    let vote = screens[1].table["vote"].clone();
    assert_eq!(vote["proposal"], json!({"proposal": "takeback"}));
    screens[1].send(json!({"type": "vote", "id": 51, "seat": 1, "vote": vote["vote"], "agree": true})).await;
    for screen in &mut screens {
        screen.wait(|screen| screen.revision() == revision + 1).await;
        let back_to = before["revision"].clone();
        assert_eq!(screen.update["cause"], json!({"cause": "takeback", "seat": 0, "back_to": back_to}));
        assert_eq!(screen.update["view"]["phase"], json!({"phase": "turn", "seat": 0}));
        assert_eq!(screen.update["view"]["players"], before["view"]["players"]);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_undo_takes_a_claim_back_together_with_its_passengers() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "germany").await;
    let mut dice = Dice(5);
    let mut claims = 0;
    while claims < 3 {
        let newest = screens.iter().map(Screen::revision).max().unwrap();
        for screen in &mut screens {
            screen.wait(|screen| screen.revision() >= newest).await;
        }
        let decider = screens.iter().position(Screen::must_decide).expect("the game goes on");
        let screen = &mut screens[decider];
        let before = screen.update.clone();
        let random = dice.roll();
        let action = screen.choose(random).unwrap();
        let claim = legal(&before["legal_actions"]).into_iter().find(|action| action["do"] == "claim_route");
        let id = screen.play(claim.clone().unwrap_or(action)).await;
        screen.answer(id).await;
        let mut taken = 0;
        while claim.is_some() && screen.must_decide() {
            act(screen, |action| action["do"] == "take_passenger").await;
            taken += 1;
        }
        if taken == 0 {
            continue;
        }
        claims += 1;
        assert_eq!(screen.update["can_undo"], json!(true), "nothing was turned up");
        let undone = undo(screen).await;
        assert_eq!(undone["cause"]["back_to"], before["revision"]);
        assert_eq!(undone["view"]["phase"], before["view"]["phase"]);
        assert_eq!(undone["view"]["players"], before["view"]["players"]);
        assert_eq!(undone["view"]["passengers"], before["view"]["passengers"]);
    }
    server.stop().await;
}

/// The events since a revision, as the screen has seen them.
fn events_since(screen: &Screen, revision: u64) -> Vec<Value> {
    let updates = screen.received.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let later = updates.filter(|message| message["type"] == "update" && message["revision"].as_u64() > Some(revision));
    later.flat_map(|update| update["events"].as_array().unwrap().clone()).collect()
}

#[tokio::test]
async fn an_undo_takes_back_what_bots_have_done_since_unless_it_revealed_something() {
    let server = server().await;
    let (mut quiet, mut revealing) = (0, 0);
    for map in ["usa", "berlin"] {
        let settings = json!({"pace": "instant", "first": 0});
        let mut screen = against_a_bot(server.address(), map, settings).await;
        while claim_quietly(&mut screen).await {
            let claimed = screen.revision();
            my_turn(&mut screen).await;
            if screen.is_over() {
                break;
            }
            let since = events_since(&screen, claimed);
            assert!(screen.revision() > claimed && !since.is_empty(), "the bot has moved");
            let shows = ["market_refilled", "market_swept", "deck_reshuffled", "tunnel_revealed", "route_claimed"];
            let shows = |event: &Value| shows.iter().chain(&["tickets_kept"]).any(|name| event["event"] == *name);
            let is_quiet = !since.iter().any(shows);
            assert_eq!(screen.update["can_undo"], json!(is_quiet), "{since:?}");
            let before = screen.update.clone();
            let answer = undo(&mut screen).await;
            if is_quiet {
                quiet += 1;
                assert_eq!(answer["cause"]["back_to"], json!(claimed - 1), "with the bot's moves");
                assert_eq!(hand(&answer, 1) + 2, hand(&before, 1), "the bot's cards are back in the deck");
                // Another way is chosen now, or this would go on until it is refused.
                act(&mut screen, |action| action["do"] == "draw_blind").await;
            } else {
                revealing += 1;
                assert_eq!(answer["refusal"]["code"], "cannot_undo");
            }
        }
    }
    assert!(quiet > 0 && revealing > 0, "{quiet} quiet moves of the bot, {revealing} that showed something");
    server.stop().await;
}

#[tokio::test]
async fn bots_agree_at_once() {
    let server = server().await;
    let settings = json!({"pace": "instant", "first": 0});
    let mut screen = against_a_bot(server.address(), "usa", settings).await;
    let before = screen.update.clone();
    for _ in 0..2 {
        act(&mut screen, |action| action["do"] == "draw_blind").await;
    }
    my_turn(&mut screen).await;
    assert_eq!(screen.update["can_undo"], json!(false));
    assert_eq!(propose_takeback(&mut screen).await["type"], "done");
    assert_eq!(screen.update["cause"]["back_to"], before["revision"]);
    assert_eq!(screen.update["view"]["players"], before["view"]["players"]);
    assert!(screen.table["vote"].is_null());
    server.stop().await;
}

#[tokio::test]
async fn what_can_be_undone_is_exactly_what_is_accepted() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "germany").await;
    let mut dice = Dice(17);
    let (mut accepted, mut refused, mut rounds) = (0, 0, 0);
    while one_action(&mut screens, &mut dice).await {
        let newest = screens.iter().map(Screen::revision).max().unwrap();
        for screen in &mut screens {
            screen.wait(|screen| screen.revision() >= newest).await;
        }
        rounds += 1;
        let screen = &mut screens[(rounds % 2) as usize];
        if screen.is_over() {
            break;
        }
        let can = screen.update["can_undo"] == json!(true);
        let answer = undo(screen).await;
        assert_eq!(answer["type"] == "update", can, "{answer}");
        *(if can { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 0 && refused > 0, "{accepted} accepted, {refused} refused");
    server.stop().await;
}

#[tokio::test]
async fn a_turn_is_undone_ten_times_and_the_offer_ends_there() {
    let server = server().await;
    let settings = json!({"pace": "instant", "first": 0});
    let mut screen = against_a_bot(server.address(), "germany", settings).await;
    for time in 0..10 {
        // With two decks of tickets nothing is seen before the split is announced.
        act(&mut screen, |action| action["do"] == "draw_tickets").await;
        assert_eq!(screen.update["can_undo"], json!(true), "{time} times undone");
        let undone = undo(&mut screen).await;
        assert_eq!(undone["view"]["phase"], json!({"phase": "turn", "seat": 0}));
    }
    act(&mut screen, |action| action["do"] == "draw_tickets").await;
    assert_eq!(screen.update["can_undo"], json!(false));
    assert_eq!(undo(&mut screen).await["refusal"]["code"], "cannot_undo");
    // Everybody may still agree, and then it is as ever in the next turn.
    assert_eq!(propose_takeback(&mut screen).await["type"], "done");
    for _ in 0..2 {
        act(&mut screen, |action| action["do"] == "draw_blind").await;
    }
    my_turn(&mut screen).await;
    act(&mut screen, |action| action["do"] == "draw_tickets").await;
    assert_eq!(screen.update["can_undo"], json!(true));
    server.stop().await;
}

#[tokio::test]
async fn an_undo_sent_before_a_bots_move_was_seen_still_counts() {
    let server = server().await;
    let mut tried = 0;
    for map in ["usa", "europe", "berlin"] {
        let settings = json!({"pace": "instant", "first": 0});
        let mut screen = against_a_bot(server.address(), map, settings).await;
        while claim_quietly(&mut screen).await {
            let claimed = screen.revision();
            my_turn(&mut screen).await;
            if screen.update["can_undo"] == json!(false) {
                continue;
            }
            tried += 1;
            let before_the_claim = undo_from(&mut screen, claimed - 1).await;
            assert_eq!(before_the_claim["refusal"]["code"], "stale", "the claim itself was not seen");
            let in_the_future = undo_from(&mut screen, claimed + 100).await;
            assert_eq!(in_the_future["refusal"]["code"], "stale");
            let undone = undo_from(&mut screen, claimed).await;
            assert_eq!(undone["cause"]["back_to"], json!(claimed - 1));
            let again = undo_from(&mut screen, claimed).await;
            assert_eq!(again["refusal"]["code"], "stale", "the turn before is another turn");
            act(&mut screen, |action| action["do"] == "draw_blind").await;
        }
    }
    assert!(tried > 0);
    server.stop().await;
}

#[tokio::test]
async fn nobody_gains_time_by_undoing() {
    let server = server().await;
    let settings = json!({"pace": "instant", "first": 0, "turn_limit": 100_000});
    let mut screen = against_a_bot(server.address(), "usa", settings).await;
    loop {
        let before = screen.update["deadline"].as_u64().unwrap();
        for _ in 0..2 {
            act(&mut screen, |action| action["do"] == "draw_blind").await;
        }
        my_turn(&mut screen).await;
        assert!(!screen.is_over());
        if screen.update["deadline"].as_u64().unwrap() > before {
            assert_eq!(propose_takeback(&mut screen).await["type"], "done");
            assert_eq!(screen.update["deadline"].as_u64().unwrap(), before);
            break;
        }
    }
    server.stop().await;
}
