//! Compares the overview with the list of solutions; tests the session's replies.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::cover::Instance;
use crate::cover::notation::PlacementPattern;
use crate::solve::space::Filter;
use crate::solve::space::small::{self, PUZZLES};

type Solutions = BTreeSet<BTreeSet<OptionId>>;

/// The number of solutions that contain an option.
fn holding(solutions: &Solutions, option: OptionId) -> BigUint {
    let held = solutions
        .iter()
        .filter(|solution| solution.contains(&option));
    held.count().into()
}

/// Compares the overview with the list of solutions.
fn check(space: &Space<'_>, solutions: &Solutions) {
    let instance = space.instance();
    let puzzle = instance.puzzle();
    let overview = Overview::of(space).unwrap();
    let all = BigUint::from(solutions.len());
    assert_eq!(overview.solutions, all);
    let options: Vec<OptionId> = space.placements().collect();
    let with = |wanted: &dyn Fn(&BigUint) -> bool| -> Vec<OptionId> {
        let held = options.iter().copied();
        held.filter(|option| wanted(&holding(solutions, *option)))
            .collect()
    };
    let none = BigUint::ZERO;
    assert_eq!(overview.placements, options.len());
    assert_eq!(overview.unused, with(&|held| *held == none));
    assert_eq!(overview.forced, with(&|held| *held == all && all != none));
    let between = |held: &BigUint| *held != none && *held != all;
    let numbers = || {
        let numbers = options.iter().map(|option| holding(solutions, *option));
        numbers.filter(between)
    };
    for (extreme, number) in [
        (&overview.fewest, numbers().min()),
        (&overview.most, numbers().max()),
    ] {
        let expected = number.map(|solutions| PlacementExtreme {
            placements: with(&|held| *held == solutions),
            solutions,
        });
        assert_eq!(*extreme, expected);
    }
    let covering = |cell: BoardCell, piece: Option<PieceId>| {
        let covers = |option: &OptionId| {
            let meaning = instance.meaning(*option);
            piece.is_none_or(|piece| meaning.piece == piece)
                && meaning.placement.cells.contains(&cell)
        };
        let found = solutions
            .iter()
            .filter(|solution| solution.iter().any(covers));
        BigUint::from(found.count())
    };
    let any = all != none;
    let cells = || puzzle.board.indices().filter(|_| any);
    let bare: Vec<BoardCell> = cells().filter(|c| covering(*c, None) == none).collect();
    assert_eq!(overview.bare, bare);
    let settled: Vec<(BoardCell, PieceId)> = cells()
        .flat_map(|cell| puzzle.pieces().map(move |(piece, _)| (cell, piece)))
        .filter(|(cell, piece)| covering(*cell, Some(*piece)) == all)
        .collect();
    assert_eq!(overview.settled, settled);
    for (piece, seen) in puzzle.pieces().map(|(id, _)| id).zip(&overview.pieces) {
        let own = |option: &OptionId| instance.meaning(*option).piece == piece;
        let using = solutions.iter().filter(|solution| solution.iter().any(own));
        assert_eq!(seen.piece, piece);
        assert_eq!(seen.solutions, BigUint::from(using.count()));
        assert_eq!(seen.placements, options.iter().filter(|o| own(o)).count());
        let used = with(&|held| *held != none)
            .iter()
            .filter(|o| own(o))
            .count();
        assert_eq!(seen.used, used);
        for cell in puzzle.board.indices() {
            assert_eq!(seen.density[cell.index()], covering(cell, Some(piece)));
        }
    }
}

fn pattern(instance: &Instance, option: Index, cell: Index) -> PlacementPattern {
    let meaning = instance.meanings()[option.index(instance.meanings().len())].clone();
    PlacementPattern {
        piece: meaning.piece,
        cells: vec![*cell.get(&meaning.placement.cells)],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_overview_is_that_of_the_list(
        text in proptest::sample::select(&PUZZLES[..15]),
        with in any::<bool>(),
        option in any::<Index>(),
        cell in any::<Index>(),
    ) {
        let instance = small::instance(text);
        let space = small::space(&instance);
        let pattern = pattern(&instance, option, cell);
        let filter = if with { Filter::With(pattern) } else { Filter::Without(pattern) };
        let left = space.filtered(&filter).unwrap();
        let listed = left.diagram().iter();
        check(&left, &listed.map(|solution| solution.into_iter().collect()).collect());
    }
}

#[test]
fn the_overview_of_whole_spaces_is_that_of_the_list() {
    for text in PUZZLES {
        let instance = small::instance(text);
        check(&small::space(&instance), &small::solutions(&instance));
    }
}

#[test]
fn shares_have_two_characters() {
    let percent = |part: u32, whole: u32| percent(&part.into(), &whole.into());
    assert_eq!(percent(0, 7), "·");
    assert_eq!(percent(1, 1000), "<1");
    assert_eq!(percent(5, 1000), "1");
    assert_eq!(percent(125, 1000), "13");
    assert_eq!(percent(999, 1000), "99");
    assert_eq!(percent(1000, 1000), "##");
    assert_eq!(percent(0, 0), "·");
}

#[test]
fn a_session_goes_back_to_where_it_was() {
    let instance = small::instance(PUZZLES[1]);
    let space = small::space(&instance);
    let mut session = ExploreSession::new(&space, false);
    let begun = session.answer("overview");
    let mut answers = vec![session.answer("count")];
    for filter in ["with I@(0,0)(1,0)", "without I@(3,3)(3,2)", "with I@(1,1)"] {
        answers.push(session.answer(filter));
    }
    // Each `undo` repeats the answer from before the filter.
    for answer in answers[..3].iter().rev() {
        assert_eq!(session.answer("undo"), *answer);
    }
    assert!(matches!(session.answer("undo"), ExploreReply::Mistake(_)));
    assert_eq!(session.answer("overview"), begun);
    session.answer("with I@(0,0)(1,0)");
    session.answer("clear");
    assert_eq!(session.answer("overview"), begun);
}

#[test]
fn every_solution_of_a_session_is_a_solution_and_comes_once() {
    let instance = small::instance(PUZZLES[1]);
    let space = small::space(&instance);
    let mut session = ExploreSession::new(&space, false);
    session.answer("with I@(0,0)(0,1)");
    let mut seen = BTreeSet::new();
    for number in 1..=18 {
        let ExploreReply::Answer(text) = session.answer(&format!("solution {number}")) else {
            panic!("there is a solution {number}");
        };
        let options: Vec<OptionId> = text
            .lines()
            .filter(|line| line.contains('@'))
            .map(|line| PlacementPattern::parse(line, &instance).unwrap())
            .map(|pattern| pattern.placement(&instance).unwrap())
            .collect();
        assert_eq!(instance.problem().check(&options), Ok(()));
        assert!(seen.insert(options));
    }
    assert!(matches!(
        session.answer("solution 19"),
        ExploreReply::Mistake(_)
    ));
}

proptest! {
    #[test]
    fn any_line_is_answered(
        word in "(with|without|undo|clear|filters|count|overview|heat|unused|solution|help|[a-z]{0,5})",
        rest in "( [XLTO@(),0-4 -]{0,12})?",
    ) {
        let instance = small::instance(PUZZLES[0]);
        let space = small::space(&instance);
        let mut session = ExploreSession::new(&space, false);
        for line in [format!("{word}{rest}"), "filters".to_owned(), "count".to_owned()] {
            let reply = session.answer(&line);
            prop_assert!(reply != ExploreReply::Mistake(String::new()), "{line}");
        }
    }
}
