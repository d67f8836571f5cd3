//! What is said on stderr.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether remarks are left out, for the whole program as its colours are.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves remarks out from now on: `--quiet`.
pub(super) fn set_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether remarks are left out.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a line on stderr, with its colours where the terminal takes them.
///
/// A line that cannot be printed is lost. The terminal may have hung up, or the
/// disk of a log may be full; neither is a reason to end a long run.
macro_rules! stderr_line {
    ($($words:tt)*) => {{
        let line = format!("{}\n", format_args!($($words)*));
        let _ = std::io::Write::write_all(&mut anstream::stderr(), line.as_bytes());
    }};
}

/// Prints a line on stderr that `--quiet` leaves out: what went well, how long it took, a hint.
macro_rules! remark_line {
    ($($words:tt)*) => {
        if !$crate::surface::cli::stderr::is_quiet() {
            stderr_line!($($words)*);
        }
    };
}
