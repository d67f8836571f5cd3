//! Checks that wrong calls are refused, and do not return a number that seems plausible.

use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::burnside::{fixed_covers, symmetric_counts, symmetric_covers};
use tilewright_dlx::{ActionError, Distinct, Frontier, OptionId, Problem, Symmetries, text};

/// A problem: choose beads on a ring of `count` beads. The number of chosen beads must be within `bounds`. Also
/// returns the rotations of the ring as symmetries.
fn beads(count: usize, bounds: std::ops::RangeInclusive<u32>) -> (Problem, Symmetries) {
    let mut problem = Problem::new();
    let chosen = problem.add_bounded("chosen", bounds).unwrap();
    for _ in 0..count {
        problem.add_option(&[chosen]).unwrap();
    }
    let bead = |at: usize| problem.option(at % count).unwrap();
    let rows = (0..count).map(|by| (by..by + count).map(bead).collect());
    let rows = rows.collect();
    let symmetries = Symmetries::new(&problem, rows).unwrap();
    (problem, symmetries)
}

/// Asserts that no function accepts symmetries of another problem.
fn assert_refused(problem: &Problem, symmetries: &Symmetries) {
    let refused = ActionError::OtherProblem;
    assert_eq!(Distinct::new(problem, symmetries).err(), Some(refused));
    assert_eq!(symmetries.fold(problem, &[]).err(), Some(refused));
    for g in symmetries.ids() {
        let fixed = fixed_covers(problem, symmetries, g, &mut |_: &[OptionId]| Continue(()));
        assert_eq!(fixed.err(), Some(refused));
    }
    let covers = symmetric_covers(problem, symmetries, &mut |_| Continue(()));
    assert_eq!(covers.err(), Some(refused));
    let counts = symmetric_counts(problem, symmetries, &mut |_| panic!("nothing is counted"));
    assert_eq!(counts.err(), Some(refused));
}

#[test]
fn symmetries_of_another_problem_are_refused() {
    let (four, of_four) = beads(4, 2..=2);
    let (six, of_six) = beads(6, 2..=2);
    assert_refused(&four, &of_six);
    assert_refused(&six, &of_four);
    // The numbers of items and options are equal, but bounds or the items of an option differ.
    assert_refused(&beads(4, 1..=2).0, &of_four);
    let problem = text::read("a b\na\na b\nb\n").unwrap();
    let symmetries = Symmetries::trivial(&problem);
    assert_refused(&text::read("a b\na\nb\na b\n").unwrap(), &symmetries);
    assert_refused(&text::read("a | b\na\na b\na\n").unwrap(), &symmetries);

    // Symmetries also apply to a problem that differs only in the names of its items.
    let renamed = text::read("c d\nc\nc d\nd\n").unwrap();
    assert!(Distinct::new(&renamed, &symmetries).is_ok());
    assert_eq!(
        ActionError::OtherProblem.to_string(),
        "the symmetries belong to another problem: its items, bounds or options differ; compute \
         them for this one"
    );
}

#[test]
fn an_element_of_another_group_is_refused() {
    let (problem, symmetries) = beads(4, 2..=2);
    let trivial = Symmetries::trivial(&problem);
    let last = symmetries.ids().next_back().unwrap();
    let ignore = &mut |_: &[OptionId]| Continue(());
    let refused = fixed_covers(&problem, &trivial, last, ignore).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "symmetry 4 is not among the 1 symmetries of the group"
    );
    let image = std::panic::catch_unwind(|| trivial.image(last, problem.option(0).unwrap()));
    assert!(image.is_err(), "no option is the image");
    let image = std::panic::catch_unwind(|| {
        trivial.image(trivial.identity(), beads(6, 2..=2).0.option(5).unwrap())
    });
    assert!(image.is_err(), "no option is the image");
}

/// Chooses exactly one of two beads. The half turn exchanges them, so it maps no solution to itself, and the
/// number zero is correct.
#[test]
fn zero_is_an_answer_if_it_is_correct() {
    let (problem, symmetries) = beads(2, 1..=1);
    let turn = symmetries.ids().next_back().unwrap();
    let ignore = &mut |_: &[OptionId]| Continue(());
    let report = fixed_covers(&problem, &symmetries, turn, ignore).unwrap();
    assert_eq!((report.count, report.complete), (0, true));
    let report = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
    assert_eq!(
        (&report.fixed[turn.index()], report.complete),
        (&BigUint::ZERO, true)
    );
    // One primary item has no options.
    let report = Frontier::new(&text::read("a b\na\n").unwrap()).count(&mut |_| Continue(()));
    let report = report.unwrap();
    assert_eq!((report.count, report.complete), (BigUint::ZERO, true));
}

/// Checks that a sweep that is stopped early reports a lower bound, and says that it is incomplete.
#[test]
fn a_stopped_sweep_is_not_complete() {
    // The solutions divide 40 people into pairs. A sweep needs many states, and is stopped at its first report.
    let mut problem = Problem::new();
    let items: Vec<_> = (0..40)
        .map(|item| problem.add_primary(item.to_string()).unwrap())
        .collect();
    for (at, &a) in items.iter().enumerate() {
        for &b in &items[at + 1..] {
            problem.add_option(&[a, b]).unwrap();
        }
    }
    let report = Frontier::new(&problem).count(&mut |_| Break(())).unwrap();
    assert!(!report.complete);
    assert_eq!(report.count, BigUint::ZERO);
}
