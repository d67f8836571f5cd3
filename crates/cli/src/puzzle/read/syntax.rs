//! Explains RON's errors in plain words, at their positions in the file.
//!
//! The spans of RON's errors are exact for names. For values they often point to the blank before
//! the value ([`snap`]).

use itertools::Itertools;
use ron::error::SpannedError;

use super::diagnostic::{Diagnostic, did_you_mean, is_misspelt};
use super::parameters::is_name;
use super::punctuation::{missing_comma, unbalanced, unclosed_text};
use super::source::Source;
use super::span::Span;
use super::tokens::skip_blanks;

/// Converts an error of RON to a diagnostic whose positions refer to the whole file.
///
/// `text` is the text given to RON, and `offset` its position in the file.
pub(super) fn explain(error: &SpannedError, text: &str, offset: usize) -> Diagnostic {
    let start = Source::offset(text, error.span.start.line, error.span.start.col);
    let end = Source::offset(text, error.span.end.line, error.span.end.col);
    let are_brackets_read = !matches!(
        error.code,
        ron::Error::UnclosedBlockComment | ron::Error::ExceededRecursionLimit
    );
    if are_brackets_read
        && let Some(unpaired) = unclosed_text(text, offset).or_else(|| unbalanced(text, offset))
    {
        return unpaired;
    }
    let lacking = match &error.code {
        ron::Error::UnexpectedChar(_) | ron::Error::ExpectedFloat if is_in_picture(text, start) => {
            Some(unquoted_row(text, start, offset))
        }
        ron::Error::ExpectedComma if !is_in_decimal(text, start) => {
            missing_comma(text, start, offset)
        }
        _ => None,
    };
    if let Some(diagnostic) = lacking.or_else(|| other_kind(&error.code, text, start, offset)) {
        return diagnostic;
    }
    let span = snap(text, start, end.max(start));
    let line = text[span.start..span.end].lines().next();
    let span = Span::new(span.start, span.start + line.unwrap_or_default().len());
    let span = span.shifted(offset);
    let (message, help) = in_words(&error.code);
    let diagnostic = Diagnostic::error(message, span, "");
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// The beginning of a message that requires a whole number.
pub(super) const WHOLE_NUMBER: &str = "a whole number is expected here";

/// The diagnostic of a value of the wrong kind, which names the expected kind and quotes the value.
/// `None` for other errors.
fn other_kind(code: &ron::Error, text: &str, start: usize, offset: usize) -> Option<Diagnostic> {
    use ron::Error as E;
    let (expected, help) = match code {
        E::ExpectedInteger | E::InvalidIntegerDigit { .. } => (WHOLE_NUMBER, ""),
        // A decimal number: RON has parsed the digits before the point as a whole number.
        E::TrailingCharacters
        | E::ExpectedComma
        | E::ExpectedArrayEnd
        | E::ExpectedMapEnd
        | E::ExpectedStructLikeEnd
            if is_in_decimal(text, start) =>
        {
            (WHOLE_NUMBER, "")
        }
        E::ExpectedFloat => ("a number is expected here", ""),
        E::ExpectedBoolean => ("`true` or `false` is expected here", ""),
        E::ExpectedString => ("a text in quotes is expected here", "write it as \"…\""),
        E::ExpectedMap => ("a map is expected here", "write it as {…}"),
        E::ExpectedIdentifier | E::InvalidIdentifier(_) | E::SuggestRawIdentifier(_) => (
            "a name is expected here",
            "names are written without quotes, as in `Square` or `board: …`",
        ),
        _ => return None,
    };
    let span = value(text, start);
    let found = shortened(&text[span.start..span.end]);
    let message = if found.is_empty() {
        expected.to_owned()
    } else {
        format!("{expected}, not `{found}`")
    };
    let diagnostic = Diagnostic::error(message, span.shifted(offset), "");
    if expected == WHOLE_NUMBER && is_name(&found) {
        return Some(diagnostic.help(format!(
            "give the name a value: `parameters: {{ \"{found}\": 8 }}`"
        )));
    }
    Some(match help {
        "" => diagnostic,
        help => diagnostic.help(help),
    })
}

/// Whether a position is within the rows of a picture.
fn is_in_picture(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let picture = before.rfind("Picture");
    picture.is_some_and(|picture| !before[picture..].contains(')'))
}

/// The error that a row of a picture is not in quotes.
fn unquoted_row(text: &str, start: usize, offset: usize) -> Diagnostic {
    let line = text[start..].lines().next().unwrap_or_default();
    let row = line
        .split([',', ']', '"'])
        .next()
        .unwrap_or_default()
        .trim_end();
    let span = Span::new(start, start + row.len()).shifted(offset);
    let row = shortened(row);
    Diagnostic::error("a row of a picture must be in quotes", span, "")
        .help(format!("write `\"{row}\"`"))
}

/// Whether the value at a position is a number with a decimal point or an exponent.
fn is_in_decimal(text: &str, at: usize) -> bool {
    let span = value(text, at);
    let word = &text[span.start..span.end];
    let digits = word.trim_start_matches(['-', '+']);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && (word.contains('.') || word.contains(['e', 'E']))
        && word.parse::<f64>().is_ok()
}

/// The span of the value at a position; blanks and comments there are skipped. The value is the whole word at the
/// position, a quoted string, or a bracket with its contents up to the end of the line.
fn value(text: &str, at: usize) -> Span {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+');
    let before = &text[..at];
    let start = before.trim_end_matches(is_word).len();
    let rest = &text[start..];
    let value = skip_blanks(rest);
    let start = start + (rest.len() - value.len());
    let line = value.lines().next().unwrap_or_default();
    let length = match line.chars().next() {
        None => 0,
        Some(quote @ ('"' | '\'')) => line[1..].find(quote).map_or(line.len(), |at| at + 2),
        Some('(' | '[' | '{') => enclosed(line),
        Some(first) => line
            .find(|c| !is_word(c))
            .unwrap_or(line.len())
            .max(first.len_utf8()),
    };
    Span::new(start, start + length)
}

/// The length of the bracketed text at the beginning of a line, or of the whole line if the bracket
/// is not closed in it.
fn enclosed(line: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in line.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    line.len()
}

/// The first 40 characters of a value, for messages.
fn shortened(value: &str) -> String {
    const MOST: usize = 40;
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// If a span is on blanks, where RON often places errors, moves it to the whole word that follows.
fn snap(text: &str, start: usize, end: usize) -> Span {
    let blank = text[start..end].trim().is_empty();
    if !blank {
        return Span::new(start, end);
    }
    let rest = &text[start..];
    let value = skip_blanks(rest);
    let start = start + (rest.len() - value.len());
    let word = value
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+')))
        .unwrap_or(value.len());
    let quoted = value.strip_prefix('"').and_then(|inner| {
        let line = inner.lines().next().unwrap_or_default();
        line.find('"').map(|close| close + 2)
    });
    let first = value.chars().next().map_or(0, char::len_utf8);
    Span::new(start, start + quoted.unwrap_or(word.max(first)))
}

/// The message for RON's error, and the help if there is any.
fn in_words(code: &ron::Error) -> (String, Option<String>) {
    in_words_about_names(code).unwrap_or_else(|| in_words_about_syntax(code))
}

/// The message for errors about names of fields and variants and about the number of values, and
/// the help if there is any. `None` for other errors.
fn in_words_about_names(code: &ron::Error) -> Option<(String, Option<String>)> {
    use ron::Error as E;
    let suggestion = |found: &str, expected: &'static [&'static str], what: &str| {
        let near = match did_you_mean(found, expected.iter().copied()) {
            Some(near) if is_misspelt(found, near) => {
                return Some(format!("did you mean `{near}`?"));
            }
            Some(near) => format!("did you mean `{near}`? "),
            None => String::new(),
        };
        let names = expected.iter().map(|name| format!("`{name}`")).join(", ");
        Some(format!("{near}the {what} here are {names}"))
    };
    Some(match code {
        E::NoSuchStructField {
            expected, found, ..
        } => (
            format!("unknown field `{found}`"),
            suggestion(found, expected, "fields"),
        ),
        E::NoSuchEnumVariant {
            expected, found, ..
        } => (
            format!("unknown name `{found}`"),
            suggestion(found, expected, "names"),
        ),
        E::MissingStructField { field, .. } => (
            format!("the field `{field}` is missing"),
            Some(format!("add `{field}: …` before this")),
        ),
        E::DuplicateStructField { field, .. } => (
            format!("the field `{field}` is given twice"),
            Some("remove one of them".into()),
        ),
        E::ExpectedDifferentLength { expected, found } => {
            let shape = values_of_shape(expected).map(|words| format!("write {words}"));
            (wrong_length(expected, *found), shape)
        }
        E::ExpectedDifferentStructName { .. } => (
            "this is not a puzzle".into(),
            Some("a puzzle is one struct: (lattice: …, board: …, pieces: […])".into()),
        ),
        _ => return None,
    })
}

/// Rewords RON's `tuple variant Type::Name with 2 elements`.
fn wrong_length(expected: &str, found: usize) -> String {
    let given = match found {
        1 => "1 value is given".to_owned(),
        found => format!("{found} values are given"),
    };
    let variant = expected
        .split_once("::")
        .and_then(|(_, variant)| variant.split_once(" with "));
    match variant {
        Some((name, count)) => {
            format!(
                "`{name}` takes {}, {given}",
                count.replace("element", "value")
            )
        }
        None => format!("{given} where {expected} is expected"),
    }
}

/// A description of the values of the shape that RON names in `tuple variant Shape::Rect with 2
/// elements`. `None` for other shapes.
fn values_of_shape(expected: &str) -> Option<&'static str> {
    let (_, variant) = expected.split_once("::")?;
    Some(match variant.split(' ').next()? {
        "Rect" => "the width and the height: `Rect(10, 6)`",
        "Box" => "the width, the height and the depth: `Box(5, 4, 3)`",
        "Rhombus" => "the width and the height: `Rhombus(6, 5)`",
        "Trapezium" => "the base and the height: `Trapezium(8, 3)`",
        "Minus" => "a shape, and the shape to remove from it: `Minus(Rect(4, 4), Cells([(0, 0)]))`",
        "Shift" => "a vector and a shape: `Shift((1, 2), Rect(3, 3))`",
        "Scale" => "a factor and a shape: `Scale(2, Rect(3, 3))`",
        "Rotate" => "a number of turns and a shape: `Rotate(1, Rect(3, 2))`",
        _ => return None,
    })
}

