/// The rule for which pieces may meet at a vertex of a stick lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// Any pieces may meet.
    Allowed,
    /// At most one piece may run straight through the vertex.
    NotStraight,
    /// No two pieces may meet whose sticks alternate around the vertex.
    Never,
}
