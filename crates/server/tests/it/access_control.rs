//! No way in: others' seats, private tables, forged tokens, other sites' pages, markup.

use capolinea_tests::server::http::request;
use capolinea_tests::server::*;
use serde_json::{Value, json};

#[tokio::test]
async fn nobody_acts_for_anothers_seat() {
    let server = server().await;
    let (_, _, [mut anna, mut bruno]) = two_players(server.address(), "usa").await;
    let keep = json!({"do": "keep_tickets", "offered": 7});
    for message in [
        json!({"type": "play", "id": 1, "seat": 0, "revision": 0, "action": keep}),
        json!({"type": "undo", "id": 1, "seat": 0, "revision": 0}),
        json!({"type": "propose", "id": 1, "seat": 0, "proposal": {"proposal": "takeback"}}),
        json!({"type": "vote", "id": 1, "seat": 0, "vote": 1, "agree": true}),
        json!({"type": "return", "id": 1, "seat": 0}),
        json!({"type": "play", "id": 1, "seat": 4, "revision": 0, "action": keep}),
        json!({"type": "play", "id": 1, "seat": 255, "revision": 0, "action": keep}),
    ] {
        bruno.send(message.clone()).await;
        assert_eq!(bruno.answer(1).await["refusal"]["code"], "not_your_seat", "{message}");
    }
    let refused = bruno.ask(json!({"type": "look", "seat": 0}), "refused").await;
    assert_eq!(refused["refusal"]["code"], "not_your_seat");
    assert_eq!(bruno.eyes(), Some(1));
    let id = anna.play(keep).await;
    assert_eq!(anna.answer(id).await["revision"], 1, "nothing had happened");
    server.stop().await;
}

#[tokio::test]
async fn only_its_owner_moves_or_changes_a_seat() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let open = json!({"who": {"sitter": "open"}});
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, open, open]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let mut bruno = Browser::new(server.address());
    bruno.join(&table, "Bruno").await;
    let path = |rest: &str| format!("/api/tables/{table}/{rest}");
    let mallory = &mut Browser::new(server.address());
    // Without any seat, and with a seat of one's own, another's is out of reach.
    for _ in 0..2 {
        for (rest, body, codes) in [
            ("seats/0/link", json!({}), ["not_your_seat", "not_your_seat"]),
            ("seats", json!({"seat": 0, "who": {"sitter": "open"}}), ["not_your_seat", "not_your_seat"]),
            ("seats", json!({"seat": 1, "color": "black"}), ["not_your_seat", "not_your_seat"]),
            ("start", json!({}), ["not_your_seat", "not_host"]),
            ("rematch", json!({}), ["not_your_seat", "wrong_status"]),
        ] {
            let answer = mallory.post(&path(rest), body).await;
            assert!(codes.contains(&answer.code().as_str()), "{rest}: {}", answer.text());
        }
        mallory.join(&table, "Mallory").await;
    }
    let taken = mallory.post(&path("join"), json!({"name": "M", "seat": 0})).await;
    assert_eq!(taken.code(), "taken");
    let bot = mallory.post(&path("seats"), json!({"seat": 2, "who": {"sitter": "bot", "level": "casual"}})).await;
    assert_eq!(bot.code(), "not_host");
    let host = anna.post(&path("seats"), json!({"seat": 1, "who": {"sitter": "bot", "level": "casual"}})).await;
    assert_eq!(host.code(), "not_your_seat", "a person is not turned into a bot");
    server.stop().await;
}

#[tokio::test]
async fn who_made_the_table_can_send_people_away_before_the_game() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let open = json!({"who": {"sitter": "open"}});
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, open, open]);
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": {"listed": true}})).await;
    let path = |rest: &str| format!("/api/tables/{table}/{rest}");
    let mut mallory = Browser::new(server.address());
    mallory.join(&table, "Mallory").await;
    let mut screen = mallory.sit(&table).await;
    let second = mallory.post(&path("join"), json!({"name": "Mallory two", "seat": 2})).await;
    assert_eq!(second.code(), "taken", "nobody but the host has two seats");
    let freed = anna.post(&path("seats"), json!({"seat": 1, "who": {"sitter": "open"}})).await;
    assert_eq!((freed.status, &freed.json()["seats"][1]["who"]["who"]), (200, &json!("open")));
    screen.wait(|screen| screen.you["seats"] == json!([])).await;
    let again = mallory.post(&path("join"), json!({"name": "Mallory"})).await;
    assert_eq!((again.status, again.code().as_str()), (403, "not_allowed"));
    // Who made it may sit somebody else down at the same screen.
    let here = anna.post(&path("seats"), json!({"seat": 1, "who": {"sitter": "here", "name": "Aldo"}})).await;
    assert_eq!(here.status, 200, "{}", here.text());
    let mut bruno = Browser::new(server.address());
    bruno.join(&table, "Bruno").await;
    let other = bruno.post(&path("seats"), json!({"seat": 1, "who": {"sitter": "open"}})).await;
    assert_eq!(other.code(), "not_your_seat");
    anna.start(&table).await;
    let late = anna.post(&path("seats"), json!({"seat": 2, "who": {"sitter": "open"}})).await;
    assert_eq!(late.code(), "wrong_status", "once it has begun nobody is sent away");
    server.stop().await;
}

