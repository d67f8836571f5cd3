//! Colours in quotients: which orbits of options go together.

use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;

use super::{fixed_covers, symmetric_counts, symmetric_covers};
use crate::links::Links;
use crate::problem::{OptionId, Problem};
use crate::symmetry::Symmetries;
use crate::text;

/// The problem of a text with the mirror that exchanges its options two by two.
fn mirrored(problem: &str) -> (Problem, Symmetries) {
    let problem = text::read(problem).unwrap();
    let options: Vec<OptionId> = problem.options().collect();
    let mirror = (0..options.len()).map(|at| options[at ^ 1]).collect();
    let symmetries = Symmetries::new(&problem, vec![options, mirror]).unwrap();
    (problem, symmetries)
}

/// The solutions that the mirror maps to themselves, found one by one among all of them.
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
        // A tile and its image give the edge between them two colours.
        ("a b | s\na s:red\nb s:blue\na\nb\n", 1),
        // One colour.
        ("a b | s\na s:red\nb s:red\na\nb\n", 2),
        // No colour: only one of them may have the edge.
        ("a b | s\na s\nb s\na\nb\n", 1),
        // Two orbits, each of one colour: red and blue do not go together, red and red do.
        (
            "a b c d | s\na s:red\nb s:red\nc s:blue\nd s:blue\na\nb\nc\nd\n",
            3,
        ),
        (
            "a b c d | s\na s:red\nb s:red\nc s:red\nd s:red\na\nb\nc\nd\n",
            4,
        ),
        // Two edges, exchanged: one of each orbit says what both have.
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
