//! The text of a file, and positions in it.
//!
//! Messages about a file point into its text. The text is read once, checked once (a regular file, not too large,
//! UTF-8), and kept while the puzzle is read.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;
use tilewright_dlx::StopFlag;

use super::diagnostic::Diagnostic;
use super::parameters::{self, ReplacedName, carried_back};
use super::span::Span;
use crate::support::input::{self, InputError};
use crate::support::label::shown;

/// The largest file that is read: 16 MiB.
///
/// The largest puzzle within the limits on cells is far smaller, so a larger file is not a puzzle.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Why a file could not be read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file is missing, unreadable, not a regular file, or larger than [`MAX_FILE_BYTES`].
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file is of a well-known kind that is not text.
    #[error("{} is {kind}", shown(path))]
    Binary {
        /// The path as given.
        path: PathBuf,
        /// The kind of file, and the command that takes it if there is one: "a PDF, not a puzzle".
        kind: &'static str,
    },
    /// The file is not UTF-8 text.
    #[error(
        "{}:{line}:{column}: not UTF-8 text: byte 0x{byte:02x} does not start a character",
        shown(path)
    )]
    NotUtf8 {
        /// The path as given.
        path: PathBuf,
        /// The line with the first byte that is not valid UTF-8, counted from 1.
        line: usize,
        /// The column of that byte in its line, counted in characters from 1.
        column: usize,
        /// The first byte that is not valid UTF-8.
        byte: u8,
        /// The text of the line before that byte.
        before: String,
    },
}

/// The first bytes of well-known files that are not text, and how an error describes such a file.
const BINARY_KINDS: [(&[u8], &str); 5] = [
    (b"%PDF-", "a PDF, not a puzzle"),
    (
        b"\x89PNG",
        "a picture (PNG), not a puzzle; `tilewright import` makes a puzzle of it",
    ),
    (b"\xff\xd8\xff", "a picture (JPEG), not a puzzle"),
    (b"PK\x03\x04", "a ZIP archive, not a puzzle"),
    (
        &[0x1f, 0x8b],
        "a compressed file (gzip), not a puzzle; `tilewright import` reads it if it is from BurrTools",
    ),
];

/// The largest number of cells that reading a file may visit. A shape counts each time it occurs,
/// also inside other shapes. A restriction counts its cells for each piece that it concerns. A
/// polyform of a set counts its cells 12 times.
///
/// A visit takes about 0.1 to 0.3 µs. Limits on the results would not suffice, since they do not
/// count discarded cells: a union of a thousand equal rectangles has only the cells of one.
pub const MAX_VISITED_CELLS: u64 = 10_000_000;

/// The state of the current reading: the cells visited so far, their limit, and an error that makes
/// every reading fail.
#[derive(Debug)]
struct ReadState {
    visited: AtomicU64,
    most: u64,
    /// Readings end once this flag is set.
    stop: StopFlag,
    /// The error in an expression with parameters; `None` if all are correct.
    wrong: Option<Box<Diagnostic>>,
}

impl Default for ReadState {
    fn default() -> Self {
        Self {
            visited: AtomicU64::new(0),
            most: MAX_VISITED_CELLS,
            stop: StopFlag::new(),
            wrong: None,
        }
    }
}

impl Clone for ReadState {
    fn clone(&self) -> Self {
        Self {
            stop: self.stop.clone(),
            wrong: self.wrong.clone(),
            ..Self::default()
        }
    }
}

/// A file's name and text.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    /// The text with numbers in place of names of parameters.
    text: String,
    /// The text as written; `None` if it is the same.
    written: Option<String>,
    /// The expressions that were replaced by numbers.
    replaced: Vec<ReplacedName>,
    /// The state is boxed to keep errors small, since they contain sources.
    state: Box<ReadState>,
}

impl Source {
    /// Wraps a text that is not from a file; `name` is used in messages. Names declared in `parameters:` are replaced
    /// by their values.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        // Some editors write a byte order mark first, which RON refuses.
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

