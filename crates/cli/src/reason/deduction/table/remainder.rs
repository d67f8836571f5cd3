//! How much is left to deduce.

use std::fmt;

use crate::support::format::counted;

/// The most options, cells and pieces that may be left.
pub const MAX_LEFT: Remainder = Remainder {
    options: 16_384,
    cells: 4_096,
    pieces: 4_096,
};

/// How much givens leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remainder {
    /// Placements still possible.
    pub options: usize,
    /// Cells not yet covered.
    pub cells: usize,
    /// Pieces of which copies are left.
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
