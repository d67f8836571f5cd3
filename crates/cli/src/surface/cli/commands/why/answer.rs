//! The explanation as JSON.

use serde::Serialize;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use super::super::placed::{PlacedPiece, coordinates};
use super::Report;
use crate::cover::Instance;
use crate::puzzle::{PieceId, Puzzle};
use crate::reason::conflict::{Cases, Conflict, Laying, Part};
use crate::reason::why::{Reason, Verdict};
use crate::solve::refute::colouring::{Argument, Colouring, PieceSums, TightColouring};
use crate::solve::refute::feasibility::Obstacle;

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    puzzle: &'a str,
    /// `false` if there is none, `true` if there is one, nothing if it was not
    /// found out.
    solvable: Option<bool>,
    solution: Option<Vec<PlacedPiece<'a>>>,
    several: bool,
    reasons: Vec<ReasonAnswer<'a>>,
    tight: Option<TightAnswer<'a>>,
    /// Whether all was tried that is ever tried.
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
    parts: Vec<PartAnswer<'a>>,
    minimal: bool,
    engines: Vec<&'static str>,
    cases: Option<CasesAnswer<'a>>,
}

#[derive(Serialize)]
struct PartAnswer<'a> {
    #[serde(flatten)]
    demand: Demand<'a>,
    /// Placements that meet all the others.
    spared: Option<Vec<PlacedPiece<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Demand<'a> {
    Restriction(usize),
    Condition(String),
    Given(PlacedPiece<'a>),
    Cell(Vec<i32>),
    Piece(&'a str),
}

#[derive(Serialize)]
struct CasesAnswer<'a> {
    demand: Demand<'a>,
    ways: Vec<WayAnswer<'a>>,
}

#[derive(Serialize)]
struct WayAnswer<'a> {
    placed: PlacedPiece<'a>,
    then: CasesAnswer<'a>,
}

pub(super) fn of<'a>(told: &Report<'a>) -> Answer<'a> {
    let puzzle = told.loaded.instance.puzzle();
    let explanation = told.explanation;
    let (solvable, solution) = match &explanation.verdict {
        Verdict::Unsolvable => (Some(false), None),
        Verdict::Solvable(laying) => (Some(true), Some(laid(puzzle, laying))),
        Verdict::Open => (None, None),
    };
    Answer {
        puzzle: &puzzle.title,
        solvable,
        solution,
        several: told.several,
        reasons: explanation
            .reasons
            .iter()
            .map(|reason| match reason {
                Reason::Obstacle(obstacle) => of_obstacle(puzzle, obstacle),
                Reason::Colouring(argument) => {
                    ReasonAnswer::Colouring(of_argument(puzzle, argument))
                }
                Reason::Conflict(conflict) => {
                    ReasonAnswer::Conflict(of_conflict(&told.loaded.instance, conflict))
                }
            })
            .collect(),
        tight: explanation
            .tight
            .as_ref()
            .map(|tight| of_tight(puzzle, tight)),
        complete: !told.over,
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
            .map(|(part, spared)| PartAnswer {
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

/// As deep as the proof.
fn of_cases<'a>(instance: &'a Instance, cases: &'a Cases) -> CasesAnswer<'a> {
    let puzzle = instance.puzzle();
    CasesAnswer {
        demand: demand(instance, cases.demand),
        ways: cases
            .ways
            .iter()
            .map(|way| WayAnswer {
                placed: PlacedPiece::new(puzzle, way.piece, &way.cells),
                then: of_cases(instance, &way.then),
            })
            .collect(),
    }
}

fn demand(instance: &Instance, part: Part) -> Demand<'_> {
    let puzzle = instance.puzzle();
    match part {
        Part::Restriction(index) => Demand::Restriction(index),
        Part::Condition(index) => Demand::Condition(puzzle.conditions[index].to_string()),
        Part::Constraint(id) => Demand::Condition(instance.constraint(id).in_words(puzzle)),
        Part::Given(index) => {
            let given = &puzzle.givens[index];
            Demand::Given(PlacedPiece::new(puzzle, given.piece, &given.cells))
        }
        Part::Cell(at) => Demand::Cell(coordinates(puzzle, at)),
        Part::Piece(piece) => Demand::Piece(name(puzzle, piece)),
    }
}

fn name(puzzle: &Puzzle, piece: PieceId) -> &str {
    &puzzle.piece(piece).name
}

fn laid<'a>(puzzle: &'a Puzzle, laying: &Laying) -> Vec<PlacedPiece<'a>> {
    let placed =
        |(piece, cells): &(PieceId, Box<[BoardCell]>)| PlacedPiece::new(puzzle, *piece, cells);
    laying.iter().map(placed).collect()
}
