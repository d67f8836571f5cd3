//! The techniques by which steps refute placements, from easy to hard.

use std::fmt;

/// The maximum depth of nested look-ahead.
pub const MAX_DEPTH: u32 = 2;

/// The technique by which a step refutes the other placements. The order is from easy to hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A cell that only one placement can cover.
    ForcedCell,
    /// A piece with only as many placements left as copies needed, or a requirement of a condition
    /// that only one placement meets.
    ForcedPiece,
    /// The other placements leave a cell that nothing can cover, or cut the open cells into pockets
    /// over which the remaining pieces cannot be distributed.
    Pocket,
    /// The other placements leave no place for a piece, or none that meets a requirement of a
    /// condition.
    ShutOut,
    /// After each of the other placements, the remaining pieces cannot produce the remaining
    /// difference between dark and light cells.
    Colouring,
    /// The other placements lead to a contradiction by forced placements alone (depth 1), or after
    /// these by examining all placements at one cell or of one piece (depth 2).
    LookAhead(u32),
    /// Look-ahead is not enough: only trial and error works.
    Search,
}

impl Technique {
    /// All techniques, easiest first.
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
