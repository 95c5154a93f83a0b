//! The table's alarms: when it must be called, what is due then, and when it sleeps.

use super::{Table, Task};
use crate::Effect;
use crate::limits::{CLOCK_TOLERANCE, READ_AGAIN_AFTER};
use crate::replies::Reply;
use crate::stored::TableStatus;
use crate::writing::{Parts, Then};
use std::time::Duration;

impl Table {
    /// When the table must be called even if nothing else happens: then the shell sends [`Input::Alarm`].
    pub fn next_alarm(&self) -> Option<Duration> {
        if self.waiting.is_some() {
            return None;
        }
        let deadline = self.status.deadline.filter(|_| self.is_playing()).map(|at| self.now.until_unix(at));
        let rest = if self.is_needed() {
            self.game.as_ref().filter(|_| !self.bots.is_thinking()).map(|_| self.touched + self.config().doze_after)
        } else {
            Some(self.sleeps_at())
        };
        let shuffle = self.round.as_ref().map(|round| round.deadline);
        let next = [deadline, rest, self.announce_at, shuffle, self.bots.next_alarm()].into_iter().flatten().min();
        next.map(|at| at.max(self.rings_from))
    }

    /// Queues everything that is due. Each task checks again, because the one before may have changed that.
    pub(super) fn ring(&mut self) {
        if self.announce_at.is_some_and(|at| at <= self.now.uptime) {
            self.announce();
        }
        let due = |at: Option<Duration>, task: Task| at.filter(|&at| at <= self.now.uptime).map(|_| task);
        let alarms = [
            due(self.round.as_ref().map(|round| round.deadline), Task::ShuffleAlarm),
            self.is_time_up().then_some(Task::DeadlineAlarm),
            due(self.bots.next_alarm(), Task::BotAlarm),
            Some(Task::Rest),
        ];
        self.tasks.extend(alarms.into_iter().flatten());
    }

    /// Whether the turn limit has passed.
    pub(crate) fn is_time_up(&self) -> bool {
        self.is_playing() && self.status.deadline.is_some_and(|at| at <= self.now.unix_ms)
    }

    pub(super) fn rest(&mut self) {
        if !self.is_needed() {
            // Requests that arrive at this moment are answered first.
            if self.sleeps_at() <= self.now.uptime && self.tasks.is_empty() {
                self.sleep();
            }
        } else if !self.bots.is_thinking() && self.touched + self.config().doze_after <= self.now.uptime {
            // It is read from the store again when something happens.
            self.game = None;
            self.touched = self.now.uptime;
        }
    }

    /// The last thing that a table does.
    pub(super) fn sleep(&mut self) {
        self.is_asleep = true;
        self.emit(Effect::Sleep { wakes_at: self.wakes_at() });
    }

    /// When a table that nobody needs sleeps: not while a person who has just left still counts as present.
    fn sleeps_at(&self) -> Duration {
        let rested = self.touched + self.config().sleep_after;
        self.next_away().map_or(rested, |away| rested.max(away))
    }

    /// Whether somebody is connected, or a bot is about to move.
    fn is_needed(&self) -> bool {
        !self.connections.is_empty() || self.bots.is_thinking()
    }

    /// When the table must be woken even if nobody connects. Bots among themselves sleep until somebody looks.
    fn wakes_at(&self) -> Option<u64> {
        self.status.wakes_at.filter(|_| self.seating.has_people())
    }

    /// The store could not be read: what is due is tried again, but not at once and not forever.
    pub(crate) fn put_off_alarms(&mut self) {
        self.rings_from = self.now.uptime + READ_AGAIN_AFTER;
    }

    /// A clock that was set back gives nobody more time than was agreed. Returns whether anything was done.
    pub(crate) fn keep_to_limit(&mut self) -> bool {
        let (Some(deadline), Some(limit)) = (self.status.deadline, self.seating.settings.turn_limit) else {
            return false;
        };
        let latest = self.now.unix_ms + u64::from(limit) * 1000;
        // Servers that share a store agree about the time, but not to the millisecond.
        if deadline <= latest + CLOCK_TOLERANCE.as_millis() as u64 {
            return false;
        }
        let wakes_at = self.status.wakes_at.map(|at| at.min(latest));
        let status = TableStatus { deadline: Some(latest), wakes_at, ..self.status };
        // This is saved; otherwise a table that sleeps meanwhile would start counting again whenever it wakes.
        self.write(Parts::default(), status, Then::KeepToLimit, Reply::KeepToLimit(status));
        true
    }
}
