//! The bonus for most completed tickets (G07).

/// The settings of the globetrotter bonus.
#[derive(Clone, Debug)]
pub struct Globetrotter {
    /// The bonus.
    pub points: u8,
}
