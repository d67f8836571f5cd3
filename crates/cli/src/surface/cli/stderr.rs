//! Lines on stderr, and the macros that print them.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether remarks are suppressed, for the whole program.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses all further remarks, for `--quiet`.
pub(super) fn set_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether remarks are suppressed.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a line on stderr, with colours if the terminal has them.
///
/// A line that cannot be printed is lost: a closed terminal or a log on a full disk must not end a
/// long run.
macro_rules! stderr_line {
    ($($words:tt)*) => {{
        let line = format!("{}\n", format_args!($($words)*));
        let _ = std::io::Write::write_all(&mut anstream::stderr(), line.as_bytes());
    }};
}

/// Prints a remark on stderr, such as a success, a time or a hint. `--quiet` suppresses remarks.
macro_rules! remark_line {
    ($($words:tt)*) => {
        if !$crate::surface::cli::stderr::is_quiet() {
            stderr_line!($($words)*);
        }
    };
}

/// Returns from the function with a failure: the command line, or a file that it names, is wrong. The message
/// says how.
macro_rules! refuse {
    ($($words:tt)*) => {
        return Err(anyhow::anyhow!($($words)*).into())
    };
}
