//! Reads the JSON that the page sends. Serde makes code for every way in which a reader may hand a value to a type; this reader
//! knows one way for each (a struct is an object, never a list), so that less of it has to be fetched by browsers.

#![expect(clippy::wildcard_enum_match_arm, reason = "JSON has no other kinds of values than today")]

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_json::{Error, Value};

/// A value of the type that is wanted.
///
/// # Errors
/// The text is not JSON, or says something else.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    // From bytes as maps are read, so that there is one parser.
    T::deserialize(Reader(serde_json::from_slice(text.as_bytes())?))
}

/// A value that is still to be read.
struct Reader(Value);

impl Reader {
    fn unexpected<T>(&self, wanted: &'static str) -> Result<T, Error> {
        let found = match &self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("number"),
            Value::String(value) => Unexpected::Str(value),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Err(Error::invalid_type(found, &wanted))
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Number(number) = &self.0 else { return self.unexpected("a number") };
        match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), _, _) => visitor.visit_u64(number),
            (None, Some(number), _) => visitor.visit_i64(number),
            (None, None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            _ => self.unexpected("a text"),
        }
    }
}

/// Methods that do what another one does.
macro_rules! same {
    ($($method:ident)* => $as:ident) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$as(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Error;

    same!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64 => number);
    same!(deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_identifier => text);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(_) => self.deserialize_bool(visitor),
            Value::Number(_) => self.number(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(value),
            _ => self.unexpected("true or false"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            _ => self.unexpected("null"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            _ => self.unexpected("a list"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(fields) => visitor.visit_map(Fields { left: fields.into_iter(), value: Value::Null }),
            _ => self.unexpected("an object"),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Choice { name, value: Value::Null }),
            Value::Object(fields) if fields.len() == 1 => match fields.into_iter().next() {
                Some((name, value)) => visitor.visit_enum(Choice { name, value }),
                None => Reader(Value::Null).unexpected("one field"),
            },
            _ => self.unexpected("a name, or an object with one field"),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|value| seed.deserialize(Reader(value))).transpose()
    }
}

struct Fields {
    left: serde_json::map::IntoIter,
    /// The value of the field whose name was read last.
    value: Value,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(Reader(Value::String(name))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Reader(self.value.take()))
    }
}

/// A variant of an enum, with what it holds.
struct Choice {
    name: String,
    value: Value,
}

impl<'de> EnumAccess<'de> for Choice {
    type Error = Error;
    type Variant = Reader;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Reader), Error> {
        Ok((seed.deserialize(Reader(Value::String(self.name)))?, Reader(self.value)))
    }
}

impl<'de> VariantAccess<'de> for Reader {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.0.is_null() { Ok(()) } else { self.unexpected("nothing") }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::messages::{EngineEvent, Thought};
    use capolinea_protocol::http::CreateTable;

    #[test]
    fn reads_what_serde_json_reads() {
        let event = r#"{"decided": {"table": "a", "seat": 1, "question": 7, "action": {"do": "pass"}}}"#;
        let usual: EngineEvent = serde_json::from_str(event).unwrap();
        assert_eq!(format!("{:?}", read::<EngineEvent>(event).unwrap()), format!("{usual:?}"));
        let asked = r#"{"map": "usa", "seats": [{"who": {"sitter": "open"}, "color": null}], "start": true}"#;
        let usual: CreateTable = serde_json::from_str(asked).unwrap();
        assert_eq!(format!("{:?}", read::<CreateTable>(asked).unwrap()), format!("{usual:?}"));
    }

    #[test]
    fn refuses_what_is_something_else() {
        for text in ["", "[]", "{", "3", r#"{"nonsense": {}}"#, r#"{"alarm": {}, "changed": {}}"#] {
            assert!(read::<EngineEvent>(text).is_err(), "{text}");
        }
        assert!(read::<Thought>(r#"{"table": 3}"#).unwrap_err().to_string().contains("expected a text"));
    }
}
