//! `expect:`, what a puzzle must give.

use super::diagnostic::Diagnostic;
use super::file::Expect;
use super::node::{Raw, Reader};

/// Reads what one puzzle must give: a case, a goal, a file without goals.
pub(super) fn read_expect(reader: Reader<'_>, raw: Option<Raw<'_>>) -> Result<Expect, Diagnostic> {
    let Some(raw) = raw else {
        return Ok(Expect::default());
    };
    let expect: Expect = reader.read_raw(raw)?;
    if expect.goals.is_some() || expect.impossible.is_some() {
        let span = reader.node(raw).span();
        let message = "numbers of goals are expected of a file with goals, not of one puzzle";
        return Err(Diagnostic::error(message, span, "")
            .help("leave out `goals` and `impossible`, or write `goals: […]`"));
    }
    Ok(expect)
}

/// Reads what all goals of a file must give together.
pub(super) fn read_expect_of_goals(
    reader: Reader<'_>,
    raw: Option<Raw<'_>>,
) -> Result<Expect, Diagnostic> {
    let Some(raw) = raw else {
        return Ok(Expect::default());
    };
    let expect: Expect = reader.read_raw(raw)?;
    if expect.nodes.is_some() || expect.updates.is_some() {
        let span = reader.node(raw).span();
        let message = "nodes and updates are of one search, and this file has many puzzles";
        return Err(Diagnostic::error(message, span, "").help("expect them of a goal"));
    }
    Ok(expect)
}
