//! Named numbers (parameters), such as `n`, and their values.
//!
//! A file may use a name in place of any whole number, also in sums, differences, products and quotients:
//! `Rect(n, 8)`, `copies: 4*n`, `Rect(2*n+1, n)`. The field `parameters: { "n": 8 }` sets default values. Names are
//! replaced in the text before it is parsed. Messages are about the text as written, so positions are mapped back.

use std::collections::{BTreeMap, BTreeSet};

use super::diagnostic::Diagnostic;
use super::span::Span;
use super::tokens::{Token, tokens};

pub(super) type Values = BTreeMap<String, i64>;

/// A text in which numbers replace the names of parameters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BoundText {
    pub(super) text: String,
    /// The names of parameters that occur in the text.
    pub(super) used: BTreeSet<String>,
    pub(super) replaced: Vec<ReplacedName>,
}

/// An expression that was replaced by a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReplacedName {
    /// The span of the expression in the text that the user wrote.
    pub(super) written: Span,
    /// The span of its value in the text after the replacement, which is the one that is parsed.
    pub(super) bound: Span,
}

/// Maps a span of the parsed text to the text as written. A span within a number becomes the whole expression.
pub(super) fn carried_back(replaced: &[ReplacedName], span: Span) -> Span {
    let before = |at: usize| {
        let last = replaced.partition_point(|number| number.bound.start < at);
        last.checked_sub(1).map(|last| replaced[last])
    };
    let back = |at: usize, within: &dyn Fn(ReplacedName) -> usize| match before(at) {
        None => at,
        Some(number) if at < number.bound.end => within(number),
        Some(number) => number.written.end + (at - number.bound.end),
    };
    Span::new(
        back(span.start, &|number| number.written.start),
        back(span.end, &|number| number.written.end),
    )
}

/// The values in the field `parameters:`; empty if it cannot be read.
pub(super) fn declared(text: &str) -> Values {
    let mut depth = 0_usize;
    let mut before = "";
    let found = tokens(text).find(|token| {
        let word = &text[token.span.start..token.span.end];
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_value = before == "parameters" && word == ":" && depth == 1;
        before = word;
        is_value
    });
    let value = found.and_then(|colon| {
        let value = text[colon.span.end..].trim_start();
        let end = value.find('}')?;
        ron::from_str(&value[..=end]).ok()
    });
    value.unwrap_or_default()
}

/// Whether a word can be the name of a parameter: it begins with a lower-case letter and is no
/// keyword.
pub(super) fn is_name(word: &str) -> bool {
    let mut characters = word.chars();
    characters
        .next()
        .is_some_and(|first| first.is_ascii_lowercase())
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !matches!(word, "true" | "false" | "inf" | "r" | "b")
}

/// Replaces the names of parameters, and the expressions that contain them, with their values.
///
/// # Errors
///
/// The value of an expression overflows, or a quotient in it is not a whole number. The [`Diagnostic`] marks the
/// expression.
pub(super) fn bind(text: &str, values: &Values) -> Result<BoundText, Diagnostic> {
    let tokens: Vec<Token> = tokens(text).collect();
    let word = |at: usize| {
        tokens
            .get(at)
            .map_or("", |t| &text[t.span.start..t.span.end])
    };
    let mut bound = String::with_capacity(text.len());
    let (mut used, mut replaced) = (BTreeSet::new(), Vec::new());
    let (mut copied, mut at) = (0, 0);
    while at < tokens.len() {
        let operand = |at: usize| -> Option<i128> {
            let found = word(at);
            let is_field = matches!(word(at + 1), ":" | "(");
            match values.get(found) {
                Some(&value) if !is_field => Some(value.into()),
                None if found.bytes().all(|b| b.is_ascii_digit()) && word(at + 1) != "." => {
                    found.parse().ok()
                }
                _ => None,
            }
        };
        let Some(first) = operand(at) else {
            at += 1;
            continue;
        };
        let begins = at;
        let mut terms = vec![(Operator::Plus, first)];
        while let Some(operator) = Operator::of(word(at + 1)) {
            let Some(next) = operand(at + 2) else {
                break;
            };
            terms.push((operator, next));
            at += 2;
        }
        let names = (begins..=at)
            .step_by(2)
            .map(word)
            .filter(|word| values.contains_key(*word));
        let names: Vec<String> = names.map(str::to_owned).collect();
        // A minus sign before the expression is its sign, unless it subtracts the expression from
        // something.
        let is_negative = begins > 0
            && word(begins - 1) == "-"
            && (begins == 1 || matches!(word(begins - 2), "(" | "[" | "{" | "," | ":"));
        let start = if is_negative { begins - 1 } else { begins };
        if is_negative {
            terms[0].1 = -terms[0].1;
        }
        let span = Span::new(tokens[start].span.start, tokens[at].span.end);
        at += 1;
        if names.is_empty() {
            continue;
        }
        let value = evaluate(&terms).map_err(|wrong| {
            let bindings: Vec<String> = (values.iter())
                .filter(|(name, _)| names.contains(name))
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            Diagnostic::error(format!("with {}, {wrong}", bindings.join(", ")), span, "")
        })?;
        used.extend(names);
        bound.push_str(&text[copied..span.start]);
        let start = bound.len();
        bound.push_str(&value.to_string());
        replaced.push(ReplacedName {
            written: span,
            bound: Span::new(start, bound.len()),
        });
        copied = span.end;
    }
    bound.push_str(&text[copied..]);
    Ok(BoundText {
        text: bound,
        used,
        replaced,
    })
}

