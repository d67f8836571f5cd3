//! Warnings, notes and errors on stderr.

use std::fmt::Display;
use std::path::Path;

use anstyle::AnsiColor;

use crate::support::label::escaped;
use crate::surface::cli::stderr::is_quiet;

pub(super) fn warn(words: impl Display) {
    say(AnsiColor::Yellow, "warning", words);
}

/// Prints a note, unless `--quiet` is set.
pub(super) fn note(words: impl Display) {
    if !is_quiet() {
        say(AnsiColor::Yellow, "note", words);
    }
}

/// Prints an error message: why the command has a negative result, such as that there is no solution.
pub(super) fn error(words: impl Display) {
    say(AnsiColor::Red, "error", words);
}

/// Prints that a search was interrupted, and the results so far.
pub(super) fn incomplete(found: &str) {
    interrupted(format_args!("incomplete, {found} so far"));
}

/// The last line of a list printed as text, if a signal interrupted the list.
pub(super) fn list_stopped(found: &str) -> String {
    format!("interrupted after {found}: there may be more")
}

/// Prints that an interrupted run can be resumed from its checkpoint.
pub(super) fn where_it_stopped(checkpoint: &Path) {
    remark_line!(
        "{} has the progress so far; run the same command again to continue",
        checkpoint.display()
    );
}

/// Prints that a run was interrupted. `words` say how far it got.
pub(super) fn interrupted(words: impl Display) {
    say(AnsiColor::Yellow, "interrupted", words);
}

fn say(color: AnsiColor, kind: &str, words: impl Display) {
    let style = color.on_default().bold();
    let words = words.to_string();
    let words = escaped(&words);
    stderr_line!("{style}{kind}{style:#}: {words}");
}
