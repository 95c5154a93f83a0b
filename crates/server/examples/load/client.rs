//! Two people at a table, as cheap for this machine as possible.

use crate::Failure;
use capolinea_engine::{Action, Payment, RouteId};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Two browsers, each with its cookie, on one connection.
pub struct Http {
    address: SocketAddr,
    /// The address that the browsers are at: one of this machine's own.
    source: IpAddr,
    stream: Mutex<TcpStream>,
    cookies: [Mutex<String>; 2],
}

impl Http {
    pub async fn open(address: SocketAddr) -> Result<Http, Failure> {
        Http::open_from(HERE, address).await
    }

    pub async fn open_from(source: IpAddr, address: SocketAddr) -> Result<Http, Failure> {
        let stream = connect_from(source, address).await?;
        Ok(Http { address, source, stream: Mutex::new(stream), cookies: Default::default() })
    }

    /// The same browsers at another server.
    pub fn at(self, address: SocketAddr) -> Http {
        Http { address, ..self }
    }

    /// Posts as one of the browsers and returns the body of the answer.
    async fn post(&self, browser: usize, path: &str, body: &str) -> Result<String, Failure> {
        // The server closes a connection on which nothing happens.
        *self.stream.lock().await = connect_from(self.source, self.address).await?;
        let mut cookie = self.cookies[browser].lock().await;
        let mut stream = self.stream.lock().await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        let mut answer = Vec::new();
        loop {
            let mut part = [0; 4096];
            let read = stream.read(&mut part).await?;
            if read == 0 {
                return Err("the server closed the connection".into());
            }
            answer.extend(&part[..read]);
            let text = String::from_utf8_lossy(&answer);
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let header = |name: &str| {
                head.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_string())
            };
            let length: usize = header("content-length:").ok_or("an answer without a length")?.parse()?;
            if body.len() < length {
                continue;
            }
            if !head.starts_with("HTTP/1.1 200") {
                return Err(format!("{path}: {body}").into());
            }
            if let Some(new) = header("set-cookie:") {
                *cookie = new.split(';').next().unwrap_or_default().to_string();
            }
            return Ok(body.to_string());
        }
    }
}

