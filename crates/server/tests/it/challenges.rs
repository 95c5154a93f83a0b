//! Challenges: equal play gives equal games, nobody is told a deal that they have not finished, and results are listed as they are.

use capolinea_server::store::Store as _;
use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::shared_memory::SharedMemoryStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

fn game(levels: &[&str]) -> Value {
    let seats: Vec<Value> = std::iter::once(Value::Null).chain(levels.iter().map(|level| json!(level))).collect();
    json!({"map": "berlin", "seats": seats, "pieces": 8})
}

async fn make(browser: &mut Browser, levels: &[&str]) -> String {
    make_with(browser, levels, 8).await
}

async fn make_with(browser: &mut Browser, levels: &[&str], pieces: u8) -> String {
    let mut game = game(levels);
    game["pieces"] = json!(pieces);
    let answer = browser.post("/api/challenges", json!({"name": "Anna", "deal": {"deal": "new", "game": game}})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn begin(browser: &mut Browser, challenge: &str, name: &str) -> String {
    let body = json!({"name": name, "pace": "instant"});
    let answer = browser.post(&format!("/api/challenges/{challenge}/play"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["table"].as_str().unwrap().to_owned()
}

/// Plays a whole game of a challenge; its table.
async fn play(browser: &mut Browser, challenge: &str, name: &str, dice: u64) -> String {
    let table = begin(browser, challenge, name).await;
    let mut screen = browser.sit(&table).await;
    finish_alone(&mut screen, &mut Dice(dice)).await;
    screen.close().await;
    table
}

async fn view(browser: &Browser, challenge: &str) -> Value {
    let answer = browser.get(&format!("/api/challenges/{challenge}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

async fn record(browser: &Browser, table: &str) -> String {
    let answer = browser.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

#[tokio::test]
async fn equal_play_gives_byte_identical_games_whatever_the_level() {
    let server = server().await;
    // An expert lets everybody wait as long as it may think, so its games are short and few.
    let games = [
        (&["beginner", "casual"][..], 8, &[5, 5, 6][..]),
        (&["skilled", "strong"], 5, &[5, 5]),
        (&["expert"], 4, &[5, 5]),
    ];
    for (levels, pieces, dice) in games {
        let mut anna = Browser::new(server.address());
        let challenge = make_with(&mut anna, levels, pieces).await;
        let mut records = Vec::new();
        for &dice in dice {
            let mut somebody = Browser::new(server.address());
            let table = play(&mut somebody, &challenge, "Same", dice).await;
            records.push(record(&somebody, &table).await);
        }
        assert_eq!(records[0], records[1], "{levels:?}");
        if let Some(other) = records.get(2) {
            assert_ne!(records[0], *other, "another play is another game");
            let other = make_with(&mut anna, levels, pieces).await;
            let table = play(&mut anna, &other, "Same", 5).await;
            assert_ne!(records[0], record(&anna, &table).await, "another challenge is another deal");
        }
    }
    server.stop().await;
}

/// Everything that a server tells somebody about a challenge and its games.
async fn all_that_is_told(browser: &Browser, challenge: &str, tables: &[&str]) -> String {
    let mut told = String::new();
    let mut paths = vec![format!("/api/challenges/{challenge}"), format!("/c/{challenge}"), "/api/deals".to_owned()];
    for table in tables {
        paths.extend(
            ["", "/record", "/replay", "/replay?viewer=all", "/replay?viewer=0"]
                .map(|more| format!("/api/tables/{table}{more}")),
        );
        // The pages, with what a preview of their link tells; a review is made of the record.
        paths.extend(["/t/", "/replay/"].map(|page| format!("{page}{table}")).into_iter().chain([
            format!("/replay/{table}?review"),
            format!("/replay/{table}?step=5&viewer=all&together"),
            format!("/api/tables/{table}/map"),
        ]));
        paths.push(format!("/api/challenges/{challenge}/compare?a={table}&b={table}"));
    }
    for path in paths {
        told.push_str(&browser.get(&path).await.text());
    }
    for table in tables {
        assert!(browser.try_sit(table).await.is_err(), "nobody may watch a game of a challenge");
    }
    told
}

#[tokio::test]
async fn nobody_is_told_a_deal_that_they_have_not_finished() {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let [mut anna, mut ben, mut cleo] = [0; 3].map(|_| Browser::new(server.address()));
    let challenge = make(&mut anna, &["beginner"]).await;
    let finished = play(&mut ben, &challenge, "Ben", 3).await;
    let running = begin(&mut cleo, &challenge, "Cleo").await;
    let mut screen = cleo.sit(&running).await;
    screen.wait(|screen| screen.must_decide()).await;
    let whole = store.challenges().challenge(challenge.parse().unwrap()).await.unwrap().unwrap();
    let seed = whole.facts.seed;
    let seal = hex::encode(Sha256::digest(hex::decode(&seed).unwrap()));
    // Also who made it, who plays it, and somebody without a cookie.
    for browser in [&anna, &cleo, &Browser::new(server.address())] {
        let told = all_that_is_told(browser, &challenge, &[&finished]).await;
        assert!(!told.contains(&seed) && !told.contains("scores"), "{told}");
        let told = view(browser, &challenge).await;
        assert_eq!((&told["opened"], &told["seal"]), (&Value::Null, &json!(seal)));
        assert_eq!((&told["begun"], &told["finished"]), (&json!(2), &json!(1)));
        let answer = browser.get(&format!("/api/tables/{finished}/replay?viewer=all")).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "sealed"));
        let answer = browser.get(&format!("/api/tables/{finished}/record")).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "sealed"), "no record, so no review");
        let answer = browser.get(&format!("/api/challenges/{challenge}/compare?a={finished}&b={finished}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "sealed"));
    }
    // Who plays sees its own game as its seat does, and the seal, never the seed.
    let own = all_of_own_game(&cleo, &mut screen, &running).await;
    assert!(!own.contains(&seed) && own.contains(&seal), "{own}");
    // Nor does a bot that might know more give advice.
    let (id, revision) = (screen.new_id(), screen.revision());
    for wish in [json!({"hint": "plans"}), json!({"hint": "move", "level": "skilled"})] {
        screen.send(json!({"type": "hint", "id": id, "seat": 0, "revision": revision, "wish": wish})).await;
        assert_eq!(screen.answer(id).await["refusal"]["code"], "not_allowed");
    }
    // Who has finished sees all finished games, and none that goes on.
    assert_eq!(view(&ben, &challenge).await["opened"]["seed"], seed);
    assert_eq!(ben.get(&format!("/api/tables/{finished}/replay?viewer=all")).await.status, 200);
    assert_eq!(ben.get(&format!("/api/tables/{running}/record")).await.code(), "sealed");
    assert_eq!(ben.get(&format!("/api/tables/{running}/replay?viewer=all")).await.code(), "sealed");
    finish_alone(&mut screen, &mut Dice(4)).await;
    assert_eq!(view(&cleo, &challenge).await["opened"]["results"].as_array().unwrap().len(), 2);
    assert!(record(&cleo, &finished).await.contains(&seed));
    server.stop().await;
}

async fn all_of_own_game(browser: &Browser, screen: &mut Screen, table: &str) -> String {
    let mut told = format!("{}{}{}", screen.table, screen.update, record(browser, table).await);
    let history = screen.ask(json!({"type": "history", "from": 1}), "history").await;
    told.push_str(&history.to_string());
    told.push_str(&browser.get(&format!("/api/tables/{table}")).await.text());
    told
}

#[tokio::test]
async fn a_closed_challenge_is_open_to_all_but_those_who_still_play_it() {
    let server = server().await;
    let [mut anna, mut ben, mut cleo] = [0; 3].map(|_| Browser::new(server.address()));
    let challenge = make(&mut anna, &["beginner"]).await;
    play(&mut ben, &challenge, "Ben", 3).await;
    let running = begin(&mut cleo, &challenge, "Cleo").await;
    let refused = cleo.post(&format!("/api/challenges/{challenge}/close"), json!({})).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "not_host"));
    let closed = anna.post(&format!("/api/challenges/{challenge}/close"), json!({})).await.json();
    assert_eq!((&closed["closed"], closed["opened"].is_null()), (&json!(true), false));
    assert!(!view(&Browser::new(server.address()), &challenge).await["opened"].is_null());
    let theirs = view(&cleo, &challenge).await;
    assert_eq!((&theirs["opened"], &theirs["playing"]), (&Value::Null, &json!(running)));
    // Her game goes on, and counts as a later one: everybody may know the deal by now.
    assert_eq!(begin(&mut cleo, &challenge, "Cleo").await, running);
    let mut screen = cleo.sit(&running).await;
    finish_alone(&mut screen, &mut Dice(4)).await;
    let results = view(&cleo, &challenge).await["opened"]["results"].clone();
    let tries: Vec<_> =
        results.as_array().unwrap().iter().map(|one| (one["name"].as_str(), one["first_try"].as_bool())).collect();
    assert!(tries.contains(&(Some("Ben"), Some(true))) && tries.contains(&(Some("Cleo"), Some(false))), "{tries:?}");
    let refused =
        Browser::new(server.address()).post(&format!("/api/challenges/{challenge}/play"), json!({"name": "Dan"})).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "wrong_status"));
    server.stop().await;
}

#[tokio::test]
async fn first_tries_are_listed_apart_and_games_are_compared() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let challenge = make(&mut anna, &["beginner"]).await;
    let first = play(&mut anna, &challenge, "Anna", 3).await;
    let again = play(&mut anna, &challenge, "Anna", 3).await;
    let other = play(&mut anna, &challenge, "Anna", 9).await;
    assert!(first != again && again != other);
    let results = view(&anna, &challenge).await["opened"]["results"].clone();
    let firsts: Vec<_> = results
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["first_try"] == true)
        .map(|one| one["game"].clone())
        .collect();
    assert_eq!(firsts, [json!(first)]);
    assert!(
        results
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["yours"] == true && one["scores"].as_array().unwrap().len() == 2)
    );
    let compare =
        async |a: &str, b: &str| anna.get(&format!("/api/challenges/{challenge}/compare?a={a}&b={b}")).await.json();
    assert_eq!(compare(&first, &again).await["parted"], Value::Null, "equal play");
    let comparison = compare(&first, &other).await;
    let steps = &comparison["parted"]["steps"];
    let number = comparison["parted"]["step"].as_u64().unwrap();
    assert!(number >= 1 && steps[0]["step"] == number && steps[1]["step"] == number, "{steps}");
    assert!(steps[0]["seat"] == 0 && steps[1]["seat"] == 0, "only the person plays otherwise: {steps}");
    assert_ne!(steps[0]["notation"], steps[1]["notation"]);
    for table in [&first, &other] {
        let replay =
            anna.get(&format!("/api/tables/{table}/replay?viewer=all&from={}&count=1", number - 1)).await.json();
        assert_eq!(replay["steps"].as_array().unwrap().len(), 1);
    }
    let refused = anna.get(&format!("/api/challenges/{challenge}/compare?a={first}&b=0000000000000000")).await;
    assert_eq!(refused.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_finished_game_becomes_a_challenge_and_is_sealed_from_then_on() {
    let server = server().await;
    let [mut anna, mut ben] = [0; 2].map(|_| Browser::new(server.address()));
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let body = json!({"map": "berlin", "seats": seats, "settings": {"pace": "instant", "pieces": 8}, "start": true});
    let table = anna.create(body).await;
    let of_table = json!({"name": "Anna", "deal": {"deal": "table", "table": table}});
    let mut screen = anna.sit(&table).await;
    assert_eq!(anna.post("/api/challenges", of_table.clone()).await.code(), "wrong_status", "it is not over");
    finish_alone(&mut screen, &mut Dice(3)).await;
    assert_eq!(
        ben.get(&format!("/api/tables/{table}/record")).await.status,
        200,
        "a finished game is open to who has its link"
    );
    assert_eq!(ben.post("/api/challenges", of_table.clone()).await.code(), "not_your_seat");
    let made = anna.post("/api/challenges", of_table.clone()).await.json();
    let challenge = made["id"].as_str().unwrap().to_owned();
    assert_eq!((&made["game"]["seats"], &made["game"]["pieces"]), (&json!([null, "beginner"]), &json!(8)));
    assert_eq!(ben.get(&format!("/api/tables/{table}/record")).await.code(), "sealed");
    assert_eq!(anna.post("/api/challenges", of_table).await.code(), "wrong_status", "it is one already");
    play(&mut ben, &challenge, "Ben", 3).await;
    let results = view(&ben, &challenge).await["opened"]["results"].clone();
    let origin = results.as_array().unwrap().iter().find(|one| one["origin"] == true).unwrap();
    assert_eq!((&origin["name"], &origin["game"], &origin["yours"]), (&json!("Anna"), &json!(table), &json!(false)));
    // The same deal: the seal that Anna saw before her game.
    assert_eq!(view(&ben, &challenge).await["seal"], screen.table["seal"]);
    assert_eq!(ben.get(&format!("/api/tables/{table}/record")).await.status, 200, "he has finished it himself");
    server.stop().await;
}

#[tokio::test]
async fn a_game_from_a_browser_becomes_a_challenge_by_its_record() {
    let server = server().await;
    let [mut anna, mut ben] = [0; 2].map(|_| Browser::new(server.address()));
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let table = anna
        .create(json!({"map": "berlin", "seats": seats, "settings": {"pieces": 8, "pace": "instant"}, "start": true}))
        .await;
    let mut screen = anna.sit(&table).await;
    finish_alone(&mut screen, &mut Dice(3)).await;
    let text = record(&anna, &table).await;
    let body =
        |game: Value, text: &str| json!({"name": "Anna", "deal": {"deal": "record", "game": game, "record": text}});
    let refused =
        anna.post("/api/challenges", body(json!({"map": "berlin", "seats": [null, "beginner"]}), &text)).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "broken_record"), "other pieces");
    assert_eq!(anna.post("/api/challenges", body(game(&["beginner"]), "{}")).await.code(), "not_a_record");
    let made = anna.post("/api/challenges", body(game(&["beginner"]), &text)).await.json();
    let challenge = made["id"].as_str().unwrap();
    let origin = &made["opened"]["results"][0];
    assert_eq!((&origin["origin"], &origin["replay"], &origin["yours"]), (&json!(true), &json!(false), &json!(true)));
    let own = origin["game"].as_str().unwrap().to_owned();
    let table = play(&mut ben, challenge, "Ben", 3).await;
    let comparison = ben.get(&format!("/api/challenges/{challenge}/compare?a={own}&b={table}")).await.json();
    assert_eq!(comparison["games"][0]["players"][0], "Anna");
    assert_eq!(comparison["games"][0]["end"]["seed"], comparison["games"][1]["end"]["seed"]);
    server.stop().await;
}

