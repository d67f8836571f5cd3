//! Counts the solutions of a problem by all engines, and compares the numbers.

use std::ops::ControlFlow::{self, Break, Continue};

use proptest::prelude::*;
use tilewright_dlx::{Bits, Frontier, Links, OptionId, Problem, Progress, Visitor};

/// The memory for the states of a sweep, in bytes.
const MEMORY: u64 = 1 << 23;

/// The number of units of work after which a sweep is stopped.
const WORK: u64 = 1 << 19;

/// A visitor that stops a search after 10,000 solutions, or at the first report of progress.
#[derive(Default)]
pub(crate) struct Few {
    solutions: u64,
}

impl Visitor for Few {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.solutions += 1;
        if self.solutions < 10_000 {
            Continue(())
        } else {
            Break(())
        }
    }

    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        Break(())
    }
}

/// Asserts that all engines that finish count the same number of solutions. Returns whether `links` finished.
pub(crate) fn agree(problem: &Problem) -> Result<bool, TestCaseError> {
    let links = Links::new(problem).run(&mut Few::default());
    if let Ok(bits) = Bits::new(problem) {
        let bits = bits.run(&mut Few::default());
        if links.complete && bits.complete {
            prop_assert_eq!(links.solutions, bits.solutions);
        }
    }
    let swept = Frontier::new(problem)
        .memory(MEMORY)
        .count(&mut |progress| {
            if progress.work < WORK {
                Continue(())
            } else {
                Break(())
            }
        });
    if let Ok(swept) = swept
        && swept.complete
        && links.complete
    {
        prop_assert_eq!(&swept.count, &links.solutions.into());
    }
    Ok(links.complete)
}
