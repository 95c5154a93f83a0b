//! Requests about tables.

use super::App;
use super::answers::{Json, Path, Refused};
use super::sessions::{ClientAddress, attempt_key, session_needed, session_of, session_or_new};
use crate::ids::{self, Token};
use crate::limits::{LINK_LIFETIME, MAX_GAMES_LISTED};
use crate::store::{AttemptRow, SeatLinkRow, TableRow};
use crate::tables::{no_random_numbers, not_found};
use crate::work;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use capolinea_engine::Seat;
use capolinea_protocol::http::*;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::TableView;
use capolinea_table::levels as bot_levels;
use capolinea_table::stored::NewTable;
use capolinea_table::{Answer, Ask, Now, TableId, TokenHash, my_game, new_table, sort_games};
use sha2::{Digest, Sha256};

/// The table that a path names.
pub fn table_id(text: &str) -> Result<TableId, Refused> {
    text.parse().map_err(|_| not_found().into())
}

/// The table gave an answer of another kind. This is an error of the program.
pub fn unexpected(answer: &Answer) -> Refused {
    tracing::error!(?answer, "a table gave another answer than was asked for");
    Refusal::new(RefusalCode::Internal, "the table gave another answer").into()
}

async fn ask_view(app: &App, by: ClientAddress, id: &str, ask: Ask) -> Result<axum::Json<TableView>, Refused> {
    let answer = app.tables.ask(table_id(id)?, ask, by.0).await?;
    if let Answer::View(view) = answer { Ok(axum::Json(*view)) } else { Err(unexpected(&answer)) }
}

async fn ask_seated(app: &App, by: ClientAddress, id: TableId, ask: Ask) -> Result<Seated, Refused> {
    let answer = app.tables.ask(id, ask, by.0).await?;
    if let Answer::Seated(seated) = answer { Ok(seated) } else { Err(unexpected(&answer)) }
}

/// The levels of bots.
pub async fn levels() -> axum::Json<Vec<LevelInfo>> {
    axum::Json(bot_levels::all())
}