/// The error that a file does not use a parameter. Its span refers to the text as written.
pub(super) fn unused(text: &str, name: &str) -> Diagnostic {
    let known = declared(text);
    let start = text.len() - text.trim_start().len();
    let end = text[start..]
        .find(|c: char| c.is_whitespace())
        .map_or(text.len(), |at| start + at);
    let diagnostic = Diagnostic::error(
        format!("this file does not use the parameter `{name}`"),
        Span::new(start, end),
        "",
    );
    if known.is_empty() {
        diagnostic.help(format!(
            "write it in place of a number, as in `Rect({name}, 8)`"
        ))
    } else {
        let known: Vec<&str> = known.keys().map(String::as_str).collect();
        diagnostic.help(format!("its `parameters` are {}", known.join(", ")))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

impl Operator {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "+" => Self::Plus,
            "-" => Self::Minus,
            "*" => Self::Times,
            "/" => Self::Over,
            _ => return None,
        })
    }
}

/// The value of a sum of products; the error is a message.
fn evaluate(terms: &[(Operator, i128)]) -> Result<i64, String> {
    let too_large = || "the number has too many digits".to_owned();
    let (mut sum, mut product, mut sign) = (0_i128, 1_i128, 1_i128);
    for (index, &(operator, value)) in terms.iter().enumerate() {
        match operator {
            Operator::Times => product = product.checked_mul(value).ok_or_else(too_large)?,
            Operator::Over if value == 0 || product % value != 0 => {
                return Err(format!("{product} / {value} is not a whole number"));
            }
            Operator::Over => product /= value,
            Operator::Plus | Operator::Minus => {
                if index > 0 {
                    sum = sum.checked_add(sign * product).ok_or_else(too_large)?;
                }
                sign = if operator == Operator::Minus { -1 } else { 1 };
                product = value;
            }
        }
    }
    let sum = sum.checked_add(sign * product).ok_or_else(too_large)?;
    i64::try_from(sum).map_err(|_| too_large())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str, values: &[(&str, i64)]) -> String {
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value));
        bind(text, &values.collect()).unwrap().text
    }

    #[test]
    fn names_are_replaced_where_numbers_stand() {
        let n = [("n", 5)];
        assert_eq!(bound("(board: Rect(n, 8))", &n), "(board: Rect(5, 8))");
        assert_eq!(bound("Rect(2*n+1, n - 1)", &n), "Rect(11, 4)");
        assert_eq!(bound("Shift((-n, -2), a)", &n), "Shift((-5, -2), a)");
        assert_eq!(bound("n*n/5 - 1", &n), "4");
        assert_eq!(bound("10 - n, 3 + 4", &n), "5, 3 + 4");
        // Names are not replaced in strings, comments, names of fields, or longer words.
        let same = r##"(title: "n", n: 3, m: r#"n"#, nn: n(2)) // n"##;
        assert_eq!(bound(same, &n), same);
        assert_eq!(bound("1.5, n", &n), "1.5, 5");
        assert_eq!(bound("a*b", &[("a", 3), ("b", -4)]), "-12");
    }

    #[test]
    fn what_is_no_number_is_explained() {
        let n = |value: i64| Values::from([("n".to_owned(), value)]);
        let error = bind("Rect(n/2, 4)", &n(5)).unwrap_err();
        assert_eq!(error.message, "with n = 5, 5 / 2 is not a whole number");
        assert!(bind("n*n*n", &n(i64::MAX)).is_err());
        assert!(bind("n/0", &n(1)).is_err());
    }

    #[test]
    fn a_file_says_what_its_names_stand_for() {
        let text =
            r#"(title: "parameters: {}", parameters: { "n": 8, "m": 3 }, board: Rect(n, m))"#;
        let values = declared(text);
        assert_eq!(
            values,
            Values::from([("n".to_owned(), 8), ("m".to_owned(), 3)])
        );
        let found = bind(text, &values).unwrap();
        assert!(found.text.ends_with("board: Rect(8, 3))"));
        assert_eq!(found.used.len(), 2);
        assert_eq!(
            declared("(goals: [(parameters: {\"n\": 1})])"),
            Values::new()
        );
    }
}
