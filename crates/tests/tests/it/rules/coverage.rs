//! Every rule of `docs/RULES.md` has a test here, and no test names a rule that isn't there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folder of the crate.
fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a word is an id: a letter and two figures.
fn is_id(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.len() == 3
        && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The ids that a list item of the page begins with.
fn rules() -> BTreeSet<String> {
    let path = here().join("../../docs/RULES.md");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let item = |line: &str| Some(line.strip_prefix("- **")?.split_once("**")?.0.to_owned());
    text.lines().filter_map(item).filter(|word| is_id(word)).collect()
}

/// The names of the functions that are tests, in every file of this folder.
fn tests() -> Vec<String> {
    let folder = here().join("tests/it/rules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    let mut names = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let mut is_test = false;
        for line in text.lines() {
            if line.trim() == "#[test]" {
                is_test = true;
            } else if let Some(rest) = line.trim().strip_prefix("fn ")
                && std::mem::take(&mut is_test)
            {
                names.extend(rest.split('(').next().map(str::to_owned));
            }
        }
    }
    names
}

/// The ids that a test's name begins with: `c23_c24_refusals` has two.
fn ids(name: &str) -> Vec<String> {
    name.split('_').map(str::to_uppercase).take_while(|word| is_id(word)).collect()
}

#[test]
fn every_rule_has_a_test_and_every_test_a_rule() {
    let rules = rules();
    assert!(rules.len() > 50, "the page has its rules as list items with a bold id: {rules:?}");
    let mut number: BTreeMap<String, usize> = rules.iter().map(|id| (id.clone(), 0)).collect();
    for id in tests().iter().flat_map(|name| ids(name)) {
        *number.entry(id).or_default() += 1;
    }
    println!("rule  tests");
    for (id, number) in &number {
        println!("{id}   {number:>5}");
    }
    let untested: Vec<_> = number.iter().filter(|(_, number)| **number == 0).map(|(id, _)| id).collect();
    assert!(untested.is_empty(), "rules without a test: {untested:?}");
    let unknown: Vec<_> = number.keys().filter(|id| !rules.contains(*id)).collect();
    assert!(unknown.is_empty(), "tests name rules that docs/RULES.md doesn't have: {unknown:?}");
}

#[test]
fn every_test_but_those_of_this_file_begins_with_an_id() {
    let nameless: Vec<_> = tests().into_iter().filter(|name| ids(name).is_empty()).collect();
    assert_eq!(nameless, ["every_rule_has_a_test_and_every_test_a_rule", nameless_here()]);
}

fn nameless_here() -> &'static str {
    "every_test_but_those_of_this_file_begins_with_an_id"
}
