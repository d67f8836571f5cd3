mod boards;
mod resumed;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use tilewright_dlx::{Engine, Links, Solver, StopFlag};
use tilewright_geometry::{Board, Cell, Lattice, Polyform, box_, hexagon, rectangle};

use super::dissection::Dissection;
use super::distance::CountedSolutions;
use super::*;
use crate::design::choices::ChoiceRule;
use crate::puzzle::BoardRequest;
use crate::puzzle::Puzzle;
use crate::puzzle::Requirement;
use crate::puzzle::{Copies, Given, Piece, Restriction};
use crate::solve::resources::Resources;
use crate::support::label::Label;
use crate::support::rng::StableRng;
use tilewright_geometry::BoardCell;

/// All polyforms of some sizes with a maximum number of copies, on a board with some optional
/// cells.
fn pool(
    lattice: Lattice,
    cells: &[Cell],
    optional: usize,
    sizes: std::ops::RangeInclusive<usize>,
    copies: u32,
) -> Puzzle {
    let required = cells.len() - optional;
    let (required, optional) = cells.split_at(required);
    let board = Board::new(lattice, required.to_vec(), optional.to_vec()).unwrap();
    let mut pieces = Vec::new();
    for size in sizes {
        for piece in Piece::all_of_size(lattice, size).unwrap() {
            let name = format!("{size}{}", piece.name);
            let piece = Piece::new(&name, piece.polyform).unwrap();
            pieces.push(piece.with_copies(0..=copies).unwrap());
        }
    }
    Puzzle::builder(lattice)
        .board(board)
        .pieces(pieces)
        .build()
        .unwrap()
}

/// Pools on several lattices, with optional cells, and a given.
fn pools() -> Vec<Puzzle> {
    let square = Lattice::Square;
    let mut given = pool(square, &rectangle(square, 5, 4).unwrap(), 0, 3..=5, 2);
    let [first, second, third] = [0, 1, 2].map(|at| given.board.indices().nth(at).unwrap());
    let piece = given.piece_named("3I").unwrap();
    given.givens.push(Given {
        piece,
        cells: vec![first, second, third],
    });
    // This pool has a given square in a corner of the board.
    let mut restricted = pool(square, &rectangle(square, 5, 4).unwrap(), 0, 3..=4, 2);
    restricted.restrictions.push(Restriction::Within {
        piece: restricted.piece_named("4O").unwrap(),
        cells: restricted
            .board
            .indices()
            .filter(|at| [0, 1, 5, 6].contains(&at.index()))
            .collect(),
    });
    let triangle = Lattice::Triangle;
    let cube = Lattice::Cube;
    let stick = Lattice::Stick;
    vec![
        pool(square, &rectangle(square, 5, 4).unwrap(), 0, 3..=5, 1),
        pool(square, &rectangle(square, 5, 4).unwrap(), 3, 3..=5, 2),
        given,
        pool(triangle, &hexagon(triangle, 2).unwrap(), 0, 4..=6, 2),
        pool(cube, &box_(cube, 3, 2, 2).unwrap(), 0, 3..=4, 2),
        pool(stick, &rectangle(stick, 2, 2).unwrap(), 0, 3..=4, 2),
        // In this pool, sticks may cross.
        pool(stick, &rectangle(stick, 3, 3).unwrap(), 0, 3..=5, 2),
        restricted,
    ]
}

fn search<'a>(
    puzzle: &'a Puzzle,
    rule: &'a ChoiceRule,
    wanted: &'a Requirement,
) -> LocalSearch<'a> {
    LocalSearch {
        puzzle,
        rule,
        wanted,
        boards: None,
        seed: 7,
        steps: 256,
        designs: 2,
    }
}

/// Puzzles, and the boards that designs may have.
fn tasks() -> Vec<(Puzzle, Option<BoardRequest>)> {
    let one = pools().into_iter().map(|puzzle| (puzzle, None));
    let several = boards::tasks().into_iter().step_by(4);
    one.chain(several).collect()
}

fn on_threads(threads: usize, stop: &StopFlag) -> RunContext {
    RunContext::new(stop).with(Resources {
        threads: NonZeroUsize::new(threads).unwrap(),
        ..Resources::default()
    })
}

