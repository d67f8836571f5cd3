//! Draws choices from a list of numbers.
//!
//! proptest draws the list, and shrinks it if a test fails. So a generator that draws its choices from the list
//! needs no code for drawing or shrinking. A zero, or the end of the list, leads to the simplest choice.

use std::slice::Iter;

use proptest::collection::vec;
use proptest::prelude::*;

/// Random lists, from which a [`Tape`] draws choices.
pub(crate) fn tapes() -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 60..200)
}

/// A list of numbers, from whose beginning choices are drawn.
#[derive(Debug)]
pub(crate) struct Tape<'a>(Iter<'a, u16>);

impl<'a> Tape<'a> {
    pub(crate) fn new(numbers: &'a [u16]) -> Self {
        Self(numbers.iter())
    }

    /// A number below `end`, which must be at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end
    }

    /// A number in a range, which must not be empty. Its first number is the simplest choice.
    pub(crate) fn within(&mut self, range: std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() + 1 - range.start())
    }

    /// True in one of `times` draws. False is the simplest choice.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// A random element. The first one is the simplest choice.
    pub(crate) fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}
