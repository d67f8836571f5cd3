//! The numbers of items of a problem, and the precision of its counts.

use std::fmt;

use num_bigint::BigUint;
use tilewright_dlx::Problem;

use crate::publish::interchange::table::{Record, Value, record};
use crate::solve::counting::{CountResult, Known};
use crate::surface::cli::commands::grouped;

/// The numbers of solutions, and the precision of each: `exact`, `at least` or `unknown`.
pub(super) fn known_counts(
    solutions: &Known<BigUint>,
    distinct: &Known<BigUint>,
    distinct_rotations: &Known<BigUint>,
) -> Record {
    record! {
        ..counts_alone(solutions, distinct, distinct_rotations),
        states: record! {
            solutions: solutions.state(),
            distinct: distinct.state(),
            distinct_rotations: distinct_rotations.state(),
        },
    }
}

/// The numbers of solutions, without fields that say whether each is exact, a lower bound or unknown.
pub(in crate::surface::cli::commands) fn counts_alone(
    solutions: &Known<BigUint>,
    distinct: &Known<BigUint>,
    distinct_rotations: &Known<BigUint>,
) -> Record {
    record! { solutions: solutions, distinct: distinct, distinct_rotations: distinct_rotations }
}

pub(super) fn counts_of(count: &CountResult) -> Record {
    known_counts(&count.solutions, &count.distinct, &count.distinct_rotations)
}

/// The numbers of primary and secondary items.
pub(in crate::surface::cli::commands) struct ItemCounts {
    pub(super) primary: usize,
    pub(super) secondary: usize,
}

impl ItemCounts {
    pub(in crate::surface::cli::commands) fn of(problem: &Problem) -> Self {
        Self {
            primary: problem.primary_count(),
            secondary: problem.secondary_count(),
        }
    }
}

impl From<ItemCounts> for Value {
    fn from(ItemCounts { primary, secondary }: ItemCounts) -> Self {
        record! { primary: primary, secondary: secondary }.into()
    }
}

impl fmt::Display for ItemCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary) = (grouped(self.primary), grouped(self.secondary));
        write!(f, "{primary} primary, {secondary} secondary")
    }
}
