//! A connection that can be broken on purpose: it stands between a server and its database.

use socket2::SockRef;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a connection can be idle before it is noticed that it was reset.
const LOOK_UP_EVERY: Duration = Duration::from_millis(50);

/// A proxy that forwards bytes until it is told to break connections.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    is_stalled: AtomicBool,
    is_closed: AtomicBool,
    /// This many answers are still to be lost, each with its connection.
    lose_answers: AtomicU32,
    /// This many requests are still to be lost, each with its connection.
    lose_requests: AtomicU32,
    /// How often all connections were reset.
    resets: AtomicU64,
    open: Mutex<Vec<TcpStream>>,
}

impl State {
    fn open(&self) -> MutexGuard<'_, Vec<TcpStream>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Proxy {
    /// Passes on to a port of this machine.
    ///
    /// # Errors
    /// There is no free port.
    pub fn start(target: u16) -> std::io::Result<Proxy> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State::default());
        let shared = state.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                if shared.is_closed.load(Ordering::SeqCst) {
                    // A client that connects now is cut at once.
                    continue;
                }
                if let (Ok(client), Ok(server)) = (client, TcpStream::connect(("127.0.0.1", target))) {
                    pass_on(&shared, client, server);
                }
            }
        });
        Ok(Proxy { port, state })
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Cuts every connection that is open now.
    pub fn cut(&self) {
        for stream in self.state.open().drain(..) {
            // It may be closed already.
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    /// Resets every connection that is open now: both sides get an error instead of an end.
    pub fn reset(&self) {
        self.state.open().clear();
        self.state.resets.fetch_add(1, Ordering::SeqCst);
    }

    /// Silently holds back everything in both directions, or forwards it again.
    pub fn stall(&self, is_stalled: bool) {
        self.state.is_stalled.store(is_stalled, Ordering::SeqCst);
    }

    /// Cuts all connections and accepts no new ones, or accepts them again.
    pub fn close(&self, is_closed: bool) {
        self.state.is_closed.store(is_closed, Ordering::SeqCst);
        if is_closed {
            self.cut();
        }
    }

    /// Forwards the next requests, but cuts their connections instead of forwarding the answers.
    pub fn lose_answers(&self, count: u32) {
        self.state.lose_answers.store(count, Ordering::SeqCst);
    }

    /// Cuts the connections of the next requests instead of forwarding them.
    pub fn lose_requests(&self, count: u32) {
        self.state.lose_requests.store(count, Ordering::SeqCst);
    }
}

fn pass_on(state: &Arc<State>, client: TcpStream, server: TcpStream) {
    let clone = |stream: &TcpStream| stream.try_clone();
    let (Ok(client_in), Ok(server_in)) = (clone(&client), clone(&server)) else { return };
    let kept = [clone(&client), clone(&server)];
    state.open().extend(kept.into_iter().flatten());
    // Small messages go at once, as in a connection without a proxy.
    drop((client.set_nodelay(true), server.set_nodelay(true)));
    copy(state.clone(), client_in, server, |state| &state.lose_requests);
    copy(state.clone(), server_in, client, |state| &state.lose_answers);
}

fn copy(state: Arc<State>, mut from: TcpStream, mut to: TcpStream, losses: fn(&State) -> &AtomicU32) {
    let resets = state.resets.load(Ordering::SeqCst);
    thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        // Checks now and then whether it should stop.
        drop(from.set_read_timeout(Some(LOOK_UP_EVERY)));
        loop {
            let is_reset = || state.resets.load(Ordering::SeqCst) != resets;
            let length = match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => 0,
                Err(_) => break,
            };
            while state.is_stalled.load(Ordering::SeqCst) && !is_reset() {
                thread::sleep(Duration::from_millis(5));
            }
            if is_reset() {
                // A connection that is closed without lingering is reset, once the other thread has let go of it too.
                let at_once = Some(Duration::ZERO);
                drop((SockRef::from(&from).set_linger(at_once), SockRef::from(&to).set_linger(at_once)));
                return;
            }
            if length == 0 {
                continue;
            }
            let lost = losses(&state).fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| count.checked_sub(1));
            if lost.is_ok() || to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        // One side is gone: so is the other.
        drop((from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both)));
    });
}
