//! Compares the solution space with the list of all solutions.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::Index;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::small::{self, PUZZLES};
use super::{Filter, ListLimits, Space};
use crate::cover::Instance;
use crate::cover::notation::PlacementPattern;
use crate::solve::search::RunContext;

/// Whether a solution matches the pattern, by the definition.
fn holds(instance: &Instance, solution: &BTreeSet<OptionId>, pattern: &PlacementPattern) -> bool {
    let of_piece = |option: &&OptionId| instance.meaning(**option).piece == pattern.piece;
    let cells = |option: &OptionId| -> BTreeSet<BoardCell> {
        instance
            .meaning(*option)
            .placement
            .cells
            .iter()
            .copied()
            .collect()
    };
    let wanted: BTreeSet<BoardCell> = pattern.cells.iter().copied().collect();
    let all: Vec<OptionId> = instance.problem().options().collect();
    let exact = all
        .iter()
        .filter(of_piece)
        .any(|option| cells(option) == wanted);
    solution.iter().filter(of_piece).any(|option| {
        if exact {
            cells(option) == wanted
        } else {
            cells(option).is_superset(&wanted)
        }
    })
}

/// All solutions of the space, each as the set of its options.
fn listed(space: &Space<'_>) -> BTreeSet<BTreeSet<OptionId>> {
    let solutions = space.diagram().iter();
    solutions
        .map(|solution| solution.into_iter().collect())
        .collect()
}

/// Some cells of a placement, as a pattern that matches it.
fn pattern(instance: &Instance, option: Index, cells: &[Index]) -> PlacementPattern {
    let meaning = instance.meanings()[option.index(instance.meanings().len())].clone();
    let on = &meaning.placement.cells;
    let cells: BTreeSet<BoardCell> = cells.iter().map(|cell| *cell.get(on)).collect();
    PlacementPattern {
        piece: meaning.piece,
        cells: cells.into_iter().collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn filters_keep_the_solutions_that_they_say(
        text in proptest::sample::select(&PUZZLES[..]),
        filters in proptest::collection::vec(
            (any::<bool>(), any::<Index>(), proptest::collection::vec(any::<Index>(), 1..4)),
            1..4,
        ),
    ) {
        let instance = small::instance(text);
        let puzzle = instance.puzzle();
        let mut space = small::space(&instance);
        let mut expected = small::solutions(&instance);
        prop_assert_eq!(listed(&space), expected.clone());
        for (with, option, cells) in filters {
            let pattern = pattern(&instance, option, &cells);
            expected.retain(|solution| holds(&instance, solution, &pattern) == with);
            let filter = if with { Filter::With(pattern) } else { Filter::Without(pattern) };
            space = space.filtered(&filter).unwrap();
            prop_assert_eq!(space.count(), BigUint::from(expected.len()));
            prop_assert_eq!(listed(&space), expected.clone(), "{:?}", filter);
        }
        let holding = space.holding();
        for (piece, _) in puzzle.pieces() {
            let density = space.density(piece, &holding);
            for cell in puzzle.board.indices() {
                let covers = |option: &OptionId| {
                    let meaning = instance.meaning(*option);
                    meaning.piece == piece && meaning.placement.cells.contains(&cell)
                };
                let covered = expected.iter().filter(|s| s.iter().any(covers)).count();
                prop_assert_eq!(&density[cell.index()], &BigUint::from(covered));
            }
        }
    }
}

/// Checks that each small puzzle has few solutions. Some of the puzzles have none or one. In one puzzle, a tray
/// with depth, the number of cells that a piece covers depends on its orientation.
#[test]
fn the_small_puzzles_are_small_and_of_every_kind() {
    let counts = PUZZLES.map(|text| {
        let instance = small::instance(text);
        let _puzzle = instance.puzzle();
        let _puzzle = instance.puzzle();
        small::solutions(&instance).len()
    });
    assert!(counts.iter().all(|count| *count < 10_000), "{counts:?}");
    assert!(counts.contains(&0) && counts.contains(&1), "{counts:?}");
    let instance = small::instance(PUZZLES[15]);
    let sizes = |piece: usize| -> BTreeSet<usize> {
        let own = instance
            .meanings()
            .iter()
            .filter(|m| m.piece.index() == piece);
        own.map(|m| m.placement.cells.len()).collect()
    };
    let varied = (0..instance.puzzle().pieces.len()).any(|piece| sizes(piece).len() > 1);
    assert!(varied, "a piece covers more cells lying than standing");
}

#[test]
fn listed_solutions_make_the_same_diagram() {
    let never = RunContext::silent();
    for text in PUZZLES {
        let instance = small::instance(text);
        let swept = small::space(&instance);
        let limits = ListLimits {
            nodes: 1 << 26,
            solutions: 1 << 20,
            bytes: 1 << 26,
            seconds: 60.0,
        };
        let list = |limits| Space::list(&instance, limits, &never).unwrap();
        let listed = list(limits).expect(text);
        assert!(listed.diagram().iter().eq(swept.diagram().iter()), "{text}");
        assert_eq!(listed.holding(), swept.holding(), "{text}");
        let hurried = ListLimits {
            seconds: -1.0,
            ..limits
        };
        assert!(list(hurried).is_none(), "{text}");
        // With a limit of 0 nodes the result is `None`, whatever the search found before it checked
        // the limit.
        assert!(list(ListLimits { nodes: 0, ..limits }).is_none(), "{text}");
        let has_none = swept.count() == BigUint::ZERO;
        let small = ListLimits {
            bytes: 63,
            ..limits
        };
        assert_eq!(list(small).is_some(), has_none, "{text}");
        let few = ListLimits {
            solutions: 0,
            ..limits
        };
        assert_eq!(list(few).is_some(), has_none, "{text}");
    }
}
