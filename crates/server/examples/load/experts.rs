//! People who play against experts, more of them than the machine has processors: how long they wait, and whether tables that
//! nobody looks at make them wait longer.

use crate::Failure;
use crate::client::{Http, Players};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// So long until bots stand in for those who have left.
const TURN_LIMIT: u64 = 15;

/// Tables with somebody there, tables that everybody has left, and the duration in seconds.
pub async fn wait(address: SocketAddr, attended: usize, unattended: usize, seconds: u64) -> Result<(), Failure> {
    let limit = format!(r#","turn_limit":{TURN_LIMIT}"#);
    for _ in 0..unattended {
        let http = Http::open(address).await?;
        Players::against_experts(&http, &limit).await?.leave().await;
    }
    if unattended > 0 {
        tokio::time::sleep(Duration::from_secs(TURN_LIMIT + 2)).await;
    }
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut playing = JoinSet::new();
    for number in 0..attended {
        playing.spawn(async move {
            let http = Http::open(address).await?;
            let mut seated = Players::against_experts(&http, "").await?;
            let (mut times, mut random) = (Vec::new(), 0x9e37_79b9_7f4a_7c15 ^ number as u64);
            while Instant::now() < until {
                match seated.act_and_wait(&mut random).await? {
                    Some(time) => times.push(time.as_micros() as u32),
                    None => seated = Players::against_experts(&http, "").await?,
                }
            }
            Ok::<_, Failure>(times)
        });
    }
    let mut times = Vec::new();
    for played in playing.join_all().await {
        times.extend(played?);
    }
    println!("{attended} people against an expert each, {unattended} tables of experts that everybody has left");
    crate::print_times("wait for the expert", &mut times);
    Ok(())
}