/// The usual address of a client.
pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A connection from one of this machine's own addresses.
pub async fn connect_from(source: IpAddr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if source != HERE {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

pub type Socket = WebSocketStream<TcpStream>;

/// Both players of a table.
pub struct Players {
    table: String,
    sockets: [Socket; 2],
    updates: [UpdatePart; 2],
    next_id: u64,
}

impl Players {
    pub async fn at_new_table(http: &Http, map: &str) -> Result<Players, Failure> {
        let body = format!(
            r#"{{"map":"{map}","seats":[{{"who":{{"sitter":"here","name":"A"}}}},{{"who":{{"sitter":"open"}}}}],"settings":{{}}}}"#
        );
        let made: Made = serde_json::from_str(&http.post(0, "/api/tables", &body).await?)?;
        let table = made.table;
        http.post(1, &format!("/api/tables/{table}/join"), r#"{"name":"B"}"#).await?;
        http.post(0, &format!("/api/tables/{table}/start"), "").await?;
        let (first, update_of_first) = connect(http, &table, 0).await?;
        let (second, update_of_second) = connect(http, &table, 1).await?;
        let sockets = [first, second];
        Ok(Players { table, sockets, updates: [update_of_first, update_of_second], next_id: 1 })
    }

    /// Lets the player to decide do any legal action, and waits for the update; how long that took, unless the
    /// game is over.
    pub async fn act(&mut self, random: &mut u64) -> Result<Option<Duration>, Failure> {
        let newest = self.updates.iter().map(|update| update.revision).max().unwrap_or(0);
        for player in 0..2 {
            while self.updates[player].revision < newest {
                self.updates[player] = next_update(&mut self.sockets[player]).await?;
            }
        }
        let decides = |player: &usize| self.updates[*player].view.deciders.contains(&(*player as u8));
        let Some(player) = (0..2).find(decides) else { return Ok(None) };
        let sent = self.send_any(player, random).await?;
        let answer = next_text(&mut self.sockets[player]).await?;
        let time = sent.elapsed();
        self.updates[player] = serde_json::from_str(&answer)?;
        Ok(Some(time))
    }

    /// Opens both sockets again, perhaps at another server. Everything that was acknowledged must be there.
    pub async fn reconnect(&mut self, http: &Http) -> Result<(), Failure> {
        let acknowledged = self.updates.iter().map(|update| update.revision).max().unwrap_or(0);
        for player in 0..2 {
            (self.sockets[player], self.updates[player]) = connect(http, &self.table, player).await?;
            assert!(self.updates[player].revision >= acknowledged, "an acknowledged action was lost");
        }
        Ok(())
    }

    /// Sends any legal action of a player; when.
    async fn send_any(&mut self, player: usize, random: &mut u64) -> Result<Instant, Failure> {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let update = &self.updates[player];
        let action = update.legal_actions.choose(*random).ok_or("who must decide can't")?;
        self.next_id += 1;
        let (id, revision) = (self.next_id, update.revision);
        let action = serde_json::to_string(&action)?;
        let text = format!(r#"{{"type":"play","id":{id},"seat":{player},"revision":{revision},"action":{action}}}"#);
        let sent = Instant::now();
        self.sockets[player].send(Message::text(text)).await?;
        Ok(sent)
    }

    /// One person against an expert; `more` settings begin with a comma. The other socket is the same person's.
    pub async fn against_experts(http: &Http, more: &str) -> Result<Players, Failure> {
        let body = format!(
            r#"{{"map":"usa","seats":[{{"who":{{"sitter":"here","name":"A"}}}},{{"who":{{"sitter":"bot","level":"expert"}}}}],"settings":{{"pace":"instant","first":0{more}}}}}"#
        );
        let made: Made = serde_json::from_str(&http.post(0, "/api/tables", &body).await?)?;
        http.post(0, &format!("/api/tables/{}/start", made.table), "").await?;
        let (first, update) = connect(http, &made.table, 0).await?;
        let (second, same) = connect(http, &made.table, 0).await?;
        Ok(Players { table: made.table, sockets: [first, second], updates: [update, same], next_id: 1 })
    }

    /// Acts and waits until it is the person's turn again; how long the bot took, unless the game is over.
    pub async fn act_and_wait(&mut self, random: &mut u64) -> Result<Option<Duration>, Failure> {
        let decides = |update: &UpdatePart| update.view.deciders.contains(&0);
        let is_over = |update: &UpdatePart| update.view.deciders.is_empty();
        while !decides(&self.updates[0]) && !is_over(&self.updates[0]) {
            self.updates[0] = next_update(&mut self.sockets[0]).await?;
        }
        let mut acted = Instant::now();
        while decides(&self.updates[0]) {
            self.send_any(0, random).await?;
            self.updates[0] = next_update(&mut self.sockets[0]).await?;
            acted = Instant::now();
        }
        // An expert's turn may be two decisions; the first is what a person waits for.
        if is_over(&self.updates[0]) {
            return Ok(None);
        }
        self.updates[0] = next_update(&mut self.sockets[0]).await?;
        Ok(Some(acted.elapsed()))
    }

    /// Both agree to undo the first player's last turn; returns the revision that the game goes back to.
    pub async fn take_back(&mut self) -> Result<u64, Failure> {
        self.next_id += 1;
        let id = self.next_id;
        let text = format!(r#"{{"type":"propose","id":{id},"seat":0,"proposal":{{"proposal":"takeback"}}}}"#);
        self.sockets[0].send(Message::text(text)).await?;
        let vote = loop {
            let Some(message) = self.sockets[1].next().await else { return Err("the socket was closed".into()) };
            if let Message::Text(text) = message?
                && text.starts_with("{\"type\":\"table\"")
                && let Some(vote) = serde_json::from_str::<Told>(&text)?.table.vote
            {
                break vote.vote;
            }
        };
        let text = format!(r#"{{"type":"vote","id":{},"seat":1,"vote":{vote},"agree":true}}"#, id + 1);
        self.next_id += 1;
        let newest = self.updates.iter().map(|update| update.revision).max().unwrap_or(0);
        self.sockets[1].send(Message::text(text)).await?;
        for player in 0..2 {
            while self.updates[player].revision <= newest {
                self.updates[player] = next_update(&mut self.sockets[player]).await?;
            }
        }
        self.updates[0].cause.back_to.ok_or_else(|| "the turn was not undone".into())
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Stays connected and does nothing any more.
    pub fn sockets(self) -> [Socket; 2] {
        self.sockets
    }

    /// Closes both sockets; what is left is the table's name.
    pub async fn leave(mut self) -> String {
        for socket in &mut self.sockets {
            // The server notices either way.
            drop(socket.close(None).await);
        }
        self.table
    }
}

/// Opens a socket as one of the browsers; the game must have begun.
pub async fn connect(http: &Http, table: &str, browser: usize) -> Result<(Socket, UpdatePart), Failure> {
    let stream = connect_from(http.source, http.address).await?;
    let mut request = format!("ws://{}/api/tables/{table}/socket", http.address).into_client_request()?;
    request.headers_mut().insert("cookie", http.cookies[browser].lock().await.parse()?);
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (mut socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    while let Some(message) = socket.next().await {
        if let Message::Text(text) = message?
            && text.starts_with("{\"type\":\"welcome\"")
        {
            let welcome: Welcome = serde_json::from_str(&text)?;
            return Ok((socket, welcome.update));
        }
    }
    Err("no welcome".into())
}

async fn next_update(socket: &mut Socket) -> Result<UpdatePart, Failure> {
    Ok(serde_json::from_str(&next_text(socket).await?)?)
}

/// The next update as it came.
async fn next_text(socket: &mut Socket) -> Result<Utf8Bytes, Failure> {
    while let Some(message) = socket.next().await {
        if let Message::Text(text) = message? {
            if text.starts_with("{\"type\":\"update\"") {
                return Ok(text);
            }
            if text.starts_with("{\"type\":\"refused\"") || text.starts_with("{\"type\":\"goodbye\"") {
                return Err(text.to_string().into());
            }
        }
    }
    Err("the socket was closed".into())
}

#[derive(Deserialize)]
struct Made {
    table: String,
}

#[derive(Deserialize)]
struct Told {
    table: TableState,
}

#[derive(Deserialize)]
struct TableState {
    vote: Option<VotePart>,
}

#[derive(Deserialize)]
struct VotePart {
    vote: u64,
}

#[derive(Deserialize)]
struct Welcome {
    update: UpdatePart,
}

/// As much of an update as these players look at.
#[derive(Deserialize)]
pub struct UpdatePart {
    revision: u64,
    cause: CausePart,
    view: ViewPart,
    legal_actions: Legal,
}

#[derive(Deserialize)]
struct CausePart {
    back_to: Option<u64>,
}

#[derive(Deserialize)]
struct ViewPart {
    deciders: Vec<u8>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Legal {
    claims: Vec<Group>,
    draw_open: Vec<u8>,
    draw_blind: bool,
    draw_tickets: bool,
    keep: Option<Keep>,
    pay_tunnel: Vec<u8>,
    leave_tunnel: bool,
    pass: bool,
}

#[derive(Deserialize)]
struct Group {
    routes: Vec<u8>,
    payments: Vec<Payment>,
}

#[derive(Deserialize)]
struct Keep {
    offered: u8,
}

impl Legal {
    /// Any of the actions, each as likely as any other (but no station is built).
    fn choose(&self, random: u64) -> Option<Action> {
        let mut others: Vec<Action> = Vec::new();
        others.extend(self.draw_open.iter().map(|&slot| Action::DrawOpen { slot }));
        others.extend(self.draw_blind.then_some(Action::DrawBlind));
        others.extend(self.draw_tickets.then_some(Action::DrawTickets));
        others.extend(self.keep.as_ref().map(|keep| Action::KeepTickets { offered: (1 << keep.offered) - 1 }));
        others.extend(self.pay_tunnel.iter().map(|&wilds| Action::PayTunnel { wilds }));
        others.extend(self.leave_tunnel.then_some(Action::LeaveTunnel));
        others.extend(self.pass.then_some(Action::Pass));
        let claims: usize = self.claims.iter().map(|group| group.routes.len() * group.payments.len()).sum();
        let mut number = (random >> 8) as usize % (claims + others.len()).max(1);
        for group in &self.claims {
            let size = group.routes.len() * group.payments.len();
            if number < size {
                let route = RouteId(group.routes[number % group.routes.len()]);
                return Some(Action::ClaimRoute { route, payment: group.payments[number / group.routes.len()] });
            }
            number -= size;
        }
        others.get(number).copied()
    }
}
