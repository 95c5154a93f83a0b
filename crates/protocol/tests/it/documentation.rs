//! Every example of docs/PROTOCOL.md is what the code says. `UPDATE_EXPECT=1` rewrites them.

use capolinea_engine::analysis::Progress;
use capolinea_engine::record::seal;
use capolinea_engine::{Action, Event, FirstPlayer, IllegalAction, Map, RouteId, Seat, Setup, State, TicketId, Viewer};
use capolinea_protocol::challenge::*;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::explain::{ActionTarget, Explanation};
use capolinea_protocol::game::{GameEnd, GameView};
use capolinea_protocol::hint::{Hint, HintKind, HintWish};
use capolinea_protocol::http::*;
use capolinea_protocol::map::MapSummary;
use capolinea_protocol::plan::{Goal, PlanView};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::{Cause, HistoryStep, ServerMessage, Update};
use capolinea_protocol::table::*;
use capolinea_protocol::together::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

const AT: u64 = 1_790_000_000_000;
const TABLE: &str = "7fdncz8kg98eq39n";

/// A game on the smallest map: both have kept their tickets, one has drawn a card.
struct Game {
    map: &'static Map,
    state: State,
    events: Vec<Event>,
    seed: [u8; 32],
}

fn game() -> Game {
    let map = &capolinea_maps::find("berlin").unwrap().map;
    let seed = [7; 32];
    let mut state =
        State::new(map, &Setup { players: 2, first: FirstPlayer::Named(Seat(0)), seed, pieces: None }).unwrap();
    let mut events = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        state.apply(map, seat, Action::KeepTickets { offered: 3 }).unwrap();
    }
    state.apply_observed(map, Seat(0), Action::DrawBlind, &mut events).unwrap();
    Game { map, state, events, seed }
}

impl Game {
    fn update(&self, viewer: Viewer) -> Update {
        let view = self.state.view(self.map, viewer);
        Update {
            revision: 3,
            cause: Cause::Action { seat: Seat(0), id: Some(171) },
            events: self.events.iter().map(|event| event.seen_by(viewer)).collect(),
            view: GameView::new(&view, &Progress::new(&view)),
            legal_actions: view.action_groups().into(),
            can_undo: false,
            can_take_back: true,
            deadline: Some(AT + 60_000),
            end: GameEnd::if_over(self.map, &self.state),
        }
    }

    fn history(&self) -> Vec<HistoryStep> {
        let seen = |event: &Event| event.seen_by(Viewer::Seat(Seat(1)));
        let (id, back_to) = (Some(171), 2);
        vec![
            HistoryStep {
                revision: 3,
                cause: Cause::Action { seat: Seat(0), id },
                at: AT,
                events: self.events.iter().map(seen).collect(),
                undone: true,
            },
            HistoryStep {
                revision: 4,
                cause: Cause::Takeback { seat: Seat(0), back_to },
                at: AT + 900,
                events: Vec::new(),
                undone: false,
            },
            HistoryStep {
                revision: 5,
                cause: Cause::Hint { seat: Seat(0), id: Some(178), kind: HintKind::Move },
                at: AT + 1500,
                events: Vec::new(),
                undone: false,
            },
        ]
    }
}

fn table(seed: &[u8; 32]) -> TableView {
    let bot = SeatHolder::Bot { level: "skilled".into() };
    TableView {
        id: TABLE.into(),
        map: "berlin".into(),
        status: Status::Playing,
        settings: Settings { turn_limit: Some(60), ..Settings::default() },
        seats: vec![
            SeatInfo {
                who: SeatHolder::Person,
                name: "Anna".into(),
                color: PlayerColor::Blue,
                connected: true,
                stand_in: None,
            },
            SeatInfo { who: bot, name: "Rosa".into(), color: PlayerColor::Red, connected: true, stand_in: None },
        ],
        spectators: 1,
        seal: Some(seal(seed)),
        shuffle: None,
        vote: Some(Vote {
            vote: 1,
            by: Seat(0),
            proposal: Proposal::Takeback {},
            agreed: vec![Seat(0)],
            waiting: vec![Seat(1)],
        }),
        rematch: None,
        challenge: None,
        played_on: None,
    }
}

/// Where a game left another one.
fn played_on() -> PlayedOn {
    PlayedOn { origin: seal(&[8; 32]), step: 57, seat: Seat(0), cards: PlayOnCards::Fresh }
}

