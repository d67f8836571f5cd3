//! How large a count was.

use std::fmt;

use num_bigint::BigUint;
use serde::Serialize;
use tilewright_dlx::Problem;

use crate::solve::counting::Known;
use crate::surface::cli::commands::grouped;

/// Of each number `exact`, `at least` or `unknown`.
#[derive(Serialize)]
pub(in crate::surface::cli::commands) struct States {
    pub(super) solutions: &'static str,
    pub(super) distinct: &'static str,
    pub(super) distinct_rotations: &'static str,
}

impl States {
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

/// How many items there are.
#[derive(Serialize)]
pub(in crate::surface::cli::commands) struct Items {
    pub(super) primary: usize,
    pub(super) secondary: usize,
}

impl Items {
    pub(in crate::surface::cli::commands) fn of(problem: &Problem) -> Self {
        Self {
            primary: problem.primary_count(),
            secondary: problem.secondary_count(),
        }
    }
}

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary) = (grouped(self.primary), grouped(self.secondary));
        write!(f, "{primary} primary, {secondary} secondary")
    }
}
