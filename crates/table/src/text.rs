//! Texts that people write, names and chat, without invisible characters and changes of the writing direction.

use crate::limits::{CHAT_LENGTH, MAX_MARKS, NAME_LENGTH};
use crate::shapes::{is_combining_mark, is_emoji, plain, shape};

const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';

/// A name that can be shown anywhere: it has a letter, digit or emoji, and nothing invisible.
pub fn name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_seen = |letter: char| letter.is_alphanumeric() || is_picture(letter);
    let is_good = name.chars().count() <= NAME_LENGTH && name.chars().any(is_seen) && seen(&name) == name;
    is_good.then_some(name)
}

/// How a name looks: case, width, and letters of other scripts with the same shape don't matter. Two names look alike if
/// they have any of these in common.
///
/// Case and shape don't commute: a capital I has the shape of a lowercase l, but a lowercase i has not. So both orders count, and the
/// shape of one name as it is written may be the other name in another case.
pub fn looks(name: &str) -> [String; 2] {
    let plain = plain(name);
    let small = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
    [shape(&small(&plain)), shape(&small(&shape(&plain)))]
}

/// A line of chat, without invisible characters.
pub fn chat_line(text: &str) -> Option<String> {
    if text.chars().count() > CHAT_LENGTH {
        return None;
    }
    let spaced: String = text.chars().map(|letter| if is_break(letter) { ' ' } else { letter }).collect();
    let line = seen(&spaced);
    let line = line.trim();
    (!line.is_empty()).then(|| line.into())
}

fn is_break(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// An emoji; digits and signs that can be a part of one are not.
fn is_picture(letter: char) -> bool {
    !letter.is_ascii() && is_emoji(letter)
}

/// Without invisible characters, except those that join an emoji or separate letters in a script that needs them.
fn seen(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_seen = |&(index, &letter): &(usize, &char)| {
        let before = index.checked_sub(1).map(|index| letters[index]);
        let after = letters.get(index + 1).copied();
        let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
        match letter {
            // More of them would overlap the lines above and below.
            _ if is_combining_mark(letter)
                && letters[..index].iter().rev().take_while(|mark| is_combining_mark(**mark)).count() >= MAX_MARKS =>
            {
                false
            }
            JOINER | NON_JOINER if both(|letter| letter.is_alphabetic() && !letter.is_ascii()) => true,
            JOINER => both(|letter| is_picture(letter) || is_selector(letter)),
            _ if is_selector(letter) => before.is_some_and(is_picture) || after == Some('\u{20e3}'),
            // A character without a shape has none.
            _ => !is_break(letter) && letter != '\u{2800}' && !shape(letter.encode_utf8(&mut [0; 4])).is_empty(),
        }
    };
    letters.iter().enumerate().filter(is_seen).map(|(_, letter)| letter).collect()
}

/// Chooses between the text and the picture form of an emoji.
fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe0e}' | '\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_seen() {
        for good in ["Anna", "李", "7", "👨‍👩‍👧‍👦", "❤️‍🔥 Bo", "🏳️‍🌈", "1️⃣", "علی‌رضا", "Zoë", "<b>", "👍🏽", "🇮🇹"]
        {
            assert_eq!(name(good).as_deref(), Some(good), "{good:?}");
        }
        for bad in [
            "",
            " ",
            "...",
            "\u{202e}evil",
            "a\u{0}b",
            "x\u{200b}",
            "\u{feff}",
            "\u{3164}",
            "a\u{200d}b",
            "1\u{200d}2",
            "a\u{fe0f}",
            "\u{2800}",
            "\u{115f}",
            "\u{200d}👨",
            "👨\u{200d}",
            "a\u{2066}b",
            "\u{ad}x",
            "\u{e0041}x",
            "e\u{301}\u{302}\u{303}\u{304}\u{305}",
            "1234567890123456789012345",
        ] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
        assert_eq!(name("  Anna \u{2003} Maria\n").as_deref(), Some("Anna Maria"));
    }

    #[test]
    fn names_that_look_alike_are_alike() {
        for (one, other) in [("Anna", "ANNA"), ("Anna", "Аnna"), ("Ａnna", "anna"), ("Bo1", "bol"), ("ﬁ", "fi")] {
            assert!(are_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Anna", "Anne"), ("👨", "👩"), ("Ali", "All"), ("Mia", "Mla"), ("Nan", "Van")] {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    fn are_alike(one: &str, other: &str) -> bool {
        looks(one).iter().any(|look| looks(other).contains(look))
    }

    #[test]
    fn shapes_are_compared_as_written_and_in_any_case() {
        for (one, other) in [
            ("AIice", "Alice"),
            ("AIice", "ALICE"),
            ("aIice", "ALICE"),
            ("PauI", "Paul"),
            ("PauI", "PAUL"),
            ("B0B", "BOB"),
            ("B0B", "bob"),
            ("b0b", "BOB"),
            ("0tto", "Otto"),
            ("G1no", "Glno"),
            ("ALICE", "alice"),
            ("ΝΙΚΟΣ", "νικοσ"),
            ("ΝΑΝΑ", "NANA"),
            ("Ｂ0ｂ", "Bob"),
            ("Tom", "Torn"),
            ("TOM", "tom"),
        ] {
            assert!(are_alike(one, other), "{one} {other}: {:?} {:?}", looks(one), looks(other));
        }
    }

    #[test]
    fn chat_turns_nothing_around() {
        assert_eq!(chat_line(" a\u{202e}b\u{200b}c \n").as_deref(), Some("abc"));
        assert_eq!(chat_line("one\ntwo\u{2028}three").as_deref(), Some("one two three"));
        assert_eq!(chat_line("👨‍👩‍👧 ❤️").as_deref(), Some("👨‍👩‍👧 ❤️"));
        let tower = format!("a{}b", "\u{0335}".repeat(400));
        assert_eq!(chat_line(&tower).as_deref(), Some("a\u{0335}\u{0335}\u{0335}\u{0335}b"));
        assert_eq!(chat_line("Việt กี่ שָׁלוֹם").as_deref(), Some("Việt กี่ שָׁלוֹם"));
        assert_eq!(chat_line("\u{200b}\u{2060}"), None);
        assert_eq!(chat_line(&"x".repeat(501)), None);
    }
}
