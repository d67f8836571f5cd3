//! The data of a step of a sweep.

use std::sync::Arc;

use super::packing::bits_for;

/// The maximum number of vertices that may be open at once, including those that a step takes in.
pub(super) const MOST_OPEN: usize = 64;

/// The maximum number of open vertices of a [`SingleStep`], including the new one.
pub(super) const PLACES: usize = 16;

/// A distance greater than that between any two vertices.
pub(super) const FAR: u32 = u32::MAX / 8;

/// A step of a sweep, which takes in an orbit of vertices.
pub(super) struct VertexStep {
    /// The data for the fast path, if the step takes in one vertex and few are open.
    pub(super) single: Option<SingleStep>,
    /// The number of vertices open before the step.
    pub(super) open: usize,
    /// The number of new vertices. Their places follow those of the open ones.
    pub(super) entering: usize,
    /// The edges to be decided, orbit by orbit, as pairs of places.
    pub(super) edges: Vec<Vec<(usize, usize)>>,
    /// The places of the vertices that are open after the step, in their new order.
    pub(super) staying: Vec<usize>,
    /// The number of vertices that later steps take in.
    pub(super) left: u32,
    /// The open vertices before and after the step.
    pub(super) before: Arc<OpenVertices>,
    pub(super) after: Arc<OpenVertices>,
    /// Symmetries of the rest of the graph: for each vertex that stays open, the place from which
    /// it takes its region in the image.
    pub(super) mirrors: Vec<Vec<usize>>,
}

impl VertexStep {
    /// The data of the fast path for states of one word, if it applies.
    #[inline]
    pub(super) fn single_words(&self) -> Option<&SingleStep> {
        self.single.as_ref().filter(|single| single.is_of_words)
    }
}

/// The open vertices between two steps, by their places.
#[derive(Default)]
pub(super) struct OpenVertices {
    /// The number of words of a state.
    pub(super) key_words: usize,
    /// Pairs of adjacent places.
    pub(super) near: Vec<(u8, u8)>,
    /// Pairs of places on a face that still has vertices to come; `None` if the faces are unknown.
    /// Regions at other places need not be recorded as separate.
    pub(super) asked: Option<Vec<(u8, u8)>>,
    /// If the faces are unknown: for each two places, the minimum number of later vertices between them, row by
    /// row; [`FAR`] if it exceeds the size of a part.
    pub(super) between: Vec<u32>,
}

/// A step that takes in one vertex.
pub(super) struct SingleStep {
    /// Whether states before and after fit into a word and no symmetry applies.
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
    /// The data of a step, if it takes in one vertex, few are open, and the faces are known.
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
