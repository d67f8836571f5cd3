//! The ladder: the deductions by name, from easy to hard.

use std::fmt;

/// How deep look-ahead is nested at most.
pub const MAX_DEPTH: u32 = 3;

/// A deduction, or that none of them is enough. The order is that of the
/// ladder, easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A cell that only one placement can still cover.
    ForcedCell,
    /// A piece with no more places left than copies still needed; or a line, or a corner, that only one placement
    /// still deals with as a condition asks.
    ForcedPiece,
    /// A placement that would cut the open cells into pockets over which the
    /// pieces left can't be shared out: one is too small, or of a size that no
    /// sum of them makes, or they do not suffice for all at once.
    Pocket,
    /// A placement that would leave a cell, or a piece, with nothing: it
    /// clashes with all that is left for it.
    ShutOut,
    /// Two cells (or pieces) that only two pieces (or cells) can serve, one
    /// each: whatever else these two might do is out.
    Pair,
    /// A placement after which the pieces left can't make the difference
    /// between dark and light cells that is left.
    Colouring,
    /// A placement that leads to a contradiction, by forced cells and pieces
    /// alone (depth 1), or by those and look-ahead of a lesser depth.
    LookAhead(u32),
    /// Look-ahead of the greatest depth tried is not enough.
    Search,
}

impl Technique {
    /// All of them, easiest first.
    pub const LADDER: [Self; 10] = [
        Self::ForcedCell,
        Self::ForcedPiece,
        Self::Pocket,
        Self::ShutOut,
        Self::Pair,
        Self::Colouring,
        Self::LookAhead(1),
        Self::LookAhead(2),
        Self::LookAhead(MAX_DEPTH),
        Self::Search,
    ];

    /// Its place on the ladder, from 1.
    pub fn level(self) -> u32 {
        match self {
            Self::ForcedCell => 1,
            Self::ForcedPiece => 2,
            Self::Pocket => 3,
            Self::ShutOut => 4,
            Self::Pair => 5,
            Self::Colouring => 6,
            Self::LookAhead(depth) => 6 + depth.clamp(1, MAX_DEPTH),
            Self::Search => 7 + MAX_DEPTH,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForcedCell => f.pad("forced cell"),
            Self::ForcedPiece => f.pad("forced piece"),
            Self::Pocket => f.pad("pocket"),
            Self::ShutOut => f.pad("shut-out"),
            Self::Pair => f.pad("pair"),
            Self::Colouring => f.pad("colouring"),
            Self::LookAhead(0 | 1) => f.pad("look-ahead"),
            Self::LookAhead(depth) => f.pad(&format!("look-ahead, depth {depth}")),
            Self::Search => f.pad(&format!("beyond look-ahead, depth {MAX_DEPTH}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_by_one() {
        let levels = Technique::LADDER.map(Technique::level);
        assert!(levels.into_iter().eq(1..=10));
        assert!(Technique::LADDER.is_sorted());
    }
}
