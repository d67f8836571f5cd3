//! The text of a file and the places in it.
//!
//! Everything a person is told about a file points into its text, so the text
//! is read once, checked once (a regular file, not too large, UTF-8), and kept
//! for as long as the puzzle is being resolved.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::diagnostic::Diagnostic;
use super::parameters::{self, Replaced, carried_back};
use super::span::Span;
use crate::support::input::{self, InputError};
use crate::support::label::shown;

/// The largest file that is read: 16 MiB.
///
/// The largest puzzle within the limits on cells is far smaller; whatever
/// exceeds this is not a puzzle.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Why a file could not be read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file is missing, unreadable, no file or larger than [`MAX_FILE_BYTES`].
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file is not UTF-8 text.
    #[error(
        "{}:{line}:{column}: not UTF-8 text: byte 0x{byte:02x} starts no character",
        shown(path)
    )]
    NotUtf8 {
        /// The path as it was given.
        path: PathBuf,
        /// The line of the first bad byte, from 1.
        line: usize,
        /// Its column in characters, from 1.
        column: usize,
        /// The byte.
        byte: u8,
        /// The line's text up to the bad byte.
        before: String,
    },
}

/// How many cells a reading may visit: those of every shape as often as one is written, within others too, those of every
/// restriction for each piece that it concerns, and those of every polyform of a set 12 times.
///
/// A visit takes some 0.1 to 0.3 µs. Results have limits of their own, which do not bound what is thrown away: a union of
/// a thousand rectangles has the cells of one.
pub const MAX_VISITED_CELLS: u64 = 10_000_000;

/// The cells that the present reading has visited, how many it may visit, and what stops every reading.
#[derive(Debug)]
struct ReadState {
    visited: AtomicU64,
    most: u64,
    /// What is wrong with a number in which a parameter stands.
    wrong: Option<Box<Diagnostic>>,
}

impl Default for ReadState {
    fn default() -> Self {
        Self {
            visited: AtomicU64::new(0),
            most: MAX_VISITED_CELLS,
            wrong: None,
        }
    }
}

impl Clone for ReadState {
    fn clone(&self) -> Self {
        Self {
            wrong: self.wrong.clone(),
            ..Self::default()
        }
    }
}

/// A file's name and text.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    /// With numbers in place of the names of parameters.
    text: String,
    /// As it is written, where that differs.
    written: Option<String>,
    /// Where it differs.
    replaced: Vec<Replaced>,
    /// In a box, since errors carry sources.
    state: Box<ReadState>,
}

