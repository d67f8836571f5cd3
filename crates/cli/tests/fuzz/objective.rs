//! The best solutions of random puzzles, and the condition `Maximal`, compared with brute force. All sets of
//! placements are tried, and the conditions are tested by their definitions.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilewright::cover::orbits::PuzzleSymmetry;
use tilewright::cover::{Instance, Meaning};
use tilewright::puzzle::{Condition, Likeness, Puzzle};
use tilewright::solve::checkpoint::CheckpointFile;
use tilewright::solve::counting::CountTask;
use tilewright::solve::objective::{Objective, Quantity, best_solutions};
use tilewright::solve::resources::Resources;
use tilewright::solve::search::RunContext;
use tilewright_dlx::{Distinct, Engine, Sense, Solver};
use tilewright_geometry::BoardCell;

use crate::budget::{Tally, run};
use crate::tape::{Tape, tapes};

/// The maximum number of placements of a puzzle. A puzzle that exceeds this limit or one of the next two is not
/// compared.
const MOST_PLACEMENTS: usize = 60;
const MOST_SOLUTIONS: usize = 3_000;
const MOST_SETS: usize = 300_000;

#[test]
fn the_best_solutions_are_those_of_brute_force() {
    let tally = run("objective", 500, &tapes(), |numbers, tally| {
        let text = puzzle(&mut Tape::new(&numbers));
        let kind = compare(&text, &numbers, tally)?;
        tally.add(kind);
        Ok(())
    });
    let kinds = ["compared", "no solution", "refused", "too large"];
    let all: u32 = kinds.map(|kind| tally.of(kind)).iter().sum();
    assert!(tally.of("compared") * 10 >= all * 6, "{tally:?}");
    for feature in ["Maximal", "Apart", "filter"] {
        assert!(tally.of(feature) * 20 >= all, "{feature}: {tally:?}");
    }
}

/// A puzzle on a small board, most of whose cells may stay empty.
fn puzzle(tape: &mut Tape<'_>) -> String {
    let (lattice, board) = match tape.below(6) {
        0..=2 => {
            let (width, height) = (tape.within(1..=4), tape.within(1..=3));
            let cell = |tape: &mut Tape<'_>| *tape.pick(&['?', '?', '?', '?', '?', '#', '.']);
            let row = |tape: &mut Tape<'_>| (0..width).map(|_| cell(tape)).collect::<String>();
            let rows: Vec<String> = (0..height).map(|_| row(tape)).collect();
            ("Square", format!("Picture({rows:?})"))
        }
        3 => (
            "Triangle",
            format!("Optional(Rhombus({}, 2))", tape.within(1..=2)),
        ),
        4 => (
            "Hexagon",
            format!("Optional(Rhombus({}, 2))", tape.within(2..=4)),
        ),
        _ => (
            "Stick",
            format!("Optional(Rect({}, 1))", tape.within(1..=2)),
        ),
    };
    let copies = [
        "1", "(0, 1)", "(0, 1)", "(0, 2)", "(1, 2)", "(0, 3)", "Any", "Any",
    ];
    let mut pieces = Vec::new();
    for size in 1..=3 {
        if size == 2 || tape.once_in(2) {
            let copies = tape.pick(&copies);
            let value = tape.below(4);
            pieces.push(format!(
                "Set(of: Polyforms({size}), copies: {copies}, prefix: \"{size}\", value: {value})"
            ));
        }
    }
    let conditions = [
        "Maximal",
        "Maximal",
        "Apart(by: Name)",
        "Apart(by: Size)",
        "",
    ];
    let mut chosen: BTreeSet<&str> = (0..2).map(|_| *tape.pick(&conditions)).collect();
    chosen.remove("");
    let chosen: Vec<&str> = chosen.into_iter().collect();
    format!(
        "(lattice: {lattice}, board: {board}, pieces: [{}], conditions: [{}])",
        pieces.join(", "),
        chosen.join(", ")
    )
}

