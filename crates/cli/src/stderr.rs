//! What is said on stderr.

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
