//! Diagnostics: messages about a file, with a position and help.
//!
//! A [`Diagnostic`] is data. [`Diagnostic::render`] draws it like the Rust compiler: file, line,
//! column, the line itself with the position underlined, and help below.

mod located;

pub use self::located::PuzzleTextError;
use super::span::Span;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The input is wrong and cannot be used.
    Error,
    /// The input is valid, but part of it has no effect or cannot be satisfied.
    Warning,
}

/// A message about a source text.
///
/// Its `Display` is the message alone; [`Diagnostic::render`] also shows the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// Whether the file is refused, or accepted with a warning.
    pub severity: Severity,
    /// The mistake, in one line without a full stop.
    pub message: String,
    /// The position of the mistake, and a few words about it.
    pub primary: (Span, String),
    /// A second, related position, and a few words about it.
    pub context: Option<Box<(Span, String)>>,
    /// How to correct the mistake.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`. `label` describes the text at that position, and may be empty.
    ///
    /// Long texts are shortened to their first 500 and last 300 characters, since they may quote
    /// the file.
    pub fn error(message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: shortened(message.into()),
            primary: (span, shortened(label.into())),
            context: None,
            help: None,
        }
    }

    /// A warning at `span`; see [`Diagnostic::error`].
    pub fn warning(message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message, span, label)
        }
    }

    /// Sets the help: how to correct the mistake.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        // A help text may be longer than a message, since it may list all names of something.
        self.help = Some(shortened_to(help.into(), 1_700, 300));
        self
    }

    /// Sets a second, related position, and a few words about it.
    #[must_use]
    pub fn context(mut self, span: Span, label: impl Into<String>) -> Self {
        self.context = Some(Box::new((span, shortened(label.into()))));
        self
    }
}

/// The name in `known` that is most similar to `word`, if it is similar enough to be the intended
/// one.
pub(super) fn did_you_mean<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = word.chars().count();
    known
        .into_iter()
        .filter_map(|candidate| {
            let own = candidate.chars().count();
            let near = (own / 3 + 1).min(own.checked_sub(1)?);
            // A difference of lengths excludes most candidates before the costly comparison.
            if length.abs_diff(own) > near {
                return None;
            }
            let distance =
                strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase());
            (distance <= near).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Whether a word differs from a name by one letter, or only by capitals.
pub(super) fn is_misspelt(word: &str, name: &str) -> bool {
    strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase()) <= 1
}

/// The beginning of a help text that lists `known` names: `did you mean "…"? `, or nothing.
pub(crate) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(word, known)
        .map(|near| format!("did you mean {near:?}? "))
        .unwrap_or_default()
}

/// The text, with `…` in place of its middle if it has more than 800 characters.
fn shortened(text: String) -> String {
    shortened_to(text, 500, 300)
}

/// The first and the last characters of a text, or the whole text if it has no more.
fn shortened_to(text: String, first: usize, last: usize) -> String {
    // A text has at least as many bytes as characters, so for a short text they need not be counted.
    if text.len() <= first + last || text.chars().count() <= first + last {
        return text;
    }
    let place = |at: Option<(usize, char)>| at.map_or(0, |(place, _)| place);
    let first = place(text.char_indices().nth(first));
    let last = place(text.char_indices().nth_back(last.saturating_sub(1)));
    format!("{} … {}", &text[..first], &text[last..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn what_is_near_is_suggested() {
        let known = ["board", "pieces", "X", "tray"];
        assert_eq!(did_you_mean("bord", known), Some("board"));
        assert_eq!(did_you_mean("Peices", known), Some("pieces"));
        assert_eq!(did_you_mean("Y", known), None);
        assert_eq!(did_you_mean("", ["", "X"]), None);
        assert_eq!(did_you_mean(&"board".repeat(1_000_000), known), None);
    }

    /// Checks lines and columns. Columns count characters. They refer to the text as written,
    /// before values replace the names of parameters.
    #[test]
    fn an_error_of_a_text_says_its_line_and_column() {
        let place = |text: &str| {
            let error = Puzzle::from_ron(text).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("(title: \"βγ\", bord: 1)"), (1, 15));
        assert_eq!(
            place(
                "(\n parameters: {\"size\": 100},\n lattice: Square, board: Rect(size, size), bord: 1)"
            ),
            (3, 44)
        );
    }

    #[test]
    fn a_message_is_not_as_long_as_the_file() {
        let long = "é".repeat(100_000);
        let message = |text: String| Diagnostic::error(text, Span::new(0, 0), "").message;
        let text = message(format!("unknown field `{long}`: a puzzle has none"));
        assert!(text.starts_with("unknown field `éé"), "{text}");
        assert!(text.ends_with("éé`: a puzzle has none"), "{text}");
        assert_eq!(text.chars().count(), 500 + 3 + 300);
        let (fits, long) = ("é".repeat(800), "é".repeat(801));
        assert_eq!(message(fits.clone()), fits);
        assert_ne!(message(long.clone()), long);
    }

    #[test]
    fn spellings_are_suggested_only_when_close() {
        let known = ["Square", "Triangle", "Stick", "Cube"];
        assert_eq!(did_you_mean("Sqare", known), Some("Square"));
        assert_eq!(did_you_mean("square", known), Some("Square"));
        assert_eq!(did_you_mean("Hexagonal", known), None);
    }
}
