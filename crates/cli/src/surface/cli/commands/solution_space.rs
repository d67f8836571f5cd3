//! All solutions of a puzzle: from a file, by a sweep, or listed by a search where the sweep
//! outgrows the memory.

use tilewright_dlx::FrontierError;

use super::beside::interruptible_but_for_writing;
use super::{counted, say};
use crate::cover::Instance;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::solve::space::{ListLimits, Space, SpaceError};
use crate::surface::cli::args::SpaceArgs;

/// All solutions; or why there is no diagram of them, and they are too many to be listed.
pub(super) fn open_or_list<'l>(
    args: &SpaceArgs,
    instance: &'l Instance,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Result<Space<'l>, FrontierError>, SpaceError> {
    let file = args.diagram.as_deref();
    let opened = interruptible_but_for_writing(monitor, file, || {
        Space::open(instance, resources, monitor, file)
    });
    let outgrown = match opened {
        Err(SpaceError::Frontier(error)) => error,
        opened => return opened.map(Ok),
    };
    resources.say(|| format!("{outgrown}: listing the solutions instead"));
    let limits = ListLimits::of(resources);
    let Some(space) = Space::list(instance, resources, limits, monitor)? else {
        return Ok(Err(outgrown));
    };
    say::note(format_args!(
        "{outgrown}; a search has listed {} instead",
        counted(space.count(), "solution")
    ));
    if let Some(file) = file {
        space.save(file, resources, monitor)?;
    }
    Ok(Ok(space))
}