#[tokio::test]
async fn a_game_of_a_challenge_is_fixed_and_nothing_is_taken_back() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let challenge = make(&mut anna, &["beginner"]).await;
    let table = begin(&mut anna, &challenge, "Anna").await;
    let body = json!({"seat": 1, "who": {"sitter": "bot", "level": "expert"}});
    assert_eq!(anna.post(&format!("/api/tables/{table}/seats"), body).await.code(), "not_allowed");
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.must_decide()).await;
    assert_eq!(screen.table["challenge"], challenge);
    assert_eq!(screen.table["settings"]["help"], json!(false), "no bot gives advice");
    let id = screen.new_id();
    screen.send(json!({"type": "propose", "id": id, "seat": 0, "proposal": {"proposal": "takeback"}})).await;
    assert_eq!(screen.answer(id).await["refusal"]["code"], "not_allowed");
    assert_eq!(begin(&mut anna, &challenge, "Anna").await, table, "a game that goes on is not begun twice");
    for (game, word) in [
        (json!({"map": "berlin", "seats": ["beginner", "beginner"]}), "exactly one seat"),
        (json!({"map": "berlin", "seats": [null]}), "players"),
        (json!({"map": "atlantis", "seats": [null, "beginner"]}), "no map"),
        (json!({"map": "berlin", "seats": [null, "hopeless"]}), "no level"),
    ] {
        let answer = anna.post("/api/challenges", json!({"name": "Anna", "deal": {"deal": "new", "game": game}})).await;
        assert!(answer.status == 400 && answer.text().contains(word), "{}", answer.text());
    }
    for id in ["nothing", "0000000000000000"] {
        assert_eq!(anna.get(&format!("/api/challenges/{id}")).await.status, 404);
    }
    server.stop().await;
}

