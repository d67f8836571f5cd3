//! What commands say on stderr beside their answer.

use std::fmt::Display;

use anstyle::AnsiColor;

/// Something that may be wrong.
pub(super) fn warn(words: impl Display) {
    say(AnsiColor::Yellow, "warning", words);
}

/// Something to know.
pub(super) fn note(words: impl Display) {
    say(AnsiColor::Yellow, "note", words);
}

/// Why the answer is no.
pub(super) fn error(words: impl Display) {
    say(AnsiColor::Red, "error", words);
}

/// A search was stopped before its end.
pub(super) fn incomplete(found: &str) {
    say(
        AnsiColor::Yellow,
        "interrupted",
        format_args!("incomplete, {found} so far"),
    );
}

fn say(color: AnsiColor, kind: &str, words: impl Display) {
    let style = color.on_default().bold();
    stderr_line!("{style}{kind}{style:#}: {words}");
}
