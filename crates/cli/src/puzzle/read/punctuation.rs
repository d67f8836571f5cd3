//! Error messages for a comma, a bracket or a quote that a text lacks.

use super::diagnostic::Diagnostic;
use super::span::Span;
use super::tokens::token_spans;

/// An open bracket, with the name before it: `Piece(`.
#[derive(Debug, Clone, Copy)]
struct OpenBracket {
    span: Span,
    closer: char,
    /// The name of the last field read so far that stands directly in this bracket. A field is a name before a
    /// colon. In a list, which should have no fields, it is the name of the first.
    field: Option<Span>,
}

/// The brackets that are open at a token of a text.
struct Brackets<'t> {
    text: &'t str,
    open: Vec<OpenBracket>,
    /// The first opening bracket whose partner is in a line that is indented less than its own line. In a text
    /// that is indented as usual, that partner was meant for an earlier bracket, so this one was never closed.
    outdented: Option<OpenBracket>,
}

/// The error that a quote is missing: the first text in quotes that extends over lines and is followed by another
/// value, or that is not closed. `None` if there is none.
pub(super) fn unclosed_text(text: &str, offset: usize) -> Option<Diagnostic> {
    let mut spans = token_spans(text).peekable();
    while let Some(span) = spans.next() {
        let token = &text[span.start..span.end];
        if !token.starts_with('"') || !token.contains('\n') {
            continue;
        }
        let next = spans.peek().map(|next| &text[next.start..next.end]);
        if matches!(next, Some("," | ":" | ")" | "]" | "}")) || next.is_none() && is_closed(token) {
            continue;
        }
        let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let first_line = token.lines().next().unwrap_or_default().trim_end();
        let end = span.start + first_line.len();
        let here = |start: usize| Span::new(start, end).shifted(offset);
        let error = match text[line..span.start].find('"') {
            Some(first) => {
                Diagnostic::error("a quote is missing in this line", here(line + first), "")
            }
            None => Diagnostic::error("this text has no closing quote", here(span.start), ""),
        };
        return Some(error.help("each text begins and ends with `\"`, on one line"));
    }
    None
}

fn is_closed(token: &str) -> bool {
    token.len() > 1 && token.ends_with('"')
}

/// The error at the first bracket that has no partner. `None` if all brackets have one. Cost: linear.
pub(super) fn unbalanced(text: &str, offset: usize) -> Option<Diagnostic> {
    // For each kind of bracket, how many more are opened than closed.
    let missing = |closer: char| {
        let opener = opener_of(closer);
        token_spans(text).fold(0_i64, |missing, span| match &text[span.start..span.end] {
            token if token.starts_with(opener) => missing + 1,
            token if token.starts_with(closer) => missing - 1,
            _ => missing,
        })
    };
    let mut brackets = Brackets {
        text,
        open: Vec::new(),
        outdented: None,
    };
    let mut before: Option<Span> = None;
    for span in token_spans(text) {
        let token = &text[span.start..span.end];
        match token {
            "(" | "[" | "{" => brackets.enter(span, before),
            ":" => brackets.note_field(before),
            ")" | "]" | "}" if !brackets.leave(span) => {
                return Some(brackets.unpaired(span, missing, offset));
            }
            _ => {}
        }
        before = Some(span);
    }
    brackets.left_open(offset)
}

