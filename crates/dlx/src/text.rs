//! Reads and writes problems in the text format of Knuth's programs DLX1 to DLX3, and DLX5.
//!
//! ```text
//! | a comment
//! a 2|b 0:3|c | s t
//! a b s:red |12
//! b c s:red t
//! ```
//!
//! The first line names the items, with a lone `|` before the secondary ones. Every other line is an option. `2|b`
//! must be covered exactly twice, and `0:3|c` at most three times. `s:red` gives the secondary item s the
//! [colour](crate::Colour) red. In an option, `|12` is its [cost](Problem::set_cost). Several costs of one option
//! are added. Blank lines are skipped; so are lines whose first nonblank character is `|`. Lines may end in CR LF.
//! The names of items and colours may have any length. (Knuth's programs limit it, originally to 8 characters.)
//!
//! Source: Knuth's programs `dlx1.w`, `dlx2.w`, `dlx3.w`, `dlx5.w`; TAOCP 4B, section 7.2.2.1.

mod error;

use std::io;
use std::ops::{Range, RangeInclusive};

pub use error::{TextError, TextErrorKind};

use crate::problem::{Entry, Problem, ProblemError};

/// Reads a problem from text.
///
/// Takes time proportional to the length of the text, up to a logarithm, and memory proportional to
/// it.
///
/// # Errors
///
/// The text has a fault. The error describes the first one, with its position.
///
/// ```
/// let problem = tilewright_dlx::text::read("a 0:2|b | s\na s\nb\n")?;
/// assert_eq!((problem.primary_count(), problem.secondary_count()), (2, 1));
/// assert_eq!(problem.option_count(), 2);
/// # Ok::<(), tilewright_dlx::text::TextError>(())
/// ```
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut problem = Problem::new();
    let mut lines = lines(text);
    let fault = |span, kind| TextError::new(text, span, kind);
    let Some(first) = lines.next() else {
        return Err(fault(text.len()..text.len(), TextErrorKind::NoItemLine));
    };
    read_items(text, first, &mut problem).map_err(|(span, kind)| fault(span, kind))?;
    for line in lines {
        read_option(text, line, &mut problem).map_err(|(span, kind)| fault(span, kind))?;
    }
    Ok(problem)
}

type Fault = (Range<usize>, TextErrorKind);

/// The ranges of the lines that are neither blank nor comments, without white space at both ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split('\n').filter_map(move |line| {
        let blank = line.len() - line.trim_start().len();
        let span = start + blank..start + blank + line.trim().len();
        start += line.len() + 1;
        (!span.is_empty() && !line.trim_start().starts_with('|')).then_some(span)
    })
}

/// The words of a line, each with its range in the text.
fn tokens(text: &str, line: Range<usize>) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = line.start;
    text[line]
        .split_inclusive(char::is_whitespace)
        .filter_map(move |piece| {
            let word = piece.trim_end();
            let span = start..start + word.len();
            start += piece.len();
            (!word.is_empty()).then_some((span, word))
        })
}

fn read_items(text: &str, line: Range<usize>, problem: &mut Problem) -> Result<(), Fault> {
    let mut secondary = false;
    for (span, token) in tokens(text, line) {
        if token == "|" {
            if secondary {
                return Err((span, TextErrorKind::SecondBar));
            }
            secondary = true;
            continue;
        }
        read_item(token, secondary, problem).map_err(|kind| (span, kind))?;
    }
    Ok(())
}

fn read_item(token: &str, secondary: bool, problem: &mut Problem) -> Result<(), TextErrorKind> {
    let Some((bound, name)) = token.split_once('|') else {
        if secondary {
            problem.add_secondary(token)?;
        } else {
            problem.add_primary(token)?;
        }
        return Ok(());
    };
    if secondary {
        return Err(TextErrorKind::SecondaryBounds {
            name: name.to_owned(),
        });
    }
    let bad = || TextErrorKind::BadBound {
        text: bound.to_owned(),
    };
    let bounds = read_bounds(bound).ok_or_else(bad)?;
    problem.add_bounded(name, bounds)?;
    Ok(())
}

