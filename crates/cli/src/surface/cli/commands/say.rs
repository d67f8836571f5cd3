//! What commands say on stderr beside their answer.

use std::fmt::Display;
use std::path::Path;

use anstyle::AnsiColor;

use crate::support::label::escaped;
use crate::surface::cli::stderr::is_quiet;

/// Something that may be wrong.
pub(super) fn warn(words: impl Display) {
    say(AnsiColor::Yellow, "warning", words);
}

/// Something to know, which `--quiet` leaves out.
pub(super) fn note(words: impl Display) {
    if !is_quiet() {
        say(AnsiColor::Yellow, "note", words);
    }
}

/// Why the answer is no.
pub(super) fn error(words: impl Display) {
    say(AnsiColor::Red, "error", words);
}

/// A search was stopped before its end.
pub(super) fn incomplete(found: &str) {
    interrupted(format_args!("incomplete, {found} so far"));
}

/// The last line of a list in text that was stopped before its end.
pub(super) fn list_stopped(found: &str) -> String {
    format!("interrupted after {found}: there may be more")
}

/// A run with checkpoints was stopped before its end.
pub(super) fn where_it_stopped(checkpoint: &Path) {
    remark_line!(
        "{} keeps how far this has come; the same command goes on from there",
        checkpoint.display()
    );
}

/// Something was stopped before its end.
pub(super) fn interrupted(words: impl Display) {
    say(AnsiColor::Yellow, "interrupted", words);
}

fn say(color: AnsiColor, kind: &str, words: impl Display) {
    let style = color.on_default().bold();
    let words = words.to_string();
    let words = escaped(&words);
    stderr_line!("{style}{kind}{style:#}: {words}");
}
