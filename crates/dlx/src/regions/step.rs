//! What a step of a sweep does.

use std::sync::Arc;

use super::packing::bits_for;

/// The most vertices that may be open at once, those that come in among them.
pub(super) const MOST_OPEN: usize = 64;

/// The most places that are open at once, with the one that comes in.
pub(super) const PLACES: usize = 16;

/// Farther apart than any two vertices.
pub(super) const FAR: u32 = u32::MAX / 8;

/// What happens when an orbit of vertices comes in.
pub(super) struct Step {
    /// The same where one vertex comes in and little is open.
    pub(super) single: Option<SingleStep>,
    /// The vertices open before.
    pub(super) open: usize,
    /// The vertices that come in: their places follow those of the open ones.
    pub(super) entering: usize,
    /// The edges to be decided, orbit by orbit, as pairs of places.
    pub(super) edges: Vec<Vec<(usize, usize)>>,
    /// The places of the vertices that are open after, in their new order.
    pub(super) staying: Vec<usize>,
    /// The vertices that come in later.
    pub(super) left: u32,
    /// What is open before, and after.
    pub(super) before: Arc<Frontier>,
    pub(super) after: Arc<Frontier>,
    /// Symmetries of what is left: of each place that stays, the place whose region stands there in
    /// the image.
    pub(super) mirrors: Vec<Vec<usize>>,
}

impl Step {
    /// The quick way for states of a word, if there is one.
    #[inline]
    pub(super) fn single_words(&self) -> Option<&SingleStep> {
        self.single.as_ref().filter(|single| single.is_of_words)
    }
}

/// The open vertices between two steps, by their places.
#[derive(Default)]
pub(super) struct Frontier {
    /// The words of a state.
    pub(super) key_words: usize,
    /// Pairs of places next to each other.
    pub(super) near: Vec<(u8, u8)>,
    /// Pairs of places of a face that is not closed yet; none if the faces are unknown. The regions at
    /// other places need not be kept apart.
    pub(super) asked: Option<Vec<(u8, u8)>>,
    /// Where the faces are unknown, how many vertices to come lie between each two, at least, row by row;
    /// [`FAR`] if that is more than a part has.
    pub(super) between: Vec<u32>,
}

/// A step that takes in one vertex.
pub(super) struct SingleStep {
    /// Whether states before and after are words, and are no image of each other.
    pub(super) is_of_words: bool,
    /// Places open before.
    pub(super) open: usize,
    pub(super) label_bits: u32,
    /// The places next to the one that comes in.
    pub(super) edges: Vec<u8>,
    pub(super) near: Vec<(u8, u8)>,
    pub(super) asked: Vec<(u8, u8)>,
    pub(super) staying: Vec<u8>,
    pub(super) label_bits_after: u32,
    pub(super) asked_after: Vec<(u8, u8)>,
}

impl SingleStep {
    /// The step, if one vertex comes in, little is open, and faces and not sizes say which regions are to
    /// be kept apart.
    pub(super) fn new(step: &Step) -> Option<Self> {
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