    /// The same file with other values for some parameters.
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
    /// If the file does not use a name, or an expression has no valid value, as a [`Diagnostic`] over the text [as
    /// written](Self::as_written).
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

    /// The file with its text as written, before values replace the names of parameters. Only for
    /// messages about parameters.
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

    /// The text as written, before values replace the names of parameters.
    pub fn written_text(&self) -> &str {
        self.written.as_ref().unwrap_or(&self.text)
    }

    /// The same source with a stop flag. Once `stop` is set, each reading ends with a
    /// [`Diagnostic`] that says so.
    #[must_use]
    pub(crate) fn until(mut self, stop: &StopFlag) -> Self {
        self.state.stop = stop.clone();
        self
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.state.stop.is_set()
    }

    /// The error in an expression with parameters, if there is one.
    pub(super) fn wrong(&self) -> Option<&Diagnostic> {
        self.state.wrong.as_deref()
    }

    /// Begins a reading with a full budget: sets the number of visited cells to 0.
    pub(super) fn begin_reading(&self) {
        self.state.visited.store(0, Ordering::Relaxed);
    }

    /// Counts visited cells; false if the budget is exceeded.
    pub(super) fn visit(&self, cells: u64) -> bool {
        let before = self.state.visited.fetch_add(cells, Ordering::Relaxed);
        before.saturating_add(cells) <= self.state.most
    }

    /// Whether `cells` more cells may be visited within the budget.
    pub(super) fn has_budget(&self, cells: u64) -> bool {
        let before = self.state.visited.load(Ordering::Relaxed);
        before.saturating_add(cells) <= self.state.most
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// [`SourceError`] if the path is missing, unreadable, not a regular file, larger than [`MAX_FILE_BYTES`], or not
    /// UTF-8.
    pub fn load(path: &Path) -> Result<Self, SourceError> {
        Self::of_bytes(path, input::read(path, MAX_FILE_BYTES)?)
    }

    /// Reads the file named on the command line; `-` is stdin.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load); also if stdin was already read.
    pub fn load_named(path: &Path) -> Result<Self, SourceError> {
        Self::of_bytes(path, input::read_named(path, MAX_FILE_BYTES)?)
    }

    fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, SourceError> {
        let mut known = BINARY_KINDS.iter();
        if let Some((_, kind)) = known.find(|(first, _)| bytes.starts_with(first)) {
            return Err(SourceError::Binary {
                path: PathBuf::from(input::name(path)),
                kind,
            });
        }
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

    /// The name used in messages: the path as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text with numbers in place of names of parameters.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte offset of a line and a column, both counted from 1 as in RON's errors. The column
    /// counts characters. A position beyond the end of the text gives the end.
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

    /// Maps a span to the [text as written](Self::written_text), clamped to it and to character boundaries.
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

    #[test]
    fn a_reading_ends_once_its_flag_is_set() {
        let text =
            "(lattice: Square, board: Rect(2, 2), pieces: [Set(of: Polyominoes(2), copies: 2)])";
        let stop = StopFlag::new();
        let source = Source::new("x", text).until(&stop);
        assert!(crate::puzzle::load(&source).is_ok());
        stop.set();
        let stopped = crate::puzzle::load(&source.clone()).unwrap_err();
        assert_eq!(stopped.message, "reading this text was stopped");
    }

    /// Checks that discarded cells count as visited: those of overlapping shapes in unions, of
    /// shapes in restrictions, and of sets from which one polyform is used.
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
                "the shapes of this file have more than 10,000,000 cells, the limit"
            );
        }
        // Each reading begins with a full budget of visited cells, so repeated readings succeed.
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
        // A position in the middle of a number is mapped to the beginning of the expression that
        // the number replaces.
        let start = source.text().find("20").unwrap();
        let place = source.place(Span::new(start + 1, start + 1));
        assert_eq!(place.start, written.find("2*size").unwrap());
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(Source::new("x", "\u{feff}()").text(), "()");
    }
}
