//! Reads `expect:`, the expected numbers.

use super::diagnostic::Diagnostic;
use super::file::Expect;
use super::node::{Raw, Reader};

/// Reads the expected numbers of a single puzzle: a case, a goal, or a file without goals.
pub(super) fn read_expect(reader: Reader<'_>, raw: Option<Raw<'_>>) -> Result<Expect, Diagnostic> {
    let Some(raw) = raw else {
        return Ok(Expect::default());
    };
    let expect: Expect = reader.read_raw(raw)?;
    if expect.goals.is_some() || expect.impossible.is_some() {
        let span = reader.node(raw).span();
        let message = "`goals` and `impossible` are expectations for a file with goals, but this \
                       file has none";
        return Err(Diagnostic::error(message, span, "")
            .help("leave out `goals` and `impossible`, or write `goals: […]`"));
    }
    Ok(expect)
}

/// Reads the expected totals over all goals of a file.
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
        let message = "`nodes` and `updates` belong to a single search, but this file has several \
                       puzzles";
        return Err(
            Diagnostic::error(message, span, "").help("write them in the `expect` of a goal")
        );
    }
    Ok(expect)
}
