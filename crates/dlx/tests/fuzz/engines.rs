//! What the engines make of a problem.

use std::ops::ControlFlow::{self, Break, Continue};

use proptest::prelude::*;
use tilewright_dlx::{Bits, Frontier, Links, OptionId, Problem, Progress, Visitor};

/// Bytes for the states of a sweep.
const MEMORY: u64 = 1 << 23;

/// The work of a sweep after which it is stopped.
const WORK: u64 = 1 << 19;

/// Stops a search that goes on for long.
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

/// That the engines find the same, as far as they come to an end; whether `links` did.
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
