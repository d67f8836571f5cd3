//! What is known of all starts.

use num_bigint::BigUint;
use tilewright_dlx::OptionId;

/// A number of starts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Number {
    /// All of them.
    pub all: BigUint,
    /// Those left when the puzzle's symmetries are divided out.
    pub distinct: BigUint,
}

/// Starts with a number of solutions between two bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bin {
    /// At least so many solutions, a power of two.
    pub from: BigUint,
    /// At most so many, one less than twice that.
    pub to: BigUint,
    /// How many starts have so many.
    pub starts: Number,
}

impl Bin {
    /// The bounds of the numbers whose logarithm to base 2 is `bin`, rounded
    /// down.
    pub(super) fn bounds(bin: u64) -> (BigUint, BigUint) {
        let from = BigUint::from(1_u32) << bin;
        let to = &from * 2_u32 - 1_u32;
        (from, to)
    }
}

/// The starts with the fewest or the most solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extreme {
    /// How many solutions each has.
    pub solutions: BigUint,
    /// The first few of them up to symmetry, each in the order of the options.
    pub starts: Vec<Vec<OptionId>>,
}

/// All starts of a size, counted exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// How many there are.
    pub starts: Number,
    /// How many have exactly one solution.
    pub one_solution: Number,
    /// Those with the fewest solutions; none if there are no starts.
    pub fewest: Option<Extreme>,
    /// Those with the most.
    pub most: Option<Extreme>,
    /// How many have how many solutions, from one on upwards; bins with no
    /// start are left out.
    pub histogram: Vec<Bin>,
}
