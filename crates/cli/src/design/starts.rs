//! Starts: sets of so many placements that can lie together and that some
//! solution holds.
//!
//! How many are there up to symmetry, how many have exactly one solution, which
//! leave the fewest and the most? [`Question::exact`] lists them all;
//! [`Question::sampled`] draws some at random and says how far off it may be.
//! Givens of the puzzle lie on the board besides, and are not counted.
//!
//! # The exact way
//!
//! Placements that symmetries send to each other are an orbit; orbits stand in
//! an order. A start is listed with a placement *o* of the first orbit that it
//! meets, and *o* is always the first of its orbit. So the solutions that hold
//! *o* are taken from the diagram, and of each the sets of *o* and further
//! placements of that orbit or later ones; equal sets, brought together by
//! sorting, are one start, and they are as many as it has solutions. Up to
//! symmetry, a start S so listed stands for
//!
//! ```text
//! |orbit of o| · |symmetries of S| / (|all symmetries| · placements of S in the orbit of o)
//! ```
//!
//! of a start: with S its orbit has |G| / |Stab S| starts, and each of these
//! meets the orbit of o as often as S does; by symmetry each placement of that
//! orbit is met equally often. The fractions are added exactly.
//!
//! # The sampled way
//!
//! A solution is drawn, all with the same probability, and of its placements a
//! set. Of N solutions with p placements each, a start of K that has m
//! solutions comes with probability m / (N · C(p, K)); so the mean of the
//! inverses is the number of starts (D. G. Horvitz and D. J. Thompson, "A
//! generalization of sampling without replacement from a finite universe",
//! Journal of the American Statistical Association 47 (1952)).

mod census;
mod error;
mod exact;
mod key;
mod places;
mod question;
mod sample;
mod tally;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use num_bigint::BigUint;
use tilewright_dlx::OptionId;

pub use census::{Bin, Census, Extreme, Number};
pub use error::StartsError;
pub use sample::{Share, Survey, SurveyBin};

use self::question::choose;
pub use self::question::{MOST_GIVENS, Question};
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::search::Monitor;
use crate::solve::space::Space;
use places::Places;

impl<'a> Question<'a> {
    /// Asks about starts of `givens` placements; `group` are the symmetries of
    /// the space's puzzle.
    ///
    /// # Errors
    ///
    /// [`StartsError::TooMany`] if no solution has so many placements besides
    /// the puzzle's givens, or [`StartsError::None`] if none are asked for.
    pub fn new(
        space: &'a Space<'a>,
        group: &PuzzleSymmetry,
        givens: usize,
    ) -> Result<Self, StartsError> {
        let fixed = space.instance().givens().len();
        let sizes = space.diagram().by_size();
        let sizes: BTreeMap<usize, BigUint> = sizes
            .into_iter()
            .map(|(size, solutions)| (size.saturating_sub(fixed), solutions))
            .collect();
        if givens == 0 {
            return Err(StartsError::None);
        }
        if let (Some((least, _)), Some((most, _))) =
            (sizes.first_key_value(), sizes.last_key_value())
            && givens > *most
        {
            return Err(StartsError::TooMany {
                givens,
                least: *least,
                most: *most,
                fixed,
            });
        }
        Ok(Self {
            places: Places::new(space, group),
            space,
            givens,
            sizes,
            threads: NonZeroUsize::MIN,
            memory: 1 << 30,
            shown: 3,
        })
    }

    /// Sets how many threads share the work; the answer is the same for all.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets about how many bytes lists of sets may take; the answer is the
    /// same for all, but little memory takes more time.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets how many of the starts with the fewest and with the most solutions
    /// are named.
    #[must_use]
    pub fn shown(mut self, starts: usize) -> Self {
        self.shown = starts;
        self
    }

    /// The sets that [`exact`](Self::exact) lists, about: the sets of so many
    /// placements of all solutions, by the order of the group.
    pub fn work(&self) -> BigUint {
        let sets = |(size, solutions): (&usize, &BigUint)| solutions * choose(*size, self.givens);
        self.sizes.iter().map(sets).sum::<BigUint>() / self.places.order()
    }

    /// Lists all starts.
    ///
    /// Cost: some 50 nanoseconds for each set of [`work`](Self::work) on one
    /// thread; with one or two givens, a pass or two over the diagram for each
    /// placement up to symmetry.
    ///
    /// # Errors
    ///
    /// [`StartsError::Interrupted`]; or [`StartsError::TooLong`] for more than
    /// [`MOST_GIVENS`] placements.
    pub fn exact(&self, monitor: &Monitor) -> Result<Census, StartsError> {
        if self.givens > MOST_GIVENS {
            return Err(StartsError::TooLong {
                givens: self.givens,
            });
        }
        exact::census(self, monitor)
    }

    /// Draws so many sets at random; the same seed draws the same ones.
    ///
    /// Cost: for each of them, a pass over a part of the diagram.
    ///
    /// # Errors
    ///
    /// [`StartsError::Interrupted`].
    pub fn sampled(
        &self,
        samples: u64,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Survey, StartsError> {
        sample::survey(self, samples, seed, monitor)
    }

    /// The placements of a set of places, in the order of the options.
    fn start(&self, set: &[u32]) -> Vec<OptionId> {
        let mut options: Vec<OptionId> = set.iter().map(|at| self.places.option(*at)).collect();
        options.sort_unstable();
        options
    }
}
