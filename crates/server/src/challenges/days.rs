//! Days by UTC, and the secrets that are derived from a day and the site's secret.

use capolinea_engine::record::seal;
use capolinea_table::TableId;
use sha2::{Digest, Sha256};

/// A day, in milliseconds.
pub(super) const DAY: u64 = 24 * 60 * 60 * 1000;

/// A day by UTC, as its number since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day(pub(super) u64);

impl Day {
    /// The day at a time in milliseconds since 1970.
    pub(super) fn at(unix_ms: u64) -> Day {
        Day(unix_ms / DAY)
    }

    /// When it ends, in milliseconds since 1970.
    pub(super) fn end(self) -> u64 {
        (self.0 + 1) * DAY
    }

    pub(super) fn next(self) -> Day {
        Day(self.0 + 1)
    }

    /// The day as text, as in `2026-11-18`.
    pub(super) fn text(self) -> String {
        // Years that begin with March, so that the leap day is the last of its year; 400 of them have 146,097 days.
        let days = self.0 + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        format!("{:04}-{month:02}-{day_of_month:02}", era * 400 + year + next)
    }
}

/// The secret of one day. It reveals nothing about other days.
pub(super) struct DaySecret([u8; 32]);

impl DaySecret {
    pub(super) fn new(secret: &[u8; 32], day: Day) -> DaySecret {
        let hash = Sha256::new_with_prefix("capolinea secret of a day").chain_update(secret).chain_update(day.text());
        DaySecret(hash.finalize().into())
    }

    /// Its SHA-256, which is shown the day before.
    pub(super) fn seal(&self) -> String {
        seal(&self.0)
    }

    /// The secret itself, for when the day is over.
    pub(super) fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The seed of a map's deal. It reveals nothing about other maps.
    pub(super) fn seed(&self, map: &str) -> String {
        hex::encode(self.hash("capolinea deal of the day", map))
    }

    /// The id of the challenge: the same at every server.
    pub(super) fn id(&self, map: &str) -> TableId {
        let hash = self.hash("capolinea id of a deal", map);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        TableId::from_random(bytes)
    }

    fn hash(&self, purpose: &str, map: &str) -> [u8; 32] {
        Sha256::new_with_prefix(purpose).chain_update(self.0).chain_update(map).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_calendars_have_them() {
        for (number, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (790, "1972-03-01"),
            (11_016, "2000-02-29"),
            (20_775, "2026-11-18"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(Day(number).text(), text);
        }
        assert_eq!((Day::at(DAY * 5 - 1), Day::at(DAY * 5)), (Day(4), Day(5)));
        assert_eq!(Day(4).end(), DAY * 5);
    }

    #[test]
    fn every_day_and_map_has_a_deal_of_its_own_and_always_the_same() {
        let secret = |day| DaySecret::new(&[7; 32], Day(day));
        assert_eq!(secret(1).seed("usa"), secret(1).seed("usa"));
        let all = [secret(1).seed("usa"), secret(2).seed("usa"), secret(1).seed("europe"), secret(1).reveal()];
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one));
        }
        assert_ne!(secret(1).id("usa"), secret(1).id("europe"));
        assert_eq!(secret(1).seal(), hex::encode(Sha256::digest(hex::decode(secret(1).reveal()).unwrap())));
    }
}
