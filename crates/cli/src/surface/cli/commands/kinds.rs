//! Errors for files of the wrong kind.

use std::path::Path;

use crate::design::challenges::ChallengeFile;
use crate::design::challenges::cards::CardFile;
use crate::publish::booklet::BookletTexts;
use crate::puzzle::{Diagnostic, Source, Span, is_meant_as_puzzle};

/// The error for a file that is recognizably something other than a puzzle.
pub(super) fn no_puzzle(source: &Source) -> Option<Diagnostic> {
    if CardFile::is_one(source) {
        return Some(other(source, "this is a file of cards, not a puzzle").help(
            "`grade` checks its cards; `hint`, `booklet`, `viewer`, `cut` and `print` take \
                 it; the pool is the puzzle named in its field `puzzle`",
        ));
    }
    if ChallengeFile::is_one(source) {
        return Some(
            other(source, "this is a file of challenges, not a puzzle").help(
                "use the puzzle named in its field `puzzle`; \
                 `grade`, `hint` and `booklet` take challenges",
            ),
        );
    }
    if BookletTexts::are(source) {
        let texts = "this is a file of texts, not a puzzle";
        return Some(other(source, texts).help("`booklet` takes it with `--texts`"));
    }
    if source.text().trim_start().starts_with('<') {
        let markup = "this is XML or HTML, not a puzzle";
        return Some(other(source, markup).help("`import` reads puzzles of BurrTools"));
    }
    // A puzzle begins with a parenthesis, and an exact cover problem with the names of its items.
    let ending = Path::new(source.name()).extension();
    let is_problem =
        ending.is_some_and(|ending| ending == "dlx") && !source.text().trim().starts_with('(');
    is_problem.then(|| {
        let problem = "this is an exact cover problem, not a puzzle";
        other(source, problem).help("`cover` and `profile` take it")
    })
}

/// The error for a file that is recognizably something other than an exact cover problem.
pub(super) fn no_problem(source: &Source) -> Option<Diagnostic> {
    let what = if ChallengeFile::is_one(source) {
        "this is a file of challenges, not an exact cover problem"
    } else if is_meant_as_puzzle(source) {
        "this is a puzzle, not an exact cover problem"
    } else {
        return None;
    };
    Some(other(source, what).help("`matrix` writes the exact cover problem of a puzzle"))
}

/// An error at the first character of a file.
fn other(source: &Source, message: &str) -> Diagnostic {
    let text = source.text();
    let start = text.len() - text.trim_start().len();
    Diagnostic::error(message, Span::new(start, start + 1), "")
}