#[tokio::test]
async fn nobody_takes_anothers_name() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let open = json!({"who": {"sitter": "open"}});
    let bot = json!({"who": {"sitter": "bot", "level": "casual"}, "color": "blue"});
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}, "color": "red"}, open, open, bot]);
    let twins = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "here", "name": "ANNA"}}]);
    let refused = anna.post("/api/tables", json!({"map": "usa", "seats": twins})).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "name_taken"));
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let join = format!("/api/tables/{table}/join");
    let mut mallory = Browser::new(server.address());
    for name in ["anna", "\u{410}nna", "\u{ff21}nna", " Anna "] {
        assert_eq!(mallory.post(&join, json!({"name": name})).await.code(), "name_taken", "{name}");
    }
    // A bot makes way for a person of its name.
    let bots_name = anna.get(&format!("/api/tables/{table}")).await.json()["seats"][3]["name"].clone();
    mallory.join(&table, bots_name.as_str().unwrap()).await;
    let seats = anna.get(&format!("/api/tables/{table}")).await.json()["seats"].clone();
    assert_eq!(seats[1]["name"], bots_name);
    assert_ne!(seats[3]["name"], bots_name);
    server.stop().await;
}

#[tokio::test]
async fn who_is_refused_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = capolinea_server::store::sqlite::SqliteStore::open(folder.path()).unwrap();
    let server = server_with(config(), std::sync::Arc::new(store)).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "casual"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let full = json!({"name": "Mallory"});
    for (path, body) in [
        (format!("/api/tables/{table}/join"), full.clone()),
        ("/api/tables/0000000000000000/join".into(), full),
        ("/api/tables".into(), json!({"map": "usa", "seats": []})),
        ("/api/seat".into(), json!({"token": "0".repeat(64)})),
    ] {
        let refused = Browser::new(server.address()).post(&path, body).await;
        assert!(refused.status >= 400 && refused.header("set-cookie").is_none(), "{path}");
    }
    let database = rusqlite::Connection::open(folder.path().join("capolinea.sqlite")).unwrap();
    let sessions: i64 = database.query_row("SELECT count(*) FROM sessions", [], |row| row.get(0)).unwrap();
    assert_eq!(sessions, 1, "Anna's alone");
    server.stop().await;
}

#[tokio::test]
async fn a_private_table_is_found_by_its_link_only() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let closed = json!({"spectators": false});
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": closed, "start": true})).await;
    let free = json!([seats[0], {"who": {"sitter": "open"}}]);
    let listed = anna.create(json!({"map": "usa", "seats": free, "settings": {"listed": true}})).await;
    let mut screen = anna.sit(&table).await;
    let _host = anna.sit(&listed).await;
    let lobby = Browser::new(server.address()).get("/api/tables").await.text();
    assert!(!lobby.contains(&table) && lobby.contains(&listed));
    screen.wait(|screen| screen.status() == "playing").await;
    let stranger = Browser::new(server.address());
    for rest in ["", "/record", "/replay"] {
        let answer = stranger.get(&format!("/api/tables/{table}{rest}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "not_allowed"), "{rest}");
    }
    assert!(stranger.try_sit(&table).await.is_err(), "nobody may watch");
    let mut near = table.clone();
    near.replace_range(15.., if table.ends_with('0') { "1" } else { "0" });
    for id in [near.as_str(), "x", "0000000000000000", "..%2f..%2fetc%2fpasswd", "0000000000000000%00"] {
        assert_eq!(stranger.get(&format!("/api/tables/{id}")).await.status, 404, "{id}");
        assert!(stranger.try_sit(id).await.is_err());
    }
    server.stop().await;
}

#[tokio::test]
async fn a_token_that_was_never_given_out_opens_nothing() {
    let server = server().await;
    let (table, [anna, _], _) = two_players(server.address(), "usa").await;
    let real = anna.cookie.clone().unwrap();
    let swapped: String = real.chars().rev().collect::<String>().replace('=', "");
    let forged = [
        "capolinea=0000000000000000000000000000000000000000000000000000000000000000".to_string(),
        format!("capolinea={}", &swapped[..64]),
        real[..real.len() - 1].to_string(),
        real.to_uppercase(),
        format!("{real}0"),
        "capolinea=' OR 1=1 --".to_string(),
    ];
    for cookie in forged {
        let browser = Browser { cookie: Some(cookie.clone()), ..Browser::new(server.address()) };
        let screen = browser.sit(&table).await;
        assert_eq!(screen.you["seats"], json!([]), "{cookie}");
        assert!(screen.update["view"]["own"].is_null(), "{cookie}");
        assert_eq!(browser.get("/api/games").await.json(), json!({"games": []}));
    }
    // The server does not take up a session that a page, or an attacker, made up.
    let mut fixed = Browser { cookie: Some(format!("capolinea={}", "a".repeat(64))), ..Browser::new(server.address()) };
    let seats = json!([{"who": {"sitter": "here", "name": "A"}}, {"who": {"sitter": "bot", "level": "casual"}}]);
    fixed.create(json!({"map": "usa", "seats": seats})).await;
    assert_ne!(fixed.cookie, Some(format!("capolinea={}", "a".repeat(64))));
    server.stop().await;
}

#[tokio::test]
async fn a_page_of_another_site_can_do_nothing() {
    let server = server().await;
    let (table, [anna, _], _) = two_players(server.address(), "usa").await;
    let own = format!("http://{}", server.address());
    assert!(anna.open(&table, &[("origin", own.as_str())]).await.is_ok());
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:1"] {
        assert!(anna.open(&table, &[("origin", origin)]).await.is_err(), "{origin}");
        let headers = [
            ("Origin".to_string(), origin.to_string()),
            ("Cookie".to_string(), anna.cookie.clone().unwrap()),
            ("Content-Type".to_string(), "application/json".to_string()),
        ];
        let path = format!("/api/tables/{table}/seats/0/link");
        let answer = request(server.address(), "POST", &path, &headers, Some(b"{}".to_vec())).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "other_origin"), "{origin}");
    }
    // A form can't send JSON.
    let form = [("Content-Type".to_string(), "text/plain".to_string())];
    let answer = request(server.address(), "POST", "/api/tables", &form, Some(b"{}".to_vec())).await;
    assert_eq!(answer.status, 400);
    server.stop().await;
}

