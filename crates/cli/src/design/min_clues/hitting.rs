//! Minimum hitting sets: smallest sets of numbers that meet each of several sets.

use fixedbitset::FixedBitSet;

/// A smallest set that meets all of `sets`. `None` if `steps`, which counts down, reaches 0 first.
/// Sets with fewer than `least` numbers are not tried.
///
/// Tries increasing sizes. For each, it takes an unmet set with the fewest remaining numbers and
/// branches on these numbers, each of which is excluded in later branches. A branch ends if there
/// are more pairwise disjoint unmet sets than numbers that may be added.
pub(super) fn least_hitting_set(
    bound: usize,
    sets: &[FixedBitSet],
    least: usize,
    steps: &mut u64,
) -> Option<FixedBitSet> {
    let nothing = FixedBitSet::with_capacity(bound);
    for size in least..=bound {
        let mut open = vec![(nothing.clone(), nothing.clone())];
        while let Some((chosen, barred)) = open.pop() {
            *steps = steps.checked_sub(1)?;
            let left = |set: &FixedBitSet| {
                let mut left = set.clone();
                left.difference_with(&barred);
                left
            };
            let unmet = sets.iter().filter(|set| set.is_disjoint(&chosen));
            let unmet: Vec<FixedBitSet> = unmet.map(left).collect();
            let Some(smallest) = unmet.iter().min_by_key(|set| set.count_ones(..)) else {
                return Some(chosen);
            };
            let left = size - chosen.count_ones(..);
            if disjoint(bound, &unmet) > left {
                continue;
            }
            let mut barred = barred;
            let first_new = open.len();
            for number in smallest.ones() {
                let mut more = chosen.clone();
                more.insert(number);
                open.push((more, barred.clone()));
                barred.insert(number);
            }
            open[first_new..].reverse();
        }
    }
    None
}

/// The number of pairwise disjoint sets, found greedily from the smallest to the largest. A set
/// that meets all `sets` has at least this many elements. `usize::MAX` if one of `sets` is empty,
/// since no set meets it.
fn disjoint(bound: usize, sets: &[FixedBitSet]) -> usize {
    let mut by_size: Vec<&FixedBitSet> = sets.iter().collect();
    by_size.sort_by_key(|set| set.count_ones(..));
    let mut used = FixedBitSet::with_capacity(bound);
    let mut count = 0;
    for set in by_size {
        if set.is_clear() {
            return usize::MAX;
        }
        if set.is_disjoint(&used) {
            used.union_with(set);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::difference_oracle::subset;
    use crate::support::rng::StableRng;

    #[test]
    fn hitting_sets_are_least() {
        for throw in 0..300 {
            let mut rng = StableRng::new(3, throw);
            let bound = 1 + rng.below(9);
            let sets: Vec<FixedBitSet> = (0..rng.below(8))
                .map(|_| {
                    let mut set = FixedBitSet::with_capacity(bound);
                    for _ in 0..=rng.below(4) {
                        set.insert(rng.below(bound));
                    }
                    set
                })
                .collect();
            let meets_all = |numbers: usize| {
                let chosen = subset(bound, |at| numbers >> at & 1 == 1);
                sets.iter().all(|set| !set.is_disjoint(&chosen))
            };
            let expected = (0..1_usize << bound).filter(|numbers| meets_all(*numbers));
            let expected = expected.map(usize::count_ones).min().unwrap();
            let mut steps = u64::MAX;
            let found = least_hitting_set(bound, &sets, 0, &mut steps).unwrap();
            assert_eq!(found.count_ones(..), expected as usize, "{sets:?}");
            assert!(sets.iter().all(|set| !set.is_disjoint(&found)));
            assert!(least_hitting_set(bound, &sets, 0, &mut 0).is_none());
        }
    }
}
