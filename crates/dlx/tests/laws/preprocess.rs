//! Checks that preprocessing keeps all solutions and adds none.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

use crate::random;
use proptest::prelude::*;
use tilewright_dlx::{Links, OptionId, Problem, StopFlag};

fn solutions(problem: &Problem) -> BTreeSet<Vec<OptionId>> {
    let mut found = BTreeSet::new();
    Links::new(problem).run(&mut |solution: &[OptionId]| {
        let mut solution = solution.to_vec();
        solution.sort_unstable();
        found.insert(solution);
        Continue(())
    });
    found
}

proptest! {
    /// Checks that the reduced problem has the same solutions, and that preprocessing it again removes no options.
    #[test]
    fn preprocessing_keeps_all_solutions(problem in random::problem()) {
        let stop = StopFlag::new();
        let preprocessing = problem.preprocess(&stop).unwrap();
        let dropped = preprocessing.dropped_count();
        prop_assert_eq!(preprocessing.kept.len() + dropped, problem.option_count());
        let derived = preprocessing.apply(&problem).unwrap();
        let left = solutions(&derived.problem).into_iter();
        let left: BTreeSet<Vec<OptionId>> = left.map(|s| derived.original_solution(&s)).collect();
        prop_assert_eq!(left, solutions(&problem));
        let again = derived.problem.preprocess(&stop).unwrap();
        prop_assert!(again.dropped.is_empty());
    }
}
