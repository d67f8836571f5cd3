//! What `why` prints as JSON.

use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use super::super::placed::{coordinates, placed_piece};
use super::WhyReport;
use crate::cover::Instance;
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{PieceId, Puzzle};
use crate::reason::conflict::{Cases, Conflict, Laying, PuzzleDemand};
use crate::reason::why::{Reason, Verdict};
use crate::solve::refute::colouring::{Argument, Colouring, TightColouring};
use crate::solve::refute::feasibility::Obstacle;

/// The verdict and the reasons, as JSON.
pub(super) fn of(report: &WhyReport<'_>) -> Record {
    let puzzle = report.loaded.instance.puzzle();
    let explanation = report.explanation;
    let (solvable, solution) = match &explanation.verdict {
        Verdict::Unsolvable => (Some(false), None),
        Verdict::Solvable(laying) => (Some(true), Some(laid(puzzle, laying))),
        Verdict::Open => (None, None),
    };
    let reasons = explanation.reasons.iter().map(|reason| match reason {
        Reason::Obstacle(obstacle) => of_obstacle(puzzle, obstacle),
        Reason::Colouring(argument) => of_argument(puzzle, argument),
        Reason::Conflict(conflict) => of_conflict(&report.loaded.instance, conflict),
    });
    record! {
        puzzle: &puzzle.title,
        solvable: solvable,
        solution: solution,
        several: report.several,
        reasons: reasons.collect::<Value>(),
        tight: explanation.tight.as_ref().map(|tight| of_tight(puzzle, tight)),
        complete: !report.over,
    }
}

fn of_obstacle(puzzle: &Puzzle, obstacle: &Obstacle) -> Record {
    let (kind, cells) = match obstacle {
        Obstacle::Area { .. } | Obstacle::Colouring(_) => ("area", None),
        Obstacle::Unplaceable { .. } | Obstacle::UnplaceableBesideGivens { .. } => {
            ("unplaceable", None)
        }
        Obstacle::Unreachable { cells } | Obstacle::UnreachableBesideGivens { cells } => {
            let cells = cells.iter().map(|cell| coordinates(puzzle, *cell));
            ("unreachable", Some(cells.collect::<Value>()))
        }
    };
    record! { kind: kind, message: obstacle.message(puzzle), cells?: cells }
}

fn weights(puzzle: &Puzzle, colouring: &Colouring) -> Value {
    let weights = puzzle.board.indices().zip(&colouring.weights);
    weights
        .map(|(at, weight)| record! { cell: coordinates(puzzle, at), weight: *weight })
        .collect()
}

fn sums(sums: &[i64]) -> Value {
    sums.iter().copied().collect()
}

fn of_argument(puzzle: &Puzzle, argument: &Argument) -> Record {
    let Argument {
        colouring,
        board,
        pieces,
        together,
        by_cells,
    } = argument;
    let pieces = pieces.iter().map(|piece| {
        record! {
            piece: name(puzzle, piece.piece),
            copies: [piece.copies.min, piece.copies.max],
            sums: sums(&piece.sums),
        }
    });
    let by_cells = by_cells.iter().map(|of| {
        record! { cells: of.cells, board: sums(&of.board), together: sums(&of.together) }
    });
    record! {
        kind: "colouring",
        message: colouring.board(puzzle, board),
        weights: weights(puzzle, colouring),
        modulus: colouring.modulus,
        board: sums(board),
        pieces: pieces.collect::<Value>(),
        together: sums(together),
        by_cells?: by_cells.collect::<Value>().unless_empty(),
    }
}

fn of_tight(puzzle: &Puzzle, tight: &TightColouring) -> Record {
    let groups = tight.groups.iter().map(|group| {
        let pieces = group.pieces.iter().map(|id| name(puzzle, *id));
        record! { pieces: pieces.collect::<Value>(), sums: sums(&group.sums) }
    });
    record! {
        message: tight.colouring.board(puzzle, &[tight.board]),
        weights: weights(puzzle, &tight.colouring),
        board: tight.board,
        groups: groups.collect::<Value>(),
        ways: Value::from(tight.ways.clone()),
        of: tight.of,
    }
}

fn of_conflict(instance: &Instance, conflict: &Conflict) -> Record {
    let puzzle = instance.puzzle();
    let parts = conflict.parts.iter().zip(&conflict.spared);
    let parts = parts.map(|(part, spared)| {
        record! {
            ..demand(instance, *part),
            spared: spared.as_ref().map(|laying| laid(puzzle, laying)),
        }
    });
    let (first, second) = conflict.engines;
    let engines = std::iter::once(first).chain(second).map(Engine::name);
    record! {
        kind: "conflict",
        parts: parts.collect::<Value>(),
        minimal: conflict.is_minimal(),
        engines: engines.collect::<Value>(),
        cases: conflict.cases.as_ref().map(|cases| of_cases(instance, cases)),
    }
}

/// A proof by cases, as JSON. The recursion is as deep as the proof.
fn of_cases(instance: &Instance, cases: &Cases) -> Record {
    let puzzle = instance.puzzle();
    let ways = cases.ways.iter().map(|way| {
        record! {
            placed: placed_piece(puzzle, way.piece, &way.cells),
            then: of_cases(instance, &way.then),
        }
    });
    record! { demand: demand(instance, cases.demand), ways: ways.collect::<Value>() }
}

fn demand(instance: &Instance, part: PuzzleDemand) -> Record {
    let puzzle = instance.puzzle();
    match part {
        PuzzleDemand::Restriction(index) => record! { restriction: index },
        PuzzleDemand::Condition(index) => {
            record! { condition: puzzle.conditions[index].to_string() }
        }
        PuzzleDemand::Constraint(id) => {
            record! { condition: instance.constraint(id).in_words(puzzle) }
        }
        PuzzleDemand::Given(index) => {
            let given = &puzzle.givens[index];
            record! { given: placed_piece(puzzle, given.piece, &given.cells) }
        }
        PuzzleDemand::Cell(at) => record! { cell: coordinates(puzzle, at) },
        PuzzleDemand::Piece(piece) => record! { piece: name(puzzle, piece) },
    }
}

fn name(puzzle: &Puzzle, piece: PieceId) -> &str {
    &puzzle.piece(piece).name
}

fn laid(puzzle: &Puzzle, laying: &Laying) -> Value {
    let placed = |(piece, cells): &(PieceId, Box<[BoardCell]>)| placed_piece(puzzle, *piece, cells);
    laying.iter().map(placed).collect()
}
