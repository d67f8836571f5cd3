//! Reading RON piece by piece, with every value's place known.
//!
//! RON has no located values, and the positions of its errors are those of the
//! text it was given. So a struct is read with its fields left raw
//! ([`Raw`]); each raw field is a slice of the source, its place the
//! difference of two addresses ([`Reader::node`]); it is read in turn when it
//! is needed ([`Node::read`]), and errors are moved to where they stand in
//! the file.

use std::fmt;

use ron::Options;
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::diagnostic::Diagnostic;
use super::source::{MAX_VISITED_CELLS, Source};
use super::span::Span;
use super::syntax::explain;
use super::tokens::skip_blanks;
use crate::support::format::grouped;
use crate::support::label::{Label, Unprintable};

/// The longest name of a case, a goal or a labelled cell, in characters.
const MAX_NAME: usize = 200;

/// A field left unread.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'s>(&'s RawValue);

impl<'de: 's, 's> Deserialize<'de> for Raw<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'de RawValue>::deserialize(deserializer).map(Raw)
    }
}

/// A map left unread, in the order of the file; keys may repeat.
#[derive(Debug, Clone)]
pub(crate) struct Pairs<'s>(pub(crate) Vec<(Raw<'s>, Raw<'s>)>);

impl<'de: 's, 's> Deserialize<'de> for Pairs<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(Raw<'de>, Raw<'de>)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map, as in `{ \"name\": … }`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs)
            }
        }

        deserializer.deserialize_map(Entries).map(Pairs)
    }
}

/// A value of the source, not read yet: its text and its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'s> {
    text: &'s str,
    start: usize,
}

impl<'s> Node<'s> {
    fn new(text: &'s str, start: usize) -> Self {
        let value = skip_blanks(text);
        Self {
            text: value.trim_end(),
            start: start + (text.len() - value.len()),
        }
    }

    /// The value's text, without blanks and comments before it.
    pub(crate) fn text(&self) -> &'s str {
        self.text
    }

    /// The place to underline: the value, or its first line if it has several.
    pub(crate) fn span(&self) -> Span {
        let line = self.text.lines().next().unwrap_or_default();
        Span::new(self.start, self.start + line.trim_end().len())
    }

    /// Reads the value as a `T`.
    ///
    /// # Errors
    ///
    /// What RON said, in words, at its place in the file.
    pub(crate) fn read<T: Deserialize<'s>>(self) -> Result<T, Diagnostic> {
        Options::default()
            .with_default_extension(Extensions::IMPLICIT_SOME)
            .from_str(self.text)
            .map_err(|error| explain(&error, self.text, self.start))
    }

    /// Reads the value as one line of text that can be shown; `what` it is, as in "a title", and
    /// how many characters it may have.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read); or it is too long, or has a character that cannot be shown.
    pub(crate) fn read_label(self, what: &str, most: usize) -> Result<Label, Diagnostic> {
        let text: String = self.read()?;
        let long = text.chars().count();
        if long > most {
            let message = format!("{what} of {} characters is too long", grouped(long));
            let help = format!("{what} has {} characters at most", grouped(most));
            return Err(Diagnostic::error(message, self.span(), "").help(help));
        }
        self.label_of(&text, what)
    }

    /// Reads the value as a name of more than blanks, as in `example`.
    ///
    /// # Errors
    ///
    /// As [`read_label`](Self::read_label); or there is no name.
    pub(crate) fn read_name(self, what: &str, example: &str) -> Result<Label, Diagnostic> {
        let name = self.read_label(&format!("the name of {what}"), MAX_NAME)?;
        if name.trim().is_empty() {
            let message = format!("{what} must have a name");
            return Err(Diagnostic::error(message, self.span(), "").help(format!(
                "a name is one line of text, for instance {example:?}"
            )));
        }
        Ok(name)
    }

    /// A text that this value was read as, if all of it can be shown.
    pub(super) fn label_of(self, text: &str, what: &str) -> Result<Label, Diagnostic> {
        Label::new(text).map_err(|error| {
            self.unprintable(error).help(format!(
                "{what} is one line of text, without control characters, invisible ones and \
                     those that change the direction of writing"
            ))
        })
    }

    /// That this text has a character that cannot be shown.
    pub(crate) fn unprintable(self, error: Unprintable) -> Diagnostic {
        let label = format!("character {} of this text", error.at + 1);
        Diagnostic::error(error.to_string(), self.character(error.at), label)
    }

    /// The place of the character `at`, from 0, of a string as it is written:
    /// exact for plain strings, the whole string where escapes or raw strings
    /// shift the characters.
    pub(crate) fn character(self, at: usize) -> Span {
        let span = self.span();
        let text = self.text();
        if !text.starts_with('"') || text.contains('\\') {
            return span;
        }
        text[1..]
            .char_indices()
            .nth(at)
            .map_or(span, |(at, character)| {
                let start = self.start + 1 + at;
                Span::new(start, start + character.len_utf8())
            })
    }

    /// Whether the value is a tuple, that is, begins with a parenthesis.
    pub(crate) fn is_tuple(&self) -> bool {
        self.text.starts_with('(')
    }
}