/// A moment of a replay, with every hand open.
fn moment() -> ReplayMoment {
    ReplayMoment { step: 57, viewer: ReplayEyes::All }
}

/// The parts of two players of a shuffle.
fn sealed(is_over: bool) -> Vec<ShuffleSeal> {
    let part = |seat: u8| {
        let value = [5 + seat; 32];
        ShuffleSeal {
            seat: Seat(seat),
            seal: seal(&value),
            value: is_over.then(|| format!("{:02x}", value[0]).repeat(32)),
        }
    };
    vec![part(0), part(1)]
}

fn client_messages() -> Vec<(&'static str, ClientMessage)> {
    let seat = Seat(0);
    vec![
        ("play", ClientMessage::Play { id: 171, seat, revision: 2, action: Action::DrawBlind }),
        ("undo", ClientMessage::Undo { id: 172, seat, revision: 9 }),
        ("propose takeback", ClientMessage::Propose { id: 173, seat, proposal: Proposal::Takeback {} }),
        ("propose replace", ClientMessage::Propose { id: 174, seat, proposal: Proposal::Replace { seat: Seat(1) } }),
        ("vote", ClientMessage::Vote { id: 175, seat, vote: 1, agree: true }),
        ("return", ClientMessage::Return { id: 176, seat }),
        ("seal", ClientMessage::Seal { round: 1, seal: seal(&[5; 32]) }),
        ("show", ClientMessage::Show { round: 1, part: "05".repeat(32) }),
        ("look", ClientMessage::Look { seat: Some(seat) }),
        ("chat", ClientMessage::Chat { id: 177, text: "Well played!".into() }),
        ("history", ClientMessage::History { from: 3 }),
        ("explain", ClientMessage::Explain { request: 1, targets: vec![ActionTarget::Route { route: RouteId(0) }] }),
        ("plan", ClientMessage::Plan { request: 2, goals: vec![Goal { tickets: vec![TicketId(10)], routes: vec![] }] }),
        ("hint", ClientMessage::Hint { id: 178, seat, revision: 2, wish: HintWish::Move { level: "skilled".into() } }),
        ("hint plans", ClientMessage::Hint { id: 179, seat, revision: 3, wish: HintWish::Plans {} }),
        ("together join", ClientMessage::Together { act: TogetherAct::Join { name: "Carla".into(), at: moment() } }),
        ("together go", ClientMessage::Together { act: TogetherAct::Go { at: moment() } }),
        (
            "together point",
            ClientMessage::Together { act: TogetherAct::Point { at: Some(PointedAt::Route(RouteId(12))) } },
        ),
        ("together hand over", ClientMessage::Together { act: TogetherAct::HandOver { to: 2 } }),
        ("together leave", ClientMessage::Together { act: TogetherAct::Leave {} }),
        ("ping", ClientMessage::Ping { at: AT }),
    ]
}

/// The compiler lists a message that has no example.
fn client_name(message: &ClientMessage) -> &'static str {
    match message {
        ClientMessage::Play { .. } => "play",
        ClientMessage::Undo { .. } => "undo",
        ClientMessage::Propose { .. } => "propose",
        ClientMessage::Vote { .. } => "vote",
        ClientMessage::Return { .. } => "return",
        ClientMessage::Seal { .. } => "seal",
        ClientMessage::Show { .. } => "show",
        ClientMessage::Look { .. } => "look",
        ClientMessage::Chat { .. } => "chat",
        ClientMessage::History { .. } => "history",
        ClientMessage::Explain { .. } => "explain",
        ClientMessage::Plan { .. } => "plan",
        ClientMessage::Hint { .. } => "hint",
        ClientMessage::Together { .. } => "together",
        ClientMessage::Ping { .. } => "ping",
    }
}