fn compare(text: &str, numbers: &[u16], tally: &Tally) -> Result<&'static str, TestCaseError> {
    let Ok(puzzle) = Puzzle::from_ron(text) else {
        return Ok("refused");
    };
    let mut plain = puzzle.clone();
    plain.conditions.clear();
    let plain = Instance::new(plain).expect(text);
    let Some(expected) = brute_force(&puzzle, plain.meanings()) else {
        return Ok("too large");
    };
    let instance = Instance::with_filter(puzzle).expect(text);
    let puzzle = instance.puzzle();
    counts(&instance, expected.len(), text)?;
    if instance.filter().is_some() {
        tally.add("filter");
    }
    for condition in &puzzle.conditions {
        tally.add(match condition {
            Condition::Maximal => "Maximal",
            _ => "Apart",
        });
    }
    let mut tape = Tape::new(numbers);
    let most = tape.within(1..=5);
    let quantities = [
        Quantity::Pieces,
        Quantity::Cells,
        Quantity::Different,
        Quantity::Value,
    ];
    for quantity in quantities {
        let number = |solution: &Vec<usize>| number(puzzle, plain.meanings(), solution, quantity);
        let mut all: Vec<u64> = expected.iter().map(number).collect();
        all.sort_unstable();
        for sense in [Sense::Least, Sense::Greatest] {
            for engine in [Some(Engine::Links), Some(Engine::Frontier), None] {
                let resources = Resources {
                    engine,
                    memory: Some(1 << 24),
                    ..Resources::default()
                };
                let objective = Objective { sense, quantity };
                let monitor = RunContext::silent().with(resources);
                let best = best_solutions(&instance, objective, most, &monitor);
                let best = best.expect(text);
                prop_assert!(best.is_proved);
                let found: Vec<u64> = best.solutions.iter().map(|found| found.number).collect();
                let what = format!("{sense:?} {quantity:?} by {engine:?}: {text}");
                prop_assert_eq!(&found, &all[..most.min(all.len())], "{}", what);
                let mut solutions = BTreeSet::new();
                for found in &best.solutions {
                    prop_assert!(instance.problem().check(&found.options).is_ok(), "{}", what);
                    prop_assert!(instance.accepts(&found.options), "{}", what);
                    let mut options = found.options.clone();
                    options.sort_unstable();
                    prop_assert!(solutions.insert(options), "twice, {}", what);
                }
            }
            all.reverse();
        }
    }
    Ok(if expected.is_empty() {
        "no solution"
    } else {
        "compared"
    })
}

/// Asserts that the engines find the expected number of solutions. Also asserts that two engines agree on the
/// number of distinct solutions.
fn counts(instance: &Instance, expected: usize, text: &str) -> Result<(), TestCaseError> {
    for engine in [Engine::Links, Engine::Bits] {
        let listed = Solver::new(instance.problem())
            .engine(engine)
            .list()
            .expect(text);
        let mut listed = listed.known().expect("it is not stopped");
        listed.retain(|solution| instance.accepts(solution));
        prop_assert_eq!(listed.len(), expected, "{}: {}", engine, text);
    }
    if instance.filter().is_none() {
        let counted = Solver::new(instance.problem())
            .engine(Engine::Frontier)
            .count();
        let counted = counted.expect(text).known().expect("it is not stopped");
        prop_assert_eq!(counted.solutions, expected.into(), "frontier: {}", text);
        let group = PuzzleSymmetry::of(instance).expect(text);
        let distinct = Distinct::new(instance.problem(), &group.symmetries).expect(text);
        let count = |engine| {
            let resources = Resources {
                engine: Some(engine),
                ..Resources::default()
            };
            let monitor = RunContext::silent().with(resources);
            let task = CountTask::new(instance, &group, &distinct, &monitor);
            let counted = task.count(&mut CheckpointFile::nothing());
            counted.expect(text).distinct
        };
        prop_assert_eq!(
            count(Engine::Links),
            count(Engine::Frontier),
            "distinct: {}",
            text
        );
    }
    Ok(())
}

