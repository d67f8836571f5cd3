//! The sum of what the search of a part has found so far.

use crate::campaign::answer::PartAnswer;

/// The maximum size of the listed solutions of a subtree, in bytes. If they take more, its children
/// are searched separately.
pub(super) const MOST_LISTED: usize = 16 << 20;

#[derive(Default)]
pub(super) struct PartSum {
    pub(super) answer: PartAnswer,
    pub(super) listed: Vec<u8>,
    pub(super) seconds: f64,
}

impl PartSum {
    pub(super) fn add(&mut self, other: &Self) {
        self.answer.add(&other.answer);
        self.listed.extend_from_slice(&other.listed);
        self.seconds += other.seconds;
    }
}
