//! How much of a puzzle is left to deduce: numbers of placements, cells and pieces.

use std::fmt;

use crate::support::format::counted;

/// The largest remainder for which deductions are made.
pub const MAX_LEFT: Remainder = Remainder {
    options: 16_384,
    cells: 4_096,
    pieces: 4_096,
};

/// How much of a puzzle its givens leave to deduce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remainder {
    /// The number of placements that are still possible.
    pub options: usize,
    /// The number of cells that are not covered yet.
    pub cells: usize,
    /// The number of pieces with copies left.
    pub pieces: usize,
}

impl fmt::Display for Remainder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            options,
            cells,
            pieces,
        } = *self;
        let (options, pieces) = (counted(options, "placement"), counted(pieces, "piece"));
        write!(f, "{options} of {pieces} on {}", counted(cells, "cell"))
    }
}
