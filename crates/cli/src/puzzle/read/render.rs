//! Draws a diagnostic over its source.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Severity};
use super::source::Source;
use super::span::Span;
use crate::support::label::escaped_but;

/// The maximum number of columns between two marked places that are both drawn, since a line of source is drawn
/// from the first marked column to the last one. A place further away is named by its line and column instead.
const WIDEST: usize = 240;

impl Diagnostic {
    /// Draws the diagnostic over `source`, with ANSI colours if `styled`.
    ///
    /// Characters that cannot be displayed are escaped as in `\u{1b}`, in the source and in the
    /// messages.
    pub fn render(&self, source: &Source, styled: bool) -> String {
        let shown = ShownText::of(source);
        let primary = shown.place(source.place(self.primary.0));
        let snippet_start = primary.start;
        let path = one_line(source.name());
        let label = one_line(&self.primary.1);
        let mut snippet = Snippet::source(shown.text.as_ref())
            .path(path.as_ref())
            .annotation(AnnotationKind::Primary.span(primary).label(label.as_ref()));
        let mut context_apart = None;
        if let Some((span, label)) = self.context.as_deref() {
            let context = shown.place(source.place(*span));
            let label = one_line(label);
            let [(_, column), (context_line, context_column)] =
                [snippet_start, context.start].map(|at| line_and_column(&shown.text, at));
            if column.abs_diff(context_column) <= WIDEST {
                snippet = snippet.annotation(AnnotationKind::Context.span(context).label(label));
            } else {
                context_apart = Some(format!(
                    "{label}: line {context_line}, column {context_column}"
                ));
            }
        }
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level
            .primary_title(one_line(&self.message))
            .element(snippet);
        if let Some(context) = context_apart {
            group = group.element(Level::NOTE.message(context));
        }
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

/// The line and the column of a position, in characters, both from 1.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

/// The text as one line, in which unprintable characters are escaped.
fn one_line(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// The text of a source as it is displayed: unprintable characters are escaped.
struct ShownText<'s> {
    source: &'s str,
    text: Cow<'s, str>,
}

impl<'s> ShownText<'s> {
    fn of(source: &'s Source) -> Self {
        // An empty text has no line to draw; a space shows the position.
        let source = match source.written_text() {
            "" => " ",
            text => text,
        };
        Self {
            source,
            text: Self::escaped(source),
        }
    }

    /// The text with unprintable characters escaped, except line breaks and tabs, which the
    /// renderer handles.
    fn escaped(text: &str) -> Cow<'_, str> {
        escaped_but(text, |character| matches!(character, '\n' | '\r' | '\t'))
    }

    /// Maps a span of the source to the escaped text.
    fn place(&self, span: Span) -> Range<usize> {
        let at = |at: usize| match self.text {
            Cow::Borrowed(_) => at,
            Cow::Owned(_) => Self::escaped(self.source.get(..at).unwrap_or_default()).len(),
        };
        at(span.start)..at(span.end)
    }
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
        let expected = [
            r"error: \u{7}",
            r" --> a\u{1b}\u{a}.ron:2:38",
            r"  |",
            r#"2 |   title: "\u{1b}[2J\u{202e}x\u{9b}", y,"#,
            r"  |   ----- \u{8}                        ^ \u{1b}c",
            r"  |",
            r"  = help: \u{200b}\u{a}",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_second_place_far_away_is_named() {
        let text = format!("[\n{}(\n]", "(".repeat(5_000));
        let source = Source::new("a.ron", &text);
        let drawn = |context: usize| {
            Diagnostic::error("open", Span::new(text.len() - 1, text.len()), "")
                .context(Span::new(context, context + 1), "opened here")
                .render(&source, false)
        };
        assert!(drawn(2).contains("- opened here"), "{}", drawn(2));
        let far = drawn(5_002);
        assert!(
            far.contains("= note: opened here: line 2, column 5001"),
            "{far}"
        );
        assert!(far.len() < 1_000, "{far}");
    }

    #[test]
    fn never_panics_on_a_place_outside() {
        let source = Source::new("empty.ron", "");
        let text = Diagnostic::error("empty", Span::new(7, 3), "").render(&source, false);
        assert!(text.contains("empty.ron:1:1"), "{text}");
    }
}
