//! From bytes to a JSON value without silent losses: a duplicate field is reported, not dropped.

use crate::reader::{Mistakes, field_path};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fmt;

/// The value in `bytes`, or `None` and a mistake with its line and column.
pub(crate) fn parse(bytes: &[u8], mistakes: &Mistakes) -> Option<Value> {
    // Some editors write a byte order mark first.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        mistakes.add(format!("line {line}"), "not UTF-8: save the file in that encoding");
        return None;
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let parsed = AnyValue { place: JsonPlace::Root, mistakes }
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value));
    parsed
        .map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            let text = error.to_string();
            let problem = if error.is_eof() { "the file ends too early" } else { &text };
            let problem = problem.split(" at line ").next().unwrap_or(problem);
            mistakes.add(place, format!("not JSON: {problem}"));
        })
        .ok()
}

/// SHA-256, in hexadecimal, of everything in a map's file except names, origin and provenance, whatever its formatting.
pub(crate) fn digest(map: &Value) -> String {
    let mut facts = map.clone();
    if let Some(fields) = facts.as_object_mut() {
        fields.remove("name");
        fields.remove("origin");
        fields.remove("provenance");
        for location in fields.get_mut("locations").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(location) = location.as_object_mut() {
                location.remove("name");
            }
        }
    }
    let mut text = String::new();
    write_canonical(&facts, &mut text);
    hex::encode(Sha256::digest(text))
}

/// The digest of the same map in records of version 1 of the rules, which had fewer settings.
pub(crate) fn digest_1(map: &Value) -> String {
    let mut map = map.clone();
    if let Some(rules) = map.get_mut("rules").and_then(Value::as_object_mut) {
        rules.remove("empty_deck");
        rules.remove("first_player");
    }
    digest(&map)
}

/// The canonical text of a value: fields in order, no white space.
fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            // Sorted here, because a map of `serde_json` keeps the file's order if any crate asks for it.
            let mut sorted: Vec<_> = fields.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            write_list(sorted, ['{', '}'], text, |(name, value), text| {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write_canonical(value, text);
            });
        }
        Value::Array(items) => write_list(items, ['[', ']'], text, write_canonical),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&value.to_string()),
    }
}

fn write_list<T>(
    items: impl IntoIterator<Item = T>,
    brackets: [char; 2],
    text: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    text.push(brackets[0]);
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(brackets[1]);
}

/// Where a value is in the file. Its path is built only if there is a mistake to report.
enum JsonPlace<'a> {
    Root,
    Field { of: &'a JsonPlace<'a>, name: &'a str },
    Item { of: &'a JsonPlace<'a>, index: usize },
}

impl JsonPlace<'_> {
    fn path(&self) -> String {
        match self {
            JsonPlace::Root => String::new(),
            JsonPlace::Field { of, name } => field_path(&of.path(), name),
            JsonPlace::Item { of, index } => format!("{}[{index}]", of.path()),
        }
    }
}

/// Any JSON value; reports duplicate fields.
struct AnyValue<'a> {
    place: JsonPlace<'a>,
    mistakes: &'a Mistakes,
}

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        let item = |index| AnyValue { place: JsonPlace::Item { of: &self.place, index }, mistakes: self.mistakes };
        while let Some(value) = items.next_element_seed(item(list.len()))? {
            list.push(value);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let place = JsonPlace::Field { of: &self.place, name: &name };
            let value = fields.next_value_seed(AnyValue { place, mistakes: self.mistakes })?;
            if object.contains_key(&name) {
                self.mistakes.add(JsonPlace::Field { of: &self.place, name: &name }.path(), "appears twice");
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}
