//! Tests orbits, classes, folding, and the checks of groups.

use std::ops::ControlFlow::Continue;

use super::{Symmetries, SymmetryError, SymmetryId};
use crate::links::Links;
use crate::problem::{ItemId, OptionId, Problem};
use crate::text;

/// Uses four beads on a ring, and its rotations. Checks that each orbit is found only from its least option.
#[test]
fn an_orbit_is_found_at_its_least_option() {
    let problem = text::read("a b c d\na\nb\nc\nd\na b\nb c\nc d\nd a\n").unwrap();
    let options: Vec<OptionId> = problem.options().collect();
    let turned = |by: usize| {
        let image = |at: usize| options[at / 4 * 4 + (at + by) % 4];
        (0..8).map(image).collect()
    };
    // The identity need not come first.
    let symmetries = Symmetries::new(&problem, [2, 0, 3, 1].map(turned).to_vec()).unwrap();
    let all: Vec<SymmetryId> = symmetries.ids().collect();
    for (group, orbits) in [
        (&all[..], vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]]),
        (
            &all[..2],
            vec![vec![0, 2], vec![1, 3], vec![4, 6], vec![5, 7]],
        ),
        (&all[1..2], (0..8).map(|at| vec![at]).collect()),
    ] {
        for (at, &option) in options.iter().enumerate() {
            let found = symmetries.orbit(option, group);
            let found = found.map(|orbit| orbit.iter().map(|o| o.index()).collect::<Vec<_>>());
            let expected = orbits.iter().find(|orbit| orbit[0] == at);
            assert_eq!(found.as_ref(), expected);
        }
    }
}

/// Checks that items in the same options form a class, which is represented by the first of them. Items with other
/// bounds or colours are in other classes.
#[test]
fn a_class_is_named_by_its_first_item() {
    let problem = text::read("a b c | s t u\na b c s t:red u:blue\na b s t:red u:red\n").unwrap();
    let symmetries = Symmetries::trivial(&problem);
    let classes = problem
        .items()
        .map(|item| problem.item_name(symmetries.class(item)));
    assert_eq!(classes.collect::<Vec<_>>(), ["a", "a", "c", "s", "t", "u"]);
}

/// Checks that of each class (of items in the same options) only the first item has a column, and only if it must
/// be covered exactly once.
#[test]
fn columns_are_those_of_classes_covered_exactly_once() {
    let text = "a b c 0:1|d 1:2|e 2:2|f | s\na b d e f s\na b e\nc f\nc s\n";
    let problem = text::read(text).unwrap();
    let columns = Symmetries::trivial(&problem).columns(&problem);
    let indices = columns
        .iter()
        .map(|column| column.iter().map(|option| option.index()).collect());
    let indices: Vec<Vec<usize>> = indices.collect();
    let none = Vec::new;
    assert_eq!(
        indices,
        [
            vec![0, 1],
            none(),
            vec![2, 3],
            none(),
            none(),
            none(),
            none()
        ]
    );
}

/// The symmetries of a problem. Each row holds the indices of the images of all options.
fn symmetries(problem: &Problem, rows: &[&[usize]]) -> Result<Symmetries, SymmetryError> {
    let options: Vec<OptionId> = problem.options().collect();
    let row = |row: &&[usize]| row.iter().map(|&at| options[at]).collect();
    Symmetries::new(problem, rows.iter().map(row).collect())
}

/// Checks that messages count elements and options from 1.
#[test]
fn faults_are_counted_from_one() {
    let problem = text::read("a b c\na\nb\nc\n").unwrap();
    let larger = text::read("a b c d\na\nb\nc\nd\n").unwrap();
    let fault = |rows: &[&[usize]]| symmetries(&problem, rows).unwrap_err();
    let (same, turned): (&[usize], &[usize]) = (&[0, 1, 2], &[1, 2, 0]);
    assert_eq!(
        fault(&[same, &[0, 1]]),
        SymmetryError::Length {
            element: 2,
            images: 2,
            options: 3
        }
    );
    assert_eq!(
        fault(&[same, &[1, 0, 1]]),
        SymmetryError::RepeatedImage {
            element: 2,
            first: 1,
            second: 3
        }
    );
    let foreign: Vec<OptionId> = larger.options().skip(1).collect();
    assert_eq!(
        Symmetries::new(&problem, vec![problem.options().collect(), foreign]),
        Err(SymmetryError::UnknownImage {
            element: 2,
            option: 3,
            image: 4,
            options: 3
        })
    );
    assert_eq!(
        fault(&[turned, same, turned]),
        SymmetryError::Repeated {
            first: 1,
            second: 3
        }
    );
    assert_eq!(
        fault(&[same, turned]),
        SymmetryError::NotClosed {
            first: 2,
            second: 2
        }
    );
    assert_eq!(fault(&[turned]), SymmetryError::NoIdentity);
}