fn server_messages(game: &Game) -> Vec<(&'static str, ServerMessage)> {
    let you = You { seats: vec![Seat(0)], eyes: Some(Seat(0)), host: true, chat: true };
    let line = ChatLine { number: 1, at: AT, seat: Some(Seat(0)), name: "Anna".into(), text: "Well played!".into() };
    let mut rested = game.state;
    rested.apply(game.map, Seat(0), Action::DrawBlind).unwrap();
    let explain =
        |route| Explanation::new(&rested.view(game.map, Viewer::Seat(Seat(1))), ActionTarget::Route { route });
    let goal = Goal { tickets: vec![TicketId(10)], routes: vec![] };
    let plan = PlanView::new(&rested.view(game.map, Viewer::Seat(Seat(0))), goal).unwrap();
    let is_missing = |route: &RouteId| explain(*route).missing.is_some();
    let missing = game.map.route_ids().find(is_missing).unwrap();
    let refusal = Refusal::from(IllegalAction::NotEnoughPieces { needed: 4, left: 3 });
    vec![
        (
            "welcome",
            ServerMessage::Welcome {
                version: "0.1.0".into(),
                now: AT,
                you: you.clone(),
                table: table(&game.seed),
                chat: vec![line.clone()],
                update: Some(Update { events: Vec::new(), ..game.update(Viewer::Seat(Seat(0))) }),
            },
        ),
        ("table", ServerMessage::Table { you, table: table(&game.seed) }),
        ("update", ServerMessage::Update(game.update(Viewer::Seat(Seat(1))))),
        ("shuffle seal", ServerMessage::Shuffle { round: 1, seal: seal(&[4; 32]), parts: None }),
        ("shuffle show", ServerMessage::Shuffle { round: 1, seal: seal(&[4; 32]), parts: Some(sealed(false)) }),
        ("refused", ServerMessage::Refused { id: 171, refusal }),
        ("done", ServerMessage::Done { id: 177 }),
        ("chat", ServerMessage::Chat { line }),
        ("history", ServerMessage::History { from: 3, steps: game.history(), revision: 5 }),
        ("explained", ServerMessage::Explained { request: 1, revision: 4, answers: vec![explain(missing)] }),
        ("planned", ServerMessage::Planned { request: 2, revision: 4, plans: vec![plan] }),
        (
            "hinted",
            ServerMessage::Hinted {
                id: 178,
                revision: 3,
                hint: Hint::Move { level: "skilled".into(), action: Action::DrawBlind },
            },
        ),
        (
            "together",
            ServerMessage::Together(Together {
                you: 2,
                people: vec![
                    Companion { number: 1, name: "Anna".into(), leads: true, points: None },
                    Companion {
                        number: 2,
                        name: "Carla".into(),
                        leads: false,
                        points: Some(PointedAt::Route(RouteId(12))),
                    },
                ],
                at: moment(),
            }),
        ),
        ("pong", ServerMessage::Pong { at: AT, now: AT + 20 }),
        (
            "goodbye",
            ServerMessage::Goodbye {
                refusal: Refusal::new(RefusalCode::Stopping, "the server is stopping; everything is saved"),
                retry_after: Some(3000),
            },
        ),
    ]
}

/// The compiler lists a message that has no example.
fn server_name(message: &ServerMessage) -> &'static str {
    match message {
        ServerMessage::Welcome { .. } => "welcome",
        ServerMessage::Table { .. } => "table",
        ServerMessage::Update(_) => "update",
        ServerMessage::Shuffle { .. } => "shuffle",
        ServerMessage::Refused { .. } => "refused",
        ServerMessage::Done { .. } => "done",
        ServerMessage::Chat { .. } => "chat",
        ServerMessage::History { .. } => "history",
        ServerMessage::Explained { .. } => "explained",
        ServerMessage::Planned { .. } => "planned",
        ServerMessage::Hinted { .. } => "hinted",
        ServerMessage::Together(_) => "together",
        ServerMessage::Pong { .. } => "pong",
        ServerMessage::Goodbye { .. } => "goodbye",
    }
}

