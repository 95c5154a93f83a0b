//! Shapes of characters. A server, where strangers meet, knows those of all of Unicode (the feature `lookalikes`); a table in
//! a browser, where one person names everybody, uses rules of thumb instead of tables as large as the engine.

#[cfg(feature = "lookalikes")]
mod known {
    use unicode_normalization::UnicodeNormalization as _;
    use unicode_properties::emoji::UnicodeEmoji as _;
    use unicode_security::confusable_detection::skeleton;

    pub(crate) use unicode_normalization::char::is_combining_mark;

    /// The text in its compatibility form.
    pub(crate) fn plain(text: &str) -> String {
        text.nfkc().collect()
    }

    /// The shape of a text: equal for texts that look alike, and empty for invisible characters.
    pub(crate) fn shape(text: &str) -> String {
        skeleton(text).collect()
    }

    /// An emoji, or a part of one.
    pub(crate) fn is_emoji(letter: char) -> bool {
        letter.is_emoji_char()
    }
}

#[cfg(not(feature = "lookalikes"))]
mod known {
    /// Whether it stands on the letter before it.
    pub(crate) fn is_combining_mark(letter: char) -> bool {
        matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
    }

    /// The text as it is.
    pub(crate) fn plain(text: &str) -> String {
        text.into()
    }

    /// The text without invisible characters.
    pub(crate) fn shape(text: &str) -> String {
        text.chars().filter(|letter| !is_unseen(*letter)).collect()
    }

    fn is_unseen(letter: char) -> bool {
        matches!(letter, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}')
    }

    /// A sign that is neither letter nor digit, from where emoji are.
    pub(crate) fn is_emoji(letter: char) -> bool {
        matches!(letter, '\u{203c}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}')
    }
}

pub(crate) use known::{is_combining_mark, is_emoji, plain, shape};
