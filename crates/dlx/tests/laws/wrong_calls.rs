//! A wrong call is refused, and never answered by a plausible number.

use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::burnside::{fixed_covers, symmetric_counts, symmetric_covers};
use tilewright_dlx::{ActionError, Distinct, Frontier, OptionId, Problem, Symmetries, text};

/// A ring of beads of which as many are chosen as `bounds` says, and its rotations.
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

/// Every question about a problem and symmetries that are of another one is refused.
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
    // As many items and options, but other bounds, or other items of an option.
    assert_refused(&beads(4, 1..=2).0, &of_four);
    let problem = text::read("a b\na\na b\nb\n").unwrap();
    let symmetries = Symmetries::trivial(&problem);
    assert_refused(&text::read("a b\na\nb\na b\n").unwrap(), &symmetries);
    assert_refused(&text::read("a | b\na\na b\na\n").unwrap(), &symmetries);

    // Names are no matter.
    let renamed = text::read("c d\nc\nc d\nd\n").unwrap();
    assert!(Distinct::new(&renamed, &symmetries).is_ok());
    assert_eq!(
        ActionError::OtherProblem.to_string(),
        "the symmetries are of another problem: its items, bounds or options differ; \
         make them for this one"
    );
}

#[test]
fn an_element_of_another_group_is_refused() {
    let (problem, symmetries) = beads(4, 2..=2);
    let trivial = Symmetries::trivial(&problem);
    let last = symmetries.ids().next_back().unwrap();
    let nobody = &mut |_: &[OptionId]| Continue(());
    let refused = fixed_covers(&problem, &trivial, last, nobody).unwrap_err();
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

/// Two beads that the half turn exchanges, and one of them: the bounds rule every solution out
/// that the half turn fixes. That is a true zero.
#[test]
fn zero_is_an_answer_where_it_is_true() {
    let (problem, symmetries) = beads(2, 1..=1);
    let turn = symmetries.ids().next_back().unwrap();
    let nobody = &mut |_: &[OptionId]| Continue(());
    let report = fixed_covers(&problem, &symmetries, turn, nobody).unwrap();
    assert_eq!((report.count, report.complete), (0, true));
    let report = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
    assert_eq!(
        (&report.fixed[turn.index()], report.complete),
        (&BigUint::ZERO, true)
    );
    // An item is to be covered that no option covers.
    let report = Frontier::new(&text::read("a b\na\n").unwrap()).count(&mut |_| Continue(()));
    let report = report.unwrap();
    assert_eq!((report.count, report.complete), (BigUint::ZERO, true));
}

/// What is known when a sweep is broken off is that there are at least none, and it says so.
#[test]
fn a_sweep_that_is_broken_off_is_not_complete() {
    // 40 people who dance in pairs: far too many states.
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