impl Brackets<'_> {
    /// Opens a bracket; `before` is the token before it.
    fn enter(&mut self, span: Span, before: Option<Span>) {
        let closer = match &self.text[span.start..span.end] {
            "(" => ')',
            "[" => ']',
            _ => '}',
        };
        let name = before.filter(|name| name.end == span.start && is_name(self.text, *name));
        let start = name.map_or(span.start, |name| name.start);
        self.open.push(OpenBracket {
            span: Span::new(start, span.end),
            closer,
            field: None,
        });
    }

    fn note_field(&mut self, before: Option<Span>) {
        let name = before.filter(|name| is_name(self.text, *name));
        if let Some(innermost) = self.open.last_mut()
            && name.is_some()
            && (innermost.closer != ']' || innermost.field.is_none())
        {
            innermost.field = name;
        }
    }

    /// Closes the innermost open bracket. False if no bracket is open, or if the closing bracket is of another
    /// kind.
    fn leave(&mut self, span: Span) -> bool {
        let closes = |open: &mut OpenBracket| self.text[span.start..].starts_with(open.closer);
        let Some(open) = self.open.pop_if(closes) else {
            return false;
        };
        if self.outdented.is_none() && self.indent(span.start) < self.indent(open.span.start) {
            self.outdented = Some(open);
        }
        true
    }

    /// The number of blanks at the beginning of the line of a position.
    fn indent(&self, at: usize) -> usize {
        let line = self.text[..at].rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.text[line..];
        rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }

    /// The error at a closing bracket that does not match the innermost open bracket. Either the open bracket
    /// lacks its closing one, or the closing bracket lacks its opening one.
    fn unpaired(&self, at: Span, missing: impl Fn(char) -> i64, offset: usize) -> Diagnostic {
        let closer = match &self.text[at.start..at.end] {
            ")" => ')',
            "]" => ']',
            _ => '}',
        };
        let innermost = self.open.last().copied();
        match innermost {
            Some(open) if missing(closer) >= 0 || missing(open.closer) > 0 => {
                not_closed(self.text, open, at, offset)
            }
            _ => self.not_opened(innermost, at, closer, offset),
        }
    }

    fn not_opened(
        &self,
        innermost: Option<OpenBracket>,
        at: Span,
        closer: char,
        offset: usize,
    ) -> Diagnostic {
        let opener = opener_of(closer);
        let name = |span: Span| &self.text[span.start..span.end];
        if let Some(OpenBracket {
            closer: ']',
            field: Some(field),
            ..
        }) = innermost
        {
            // A list has values and no fields.
            let message = format!("a `(` is missing before the end of `{}:`", name(field));
            return Diagnostic::error(message, field.shifted(offset), "")
                .help("fields stand in brackets after a name, as in `Piece(name: …)`");
        }
        let error = Diagnostic::error(
            format!("this `{closer}` closes no `{opener}`"),
            at.shifted(offset),
            "",
        );
        error.help(match innermost {
            Some(open) if open.field.is_some() || open.span.end > open.span.start + 1 => {
                let begin = open.field.map_or_else(
                    || format!("`{}`", name(open.span)),
                    |field| format!("`{}:`", name(field)),
                );
                format!("write `{opener}` after {begin}, or remove this `{closer}`")
            }
            _ => format!("write `{opener}` where it begins, or remove this `{closer}`"),
        })
    }

    /// The error at a bracket that is still open at the end of the text.
    fn left_open(&self, offset: usize) -> Option<Diagnostic> {
        let innermost = *self.open.last()?;
        let likely = self
            .outdented
            .filter(|open| open.closer == innermost.closer);
        let OpenBracket { span, closer, .. } = likely.unwrap_or(innermost);
        let error = Diagnostic::error(
            format!("`{}` is not closed", &self.text[span.start..span.end]),
            span.shifted(offset),
            "opened here",
        );
        Some(error.help(if likely.is_none() && self.open.len() == 1 {
            format!("write `{closer}` at the end")
        } else {
            format!("write `{closer}` where it ends")
        }))
    }
}

fn opener_of(closer: char) -> char {
    match closer {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
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
    fn the_bracket_without_a_partner_is_named() {
        let of = |text: &str| {
            unbalanced(text, 0).map(|error| (error.message, error.help.unwrap_or_default()))
        };
        for (text, message, help) in [
            (
                "[Piece(name: \"]\", copies: 4]",
                "`Piece(` is not closed before this `]`",
                "write `)` before the `]`",
            ),
            (
                "(pieces: [Piece(copies: 4)",
                "`[` is not closed",
                "write `]` where it ends",
            ),
            (
                "(\n    board: Rect(4, 5),\n",
                "`(` is not closed",
                "write `)` at the end",
            ),
            (
                "(\n    board: Picture([\"#\"],\n    pieces: [],\n)\n",
                "`Picture(` is not closed",
                "write `)` where it ends",
            ),
            (
                "(pieces: Set(of: X), Set(of: Y)])",
                "this `]` closes no `[`",
                "write `[` after `pieces:`, or remove this `]`",
            ),
            (
                "(board: Picture(\"##\", \"#.\"]))",
                "this `]` closes no `[`",
                "write `[` after `Picture(`, or remove this `]`",
            ),
            (
                "(pieces: [Setof: X(5))])",
                "a `(` is missing before the end of `Setof:`",
                "fields stand in brackets after a name, as in `Piece(name: …)`",
            ),
            (
                "Rect(4, 5))",
                "this `)` closes no `(`",
                "write `(` where it begins, or remove this `)`",
            ),
            (
                "[Rect(4, 5])",
                "`Rect(` is not closed before this `]`",
                "write `)` before the `]`",
            ),
        ] {
            let found = of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*found.0, &*found.1), (message, help), "{text}");
        }
        for text in ["[Piece(copies: 4)]", "Square board", "", "\"(\" // [\n"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn the_text_without_a_quote_is_found() {
        let of = |text: &str| unclosed_text(text, 0).map(|error| error.message);
        let unclosed = Some("this text has no closing quote".to_owned());
        assert_eq!(of("[\n    \"##.,\n    \".##\",\n]"), unclosed);
        assert_eq!(of("(title: \"A,\n board: Picture([\"#\"]))"), unclosed);
        assert_eq!(of("(title: \"A"), None);
        let missing = Some("a quote is missing in this line".to_owned());
        assert_eq!(of("(only: [\"W, \"F\"],\n name: \"S\")"), missing);
        assert_eq!(of("(source: \"two\nlines\", title: \"A\")"), None);
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
