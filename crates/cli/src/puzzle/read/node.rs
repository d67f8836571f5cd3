//! Reads RON value by value, keeping the position of each.
//!
//! RON values have no positions, and the positions in RON's errors refer to the text that RON was
//! given. A struct is therefore read with raw fields ([`Raw`]). Each raw field is a slice of the
//! source, so the difference of two addresses is its position ([`Reader::node`]). A field is parsed
//! when it is needed ([`Node::read`]), and the errors are moved to their positions in the file.

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

/// The maximum length of the name of a case, a goal or a labelled cell, in characters.
const MAX_NAME: usize = 200;

/// A field that is not yet parsed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'s>(&'s RawValue);

impl<'de: 's, 's> Deserialize<'de> for Raw<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'de RawValue>::deserialize(deserializer).map(Raw)
    }
}

/// A map that is not yet parsed, in the order of the file; keys may repeat.
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

/// A value of the source that is not yet parsed: its text and its position.
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

    /// The value's text, without leading blanks and comments.
    pub(crate) fn text(&self) -> &'s str {
        self.text
    }

    /// The span to underline: the whole value, or its first line if it has several.
    pub(crate) fn span(&self) -> Span {
        let line = self.text.lines().next().unwrap_or_default();
        Span::new(self.start, self.start + line.trim_end().len())
    }

    /// An error at this value.
    pub(crate) fn error(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message, self.span(), "")
    }

    /// Parses the value as a `T`.
    ///
    /// # Errors
    ///
    /// RON's error in plain words, at its position in the file.
    pub(crate) fn read<T: Deserialize<'s>>(self) -> Result<T, Diagnostic> {
        Options::default()
            .with_default_extension(Extensions::IMPLICIT_SOME)
            .from_str(self.text)
            .map_err(|error| explain(&error, self.text, self.start))
    }

    /// Parses the value as one line of text that can be displayed. `what` names it in messages, as
    /// in "a title"; `most` is the maximum length in characters.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read); also if the text is too long or has a character that cannot be
    /// displayed.
    pub(crate) fn read_label(self, what: &str, most: usize) -> Result<Label, Diagnostic> {
        let text: String = self.read()?;
        let long = text.chars().count();
        if long > most {
            let message = format!("{what} of {} characters is too long", grouped(long));
            let help = format!("{what} may have at most {} characters", grouped(most));
            return Err(self.error(message).help(help));
        }
        self.label_of(&text, what)
    }

    /// Parses the value as a name that is not blank; `example` is shown in help.
    ///
    /// # Errors
    ///
    /// As [`read_label`](Self::read_label); also if the name is blank.
    pub(crate) fn read_name(self, what: &str, example: &str) -> Result<Label, Diagnostic> {
        let name = self.read_label(&format!("the name of {what}"), MAX_NAME)?;
        if name.trim().is_empty() {
            let message = format!("{what} must have a name");
            return Err(self.error(message).help(format!(
                "a name is one line of text, for instance {example:?}"
            )));
        }
        Ok(name)
    }

    /// Checks that `text`, which is part of this value, can be displayed.
    pub(super) fn label_of(self, text: &str, what: &str) -> Result<Label, Diagnostic> {
        Label::new(text).map_err(|error| {
            self.unprintable(error).help(format!(
                "{what} is one line of text, without control characters, invisible characters and \
                 characters that change the direction of writing"
            ))
        })
    }

    /// The error that this value has a character that cannot be displayed.
    pub(crate) fn unprintable(self, error: Unprintable) -> Diagnostic {
        let label = format!("character {} of this text", error.at + 1);
        Diagnostic::error(error.to_string(), self.character(error.at), label)
    }

    /// The span of the character with index `at` in a string. It is exact for plain strings. For
    /// strings with escapes and raw strings it is the whole string.
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

    /// Whether the value begins with a parenthesis.
    pub(crate) fn is_tuple(&self) -> bool {
        self.text.starts_with('(')
    }
}

/// Reads the values of one source, within a budget of cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'s> {
    source: &'s Source,
}

impl<'s> Reader<'s> {
    /// A reader of `source` with a full budget: the cells that earlier readings visited do not count.
    pub(crate) fn new(source: &'s Source) -> Self {
        source.begin_reading();
        Self { source }
    }

    /// Returns an error, at `span`, if the stop flag is set.
    pub(super) fn check_stop(self, span: Span) -> Result<(), Diagnostic> {
        if self.source.is_stopped() {
            return Err(Diagnostic::error("reading this text was stopped", span, ""));
        }
        Ok(())
    }

    /// Counts `cells` visited cells, for the value at `span`.
    ///
    /// # Errors
    ///
    /// If more than [`MAX_VISITED_CELLS`] have been visited in total, or the stop flag is set.
    pub(super) fn visit(self, cells: usize, span: Span) -> Result<(), Diagnostic> {
        self.check_stop(span)?;
        if self.source.visit(cells as u64) {
            return Ok(());
        }
        Err(Self::exhausted(span))
    }

    /// Checks in advance that `cells` more cells may be visited within the budget.
    ///
    /// # Errors
    ///
    /// As [`Reader::visit`].
    pub(super) fn foresee(self, cells: u64, span: Span) -> Result<(), Diagnostic> {
        self.check_stop(span)?;
        if self.source.has_budget(cells) {
            return Ok(());
        }
        Err(Self::exhausted(span))
    }

    /// The error that this reading has used up its budget of visited cells.
    fn exhausted(span: Span) -> Diagnostic {
        let limit = grouped(MAX_VISITED_CELLS);
        Diagnostic::error(
            format!("the shapes of this file have more than {limit} cells, the limit"),
            span,
            "the limit is reached here",
        )
        .help(
            "write fewer or smaller shapes; a shape counts each time it is written, also within \
             others and in restrictions, and a polyform of a set counts 12 times",
        )
    }

    /// The whole text as one value.
    pub(crate) fn root(self) -> Node<'s> {
        Node::new(self.source.text(), 0)
    }

    /// The position and text of a raw field of this reader's source.
    pub(crate) fn node(self, raw: Raw<'s>) -> Node<'s> {
        let text = raw.0.get_ron();
        let base = self.source.text().as_ptr() as usize;
        Node::new(text, (text.as_ptr() as usize).saturating_sub(base))
    }

    /// Parses a raw field as a `T`: [`Reader::node`], then [`Node::read`].
    ///
    /// # Errors
    ///
    /// As [`Node::read`].
    pub(crate) fn read_raw<T: Deserialize<'s>>(self, raw: Raw<'s>) -> Result<T, Diagnostic> {
        self.node(raw).read()
    }

    /// The error that a required field is missing.
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
    #[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
    struct Outer<'s> {
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
