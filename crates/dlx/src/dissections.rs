//! Counts dissections, the partitions of a graph into connected parts of one size, without listing them.
//!
//! Suppose that the options of an exact cover problem are *all* connected sets of n vertices, and
//! that only the vertices restrict the choice. Then the number of solutions depends on the
//! boundaries of the parts, not on single options. A sweep takes in the vertices one after the
//! other, and decides for each edge whether its ends lie in the same part. It remembers the open
//! vertices (those with neighbours still to come), the *region* of each (the connected piece of a
//! part so far) and the size of each open region. It also remembers which pairs of regions must
//! stay separate because two neighbours in them were separated. Equal states merge, and their
//! numbers of partial partitions add up.
//!
//! - A region of n vertices is closed: it is a whole part. A state does not record in which closed region a vertex
//!   lies.
//! - A state is dropped if the last open vertex of a region leaves before the region has n
//!   vertices.
//! - The separation of two regions is remembered only where they could still meet: their sizes and the vertices
//!   between them come to at most n. In the plane, where no part encloses anything, it is enough to remember it
//!   around [faces](Dissections::faces).
//! - Without faces, regions that cannot meet need separate vertices; a state that needs more
//!   vertices than are left is dropped. (With faces, this test takes longer than it saves.)
//!
//! Where a symmetry of the graph maps the rest of the graph to itself, as a mirror does after each
//! row, a state and its image have the same number of completions and are merged. Most states lie
//! beyond the middle, so all partitions are counted by two sweeps that meet there. Where the faces
//! are known, these sweeps group the states by connectivity (`by_connectivity`): the effect of a
//! step depends on which regions the vertices lie in, and hardly on the sizes of the regions.
//!
//! Partitions that a group of automorphisms maps to themselves are counted by one sweep, which takes in an orbit of
//! vertices at a time and decides an orbit of edges at once. Burnside's lemma then gives the number of distinct
//! dissections.
//!
//! With symmetries and faces given, n × n squares in n parts take 14 thousand states for n =
//! 6, 0.5 million for n = 7 and 7 million for n = 8. Each state takes 50 ns, two fifths of them for
//! the join, and 16 bytes, or 32 while it is made. Where the states cannot be grouped by
//! connectivity, a state takes half a microsecond and 16 to 40 bytes; without faces 1 to 2 µs. A
//! single sweep to the end has six to eleven times as many states, at 0.1 to 0.5 µs (November
//! 2026).
//!
//! Source: sweeps over the boundary of a region are those of I. G. Enting, "Generating functions for enumerating
//! self-avoiding rings on the square lattice" (J. Phys. A 13, 1980); pairs of regions that must stay separate are
//! those of J. Kawahara et al., "Generating All Patterns of Graph Partitions Within a Disparity Bound" (WALCOM 2017).

mod by_connectivity;
#[cfg(feature = "frontier")]
mod checkpoint;
mod connected_sets;
mod count;
mod cut;
mod faces;
mod graph;
mod join_position;
mod meeting;
mod order;
mod packing;
mod plan;
mod position;
mod recognition;
mod regrouped;
mod single;
mod states;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use graph::{Dissections, DissectionsError, DissectionsProgress, DissectionsReport};
