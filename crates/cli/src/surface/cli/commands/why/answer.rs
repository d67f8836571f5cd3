//! What `why` prints as JSON.

use serde::Serialize;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use super::super::placed::{PlacedPieceAnswer, coordinates};
use super::WhyReport;
use crate::cover::Instance;
use crate::puzzle::{PieceId, Puzzle};
use crate::reason::conflict::{Cases, Conflict, Laying, PuzzleDemand};
use crate::reason::why::{Reason, Verdict};
use crate::solve::refute::colouring::{Argument, Colouring, PieceSums, TightColouring};
use crate::solve::refute::feasibility::Obstacle;

#[derive(Serialize)]
pub(super) struct WhyAnswer<'a> {
    puzzle: &'a str,
    /// Whether there is a solution; `null` if it is unknown.
    solvable: Option<bool>,
    solution: Option<Vec<PlacedPieceAnswer<'a>>>,
    several: bool,
    reasons: Vec<ReasonAnswer<'a>>,
    tight: Option<TightAnswer<'a>>,
    /// Whether every method was tried to its end.
    complete: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ReasonAnswer<'a> {
    Area {
        message: String,
    },
    Unplaceable {
        message: String,
    },
    Unreachable {
        message: String,
        cells: Vec<Vec<i32>>,
    },
    Colouring(ColouringAnswer<'a>),
    Conflict(ConflictAnswer<'a>),
}

#[derive(Serialize)]
struct ColouringAnswer<'a> {
    message: String,
    weights: Vec<Weighted>,
    modulus: Option<u32>,
    board: &'a [i64],
    pieces: Vec<SumsAnswer<'a>>,
    together: &'a [i64],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_cells: Vec<SumsOfCellsAnswer<'a>>,
}

#[derive(Serialize)]
struct SumsOfCellsAnswer<'a> {
    cells: u64,
    board: &'a [i64],
    together: &'a [i64],
}

#[derive(Serialize)]
struct Weighted {
    cell: Vec<i32>,
    weight: i64,
}

#[derive(Serialize)]
struct SumsAnswer<'a> {
    piece: &'a str,
    copies: (u32, u32),
    sums: &'a [i64],
}

#[derive(Serialize)]
struct TightAnswer<'a> {
    message: String,
    weights: Vec<Weighted>,
    board: i64,
    groups: Vec<GroupAnswer<'a>>,
    ways: &'a [Vec<Vec<u32>>],
    of: usize,
}

#[derive(Serialize)]
struct GroupAnswer<'a> {
    pieces: Vec<&'a str>,
    sums: &'a [i64],
}

#[derive(Serialize)]
struct ConflictAnswer<'a> {
    parts: Vec<ConflictPartAnswer<'a>>,
    minimal: bool,
    engines: Vec<&'static str>,
    cases: Option<ProofCasesAnswer<'a>>,
}

#[derive(Serialize)]
struct ConflictPartAnswer<'a> {
    #[serde(flatten)]
    demand: DemandAnswer<'a>,
    /// Placements that meet all demands of the conflict but this one; `null` if none were found.
    spared: Option<Vec<PlacedPieceAnswer<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum DemandAnswer<'a> {
    Restriction(usize),
    Condition(String),
    Given(PlacedPieceAnswer<'a>),
    Cell(Vec<i32>),
    Piece(&'a str),
}

#[derive(Serialize)]
struct ProofCasesAnswer<'a> {
    demand: DemandAnswer<'a>,
    ways: Vec<WayAnswer<'a>>,
}

#[derive(Serialize)]
struct WayAnswer<'a> {
    placed: PlacedPieceAnswer<'a>,
    then: ProofCasesAnswer<'a>,
}

pub(super) fn of<'a>(report: &WhyReport<'a>) -> WhyAnswer<'a> {
    let puzzle = report.loaded.instance.puzzle();
    let explanation = report.explanation;
    let (solvable, solution) = match &explanation.verdict {
        Verdict::Unsolvable => (Some(false), None),
        Verdict::Solvable(laying) => (Some(true), Some(laid(puzzle, laying))),
        Verdict::Open => (None, None),
    };
    WhyAnswer {
        puzzle: &puzzle.title,
        solvable,
        solution,
        several: report.several,
        reasons: explanation
            .reasons
            .iter()
            .map(|reason| match reason {
                Reason::Obstacle(obstacle) => of_obstacle(puzzle, obstacle),
                Reason::Colouring(argument) => {
                    ReasonAnswer::Colouring(of_argument(puzzle, argument))
                }
                Reason::Conflict(conflict) => {
                    ReasonAnswer::Conflict(of_conflict(&report.loaded.instance, conflict))
                }
            })
            .collect(),
        tight: explanation
            .tight
            .as_ref()
            .map(|tight| of_tight(puzzle, tight)),
        complete: !report.over,
    }
}

