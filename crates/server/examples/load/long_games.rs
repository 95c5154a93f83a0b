//! Games as long as a game can be, their last turn undone again and again: how long they take to wake, and whether anybody else
//! notices.

use crate::Failure;
use crate::client::{self, Http, Players};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// So many moves count, fewer than a game of random moves has; then a turn is undone and played again, until the game is as long as a game can be.
const MOVES: usize = 100;

/// Wakes games of this many steps, one after the other, while two people play elsewhere.
pub async fn wake(address: SocketAddr, tables: usize, steps: u64) -> Result<(), Failure> {
    let mut asleep = Vec::new();
    for number in 0..tables {
        let http = Http::open(address).await?;
        let seated = play(&http, number as u64, steps).await?;
        asleep.push((http, seated.leave().await));
    }
    // The server was started with a short time until tables sleep.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let ended = Arc::new(AtomicBool::new(false));
    let until = ended.clone();
    let elsewhere = tokio::spawn(async move { play_on(address, &until).await });
    let mut times = Vec::new();
    for (http, table) in &asleep {
        let begun = Instant::now();
        client::connect(http, table, 0).await?;
        times.push(begun.elapsed().as_micros() as u32);
    }
    ended.store(true, Ordering::Relaxed);
    let others = elsewhere.await??;
    println!("{tables} sleeping tables with {steps} steps, woken one by one while two people play elsewhere");
    crate::print_times("connect to welcome", &mut times);
    crate::print_times("others, send to own update", &mut others.clone());
    Ok(())
}

async fn play(http: &Http, number: u64, steps: u64) -> Result<Players, Failure> {
    let mut seated = Players::at_new_table(http, "europe").await?;
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ number;
    let (mut revision, mut line) = (0, Vec::new());
    while revision + 2 < steps {
        if line.len() >= MOVES {
            let back_to = seated.take_back().await?;
            line.retain(|&counts| counts <= back_to);
            revision += 1;
            continue;
        }
        if seated.act(&mut random).await?.is_none() {
            return Err("the game was over before it was long".into());
        }
        revision += 1;
        line.push(revision);
    }
    Ok(seated)
}

async fn play_on(address: SocketAddr, ended: &AtomicBool) -> Result<Vec<u32>, Failure> {
    let http = Http::open(address).await?;
    let (mut times, mut random) = (Vec::new(), 0x9e37_79b9_7f4a_7c15);
    let mut seated = Players::at_new_table(&http, "usa").await?;
    while !ended.load(Ordering::Relaxed) {
        match seated.act(&mut random).await? {
            Some(time) => times.push(time.as_micros() as u32),
            None => seated = Players::at_new_table(&http, "usa").await?,
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(times)
}
