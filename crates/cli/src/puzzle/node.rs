//! Reading RON piece by piece, with every value's place known.
//!
//! RON has no located values, and the positions of its errors are those of the
//! text it was given. So a struct is read with its fields left raw
//! ([`Raw`]); each raw field is a slice of the source, its place the
//! difference of two addresses ([`Reader::node`]); it is read in turn when it
//! is needed ([`Reader::read`]), and errors are moved to where they stand in
//! the file.

use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::{Deserialize, Deserializer};

use super::diagnostic::{Diagnostic, did_you_mean};
use super::source::{Source, Span};

/// A field left unread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'s>(&'s RawValue);

impl<'de: 's, 's> Deserialize<'de> for Raw<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'de RawValue>::deserialize(deserializer).map(Raw)
    }
}

/// A value of the source, not read yet: its text and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'s> {
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
    pub(super) fn text(&self) -> &'s str {
        self.text
    }

    /// The place to underline: the value, or its first line if it has several.
    pub(super) fn span(&self) -> Span {
        let line = self.text.lines().next().unwrap_or_default();
        Span::new(self.start, self.start + line.trim_end().len())
    }

    /// Whether the value is a tuple, that is, begins with a parenthesis.
    pub(super) fn is_tuple(&self) -> bool {
        self.text.starts_with('(')
    }
}

/// Reads values of one source.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'s> {
    source: &'s Source,
}

impl<'s> Reader<'s> {
    /// A reader of `source`.
    pub(super) fn new(source: &'s Source) -> Self {
        Self { source }
    }

    /// The whole text as one value.
    pub(super) fn root(&self) -> Node<'s> {
        Node::new(self.source.text(), 0)
    }

    /// The place and text of a raw field of this reader's source.
    pub(super) fn node(&self, raw: Raw<'s>) -> Node<'s> {
        let text = raw.0.get_ron();
        let base = self.source.text().as_ptr() as usize;
        Node::new(text, (text.as_ptr() as usize).saturating_sub(base))
    }

    /// Reads the value as a `T`.
    ///
    /// # Errors
    ///
    /// What RON said, in words, at its place in the file.
    pub(super) fn read<T: Deserialize<'s>>(&self, node: Node<'s>) -> Result<T, Diagnostic> {
        Options::default()
            .with_default_extension(Extensions::IMPLICIT_SOME)
            .from_str(node.text)
            .map_err(|error| explain(&error, node))
    }

    /// Reads a raw field as a `T`: [`Reader::node`] and [`Reader::read`].
    ///
    /// # Errors
    ///
    /// As [`Reader::read`].
    pub(super) fn read_raw<T: Deserialize<'s>>(&self, raw: Raw<'s>) -> Result<T, Diagnostic> {
        self.read(self.node(raw))
    }
}

/// `text` without leading white space and comments.
fn skip_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix("//") {
            text = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if text.starts_with("/*") {
            let Some(end) = block_comment_end(text) else {
                return text;
            };
            text = &text[end..];
        } else {
            return text;
        }
    }
}