/// Reads values of one source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'s> {
    source: &'s Source,
}

impl<'s> Reader<'s> {
    /// A reader of `source`, with the budget of a new reading.
    pub(crate) fn new(source: &'s Source) -> Self {
        source.begin_reading();
        Self { source }
    }

    /// Counts cells that are visited to read what is at `span`.
    ///
    /// # Errors
    ///
    /// The whole reading visits more than [`MAX_VISITED_CELLS`].
    pub(super) fn visit(self, cells: usize, span: Span) -> Result<(), Diagnostic> {
        if self.source.visit(cells as u64) {
            return Ok(());
        }
        Err(Self::exhausted(span))
    }

    /// Refuses what will visit that many cells more, before any of them is visited.
    ///
    /// # Errors
    ///
    /// As [`Reader::visit`].
    pub(super) fn foresee(self, cells: u64, span: Span) -> Result<(), Diagnostic> {
        if self.source.has_budget(cells) {
            return Ok(());
        }
        Err(Self::exhausted(span))
    }

    /// That a reading visits too many cells.
    fn exhausted(span: Span) -> Diagnostic {
        let limit = grouped(MAX_VISITED_CELLS);
        Diagnostic::error(
            format!("reading this file visits more than {limit} cells, the limit"),
            span,
            "here it is reached",
        )
        .help(
            "every shape counts as often as it is written, within others and in restrictions too, and every \
             polyform of a set 12 times; write fewer or smaller ones",
        )
    }

    /// The whole text as one value.
    pub(crate) fn root(self) -> Node<'s> {
        Node::new(self.source.text(), 0)
    }

    /// The place and text of a raw field of this reader's source.
    pub(crate) fn node(self, raw: Raw<'s>) -> Node<'s> {
        let text = raw.0.get_ron();
        let base = self.source.text().as_ptr() as usize;
        Node::new(text, (text.as_ptr() as usize).saturating_sub(base))
    }

    /// Reads a raw field as a `T`: [`Reader::node`] and [`Node::read`].
    ///
    /// # Errors
    ///
    /// As [`Node::read`].
    pub(crate) fn read_raw<T: Deserialize<'s>>(self, raw: Raw<'s>) -> Result<T, Diagnostic> {
        self.node(raw).read()
    }

    /// That a field which every puzzle has is missing.
    pub(super) fn missing(self, name: &str, example: &str) -> Diagnostic {
        let root = self.root();
        let end = root.span().start + root.text().trim_end().len();
        Diagnostic::error(
            format!("the field `{name}` is missing"),
            Span::new(end.saturating_sub(1), end),
            "the puzzle ends here",
        )
        .help(format!("add for instance `{name}: {example},`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer<'s> {
        #[serde(borrow)]
        inner: Raw<'s>,
    }

    #[test]
    fn a_raw_field_knows_its_place() {
        let source = Source::new("x", "(\n  inner: // why\n    [1, 2],\n)");
        let reader = Reader::new(&source);
        let outer: Outer<'_> = reader.root().read().unwrap();
        let node = reader.node(outer.inner);
        assert_eq!(node.text(), "[1, 2]");
        assert_eq!(&source.text()[node.span().start..node.span().end], "[1, 2]");
    }

    #[test]
    fn an_error_inside_a_raw_field_is_placed_in_the_file() {
        let source = Source::new("x", "(\n  inner: [1, two],\n)");
        let reader = Reader::new(&source);
        let outer: Outer<'_> = reader.root().read().unwrap();
        let error = reader.read_raw::<Vec<i64>>(outer.inner).unwrap_err();
        let span = error.primary.0;
        assert_eq!(&source.text()[span.start..span.end], "two");
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        let text = format!("(inner: {})", "[".repeat(100_000));
        let source = Source::new("x", text);
        let reader = Reader::new(&source);
        let error = reader.root().read::<Outer<'_>>().unwrap_err();
        assert_eq!(error.message, "nested too deeply");
    }
}