/// Uses a group that needs two generators: the first one generates only a part of it.
#[test]
fn products_of_all_generators_are_checked() {
    let problem = text::read("a b c d\na\nb\nc\nd\n").unwrap();
    let [same, left, right, both] = [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]];
    let rows = [&same[..], &left, &right, &both];
    assert_eq!(
        symmetries(&problem, &rows).map(|group| group.order()),
        Ok(4)
    );
    assert_eq!(
        symmetries(&problem, &rows[..3]),
        Err(SymmetryError::NotClosed {
            first: 3,
            second: 2
        })
    );
}

/// Checks that a permutation of options that exchanges colours is an automorphism. It is not one if it maps
/// options of the same colour to options of different colours, or the reverse.
#[test]
fn automorphisms_keep_the_agreement_of_colours() {
    let text = "a b c d | s\na s:red\nb s:red\nc s:blue\nd s:blue\n";
    let problem = text::read(text).unwrap();
    let same: &[usize] = &[0, 1, 2, 3];
    assert!(symmetries(&problem, &[same, &[2, 3, 0, 1]]).is_ok());
    let parted = symmetries(&problem, &[same, &[0, 2, 1, 3]]);
    let fault = SymmetryError::NoAutomorphism {
        element: 2,
        item: "s".to_owned(),
    };
    assert_eq!(parted, Err(fault.clone()));
    let problem = text::read("a b c d | s\na s:red\nb s:red\nc s\nd s\n").unwrap();
    assert!(symmetries(&problem, &[same, &[1, 0, 3, 2]]).is_ok());
    assert_eq!(symmetries(&problem, &[same, &[2, 3, 0, 1]]), Err(fault));
}

fn solutions(problem: &Problem) -> u64 {
    Links::new(problem)
        .run(&mut |_: &[OptionId]| Continue(()))
        .solutions
}

/// Folds three cells in a row, with dominoes and single cells. The middle cell keeps only the
/// domino that comes last in the order, and keeps it twice. The outer cells, which the mirror
/// moves, keep all their options.
#[test]
fn the_last_option_in_the_order_is_repeated() {
    let problem = text::read("a b c\na b\nb c\na\nb\nc\n").unwrap();
    let group = symmetries(&problem, &[&[0, 1, 2, 3, 4], &[1, 0, 4, 3, 2]]).unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| problem.item(name).unwrap());
    for (order, kept, dropped) in [([a, b, c], [b, c], [a, b]), ([c, b, a], [a, b], [b, c])] {
        let folded = group.fold(&problem, &order).unwrap().unwrap();
        let holding = |items: &[ItemId]| {
            let options = folded.options();
            options
                .filter(|&option| folded.option_items(option) == items)
                .count()
        };
        assert_eq!((holding(&kept), holding(&dropped)), (2, 0));
        assert_eq!(folded.option_count(), 5);
        assert_eq!(solutions(&folded), solutions(&problem));
    }
    assert_eq!(
        Symmetries::trivial(&problem).fold(&problem, &[a, b, c]),
        Ok(None)
    );
}

/// Checks that the item with the smallest ratio of orbits to options is folded. If ratios are equal, it is the
/// item with fewer options.
#[test]
fn the_item_with_the_fewest_orbits_is_folded() {
    for (text, mirror, folded) in [
        // The mirror exchanges all options of b, and two of the three options of a.
        ("a b\na\na\na\nb\nb\n", [1, 0, 2, 4, 3, 0], "b"),
        ("b a\nb\nb\na\na\na\n", [1, 0, 3, 2, 4, 0], "b"),
        // The mirror exchanges all options of both items.
        ("a b\na\na\na\na\nb\nb\n", [1, 0, 3, 2, 5, 4], "b"),
        ("b a\nb\nb\na\na\na\na\n", [1, 0, 3, 2, 5, 4], "b"),
    ] {
        let problem = text::read(text).unwrap();
        let count = problem.option_count();
        let same: Vec<usize> = (0..count).collect();
        let group = symmetries(&problem, &[&same, &mirror[..count]]).unwrap();
        let order: Vec<ItemId> = problem.items().collect();
        let result = group.fold(&problem, &order).unwrap().unwrap();
        assert_eq!(solutions(&result), solutions(&problem));
        // In the folded problem, the copies come after all other options. So the last option belongs to the folded
        // item.
        let last = result.options().next_back().unwrap();
        let item = result.option_items(last)[0];
        assert_eq!(result.item_name(item), folded, "{text}");
    }
}
