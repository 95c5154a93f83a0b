//! Walks a JSON value and reports everything that is not valid, each with its path.

use capolinea_engine::map::Mistake;
use capolinea_engine::sort_few;
use serde_json::{Map, Value};
use std::cell::RefCell;

/// The path of the whole file, where a mistake concerns all of it.
pub(crate) const WHOLE_FILE: &str = "the whole file";
/// At most this many mistakes are kept: a hostile file could fill the memory with them.
const MAX_MISTAKES: usize = 1000;

/// Where mistakes are gathered while a file is read.
#[derive(Default)]
pub(crate) struct Mistakes {
    list: RefCell<Vec<Mistake>>,
}

impl Mistakes {
    pub(crate) fn add(&self, path: impl Into<String>, problem: impl Into<String>) {
        let mut list = self.list.borrow_mut();
        if list.len() < MAX_MISTAKES {
            list.push(Mistake { path: path.into(), problem: problem.into() });
        } else if list.len() == MAX_MISTAKES {
            list.push(Mistake { path: WHOLE_FILE.into(), problem: "there are more mistakes than listed here".into() });
        }
    }

    /// Adds a mistake unless `holds`.
    pub(crate) fn check(&self, holds: bool, path: impl Into<String>, problem: impl FnOnce() -> String) {
        if !holds {
            self.add(path, problem());
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.borrow().is_empty()
    }

    pub(crate) fn into_list(self) -> Vec<Mistake> {
        self.list.into_inner()
    }
}

/// The path of a field of the object at `parent`. A file may have very long names; paths shorten them.
pub(crate) fn field_path(parent: &str, name: &str) -> String {
    let name = shortened(name);
    if parent.is_empty() { name } else { format!("{parent}.{name}") }
}

/// A value and its path. Each method returns the value asked for, or reports a mistake and returns `None`.
pub(crate) struct Node<'a> {
    value: &'a Value,
    path: String,
    mistakes: &'a Mistakes,
}

impl<'a> Node<'a> {
    /// The value of a whole file.
    pub(crate) fn root(value: &'a Value, mistakes: &'a Mistakes) -> Self {
        Node { value, path: String::new(), mistakes }
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn mistake(&self, problem: impl Into<String>) {
        let path = if self.path.is_empty() { WHOLE_FILE } else { &self.path };
        self.mistakes.add(path, problem);
    }

    pub(crate) fn is_object(&self) -> bool {
        self.value.is_object()
    }

    /// This entry, in words.
    fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        }
    }

    fn expected<T>(&self, what: &str, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.mistake(format!("{what} should be here, not {}", self.kind()));
        }
        found
    }

    fn no_object(&self, keys: &str) {
        self.mistake(format!("an object should be here, not {}; its fields are {keys}", self.kind()));
    }

    /// The fields of the object that should be here. Where there is none, [`ObjectFields::finish`] reports it together with
    /// the fields that were asked for.
    pub(crate) fn fields(&self) -> ObjectFields<'a> {
        let node = Node { value: self.value, path: self.path.clone(), mistakes: self.mistakes };
        ObjectFields { object: self.value.as_object(), node, asked: Vec::new() }
    }

    /// The fields of an object whose names are data, such as a table by location; `keys` says what they are.
    pub(crate) fn entries(&self, keys: &str) -> Option<Vec<(&'a str, Node<'a>)>> {
        let Some(object) = self.value.as_object() else {
            self.no_object(keys);
            return None;
        };
        let entry = |(name, value): (&'a String, &'a Value)| {
            let node = Node { value, path: field_path(&self.path, name), mistakes: self.mistakes };
            (name.as_str(), node)
        };
        Some(object.iter().map(entry).collect())
    }

    pub(crate) fn items(&self) -> Option<Vec<Node<'a>>> {
        let items = self.expected("a list", self.value.as_array())?;
        let item = |(index, value)| Node { value, path: format!("{}[{index}]", self.path), mistakes: self.mistakes };
        Some(items.iter().enumerate().map(item).collect())
    }

    pub(crate) fn text(&self) -> Option<String> {
        self.expected("a text", self.value.as_str()).map(String::from)
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        self.expected("true or false", self.value.as_bool())
    }

    /// A whole number up to 255.
    pub(crate) fn count(&self) -> Option<u8> {
        let number = self.expected("a number", self.value.as_number())?;
        let count = number.as_u64().and_then(|count| u8::try_from(count).ok());
        if count.is_none() {
            self.mistake(format!("{number} is not a whole number from 0 to 255"));
        }
        count
    }

    /// A number from `least` to `most`, with a fraction or without.
    pub(crate) fn measure(&self, least: f64, most: f64) -> Option<f64> {
        let number = self.expected("a number", self.value.as_f64())?;
        let fits = (least..=most).contains(&number);
        if !fits {
            self.mistake(format!("{number} is not between {least} and {most}"));
        }
        fits.then_some(number)
    }

    /// One of a few words.
    pub(crate) fn word<T: Copy>(&self, all: &[T], word_of: fn(T) -> &'static str) -> Option<T> {
        let text = self.text()?;
        let found = all.iter().copied().find(|&word| word_of(word) == text);
        if found.is_none() {
            let words: Vec<_> = all.iter().map(|&word| word_of(word)).collect();
            self.mistake(format!("`{}` is not one of {}", shortened(&text), words.join(", ")));
        }
        found
    }
}