#[tokio::test]
async fn cookies_and_pages_are_closed_to_scripts() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "A"}}, {"who": {"sitter": "open"}}]);
    let answer = anna.post("/api/tables", json!({"map": "usa", "seats": seats})).await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    for path in ["/", "/t/anything", "/api/maps", "/api/nothing", "/healthz", "/assets/none.js"] {
        let answer = anna.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("object-src 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(!answer.text().contains("<script>"), "no inline script");
    }
    // Only the workers that play and review games in the browser compile WebAssembly.
    for script in ["worker", "thinker", "reviewer"] {
        let worker = anna.get(&format!("/assets/{script}-1.js")).await;
        let policy = worker.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'"), "{script}: {policy}");
    }
    let config = capolinea_server::Config { public_url: Some("https://play.example.org".into()), ..config() };
    let secure =
        server_with(config, std::sync::Arc::new(capolinea_server::store::memory::MemoryStore::default())).await;
    let mut bea = Browser::new(secure.address());
    let answer = bea.post("/api/tables", json!({"map": "usa", "seats": seats})).await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-capolinea=") && cookie.contains("; Secure"), "{cookie}");
    let path = answer.json()["table"].as_str().map(|table| format!("/api/tables/{table}/start")).unwrap();
    let known = bea.post(&path, json!({})).await;
    assert_eq!(known.code(), "wrong_status", "the cookie is read again: {}", known.text());
    // A neighbour's page can set the plain name for the whole domain; it counts for nothing here.
    bea.cookie = bea.cookie.map(|cookie| cookie.replace("__Host-", ""));
    assert_eq!(bea.post(&path, json!({})).await.code(), "not_your_seat");
    server.stop().await;
    secure.stop().await;
}

#[tokio::test]
async fn markup_is_text_and_nothing_else() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let name = "<img src=x onerror=a>";
    let seats = json!([{"who": {"sitter": "here", "name": name}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": {"listed": true}})).await;
    let mut screen = anna.sit(&table).await;
    for path in [format!("/api/tables/{table}"), "/api/tables".into(), "/api/games".into()] {
        let answer = anna.get(&path).await;
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}");
        assert!(answer.json().to_string().contains("onerror"), "the name is told as it is");
    }
    screen.send(json!({"type": "chat", "id": 1, "text": "</script><script>alert(1)</script>\u{0}\u{1b}[31m"})).await;
    let line = screen.ask(json!({"type": "ping", "at": 0}), "chat").await["line"]["text"].clone();
    assert_eq!(line, json!("</script><script>alert(1)</script>  [31m"));
    let odd = ["", "   ", "\u{202e}evil", "a\u{0}b", "x\u{200b}", "\u{feff}", "1234567890123456789012345"];
    for name in odd {
        let seats = json!([{"who": {"sitter": "here", "name": name}}, {"who": {"sitter": "open"}}]);
        let answer = anna.post("/api/tables", json!({"map": "usa", "seats": seats})).await;
        assert_eq!(answer.code(), "bad_request", "{name:?}");
    }
    let body: Value = anna.get("/api/nothing-%3Cscript%3E").await.json();
    assert!(!body.to_string().contains("script"), "an address is not repeated");
    server.stop().await;
}
