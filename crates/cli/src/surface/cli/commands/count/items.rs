//! The numbers of items of a problem, and the precision of its counts.

use std::fmt;

use num_bigint::BigUint;
use serde::Serialize;
use tilewright_dlx::Problem;

use crate::solve::counting::{CountResult, Known};
use crate::surface::cli::commands::grouped;
use crate::surface::cli::commands::number::Whole;

/// The precision of each number of solutions: `exact`, `at least` or `unknown`.
#[derive(Serialize)]
struct KnownStates {
    solutions: &'static str,
    distinct: &'static str,
    distinct_rotations: &'static str,
}

/// The numbers of solutions. The order of the fields is part of the format.
#[derive(Serialize)]
pub(super) struct KnownCounts<'a> {
    solutions: Option<Whole<'a>>,
    distinct: Option<Whole<'a>>,
    distinct_rotations: Option<Whole<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<KnownStates>,
}

impl<'a> KnownCounts<'a> {
    pub(super) fn of(
        solutions: &'a Known<BigUint>,
        distinct: &'a Known<BigUint>,
        distinct_rotations: &'a Known<BigUint>,
    ) -> Self {
        Self {
            solutions: Whole::known(solutions),
            distinct: Whole::known(distinct),
            distinct_rotations: Whole::known(distinct_rotations),
            states: Some(KnownStates {
                solutions: solutions.state(),
                distinct: distinct.state(),
                distinct_rotations: distinct_rotations.state(),
            }),
        }
    }

    pub(super) fn of_result(count: &'a CountResult) -> Self {
        Self::of(&count.solutions, &count.distinct, &count.distinct_rotations)
    }

    /// Leaves `states` out.
    pub(super) fn without_states(self) -> Self {
        Self {
            states: None,
            ..self
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
