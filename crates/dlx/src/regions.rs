//! Dissections: the partitions of a graph into connected parts of one size, counted without listing
//! any.
//!
//! Where *every* connected set of n vertices is an option and nothing but the vertices binds, an
//! exact cover problem is a matter of boundaries, not of options. A sweep takes the vertices in, one
//! after the other, and decides of each edge whether its ends lie in the same part. It remembers
//! the open vertices (those with neighbours still to come), in which *region* each of them lies,
//! how large each open region is, and which pairs of regions must not meet any more, because two
//! neighbours in them were told apart. Equal states merge, and their numbers of ways add up.
//!
//! - A region of n vertices is closed: its vertices are all alike.
//! - A region whose last open vertex goes before it has n vertices ends the state.
//! - Two regions that were told apart are remembered only where they could still meet: their sizes
//!   and the vertices between them come to no more than n. In the plane, where no part goes round
//!   anything, it is enough to remember them around [faces](Regions::faces).
//! - Without faces, the regions that cannot meet want so many vertices each; a state that wants more
//!   than are left is dropped. (With them it takes longer to see that than to go on.)
//!
//! Where a symmetry of the graph maps what is left to itself, as a mirror does after each row, a state
//! and its image have as many ways on, and are one. Most states lie beyond the middle, so all
//! partitions are counted by two sweeps that meet there. Where the faces are known, these go shape by shape
//! (`by_shape`): what a step does depends on where the regions are, and hardly on how large they are.
//!
//! Partitions that a group of automorphisms maps to themselves are counted by one sweep, which
//! takes in an orbit of vertices at a time and decides of an orbit of edges at once. So Burnside's
//! lemma gives the number of distinct dissections.
//!
//! Cost: with symmetries and faces told, n × n squares in n parts take 14 thousand states for n = 6,
//! 0.5 million for n = 7 and 7 million for n = 8, and 50 ns each, two fifths of that for the join; a
//! state takes 16 bytes, and as much again while it is made. Where the sweeps cannot go shape by shape a
//! state takes half a microsecond and 16 to 40 bytes, and without faces 1 to 2 µs. One sweep to the end
//! has six to eleven times as many states, at 0.1 to 0.5 µs (November 2026).
//!
//! Source: sweeps over the boundary of a region are those of I. G. Enting, "Generating functions for
//! enumerating self-avoiding rings on the square lattice" (J. Phys. A 13, 1980); pairs that must
//! not meet those of J. Kawahara et al., "Generating All Patterns of Graph Partitions Within a
//! Disparity Bound" (WALCOM 2017).

mod by_shape;
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

pub use graph::{Regions, RegionsError, RegionsProgress, RegionsReport};
