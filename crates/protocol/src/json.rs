//! Writes messages as JSON: the same text as `serde_json`'s, in less time. Most of a message is names of fields and variants, and
//! `serde_json` looks at every letter of them for something to escape.

use serde::Serialize;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

/// Adds a value to a text. Names of fields and variants are written as they are: they are identifiers.
///
/// # Errors
/// The value has something that JSON can't say.
pub fn write(text: &mut Vec<u8>, value: &impl Serialize) -> Result<(), Error> {
    value.serialize(Writer { text })
}

/// The bytes that must be escaped in a string.
const IS_ESCAPED: [bool; 256] = {
    let mut is_escaped = [false; 256];
    let mut byte = 0;
    while byte < b' ' as usize {
        is_escaped[byte] = true;
        byte += 1;
    }
    is_escaped[b'"' as usize] = true;
    is_escaped[b'\\' as usize] = true;
    is_escaped
};

/// An object that is written field by field.
pub(crate) struct Object<'a>(Open<'a>);

impl<'a> Object<'a> {
    pub(crate) fn begin(text: &'a mut Vec<u8>) -> Object<'a> {
        Object(Writer { text }.open(b'{', b"}"))
    }

    pub(crate) fn field(&mut self, name: &'static str, value: &impl Serialize) -> Result<(), Error> {
        self.0.field(name, value)
    }

    /// A field whose value is written to the text that is returned.
    pub(crate) fn open_field(&mut self, name: &'static str) -> &mut Vec<u8> {
        self.0.name(name);
        self.0.text
    }

    pub(crate) fn end(self) -> Result<(), Error> {
        self.0.close()
    }
}

struct Writer<'a> {
    text: &'a mut Vec<u8>,
}

/// A list or an object that is not complete.
struct Open<'a> {
    text: &'a mut Vec<u8>,
    is_first: bool,
    end: &'static [u8],
}

