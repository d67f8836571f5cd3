//! Random choices of options of a random problem.

use proptest::prelude::*;
use proptest::sample::Index;
use tilewright_dlx::{OptionId, Problem};

/// Fewer than `most` random choices, which can be applied to any list.
pub(crate) fn picks(most: usize) -> impl Strategy<Value = Vec<Index>> {
    proptest::collection::vec(any::<Index>(), 0..most)
}

/// The options that `picks` chooses; none if the problem has no options.
pub(crate) fn options(problem: &Problem, picks: &[Index]) -> Vec<OptionId> {
    picks
        .iter()
        .filter_map(|pick| problem.option(pick.index(problem.option_count().max(1))))
        .collect()
}
