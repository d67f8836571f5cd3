//! Checks which orbits of options have compatible colours, and how orbits are counted by stabilizer.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

use num_bigint::BigUint;

use super::{
    CoverEnumerator, Orbits, fixed_counts, fixed_counts_by, fixed_covers, symmetric_counts,
    symmetric_covers,
};
use crate::links::Links;
use crate::problem::{OptionId, Problem};
use crate::search::{Progress, Visitor};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};
use crate::text;

/// Reads a problem. Its symmetries are the identity and a mirror that exchanges the options in pairs: the first
/// and the second, the third and the fourth, and so on.
fn mirrored(problem: &str) -> (Problem, Symmetries) {
    let problem = text::read(problem).unwrap();
    let options: Vec<OptionId> = problem.options().collect();
    let mirror = (0..options.len()).map(|at| options[at ^ 1]).collect();
    let symmetries = Symmetries::new(&problem, vec![options, mirror]).unwrap();
    (problem, symmetries)
}

/// Counts the solutions that the mirror fixes, by testing all solutions.
fn fixed_by_definition(problem: &Problem) -> u64 {
    let mut count = 0;
    Links::new(problem).run(&mut |solution: &[OptionId]| {
        let is_fixed = |option: &OptionId| {
            let mut others = solution.iter();
            others.any(|other| other.index() == option.index() ^ 1)
        };
        count += u64::from(solution.iter().all(is_fixed));
        Continue(())
    });
    count
}

#[test]
fn orbits_of_options_agree_on_colours() {
    for (text, fixed) in [
        // A tile and its mirror image give the edge between them different colours.
        ("a b | s\na s:red\nb s:blue\na\nb\n", 1),
        // A tile and its mirror image give the edge between them the same colour.
        ("a b | s\na s:red\nb s:red\na\nb\n", 2),
        // A tile and its mirror image give the edge between them no colour, so only one of the two tiles may cover
        // it.
        ("a b | s\na s\nb s\na\nb\n", 1),
        // Two pairs of tiles give the same edge a colour. If the colours differ, only one of the pairs may be
        // placed; otherwise both may.
        (
            "a b c d | s\na s:red\nb s:red\nc s:blue\nd s:blue\na\nb\nc\nd\n",
            3,
        ),
        (
            "a b c d | s\na s:red\nb s:red\nc s:red\nd s:red\na\nb\nc\nd\n",
            4,
        ),
        // The mirror exchanges two edges, so the colour of one determines that of the other.
        (
            "a b c d | s t\na s:red\nb t:red\nc s:blue\nd t:blue\na\nb\nc s:red\nd t:red\n",
            3,
        ),
    ] {
        let (problem, symmetries) = mirrored(text);
        assert_eq!(fixed_by_definition(&problem), fixed, "{text}");
        let mirror = symmetries.ids().nth(1).unwrap();
        let found = fixed_covers(&problem, &symmetries, mirror, &mut |_: &[OptionId]| {
            Continue(())
        });
        assert_eq!(found.unwrap().count, fixed, "{text}");
        let listed = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
        let counted = symmetric_counts(&problem, &symmetries, &mut |quotient| {
            let report = Links::new(quotient).run(&mut |_: &[OptionId]| Continue(()));
            Some(BigUint::from(report.solutions))
        });
        assert_eq!(counted.unwrap(), Some(listed), "{text}");
    }
}

