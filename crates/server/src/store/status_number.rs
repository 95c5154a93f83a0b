//! The number of a table's status in every database; it never changes.

use capolinea_protocol::table::Status;

pub(super) fn status_number(status: Status) -> u8 {
    match status {
        Status::Waiting => 0,
        Status::Playing => 1,
        Status::Finished => 2,
        Status::Abandoned => 3,
    }
}

/// The status with a number; none for an unknown number.
pub(super) fn status_from_number(number: u8) -> Option<Status> {
    match number {
        0 => Some(Status::Waiting),
        1 => Some(Status::Playing),
        2 => Some(Status::Finished),
        3 => Some(Status::Abandoned),
        _ => None,
    }
}
