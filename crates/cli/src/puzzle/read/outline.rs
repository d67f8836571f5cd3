//! Finds the outermost fields of a text that need not be valid, to recognise its kind of file.

use super::source::Source;
use super::span::Span;
use super::tokens::{Token, is_word, raw_length, skip_blanks, string_length, tokens};

/// Whether a text is meant as a puzzle, even if it is not valid.
pub fn is_meant_as_puzzle(text: &Source) -> bool {
    outer_fields(text.text())
        .iter()
        .any(|(name, _)| matches!(*name, "lattice" | "board"))
}

/// The names of the outermost fields of a struct, each with the first character of its value.
///
/// The text need not be valid RON: it may end anywhere, and the values are skipped. Cost: linear.
pub(crate) fn outer_fields(text: &str) -> Vec<(&str, Option<char>)> {
    let mut rest = skip_blanks(text);
    let Some(inner) = rest.strip_prefix('(') else {
        return Vec::new();
    };
    rest = skip_blanks(inner);
    let mut depth = 0_usize;
    let mut fields = Vec::new();
    while let Some(first) = rest.chars().next() {
        // An unclosed comment ends the text.
        if rest.starts_with("/*") {
            break;
        }
        let mut length = first.len_utf8();
        match first {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => break,
            },
            '"' => length = string_length(rest),
            _ if is_word(first) => {
                length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(length);
                let value = skip_blanks(after).strip_prefix(':');
                if let (0, Some(value)) = (depth, value) {
                    fields.push((word, skip_blanks(value).chars().next()));
                }
                // A raw string: r"…" or r#"…"#.
                if word == "r" {
                    length += raw_length(after);
                }
            }
            _ => {}
        }
        rest = skip_blanks(&rest[length..]);
    }
    fields
}

/// The outermost fields of a struct, as [`outer_fields`] finds them, each with the span of its
/// value without the comma; and the position of the closing bracket, if there is one.
///
/// Cost: linear.
pub(crate) fn outer_values(text: &str) -> (Vec<(&str, Span)>, Option<usize>) {
    let word = |token: Token| &text[token.span.start..token.span.end];
    let mut fields: Vec<(&str, Span)> = Vec::new();
    let mut depth = 0_usize;
    // `name` is the last word at the outermost level. `value` is the field whose value has begun.
    let mut name = None;
    let mut value: Option<(&str, Span)> = None;
    for token in tokens(text) {
        let found = word(token);
        let ends = depth == 1 && matches!(found, "," | ")" | "]" | "}");
        if ends && let Some(field) = value.take() {
            fields.push(field);
        }
        match found {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if ends && depth == 0 {
            return (fields, Some(token.span.start));
        }
        match (&mut value, found) {
            (Some((_, span)), _) if span.start == span.end => *span = token.span,
            (Some((_, span)), _) => span.end = token.span.end,
            (None, ":") if depth == 1 => {
                let end = token.span.end;
                value = name.take().map(|name| (name, Span::new(end, end)));
            }
            (None, _) => {
                name = (depth == 1 && found.starts_with(is_word)).then_some(found);
            }
        }
    }
    (fields, None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let fields = outer_fields(text);
        fields.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn fields_are_found_in_what_is_cut_off() {
        let whole = r##"// a deck
            (title: "a: \" (", /* b: 1 */ puzzle: r#"x: "y"#, challenges: [(id: "c", givens: [])],
             seed: 1)"##;
        assert_eq!(names(whole), ["title", "puzzle", "challenges", "seed"]);
        let cut = &whole[..whole.find("givens").unwrap()];
        assert_eq!(names(cut), ["title", "puzzle", "challenges"]);
        assert_eq!(outer_fields("(a: [")[0], ("a", Some('[')));
        assert_eq!(outer_fields("(a:")[0], ("a", None));
        for none in ["", "(", "[a: 1]", "x", "(1, 2)", ")"] {
            assert_eq!(names(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn values_reach_to_the_comma() {
        let text = "(a: Rect(2, 3), // one\n b: [1, (2)], c: r#\"x)\"#, d: -1 /* end */)";
        let (fields, end) = outer_values(text);
        let values: Vec<(&str, &str)> = (fields.iter())
            .map(|(name, span)| (*name, &text[span.start..span.end]))
            .collect();
        let expected = [
            ("a", "Rect(2, 3)"),
            ("b", "[1, (2)]"),
            ("c", "r#\"x)\"#"),
            ("d", "-1"),
        ];
        assert_eq!(values, expected);
        assert_eq!(end, Some(text.len() - 1));
        assert_eq!(outer_values("(a: 1, b: [").1, None);
    }

    proptest! {
        #[test]
        fn any_text_can_be_looked_at(text in "[(\\[{}\\])\"r#:/*a\\\\ \u{e9}\n]{0,60}") {
            outer_fields(&format!("({text}"));
            outer_fields(&text);
            for text in [format!("({text}"), text] {
                for (_, span) in outer_values(&text).0 {
                    assert!(text.get(span.start..span.end).is_some());
                }
            }
        }
    }
}
