//! The Rust examples of the READMEs: each stands here once more, where it is compiled, and is compared with what is printed there.

use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

/// This file: an example is what stands between `// README` and `// end`.
const HERE: &str = include_str!("readmes.rs");

fn engine_and_arena() -> Done {
    // README.md
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};

    let map = &capolinea_maps::find("usa").unwrap().map;
    let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None };
    let mut state = State::new(map, &setup)?;
    while let Some(seat) = state.deciders().lowest() {
        let action = state.view(map, Viewer::Seat(seat)).legal_actions().get(0).unwrap();
        state.apply(map, seat, action)?; // or the rule it breaks, and nothing has changed
    }
    println!("{:?}", state.final_scores(map));
    // end

    // README.md
    let mut duel = capolinea_arena::Duel::new(map, 2, "planner".parse()?, "greedy".parse()?)?;
    duel.deals = 100; // each played twice, with sides changed
    let report = duel.report(&duel.run(None, &())?);
    println!("{:.1} % ({:?})", 100.0 * report.win_rate_a, report.ci95);
    // end
    Ok(())
}

fn engine() -> Done {
    // crates/engine/README.md
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};

    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None };
    let mut state = State::new(map, &setup)?;
    while let Some(seat) = state.deciders().lowest() {
        let action = state.view(map, Viewer::Seat(seat)).legal_actions().get(0).expect("a decider has a legal action");
        state.apply(map, seat, action)?;
    }
    println!("{:?}", state.final_scores(map));
    // end
    Ok(())
}

fn arena() -> Done {
    // crates/arena/README.md
    use capolinea_arena::Duel;

    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let mut duel = Duel::new(map, 2, "planner".parse()?, "greedy".parse()?)?;
    duel.deals = 100; // each is played twice, with sides changed
    let report = duel.report(&duel.run(None, &())?);
    println!("{:.1} % ({:?})", 100.0 * report.win_rate_a, report.ci95);
    // end
    Ok(())
}

mod bots {
    // crates/bots/README.md
    use capolinea_bots::rand_chacha::ChaCha8Rng;
    use capolinea_bots::{Bot, Budget};
    use capolinea_engine::{Action, View};

    /// Claims a route whenever it can, and takes the first legal action otherwise.
    struct Builder;

    impl Bot for Builder {
        fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
            let legal = view.legal_actions();
            let claim = legal.iter().find(|action| matches!(action, Action::ClaimRoute { .. }));
            claim.or_else(|| legal.get(0)).expect("there is at least one")
        }
    }
    // end

    pub(super) fn is_a_bot() -> impl Bot {
        Builder
    }
}

fn maps() -> Done {
    // crates/maps/README.md
    use capolinea_maps::{Language, find, svg};

    let europe = find("europe").expect("it is built in");
    std::fs::write("europe.svg", svg::draw(europe, Language::English))?;
    // end
    Ok(())
}

fn review(map: &capolinea_engine::Map, record: capolinea_engine::GameRecord) -> Done {
    // crates/review/README.md
    use capolinea_review::{Options, Review};

    let mut review = Review::new(map, &record, Options::default())?;
    while !review.is_done() {
        review.step(); // takes a few milliseconds; there is a report after every step
    }
    let report = review.report();
    println!("{} moments to look at", report.moments.len());
    // end
    Ok(())
}

async fn server() -> Done {
    // crates/server/README.md
    use capolinea_server::{Config, Server, store::sqlite::SqliteStore};
    use std::sync::Arc;

    let store = Arc::new(SqliteStore::open("data".as_ref())?);
    let server = Server::start(Config::default(), store).await?;
    println!("http://{}", server.address());
    // end
    Ok(())
}

fn bot_engine() -> Done {
    // crates/bot_engine/README.md
    use capolinea_bot_engine::Engine;

    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let engine: Engine = "python3 examples/engine_bot.py".parse()?;
    engine.check(map)?;
    println!("{engine} is ready");
    // end
    Ok(())
}

fn encoding() -> Done {
    // crates/encoding/README.md
    use capolinea_encoding::{ActionSpace, Memory, ObservationSpace, Payments};
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};

    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let (actions, observations) = (ActionSpace::new(map, Payments::All), ObservationSpace::new(map));
    let state = State::new(map, &Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None })?;
    let seat = state.deciders().lowest().expect("both choose tickets now");
    let view = state.view(map, Viewer::Seat(seat));
    let mut tensor = vec![0; observations.len()];
    observations.write(&view, &mut Memory::new(), &mut tensor);
    println!("{} of {} actions are legal", actions.legal(&view).len(), actions.len());
    // end
    Ok(())
}

fn protocol() -> Done {
    // crates/protocol/README.md
    use capolinea_protocol::client::ClientMessage;

    let text = r#"{"type": "play", "id": 7, "seat": 0, "revision": 12, "action": {"do": "draw_blind"}}"#;
    let message: ClientMessage = serde_json::from_str(text)?;
    assert!(matches!(message, ClientMessage::Play { revision: 12, .. }));
    // end
    Ok(())
}

fn table(table: &mut capolinea_table::Table, now: capolinea_table::Now, session: capolinea_table::TokenHash) {
    // crates/table/README.md
    use capolinea_table::{Ask, Effect, Input};

    // The host starts the game. The table has this saved before anybody is told.
    let effects = table.handle(now, Input::Request { request: 1, ask: Ask::Start { session } });
    assert!(matches!(effects[..], [Effect::Save(_)]));
    for effect in table.handle(now, Input::Saved(Ok(()))) {
        println!("{effect:?}"); // messages to send, bots to ask, the answer to request 1
    }
    // end
}

/// A text without the spaces between its words, which a formatter may change.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn every_rust_example_of_a_readme_is_compiled() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = ["arena", "bot_engine", "bots", "encoding", "engine", "maps", "protocol", "review", "server", "table"];
    let crates = crates.map(|name| format!("crates/{name}/README.md"));
    for readme in std::iter::once("README.md".to_owned()).chain(crates) {
        let text = std::fs::read_to_string(root.join(&readme)).unwrap();
        let printed = text.split("\n```rust").skip(1).map(|rest| {
            let (_, code) = rest.split_once('\n').unwrap();
            words(code.split_once("\n```").unwrap().0)
        });
        let marker = format!("    // {readme}\n");
        let compiled = HERE.split(&marker).skip(1).map(|rest| words(rest.split_once("    // end\n").unwrap().0));
        assert_eq!(printed.collect::<Vec<_>>(), compiled.collect::<Vec<_>>(), "{readme}");
    }
}

#[test]
fn the_examples_of_the_project_and_its_engine_work() {
    engine_and_arena().unwrap();
    engine().unwrap();
    arena().unwrap();
    encoding().unwrap();
    protocol().unwrap();
    // These write files, start programs or need a game: it is enough that they are compiled.
    let _ = (bot_engine, bots::is_a_bot, maps, review, server, table);
}
