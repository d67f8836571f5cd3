//! Does the same work for each of many puzzles on several threads, such as counting their solutions. The
//! results come in the order of the puzzles.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::solve::search::RunContext;

/// The number of puzzles per thread whose results are collected at a time.
const BATCH: usize = 32;

/// Work on `number` puzzles: `at_once` of them at the same time, each with the context `each`.
pub(super) struct Batches {
    number: usize,
    at_once: usize,
    pub(super) each: RunContext,
}

impl Batches {
    /// Distributes the threads: one puzzle per thread, or several threads per puzzle if there are
    /// fewer puzzles.
    pub(super) fn new(number: usize, monitor: &RunContext) -> Self {
        let threads = monitor.resources.threads.get();
        let at_once = threads.min(number).max(1);
        Self {
            number,
            at_once,
            each: monitor.share(at_once),
        }
    }

    /// Does the work of each puzzle from the index `from` on, and passes the results to `take` in
    /// order, until `take` breaks off.
    pub(super) fn run<T: Send, E: Send>(
        &self,
        from: usize,
        work: &(dyn Fn(usize) -> Result<T, E> + Sync),
        take: &mut dyn FnMut(Vec<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let workers = rayon::ThreadPoolBuilder::new()
            .num_threads(self.at_once)
            .build();
        let left: Vec<usize> = (from..self.number).collect();
        for batch in left.chunks(BATCH * self.at_once) {
            let done: Result<Vec<T>, E> = match &workers {
                Ok(workers) => workers.install(|| {
                    let batch = batch.par_iter().with_max_len(1);
                    // The whole batch is finished, so that the first failure is the same on any
                    // number of threads.
                    let done: Vec<Result<T, E>> = batch.map(|at| work(*at)).collect();
                    done.into_iter().collect()
                }),
                // If the system refuses to start more threads, this thread does all the work.
                Err(_) => batch.iter().map(|at| work(*at)).collect(),
            };
            if take(done?)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}