fn of_obstacle<'a>(puzzle: &Puzzle, obstacle: &Obstacle) -> ReasonAnswer<'a> {
    let message = obstacle.message(puzzle);
    match obstacle {
        Obstacle::Area { .. } | Obstacle::Colouring(_) => ReasonAnswer::Area { message },
        Obstacle::Unplaceable { .. } | Obstacle::UnplaceableBesideGivens { .. } => {
            ReasonAnswer::Unplaceable { message }
        }
        Obstacle::Unreachable { cells } | Obstacle::UnreachableBesideGivens { cells } => {
            ReasonAnswer::Unreachable {
                message,
                cells: (cells.iter())
                    .map(|cell| coordinates(puzzle, *cell))
                    .collect(),
            }
        }
    }
}

fn weights(puzzle: &Puzzle, colouring: &Colouring) -> Vec<Weighted> {
    puzzle
        .board
        .indices()
        .zip(&colouring.weights)
        .map(|(at, weight)| Weighted {
            cell: coordinates(puzzle, at),
            weight: *weight,
        })
        .collect()
}

fn of_argument<'a>(puzzle: &'a Puzzle, argument: &'a Argument) -> ColouringAnswer<'a> {
    let Argument {
        colouring,
        board,
        pieces,
        together,
        by_cells,
    } = argument;
    let sums = |piece: &'a PieceSums| SumsAnswer {
        piece: name(puzzle, piece.piece),
        copies: (piece.copies.min, piece.copies.max),
        sums: &piece.sums,
    };
    ColouringAnswer {
        message: colouring.board(puzzle, board),
        weights: weights(puzzle, colouring),
        modulus: colouring.modulus,
        board,
        pieces: pieces.iter().map(sums).collect(),
        together,
        by_cells: (by_cells.iter())
            .map(|sums| SumsOfCellsAnswer {
                cells: sums.cells,
                board: &sums.board,
                together: &sums.together,
            })
            .collect(),
    }
}

fn of_tight<'a>(puzzle: &'a Puzzle, tight: &'a TightColouring) -> TightAnswer<'a> {
    TightAnswer {
        message: tight.colouring.board(puzzle, &[tight.board]),
        weights: weights(puzzle, &tight.colouring),
        board: tight.board,
        groups: tight
            .groups
            .iter()
            .map(|group| GroupAnswer {
                pieces: group.pieces.iter().map(|id| name(puzzle, *id)).collect(),
                sums: &group.sums,
            })
            .collect(),
        ways: &tight.ways,
        of: tight.of,
    }
}

fn of_conflict<'a>(instance: &'a Instance, conflict: &'a Conflict) -> ConflictAnswer<'a> {
    let puzzle = instance.puzzle();
    let parts = conflict.parts.iter().zip(&conflict.spared);
    let (first, second) = conflict.engines;
    ConflictAnswer {
        parts: parts
            .map(|(part, spared)| ConflictPartAnswer {
                demand: demand(instance, *part),
                spared: spared.as_ref().map(|laying| laid(puzzle, laying)),
            })
            .collect(),
        minimal: conflict.is_minimal(),
        engines: std::iter::once(first)
            .chain(second)
            .map(Engine::name)
            .collect(),
        cases: conflict
            .cases
            .as_ref()
            .map(|cases| of_cases(instance, cases)),
    }
}

/// A proof by cases as JSON. The recursion is as deep as the proof.
fn of_cases<'a>(instance: &'a Instance, cases: &'a Cases) -> ProofCasesAnswer<'a> {
    let puzzle = instance.puzzle();
    ProofCasesAnswer {
        demand: demand(instance, cases.demand),
        ways: cases
            .ways
            .iter()
            .map(|way| WayAnswer {
                placed: PlacedPieceAnswer::new(puzzle, way.piece, &way.cells),
                then: of_cases(instance, &way.then),
            })
            .collect(),
    }
}

fn demand(instance: &Instance, part: PuzzleDemand) -> DemandAnswer<'_> {
    let puzzle = instance.puzzle();
    match part {
        PuzzleDemand::Restriction(index) => DemandAnswer::Restriction(index),
        PuzzleDemand::Condition(index) => {
            DemandAnswer::Condition(puzzle.conditions[index].to_string())
        }
        PuzzleDemand::Constraint(id) => {
            DemandAnswer::Condition(instance.constraint(id).in_words(puzzle))
        }
        PuzzleDemand::Given(index) => {
            let given = &puzzle.givens[index];
            DemandAnswer::Given(PlacedPieceAnswer::new(puzzle, given.piece, &given.cells))
        }
        PuzzleDemand::Cell(at) => DemandAnswer::Cell(coordinates(puzzle, at)),
        PuzzleDemand::Piece(piece) => DemandAnswer::Piece(name(puzzle, piece)),
    }
}

fn name(puzzle: &Puzzle, piece: PieceId) -> &str {
    &puzzle.piece(piece).name
}

fn laid<'a>(puzzle: &'a Puzzle, laying: &Laying) -> Vec<PlacedPieceAnswer<'a>> {
    let placed = |(piece, cells): &(PieceId, Box<[BoardCell]>)| {
        PlacedPieceAnswer::new(puzzle, *piece, cells)
    };
    laying.iter().map(placed).collect()
}
