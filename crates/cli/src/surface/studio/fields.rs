//! Fields of a puzzle's text, replaced in place.

use crate::puzzle::{Span, outer_values};

/// Where the value of a field stands.
pub(super) fn value_of(text: &str, field: &str) -> Option<Span> {
    let (fields, _) = outer_values(text);
    let mut named = fields.into_iter().filter(|(name, _)| *name == field);
    named.next().map(|(_, span)| span)
}

/// The text with another value of a field, which is added after the others if it is not there; the
/// rest stays as it is written, comments too. None if the text is no closed struct.
///
/// Cost: linear.
pub(super) fn with_field(text: &str, field: &str, value: &str) -> Option<String> {
    if let Some(span) = value_of(text, field) {
        return Some(format!(
            "{}{}{value}{}",
            &text[..span.start],
            if text[..span.start].ends_with(':') {
                " "
            } else {
                ""
            },
            &text[span.end..]
        ));
    }
    let (fields, end) = outer_values(text);
    let end = end?;
    let last = fields.last().map(|(_, span)| span.end);
    let (head, between) = text[..end].split_at(last.unwrap_or(end));
    let comma = match last {
        // The comma may stand behind a comment.
        Some(_) if !outer_values(&format!("(x: 1 {between})")).0.is_empty() => {
            if has_comma(between) { "" } else { "," }
        }
        _ => "",
    };
    let between = between.trim_end();
    Some(format!(
        "{head}{comma}{between}\n    {field}: {value},\n{}",
        &text[end..]
    ))
}

/// Whether what follows the last value has a comma that is in no comment.
fn has_comma(between: &str) -> bool {
    // With a further field after it the text is two fields, if there is a comma.
    outer_values(&format!("(x: 1 {between}\ny: 2)")).0.len() == 2
}

/// The entries of the list that is the value of a field: where each stands.
pub(super) fn entries_of(text: &str, field: &str) -> Option<Vec<Span>> {
    let list = value_of(text, field)?;
    let inner = text[list.start..list.end]
        .strip_prefix('[')?
        .strip_suffix(']')?;
    // As fields of a struct, entries are told apart by the commas between them.
    let mut found = Vec::new();
    let (mut from, mut depth) = (0, 0_usize);
    for token in crate::puzzle::token_spans(inner) {
        match &inner[token.start..token.end] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                found.push(trimmed(inner, from, token.start));
                from = token.end;
            }
            _ => {}
        }
    }
    found.push(trimmed(inner, from, inner.len()));
    let by = list.start + 1;
    let found = found.into_iter().flatten();
    Some(found.map(|span| span.shifted(by)).collect())
}

/// From the first token of a stretch of text to its last; none if there is no token.
fn trimmed(text: &str, from: usize, to: usize) -> Option<Span> {
    let tokens: Vec<Span> = crate::puzzle::token_spans(&text[from..to]).collect();
    let (first, last) = (tokens.first()?, tokens.last()?);
    Some(Span::new(first.start, last.end).shifted(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_replaced_and_the_rest_stays() {
        let text = "( // mine\n  board: Rect(3, 2), /* why */ pieces: [],\n)\n";
        let changed = with_field(text, "board", "Rect(4, 4)").unwrap();
        assert_eq!(
            changed,
            "( // mine\n  board: Rect(4, 4), /* why */ pieces: [],\n)\n"
        );
        assert_eq!(
            with_field("(board:x)", "board", "y").as_deref(),
            Some("(board: y)")
        );
    }

    #[test]
    fn a_new_field_comes_last() {
        for (text, wanted) in [
            ("(a: 1)", "(a: 1,\n    b: 2,\n)"),
            ("(a: 1,)", "(a: 1,\n    b: 2,\n)"),
            ("(a: 1 // x,\n)", "(a: 1, // x,\n    b: 2,\n)"),
            ("(a: 1, // x\n)", "(a: 1, // x\n    b: 2,\n)"),
            ("()", "(\n    b: 2,\n)"),
        ] {
            assert_eq!(with_field(text, "b", "2").as_deref(), Some(wanted));
        }
        assert_eq!(with_field("(a: 1", "b", "2"), None);
        assert_eq!(with_field("", "b", "2"), None);
    }

    #[test]
    fn entries_are_found() {
        let text =
            "(pieces: [ Set(of: A(1), only: [\"x\", \"y\"]), // one, two\n Piece(a: \",\"), ])";
        let spans = entries_of(text, "pieces").unwrap();
        let found: Vec<&str> = spans.iter().map(|s| &text[s.start..s.end]).collect();
        assert_eq!(
            found,
            ["Set(of: A(1), only: [\"x\", \"y\"])", "Piece(a: \",\")"]
        );
        assert_eq!(entries_of("(pieces: [])", "pieces"), Some(Vec::new()));
        assert_eq!(entries_of("(pieces: 3)", "pieces"), None);
    }
}
