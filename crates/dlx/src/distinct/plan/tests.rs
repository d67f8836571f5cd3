//! Checks the cases of small problems: how their options are restricted, and their shares of the work.

use super::plan;
use crate::distinct::SymmetryCase;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};
use crate::symmetry::Symmetries;
use crate::text;

/// The cases of a problem and their shares. The group is given by rows: the indices of the images of all options.
fn cases(problem: &str, rows: &[Vec<usize>]) -> (Vec<SymmetryCase>, Vec<f64>) {
    let problem = text::read(problem).unwrap();
    let symmetries = symmetries(&problem, rows);
    let (cases, plans) = plan(&problem, &symmetries, &StopFlag::new()).unwrap();
    assert_eq!(cases.len(), plans.len());
    (cases, plans.iter().map(|plan| plan.share).collect())
}

fn symmetries(problem: &Problem, rows: &[Vec<usize>]) -> Symmetries {
    let options: Vec<OptionId> = problem.options().collect();
    let row = |row: &Vec<usize>| row.iter().map(|&at| options[at]).collect();
    Symmetries::new(problem, rows.iter().map(row).collect()).unwrap()
}

/// The identity and a mirror, as rows of images. The mirror exchanges the first `moved` options in pairs of
/// neighbours.
fn mirrored(options: usize, moved: usize) -> [Vec<usize>; 2] {
    let mirror = |at: usize| if at < moved { at ^ 1 } else { at };
    [(0..options).collect(), (0..options).map(mirror).collect()]
}

fn indices(options: &[OptionId]) -> Vec<usize> {
    options.iter().map(|option| option.index()).collect()
}

/// Uses a mirror that exchanges two pairs of options of an item and keeps two options in place. The first option
/// of each pair has only the identity as its stabilizer; the two in place have the mirror too.
#[test]
fn an_invariant_item_keeps_the_least_of_each_orbit() {
    let (cases, shares) = cases("a\na\na\na\na\na\na\n", &mirrored(6, 4));
    let kept = |case: &SymmetryCase| indices(&case.restrictions[0].kept);
    assert_eq!(cases.iter().map(kept).collect::<Vec<_>>(), [[0, 2], [4, 5]]);
    assert!(cases.iter().all(|case| case.restrictions[0].of == 6));
    assert_eq!(
        cases
            .iter()
            .map(|case| case.stabilizer_order)
            .collect::<Vec<_>>(),
        [1, 2]
    );
    // Each case keeps two options. In the second case, the group that remains contains the mirror, which halves
    // the work.
    let expected = [2.0 / 3.0, 1.0 / 3.0];
    assert!(
        shares
            .iter()
            .zip(expected)
            .all(|(share, of)| (share - of).abs() < 1e-9)
    );
}

/// Uses two cells that a mirror exchanges, with three options each. There is a case for each label, in which the
/// second cell loses the options with an earlier label.
#[test]
fn moved_items_have_a_case_for_each_label() {
    let (cases, shares) = cases("a b\na\nb\na\nb\na\nb\n", &mirrored(6, 6));
    let kept = |case: &SymmetryCase| {
        let restrictions = case.restrictions.iter();
        restrictions
            .map(|one| indices(&one.kept))
            .collect::<Vec<_>>()
    };
    let expected = [
        vec![vec![0]],
        vec![vec![2], vec![3, 5]],
        vec![vec![4], vec![5]],
    ];
    assert_eq!(cases.iter().map(kept).collect::<Vec<_>>(), expected);
    let given: Vec<Vec<usize>> = cases.iter().map(|case| indices(&case.given)).collect();
    assert_eq!(given, [vec![0], vec![2], vec![4, 5]]);
    assert!(cases.iter().all(|case| case.stabilizer_order == 2));
    // In the three cases, the second cell has three, two and one options.
    let expected = [3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0];
    assert!(
        shares
            .iter()
            .zip(expected)
            .all(|(share, of)| (share - of).abs() < 1e-9)
    );
}

#[test]
fn a_plan_can_be_stopped() {
    let problem = text::read("a b\na\nb\n").unwrap();
    let symmetries = symmetries(&problem, &mirrored(2, 2));
    let stop = StopFlag::new();
    stop.set();
    assert_eq!(plan(&problem, &symmetries, &stop).err(), Some(Stopped));
}