#[test]
fn what_is_found_holds_by_another_count() {
    let rule = ChoiceRule::default();
    let wanted = Requirement::Solutions("1..12".parse().unwrap());
    for puzzle in pools() {
        let search = search(&puzzle, &rule, &wanted);
        let report = search.run(
            &on_threads(1, &StopFlag::new()),
            &mut CheckpointFile::nothing(),
            &mut |_| {},
        );
        let report = report.unwrap();
        assert!(!report.designs.is_empty() && !report.is_interrupted);
        for design in &report.designs {
            let chosen = puzzle.chosen(&design.choice.copies);
            let instance = Instance::new(chosen).unwrap();
            let listed = Solver::new(instance.problem()).engine(Engine::Links).list();
            let solutions = listed.unwrap().known().unwrap();
            assert_eq!(design.choice.solutions, solutions.len().into());
            assert_eq!(design.is_wanted, (1..=12).contains(&solutions.len()));
            // Checks that the reported solution is in the list of solutions.
            let own: BTreeSet<&[BoardCell]> = design
                .solution
                .iter()
                .map(|(_, cells)| &cells[..])
                .collect();
            let is_own = |solution: &Vec<tilewright_dlx::OptionId>| {
                let placed = solution.iter().map(|option| instance.meaning(*option));
                let placed = placed.filter(|meaning| meaning.given.is_none());
                let placed: BTreeSet<&[BoardCell]> =
                    placed.map(|meaning| &*meaning.placement.cells).collect();
                placed == own
            };
            assert!(solutions.iter().any(is_own));
            for (piece, copies) in design.choice.pieces() {
                let Copies { min, max } = puzzle.piece(piece).copies;
                assert!((min..=max).contains(&copies));
            }
        }
    }
}

#[test]
fn threads_do_not_change_what_is_found() {
    let rule = ChoiceRule::default();
    let wanted = Requirement::Distinct("1".parse().unwrap());
    for (puzzle, boards) in tasks() {
        let search = LocalSearch {
            boards: boards.as_ref(),
            ..search(&puzzle, &rule, &wanted)
        };
        let run = |threads| {
            search.run(
                &on_threads(threads, &StopFlag::new()),
                &mut CheckpointFile::nothing(),
                &mut |_| {},
            )
        };
        assert_eq!(run(1).unwrap(), run(3).unwrap());
    }
}

#[test]
fn changes_keep_regions_whole() {
    for puzzle in pools() {
        let ground = SearchGround::of(&puzzle, None);
        let (required, all) = ground.cells();
        let mut rng = StableRng::new(3, 0);
        let board = ground.draw_board(&mut rng, &StopFlag::new());
        let board = board.unwrap().unwrap();
        let mut dissection = Dissection::grow(&ground, &board, 4, &mut rng).unwrap();
        for _ in 0..2000 {
            dissection.change(&ground, (1, 9), &mut rng);
            let cells = dissection.cells();
            assert_eq!(cells.len(), 4);
            let covered: usize = cells.iter().map(Vec::len).sum();
            assert!((required..=all).contains(&covered));
            for region in cells {
                let board = &puzzle.board;
                let region = region.into_iter().map(|at| board.cells()[at]);
                tilewright_geometry::Polyform::new(board.lattice(), region).unwrap();
            }
        }
    }
}

