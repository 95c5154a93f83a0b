//! The bodies of requests: the size limit of each, and the memory limit of all that are in transit.

use super::App;
use super::answers::Refused;
use super::sessions::ClientAddress;
use crate::config::Limits;
use crate::limits::{BODY_RETRY, MAX_BODY_BYTES, MAX_RECORD_BYTES, MIN_BODY_ROOM};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The purpose of a body.
#[derive(Clone, Copy)]
pub enum Kind {
    /// An ordinary request.
    Request,
    /// A record to be replayed.
    Record,
}

/// The memory that bodies take. Records have a share of their own, so that they never keep anybody from a seat.
pub struct Bodies {
    requests: Arc<BodyBudget>,
    records: Arc<BodyBudget>,
}

struct BodyBudget {
    in_all: usize,
    per_address: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    in_all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Bodies {
    /// Nothing is reserved yet.
    pub fn new(limits: &Limits) -> Bodies {
        let budget = |in_all, per_address| Arc::new(BodyBudget { in_all, per_address, held: Mutex::default() });
        let (all, address) = (limits.body_bytes, limits.body_bytes_per_address);
        // Ordinary requests are small: an address needs little, and it takes many addresses to fill the room of all.
        Bodies { requests: budget(all / 4, address / 32), records: budget(all / 4 * 3, address / 4 * 3) }
    }

    /// The bytes that are held now.
    pub fn held(&self) -> usize {
        self.requests.held().in_all + self.records.held().in_all
    }
}

impl BodyBudget {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, held: &Held, address: IpAddr, more: usize) -> bool {
        let own = held.by_address.get(&address).copied().unwrap_or(0);
        held.in_all.saturating_add(more) <= self.in_all && own.saturating_add(more) <= self.per_address
    }
}

/// Memory that is reserved for a body until this is dropped.
pub struct Room {
    budget: Arc<BodyBudget>,
    address: IpAddr,
    bytes: usize,
}

impl Room {
    fn grow(&mut self, more: usize) -> bool {
        let mut held = self.budget.held();
        let fits = self.budget.has_room(&held, self.address, more);
        if fits {
            held.in_all += more;
            *held.by_address.entry(self.address).or_default() += more;
            self.bytes += more;
        }
        fits
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut held = self.budget.held();
        held.in_all -= self.bytes;
        if let Some(own) = held.by_address.get_mut(&self.address) {
            *own -= self.bytes;
            if *own == 0 {
                held.by_address.remove(&self.address);
            }
        }
    }
}

/// A body, and the room that it takes.
pub struct ReceivedBody {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Dropped with them.
    pub room: Room,
}

/// Reads a body. A body that is too large, or that there is no memory for, is refused before it is read if it declares its length.
///
/// # Errors
/// It is too large, there is no memory for it, or it never ends.
pub async fn read(app: &App, request: Request, kind: Kind) -> Result<ReceivedBody, Refused> {
    let read = receive(app, request, kind).await;
    read.inspect_err(|refused| app.tables.metrics.refused(refused.code()))
}

async fn receive(app: &App, request: Request, kind: Kind) -> Result<ReceivedBody, Refused> {
    let bodies = app.guard.bodies();
    let (budget, limit) = match kind {
        Kind::Request => (&bodies.requests, MAX_BODY_BYTES),
        Kind::Record => (&bodies.records, MAX_RECORD_BYTES),
    };
    let ClientAddress(address) = ClientAddress::from_request(app, request.extensions(), request.headers());
    let length = declared(request.headers()).unwrap_or(0);
    if length > limit {
        return Err(too_large(limit));
    }
    if !budget.has_room(&budget.held(), address, length) {
        return Err(no_room());
    }
    let mut room = Room { budget: budget.clone(), address, bytes: 0 };
    let mut bytes: Vec<u8> = Vec::new();
    let mut parts = request.into_body().into_data_stream();
    while let Some(part) = parts.next().await {
        let part =
            part.map_err(|_| Refused::from(Refusal::new(RefusalCode::BadRequest, "the body could not be read")))?;
        let wanted = bytes.len() + part.len();
        if wanted > limit {
            return Err(too_large(limit));
        }
        if wanted > bytes.capacity() {
            // Doubled, so that a body in many small parts is not copied for each of them.
            let more = wanted.max(bytes.capacity() * 2).max(MIN_BODY_ROOM).min(limit) - bytes.capacity();
            if !room.grow(more) {
                return Err(no_room());
            }
            bytes.reserve_exact(bytes.capacity() + more - bytes.len());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(ReceivedBody { bytes, room })
}

fn declared(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_large(limit: usize) -> Refused {
    Refusal::new(RefusalCode::TooLarge, format!("the body is too large; it may have {} KiB", limit / 1024)).into()
}

fn no_room() -> Refused {
    let words = "too many large requests at once; wait a few seconds and try again";
    Refused::full(words, BODY_RETRY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_given_by_address_and_in_all_and_comes_back() {
        let limits = Limits { body_bytes: 400, body_bytes_per_address: 200, ..Limits::default() };
        let bodies = Bodies::new(&limits);
        let room =
            |last: u8| Room { budget: bodies.records.clone(), address: IpAddr::from([127, 0, 0, last]), bytes: 0 };
        let (mut one, mut same, mut other, mut third) = (room(1), room(1), room(2), room(3));
        assert!(one.grow(100) && same.grow(50) && !same.grow(1), "150 for an address");
        assert!(other.grow(150) && !third.grow(1), "300 in all");
        assert_eq!(bodies.held(), 300);
        drop(one);
        assert!(third.grow(100) && !same.grow(1));
        drop((same, other, third));
        assert_eq!(bodies.held(), 0);
        assert!(bodies.records.held().by_address.is_empty(), "addresses without reservations are forgotten");
    }
}
