//! The laws of deductions: sound, monotone, blind to symmetry.

mod random;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::symmetry::automorphisms;
use random::{Dice, KINDS, Random, random};

fn kinds() -> impl Strategy<Value = (usize, u64)> {
    (0..KINDS, any::<u64>())
}

/// The solutions that hold these options.
fn holding<'r>(
    random: &'r Random,
    givens: &'r [OptionId],
) -> impl Iterator<Item = &'r BTreeSet<OptionId>> {
    let holds = |solution: &&BTreeSet<OptionId>| givens.iter().all(|g| solution.contains(g));
    random.solutions.iter().filter(holds)
}

/// A random solution, in random order, its givens left out.
fn any_solution(random: &Random, dice: &mut Dice) -> Vec<OptionId> {
    let solution = &random.solutions[dice.below(random.solutions.len())];
    let mut solution: Vec<OptionId> = solution.iter().copied().collect();
    dice.shuffle(&mut solution);
    solution
}

/// Holds a position against the solutions: what is placed is in all of them,
/// what is in one is placed or live.
fn check_sound(random: &Random, givens: &[OptionId], table: &Table, position: &Position) {
    let placed: BTreeSet<OptionId> = position.placed.iter().map(|o| table.options[*o]).collect();
    let live: BTreeSet<OptionId> = bits::ones(&position.live)
        .map(|o| table.options[o])
        .collect();
    for solution in holding(random, givens) {
        assert!(placed.is_subset(solution), "{}", random.text);
        for option in solution {
            assert!(
                givens.contains(option)
                    || random.matrix.givens.contains(option)
                    || placed.contains(option)
                    || live.contains(option),
                "{}",
                random.text
            );
        }
    }
}

/// Makes random deductions, easy or not, as long as there are any, and checks
/// each.
fn check_deductions(random: &Random, givens: &[OptionId], dice: &mut Dice) {
    let table = Table::new(&random.puzzle, &random.matrix, givens).unwrap();
    let mut position = Position::new(&table);
    let mut workspace = Workspace::default();
    let mut idle = 0;
    while idle < 12 && !bits::is_empty(&position.live) {
        // Deep look-ahead, which is slow, is one case of the general one.
        let technique = Technique::LADDER[dice.below(8).min(dice.below(9))];
        match go(&mut workspace, &table, &mut position, technique) {
            Go::Nothing => idle += 1,
            Go::Something => {
                idle = 0;
                check_sound(random, givens, &table, &position);
            }
            Go::NoSolution => {
                assert_eq!(holding(random, givens).count(), 0, "{}", random.text);
                return;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Each deduction, in whatever order they are made, loses no solution.
    #[test]
    fn deductions_lose_no_solution((kind, seed) in kinds()) {
        let mut dice = Dice(seed);
        if let Some(random) = random(kind, &mut dice) {
            let solution = any_solution(&random, &mut dice);
            for count in 0..=solution.len().min(2) {
                check_deductions(&random, &solution[..count], &mut dice);
            }
        }
    }

    /// More givens of the same solution never rate harder; and what is rated
    /// has one solution.
    #[test]
    fn more_givens_never_rate_harder((kind, seed) in kinds()) {
        let mut dice = Dice(seed);
        if let Some(random) = random(kind, &mut dice) {
            let solution = any_solution(&random, &mut dice);
            let mut last: Option<Rating> = None;
            for count in 0..=solution.len() {
                let givens = &solution[..count];
                let rated = rate(&random.puzzle, &random.matrix, givens);
                if holding(&random, givens).count() > 1 {
                    prop_assert_eq!(rated, Err(DeductionError::SeveralSolutions));
                    continue;
                }
                let rating = rated.unwrap();
                if let Some(last) = last {
                    prop_assert!(rating <= last, "{rating:?} {last:?} {}", random.text);
                    prop_assert!(rating.score() <= last.score());
                    prop_assert!(rating.grade() <= last.grade());
                }
                last = Some(rating);
            }
        }
    }

    /// The image of a challenge under a symmetry of the puzzle rates the same.
    #[test]
    fn symmetries_do_not_change_a_rating((kind, seed) in kinds()) {
        let mut dice = Dice(seed);
        if let Some(random) = random(kind, &mut dice) {
            let solution = any_solution(&random, &mut dice);
            let group = automorphisms(&random.puzzle, &random.matrix);
            for count in 0..=solution.len() {
                let givens = &solution[..count];
                let rated = rate(&random.puzzle, &random.matrix, givens);
                for symmetry in &group {
                    let image: Vec<OptionId> =
                        givens.iter().map(|g| symmetry.options[g.index()]).collect();
                    let other = rate(&random.puzzle, &random.matrix, &image);
                    prop_assert_eq!(&rated, &other, "{}", random.text);
                }
            }
        }
    }
}