/// Checks that a limited count agrees with a full count.
#[test]
fn counts_go_as_far_as_they_are_asked_to() {
    for puzzle in pools() {
        let rule = ChoiceRule::default();
        let pieces = PiecePool::new(&puzzle, &rule).unwrap();
        let instance = Instance::new(puzzle.clone()).unwrap();
        let group = instance.symmetry(&StopFlag::new()).unwrap();
        let counter = CandidateCounter::new(&instance, &group.symmetries, pieces.given(), false);
        let wanted = Requirement::All(Vec::new());
        let search = search(&puzzle, &rule, &wanted);
        let report = search.run(
            &on_threads(1, &StopFlag::new()),
            &mut CheckpointFile::nothing(),
            &mut |_| {},
        );
        let copies = &report.unwrap().designs[0].choice.copies;
        let chosen = Instance::new(puzzle.chosen(copies)).unwrap();
        let mut all = 0;
        Links::new(chosen.problem()).run(&mut |_: &[tilewright_dlx::OptionId]| {
            all += 1;
            std::ops::ControlFlow::<()>::Continue(())
        });
        let stop = StopFlag::new();
        let candidate = candidate::DesignCandidate {
            copies: copies.clone(),
            off: Vec::new(),
        };
        let counted = |cap| counter.count(&candidate, cap, &stop).unwrap().solutions();
        assert_eq!(counted(all + 1), Some(CountedSolutions::Exactly(all)));
        assert_eq!(counted(all), Some(CountedSolutions::AtLeast(all)));
    }
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let square = Lattice::Square;
    let puzzle = pool(square, &rectangle(square, 5, 4).unwrap(), 0, 3..=5, 1);
    let rule = ChoiceRule::default();
    // No choice meets the requirement, so the search does not end early. The image of a solution
    // under a symmetry of the rectangle is another solution, unless the solution itself has that
    // symmetry.
    let wanted = Requirement::Solutions("1".parse().unwrap());
    let stop = StopFlag::new();
    let monitor = on_threads(1, &stop);
    let search = search(&puzzle, &rule, &wanted);
    let report = search.run(&monitor, &mut CheckpointFile::nothing(), &mut |_| {
        stop.set();
    });
    let report = report.unwrap();
    assert!(report.is_interrupted && report.steps > 0);
    stop.set();
    let nothing = search.run(&monitor, &mut CheckpointFile::nothing(), &mut |_| {});
    assert!(matches!(
        nothing,
        Err(SearchError::Solve(SolveError::Interrupted)) | Ok(SearchReport { steps: 0, .. })
    ));
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let square = Lattice::Square;
    let rule = ChoiceRule::default();
    let wanted = Requirement::All(Vec::new());
    let said = |puzzle: &Puzzle, rule: &ChoiceRule| {
        let search = search(puzzle, rule, &wanted);
        let report = search.run(
            &on_threads(1, &StopFlag::new()),
            &mut CheckpointFile::nothing(),
            &mut |_| {},
        );
        report.unwrap_err().to_string()
    };
    let puzzle = pool(square, &rectangle(square, 4, 4).unwrap(), 0, 5..=5, 1);
    assert!(said(&puzzle, &rule).starts_with("no dissection"));
    // S tetrominoes fill no rectangle.
    let mut of_s = pool(square, &rectangle(square, 4, 2).unwrap(), 0, 4..=4, 5);
    of_s.pieces.retain(|piece| piece.name == "4S");
    assert!(said(&of_s, &rule).starts_with("no dissection"));
    let mut twins = pool(square, &rectangle(square, 4, 3).unwrap(), 0, 3..=4, 1);
    let mut other = twins.pieces[0].clone();
    other.name = Label::escaping("again");
    twins.pieces.push(other);
    let two = "3I and again have the same shape; for --search, write one piece with copies";
    assert_eq!(said(&twins, &rule), two);
    let mut deep = pool(square, &rectangle(square, 4, 3).unwrap(), 0, 3..=4, 1);
    deep.tray = Tray::Projected { layers: 2 };
    assert!(said(&deep, &rule).contains("has depth"));
}

/// Checks that a search ends even if every choice meets the requirements. A chain then restarts at
/// once, so a restart has to count as a step.
#[test]
fn a_search_ends_where_all_is_found() {
    let square = Lattice::Square;
    let puzzle = pool(square, &rectangle(square, 3, 2).unwrap(), 0, 3..=3, 2);
    let (rule, wanted) = (ChoiceRule::default(), Requirement::All(Vec::new()));
    let search = LocalSearch {
        designs: usize::MAX,
        ..search(&puzzle, &rule, &wanted)
    };
    let mut nothing = CheckpointFile::nothing();
    let silent = on_threads(1, &StopFlag::new());
    let report = search.run(&silent, &mut nothing, &mut |_| {});
    let report = report.unwrap();
    // There are two designs: one of two bars, and one of two corners.
    assert_eq!((report.designs.len(), report.steps), (2, 256));
}

/// Checks a pool that fills the board in only a few ways. Small changes to a random dissection
/// almost never lead to one of them.
#[test]
fn a_search_begins_with_a_solution_of_a_pool_that_leaves_little_choice() {
    let square = Lattice::Square;
    let piece = |name: &str, cells: &[(i64, i64)], copies: u32| {
        let cells = cells.iter().map(|&(x, y)| square.cell(&[x, y]).unwrap());
        let form = Polyform::new(square, cells).unwrap();
        let piece = Piece::new(name, form).unwrap();
        piece.with_copies(copies..=copies).unwrap()
    };
    let puzzle = Puzzle::builder(square)
        .board(Board::new(square, rectangle(square, 4, 4).unwrap(), []).unwrap())
        .pieces([
            piece("I", &[(0, 0), (0, 1), (0, 2)], 2),
            piece("o", &[(0, 0)], 1),
            piece("T", &[(0, 0), (0, 1), (0, 2), (1, 1)], 1),
            piece("P", &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], 1),
        ])
        .build()
        .unwrap();
    let (rule, wanted) = (
        ChoiceRule::default(),
        Requirement::Distinct("1".parse().unwrap()),
    );
    let search = LocalSearch {
        steps: 50,
        ..search(&puzzle, &rule, &wanted)
    };
    let mut checkpoint = CheckpointFile::nothing();
    let monitor = RunContext::silent();
    for seed in 0..2 {
        let search = LocalSearch { seed, ..search };
        let report = search.run(&monitor, &mut checkpoint, &mut |_| {});
        let report = report.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(report.designs.iter().all(|design| !design.is_wanted));
    }
}
