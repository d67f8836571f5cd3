//! Error messages for a comma or a bracket that a text lacks.

use super::diagnostic::Diagnostic;
use super::span::Span;
use super::tokens::token_spans;

/// An open bracket, with the name before it: `Piece(`.
#[derive(Debug, Clone, Copy)]
struct OpenBracket {
    span: Span,
    closer: char,
}

/// The error at a closing bracket that does not match the innermost open bracket, or at a bracket that is still
/// open at the end of the text. `None` if the position is neither.
pub(super) fn unclosed(text: &str, at: usize, offset: usize) -> Option<Diagnostic> {
    let mut open: Vec<OpenBracket> = Vec::new();
    let mut before: Option<Span> = None;
    for span in token_spans(text) {
        let token = &text[span.start..span.end];
        let closer = match token {
            "(" => ')',
            "[" => ']',
            "{" => '}',
            ")" | "]" | "}" if span.end > at => {
                let innermost = open.last()?;
                return (!token.starts_with(innermost.closer))
                    .then(|| not_closed(text, *innermost, span, offset));
            }
            ")" | "]" | "}" => {
                open.pop();
                before = Some(span);
                continue;
            }
            _ if span.start > at => return None,
            _ => {
                before = Some(span);
                continue;
            }
        };
        let name = before.filter(|name| name.end == span.start && is_name(text, *name));
        let start = name.map_or(span.start, |name| name.start);
        open.push(OpenBracket {
            span: Span::new(start, span.end),
            closer,
        });
        before = Some(span);
    }
    let OpenBracket { span, closer } = *open.last()?;
    let name = &text[span.start..span.end];
    let error = Diagnostic::error(
        format!("`{name}` is not closed"),
        span.shifted(offset),
        "opened here",
    );
    Some(error.help(format!("write `{closer}` where it ends")))
}

fn not_closed(text: &str, open: OpenBracket, at: Span, offset: usize) -> Diagnostic {
    let (name, closer) = (&text[open.span.start..open.span.end], open.closer);
    let found = &text[at.start..at.end];
    Diagnostic::error(
        format!("`{name}` is not closed before this `{found}`"),
        at.shifted(offset),
        "",
    )
    .context(open.span.shifted(offset), "opened here")
    .help(format!("write `{closer}` before the `{found}`"))
}

/// The error that a comma is missing between two values: after the last token before the position.
/// `None` if there is no token.
pub(super) fn missing_comma(text: &str, at: usize, offset: usize) -> Option<Diagnostic> {
    let mut before: Option<Span> = None;
    let mut next: Option<Span> = None;
    for span in token_spans(text) {
        if span.end > at {
            next = Some(span);
            break;
        }
        before = Some(span);
    }
    let before = before?;
    let token = &text[before.start..before.end];
    let here = before.shifted(offset);
    let is_list = next.is_some_and(|next| {
        next.start == before.end && matches!(&text[next.start..next.end], "[" | "{")
    });
    if is_list && is_name(text, before) {
        let error = Diagnostic::error(format!("`(` is expected after `{token}`"), here, "");
        return Some(error.help(format!("write `{token}(…)`")));
    }
    let error = Diagnostic::error(format!("a comma is missing after `{token}`"), here, "");
    Some(error.help(format!("write `{token},`")))
}

fn is_name(text: &str, span: Span) -> bool {
    text[span.start..span.end].starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_that_is_open_is_named() {
        let text = "[Piece(name: \"]\", copies: 4]";
        let error = unclosed(text, text.len() - 1, 0).unwrap();
        assert_eq!(error.message, "`Piece(` is not closed before this `]`");
        assert!(unclosed("[Piece(copies: 4)]", 16, 0).is_none());
        let error = unclosed("(pieces: [Piece(copies: 4)", 26, 0).unwrap();
        assert_eq!(error.message, "`[` is not closed");
        assert!(unclosed("Square board", 6, 0).is_none());
        assert!(unclosed("]", 0, 0).is_none());
    }

    #[test]
    fn the_value_before_the_comma_is_named() {
        let of = |text: &str, at: usize| missing_comma(text, at, 0).unwrap().message;
        assert_eq!(of("Square\n board", 8), "a comma is missing after `Square`");
        assert_eq!(of("Rect(4 5)", 7), "a comma is missing after `4`");
        assert_eq!(of("Rect[4, 5]", 4), "`(` is expected after `Rect`");
        assert!(missing_comma("", 0, 0).is_none());
    }
}
