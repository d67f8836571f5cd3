//! Choices read from a list of numbers.
//!
//! proptest draws the list, and shrinks a list that fails. So a generator that reads its choices
//! from the list needs no code to draw or shrink. Zeros, and a list that has ended, mean the
//! simplest choices.

use std::slice::Iter;

use proptest::collection::vec;
use proptest::prelude::*;

/// Lists to read choices from.
pub(crate) fn tapes() -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 60..200)
}

/// A list of choices, read from its beginning.
#[derive(Debug)]
pub(crate) struct Tape<'a>(Iter<'a, u16>);

impl<'a> Tape<'a> {
    pub(crate) fn new(numbers: &'a [u16]) -> Self {
        Self(numbers.iter())
    }

    /// A number below `end`; `end` must be at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end
    }

    /// A number in a range, which must not be empty. The first number counts as the simplest.
    pub(crate) fn within(&mut self, range: std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() + 1 - range.start())
    }

    /// True in one of `times` draws. False counts as the simplest.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// A random element. The first counts as the simplest.
    pub(crate) fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}
