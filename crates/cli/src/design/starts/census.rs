//! The result of an exact count of starts.

use num_bigint::BigUint;
use tilewright_dlx::OptionId;

/// The number of all starts, and of starts up to symmetry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StartNumber {
    /// The total number of starts.
    pub all: BigUint,
    /// The number of starts up to the puzzle's symmetries.
    pub distinct: BigUint,
}

/// Starts with a number of solutions between two bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bin {
    /// The smallest number of solutions of the bin: a power of two.
    pub from: BigUint,
    /// The largest number of solutions of the bin, `2 * from - 1`.
    pub to: BigUint,
    /// How many starts have a number of solutions from `from` to `to`.
    pub starts: StartNumber,
}

impl Bin {
    /// The bounds of the numbers whose logarithm to base 2, rounded down, is `bin`.
    pub(super) fn bounds(bin: u64) -> (BigUint, BigUint) {
        let from = BigUint::from(1_u32) << bin;
        let to = &from * 2_u32 - 1_u32;
        (from, to)
    }
}

/// The starts with the fewest or the most solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartExtreme {
    /// The number of solutions that each of these starts has.
    pub solutions: BigUint,
    /// The first few of these starts up to symmetry, each in the order of the options.
    pub starts: Vec<Vec<OptionId>>,
}

/// All starts of a size, counted exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// The number of starts of the requested size.
    pub starts: StartNumber,
    /// The number of starts with exactly one solution.
    pub one_solution: StartNumber,
    /// The starts with the fewest solutions; `None` if there are no starts.
    pub fewest: Option<StartExtreme>,
    /// The starts with the most solutions.
    pub most: Option<StartExtreme>,
    /// The starts by number of solutions, in increasing order, without empty bins.
    pub histogram: Vec<Bin>,
}
