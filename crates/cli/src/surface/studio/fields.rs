//! Fields of a puzzle's text, replaced in place.

use tilewright_geometry::compact::CompactSort;

use crate::puzzle::{Span, outer_values};

/// The span of a field's value; `None` if the text has no such field.
pub(super) fn value_of(text: &str, field: &str) -> Option<Span> {
    let (fields, _) = outer_values(text);
    let mut named = fields.into_iter().filter(|(name, _)| *name == field);
    named.next().map(|(_, span)| span)
}

/// The text with a field set to this value. If the field is missing, it is appended. The rest stays as written,
/// including comments. `None` if the text is not a closed struct.
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
        // A comment may stand between the value and its comma.
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

/// Whether the text after the last value has a comma outside of comments.
fn has_comma(between: &str) -> bool {
    // With another field appended, the parser finds two fields only if there is a comma between them.
    outer_values(&format!("(x: 1 {between}\ny: 2)")).0.len() == 2
}

/// An entry of a list, such as `Goal(name: "a")`, with a field set to this value. If the entry is on one line, a
/// field that was missing is appended on this line. `None` if the entry cannot be read.
pub(super) fn with_field_of_entry(entry: &str, field: &str, value: &str) -> Option<String> {
    if value_of(entry, field).is_some() || entry.contains('\n') {
        return with_field(entry, field, value);
    }
    let entry = entry.strip_suffix(')')?.trim_end();
    let comma = if entry.ends_with('(') { "" } else { ", " };
    Some(format!(
        "{}{comma}{field}: {value})",
        entry.trim_end_matches(',')
    ))
}

/// The text of a puzzle file with a field and its value removed; `None` if the text does not have the field.
pub(super) fn without_field(text: &str, field: &str) -> Option<String> {
    let span = value_of(text, field)?;
    let name = text[..span.start].trim_end().strip_suffix(':')?.trim_end();
    let start = name.strip_suffix(field)?.len();
    Some(cut(text, Span::new(start, span.end)))
}

/// The text without a value and its comma, and without the line if nothing else is on it.
fn cut(text: &str, span: Span) -> String {
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let Some(after) = after.trim_start_matches(' ').strip_prefix(',') else {
        // For the last value of a list on one line, the comma before it is removed too.
        let before = before.strip_suffix(", ").unwrap_or(before);
        return format!("{before}{after}");
    };
    let line = before.trim_end_matches([' ', '\t']);
    let rest = after.trim_start_matches([' ', '\t']);
    match rest.strip_prefix('\n') {
        Some(rest) if line.ends_with('\n') => format!("{line}{rest}"),
        _ => format!("{before}{}", after.strip_prefix(' ').unwrap_or(after)),
    }
}

/// The text with entries of a list replaced, and `further` appended if it is not empty. An entry
/// replaced by an empty text is removed. The list is made if it is missing. `None` if the field is
/// not a list.
///
/// Comments between the entries stay; a list on one line is written on several.
pub(super) fn with_entries(
    text: &str,
    list: &str,
    replaced: &[(usize, String)],
    further: &str,
) -> Option<String> {
    let Some(whole) = value_of(text, list) else {
        let value = if further.is_empty() {
            "[]".to_owned()
        } else {
            format!("[\n        {further},\n    ]")
        };
        return with_field(text, list, &value);
    };
    let spans = entries_of(text, list)?;
    let on_one_line = !text[whole.start..whole.end].contains('\n');
    if on_one_line || spans.len() == replaced.len() {
        return with_field(text, list, &listed(text, &spans, replaced, further));
    }
    let mut new = text.to_owned();
    if !further.is_empty() {
        new = with_last(&new, whole, *spans.last()?, further);
    }
    let mut replaced: Vec<&(usize, String)> = replaced.iter().collect();
    replaced.compact_sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    for (at, entry) in replaced {
        let span = *spans.get(*at)?;
        new = if entry.is_empty() {
            cut(&new, span)
        } else {
            format!("{}{entry}{}", &new[..span.start], &new[span.end..])
        };
    }
    Some(new)
}

/// A list of the entries, one on each line.
fn listed(text: &str, spans: &[Span], replaced: &[(usize, String)], further: &str) -> String {
    let old = |(index, span): (usize, &Span)| {
        let new = replaced.iter().find(|(at, _)| *at == index);
        new.map_or(&text[span.start..span.end], |(_, new)| new.as_str())
    };
    let entries = spans.iter().enumerate().map(old).chain([further]);
    let lines = entries.filter(|entry| !entry.is_empty());
    let mut list = String::from("[\n");
    for entry in lines {
        list.push_str("        ");
        list.push_str(entry);
        list.push_str(",\n");
    }
    if list == "[\n" {
        return "[]".to_owned();
    }
    list + "    ]"
}

/// The text with an entry added at the end of a list that is written on several lines.
fn with_last(text: &str, list: Span, last: Span, entry: &str) -> String {
    let between = &text[last.end..list.end - 1];
    let comma = if has_comma(between) { "" } else { "," };
    let line = text[..last.start].rsplit('\n').next().unwrap_or_default();
    let indent = if line.trim().is_empty() {
        line
    } else {
        "        "
    };
    let head = &text[..last.end];
    let between = between.trim_end();
    format!(
        "{head}{comma}{between}\n{indent}{entry},\n    {}",
        &text[list.end - 1..]
    )
}

/// The spans of the entries in a list that is the value of a field; `None` if there is no such
/// list.
pub(super) fn entries_of(text: &str, field: &str) -> Option<Vec<Span>> {
    let list = value_of(text, field)?;
    let inner = text[list.start..list.end]
        .strip_prefix('[')?
        .strip_suffix(']')?;
    // Entries are separated by commas outside of brackets.
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

/// The span from the first token to the last one of a stretch of text; `None` if it has no token.
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
        for (text, expected) in [
            ("(a: 1)", "(a: 1,\n    b: 2,\n)"),
            ("(a: 1,)", "(a: 1,\n    b: 2,\n)"),
            ("(a: 1 // x,\n)", "(a: 1, // x,\n    b: 2,\n)"),
            ("(a: 1, // x\n)", "(a: 1, // x\n    b: 2,\n)"),
            ("()", "(\n    b: 2,\n)"),
        ] {
            assert_eq!(with_field(text, "b", "2").as_deref(), Some(expected));
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