/// The value of an objective's quantity in a solution, such as the number of its pieces.
fn number(puzzle: &Puzzle, meanings: &[Meaning], solution: &[usize], quantity: Quantity) -> u64 {
    let placed = solution.iter().map(|at| &meanings[*at]);
    match quantity {
        Quantity::Pieces => solution.len() as u64,
        Quantity::Cells => placed.map(|one| one.placement.cells.len() as u64).sum(),
        Quantity::Different => placed.map(|one| one.piece).collect::<BTreeSet<_>>().len() as u64,
        Quantity::Value => placed
            .map(|one| u64::from(puzzle.piece(one.piece).value))
            .sum(),
    }
}

/// All solutions, as sets of placements; `None` if there is too much to try.
fn brute_force(puzzle: &Puzzle, meanings: &[Meaning]) -> Option<Vec<Vec<usize>>> {
    if meanings.len() > MOST_PLACEMENTS {
        return None;
    }
    let mut found = Vec::new();
    let mut sets = vec![Vec::new()];
    let mut tried = 0;
    while let Some(set) = sets.pop() {
        tried += 1;
        if tried > MOST_SETS || found.len() > MOST_SOLUTIONS {
            return None;
        }
        let next = set.last().map_or(0, |last| last + 1);
        for at in next..meanings.len() {
            if set
                .iter()
                .all(|other| !overlap(&meanings[*other], &meanings[at]))
            {
                let mut more = set.clone();
                more.push(at);
                sets.push(more);
            }
        }
        if is_solution(puzzle, meanings, &set) {
            found.push(set);
        }
    }
    Some(found)
}

fn overlap(one: &Meaning, other: &Meaning) -> bool {
    let (one, other) = (&one.placement, &other.placement);
    one.cells.iter().any(|cell| other.cells.contains(cell))
        || one
            .junctions
            .iter()
            .any(|junction| other.junctions.contains(junction))
}

fn is_solution(puzzle: &Puzzle, meanings: &[Meaning], set: &[usize]) -> bool {
    let board = &puzzle.board;
    let covered: BTreeSet<BoardCell> = set
        .iter()
        .flat_map(|at| meanings[*at].placement.cells.iter().copied())
        .collect();
    let used = |piece| {
        set.iter()
            .filter(|at| meanings[**at].piece == piece)
            .count()
    };
    let is_filled = board
        .indices()
        .all(|cell| !board.is_required(cell) || covered.contains(&cell));
    let has_copies = puzzle.pieces().all(|(id, piece)| {
        (piece.copies.min as usize..=piece.copies.max as usize).contains(&used(id))
    });
    let touches = |one: &Meaning, other: &Meaning| {
        one.placement.cells.iter().any(|cell| {
            let mut near = board.lattice().neighbours(board.cell(*cell));
            near.any(|cell| {
                board
                    .index_of(cell)
                    .is_some_and(|at| other.placement.cells.contains(&at))
            })
        })
    };
    let apart = |alike: &dyn Fn(&Meaning, &Meaning) -> bool| {
        set.iter().enumerate().all(|(at, one)| {
            set[..at].iter().all(|other| {
                let (one, other) = (&meanings[*one], &meanings[*other]);
                !alike(one, other) || !touches(one, other)
            })
        })
    };
    let size = |one: &Meaning| puzzle.piece(one.piece).polyform.size();
    let meets = |condition: &Condition| match condition {
        Condition::Maximal => !meanings.iter().any(|more| {
            used(more.piece) < puzzle.piece(more.piece).copies.max as usize
                && set.iter().all(|at| !overlap(&meanings[*at], more))
        }),
        Condition::Apart {
            by: Likeness::Name, ..
        } => apart(&|one, other| one.piece == other.piece),
        Condition::Apart { .. } => apart(&|one, other| size(one) == size(other)),
        _ => true,
    };
    is_filled && has_copies && puzzle.conditions.iter().all(meets)
}