/// The fields of one object, which remembers those asked for: any other is a mistake.
pub(crate) struct ObjectFields<'a> {
    /// `None` if the value is not an object.
    object: Option<&'a Map<String, Value>>,
    node: Node<'a>,
    asked: Vec<Asked>,
}

struct Asked {
    name: &'static str,
    is_required: bool,
}

impl<'a> ObjectFields<'a> {
    fn ask(&mut self, name: &'static str, is_required: bool) -> Option<Node<'a>> {
        match self.asked.iter_mut().find(|asked| asked.name == name) {
            Some(asked) => asked.is_required |= is_required,
            None => self.asked.push(Asked { name, is_required }),
        }
        let value = self.object?.get(name)?;
        Some(Node { value, path: self.path_of(name), mistakes: self.node.mistakes })
    }

    fn path_of(&self, name: &str) -> String {
        field_path(&self.node.path, name)
    }

    pub(crate) fn optional(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.ask(name, false)
    }

    pub(crate) fn required(&mut self, name: &'static str) -> Option<Node<'a>> {
        let found = self.ask(name, true);
        if found.is_none() && self.object.is_some() {
            self.node.mistakes.add(self.path_of(name), "is missing");
        }
        found
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Option<String> {
        self.required(name)?.text()
    }

    pub(crate) fn count(&mut self, name: &'static str) -> Option<u8> {
        self.required(name)?.count()
    }

    /// Reports the fields that were not asked for; or, if the value is not an object, the fields that one would have.
    pub(crate) fn finish(self) {
        let Some(object) = self.object else { return self.finish_unread("") };
        let mut known: Vec<_> = self.asked.iter().map(|asked| asked.name).collect();
        sort_few(&mut known, |a, b| a < b);
        for name in object.keys().filter(|name| !known.contains(&name.as_str())) {
            let problem = format!("no such field; the fields here are {}", known.join(", "));
            self.node.mistakes.add(self.path_of(name), problem);
        }
    }

    /// Reports only that the value is not an object, where the other fields can't be judged. `more` names them.
    pub(crate) fn finish_unread(self, more: &str) {
        if self.object.is_some() {
            return;
        }
        let names = |is_required: bool| {
            let some = self.asked.iter().filter(|asked| asked.is_required == is_required);
            some.map(|asked| asked.name).collect::<Vec<_>>().join(", ")
        };
        let keys = match [names(true), names(false)] {
            [required, optional] if optional.is_empty() => required,
            [required, optional] if required.is_empty() => optional,
            [required, optional] => format!("{required} (optional: {optional})"),
        };
        self.node.no_object(&format!("{keys}{more}"));
    }
}

/// A text from a file, short enough to repeat in a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST { text.to_string() } else { text.chars().take(MOST).chain(['…']).collect() }
}

/// Checks that the file has the format that this program reads.
pub(crate) fn check_format(fields: &mut ObjectFields<'_>) {
    if let Some(node) = fields.required("format")
        && node.value.as_u64() != Some(1)
    {
        node.mistake("this program reads format 1");
    }
}
