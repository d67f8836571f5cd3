//! The techniques by name, from easy to hard.

use std::fmt;

/// How deep look-ahead is nested at most.
pub const MAX_DEPTH: u32 = 2;

/// By what a step rules out all ways but one, or that none of them is enough. The order is that
/// of the ladder, easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A cell that only one placement can still cover.
    ForcedCell,
    /// A piece with no more places left than copies still needed; or a line, or a corner, that
    /// only one placement still deals with as a condition asks.
    ForcedPiece,
    /// The other ways would leave a cell that nothing can cover, or cut the open cells into
    /// pockets over which the pieces left can't be shared out.
    Pocket,
    /// The other ways would leave a piece without a place.
    ShutOut,
    /// After the other ways the pieces left can't make the difference between dark and light
    /// cells that is left.
    Colouring,
    /// The other ways lead to a contradiction by forced cells and pieces alone (depth 1), or
    /// after that by looking at all ways of some cell or piece (depth 2).
    LookAhead(u32),
    /// Look-ahead is not enough: it takes trying.
    Search,
}

impl Technique {
    /// All of them, easiest first.
    pub const LADDER: [Self; 8] = [
        Self::ForcedCell,
        Self::ForcedPiece,
        Self::Pocket,
        Self::ShutOut,
        Self::Colouring,
        Self::LookAhead(1),
        Self::LookAhead(MAX_DEPTH),
        Self::Search,
    ];
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ForcedCell => "forced cell",
            Self::ForcedPiece => "forced piece",
            Self::Pocket => "pocket",
            Self::ShutOut => "shut-out",
            Self::Colouring => "colouring",
            Self::LookAhead(0 | 1) => "look-ahead",
            Self::LookAhead(_) => "look-ahead, depth 2",
            Self::Search => "trying",
        })
    }
}
