//! Messages on their way to one client. The task that makes a message writes it to the connection at once. The task that reads from the
//! client wakes only to write what the connection did not take.

use crate::limits::MAX_QUEUED_MESSAGES;
use axum::body::Bytes;
use capolinea_protocol::server::ServerMessage;
use hyper::body::Buf as _;
use std::collections::VecDeque;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// Room for most messages from the start: a buffer that grows is copied each time.
const USUAL_LENGTH: usize = 4096;

/// The longest header of a frame that a server sends.
const LONGEST_HEADER: usize = 10;

/// At most this many frames are written with one call.
const WRITTEN_AT_ONCE: usize = 8;

/// Room for frames that an idle outbox keeps.
const ROOM_KEPT: usize = 4;

/// A message as it goes over every connection: a whole frame, made once.
pub fn to_frame(message: &ServerMessage) -> Bytes {
    frame(|text| message.write_json(text))
}

/// A frame with the text that `write` adds.
pub fn frame(write: impl FnOnce(&mut Vec<u8>)) -> Bytes {
    let mut frame = Vec::with_capacity(USUAL_LENGTH);
    frame.resize(LONGEST_HEADER, 0);
    write(&mut frame);
    let length = (frame.len() - LONGEST_HEADER) as u64;
    let header = FrameHeader { is_final: true, opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
    let start = LONGEST_HEADER - header.len(length);
    header.format(length, &mut &mut frame[start..]).expect("there is room for the header");
    Bytes::from(frame).slice(start..)
}

/// The client has not taken what was sent before.
#[derive(Debug)]
pub struct TooSlow;

/// The messages for one client, and its connection.
pub struct Outbox {
    queue: Mutex<Queue>,
    wake: Notify,
}

struct Queue {
    /// `None` once the connection has ended.
    stream: Option<OwnedWriteHalf>,
    /// Whole frames; of the first one only what was not written yet.
    frames: VecDeque<Bytes>,
    /// How many frames were written to their end.
    written: u64,
    /// How many tables can send something: none once the table has hung up.
    lines: usize,
}

impl Outbox {
    /// Nothing waits.
    pub fn new(stream: OwnedWriteHalf) -> Outbox {
        let queue = Queue { stream: Some(stream), frames: VecDeque::new(), written: 0, lines: 0 };
        Outbox { queue: Mutex::new(queue), wake: Notify::new() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame, which [`Outbox::flush`] or [`Outbox::wake`] sends on its way. One for a connection that has ended is dropped.
    ///
    /// # Errors
    /// Too many wait already.
    pub fn push(&self, frame: Bytes) -> std::result::Result<(), TooSlow> {
        let mut queue = self.queue();
        if queue.stream.is_none() {
            return Ok(());
        }
        if queue.frames.len() >= MAX_QUEUED_MESSAGES {
            return Err(TooSlow);
        }
        queue.frames.push_back(frame);
        Ok(())
    }

    /// Writes as much as the connection takes, and leaves the rest, or the end of a broken connection, to its task.
    pub fn flush(&self) {
        if !matches!(self.queue().write(), Ok(true)) {
            self.wake();
        }
    }

    /// Makes the task of the connection write.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Waits until the task of the connection has something to do here.
    pub async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Whether no table sends anything more.
    pub fn is_closed(&self) -> bool {
        self.queue().lines == 0
    }

    /// Writes all that waits now; `reading` is the other half of the same connection.
    ///
    /// # Errors
    /// The connection is broken.
    pub async fn drain(&self, reading: &OwnedReadHalf) -> Result<()> {
        let goal = {
            let queue = self.queue();
            queue.written + queue.frames.len() as u64
        };
        loop {
            let is_empty = self.queue().write()?;
            if is_empty {
                return Ok(());
            }
            if self.queue().written >= goal {
                // What has come since has its own time.
                self.wake();
                return Ok(());
            }
            reading.as_ref().writable().await?;
        }
    }

    /// The connection has ended: it is closed here, and nothing waits for it any more.
    pub fn end(&self) {
        let mut queue = self.queue();
        queue.stream = None;
        queue.frames = VecDeque::new();
    }
}

impl Queue {
    /// Writes as much as the connection takes; returns whether that was all.
    fn write(&mut self) -> Result<bool> {
        let Some(stream) = &self.stream else { return Ok(true) };
        while !self.frames.is_empty() {
            let written = match write_first(stream, &self.frames) {
                Ok(0) => return Err(Error::from(ErrorKind::WriteZero)),
                Ok(written) => written,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            };
            self.written += drop_written(&mut self.frames, written);
        }
        self.frames.shrink_to(ROOM_KEPT);
        Ok(true)
    }
}

fn write_first(stream: &OwnedWriteHalf, frames: &VecDeque<Bytes>) -> Result<usize> {
    if let [frame] = frames.as_slices().0
        && frames.len() == 1
    {
        return stream.try_write(frame);
    }
    let mut slices = [IoSlice::new(&[]); WRITTEN_AT_ONCE];
    for (slice, frame) in slices.iter_mut().zip(frames) {
        *slice = IoSlice::new(frame);
    }
    stream.try_write_vectored(&slices[..frames.len().min(WRITTEN_AT_ONCE)])
}

/// Drops this many bytes at the front; returns how many frames have ended there.
fn drop_written(frames: &mut VecDeque<Bytes>, mut written: usize) -> u64 {
    let mut ended = 0;
    while let Some(first) = frames.front_mut() {
        if written < first.len() {
            first.advance(written);
            break;
        }
        written -= first.len();
        frames.pop_front();
        ended += 1;
    }
    ended
}

/// A table's end of an outbox: when it is dropped, the client is sent what waits, and then disconnected.
pub struct Line(Arc<Outbox>);

impl Line {
    /// The table's end.
    pub fn new(outbox: Arc<Outbox>) -> Line {
        outbox.queue().lines += 1;
        Line(outbox)
    }
}

impl Deref for Line {
    type Target = Outbox;

    fn deref(&self) -> &Outbox {
        &self.0
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.queue().lines -= 1;
        self.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_protocol::refusal::{Refusal, RefusalCode};
    use tokio::io::AsyncReadExt as _;
    use tokio::net::{TcpListener, TcpStream};

    /// Both ends of a connection.
    async fn connected() -> (TcpStream, OwnedReadHalf, Outbox) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (reading, writing) = listener.accept().await.unwrap().0.into_split();
        (client, reading, Outbox::new(writing))
    }

    fn frame(letter: u8, length: usize) -> Bytes {
        vec![letter; length].into()
    }

    #[test]
    fn a_message_is_one_frame_whatever_its_length() {
        for length in [1_usize, 100, 125, 126, 200, 65_535, 65_536, 100_000] {
            let refusal = Refusal::new(RefusalCode::Internal, "x".repeat(length));
            let message = ServerMessage::Goodbye { refusal, retry_after: None };
            let frame = to_frame(&message);
            let mut cursor = std::io::Cursor::new(&frame);
            let (header, payload) = FrameHeader::parse(&mut cursor).unwrap().unwrap();
            assert!(header.is_final && header.mask.is_none() && header.opcode == OpCode::Data(Data::Text));
            let text = &frame[cursor.position() as usize..];
            assert_eq!(payload, text.len() as u64);
            assert_eq!(text, serde_json::to_vec(&message).unwrap());
        }
    }

    #[tokio::test]
    async fn frames_arrive_whole_and_in_order_though_the_connection_takes_them_in_parts() {
        let (mut client, reading, outbox) = connected().await;
        let sent: Vec<Bytes> = (0..40).map(|number| frame(number, 1 + usize::from(number) * 20_000)).collect();
        let expected = sent.concat();
        for one in sent {
            outbox.push(one).unwrap();
            outbox.flush();
        }
        assert!(!outbox.queue().frames.is_empty(), "more than a connection takes");
        let mut received = vec![0; expected.len()];
        let (drained, read) = tokio::join!(outbox.drain(&reading), client.read_exact(&mut received));
        drained.unwrap();
        read.unwrap();
        assert!(received == expected);
        assert!(outbox.queue().frames.capacity() <= ROOM_KEPT, "an idle outbox keeps no room");
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_has_a_limit() {
        let (_client, _reading, outbox) = connected().await;
        let mut pushed = 0;
        while outbox.push(frame(0, 1 << 20)).is_ok() {
            outbox.flush();
            pushed += 1;
            assert!(pushed < 1000, "a connection takes less than a gigabyte");
        }
        assert_eq!(outbox.queue().frames.len(), MAX_QUEUED_MESSAGES);
        outbox.end();
        assert!(outbox.push(frame(0, 1)).is_ok() && outbox.queue().frames.is_empty(), "nothing waits for nobody");
    }

    #[tokio::test]
    async fn what_waits_is_still_sent_after_the_table_has_hung_up() {
        let (mut client, reading, outbox) = connected().await;
        let outbox = Arc::new(outbox);
        let line = Line::new(outbox.clone());
        line.push(frame(7, 3)).unwrap();
        drop(line);
        outbox.woken().await;
        outbox.drain(&reading).await.unwrap();
        assert!(outbox.is_closed());
        outbox.end();
        drop(reading);
        let mut received = Vec::new();
        client.read_to_end(&mut received).await.unwrap();
        assert_eq!(received, [7, 7, 7]);
    }
}
