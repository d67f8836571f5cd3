//! Starts: sets of K placements that occur together in a solution.
//!
//! How many starts are there up to symmetry, how many have exactly one solution, and which have the
//! fewest and the most solutions? [`StartsQuestion::exact`] lists them all.
//! [`StartsQuestion::sampled`] draws random ones and gives standard errors. Givens of the puzzle
//! are additional, and are not counted.
//!
//! # The exact way
//!
//! Placements that symmetries map to each other form an orbit, and orbits are ordered. A start is
//! listed with a placement *o* of the first orbit that it meets, where *o* is always the first of
//! its orbit. So the solutions that contain *o* are taken from the diagram. Each solution gives the
//! sets that consist of *o* and further placements, all in that orbit or later ones. The sets are
//! sorted. Equal sets are one start, and their number is its number of solutions. Up to symmetry, a
//! listed start S represents
//! ```text
//! |orbit of o| · |symmetries of S| / (|all symmetries| · placements of S in the orbit of o)
//! ```
//!
//! of a start. Its orbit has |G| / |Stab S| starts, and each of these meets the orbit of o as often
//! as S does; by symmetry each placement of that orbit is met equally often. The fractions are
//! added exactly.
//!
//! # The sampled way
//!
//! A solution is drawn uniformly, and a random set of its placements. If there are N solutions with
//! p placements each, a start of K placements with m solutions is drawn with probability m / (N ·
//! C(p, K)). So the mean of the inverses is the number of starts (D. G. Horvitz and D. J. Thompson,
//! "A generalization of sampling without replacement from a finite universe", Journal of the
//! American Statistical Association 47 (1952)).

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
use tilewright_geometry::compact::map_of;

pub use census::{Bin, Census, StartExtreme, StartNumber};
pub use error::StartsError;
pub use sample::{StartsShare, Survey, SurveyBin};

use self::question::choose;
pub use self::question::{MOST_GIVENS, StartsQuestion};
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use places::StartPlacements;

impl<'a> StartsQuestion<'a> {
    /// A question about starts of `givens` placements. `group` is the symmetry group of the space's
    /// puzzle.
    ///
    /// # Errors
    ///
    /// [`StartsError::TooMany`] if no solution has that many placements in addition to the puzzle's
    /// givens; [`StartsError::None`] if `givens` is zero.
    pub fn new(
        space: &'a Space<'a>,
        group: &PuzzleSymmetry,
        givens: usize,
    ) -> Result<Self, StartsError> {
        let fixed = space.instance().givens().len();
        let sizes = space.diagram().by_size();
        let sizes = sizes.into_iter();
        let sizes: BTreeMap<usize, BigUint> =
            map_of(sizes.map(|(size, solutions)| (size.saturating_sub(fixed), solutions)));
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
            places: StartPlacements::new(space, group),
            space,
            givens,
            sizes,
            threads: NonZeroUsize::MIN,
            memory: 1 << 30,
            shown: 3,
        })
    }

    /// Sets the number of threads. The result does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the approximate number of bytes for lists of sets. The result does not depend on it,
    /// but with less memory the count takes longer.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets how many of the starts with the fewest and with the most solutions are reported.
    #[must_use]
    pub fn shown(mut self, starts: usize) -> Self {
        self.shown = starts;
        self
    }

    /// The approximate number of sets that [`exact`](Self::exact) lists: the sets of `givens`
    /// placements of all solutions, divided by the order of the group.
    pub fn work(&self) -> BigUint {
        let sets = |(size, solutions): (&usize, &BigUint)| solutions * choose(*size, self.givens);
        self.sizes.iter().map(sets).sum::<BigUint>() / self.places.order()
    }

    /// Lists all starts.
    ///
    /// Cost: about 50 nanoseconds on one thread for each of the sets that [`work`](Self::work)
    /// counts; with one or two givens, one or two passes over the diagram for each placement up to
    /// symmetry.
    ///
    /// # Errors
    ///
    /// [`StartsError::Interrupted`]; or [`StartsError::TooLong`] for more than
    /// [`MOST_GIVENS`] placements.
    pub fn exact(&self, monitor: &RunContext) -> Result<Census, StartsError> {
        if self.givens > MOST_GIVENS {
            return Err(StartsError::TooLong {
                givens: self.givens,
            });
        }
        exact::census(self, monitor)
    }

    /// Draws `samples` random sets of placements, and estimates the numbers of starts from them.
    /// Equal seeds give equal results.
    ///
    /// Cost: for each set, a pass over a part of the diagram.
    ///
    /// # Errors
    ///
    /// [`StartsError::Interrupted`].
    pub fn sampled(
        &self,
        samples: u64,
        seed: u64,
        monitor: &RunContext,
    ) -> Result<Survey, StartsError> {
        sample::survey(self, samples, seed, monitor)
    }

    /// The placements of a start, in the order of the options. `set` contains their places: see
    /// [`StartPlacements`].
    fn start(&self, set: &[u32]) -> Vec<OptionId> {
        let mut options: Vec<OptionId> = set.iter().map(|at| self.places.option(*at)).collect();
        options.sort_unstable();
        options
    }
}
