//! Bodies that never come to their end, from several addresses, and the memory that they take.

use crate::client::connect_from;
use crate::process::Process;
use crate::{Failure, mebibytes};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{sleep, timeout};

/// The number of addresses, one after the other.
const ADDRESSES: u8 = 4;
/// So many connections from each.
const CONNECTIONS: usize = 280;
/// For so long the memory is looked at after each address has begun.
const LOOKS: u32 = 30;

/// The outcome of reading a body.
enum Sent {
    Held,
    Refused(String),
}

pub async fn hold(process: &Process, address: SocketAddr, bytes: usize) -> Result<(), Failure> {
    let before = process.memory()?;
    println!("unfinished bodies of {bytes} bytes, {CONNECTIONS} connections of each address");
    println!("  server memory before            {:>10.0} MiB", mebibytes(before));
    let mut sending = tokio::task::JoinSet::new();
    for number in 1..=ADDRESSES {
        let source = IpAddr::from([127, 0, 1, number]);
        for _ in 0..CONNECTIONS {
            sending.spawn(async move { send(source, address, bytes).await });
        }
        let mut most = 0;
        for _ in 0..LOOKS {
            sleep(Duration::from_millis(100)).await;
            most = most.max(process.memory()?);
        }
        println!("  the most from {number} addresses        {:>10.0} MiB", mebibytes(most));
    }
    let (mut held, mut refused) = (0, std::collections::BTreeMap::<String, usize>::new());
    for sent in sending.join_all().await {
        match sent? {
            Sent::Held => held += 1,
            Sent::Refused(status) => *refused.entry(status).or_default() += 1,
        }
    }
    println!("  held until given up             {held:>10}");
    for (status, count) in refused {
        println!("  answered {status}                    {count:>10}");
    }
    Ok(())
}

/// Sends all but the last byte and waits for what the server says, which gives up after its own time.
async fn send(source: IpAddr, address: SocketAddr, bytes: usize) -> Result<Sent, Failure> {
    // A connection that is not even taken is refused as well.
    let refused = |status: &str| Ok(Sent::Refused(status.into()));
    let Ok(mut stream) = connect_from(source, address).await else { return refused("---") };
    let head = format!("POST /api/replay HTTP/1.1\r\nHost: {address}\r\nContent-Length: {bytes}\r\n\r\n");
    let body = vec![b' '; 65_536];
    let sending = async {
        stream.write_all(head.as_bytes()).await?;
        let mut left = bytes.saturating_sub(1);
        while left > 0 {
            let part = left.min(body.len());
            stream.write_all(&body[..part]).await?;
            left -= part;
        }
        Ok::<(), std::io::Error>(())
    };
    // A server that refuses early does not take the rest.
    let _sent = timeout(Duration::from_secs(30), sending).await;
    let mut answer = Vec::new();
    let _read = timeout(Duration::from_secs(30), stream.read_to_end(&mut answer)).await;
    let status = String::from_utf8_lossy(answer.get(9..12).unwrap_or(b"---")).into_owned();
    if status == "408" { Ok(Sent::Held) } else { refused(&status) }
}
