//! The program as a server: killed in the midst of games, stopped kindly, started where it can't start.

#[cfg(unix)]
mod containers;
mod database;
#[cfg(target_os = "linux")]
mod failing_sync;
mod full_disk;
mod killed;
mod program;
#[cfg(unix)]
mod proxies;
mod python_bot;
#[cfg(unix)]
mod several;
mod starting;
