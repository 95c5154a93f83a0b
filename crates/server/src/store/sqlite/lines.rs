//! Steps as text: a line each, its fields separated by tabs. JSON has neither tabs nor ends of lines in it.

use crate::store::status_number::{status_from_number, status_number};
use crate::store::{StoredStep, TableStatus};
use capolinea_engine::SeatSet;
use capolinea_protocol::json;
use std::str::{FromStr, Split};

/// The text is not what this module writes.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the stored steps are damaged")]
pub(super) struct Damaged;

/// Checks that a step can be part of a line.
///
/// # Errors
/// Its events are not JSON in one line.
pub(super) fn check_step(step: &StoredStep) -> Result<(), Damaged> {
    let is_line = !step.events.bytes().any(|byte| matches!(byte, b'\t' | b'\n'));
    if is_line { Ok(()) } else { Err(Damaged) }
}

/// Adds a step that was checked.
///
/// # Errors
/// What was done can't be written.
pub(super) fn add_step(text: &mut String, step: &StoredStep) -> Result<(), Damaged> {
    add_numbers(text, [Some(step.revision), Some(step.at), step.id]);
    let mut done = Vec::new();
    json::write(&mut done, &step.done).map_err(|_| Damaged)?;
    text.push_str(std::str::from_utf8(&done).map_err(|_| Damaged)?);
    text.push('\t');
    text.push_str(&step.events);
    text.push('\n');
    Ok(())
}

/// The steps in a text.
pub(super) fn parse_steps(text: &str) -> Result<Vec<StoredStep>, Damaged> {
    text.lines().map(|line| parse_step(&mut line.split('\t'))).collect()
}

fn parse_step(fields: &mut Split<'_, char>) -> Result<StoredStep, Damaged> {
    let (revision, at, id) = (number(fields)?, number(fields)?, optional_number(fields)?);
    let done = serde_json::from_str(fields.next().ok_or(Damaged)?).map_err(|_| Damaged)?;
    let events = fields.next().ok_or(Damaged)?.into();
    if fields.next().is_some() { Err(Damaged) } else { Ok(StoredStep { revision, at, id, done, events }) }
}

/// Adds the beginning of a line of the journal: a table's key, and its status but for the revision, which its step has.
pub(super) fn add_status(text: &mut String, key: i64, status: &TableStatus) {
    let kind = u64::from(status_number(status.status));
    let (waiting, winners) = (u64::from(status.waiting.0), u64::from(status.winners.0));
    let fields = [Some(kind), Some(waiting), status.deadline, status.wakes_at, Some(status.updated), Some(winners)];
    text.push_str(itoa::Buffer::new().format(key));
    text.push('\t');
    add_numbers(text, fields);
}

/// A line of the journal: a table's key and its status, and the line of its step.
pub(super) fn parse_move(line: &str) -> Result<(i64, TableStatus, &str), Damaged> {
    const BEFORE_STEP: usize = 7;
    let mut fields = line.splitn(BEFORE_STEP + 1, '\t');
    let mut next = || fields.next().ok_or(Damaged);
    let key = parse(next()?)?;
    let status = status_from_number(parse(next()?)?).ok_or(Damaged)?;
    let waiting = SeatSet(parse(next()?)?);
    let (deadline, wakes_at) = (parse_optional(next()?)?, parse_optional(next()?)?);
    let (updated, winners) = (parse(next()?)?, SeatSet(parse(next()?)?));
    let step = next()?;
    let revision = number(&mut step.split('\t'))?;
    Ok((key, TableStatus { revision, status, waiting, winners, deadline, wakes_at, updated }, step))
}

fn add_numbers<const COUNT: usize>(text: &mut String, numbers: [Option<u64>; COUNT]) {
    for number in numbers {
        if let Some(number) = number {
            text.push_str(itoa::Buffer::new().format(number));
        }
        text.push('\t');
    }
}

fn number(fields: &mut Split<'_, char>) -> Result<u64, Damaged> {
    parse(fields.next().ok_or(Damaged)?)
}

fn optional_number(fields: &mut Split<'_, char>) -> Result<Option<u64>, Damaged> {
    parse_optional(fields.next().ok_or(Damaged)?)
}

fn parse_optional(field: &str) -> Result<Option<u64>, Damaged> {
    if field.is_empty() { Ok(None) } else { parse(field).map(Some) }
}

fn parse<T: FromStr>(field: &str) -> Result<T, Damaged> {
    field.parse().map_err(|_| Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::{Action, Seat};
    use capolinea_protocol::table::Status;
    use capolinea_table::stored::Done;

    fn step(revision: u64, id: Option<u64>) -> StoredStep {
        let done = Done::Action { seat: Seat(1), action: Action::DrawOpen { slot: 3 } };
        StoredStep { revision, at: 1000 + revision, id, done, events: r#"[{"a\tb":"Zürich\n"}]"#.into() }
    }

    #[test]
    fn steps_are_read_as_they_were_written() {
        let steps = [step(1, None), step(2, Some((1 << 53) - 1))];
        let mut text = String::new();
        steps.iter().for_each(|step| add_step(&mut text, step).unwrap());
        assert_eq!(parse_steps(&text).unwrap(), steps);
        assert!(parse_steps("").unwrap().is_empty());
        for wrong in ["1\t2\t3", "1\t2\t3\t{}\t[]", "x\t2\t\tnull\t[]", &format!("{}\tmore\n", text.trim_end())] {
            assert!(parse_steps(wrong).is_err(), "{wrong}");
        }
        let two_lines = StoredStep { events: "[\n]".into(), ..step(1, None) };
        assert!(check_step(&two_lines).is_err() && check_step(&steps[0]).is_ok());
    }

    #[test]
    fn a_move_is_read_as_it_was_written() {
        let (waiting, winners) = (SeatSet(3), SeatSet(2));
        let status = TableStatus {
            revision: 7,
            status: Status::Finished,
            waiting,
            winners,
            deadline: None,
            wakes_at: Some(5),
            updated: 9,
        };
        let (mut line, mut text) = (String::new(), String::new());
        add_step(&mut line, &step(7, None)).unwrap();
        add_status(&mut text, 12, &status);
        text.push_str(&line);
        let (key, found, step) = parse_move(text.trim_end()).unwrap();
        assert_eq!((key, found, step), (12, status, line.trim_end()));
        assert!(parse_move("12\t1\t2").is_err());
    }
}
