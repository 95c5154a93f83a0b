//! Loads a running server with real sockets and legal random moves, and reports the load it can take.
//!
//! `cargo xtask bench server` builds the program, starts it with a fresh folder and runs this against it.
//! Usage: `load PROCESS_ID ADDRESS SCENARIO [NUMBER] [SECONDS]`; the scenarios are `busy`, `idle` and `wake` with a number of
//! tables, `wake-long` with a number of tables and of steps, `flood` with a number of tables that are played at beside it,
//! `bodies` with the bytes of each body, `failover` with a number of tables and the address of another server, and `experts` with the tables that somebody looks at, those that nobody does, and seconds.

#[path = "load/bodies.rs"]
mod bodies;
#[path = "load/client.rs"]
mod client;
#[path = "load/experts.rs"]
mod experts;
#[path = "load/failover.rs"]
mod failover;
#[path = "load/flood.rs"]
mod flood;
#[path = "load/long_games.rs"]
mod long_games;
#[path = "load/process.rs"]
mod process;

use client::{Http, Players};
use process::Process;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// So many make idle tables at the same time.
const MAKERS: usize = 100;

/// At one in this many idle tables somebody is away: two sockets at each of 10,000 would be more files than the usual
/// limit of 20,000 a process.
const TABLES_WITH_ONE_AWAY: usize = 50;

/// So often the memory of a busy server is looked at.
const SAMPLES: u32 = 10;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map(String::as_str);
    let process = Process::new(word(0).ok_or("the server's process id is missing")?.parse()?);
    let address: SocketAddr = word(1).ok_or("the server's address is missing")?.parse()?;
    let scenario = word(2).unwrap_or("busy");
    let number = |place: usize, usual: u64| word(place).map_or(Ok(usual), str::parse);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    match scenario {
        "busy" => runtime.block_on(busy(&process, address, number(3, 50)? as usize, number(4, 10)?)),
        "idle" => runtime.block_on(idle(&process, address, number(3, 10_000)? as usize, number(4, 20)?)),
        "wake" => runtime.block_on(wake(address, number(3, 200)? as usize)),
        "wake-long" => runtime.block_on(long_games::wake(address, number(3, 20)? as usize, number(4, 1990)?)),
        "experts" => {
            let (attended, unattended) = (number(3, 10)? as usize, number(4, 0)? as usize);
            runtime.block_on(experts::wait(address, attended, unattended, number(5, 30)?))
        }
        "flood" => runtime.block_on(flood::flood(&process, address, number(3, 20)? as usize, number(4, 20)?)),
        "failover" => {
            let (id, other) = (word(0).unwrap_or_default(), word(4).ok_or("the other server's address is missing")?);
            runtime.block_on(failover::fail_over(id, address, other.parse()?, number(3, 50)? as usize))
        }
        "bodies" => runtime.block_on(bodies::hold(&process, address, number(3, 1_000_000)? as usize)),
        other => {
            let known = "busy, idle, wake, wake-long, experts, flood, failover and bodies";
            Err(format!("there is no scenario `{other}`; there are {known}").into())
        }
    }
}

/// Prints the middle and the far end of times in microseconds.
fn print_times(what: &str, times: &mut [u32]) {
    times.sort_unstable();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |&time| f64::from(time) / 1000.0)
    };
    let [p50, p95, most] = [0.5, 0.95, 1.0].map(at);
    println!("  {what:<30} p50 {p50:.2} ms, p95 {p95:.2} ms, slowest {most:.2} ms ({} times)", times.len());
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / 1048576.0
}