/// Where the block comment that `text` begins with ends; RON's comments nest.
fn block_comment_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// An error of RON's as a diagnostic in the whole file.
fn explain(error: &SpannedError, node: Node<'_>) -> Diagnostic {
    let start = Source::offset(node.text, error.span.start.line, error.span.start.col);
    let end = Source::offset(node.text, error.span.end.line, error.span.end.col);
    let span = snap(node.text, start, end.max(start)).shifted(node.start);
    let (message, help) = in_words(&error.code);
    let diagnostic = Diagnostic::error(message, span, "");
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// RON often points at the blank before the value it means: moves on to the
/// value and takes in the whole word there.
fn snap(text: &str, start: usize, end: usize) -> Span {
    let blank = text[start..end].trim().is_empty();
    if !blank {
        return Span::new(start, end);
    }
    let rest = &text[start..];
    let value = skip_blanks(rest);
    let start = start + (rest.len() - value.len());
    let word = value
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+')))
        .unwrap_or(value.len());
    let quoted = value.strip_prefix('"').and_then(|inner| {
        let line = inner.lines().next().unwrap_or_default();
        line.find('"').map(|close| close + 2)
    });
    let first = value.chars().next().map_or(0, char::len_utf8);
    Span::new(start, start + quoted.unwrap_or(word.max(first)))
}

/// What RON's error code means, and what would be right.
fn in_words(code: &ron::Error) -> (String, Option<String>) {
    use ron::Error as E;
    let list = |names: &[&str]| {
        names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let suggestion = |found: &str, expected: &'static [&'static str], what: &str| {
        let near = did_you_mean(found, expected.iter().copied())
            .map(|near| format!("did you mean `{near}`? "))
            .unwrap_or_default();
        Some(format!("{near}the {what} here are {}", list(expected)))
    };
    match code {
        E::NoSuchStructField {
            expected, found, ..
        } => (
            format!("unknown field `{found}`"),
            suggestion(found, expected, "fields"),
        ),
        E::NoSuchEnumVariant {
            expected, found, ..
        } => (
            format!("unknown name `{found}`"),
            suggestion(found, expected, "names"),
        ),
        E::MissingStructField { field, .. } => (
            format!("the field `{field}` is missing"),
            Some(format!("add `{field}: …` before this")),
        ),
        E::DuplicateStructField { field, .. } => (
            format!("the field `{field}` is given twice"),
            Some("keep one of them".into()),
        ),
        E::ExpectedDifferentLength { expected, found } => (
            format!("{found} values are given where {expected} is expected"),
            None,
        ),
        E::ExceededRecursionLimit => (
            "nested too deeply".into(),
            Some("values may be nested 64 deep at most".into()),
        ),
        E::IntegerOutOfBounds => (
            "this number is out of range".into(),
            Some("a smaller whole number is expected".into()),
        ),
        E::ExpectedInteger | E::InvalidIntegerDigit { .. } => {
            ("a whole number is expected here".into(), None)
        }
        E::ExpectedString => (
            "a text in quotes is expected here".into(),
            Some("write it as \"…\"".into()),
        ),
        E::ExpectedStringEnd => (
            "this text has no closing quote".into(),
            Some("end it with `\"`".into()),
        ),
        E::ExpectedArray => (
            "a list is expected here".into(),
            Some("write it as […]".into()),
        ),
        E::ExpectedArrayEnd => ("a closing `]` is expected here".into(), None),
        E::ExpectedComma => ("a comma or the closing bracket is expected here".into(), None),
        E::ExpectedStructLikeEnd => (
            "a closing `)` is expected here".into(),
            Some("there are too many values, or a comma is missing".into()),
        ),
        E::ExpectedStructLike => ("an opening `(` is expected here".into(), None),
        E::ExpectedNamedStructLike(_) => (
            "an opening `(` is expected here".into(),
            Some("a puzzle is one struct: (lattice: …, board: …, pieces: […])".into()),
        ),
        E::ExpectedMapColon => ("a colon after the field's name is expected here".into(), None),
        E::ExpectedIdentifier => ("a name is expected here".into(), None),
        E::TrailingCharacters => (
            "something follows where the value has ended".into(),
            Some("remove it, or look for a bracket closed too early".into()),
        ),
        E::UnclosedBlockComment => ("this comment has no closing `*/`".into(), None),
        E::Eof | E::ExpectedRawValue => ("a value is expected here".into(), None),
        other => (format!("syntax error: {other}"), None),
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
        let outer: Outer<'_> = reader.read(reader.root()).unwrap();
        let node = reader.node(outer.inner);
        assert_eq!(node.text(), "[1, 2]");
        assert_eq!(&source.text()[node.span().start..node.span().end], "[1, 2]");
    }

    #[test]
    fn an_error_inside_a_raw_field_is_placed_in_the_file() {
        let source = Source::new("x", "(\n  inner: [1, two],\n)");
        let reader = Reader::new(&source);
        let outer: Outer<'_> = reader.read(reader.root()).unwrap();
        let error = reader.read_raw::<Vec<i64>>(outer.inner).unwrap_err();
        let span = error.primary.0;
        assert_eq!(&source.text()[span.start..span.end], "two");
    }

    #[test]
    fn comments_before_a_value_are_skipped() {
        assert_eq!(skip_blanks(" /* a /* b */ */ // c\n 5"), "5");
        assert_eq!(skip_blanks("/* open"), "/* open");
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        let text = format!("(inner: {})", "[".repeat(100_000));
        let source = Source::new("x", text);
        let reader = Reader::new(&source);
        let error = reader.read::<Outer<'_>>(reader.root()).unwrap_err();
        assert_eq!(error.message, "nested too deeply");
    }
}