impl<'a> Writer<'a> {
    fn put(self, bytes: &[u8]) -> Result<(), Error> {
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    fn number(self, number: impl itoa::Integer) -> Result<(), Error> {
        self.put(itoa::Buffer::new().format(number).as_bytes())
    }

    /// Most numbers have one digit or two.
    fn small_number(self, number: u8) -> Result<(), Error> {
        match number {
            0..10 => self.put(&[b'0' + number]),
            10..100 => self.put(&[b'0' + number / 10, b'0' + number % 10]),
            100.. => self.number(number),
        }
    }

    fn name(self, name: &'static str) -> Result<(), Error> {
        self.text.push(b'"');
        self.text.extend_from_slice(name.as_bytes());
        self.text.push(b'"');
        Ok(())
    }

    /// What has no faster way here.
    fn other(self, value: &impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(self.text, value)
    }

    fn open(self, begin: u8, end: &'static [u8]) -> Open<'a> {
        self.text.push(begin);
        Open { text: self.text, is_first: true, end }
    }

    /// The value of a variant, in an object with its name.
    fn variant(self, name: &'static str) -> Writer<'a> {
        self.text.extend_from_slice(b"{\"");
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"\":");
        self
    }
}

impl Open<'_> {
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(b',');
        }
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.separate();
        value.serialize(Writer { text: self.text })
    }

    #[inline]
    fn name(&mut self, name: &'static str) {
        self.text.extend_from_slice(if std::mem::take(&mut self.is_first) { b"\"" } else { b",\"" });
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"\":");
    }

    #[inline]
    fn field(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.name(name);
        value.serialize(Writer { text: self.text })
    }

    fn close(self) -> Result<(), Error> {
        self.text.extend_from_slice(self.end);
        Ok(())
    }
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.put(if value { b"true" } else { b"false" })
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.small_number(value)
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        match u8::try_from(value) {
            Ok(small) => self.small_number(small),
            Err(_) => self.number(value),
        }
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.other(&value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.other(&value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.other(&value)
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        if value.bytes().fold(false, |found, byte| found | IS_ESCAPED[usize::from(byte)]) {
            return self.other(&value);
        }
        self.text.push(b'"');
        self.text.extend_from_slice(value.as_bytes());
        self.text.push(b'"');
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.put(b"null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.put(b"null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        self.put(b"null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.name(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let Writer { text } = self.variant(variant);
        value.serialize(Writer { text })?;
        text.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open(b'[', b"]"))
    }

    fn serialize_tuple(self, _length: usize) -> Result<Open<'a>, Error> {
        Ok(self.open(b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _length: usize) -> Result<Open<'a>, Error> {
        Ok(self.open(b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.variant(variant).open(b'[', b"]}"))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open(b'{', b"}"))
    }

    fn serialize_struct(self, _: &'static str, _length: usize) -> Result<Open<'a>, Error> {
        Ok(self.open(b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.variant(variant).open(b'{', b"}}"))
    }
}

/// The kinds of lists differ only in the names of their traits.
macro_rules! impl_list {
    ($($kind:ident: $add:ident),*) => {$(
        impl $kind for Open<'_> {
            type Ok = ();
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.element(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

impl_list!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

/// So do the kinds of objects with known fields.
macro_rules! impl_object {
    ($($kind:ident),*) => {$(
        impl $kind for Open<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

impl_object!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        let start = self.text.len();
        key.serialize(Writer { text: self.text })?;
        match self.text.get(start) {
            Some(b'"') => Ok(()),
            Some(b'-' | b'0'..=b'9') => {
                self.text.insert(start, b'"');
                self.text.push(b'"');
                Ok(())
            }
            _ => Err(Error::custom("a key must be a string or a number")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.text.push(b':');
        value.serialize(Writer { text: self.text })
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Newtype(u8);

    #[derive(Serialize)]
    struct Pair(i8, &'static str);

    #[derive(Serialize)]
    struct Fields {
        unit: Unit,
        none: Option<u8>,
        some: Option<char>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        skipped: Vec<u8>,
        #[serde(flatten)]
        flat: BTreeMap<&'static str, f64>,
    }

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Unit,
        Newtype(Newtype),
        Tuple(i64, u64),
        Struct { pair: Pair },
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        Inside(Fields),
        Beside { kinds: Vec<Kind> },
    }

    fn check(value: &impl Serialize) {
        let mut text = b"before".to_vec();
        write(&mut text, value).unwrap();
        let expected = serde_json::to_string(value).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), format!("before{expected}"));
    }

    #[test]
    fn every_kind_of_value_is_written_as_serde_json_writes_it() {
        let flat = BTreeMap::from([("a", 0.1), ("b", f64::NAN), ("c", -1e300)]);
        check(&Tagged::Inside(Fields { unit: Unit, none: None, some: Some('"'), skipped: Vec::new(), flat }));
        let kinds = vec![
            Kind::Unit,
            Kind::Newtype(Newtype(255)),
            Kind::Tuple(i64::MIN, u64::MAX),
            Kind::Struct { pair: Pair(-1, "x") },
        ];
        check(&Tagged::Beside { kinds });
        check(&(true, false, (), 7_u16, -7_i16, 8_u32, -8_i32, 1.5_f32, [0_u8; 0]));
        check(&BTreeMap::<u8, u8>::new());
        check(&(0..=u8::MAX).collect::<Vec<u8>>());
        check(&[0, 9, 10, 99, 100, 255, 256, u16::MAX]);
    }

    #[test]
    fn strings_are_escaped_where_they_must_be() {
        for text in
            ["", "plain", "Zürich → 日本", "a \"quote\"", "back\\slash", "line\nend", "\u{0}\u{1f}\u{7f}\u{2028}"]
        {
            check(&text);
            check(&BTreeMap::from([(text, text)]));
        }
    }

    #[test]
    fn keys_are_strings() {
        check(&BTreeMap::from([(-5, 1), (12, 2)]));
        check(&BTreeMap::from([("b", 1), ("a", 2)]));
        let mut text = Vec::new();
        assert!(write(&mut text, &BTreeMap::from([([1, 2], 3)])).is_err());
    }
}
