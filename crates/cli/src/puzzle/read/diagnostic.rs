//! What is told of a file: a message, the place, and what would be right.
//!
//! A [`Diagnostic`] is data; [`Diagnostic::render`] draws it in the manner of
//! the Rust compiler: file, line, column, the line itself with the place
//! underlined, and help below.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::source::{Source, Span};
use crate::support::label::escaped_but;

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

    /// Draws the diagnostic over `source`, with ANSI colours if `styled`.
    ///
    /// Characters that cannot be shown, in the text and in what is told of it, are written as in
    /// `\u{1b}`.
    pub fn render(&self, source: &Source, styled: bool) -> String {
        let shown = ShownText::of(source);
        let primary = shown.place(source.clamp(self.primary.0));
        let path = one_line(source.name());
        let label = one_line(&self.primary.1);
        let mut snippet = Snippet::source(shown.text.as_ref())
            .path(path.as_ref())
            .annotation(AnnotationKind::Primary.span(primary).label(label.as_ref()));
        if let Some((span, label)) = self.context.as_deref() {
            let span = shown.place(source.clamp(*span));
            snippet = snippet.annotation(AnnotationKind::Context.span(span).label(one_line(label)));
        }
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level
            .primary_title(one_line(&self.message))
            .element(snippet);
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(one_line(help)));
        }
        let renderer = if styled {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[group])
    }
}

/// A text on one line, without characters that cannot be shown.
fn one_line(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// A source's text as it is drawn: characters that cannot be shown are escaped.
struct ShownText<'s> {
    source: &'s str,
    text: Cow<'s, str>,
}

impl<'s> ShownText<'s> {
    fn of(source: &'s Source) -> Self {
        // An empty text has no line to draw on; one blank shows the place.
        let source = match source.text() {
            "" => " ",
            text => text,
        };
        Self {
            source,
            text: Self::escaped(source),
        }
    }

    /// What is drawn is drawn line by line, and tabs as blanks.
    fn escaped(text: &str) -> Cow<'_, str> {
        escaped_but(text, |character| matches!(character, '\n' | '\r' | '\t'))
    }

    /// Where a place of the source is in what is drawn.
    fn place(&self, span: Span) -> Range<usize> {
        let at = |at: usize| match self.text {
            Cow::Borrowed(_) => at,
            Cow::Owned(_) => Self::escaped(self.source.get(..at).unwrap_or_default()).len(),
        };
        at(span.start)..at(span.end)
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

    #[test]
    fn names_the_place_and_shows_the_line() {
        let source = Source::new("tray.ron", "(\n  bord: 5,\n)");
        let text = Diagnostic::error("unknown field `bord`", Span::new(4, 8), "here")
            .help("did you mean `board`?")
            .render(&source, false);
        assert!(text.contains("tray.ron:2:3"), "{text}");
        assert!(text.contains("bord: 5,"), "{text}");
        assert!(text.contains("did you mean `board`?"), "{text}");
    }

    #[test]
    fn what_is_near_is_suggested() {
        let known = ["board", "pieces", "X", "tray"];
        assert_eq!(did_you_mean("bord", known), Some("board"));
        assert_eq!(did_you_mean("Peices", known), Some("pieces"));
        assert_eq!(did_you_mean("Y", known), None);
        assert_eq!(did_you_mean("", ["", "X"]), None);
        assert_eq!(did_you_mean(&"board".repeat(1_000_000), known), None);
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
    fn what_cannot_be_shown_is_escaped() {
        let text = "(\n  title: \"\u{1b}[2J\u{202e}x\u{9b}\", y,\r\n)";
        let at = text.find('y').unwrap();
        let source = Source::new("a\u{1b}\n.ron", text);
        let drawn = Diagnostic::error("\u{7}", Span::new(at, at + 1), "\u{1b}c")
            .context(Span::new(4, 9), "\u{8}")
            .help("\u{200b}\n")
            .render(&source, false);
        assert!(
            !drawn.contains(|c| c != '\n' && crate::support::label::is_unprintable(c)),
            "{drawn:?}"
        );
        let wanted = [
            r"error: \u{7}",
            r" --> a\u{1b}\u{a}.ron:2:38",
            r"  |",
            r#"2 |   title: "\u{1b}[2J\u{202e}x\u{9b}", y,"#,
            r"  |   ----- \u{8}                        ^ \u{1b}c",
            r"  |",
            r"  = help: \u{200b}\u{a}",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn never_panics_on_a_place_outside() {
        let source = Source::new("empty.ron", "");
        let text = Diagnostic::error("empty", Span::new(7, 3), "").render(&source, false);
        assert!(text.contains("empty.ron:1:1"), "{text}");
    }

    #[test]
    fn spellings_are_suggested_only_when_close() {
        let known = ["Square", "Triangle", "Stick", "Cube"];
        assert_eq!(did_you_mean("Sqare", known), Some("Square"));
        assert_eq!(did_you_mean("square", known), Some("Square"));
        assert_eq!(did_you_mean("Hexagonal", known), None);
    }
}
