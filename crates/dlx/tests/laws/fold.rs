//! Compares the counts of folded problems with those of the original problems.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use crate::{models::pentominoes, symmetric};
use proptest::prelude::*;
use symmetric::board::of_cells;
use tilewright_dlx::{Frontier, ItemId, Links, OptionId, Problem, Symmetries, text};

fn swept(problem: &Problem, order: &[ItemId]) -> u64 {
    let sweep = Frontier::new(problem).order(order).unwrap();
    let count = sweep.count(&mut |_| Continue(())).unwrap().count;
    count.try_into().unwrap()
}

fn searched(problem: &Problem) -> u64 {
    Links::new(problem)
        .run(&mut |_: &[OptionId]| Continue(()))
        .solutions
}

#[test]
fn folding_keeps_one_x_in_four() {
    let problem = pentominoes::problem(&["##########"; 6], None).unwrap();
    let symmetries = of_cells(&problem, 1, 6, 10);
    let columns = (1..=10).flat_map(|j| (1..=6).map(move |i| format!("{i},{j}")));
    let order: Vec<ItemId> = columns.map(|name| problem.item(&name).unwrap()).collect();
    let folded = symmetries.fold(&problem, &order).unwrap().unwrap();
    assert_eq!(folded.option_count(), problem.option_count());

    let x = problem.item("X").unwrap();
    let mut kept: BTreeMap<&[ItemId], usize> = BTreeMap::new();
    for option in folded.options() {
        let items = folded.option_items(option);
        if items.contains(&x) {
            *kept.entry(items).or_default() += 1;
        }
    }
    // The placements that are kept are in the quarter of the board that is swept last.
    assert_eq!((kept.len(), kept.values().sum::<usize>()), (8, 32));
    assert!(kept.values().all(|&copies| copies == 4));
    let in_first_half = |items: &&[ItemId]| {
        let cells = items.iter().filter(|item| order[..30].contains(item));
        cells.count()
    };
    assert!(kept.keys().all(|items| in_first_half(items) <= 1));

    // There are 2339 solutions up to the four symmetries, and no symmetry maps a solution to itself (Haselgrove
    // and Haselgrove 1960).
    assert_eq!(swept(&folded, &order), 4 * 2339);
}

#[test]
fn problems_without_a_fixed_item_are_not_folded() {
    // The mirror exchanges the two items, so it maps no item to itself, and the problem cannot be folded.
    let problem = text::read("a b\na\nb\n").unwrap();
    let [a, b] = [0, 1].map(|at| problem.option(at).unwrap());
    let mirror = Symmetries::new(&problem, vec![vec![a, b], vec![b, a]]).unwrap();
    assert_eq!(mirror.fold(&problem, &[]), Ok(None));
    assert_eq!(Symmetries::trivial(&problem).fold(&problem, &[]), Ok(None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn folding_keeps_the_number_of_solutions((problem, symmetries) in symmetric::problem(), seed in any::<u64>()) {
        // A pseudorandom order of all items.
        let mut order: Vec<ItemId> = problem.items().collect();
        order.sort_by_key(|item| (item.index() as u64 + 1).wrapping_mul(seed | 1));
        if let Some(folded) = symmetries.fold(&problem, &order).unwrap() {
            let solutions = searched(&problem);
            prop_assert_eq!(searched(&folded), solutions);
            prop_assert_eq!(swept(&folded, &order), solutions);
            prop_assert_eq!(folded.option_count(), problem.option_count());
        }
    }
}
