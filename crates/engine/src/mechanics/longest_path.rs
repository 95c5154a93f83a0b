//! The bonus for the longest continuous path (U01, E09).

/// The settings of the longest-path bonus.
#[derive(Clone, Debug)]
pub struct LongestPath {
    /// The bonus.
    pub points: u8,
}