fn bodies(game: &Game, examples: &mut BTreeMap<String, String>) {
    let mut put = |name: &str, text: String| drop(examples.insert(name.into(), text));
    let table = table(&game.seed);
    let refusal = Refusal::new(RefusalCode::Taken, "the seat is taken; choose another, or watch");
    put("error", lines(&ErrorBody { refusal }));
    put(
        "create",
        lines(&CreateTable {
            map: "berlin".into(),
            seats: vec![
                SeatRequest { who: Sitter::Here { name: "Anna".into() }, color: Some(PlayerColor::Blue) },
                SeatRequest { who: Sitter::Bot { level: "skilled".into() }, color: None },
                SeatRequest { who: Sitter::Open, color: None },
            ],
            settings: Settings::default(),
            start: false,
        }),
    );
    put(
        "play on",
        lines(&PlayOn {
            record: "capolinea record 1\nrules 2\n...".into(),
            step: 57,
            seat: Seat(0),
            cards: PlayOnCards::Fresh,
            name: "Anna".into(),
            bots: vec!["skilled".into()],
            colors: Some(vec![PlayerColor::Blue, PlayerColor::Red]),
            settings: Settings::default(),
        }),
    );
    put("played on", lines(&played_on()));
    put("seated", lines(&Seated { table: TABLE.into(), seats: vec![Seat(0)] }));
    put("join", lines(&Join { name: "Bruno".into(), seat: Some(Seat(2)), color: Some(PlayerColor::Green) }));
    put("join chat", lines(&JoinChat { name: "Carla".into() }));
    let who = Some(Sitter::Bot { level: "strong".into() });
    put("change seat", lines(&ChangeSeat { seat: Seat(2), who, color: Some(PlayerColor::Black) }));
    let token = "9f".repeat(32);
    put("seat link", lines(&SeatLink { path: format!("/seat#{token}"), expires: AT + 86_400_000 }));
    put("use seat link", lines(&UseSeatLink { token }));
    put("table view", lines(&table));
    let (status, seats) = (table.status, table.seats.clone());
    let listed = LobbyTable {
        id: TABLE.into(),
        map: "berlin".into(),
        status,
        seats: seats.clone(),
        spectators: true,
        turn_limit: Some(60),
        created: AT,
    };
    put("lobby", lines(&OpenTables { tables: vec![listed] }));
    let mine = MyGame {
        table: TABLE.into(),
        map: "berlin".into(),
        status,
        seats,
        yours: vec![Seat(0)],
        winners: Vec::new(),
        your_turn: true,
        deadline: Some(AT + 60_000),
        updated: AT,
    };
    put("my games", lines(&MyGames { games: vec![mine] }));
    let secret = Some("04".repeat(32));
    put("shuffle", lines(&Shuffle { round: 1, seal: seal(&[4; 32]), secret, parts: sealed(true) }));
    put("level", lines(&LevelInfo { id: "skilled".into(), name: "Skilled".into() }));
    put("map summary", lines(&MapSummary::new(game.map)));
    let view = game.update(Viewer::Seat(Seat(1))).view;
    put(
        "seen record",
        lines(&SeenRecord {
            format: "capolinea seen record".into(),
            version: 1,
            map: "berlin".into(),
            digest: game.map.digest().to_owned(),
            players: vec!["Anna".into(), "Rosa".into()],
            seal: seal(&game.seed),
            seat: Some(Seat(1)),
            steps: game.history(),
            view: view.clone(),
        }),
    );
    let step = ReplayStep {
        step: 3,
        turn: 1,
        seat: Some(Seat(0)),
        notation: None,
        events: game.update(Viewer::Seat(Seat(1))).events,
        view,
        hands: None,
    };
    challenges(&mut put, &game.seed, &step);
    put(
        "replay",
        lines(&Replay {
            map: "berlin".into(),
            players: vec!["Anna".into(), "Rosa".into()],
            colors: vec![PlayerColor::Blue, PlayerColor::Red],
            steps_in_all: 88,
            steps: vec![step],
            end: None,
            played_on: None,
            help: None,
        }),
    );
}

