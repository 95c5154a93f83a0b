//! Ctrl-C, and the signal that a system sends to stop a program.

use crate::console::Console;
use crate::output;
use anyhow::Context as _;
use indicatif::ProgressBar;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const EXIT_CODE: u8 = 130;

/// Whether a person wants a command to stop.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    is_set: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on. The first Ctrl-C calls `on_first` and leaves the rest to the command; the second ends the program at
    /// once.
    pub(crate) fn listen(on_first: impl Fn() + Send + 'static) -> anyhow::Result<Interrupt> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().context("can't start threads")?;
        let mut signals = runtime.block_on(async { StopSignals::listen() })?;
        let interrupt = Interrupt::default();
        let is_set = interrupt.is_set.clone();
        let wait = move || {
            runtime.block_on(signals.wait());
            is_set.store(true, Ordering::Relaxed);
            on_first();
            runtime.block_on(signals.wait());
            end_at_once();
        };
        std::thread::Builder::new().spawn(wait).context("can't start threads")?;
        Ok(interrupt)
    }

    /// Listens for a command that plays games: the first Ctrl-C lets those that have begun end, and says so.
    pub(crate) fn listen_during_games(console: Console, bar: ProgressBar) -> anyhow::Result<Interrupt> {
        Interrupt::listen(move || {
            let text = "interrupted: ending the games that have begun (Ctrl-C again stops at once)";
            if bar.is_hidden() { console.note(text) } else { bar.println(text) }
        })
    }

    /// Whether the command is to stop.
    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}

/// Whether a thread is ending the program.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Ends the program, and leaves neither files nor processes behind.
pub(crate) fn end_at_once() -> ! {
    IS_ENDING.store(true, Ordering::SeqCst);
    output::remove_unfinished_files();
    capolinea_bot_engine::kill_all();
    std::process::exit(EXIT_CODE.into())
}

/// Never returns if another thread is ending the program. Any error that a command returns then, such as the crash of an engine that was
/// killed, only follows from that.
pub(crate) fn wait_if_ending() {
    while IS_ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ctrl-C, or the signal that a system sends to stop a service.
#[cfg(unix)]
pub(crate) struct StopSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    /// Listens from now on.
    pub(crate) fn listen() -> anyhow::Result<StopSignals> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt()).context("can't listen for Ctrl-C")?;
        let terminate = signal(SignalKind::terminate()).context("can't listen for SIGTERM")?;
        Ok(StopSignals { interrupt, terminate })
    }

    /// Waits for the next one.
    pub(crate) async fn wait(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(windows)]
pub(crate) struct StopSignals {
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(windows)]
impl StopSignals {
    /// Listens from now on.
    pub(crate) fn listen() -> anyhow::Result<StopSignals> {
        Ok(StopSignals { interrupt: tokio::signal::windows::ctrl_c().context("can't listen for Ctrl-C")? })
    }

    /// Waits for the next one.
    pub(crate) async fn wait(&mut self) {
        // None comes only if the system sends no more.
        let _ended = self.interrupt.recv().await;
    }
}