impl Source {
    /// Wraps a text that did not come from a file; `name` stands in messages. Names that its field `parameters`
    /// declares are replaced by their values.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        // Editors on some systems put a byte order mark first; RON refuses it.
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let name = name.into();
        let values = if text.contains("parameters") {
            parameters::declared(&text)
        } else {
            parameters::Values::new()
        };
        match parameters::bind(&text, &values) {
            Ok(bound) if !values.is_empty() => Self {
                name,
                text: bound.text,
                written: Some(text),
                replaced: bound.replaced,
                state: Box::default(),
            },
            bound => Self {
                name,
                text,
                written: None,
                replaced: Vec::new(),
                state: Box::new(ReadState {
                    wrong: bound.err().map(Box::new),
                    ..ReadState::default()
                }),
            },
        }
    }

    /// The same file with other values for some of its parameters.
    ///
    /// ```
    /// use tilewright::puzzle::{Source, load};
    ///
    /// let text = "(lattice: Square, board: Rect(n, 2*n), pieces: [Set(of: Polyominoes(2), copies: n*n)])";
    /// let source = Source::new("dominoes.ron", text).with_parameters(&[("n", 3)])?;
    /// assert_eq!(load(&source)?.puzzle.board.cells().len(), 18);
    /// # Ok::<(), Box<tilewright::puzzle::Diagnostic>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// That the file doesn't use a name, or a number that cannot be, as a [`Diagnostic`] over the text
    /// [as it is written](Self::as_written).
    pub fn with_parameters(&self, values: &[(&str, i64)]) -> Result<Self, Box<Diagnostic>> {
        let written = self.written_text();
        let mut all = parameters::declared(written);
        all.extend(
            values
                .iter()
                .map(|(name, value)| ((*name).to_owned(), *value)),
        );
        let bound = parameters::bind(written, &all)?;
        if let Some((name, _)) = values.iter().find(|(name, _)| !bound.used.contains(*name)) {
            return Err(Box::new(parameters::unused(written, name)));
        }
        Ok(Self {
            name: self.name.clone(),
            text: bound.text,
            written: Some(written.to_owned()),
            replaced: bound.replaced,
            state: Box::default(),
        })
    }

    /// The file with the names of its parameters, which nothing but a message about them reads.
    #[must_use]
    pub fn as_written(&self) -> Self {
        Self {
            text: self.written_text().to_owned(),
            written: None,
            replaced: Vec::new(),
            name: self.name.clone(),
            state: Box::default(),
        }
    }

    /// The text with the names of its parameters, as an editor shows it.
    pub fn written_text(&self) -> &str {
        self.written.as_ref().unwrap_or(&self.text)
    }

    /// What is wrong with a number in which a parameter stands.
    pub(super) fn wrong(&self) -> Option<&Diagnostic> {
        self.state.wrong.as_deref()
    }

    /// Begins a reading, which has visited no cell.
    pub(super) fn begin_reading(&self) {
        self.state.visited.store(0, Ordering::Relaxed);
    }

    /// Counts cells that the present reading visits; false once it visits more than it may.
    pub(super) fn visit(&self, cells: u64) -> bool {
        let before = self.state.visited.fetch_add(cells, Ordering::Relaxed);
        before.saturating_add(cells) <= self.state.most
    }

    /// Whether the present reading may visit that many cells more.
    pub(super) fn has_budget(&self, cells: u64) -> bool {
        let before = self.state.visited.load(Ordering::Relaxed);
        before.saturating_add(cells) <= self.state.most
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// [`SourceError`] if the path is missing, no regular file, unreadable, larger than
    /// [`MAX_FILE_BYTES`] or not UTF-8.
    pub fn load(path: &Path) -> Result<Self, SourceError> {
        Self::of_bytes(path, input::read(path, MAX_FILE_BYTES)?)
    }

    /// Reads the file that a call names; `-` is stdin.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), or stdin has been read before.
    pub fn load_named(path: &Path) -> Result<Self, SourceError> {
        Self::of_bytes(path, input::read_named(path, MAX_FILE_BYTES)?)
    }

    fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, SourceError> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(input::name(path), text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let byte = bytes.get(good).copied().unwrap_or_default();
                let head = String::from_utf8_lossy(&bytes[..good]);
                let before = head.rsplit('\n').next().unwrap_or_default().to_owned();
                Err(SourceError::NotUtf8 {
                    path: PathBuf::from(input::name(path)),
                    line: head.matches('\n').count() + 1,
                    column: before.chars().count() + 1,
                    byte,
                    before,
                })
            }
        }
    }

    /// The name that stands in messages: the path as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte offset of a line and a column, both from 1, the column in
    /// characters: how RON's errors name places. Places beyond the end give
    /// the end.
    pub fn offset(text: &str, line: usize, column: usize) -> usize {
        let mut start = 0;
        for _ in 1..line {
            match text[start..].find('\n') {
                Some(at) => start += at + 1,
                None => return text.len(),
            }
        }
        text[start..]
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(text.len(), |(at, _)| start + at)
    }

    /// Where the [text as it is written](Self::written_text) has what stands at `span`: within it, and on
    /// character boundaries.
    pub fn place(&self, span: Span) -> Span {
        let (text, span) = (self.written_text(), carried_back(&self.replaced, span));
        let floor = |at: usize| {
            let mut at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(span.start);
        let end = floor(span.end).max(start);
        Span::new(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_characters_and_stop_at_the_end() {
        let text = "a\nβγδ\n";
        assert_eq!(Source::offset(text, 1, 1), 0);
        assert_eq!(Source::offset(text, 2, 1), 2);
        assert_eq!(Source::offset(text, 2, 3), 6);
        assert_eq!(Source::offset(text, 9, 9), text.len());
    }

    /// What is thrown away is read too: unions of what is there already, shapes of restrictions, sets of which one is taken.
    #[test]
    fn a_reading_visits_a_limited_number_of_cells() {
        let read = |board: &str, more: &str, restrict: &str| {
            let text = format!(
                "(lattice: Square, board: {board}, pieces: [Piece(name: \"d\", cells: Rect(2, 1), copies: (0, 9)){more}], restrict: [{restrict}])"
            );
            let mut source = Source::new("x", text);
            source.state.most = 10_000;
            crate::puzzle::load(&source).map(|_| ())
        };
        let union = |parts: usize| {
            let parts = vec!["Rotate(0, Rect(10, 100))"; parts];
            format!("Minus(Rect(12, 1), Union([{}]))", parts.join(", "))
        };
        let wheres = |count: usize| {
            vec!["Where(covers: Rect(20, 20), also: Rect(20, 20))"; count].join(", ")
        };
        let sets = |count: usize| -> String {
            let set =
                |at| format!(", Set(of: Polyominoes(6), only: [\"6-01\"], prefix: \"{at}_\")");
            (0..count).map(set).collect()
        };
        assert!(read(&union(3), &sets(1), "").is_ok());
        assert!(read("Rect(20, 20)", "", &wheres(5)).is_ok());
        let refused = [
            read(&union(10), "", ""),
            read("Rect(20, 20)", "", &wheres(13)),
            read("Rect(20, 20)", &sets(4), ""),
        ];
        for refused in refused {
            let message = refused.unwrap_err().message;
            assert_eq!(
                message,
                "reading this file visits more than 10,000,000 cells, the limit"
            );
        }
        // Each reading has a budget of its own.
        let mut source = Source::new(
            "x",
            "(lattice: Square, board: Rect(60, 60), pieces: [Set(of: Polyominoes(2))])",
        );
        source.state.most = 10_000;
        for _ in 0..4 {
            assert!(crate::puzzle::load(&source).is_ok());
        }
    }

    #[test]
    fn spans_are_clamped_to_characters() {
        let source = Source::new("x", "aβ");
        assert_eq!(source.place(Span::new(2, 99)), Span::new(1, 3));
        assert_eq!(source.place(Span::new(50, 40)), Span::new(3, 3));
    }

    #[test]
    fn places_are_those_of_the_text_as_it_is_written() {
        let written =
            "(parameters: {\"size\": 10}, board: Rect(2*size, size), bord: 1, holes: size)";
        let source = Source::new("x", written);
        assert!(source.text().contains("Rect(20, 10), bord: 1"));
        for (bound, as_written) in [
            ("20", "2*size"),
            ("20, 10", "2*size, size"),
            ("bord", "bord"),
            ("board", "board"),
        ] {
            let start = source.text().find(bound).unwrap();
            let place = source.place(Span::new(start, start + bound.len()));
            assert_eq!(&written[place.start..place.end], as_written);
        }
        // In the middle of a number.
        let start = source.text().find("20").unwrap();
        let place = source.place(Span::new(start + 1, start + 1));
        assert_eq!(place.start, written.find("2*size").unwrap());
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(Source::new("x", "\u{feff}()").text(), "()");
    }
}