#[tokio::test]
async fn new_challenges_count_as_new_tables_of_an_address() {
    let mut few = config();
    few.limits.tables_per_hour = 2;
    let server = server_with(few, Arc::new(MemoryStore::default())).await;
    let mut anna = Browser::new(server.address());
    let challenge = make(&mut anna, &["beginner"]).await;
    begin(&mut anna, &challenge, "Anna").await;
    let refused = anna
        .post("/api/challenges", json!({"name": "Anna", "deal": {"deal": "new", "game": game(&["beginner"])}}))
        .await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too_many"));
    server.stop().await;
}

#[tokio::test]
async fn every_server_of_a_site_has_the_same_challenges_and_deals() {
    let store = Arc::new(MemoryStore::default());
    let one = server_with(config(), Arc::new(SharedMemoryStore::new(&store))).await;
    let two = server_with(config(), Arc::new(SharedMemoryStore::new(&store))).await;
    let mut anna = Browser::new(one.address());
    let challenge = make(&mut anna, &["beginner"]).await;
    let table = play(&mut anna, &challenge, "Same", 5).await;
    let mut ben = Browser::new(two.address());
    let other = play(&mut ben, &challenge, "Same", 5).await;
    assert_eq!(record(&anna, &table).await, record(&ben, &other).await);
    assert_eq!(view(&ben, &challenge).await["finished"], 2);
    let [here, there] = [anna.get("/api/deals").await.json(), ben.get("/api/deals").await.json()];
    assert_eq!((&here["seal"], &here["next_seal"]), (&there["seal"], &there["next_seal"]));
    assert_eq!(here["deals"][0]["challenge"], there["deals"][0]["challenge"]);
    one.stop().await;
    two.stop().await;
}

