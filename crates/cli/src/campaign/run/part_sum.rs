//! What the search of a part has found so far.

use crate::campaign::answer::PartAnswer;

/// A subtree whose solutions take more bytes is searched by its children instead.
pub(super) const MOST_LISTED: usize = 16 << 20;

/// What was found.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) answer: PartAnswer,
    pub(super) listed: Vec<u8>,
    pub(super) seconds: f64,
}

impl Sum {
    pub(super) fn add(&mut self, other: &Self) {
        self.answer.add(&other.answer);
        self.listed.extend_from_slice(&other.listed);
        self.seconds += other.seconds;
    }
}
