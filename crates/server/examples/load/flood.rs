//! One address that asks for all it can, beside people who play: what the others notice of it.

use crate::Failure;
use crate::client::{self, HERE, Http, Players, connect_from};
use crate::process::Process;
use futures_util::{SinkExt as _, StreamExt as _};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Who plays thinks for so long.
const THINKING: Duration = Duration::from_millis(60);
/// Sockets of the address that floods: one too many is refused.
const SOCKETS: usize = 150;
/// A socket sends as often as it may.
const MESSAGE_EVERY: Duration = Duration::from_millis(52);
/// Connections for requests.
const CONNECTIONS: usize = 40;

/// The number of messages that the flood has sent, and how many were refused.
#[derive(Default)]
struct Flood {
    is_on: AtomicBool,
    messages: AtomicU64,
    requests: AtomicU64,
    refused: AtomicU64,
}

pub async fn flood(process: &Process, address: SocketAddr, tables: usize, seconds: u64) -> Result<(), Failure> {
    let ended = Arc::new(AtomicBool::new(false));
    let measured: Arc<std::sync::Mutex<Vec<u32>>> = Arc::default();
    let mut players = Vec::new();
    for number in 0..tables {
        let (ended, measured) = (ended.clone(), measured.clone());
        players.push(tokio::spawn(async move {
            let http = Http::open_from(HERE, address).await?;
            let mut seated = Players::at_new_table(&http, "usa").await?;
            let mut random = 0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1);
            while !ended.load(Ordering::Relaxed) {
                match seated.act(&mut random).await? {
                    Some(time) => measured.lock().map_err(|_| "a player failed")?.push(time.as_micros() as u32),
                    None => seated = Players::at_new_table(&http, "usa").await?,
                }
                sleep(THINKING).await;
            }
            Ok::<_, Failure>(())
        }));
    }
    println!("{tables} tables of two from one address, {} ms to think; another address floods", THINKING.as_millis());
    let source = IpAddr::from([127, 0, 0, 2]);
    let (http, table, record) = long_game(source, address).await?;
    let flood = Arc::new(Flood::default());
    for is_on in [false, true, false, true] {
        flood.is_on.store(is_on, Ordering::Relaxed);
        let flooding = if is_on { begin(&flood, source, address, &http, &table, &record) } else { Vec::new() };
        measured.lock().map_err(|_| "a player failed")?.clear();
        let (begun, cpu) = (Instant::now(), process.cpu()?);
        sleep(Duration::from_secs(seconds)).await;
        let used = (process.cpu()? - cpu) / begun.elapsed().as_secs_f64();
        let mut times = std::mem::take(&mut *measured.lock().map_err(|_| "a player failed")?);
        flood.is_on.store(false, Ordering::Relaxed);
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |&t| f64::from(t) / 1000.0);
        println!(
            "  {} p50 {:>7.2} ms, p95 {:>7.2} ms, {:>6} actions, server {used:.2} cores",
            if is_on { "with the flood   " } else { "without the flood" },
            at(0.5),
            at(0.95),
            times.len(),
        );
        for task in flooding {
            // What a flood hears at its end matters to nobody.
            drop(timeout(Duration::from_secs(15), task).await);
        }
    }
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "  the flood sent {} messages and {} requests, and was refused {} times",
        count(&flood.messages),
        count(&flood.requests),
        count(&flood.refused)
    );
    ended.store(true, Ordering::Relaxed);
    for player in players {
        player.await??;
    }
    Ok(())
}

/// A game that was played to its end, and its record.
async fn long_game(source: IpAddr, address: SocketAddr) -> Result<(Arc<Http>, String, Arc<String>), Failure> {
    let http = Arc::new(Http::open_from(source, address).await?);
    let mut seated = Players::at_new_table(&http, "europe").await?;
    let mut random = 0x9e37_79b9_7f4a_7c15;
    while seated.act(&mut random).await?.is_some() {
        // Not faster than one may send.
        sleep(Duration::from_millis(30)).await;
    }
    let table = seated.table().to_string();
    let record = request(source, address, &format!("GET /api/tables/{table}/record HTTP/1.1"), "").await?.1;
    Ok((http, table, Arc::new(record)))
}

fn begin(
    flood: &Arc<Flood>,
    source: IpAddr,
    address: SocketAddr,
    http: &Arc<Http>,
    table: &str,
    record: &Arc<String>,
) -> Vec<tokio::task::JoinHandle<()>> {
    let targets = vec![r#"{"target":"deck"}"#; 256].join(",");
    let explain = Arc::new(format!(r#"{{"type":"explain","request":1,"targets":[{targets}]}}"#));
    let mut tasks = Vec::new();
    for _ in 0..SOCKETS {
        let (flood, http, table, explain) = (flood.clone(), http.clone(), table.to_string(), explain.clone());
        tasks.push(tokio::spawn(async move {
            while flood.is_on.load(Ordering::Relaxed) {
                if flood_socket(&flood, &http, &table, &explain).await.is_err() {
                    flood.refused.fetch_add(1, Ordering::Relaxed);
                    sleep(Duration::from_millis(200)).await;
                }
            }
        }));
    }
    for number in 0..CONNECTIONS {
        let (flood, table, record) = (flood.clone(), table.to_string(), record.clone());
        tasks.push(tokio::spawn(async move {
            while flood.is_on.load(Ordering::Relaxed) {
                flood.requests.fetch_add(1, Ordering::Relaxed);
                let answer = match number % 4 {
                    0 => request(source, address, "POST /api/replay?viewer=all&count=100 HTTP/1.1", &record).await,
                    1 => {
                        let path = format!("GET /api/tables/{table}/replay?viewer=all&count=100 HTTP/1.1");
                        request(source, address, &path, "").await
                    }
                    2 => request(source, address, &format!("GET /api/tables/{table}/record HTTP/1.1"), "").await,
                    _ => request(source, address, "GET /api/tables HTTP/1.1", "").await,
                };
                if !answer.is_ok_and(|(status, _)| status == 200) {
                    flood.refused.fetch_add(1, Ordering::Relaxed);
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }));
    }
    tasks
}

/// Asks for the history and for reasons, in turn.
async fn flood_socket(flood: &Flood, http: &Http, table: &str, explain: &str) -> Result<(), Failure> {
    let (socket, _) = client::connect(http, table, 0).await?;
    let (mut to, mut from) = socket.split();
    let reading = async {
        while let Some(Ok(message)) = from.next().await {
            if matches!(&message, Message::Text(text) if text.starts_with("{\"type\":\"goodbye\"")) {
                return;
            }
        }
    };
    let sending = async {
        while flood.is_on.load(Ordering::Relaxed) {
            for text in [r#"{"type":"history","from":0}"#, explain] {
                flood.messages.fetch_add(1, Ordering::Relaxed);
                to.send(Message::text(text)).await?;
                sleep(MESSAGE_EVERY).await;
            }
        }
        Ok::<(), Failure>(())
    };
    tokio::select! {
        () = reading => Err("the server said goodbye".into()),
        sent = sending => sent,
    }
}

/// One request on a connection of its own: its status and body.
async fn request(source: IpAddr, address: SocketAddr, line: &str, body: &str) -> Result<(u16, String), Failure> {
    let exchange = async {
        let mut stream = connect_from(source, address).await?;
        let head = format!("{line}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok::<_, Failure>(answer)
    };
    let answer = timeout(Duration::from_secs(15), exchange).await??;
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok((head.get(9..12).unwrap_or_default().parse()?, body.to_string()))
}
