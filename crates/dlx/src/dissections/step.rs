//! The steps of a sweep: for each, the vertices that it takes in, the edges that it decides, and the open
//! vertices.

use std::sync::Arc;

use super::packing::bits_for;

/// The maximum number of vertices that may be open at once, including those that a step takes in.
pub(super) const MOST_OPEN: usize = 64;

/// The maximum number of open vertices of a [`SingleStep`], including the new one.
pub(super) const PLACES: usize = 16;

/// Represents a distance that is too large to matter. It exceeds the distance between any two vertices.
pub(super) const FAR: u32 = u32::MAX / 8;

/// A step of a sweep, which takes in an orbit of vertices. A *place* is the position of a vertex among the open
/// vertices before the step and the new ones.
pub(super) struct VertexStep {
    /// The data with which [`SingleState`](super::single::SingleState) makes this step; `None` unless the step
    /// takes in one vertex, few vertices are open, and the faces are known.
    pub(super) single: Option<SingleStep>,
    /// The number of vertices open before the step.
    pub(super) open: usize,
    /// The number of vertices that the step takes in. Their places follow those of the open vertices.
    pub(super) entering: usize,
    /// The edges that the step decides, grouped by orbit. Each is the pair of places of its ends.
    pub(super) edges: Vec<Vec<(usize, usize)>>,
    /// The places of the vertices that are open after the step, in the order that they then have.
    pub(super) staying: Vec<usize>,
    /// The number of vertices that later steps take in.
    pub(super) left: u32,
    /// The open vertices before the step.
    pub(super) before: Arc<OpenVertices>,
    /// The open vertices after the step.
    pub(super) after: Arc<OpenVertices>,
    /// Symmetries of the rest of the graph. For each vertex that stays open, a symmetry holds the index of the
    /// vertex from which it takes its region in the image.
    pub(super) mirrors: Vec<Vec<usize>>,
}

impl VertexStep {
    /// The data with which [`SingleState`](super::single::SingleState) makes this step; `None` unless
    /// [`single`](Self::single) is set, states fit into a word before and after the step, and no symmetry
    /// applies.
    #[inline]
    pub(super) fn single_words(&self) -> Option<&SingleStep> {
        self.single.as_ref().filter(|single| single.is_of_words)
    }
}

/// The open vertices between two steps, identified by their places from 0 on.
#[derive(Default)]
pub(super) struct OpenVertices {
    /// The number of words of a packed state.
    pub(super) key_words: usize,
    /// The pairs of adjacent open vertices, given by their places.
    pub(super) near: Vec<(u8, u8)>,
    /// Pairs of places that lie on a common face with vertices that are still to come; `None` if the faces are
    /// unknown. Only for these pairs do states record whether their regions must not merge.
    pub(super) asked: Option<Vec<(u8, u8)>>,
    /// Used if the faces are unknown. For each two places, row by row: the number of vertices still to come on a
    /// shortest path between them; [`FAR`] if it exceeds the size of a part.
    pub(super) between: Vec<u32>,
}

/// A step that takes in one vertex, with few open vertices and known faces.
pub(super) struct SingleStep {
    /// Whether the states before and after the step fit into a word and no symmetry applies.
    pub(super) is_of_words: bool,
    /// The number of vertices open before the step.
    pub(super) open: usize,
    pub(super) label_bits: u32,
    /// The places of the new vertex's neighbours.
    pub(super) edges: Vec<u8>,
    pub(super) near: Vec<(u8, u8)>,
    pub(super) asked: Vec<(u8, u8)>,
    pub(super) staying: Vec<u8>,
    pub(super) label_bits_after: u32,
    pub(super) asked_after: Vec<(u8, u8)>,
}

impl SingleStep {
    /// Converts a step to a [`SingleStep`]; `None` if it takes in several vertices, too many are open, or the
    /// faces are unknown.
    pub(super) fn new(step: &VertexStep) -> Option<Self> {
        let (asked, asked_after) = (step.before.asked.clone()?, step.after.asked.clone()?);
        let fits = step.entering == 1 && step.open < PLACES - 1;
        let place = |at: usize| u8::try_from(at).ok();
        let edges = step.edges.iter().map(|orbit| match orbit[..] {
            [(a, b)] => place(a.min(b)),
            _ => None,
        });
        let is_of_words = step.before.key_words <= 1 && step.after.key_words <= 1;
        fits.then_some(Self {
            is_of_words: is_of_words && step.mirrors.is_empty(),
            open: step.open,
            label_bits: bits_for(step.open),
            edges: edges.collect::<Option<_>>()?,
            near: step.before.near.clone(),
            asked,
            staying: step
                .staying
                .iter()
                .map(|&at| place(at))
                .collect::<Option<_>>()?,
            label_bits_after: bits_for(step.staying.len()),
            asked_after,
        })
    }
}