fn read_bounds(text: &str) -> Option<RangeInclusive<u32>> {
    let (least, most) = text.split_once(':').unwrap_or((text, text));
    Some(read_number(least)?..=read_number(most)?)
}

fn read_number(text: &str) -> Option<u32> {
    // Unlike this function, `parse` would allow a sign.
    let is_plain = text.chars().all(|c| c.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

fn read_option(text: &str, line: Range<usize>, problem: &mut Problem) -> Result<(), Fault> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut spans = Vec::new();
    let mut cost = 0_u32;
    for (span, token) in tokens(text, line.clone()) {
        if let Some(number) = token.strip_prefix('|') {
            let sum = read_number(number).and_then(|number| cost.checked_add(number));
            let text = number.to_owned();
            cost = sum.ok_or((span, TextErrorKind::BadCost { text }))?;
            continue;
        }
        match read_entry(token, problem) {
            Ok(entry) => entries.push(entry),
            Err(kind) => return Err((span, kind)),
        }
        spans.push(span);
    }
    let added = problem.add_coloured_option(&entries);
    let Err(error) = added.and_then(|option| problem.set_cost(option, cost)) else {
        return Ok(());
    };
    // If an item is repeated, its last occurrence is at fault.
    let at_fault = match &error {
        ProblemError::RepeatedItem { name, .. } | ProblemError::ColouredPrimary { name, .. } => {
            let is_named = |entry: &Entry| problem.item_name(entry.item) == name;
            let at = entries.iter().rposition(is_named);
            at.and_then(|at| spans.get(at).cloned())
        }
        _ => None,
    };
    Err((at_fault.unwrap_or(line), error.into()))
}

fn read_entry(token: &str, problem: &mut Problem) -> Result<Entry, TextErrorKind> {
    if token.contains('|') {
        return Err(TextErrorKind::BarInOption);
    }
    let (name, colour) = match token.split_once(':') {
        Some((name, colour)) => (name, Some(colour)),
        None => (token, None),
    };
    let item = problem.item(name).ok_or_else(|| {
        let name = name.to_owned();
        TextErrorKind::UnknownItem { name }
    })?;
    let colour = colour
        .map(|colour| problem.add_colour(colour))
        .transpose()?;
    Ok(Entry { item, colour })
}

/// Writes a problem in the format that [`read`] reads.
///
/// # Errors
///
/// `out` returns an error. For a problem without primary items, the error is [`io::ErrorKind::InvalidInput`]: its
/// item line would be blank or a comment, so the format cannot express it.
///
/// ```
/// let text = "a 2|b 0:3|c | s\na b s:red |12\nc\n";
/// let problem = tilewright_dlx::text::read(text)?;
/// let mut out = Vec::new();
/// tilewright_dlx::text::write(&problem, &mut out)?;
/// assert_eq!(out, text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<W: io::Write + ?Sized>(problem: &Problem, out: &mut W) -> io::Result<()> {
    if problem.primary_count() == 0 {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the problem has no primary items; the text format needs at least one",
        ));
    }
    let mut separator = "";
    for item in problem.items() {
        let name = problem.item_name(item);
        match problem.bounds(item).map(RangeInclusive::into_inner) {
            Some((1, 1)) => write!(out, "{separator}{name}")?,
            Some((least, most)) if least == most => write!(out, "{separator}{least}|{name}")?,
            Some((least, most)) => write!(out, "{separator}{least}:{most}|{name}")?,
            None if item.index() == problem.primary_count() => write!(out, " | {name}")?,
            None => write!(out, " {name}")?,
        }
        separator = " ";
    }
    writeln!(out)?;
    for option in problem.options() {
        let mut separator = "";
        for entry in problem.option_entries(option) {
            write!(out, "{separator}{}", problem.entry_name(entry))?;
            separator = " ";
        }
        match problem.cost(option) {
            0 => writeln!(out)?,
            cost => writeln!(out, " |{cost}")?,
        }
    }
    Ok(())
}
