//! Work on all goals of a file: each goal becomes a separate puzzle, and several threads share the goals.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::cover::{Instance, InstanceError};
use crate::puzzle::{Goal, PuzzleFile};
use crate::solve::search::{ProgressMeter, RunContext, WorkKind, share_done};
use crate::support::format::{counted, grouped};

/// The results of `look` for the goals of a file, in the order of the file. Reports the number of
/// finished goals as progress.
///
/// # Errors
///
/// The first error of a goal.
pub(crate) fn each_goal<T: Send, E: From<InstanceError> + Send>(
    file: &PuzzleFile,
    monitor: &RunContext,
    look: impl Fn(Instance) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let all = file.goals.len();
    let meter = ProgressMeter::new(monitor, WorkKind::Busy("checking the goals"));
    let progress = Mutex::new((0_usize, meter));
    let one = |goal: &Goal| {
        let puzzle = file.with_goal(goal).puzzle;
        let found = look(Instance::new_until(puzzle, monitor.stop())?)?;
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, meter) = &mut *progress;
        *done += 1;
        let words = format!("{} of {}", grouped(*done), counted(all, "goal"));
        // The result, which says whether to stop, is ignored: `look` checks the stop flag itself.
        let _ = meter.on_progress_text(Some(share_done(*done as u64, all as u64)), &words);
        Ok(found)
    };
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(monitor.resources.threads.get())
        .build();
    match workers {
        Ok(workers) => workers.install(|| file.goals.par_iter().map(one).collect()),
        // The system refuses more threads, so the current thread does all the work.
        Err(_) => file.goals.iter().map(one).collect(),
    }
}
