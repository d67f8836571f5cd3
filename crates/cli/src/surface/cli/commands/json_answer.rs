//! Answers as JSON, with large numbers repeated as text.
//!
//! Many JSON readers represent every number as a double, which is exact up to 2^53. A larger whole
//! number stays a number, and the same digits follow as text: after `"solutions": N` comes
//! `"solutions_text": "N"`. If a number in a list is larger, a list of texts follows the list of
//! numbers.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use super::Output;
use crate::surface::cli::args::DataFormat;
use crate::surface::cli::failure::Failure;

/// The digits of 2^53. Doubles represent every whole number up to this one.
const LAST_EXACT: &str = "9007199254740992";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonLayout {
    /// On one line.
    Compact,
    /// One field per line.
    Pretty,
}

pub(super) fn print_answer<A: Serialize>(
    format: DataFormat,
    layout: JsonLayout,
    answer: impl FnOnce() -> A,
    text: impl FnOnce(&mut Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = Output::stdout();
    match format {
        DataFormat::Json => write_json(&mut out, &answer(), layout)?,
        DataFormat::Text => text(&mut out)?,
    }
    Ok(out.flush()?)
}

/// Writes an answer and ends the line.
pub(super) fn write_json(
    mut out: impl Write,
    answer: &impl Serialize,
    layout: JsonLayout,
) -> io::Result<()> {
    match layout {
        JsonLayout::Compact => {
            let formatter = WithTexts::new(CompactFormatter);
            answer.serialize(&mut Serializer::with_formatter(&mut out, formatter))?;
        }
        JsonLayout::Pretty => {
            let formatter = WithTexts::new(PrettyFormatter::new());
            answer.serialize(&mut Serializer::with_formatter(&mut out, formatter))?;
        }
    }
    writeln!(out)
}

/// Whether these are the digits of a whole number beyond 2^53, which a double may be unable to represent.
fn is_large(digits: &str) -> bool {
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole && (digits.len(), digits) > (LAST_EXACT.len(), LAST_EXACT)
}

/// A JSON formatter that repeats whole numbers above 2^53 as text in a further field.
struct WithTexts<F> {
    inner: F,
    key: String,
    is_key: bool,
    /// The fields that are being written, the outermost first.
    fields: Vec<OpenField>,
}

/// A field of a JSON object while its value is being written.
struct OpenField {
    key: String,
    /// The field's value with its numbers as texts. `None` if it contains anything but numbers and
    /// lists.
    texts: Option<String>,
    is_large: bool,
}

impl<F: Formatter> WithTexts<F> {
    fn new(inner: F) -> Self {
        Self {
            inner,
            key: String::new(),
            is_key: false,
            fields: Vec::new(),
        }
    }

    /// Records that the value contains something other than numbers and lists.
    fn other(&mut self) {
        if !self.is_key
            && let Some(field) = self.fields.last_mut()
        {
            field.texts = None;
        }
    }

    /// Adds a bracket, a comma or `null` to the text form of the value.
    fn piece(&mut self, piece: &str) {
        if let Some(texts) = self
            .fields
            .last_mut()
            .and_then(|field| field.texts.as_mut())
        {
            texts.push_str(piece);
        }
    }

    fn number(&mut self, digits: &str) {
        if !self.is_key
            && let Some(field) = self.fields.last_mut()
            && let Some(texts) = &mut field.texts
        {
            texts.push('"');
            texts.push_str(digits);
            texts.push('"');
            field.is_large |= is_large(digits);
        }
    }
}

impl<F: Formatter> Formatter for WithTexts<F> {
    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.piece("null");
        self.inner.write_null(writer)
    }

    fn write_bool<W: ?Sized + Write>(&mut self, writer: &mut W, value: bool) -> io::Result<()> {
        self.other();
        self.inner.write_bool(writer, value)
    }

    fn write_u64<W: ?Sized + Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        self.number(&value.to_string());
        self.inner.write_u64(writer, value)
    }

    fn write_u128<W: ?Sized + Write>(&mut self, writer: &mut W, value: u128) -> io::Result<()> {
        self.number(&value.to_string());
        self.inner.write_u128(writer, value)
    }

    fn write_i64<W: ?Sized + Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        self.number(&value.to_string());
        self.inner.write_i64(writer, value)
    }

    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        self.other();
        self.inner.write_f64(writer, value)
    }

    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        self.other();
        self.inner.write_f32(writer, value)
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.other();
        self.inner.begin_string(writer)
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if self.is_key {
            self.key.push_str(fragment);
        }
        self.inner.write_string_fragment(writer, fragment)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.piece("[");
        self.inner.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.piece("]");
        self.inner.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.piece(if first { "" } else { "," });
        self.inner.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.other();
        self.inner.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.is_key = true;
        self.key.clear();
        self.inner.begin_object_key(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.is_key = false;
        self.inner.end_object_key(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.fields.push(OpenField {
            key: std::mem::take(&mut self.key),
            texts: Some(String::new()),
            is_large: false,
        });
        self.inner.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_object_value(writer)?;
        if let Some(OpenField {
            key,
            texts: Some(texts),
            is_large: true,
        }) = self.fields.pop()
        {
            self.inner.begin_object_key(writer, false)?;
            write!(writer, "\"{key}_text\"")?;
            self.inner.end_object_key(writer)?;
            self.inner.begin_object_value(writer)?;
            writer.write_all(texts.as_bytes())?;
            self.inner.end_object_value(writer)?;
        }
        Ok(())
    }

    fn write_raw_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let is_number = fragment.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        if is_number {
            self.number(fragment);
        } else {
            self.other();
        }
        self.inner.write_raw_fragment(writer, fragment)
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use serde_json::{Value, json};

    use super::*;
    use crate::publish::interchange::table::record;

    fn written(answer: &impl Serialize, layout: JsonLayout) -> String {
        let mut out = Vec::new();
        write_json(&mut out, answer, layout).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_beyond_doubles_are_repeated_as_text() {
        let last = BigUint::from(1_u64 << 53);
        let (one, large) = (BigUint::from(1_u32), &last + 1_u32);
        let exact = record! { count: &last, counts: [&one, &last] };
        assert_eq!(
            written(&exact, JsonLayout::Compact),
            "{\"count\":9007199254740992,\"counts\":[1,9007199254740992]}\n"
        );
        let answer = record! { count: &large, counts: [&one, &large] };
        assert_eq!(
            written(&answer, JsonLayout::Compact),
            "{\"count\":9007199254740993,\"count_text\":\"9007199254740993\",\
             \"counts\":[1,9007199254740993],\"counts_text\":[\"1\",\"9007199254740993\"]}\n"
        );
        insta::assert_snapshot!(written(&answer, JsonLayout::Pretty));
    }

    #[test]
    fn other_values_are_unchanged() {
        let answer = json!({
            "a": [u64::MAX, "text"],
            "b": {"c": 1, "d": [[u64::MAX], [2]], "e": [1.5, u64::MAX]},
            "f": [{"g": i64::MIN}, null, true],
        });
        let mut read: Value = serde_json::from_str(&written(&answer, JsonLayout::Pretty)).unwrap();
        let texts = [
            read["b"].as_object_mut().unwrap().remove("d_text"),
            read["f"][0].as_object_mut().unwrap().remove("g_text"),
        ];
        assert_eq!(
            json!(texts),
            json!([[["18446744073709551615"], ["2"]], "-9223372036854775808"])
        );
        assert_eq!(
            read, answer,
            "lists with texts or fractions have no second one"
        );
    }
}
