//! Similarity: solutions in an order in which neighbours look alike.
//!
//! Two solutions are the more similar the more placements they share. The order is a greedy chain:
//! it begins with the first solution, and each one is followed by the most similar of those that
//! are left, the earliest if there are several. So runs of solutions that differ in a few pieces
//! stand together, as a person would sort them.

/// The indices of solutions in the order of the chain; each solution is given by the numbers of its
/// placements, which should be small. None if `stop` says so, which is asked before each step.
///
/// Cost: for each solution, a pass over those left that share a placement with it, so at most the
/// square of their number times that of their placements; memory for all placements once more.
///
/// ```
/// use tilewright::solve::similarity::chain;
/// let solutions = [[1, 2, 3], [4, 5, 6], [1, 2, 6]];
/// assert_eq!(chain(&solutions, || false), Some(vec![0, 2, 1]));
/// ```
pub fn chain(
    solutions: &[impl AsRef<[usize]>],
    mut stop: impl FnMut() -> bool,
) -> Option<Vec<usize>> {
    let options = solutions.iter().flat_map(AsRef::as_ref);
    let most = options.map(|option| option + 1).max().unwrap_or(0);
    // The solutions that hold each option; those taken are dropped when they are next met.
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

    /// The same chain, by comparing all with all.
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
