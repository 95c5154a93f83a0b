//! The operating system's figures about the server's process.

use std::io::{Error, ErrorKind};

/// Another process on this machine.
pub struct Process {
    id: u32,
}

/// The system counts processor time in these parts of a second.
const TICKS: f64 = 100.0;

impl Process {
    pub fn new(id: u32) -> Process {
        Process { id }
    }

    fn read(&self, file: &str) -> std::io::Result<String> {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.id))
    }

    /// Seconds of processor time so far, the system's work for it included.
    pub fn cpu(&self) -> std::io::Result<f64> {
        let stat = self.read("stat")?;
        let after_name = stat.rsplit(") ").next().unwrap_or_default();
        let fields: Vec<f64> = after_name.split(' ').filter_map(|field| field.parse().ok()).collect();
        // The state, a letter, is no number: user and system time are the 11th and 12th numbers.
        match fields[..] {
            [_, _, _, _, _, _, _, _, _, _, user, system, ..] => Ok((user + system) / TICKS),
            _ => Err(Error::new(ErrorKind::InvalidData, "the system gives no processor time")),
        }
    }

    /// Bytes in memory.
    pub fn memory(&self) -> std::io::Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        kibibytes
            .map(|size| size * 1024)
            .ok_or_else(|| Error::new(ErrorKind::InvalidData, "the system gives no memory size"))
    }
}
