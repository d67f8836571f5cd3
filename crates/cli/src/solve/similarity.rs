//! Orders solutions so that neighbours look alike.
//!
//! Two solutions are more similar the more placements they share. The order is a greedy chain. It
//! begins with the first solution. Each next solution is the remaining one most similar to the
//! last; on a tie the earliest. Solutions that differ in a few pieces thus come one after another.

/// Orders solutions so that each is followed by the most similar of the remaining solutions, and
/// returns their indices. Each solution is a list of placement ids. The ids should be small, since
/// memory grows with the largest. `None` if `stop` returns true; it is called before each step.
///
/// Cost: for each solution, a pass over the remaining solutions that share a placement with it.
/// That is at most the square of the number of solutions times the placements of one. Memory for a
/// second copy of all placements.
pub(crate) fn chain(
    solutions: &[impl AsRef<[usize]>],
    mut stop: impl FnMut() -> bool,
) -> Option<Vec<usize>> {
    let options = solutions.iter().flat_map(AsRef::as_ref);
    let most = options.map(|option| option + 1).max().unwrap_or(0);
    // For each placement, the solutions that contain it. Solutions that already have a place in the
    // order are dropped from a list when it is next read.
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); most];
    for (index, solution) in solutions.iter().enumerate() {
        for option in solution.as_ref() {
            holders[*option].push(index);
        }
    }
    let mut taken = vec![false; solutions.len()];
    let mut shared = vec![0_u32; solutions.len()];
    let mut order: Vec<usize> = Vec::with_capacity(solutions.len());
    let mut earliest = 0;
    while order.len() < solutions.len() {
        if stop() {
            return None;
        }
        while taken[earliest] {
            earliest += 1;
        }
        let mut next = earliest;
        let last = order.last().map(|&last| solutions[last].as_ref());
        let around = last.unwrap_or_default();
        for option in around {
            holders[*option].retain(|&other| {
                if taken[other] {
                    return false;
                }
                shared[other] += 1;
                let nearer = shared[other].cmp(&shared[next]);
                if nearer.then(next.cmp(&other)).is_gt() {
                    next = other;
                }
                true
            });
        }
        for option in around {
            for &other in &holders[*option] {
                shared[other] = 0;
            }
        }
        taken[next] = true;
        order.push(next);
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same chain as `chain`, found by comparing all pairs.
    fn naive(solutions: &[Vec<usize>]) -> Vec<usize> {
        let mut left: Vec<usize> = (0..solutions.len()).collect();
        let mut order: Vec<usize> = Vec::new();
        while !left.is_empty() {
            let alike = |&index: &usize| {
                let Some(&last) = order.last() else { return 0 };
                let others = &solutions[last];
                solutions[index]
                    .iter()
                    .filter(|option| others.contains(option))
                    .count()
            };
            let best = left.iter().map(alike).max().unwrap();
            let at = left.iter().position(|index| alike(index) == best).unwrap();
            order.push(left.remove(at));
        }
        order
    }

    proptest! {
        #[test]
        fn the_chain_is_that_of_comparing_all_with_all(
            solutions in prop::collection::vec(
                prop::collection::btree_set(0_usize..12, 1..5), 0..30,
            ),
        ) {
            let solutions: Vec<Vec<usize>> = solutions
                .into_iter()
                .map(|options| options.into_iter().collect())
                .collect();
            prop_assert_eq!(chain(&solutions, || false), Some(naive(&solutions)));
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let none: [[usize; 1]; 0] = [];
        assert_eq!(chain(&[[0]], || true), None);
        assert_eq!(chain(&none, || true), Some(Vec::new()));
    }
}
