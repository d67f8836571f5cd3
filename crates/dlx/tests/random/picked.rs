//! Random choices among the options and items of a random problem.

use proptest::prelude::*;
use proptest::sample::Index;
use tilewright_dlx::{OptionId, Problem};

/// Fewer than `most` choices.
pub(crate) fn picks(most: usize) -> impl Strategy<Value = Vec<Index>> {
    proptest::collection::vec(any::<Index>(), 0..most)
}

/// The options chosen by `picks`; empty if the problem has none.
pub(crate) fn options(problem: &Problem, picks: &[Index]) -> Vec<OptionId> {
    picks
        .iter()
        .filter_map(|pick| problem.option(pick.index(problem.option_count().max(1))))
        .collect()
}
