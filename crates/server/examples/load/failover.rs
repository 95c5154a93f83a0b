//! A server is killed while people play there; they play on at another one.

use crate::client::{Http, Players};
use crate::{Failure, print_times};
use std::net::SocketAddr;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How long people play before the server is killed.
const PLAYED_FOR: Duration = Duration::from_secs(3);

/// The pause before a connection is tried again.
const TRY_AGAIN: Duration = Duration::from_millis(50);

/// When to give up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tables of two at a server that is killed: how long until each of them plays on at the other server.
pub async fn fail_over(process_id: &str, address: SocketAddr, other: SocketAddr, tables: usize) -> Result<(), Failure> {
    let killed = Arc::new(OnceLock::new());
    let mut playing = tokio::task::JoinSet::new();
    for number in 0..tables {
        playing.spawn(play(address, other, number as u64, killed.clone()));
    }
    sleep(PLAYED_FOR).await;
    let at = Instant::now();
    if !Command::new("kill").args(["-KILL", process_id]).status()?.success() {
        return Err("the server can't be killed".into());
    }
    killed.get_or_init(|| at);
    let mut times = Vec::with_capacity(tables);
    for time in playing.join_all().await {
        times.push(time?.as_micros() as u32);
    }
    println!(
        "{tables} busy tables of two whose server was killed; every acknowledged action is there at the other server"
    );
    print_times("from its end to the next action", &mut times);
    Ok(())
}

/// Plays at one table, first here and then at the other server; from the kill to the first action there.
async fn play(
    address: SocketAddr,
    other: SocketAddr,
    number: u64,
    killed: Arc<OnceLock<Instant>>,
) -> Result<Duration, Failure> {
    let http = Http::open(address).await?;
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ (number + 1);
    let mut seated = Players::at_new_table(&http, "usa").await?;
    while act(&http, &mut seated, &mut random).await.is_ok() {}
    let gone = Instant::now();
    let http = http.at(other);
    while let Err(problem) = seated.reconnect(&http).await {
        if gone.elapsed() > PATIENCE {
            return Err(problem);
        }
        sleep(TRY_AGAIN).await;
    }
    act(&http, &mut seated, &mut random).await?;
    let killed = killed.get().ok_or("a server ended before it was killed")?;
    Ok(killed.elapsed())
}

/// One action; a finished game is followed by a new table.
async fn act(http: &Http, seated: &mut Players, random: &mut u64) -> Result<(), Failure> {
    while seated.act(random).await?.is_none() {
        *seated = Players::at_new_table(http, "usa").await?;
    }
    Ok(())
}
