//! Metrics for the host, in the text format of Prometheus. The packages for it keep a registry of named metrics behind locks;
//! here a few atomic counters are fields, and the format is one line each.

use capolinea_protocol::refusal::RefusalCode;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// All figures.
#[derive(Default)]
pub struct Metrics {
    /// Tables awake.
    pub tables: AtomicI64,
    /// Sockets open.
    pub sockets: AtomicI64,
    /// Actions accepted, people's and bots'.
    pub actions: AtomicU64,
    /// Actions taken back.
    pub undone: AtomicU64,
    /// Messages received.
    pub messages: AtomicU64,
    /// Games finished.
    pub finished: AtomicU64,
    /// Units of work done for clients.
    pub work: AtomicU64,
    /// Times a client waited because it had asked for too much.
    pub work_delayed: AtomicU64,
    /// Times the store could not do what it was asked.
    pub store_failures: AtomicU64,
    refusals: Mutex<BTreeMap<String, u64>>,
    latency: Histogram,
}

/// The upper ends of the classes of latency, in microseconds.
const CLASSES: [u64; 12] = [250, 500, 1000, 2000, 3000, 5000, 7500, 10_000, 25_000, 50_000, 100_000, 1_000_000];

#[derive(Default)]
struct Histogram {
    counts: [AtomicU64; CLASSES.len()],
    count: AtomicU64,
    sum: AtomicU64,
}

/// Adds one to a counter.
pub fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// Counts a refusal.
    pub fn refused(&self, code: RefusalCode) {
        // The code that clients get, in quotes, as a label.
        let reason = serde_json::to_string(&code).expect("a code is a plain word");
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry(reason).or_default() += 1;
    }

    /// Notes how long an action took from its arrival until it was saved and sent on.
    pub fn took(&self, time: Duration) {
        let micros = time.as_micros() as u64;
        if let Some(class) = CLASSES.iter().position(|&end| micros <= end) {
            count(&self.latency.counts[class]);
        }
        count(&self.latency.count);
        self.latency.sum.fetch_add(micros, Ordering::Relaxed);
    }

    /// Everything, as Prometheus reads it, with the figures that others count.
    pub fn text(&self, body_bytes: usize, waking: usize) -> String {
        let mut text = String::new();
        let mut say = |line: std::fmt::Arguments<'_>| {
            writeln!(text, "{line}").expect("writing to a string can't fail");
        };
        for (name, kind, help, value) in [
            ("tables_awake", "gauge", "Tables awake.", self.tables.load(Ordering::Relaxed)),
            ("tables_waking", "gauge", "Tables being woken, or in line for it.", waking as i64),
            ("sockets_open", "gauge", "Sockets open.", self.sockets.load(Ordering::Relaxed)),
            ("actions_total", "counter", "Actions accepted.", self.actions.load(Ordering::Relaxed) as i64),
            ("undone_total", "counter", "Actions taken back.", self.undone.load(Ordering::Relaxed) as i64),
            ("messages_total", "counter", "Messages received.", self.messages.load(Ordering::Relaxed) as i64),
            ("games_finished_total", "counter", "Games finished.", self.finished.load(Ordering::Relaxed) as i64),
            ("body_bytes", "gauge", "Bytes of requests on their way.", body_bytes as i64),
            ("work_total", "counter", "Units of work done for clients.", self.work.load(Ordering::Relaxed) as i64),
            (
                "work_delayed_total",
                "counter",
                "Times a client waited because it had asked for too much.",
                self.work_delayed.load(Ordering::Relaxed) as i64,
            ),
            (
                "store_failures_total",
                "counter",
                "Times the store failed.",
                self.store_failures.load(Ordering::Relaxed) as i64,
            ),
        ] {
            say(format_args!("# HELP capolinea_{name} {help}"));
            say(format_args!("# TYPE capolinea_{name} {kind}"));
            say(format_args!("capolinea_{name} {value}"));
        }
        say(format_args!("# HELP capolinea_refusals_total Requests refused, by reason."));
        say(format_args!("# TYPE capolinea_refusals_total counter"));
        for (reason, refused) in self.refusals.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            say(format_args!("capolinea_refusals_total{{reason={reason}}} {refused}"));
        }
        say(format_args!("# HELP capolinea_action_seconds From an action's arrival until it is saved and sent on."));
        say(format_args!("# TYPE capolinea_action_seconds histogram"));
        let mut so_far = 0;
        for (class, end) in self.latency.counts.iter().zip(CLASSES) {
            so_far += class.load(Ordering::Relaxed);
            say(format_args!("capolinea_action_seconds_bucket{{le=\"{}\"}} {so_far}", end as f64 / 1e6));
        }
        let all = self.latency.count.load(Ordering::Relaxed);
        say(format_args!("capolinea_action_seconds_bucket{{le=\"+Inf\"}} {all}"));
        say(format_args!("capolinea_action_seconds_sum {}", self.latency.sum.load(Ordering::Relaxed) as f64 / 1e6));
        say(format_args!("capolinea_action_seconds_count {all}"));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_by_the_word_that_clients_are_told() {
        let metrics = Metrics::default();
        metrics.refused(RefusalCode::TooMany);
        metrics.refused(RefusalCode::TooMany);
        let text = metrics.text(5, 0);
        assert!(text.contains("\ncapolinea_refusals_total{reason=\"too_many\"} 2\n"), "{text}");
        assert!(text.contains("\ncapolinea_body_bytes 5\n"), "{text}");
    }
}
