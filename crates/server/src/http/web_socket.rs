//! A WebSocket over a connection of its own: `tungstenite` reads it, and messages leave through an [`Outbox`], so that no buffer keeps the size
//! of its largest message.

use crate::limits::MAX_MESSAGE_BYTES;
use crate::outbox::Outbox;
use crate::stream::TimedStream;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::io::{Error as IoError, ErrorKind, Read, Result as IoResult, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::timeout;
pub use tungstenite::Message;
use tungstenite::error::Error;
use tungstenite::handshake::server::create_response_with_body;
use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};

/// Room to read into: more than most messages of a client take.
const READ_BUFFER: usize = 512;

/// A ping without content, as a frame.
const PING: Bytes = Bytes::from_static(&[0x89, 0]);

/// Agrees to a request for a WebSocket: the answer, and the connection that follows it.
///
/// # Errors
/// It is no such request.
pub fn agree(mut request: Request) -> Result<(Response, OnUpgrade), Error> {
    let response = create_response_with_body(&request, Body::empty)?;
    Ok((response.into_response(), hyper::upgrade::on(&mut request)))
}

/// An open WebSocket.
pub struct WebSocket {
    reading: OwnedReadHalf,
    context: WebSocketContext,
    out: Arc<Outbox>,
}

impl Drop for WebSocket {
    fn drop(&mut self) {
        self.out.end();
    }
}

impl WebSocket {
    /// The connection after the answer to the request.
    ///
    /// # Errors
    /// The client has gone.
    pub async fn open(upgrade: OnUpgrade) -> Result<WebSocket, hyper::Error> {
        let upgraded = upgrade.await?;
        let parts = upgraded.downcast::<TokioIo<TimedStream>>().expect("every connection of the server is one");
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES))
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0);
        // A copy: what is left of the request's buffer would keep all of its memory, eight kibibytes and more.
        let context = WebSocketContext::from_partially_read(parts.read_buf.to_vec(), Role::Server, Some(config));
        let (reading, writing) = parts.io.into_inner().into_inner().into_split();
        Ok(WebSocket { reading, context, out: Arc::new(Outbox::new(writing)) })
    }

    /// The way out to the client.
    pub fn out(&self) -> &Arc<Outbox> {
        &self.out
    }

    /// The next message. Stopping to wait for it loses nothing.
    ///
    /// # Errors
    /// The client has gone, or has sent something that is not allowed.
    pub async fn next(&mut self) -> Result<Message, Error> {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        let mut wire = Wire { reading: &mut self.reading, out: &self.out, context: Some(context) };
        match self.context.read(&mut wire) {
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => Poll::Pending,
            read => Poll::Ready(read),
        }
    }

    /// Sends what waits; returns whether the client took it in time.
    pub async fn drain(&self, io_timeout: Duration) -> bool {
        matches!(timeout(io_timeout, self.out.drain(&self.reading)).await, Ok(Ok(())))
    }

    /// Asks for a sign of life; returns whether the client took that in time.
    pub async fn ping(&self, io_timeout: Duration) -> bool {
        self.out.push(PING).is_ok() && self.drain(io_timeout).await
    }

    /// Sends what waits and closes the connection, if the client takes that in time.
    pub async fn close(mut self, io_timeout: Duration) {
        // A client that has gone already needs no farewell.
        drop(self.context.close(&mut Wire { reading: &mut self.reading, out: &self.out, context: None }, None));
        self.drain(io_timeout).await;
    }
}

/// The connection as `tungstenite` uses it: its own frames (pongs, the end) take their turn among the others.
struct Wire<'a, 'b> {
    reading: &'a mut OwnedReadHalf,
    out: &'a Outbox,
    /// The task that is woken when there is more to read.
    context: Option<&'a mut Context<'b>>,
}

impl Read for Wire<'_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> IoResult<usize> {
        let mut buffer = ReadBuf::new(bytes);
        let context = self.context.as_mut().ok_or(ErrorKind::WouldBlock)?;
        match Pin::new(&mut *self.reading).poll_read(context, &mut buffer) {
            Poll::Ready(read) => read.map(|()| buffer.filled().len()),
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl Write for Wire<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        let pushed = self.out.push(Bytes::copy_from_slice(bytes));
        pushed.map(|()| bytes.len()).map_err(|_| IoError::from(ErrorKind::WouldBlock))
    }

    fn flush(&mut self) -> IoResult<()> {
        self.out.flush();
        Ok(())
    }
}
