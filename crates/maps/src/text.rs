//! How much room a name takes. Fonts differ, so these are estimates for a bold condensed face.

use crate::board::Anchor;

/// The height of capital letters, for letters of size 1.
pub(crate) const HEIGHT: f64 = 0.72;

/// The width of a line of text, for letters of size 1.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(letter_width).sum()
}

fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | '-' | '\'' | '’' | '|' | ' ' | 'í' | 'ì' => 0.28,
        'm' | 'w' | 'M' | 'W' => 0.78,
        // Letters of other scripts are about as wide as high.
        '\u{1100}'.. => 1.0,
        capital if capital.is_uppercase() => 0.55,
        _ => 0.47,
    }
}

/// Where the middle of a line is, seen from its point: in widths of the line.
pub(crate) fn middle_of(anchor: Anchor) -> f64 {
    match anchor {
        Anchor::Start => 0.5,
        Anchor::Middle => 0.0,
        Anchor::End => -0.5,
    }
}