/// Tables of two at which everybody moves as soon as it is their turn.
async fn busy(process: &Process, address: SocketAddr, tables: usize, seconds: u64) -> Result<(), Failure> {
    let counting = Arc::new(AtomicBool::new(false));
    let ended = Arc::new(AtomicBool::new(false));
    let actions = Arc::new(AtomicU64::new(0));
    let games = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for number in 0..tables {
        let http = Http::open(address).await?;
        let first = Players::at_new_table(&http, "usa").await?;
        let (counting, ended) = (counting.clone(), ended.clone());
        let (actions, games) = (actions.clone(), games.clone());
        tasks.push(tokio::spawn(async move {
            let mut seated = first;
            let mut random = 0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1);
            let mut times: Vec<u32> = Vec::new();
            while !ended.load(Ordering::Relaxed) {
                match seated.act(&mut random).await? {
                    Some(time) if counting.load(Ordering::Relaxed) => {
                        actions.fetch_add(1, Ordering::Relaxed);
                        times.push(time.as_micros() as u32);
                    }
                    Some(_) => {}
                    None => {
                        games.fetch_add(1, Ordering::Relaxed);
                        seated = Players::at_new_table(&http, "usa").await?;
                    }
                }
            }
            Ok::<_, Failure>(times)
        }));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (begun, cpu) = (Instant::now(), process.cpu()?);
    counting.store(true, Ordering::Relaxed);
    let mut memory = Vec::new();
    for _ in 0..SAMPLES {
        tokio::time::sleep(Duration::from_secs(seconds) / SAMPLES).await;
        memory.push(process.memory()?);
    }
    counting.store(false, Ordering::Relaxed);
    let (passed, used) = (begun.elapsed().as_secs_f64(), process.cpu()? - cpu);
    let count = actions.load(Ordering::Relaxed) as f64;
    ended.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |&t| f64::from(t) / 1000.0);
    let memory: Vec<String> = memory.iter().map(|&bytes| format!("{:.0}", mebibytes(bytes))).collect();
    println!("{tables} busy tables of two, {passed:.1} s, {} games to the end", games.load(Ordering::Relaxed));
    println!("  accepted actions a second       {:>10.0}", count / passed);
    println!("  server CPU                      {:>10.2} cores", used / passed);
    println!("  actions a second of server CPU  {:>10.0}", count / used);
    println!("  send to own update, p50         {:>10.2} ms", at(0.5));
    println!("  send to own update, p99         {:>10.2} ms", at(0.99));
    println!("  server memory, as time went by  {} MiB", memory.join(" "));
    Ok(())
}

/// Tables of two at which nobody does anything.
async fn idle(process: &Process, address: SocketAddr, tables: usize, seconds: u64) -> Result<(), Failure> {
    let before = process.memory()?;
    let begun = Instant::now();
    let mut makers = tokio::task::JoinSet::new();
    for maker in 0..MAKERS {
        let share = (tables + maker) / MAKERS;
        makers.spawn(async move {
            let mut seated = Vec::with_capacity(share * 2);
            for table in 0..share {
                let mut at = Players::at_new_table(&Http::open(address).await?, "europe").await?;
                // Some moves each, so that there is a game to keep.
                let mut random = 0x9e37_79b9_7f4a_7c15;
                for _ in 0..6 {
                    at.act(&mut random).await?;
                }
                let absent = usize::from(table % TABLES_WITH_ONE_AWAY == 0);
                seated.extend(at.sockets().into_iter().skip(absent));
            }
            Ok::<_, Failure>(seated)
        });
    }
    let mut seated = Vec::with_capacity(tables * 2);
    for made in makers.join_all().await {
        seated.extend(made?);
    }
    println!(
        "{tables} idle tables of two with {} sockets, made in {:.0} s",
        seated.len(),
        begun.elapsed().as_secs_f64()
    );
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (begun, cpu) = (Instant::now(), process.cpu()?);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let used = (process.cpu()? - cpu) / begun.elapsed().as_secs_f64();
    let memory = process.memory()?;
    println!("  server memory                   {:>10.0} MiB", mebibytes(memory));
    println!("  memory a table, sockets too     {:>10.1} KiB", (memory - before) as f64 / 1024.0 / tables as f64);
    println!("  server CPU                      {:>10.4} cores", used);
    drop(seated);
    Ok(())
}

/// Sleeping tables with half a game behind them that somebody comes back to.
async fn wake(address: SocketAddr, tables: usize) -> Result<(), Failure> {
    let mut asleep = Vec::new();
    for number in 0..tables {
        let http = Http::open(address).await?;
        let mut at = Players::at_new_table(&http, "europe").await?;
        let mut random = 0x9e37_79b9_7f4a_7c15 ^ number as u64;
        for _ in 0..120 {
            if at.act(&mut random).await?.is_none() {
                break;
            }
        }
        asleep.push((http, at.leave().await));
    }
    // The server was started with a short time until tables sleep.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let mut times = Vec::new();
    for (http, table) in &asleep {
        let begun = Instant::now();
        client::connect(http, table, 0).await?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    println!("{tables} sleeping tables with up to 120 moves, woken one by one");
    println!("  connect to welcome, median      {:>10.2} ms", times[times.len() / 2].as_secs_f64() * 1000.0);
    println!("  connect to welcome, slowest     {:>10.2} ms", times[times.len() - 1].as_secs_f64() * 1000.0);
    Ok(())
}
