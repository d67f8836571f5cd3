//! The set of all solutions of a puzzle: read from a diagram file, built by a sweep, or listed by a
//! search if the sweep does not fit in memory.

use tilewright_dlx::FrontierError;

use super::background::interruptible_but_for_writing;
use super::{counted, say};
use crate::cover::Instance;
use crate::solve::search::RunContext;
use crate::solve::space::{ListLimits, Space, SpaceError};
use crate::surface::cli::args::SpaceArgs;

/// Opens or builds the set of all solutions. The inner error says why there is no diagram, if there
/// are also too many solutions to list.
pub(super) fn open_or_list<'l>(
    args: &SpaceArgs,
    instance: &'l Instance,
    monitor: &RunContext,
) -> Result<Result<Space<'l>, FrontierError>, SpaceError> {
    let file = args.diagram.as_deref();
    let opened =
        interruptible_but_for_writing(monitor, file, || Space::open(instance, monitor, file));
    let outgrown = match opened {
        Err(SpaceError::Frontier(error)) => error,
        opened => return opened.map(Ok),
    };
    monitor
        .resources
        .say(|| format!("{outgrown}: listing the solutions instead"));
    let limits = ListLimits::of(monitor);
    let Some(space) = Space::list(instance, limits, monitor)? else {
        return Ok(Err(outgrown));
    };
    say::note(format_args!(
        "{outgrown}; a search has listed {} instead",
        counted(space.count(), "solution")
    ));
    if let Some(file) = file {
        space.save(file, monitor)?;
    }
    Ok(Ok(space))
}
