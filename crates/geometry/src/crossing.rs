/// The rule for which pieces may meet at a vertex of a stick lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
pub enum Crossing {
    /// Any pieces may meet.
    Allowed,
    /// At most one piece may run straight through the vertex.
    NotStraight,
    /// Two pieces whose sticks alternate around the vertex may not meet there.
    Never,
}
