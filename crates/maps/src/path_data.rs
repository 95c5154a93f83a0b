//! SVG path data: the shapes of land and the lines of routes.

use crate::reader::{Node, shortened};

/// SVG path data. It is put into drawings as it is, so it may contain only the letters and numbers of path data. A browser draws
/// a path up to its first mistake and says nothing.
pub(crate) fn path_data(node: &Node<'_>) -> Option<String> {
    let path = node.text()?;
    if !path.starts_with(['M', 'm']) {
        node.mistake("SVG path data begin with M");
        return None;
    }
    let is_allowed = |character: char| "MmZzLlHhVvCcSsQqTtAaeE0123456789+-., \n".contains(character);
    if let Some(stranger) = path.chars().find(|&character| !is_allowed(character)) {
        node.mistake(format!("{stranger:?} is not part of SVG path data"));
        return None;
    }
    if let Some(problem) = commands(&path).find_map(|(command, rest)| check(command, rest).err()) {
        node.mistake(problem);
        return None;
    }
    Some(path)
}

/// Each command with all that stands between it and the next.
fn commands(path: &str) -> impl Iterator<Item = (char, &str)> {
    let is_command = |letter: char| letter.is_ascii_alphabetic() && !matches!(letter, 'e' | 'E');
    let places: Vec<usize> = path.match_indices(is_command).map(|(place, _)| place).collect();
    let ends: Vec<usize> = places.iter().skip(1).copied().chain([path.len()]).collect();
    places.into_iter().zip(ends).filter_map(|(place, end)| Some((path[place..].chars().next()?, &path[place + 1..end])))
}

/// Whether a command has the numbers that it needs.
fn check(command: char, rest: &str) -> Result<(), String> {
    let needed = match command.to_ascii_uppercase() {
        'H' | 'V' => 1,
        'M' | 'L' | 'T' => 2,
        'S' | 'Q' => 4,
        'C' => 6,
        'A' => 7,
        _ => 0,
    };
    let told = || shortened(&format!("{command}{}", rest.trim_end()));
    let mut count: usize = 0;
    let mut text = after_separators(rest);
    while !text.is_empty() {
        // The two flags of an arc may be written without a space behind them.
        let is_flag = needed == 7 && matches!(count % 7, 3 | 4);
        let end = if is_flag { usize::from(text.starts_with(['0', '1'])) } else { number_end(text) };
        let is_finite = text[..end].parse().is_ok_and(f64::is_finite);
        if !is_finite {
            return Err(format!("`{}` in SVG path data: not a number that can be drawn", told()));
        }
        count += 1;
        text = after_separators(&text[end..]);
    }
    let is_right = if needed == 0 { count == 0 } else { count > 0 && count.is_multiple_of(needed) };
    let numbers = if count == 1 { "number" } else { "numbers" };
    let takes = if needed == 0 { "none".into() } else { format!("{needed} at a time") };
    is_right
        .then_some(())
        .ok_or_else(|| format!("`{}` in SVG path data: {count} {numbers}; `{command}` takes {takes}", told()))
}

fn after_separators(text: &str) -> &str {
    text.trim_start_matches([' ', '\n', ','])
}

/// Where the number ends that a text begins with: a sign or a second point begins the next.
fn number_end(text: &str) -> usize {
    let mut before = ' ';
    let mut has_point = false;
    let mut has_exponent = false;
    for (place, letter) in text.char_indices() {
        let belongs = match letter {
            '0'..='9' => true,
            '+' | '-' => place == 0 || matches!(before, 'e' | 'E'),
            '.' => !std::mem::replace(&mut has_point, true) && !has_exponent,
            'e' | 'E' => !std::mem::replace(&mut has_exponent, true),
            _ => false,
        };
        if !belongs {
            return place;
        }
        before = letter;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(path: &str) -> Option<String> {
        commands(path).find_map(|(command, rest)| check(command, rest).err())
    }

    #[test]
    fn whole_paths_are_fine_however_they_are_written() {
        for path in [
            "M60 370C40 250 150 150 240 80S20-480,60 600Z",
            "m1-2-.5.5l3,4 5,6z",
            "M0 0H5V-1e2 3a10 10 0 0110.5-3 5 5 0 1 0 1 1T1 1Q1 2 3 4",
            "M 0 0\nL 1 1 Z M 5 5 L 6 6",
        ] {
            assert_eq!(problem(path), None, "{path}");
        }
    }

    #[test]
    fn a_path_that_would_end_early_is_a_mistake() {
        for (path, told) in [
            ("M110 360L", "`L` in SVG path data: 0 numbers; `L` takes 2 at a time"),
            ("M110 360L300 Z", "`L300` in SVG path data: 1 number; `L` takes 2 at a time"),
            ("M1 1C1 1 1 1", "`C1 1 1 1` in SVG path data: 4 numbers; `C` takes 6 at a time"),
            ("M1 1Z5", "`Z5` in SVG path data: 1 number; `Z` takes none"),
            ("M1 1L1e999 5", "`L1e999 5` in SVG path data: not a number that can be drawn"),
            ("M1 1L- 5", "`L- 5` in SVG path data: not a number that can be drawn"),
            ("M1 1A5 5 0 2 1 9 9", "`A5 5 0 2 1 9 9` in SVG path data: not a number that can be drawn"),
        ] {
            assert_eq!(problem(path).as_deref(), Some(told), "{path}");
        }
    }
}