/// A problem of one bounded item in `count` options. Its symmetries are given by rows: the indices of the images
/// of all options.
fn beads(count: usize, least: u32, most: u32, rows: &[Vec<usize>]) -> (Problem, Symmetries) {
    let mut problem = Problem::new();
    let item = problem.add_bounded("beads", least..=most).unwrap();
    let options: Vec<OptionId> = (0..count)
        .map(|_| problem.add_option(&[item]).unwrap())
        .collect();
    let row = |row: &Vec<usize>| row.iter().map(|&at| options[at]).collect();
    let symmetries = Symmetries::new(&problem, rows.iter().map(row).collect()).unwrap();
    (problem, symmetries)
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a counter")]
fn all(problem: &Problem) -> Option<BigUint> {
    let report = Links::new(problem).run(&mut |_: &[OptionId]| Continue(()));
    Some(report.solutions.into())
}

/// Uses four beads, of which two are exchanged and two stay in place, so orbits of options cover the item once or
/// twice. A search can add up these numbers for each solution; a count cannot.
#[test]
fn orbits_of_different_sizes_are_added_up() {
    let rows = [vec![0, 1, 2, 3], vec![1, 0, 2, 3]];
    for (least, most, expected) in [(2, 2, 2), (3, 3, 2), (1, 2, 4), (0, 3, 7), (4, 4, 1)] {
        let (problem, symmetries) = beads(4, least, most, &rows);
        let mirror = symmetries.ids().nth(1).unwrap();
        let found = fixed_covers(&problem, &symmetries, mirror, &mut |_: &[OptionId]| {
            Continue(())
        });
        assert_eq!(found.unwrap().count, expected, "{least} to {most}");
        if (least, most) == (2, 2) {
            let counted = symmetric_counts(&problem, &symmetries, &mut all);
            assert_eq!(counted, Ok(None));
            assert_eq!(fixed_counts(&problem, &symmetries, &mut all), Ok(None));
            let mut unused = |_: &Problem, _: &[_]| None;
            let by = fixed_counts_by(&problem, &symmetries, mirror, &[], &mut unused);
            assert_eq!(by, Ok(None));
        }
    }
    // If both pairs of beads are exchanged, orbits cannot add up to three beads.
    let (problem, symmetries) = beads(4, 3, 3, &[vec![0, 1, 2, 3], vec![1, 0, 3, 2]]);
    let mirror = symmetries.ids().nth(1).unwrap();
    let mut unused = |_: &Problem, _: &[_]| None;
    let by = fixed_counts_by(&problem, &symmetries, mirror, &[], &mut unused);
    assert_eq!(by, Ok(Some(CoverEnumerator::default())));
}

/// Uses six beads on a ring under its rotations, with subgroups of two, three and six rotations.
/// Some subgroups fix only solutions that a larger subgroup fixes too.
#[test]
fn stabilizers_are_listed_as_they_are_counted() {
    let rows: Vec<Vec<usize>> = (0..6)
        .map(|by| (0..6).map(|at| (at + by) % 6).collect())
        .collect();
    for (chosen, by_order) in [
        (0, vec![(6, 1_u32)]),
        (1, vec![]),
        (2, vec![(2, 3)]),
        (3, vec![(3, 2)]),
        (4, vec![(2, 3)]),
        (6, vec![(6, 1)]),
    ] {
        // Bounds from 0 to 0 are refused, so the upper bound is at least 1. That adds only solutions with one
        // bead, which have no symmetry.
        let (problem, symmetries) = beads(6, chosen, chosen.max(1), &rows);
        let listed = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
        let sizes: Vec<(usize, BigUint)> = listed
            .stabilizers
            .iter()
            .map(|(stabilizer, solutions)| (stabilizer.len(), solutions.clone()))
            .collect();
        let expected: Vec<(usize, BigUint)> = by_order
            .into_iter()
            .map(|(order, solutions)| (order, solutions.into()))
            .collect();
        assert_eq!(sizes, expected, "{chosen}");
        let counted = symmetric_counts(&problem, &symmetries, &mut all).unwrap();
        assert_eq!(counted, Some(listed), "{chosen}");
    }
}

/// Uses the rotations and reflections of three beads, of which one to three are chosen. The three reflections are
/// conjugate, and the first of them represents the orbits that have a reflection.
#[test]
fn orbits_are_represented_by_the_least_stabilizer() {
    let rows: Vec<Vec<usize>> = [1, 2]
        .iter()
        .flat_map(|of| (0..3).map(move |by| (0..3).map(|at| (by + of * at) % 3).collect()))
        .collect();
    let (problem, symmetries) = beads(3, 1, 3, &rows);
    let ids: Vec<SymmetryId> = symmetries.ids().collect();
    let symmetric = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
    let one = |stabilizer: &[usize], orbits: u32| {
        let stabilizer: Vec<SymmetryId> = stabilizer.iter().map(|&at| ids[at]).collect();
        (stabilizer, BigUint::from(orbits))
    };
    let expected = BTreeMap::from([one(&[0, 3], 2), one(&[0, 1, 2, 3, 4, 5], 1)]);
    let stabilizers = Some(&symmetric.stabilizers);
    let solutions = BigUint::from(7_u32);
    let of_all = Orbits::of_all(
        &problem,
        &symmetries,
        &solutions,
        &symmetric.fixed,
        stabilizers,
    );
    let of_all = of_all.unwrap();
    assert_eq!(of_all.burnside.orbits, 3_u32.into());
    assert_eq!(
        of_all.burnside.fixed,
        [7_u32, 1, 1, 3, 3, 3].map(BigUint::from)
    );
    assert_eq!(of_all.by_stabilizer, Some(expected));
    // The result must not depend on which of several conjugate stabilizers a found solution has.
    for [pair, single] in [[3, 3], [4, 5], [5, 4]] {
        let found = [vec![0, pair], vec![0, single], (0..6).collect()];
        let mut stabilizers: BTreeMap<Vec<SymmetryId>, u64> = BTreeMap::new();
        for stabilizer in found {
            let stabilizer = stabilizer.into_iter().map(|at| ids[at]).collect();
            *stabilizers.entry(stabilizer).or_default() += 1;
        }
        let of_distinct = Orbits::of_distinct(&problem, &symmetries, &stabilizers);
        assert_eq!(of_distinct.as_ref(), Ok(&of_all));
    }
}

/// Chooses one to four of four beads on a ring, under its rotations. Three orbits have no
/// symmetry.
#[test]
fn solutions_without_a_symmetry_have_whole_orbits() {
    let rows: Vec<Vec<usize>> = (0..4)
        .map(|by| (0..4).map(|at| (at + by) % 4).collect())
        .collect();
    let (problem, symmetries) = beads(4, 1, 4, &rows);
    let symmetric = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
    let solutions = BigUint::from(15_u32);
    let stabilizers = Some(&symmetric.stabilizers);
    let orbits = Orbits::of_all(
        &problem,
        &symmetries,
        &solutions,
        &symmetric.fixed,
        stabilizers,
    );
    let by_stabilizer = orbits.unwrap().by_stabilizer.unwrap();
    let orders = by_stabilizer
        .into_iter()
        .map(|(stabilizer, orbits)| (stabilizer.len(), orbits));
    let expected = [(1, 3_u32), (4, 1), (2, 1)].map(|(order, orbits)| (order, orbits.into()));
    assert_eq!(orders.collect::<Vec<_>>(), expected);
}

/// Uses three switches that symmetries rotate and 14 that stay in place. That makes enough nodes for both
/// rotations to report progress.
#[test]
fn progress_adds_up_over_the_elements() {
    let mut text = "a b c".to_owned();
    let mut options = "a\na\nb\nb\nc\nc\n".to_owned();
    for at in 0..14 {
        text.push_str(&format!(" s{at}"));
        options.push_str(&format!("s{at}\ns{at}\n"));
    }
    let problem = text::read(&format!("{text}\n{options}")).unwrap();
    let all: Vec<OptionId> = problem.options().collect();
    let turned = |by: usize| {
        let image = |at: usize| {
            if at < 6 {
                all[(at + 2 * by) % 6]
            } else {
                all[at]
            }
        };
        (0..all.len()).map(image).collect()
    };
    let symmetries = Symmetries::new(&problem, (0..3).map(turned).collect()).unwrap();
    let mut last = Progress::default();
    let report = symmetric_covers(&problem, &symmetries, &mut |progress| {
        assert!(last.nodes <= progress.nodes && last.solutions <= progress.solutions);
        assert!(last.fraction <= progress.fraction && progress.fraction <= 1.0);
        last = *progress;
        Continue(())
    });
    let fixed = BigUint::from(1_u32 << 15);
    assert_eq!(report.unwrap().fixed, [BigUint::ZERO, fixed.clone(), fixed]);
    assert!(last.solutions > 1 << 15 && last.fraction > 1.0 / 3.0);
}

/// A visitor that ignores all solutions.
struct Deaf;

impl Visitor for Deaf {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        Continue(())
    }
}

#[test]
fn an_element_of_another_group_is_refused() {
    let rows = [vec![0, 1], vec![1, 0]];
    let (problem, symmetries) = beads(2, 1, 1, &rows);
    let (_, trivial) = beads(2, 1, 1, &rows[..1]);
    let foreign = symmetries.ids().nth(1).unwrap();
    let refused = fixed_covers(&problem, &trivial, foreign, &mut Deaf);
    let unknown = ActionError::UnknownElement {
        element: 2,
        order: 1,
    };
    assert_eq!(refused.unwrap_err(), unknown);
}
