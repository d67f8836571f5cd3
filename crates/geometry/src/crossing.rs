//! The rules by which pieces of sticks may meet.

/// Which pieces may meet at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// Any pieces.
    Allowed,
    /// No two that both run straight through it.
    NotStraight,
    /// No two whose sticks alternate around it.
    Never,
}
