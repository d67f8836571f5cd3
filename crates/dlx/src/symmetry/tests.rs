//! Orbits and classes by their least elements.

use super::{Symmetries, SymmetryId};
use crate::problem::OptionId;
use crate::text;

/// Beads on a ring of four, turned: each orbit is found at its least option, and nowhere else.
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

/// Items in the same options are one class, named by the first of them; those with other bounds or colours are not.
#[test]
fn a_class_is_named_by_its_first_item() {
    let problem = text::read("a b c | s t u\na b c s t:red u:blue\na b s t:red u:red\n").unwrap();
    let symmetries = Symmetries::trivial(&problem);
    let classes = problem
        .items()
        .map(|item| problem.item_name(symmetries.class(item)));
    assert_eq!(classes.collect::<Vec<_>>(), ["a", "a", "c", "s", "t", "u"]);
}
