//! Compares lists of choices with the solutions of small boards.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::frontier::Frontier;
use crate::frontier::random::prepare;
use crate::links::Links;
use crate::problem::{OptionId, Problem};
use crate::tally::ChoiceList;

/// The sides of a rectangle, and the minimum and maximum number of its placements.
type BoundedSides = ((usize, usize), (u32, u32));

/// A problem: fill a board of `width` × `height` cells with rectangles. For each kind of rectangle, `sides` holds
/// its side lengths and the bounds on the number of its placements. Options whose index `keep` rejects are left
/// out. Also returns the items that count the rectangles.
fn rectangles(
    (width, height): (usize, usize),
    sides: &[BoundedSides],
    keep: impl Fn(usize) -> bool,
) -> (Problem, Vec<ItemId>) {
    let mut problem = Problem::new();
    let cells = (0..width * height).map(|at| problem.add_primary(format!("c{at}")));
    let cells: Vec<ItemId> = cells.collect::<Result<_, _>>().unwrap();
    let kept = sides
        .iter()
        .map(|&((a, b), (least, most))| problem.add_bounded(format!("{a}x{b}"), least..=most));
    let kept: Vec<ItemId> = kept.collect::<Result<_, _>>().unwrap();
    let mut number = 0..;
    for (&((a, b), _), &item) in sides.iter().zip(&kept) {
        let shapes: BTreeSet<(usize, usize)> = [(a, b), (b, a)].into();
        for (w, h) in shapes {
            for x in 0..(width + 1).saturating_sub(w) {
                for y in 0..(height + 1).saturating_sub(h) {
                    if !keep(number.next().unwrap()) {
                        continue;
                    }
                    let covered = (0..h).flat_map(|j| (0..w).map(move |i| (y + j) * width + x + i));
                    let items = covered.map(|at| cells[at]).chain([item]);
                    problem.add_option(&items.collect::<Vec<_>>()).unwrap();
                }
            }
        }
    }
    (problem, kept)
}

fn all_sides(n: usize) -> Vec<BoundedSides> {
    let sides = (1..=n).flat_map(|a| (a..=n).map(move |b| (a, b)));
    let most = |(a, b): (usize, usize)| u32::try_from(n * n / (a * b)).unwrap();
    sides.map(|side| (side, (0, most(side)))).collect()
}

fn read(mut choices: ChoiceList) -> Vec<Vec<u32>> {
    std::iter::from_fn(|| choices.next().unwrap()).collect()
}

/// For each choice (how often each kept item is covered), the number of its solutions.
fn expected(problem: &Problem, kept: &[ItemId], givens: &[OptionId]) -> BTreeMap<Vec<u32>, u64> {
    let mut found: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    Links::new(problem)
        .given(givens)
        .unwrap()
        .run(&mut |solution: &[OptionId]| {
            let times = kept.iter().map(|item| {
                let covers = |option: &&OptionId| problem.option_items(**option).contains(item);
                u32::try_from(solution.iter().filter(covers).count()).unwrap()
            });
            *found.entry(times.collect()).or_default() += 1;
            Continue(())
        });
    found
}

/// OEIS A360629: 21 sets of rectangles tile 3 × 3, 192 tile 4 × 4, and 2,035 tile 5 × 5.
#[test]
fn sets_of_rectangles_that_tile_a_square() {
    for (n, sets) in [(1, 1), (2, 4), (3, 21), (4, 192), (5, 2035)] {
        let (problem, kept) = rectangles((n, n), &all_sides(n), |_| true);
        let mut states = Vec::new();
        for (threads, memory) in [(1, u64::MAX), (2, u64::MAX), (1, 1 << 20)] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let frontier = Frontier::new(&problem).threads(threads).memory(memory);
            let (choices, report) = frontier
                .choices(&kept, None, &mut |_| Continue(()))
                .unwrap();
            assert!(report.complete);
            assert_eq!(read(choices).len(), sets, "{n}");
            states.push(report.states);
        }
        assert_eq!(states[0], states[1]);
        if n == 5 {
            let counted = Frontier::new(&problem).count_by(&kept, &mut |_| Continue(()));
            assert!(states[0] * 5 < counted.unwrap().1.states, "{states:?}");
        }
    }
}

#[test]
fn splits_of_rectangles() {
    let (problem, kept) = rectangles((3, 3), &all_sides(3), |_| true);
    let residual = Residual::new(&problem, &[], |_| true);
    let splits = prepare(|preparation| OptionSplit::find(&residual, &kept, preparation)).unwrap();
    let name = |item: ItemId| problem.item_name(item);
    let words = splits.iter().map(|split| {
        let parts = split
            .parts
            .iter()
            .map(|&(item, times)| format!("{times}*{}", name(item)));
        format!(
            "{}={}",
            name(split.whole),
            parts.collect::<Vec<_>>().join("+")
        )
    });
    let expected = "1x2=2*1x1 1x3=1*1x1+1*1x2 1x3=3*1x1 2x2=2*1x1+1*1x2 2x2=4*1x1 2x2=2*1x2 \
                    2x3=3*1x1+1*1x3 2x3=4*1x1+1*1x2 2x3=2*1x1+1*2x2 2x3=6*1x1 2x3=1*1x2+1*2x2 2x3=2*1x3 \
                    3x3=3*1x1+1*2x3 3x3=5*1x1+1*2x2 3x3=6*1x1+1*1x3 3x3=7*1x1+1*1x2 3x3=9*1x1 3x3=1*1x3+1*2x3";
    let sorted = |words: Vec<String>| words.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(
        sorted(words.collect()),
        sorted(expected.split_whitespace().map(str::to_owned).collect()),
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Compares the listed choices with the choices of all solutions, for random bounds, left-out options and
    /// givens, and for memories so small that the work is cut.
    #[test]
    fn choices_are_those_of_all_solutions(
        board in (1_usize..5, 1_usize..4),
        sides in vec(((1_usize..4, 1_usize..4), (0_u32..2, 0_u32..14)), 1..7),
        dropped in vec(0_usize..60, 0..3),
        givens in 0_usize..2,
        memory in prop_oneof![Just(u64::MAX), 20_000..60_000_u64],
    ) {
        let bounds = |(least, more): (u32, u32)| (if more % 3 == 0 { least } else { 0 }, more.max(1));
        let mut sides: Vec<_> = sides.into_iter()
            .map(|((a, b), range)| ((a.min(b), a.max(b)), bounds(range)))
            .collect();
        sides.sort_unstable();
        sides.dedup_by_key(|side| side.0);
        let (problem, kept) = rectangles(board, &sides, |at| !dropped.contains(&at));
        let givens: Vec<OptionId> = problem.options().take(givens).collect();
        let Ok(frontier) = Frontier::new(&problem).given(&givens) else { return Ok(()) };
        let Ok((choices, report)) = frontier.memory(memory).choices(&kept, None, &mut |_| Continue(())) else {
            prop_assert!(memory < u64::MAX, "only memory can be short");
            return Ok(());
        };
        prop_assert!(report.complete);
        let expected: Vec<Vec<u32>> = expected(&problem, &kept, &givens).into_keys().collect();
        prop_assert_eq!(read(choices), expected);
    }
}
