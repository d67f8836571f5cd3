//! The numbers of items of a problem, and the precision of its counts.

use std::fmt;

use num_bigint::BigUint;
use serde::Serialize;
use tilewright_dlx::Problem;

use crate::solve::counting::Known;
use crate::surface::cli::commands::grouped;

/// The precision of each number of solutions: `exact`, `at least` or `unknown`.
#[derive(Serialize)]
pub(in crate::surface::cli::commands) struct KnownStates {
    pub(super) solutions: &'static str,
    pub(super) distinct: &'static str,
    pub(super) distinct_rotations: &'static str,
}

impl KnownStates {
    pub(in crate::surface::cli::commands) fn of(
        solutions: &Known<BigUint>,
        distinct: &Known<BigUint>,
        distinct_rotations: &Known<BigUint>,
    ) -> Self {
        Self {
            solutions: solutions.state(),
            distinct: distinct.state(),
            distinct_rotations: distinct_rotations.state(),
        }
    }
}

/// The numbers of primary and secondary items.
#[derive(Serialize)]
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

impl fmt::Display for ItemCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary) = (grouped(self.primary), grouped(self.secondary));
        write!(f, "{primary} primary, {secondary} secondary")
    }
}