/// The open tables.
pub async fn lobby(
    State(app): State<App>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<OpenTables>, Refused> {
    let session = session_of(&app, &headers).await?;
    let tables = app.tables.lobby.list(session, app.tables.clock.now());
    app.charge(by.payer(session), tables.len() * work::LISTED_TABLE);
    Ok(axum::Json(OpenTables { tables }))
}

/// Makes a table.
pub async fn create(
    State(app): State<App>,
    by: ClientAddress,
    headers: HeaderMap,
    Json(asked): Json<CreateTable>,
) -> Result<Response, Refused> {
    let wanted = Sha256::digest(serde_json::to_vec(&asked).unwrap_or_default()).into();
    let shared = app.tables.shared.clone();
    create_once(&app, by, &headers, wanted, move |id, host, now| async move {
        Ok(new_table(&shared, id, host, asked, now)?)
    })
    .await
}

/// Makes the table that `make` returns, once for each attempt.
pub async fn create_once<F: Future<Output = Result<NewTable, Refused>>>(
    app: &App,
    by: ClientAddress,
    headers: &HeaderMap,
    wanted: [u8; 32],
    make: impl FnOnce(TableId, TokenHash, Now) -> F,
) -> Result<Response, Refused> {
    let session = session_or_new(app, headers).await?;
    let key = attempt_key(headers)?;
    if let Some(key) = key
        && let Some(made) = made_before(app, key, session.hash, wanted).await?
    {
        return Ok(session.answer(axum::Json(made)));
    }
    app.guard.check_new_table(by.0)?;
    app.tables.check_tables_of(session.hash).await?;
    let id = ids::new_table_id().map_err(|_| no_random_numbers())?;
    let table = make(id, session.hash, app.tables.clock.now()).await?;
    app.tables.keep_session(session.hash).await?;
    let seats = table.seating.seats_of(session.hash);
    let seated = Seated { table: table.id.to_string(), seats: seats.iter().collect() };
    let attempt = key.map(|key| AttemptRow {
        key,
        session: session.hash,
        asked: wanted,
        table: table.id,
        seats,
        at: table.created,
    });
    let created = app.tables.create(table, attempt).await;
    // Sent twice at once: the second request gets the result of the first.
    if let (Err(_), Some(key)) = (&created, key)
        && let Some(made) = made_before(app, key, session.hash, wanted).await?
    {
        return Ok(session.answer(axum::Json(made)));
    }
    created?;
    Ok(session.answer(axum::Json(seated)))
}

/// The earlier result of the same request.
///
/// # Errors
/// The key was used for another request.
async fn made_before(
    app: &App,
    key: TokenHash,
    session: TokenHash,
    asked: [u8; 32],
) -> Result<Option<Seated>, Refused> {
    let found = app.tables.store.attempt(key).await.map_err(|error| app.tables.store_failed(&error))?;
    let Some(made) = found else { return Ok(None) };
    if (made.session, made.asked) != (session, asked) {
        let words = "the header Capolinea-Attempt names an attempt that has made another table; choose new digits";
        return Err(Refusal::new(RefusalCode::BadRequest, words).into());
    }
    Ok(Some(Seated { table: made.table.to_string(), seats: made.seats.iter().collect() }))
}

/// A table as everybody with its link sees it.
pub async fn see(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<TableView>, Refused> {
    let session = session_of(&app, &headers).await?;
    ask_view(&app, by, &id, Ask::See { session }).await
}

/// Takes a seat.
pub async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
    Json(join): Json<Join>,
) -> Result<Response, Refused> {
    let id = table_id(&id)?;
    let session = session_or_new(&app, &headers).await?;
    let hash = session.hash;
    app.tables.check_tables_of(hash).await?;
    let seated = ask_seated(&app, by, id, Ask::Join { session: hash, join }).await?;
    Ok(session.answer(axum::Json(seated)))
}

/// Gives a spectator a name for the chat.
pub async fn join_chat(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
    Json(JoinChat { name }): Json<JoinChat>,
) -> Result<Response, Refused> {
    let session = session_or_new(&app, &headers).await?;
    let view = ask_view(&app, by, &id, Ask::JoinChat { session: session.hash, address: by.0, name }).await?;
    Ok(session.answer(view))
}

/// Changes a seat before the game.
pub async fn change_seat(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
    Json(change): Json<ChangeSeat>,
) -> Result<axum::Json<TableView>, Refused> {
    let session = session_needed(&app, &headers).await?;
    ask_view(&app, by, &id, Ask::ChangeSeat { session, change }).await
}

/// Begins the game.
pub async fn start(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<TableView>, Refused> {
    let session = session_needed(&app, &headers).await?;
    ask_view(&app, by, &id, Ask::Start { session }).await
}

/// Makes a table for the same people.
pub async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<Seated>, Refused> {
    let session = session_needed(&app, &headers).await?;
    Ok(axum::Json(ask_seated(&app, by, table_id(&id)?, Ask::Rematch { session }).await?))
}

/// Makes a link that moves a seat to another device.
pub async fn make_link(
    State(app): State<App>,
    Path((id, seat)): Path<(String, u8)>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<SeatLink>, Refused> {
    let session = session_needed(&app, &headers).await?;
    let (table, seat) = (table_id(&id)?, Seat(seat));
    app.tables.ask(table, Ask::OwnsSeat { session, seat }, by.0).await?;
    let token = Token::random().map_err(|_| no_random_numbers())?;
    let expires = app.tables.clock.unix_ms() + LINK_LIFETIME.as_millis() as u64;
    let link = SeatLinkRow { token: token.hash(), table, seat, owner: session, expires, spent_by: None };
    let added = app.tables.store.add_link(link).await;
    added.map_err(|error| app.tables.store_failed(&error))?;
    Ok(axum::Json(SeatLink { path: format!("/seat#{}", token.reveal()), expires }))
}

/// Uses such a link: once.
pub async fn use_link(
    State(app): State<App>,
    by: ClientAddress,
    headers: HeaderMap,
    Json(link): Json<UseSeatLink>,
) -> Result<Response, Refused> {
    let spent = || Refusal::new(RefusalCode::NotFound, "this link was already used, or has expired");
    let token = Token::read(&link.token).ok_or_else(spent)?;
    let found = app.tables.store.link(token.hash(), app.tables.clock.unix_ms()).await;
    let found = found.map_err(|error| app.tables.store_failed(&error))?.ok_or_else(spent)?;
    let session = session_or_new(&app, &headers).await?;
    let hash = session.hash;
    let SeatLinkRow { seat, owner, spent_by, .. } = found;
    if spent_by.is_some_and(|by| by != hash) {
        return Err(spent().into());
    }
    // A client that used the link and got no answer has the seat, and gets this answer; a seat given away since is not returned.
    let owner = spent_by.unwrap_or(owner);
    let seated = ask_seated(&app, by, found.table, Ask::MoveSeat { seat, owner, session: hash }).await?;
    // The seat has another owner now, so the link is useless even if it can't be marked as used.
    if let Err(error) = app.tables.store.spend_link(found.token, hash).await {
        drop(app.tables.store_failed(&error));
    }
    Ok(session.answer(axum::Json(seated)))
}

/// The games of the session, those that wait for it first.
pub async fn my_games(
    State(app): State<App>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<MyGames>, Refused> {
    let Some(session) = session_of(&app, &headers).await? else {
        return Ok(axum::Json(MyGames { games: Vec::new() }));
    };
    let rows = app.tables.store.tables_of(session, MAX_GAMES_LISTED).await;
    let rows = rows.map_err(|error| app.tables.store_failed(&error))?;
    app.charge(by.payer(Some(session)), rows.len() * work::LISTED_TABLE);
    // A seat given away leaves nothing to list.
    let game = |row: TableRow| my_game(row.id, &row.seating, &row.status, session);
    let mut games: Vec<MyGame> = rows.into_iter().filter_map(game).collect();
    sort_games(&mut games);
    Ok(axum::Json(MyGames { games }))
}