/// The message for errors that are not about names or numbers of values, and the help if there is any.
fn in_words_about_syntax(code: &ron::Error) -> (String, Option<String>) {
    use ron::Error as E;
    let (message, help) = match code {
        E::UnexpectedChar(character) => {
            return (
                format!("`{character}` is not allowed here"),
                Some(
                    "look before it for a bracket that is not closed or that is closed too early"
                        .into(),
                ),
            );
        }
        E::ExceededRecursionLimit => (
            "nested too deeply",
            "values may be nested at most 64 levels deep",
        ),
        E::IntegerOutOfBounds => (
            "this number is out of range",
            "a smaller whole number is expected",
        ),
        E::ExpectedStringEnd => ("this text has no closing quote", "end it with `\"`"),
        E::ExpectedArray => ("a list is expected here", "write it as […]"),
        E::ExpectedArrayEnd => ("a closing `]` is expected here", ""),
        E::ExpectedComma => ("a comma or the closing bracket is missing before this", ""),
        E::ExpectedStructLikeEnd => (
            "a closing `)` is expected here",
            "there are too many values, or a comma is missing",
        ),
        E::ExpectedStructLike => ("an opening `(` is expected here", ""),
        E::ExpectedNamedStructLike(_) => (
            "an opening `(` is expected here",
            "a puzzle is one struct: (lattice: …, board: …, pieces: […])",
        ),
        E::ExpectedMapColon => ("a colon after the field's name is expected here", ""),
        E::TrailingCharacters => (
            "there is text after the end of the value",
            "remove it, or look for a bracket that is closed too early",
        ),
        E::UnclosedBlockComment => ("this comment has no closing `*/`", ""),
        E::Eof | E::ExpectedRawValue => ("a value is expected here", ""),
        other => return (format!("syntax error: {other}"), None),
    };
    (message.into(), (!help.is_empty()).then(|| help.into()))
}