#[tokio::test]
async fn a_deal_of_the_day_is_sealed_and_opened_to_who_has_finished_it() {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let mut anna = Browser::new(server.address());
    let today = anna.get("/api/deals").await.json();
    assert_eq!(today["deals"].as_array().unwrap().len(), 5);
    assert_eq!(today["secret"], Value::Null, "the day is not over");
    let deal = today["deals"].as_array().unwrap().iter().find(|deal| deal["map"] == "berlin").unwrap();
    let challenge = deal["challenge"].as_str().unwrap();
    let told = view(&anna, challenge).await;
    assert_eq!((&told["day"], &told["closes"], &told["by"]), (&today["day"], &today["ends"], &Value::Null));
    assert_eq!(told["opened"], Value::Null);
    play(&mut anna, challenge, "Anna", 3).await;
    let told = view(&anna, challenge).await;
    let seed = told["opened"]["seed"].as_str().unwrap();
    assert_eq!(told["seal"], hex::encode(Sha256::digest(hex::decode(seed).unwrap())));
    let again = anna.get("/api/deals").await.json();
    let deal = again["deals"].as_array().unwrap().iter().find(|deal| deal["map"] == "berlin").unwrap();
    assert_eq!((&deal["finished"], &deal["done"]), (&json!(1), &json!(true)));
    // Nobody closes it, and no other day can be asked for than one that was.
    assert_eq!(anna.post(&format!("/api/challenges/{challenge}/close"), json!({})).await.code(), "not_host");
    for day in ["2999-01-01", "1999-01-01", "today"] {
        assert_eq!(anna.get(&format!("/api/deals?day={day}")).await.status, 404);
    }
    server.stop().await;
}
