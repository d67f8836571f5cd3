//! What is told of a file: a message, the place, and what would be right.
//!
//! A [`Diagnostic`] is data; [`Diagnostic::render`] draws it in the manner of
//! the Rust compiler: file, line, column, the line itself with the place
//! underlined, and help below.

mod located;

pub use self::located::PuzzleTextError;
use super::span::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The input is wrong: nothing can be done with it.
    Error,
    /// The input is sound but something in it cannot work.
    Warning,
}

/// One thing to tell about a source text.
///
/// As an error it displays its message alone; [`Diagnostic::render`] shows the
/// place too.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// Where, and a short word on what is there.
    pub primary: (Span, String),
    /// Another place that has to do with it.
    pub context: Option<Box<(Span, String)>>,
    /// What would be right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`; `label` says what is there, and may be empty.
    ///
    /// Of a text that quotes a long one from the file the beginning and the end are kept, at most
    /// 800 characters.
    pub fn error(message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: shortened(message.into()),
            primary: (span, shortened(label.into())),
            context: None,
            help: None,
        }
    }

    /// A warning at `span`.
    pub fn warning(message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message, span, label)
        }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        // It may list all the names of something.
        self.help = Some(shortened_to(help.into(), 1_700, 300));
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn context(mut self, span: Span, label: impl Into<String>) -> Self {
        self.context = Some(Box::new((span, shortened(label.into()))));
        self
    }
}

/// ` (did you mean "…"?)` if one of `known` is close to `word`, else nothing.
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
            // Lengths alone set most apart, before a table of both is made.
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

/// How a help that lists `known` names begins: `did you mean "…"? `, or not at
/// all.
pub(crate) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(word, known)
        .map(|near| format!("did you mean {near:?}? "))
        .unwrap_or_default()
}

/// A text without its middle, if it is long.
fn shortened(text: String) -> String {
    shortened_to(text, 500, 300)
}

/// The first and the last characters of a text, if it has more.
fn shortened_to(text: String, first: usize, last: usize) -> String {
    // A character has one byte at least.
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

    /// Columns count characters, and names of parameters as they are written.
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
        let told = message(format!("unknown field `{long}`: a puzzle has none"));
        assert!(told.starts_with("unknown field `éé"), "{told}");
        assert!(told.ends_with("éé`: a puzzle has none"), "{told}");
        assert_eq!(told.chars().count(), 500 + 3 + 300);
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
