//! Splits a text that need not be valid into words, quoted strings and other characters.

use super::span::Span;

/// A word, a quoted string, or another character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) span: Span,
}

/// The tokens of a text, without blanks and comments. An unclosed comment ends the list. Cost:
/// linear.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = skip_blanks(rest);
        let first = rest.chars().next()?;
        if rest.starts_with("/*") {
            return None;
        }
        let length = match first {
            '"' => string_length(rest),
            _ if is_word(first) => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(length);
                length + if word == "r" { raw_length(after) } else { 0 }
            }
            _ => first.len_utf8(),
        };
        let start = text.len() - rest.len();
        rest = &rest[length..];
        Some(Token {
            span: Span::new(start, start + length),
        })
    })
}

/// The spans of the tokens of a text, without comments. Cost: linear.
pub(crate) fn token_spans(text: &str) -> impl Iterator<Item = Span> {
    tokens(text).map(|token| token.span)
}

pub(super) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The length of the quoted string at the beginning of a text, in bytes.
pub(super) fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a raw string after its `r`, in bytes, or 0 if it is not a raw string.
pub(super) fn raw_length(text: &str) -> usize {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let Some(inner) = text[hashes..].strip_prefix('"') else {
        return 0;
    };
    let end = format!("\"{}", "#".repeat(hashes));
    match inner.find(&end) {
        Some(at) => hashes + 1 + at + end.len(),
        None => text.len(),
    }
}

/// The text without leading white space and comments.
pub(super) fn skip_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix("//") {
            text = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if text.starts_with("/*") {
            let Some(end) = block_comment_end(text) else {
                return text;
            };
            text = &text[end..];
        } else {
            return text;
        }
    }
}

/// The position after the block comment at the beginning of a text; `None` if the comment is not
/// closed. Block comments nest in RON.
fn block_comment_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_a_value_are_skipped() {
        assert_eq!(skip_blanks(" /* a /* b */ */ // c\n 5"), "5");
        assert_eq!(skip_blanks("/* open"), "/* open");
    }
}