fn challenges(put: &mut impl FnMut(&str, String), seed: &[u8; 32], step: &ReplayStep) {
    let seats = vec![None, Some("skilled".into())];
    let game = ChallengeGame { map: "berlin".into(), seats, first: None, pieces: None };
    let made = CreateChallenge { name: "Anna".into(), deal: ChallengeDeal::New { game: game.clone() } };
    put("create challenge", lines(&made));
    let made = CreateChallenge { name: "Anna".into(), deal: ChallengeDeal::Table { table: TABLE.into() } };
    put("create challenge of a table", lines(&made));
    let deal = ChallengeDeal::Record { game: game.clone(), record: "{\"format\": …}".into() };
    put("create challenge of a record", lines(&CreateChallenge { name: "Anna".into(), deal }));
    put("play challenge", lines(&PlayChallenge { name: "Bruno".into(), pace: Pace::Normal }));
    let seed_text = "07".repeat(32);
    let deal = PlayDeal {
        game: game.clone(),
        seed: seed_text.clone(),
        challenge: "day-2026-11-18-berlin".into(),
        name: "Bruno".into(),
        pace: Pace::Normal,
    };
    put("play deal", lines(&deal));
    let result = ChallengeResult {
        game: TABLE.into(),
        replay: true,
        name: "Bruno".into(),
        seat: Seat(0),
        scores: vec![31, 28],
        won: true,
        first_try: true,
        origin: false,
        yours: true,
        ended: AT,
    };
    put(
        "challenge",
        lines(&ChallengeView {
            id: "4m0t7yq2xk9vz1bd".into(),
            game,
            by: Some("Anna".into()),
            day: None,
            created: AT - 600_000,
            closes: None,
            closed: false,
            yours: false,
            seal: seal(seed),
            begun: 3,
            finished: 1,
            playing: None,
            opened: Some(OpenedChallenge { seed: seed_text, results: vec![result] }),
        }),
    );
    let compared = || ComparedGame {
        players: vec!["Bruno".into(), "Rosa".into()],
        colors: vec![PlayerColor::Blue, PlayerColor::Red],
        last: step.clone(),
        end: None,
    };
    let parted = Parted { step: 3, turn: 1, steps: [Some(step.clone()), None] };
    put(
        "comparison",
        lines(&Comparison { map: "berlin".into(), games: [compared(), compared()], parted: Some(parted) }),
    );
    let deal = DealOfTheDay { map: "berlin".into(), challenge: "4m0t7yq2xk9vz1bd".into(), finished: 12, done: false };
    put(
        "deals",
        lines(&DealsOfTheDay {
            day: "2026-11-18".into(),
            ends: 1_795_046_400_000,
            seal: seal(&[5; 32]),
            secret: None,
            next_seal: seal(&[6; 32]),
            deals: vec![deal],
        }),
    );
}

/// JSON with one line a field of the outermost object.
fn lines(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap();
    let Value::Object(fields) = &value else { panic!("an example is an object") };
    let whole = value.to_string();
    if whole.len() <= 110 {
        return whole;
    }
    let mut text = String::from("{");
    for (index, (name, value)) in fields.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(text, "{comma}\n  \"{name}\": {value}").unwrap();
    }
    text + "\n}"
}

/// The message as the server writes it.
fn written(message: &ServerMessage) -> String {
    let mut text = Vec::new();
    message.write_json(&mut text);
    String::from_utf8(text).unwrap()
}

fn examples() -> BTreeMap<String, String> {
    let game = game();
    let mut examples = BTreeMap::new();
    for (name, message) in client_messages() {
        assert!(name.starts_with(client_name(&message)));
        let text = lines(&message);
        assert_eq!(serde_json::from_str::<ClientMessage>(&text).unwrap(), message, "what is written is read");
        examples.insert(format!("client {name}"), text);
    }
    for (name, message) in server_messages(&game) {
        let kind = server_name(&message);
        assert!(name.starts_with(kind));
        assert_eq!(serde_json::to_value(&message).unwrap()["type"], kind);
        assert_eq!(written(&message), serde_json::to_string(&message).unwrap());
        examples.insert(format!("server {name}"), lines(&message));
    }
    bodies(&game, &mut examples);
    examples
}

/// The page with every example after its mark.
fn filled(page: &str, examples: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut used = Vec::new();
    let mut rest = page.lines().peekable();
    while let Some(line) = rest.next() {
        writeln!(text, "{line}").unwrap();
        let name = line.strip_prefix("<!-- example: ").and_then(|line| line.strip_suffix(" -->"));
        let Some(name) = name else { continue };
        let example = examples.get(name).unwrap_or_else(|| panic!("the page names an unknown example: {name}"));
        used.push(name.to_string());
        if rest.peek() == Some(&"```json") {
            rest.by_ref().find(|&line| line == "```");
        }
        writeln!(text, "```json\n{example}\n```").unwrap();
    }
    for name in examples.keys() {
        assert!(used.contains(name), "docs/PROTOCOL.md has no example `{name}`");
    }
    text
}

#[test]
fn every_example_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let fresh = filled(&page, &examples());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return std::fs::write(&path, fresh).unwrap();
    }
    for (written, fresh) in page.lines().zip(fresh.lines()) {
        assert_eq!(written, fresh, "docs/PROTOCOL.md is stale: UPDATE_EXPECT=1 cargo test -p capolinea-protocol");
    }
    assert_eq!(page.lines().count(), fresh.lines().count());
}
