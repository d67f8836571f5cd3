//! What `why` prints as text.

use std::io::Write;

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::WhyReport;
use crate::cover::Instance;
use crate::cover::conditions::Constraint;
use crate::cover::notation::{cell, written};
use crate::picture::render::{CellMark, Labels, Paint, marked, placements};
use crate::puzzle::Puzzle;
use crate::reason::conflict::{Cases, Conflict, PuzzleDemand};
use crate::reason::why::{Reason, Verdict};
use crate::solve::refute::colouring::{Argument, Colouring, PieceSums, TightColouring, names};
use crate::solve::refute::feasibility::Obstacle;
use crate::support::format::rough;
use crate::surface::cli::commands::{LoadedPuzzle, Output};
use crate::surface::cli::failure::Failure;

/// The mark of the cells that a reason names: those that no placement covers, or those still to be covered.
const CROSS: &str = "×";

/// The maximum number of cells that are listed in addition to their picture.
const MOST_CELLS: usize = 16;

pub(super) fn write(out: &mut Output, report: &WhyReport<'_>) -> Result<(), Failure> {
    let puzzle = report.loaded.instance.puzzle();
    writeln!(out, "{}", puzzle.title)?;
    match &report.explanation.verdict {
        Verdict::Solvable(laying) => {
            let several = if report.several {
                ", and more than one"
            } else {
                ""
            };
            writeln!(out, "\nThere is a solution{several}: nothing to explain.\n")?;
            let laid = laying.iter().map(|(piece, cells)| (*piece, cells.as_ref()));
            let laid = laid.collect_vec();
            let labels = Labels::of_puzzle(puzzle);
            write!(out, "{}", placements(puzzle, &labels, &laid, out.styled))?;
            if report.several {
                writeln!(
                    out,
                    "\n`tilewright unify` finds givens that leave one solution."
                )?;
            }
            return Ok(());
        }
        Verdict::Open => {
            writeln!(
                out,
                "\nWhether there is a solution was not decided {}; {}.",
                in_time(report),
                if report.explanation.coloured {
                    "no colouring rules one out, and no conflict was found"
                } else {
                    "nothing that speaks against one was found"
                }
            )?;
        }
        Verdict::Unsolvable if report.explanation.reasons.is_empty() => {
            writeln!(
                out,
                "\nA search shows that there is no solution, but no reason that a person could \
                 follow was found {}.",
                in_time(report)
            )?;
        }
        Verdict::Unsolvable => {}
    }
    for reason in &report.explanation.reasons {
        writeln!(out)?;
        match reason {
            Reason::Obstacle(obstacle) => write_obstacle(out, puzzle, obstacle)?,
            Reason::Colouring(argument) => write_argument(out, puzzle, argument)?,
            Reason::Conflict(conflict) => write_conflict(out, report, conflict)?,
        }
    }
    if let Some(tight) = &report.explanation.tight {
        writeln!(out)?;
        write_tight(out, puzzle, tight)?;
    }
    if report.time.is_none() {
        writeln!(out, "\nInterrupted: not everything was tried.")?;
    } else if report.over {
        writeln!(
            out,
            "\nThe time limit ended before everything was tried: allow more with --for."
        )?;
    }
    Ok(())
}

/// The time limit in words, as time of one thread: `within 60 s`. Without a limit, words for a run that
/// a signal ended.
fn in_time(report: &WhyReport<'_>) -> String {
    match report.time {
        Some(time) => format!("within {}", rough(time.as_secs_f64())),
        None => "before the interruption".to_owned(),
    }
}

fn write_obstacle(out: &mut Output, puzzle: &Puzzle, obstacle: &Obstacle) -> Result<(), Failure> {
    let message = obstacle.message(puzzle);
    writeln!(out, "There is no solution: {message}.")?;
    let cells = obstacle.cells();
    if !cells.is_empty() {
        let crossed = |cell: BoardCell| cross(cells.contains(&cell));
        let picture = with_givens(puzzle, |_| true, crossed, out.styled);
        write!(out, "\n{picture}")?;
    }
    Ok(())
}

fn cross(there: bool) -> CellMark {
    CellMark {
        label: if there { CROSS } else { "" }.to_owned(),
        paint: there.then(|| Paint::numbered(0)),
        region: None,
    }
}

fn write_argument(out: &mut Output, puzzle: &Puzzle, argument: &Argument) -> Result<(), Failure> {
    let Argument {
        colouring,
        board,
        pieces,
        ..
    } = argument;
    writeln!(
        out,
        "There is no solution: {}.\n",
        colouring.board(puzzle, board)
    )?;
    write_colouring(out, puzzle, colouring, pieces)?;
    for line in argument.never_met() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes the board with the weights of its cells, and the sums of weights that each piece can cover.
fn write_colouring(
    out: &mut Output,
    puzzle: &Puzzle,
    colouring: &Colouring,
    pieces: &[PieceSums],
) -> Result<(), Failure> {
    let mark = |cell: BoardCell| {
        let label = colouring.mark(cell);
        let weight = colouring.weights.get(cell.index()).copied().unwrap_or(0);
        let paint = usize::try_from(weight.rem_euclid(64))
            .ok()
            .filter(|_| weight != 0);
        CellMark {
            label,
            paint: paint.map(Paint::numbered),
            region: None,
        }
    };
    if colouring.is_drawn() {
        let picture = with_givens(puzzle, |_| true, mark, out.styled);
        write!(out, "{picture}")?;
        if let Some(legend) = colouring.legend() {
            writeln!(out, "{legend}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Here is {}:", colouring.heading())?;
    let lines = colouring.pieces(puzzle, pieces);
    let width = lines.iter().map(|(names, _)| names.chars().count()).max();
    let width = width.unwrap_or(0);
    for (names, sums) in lines {
        writeln!(out, "  {names:<width$}  {sums}")?;
    }
    Ok(())
}

fn write_tight(out: &mut Output, puzzle: &Puzzle, tight: &TightColouring) -> Result<(), Failure> {
    let TightColouring {
        colouring,
        board,
        pieces,
        groups,
        ways,
        of,
    } = tight;
    writeln!(
        out,
        "No colouring that was tried decides it, but one leaves little freedom: {}.\n",
        colouring.board(puzzle, &[*board])
    )?;
    write_colouring(out, puzzle, colouring, pieces)?;
    writeln!(
        out,
        "Of {of} ways to choose, {} the board's difference:",
        match ways.len() {
            1 => "one makes".to_owned(),
            many => format!("{many} make"),
        }
    )?;
    for way in ways {
        let parts = way.iter().zip(groups).map(|(counts, group)| {
            let names = names(puzzle, &group.pieces);
            let shares = counts
                .iter()
                .zip(&group.sums)
                .filter(|(count, _)| **count > 0);
            let shares = match shares.clone().exactly_one() {
                Ok((_, sum)) => sum.to_string(),
                Err(_) => shares
                    .map(|(count, sum)| format!("{count} × {sum}"))
                    .join(" and "),
            };
            format!("{names}: {shares}")
        });
        writeln!(out, "  {}", parts.format("; "))?;
    }
    Ok(())
}

fn write_conflict(
    out: &mut Output,
    report: &WhyReport<'_>,
    conflict: &Conflict,
) -> Result<(), Failure> {
    let LoadedPuzzle {
        instance,
        source,
        spans,
        ..
    } = report.loaded;
    let puzzle = instance.puzzle();
    writeln!(
        out,
        "There is no solution: {} cannot be met together.",
        match conflict.parts.len() {
            1 => "one demand".to_owned(),
            many => format!("{many} demands"),
        }
    )?;
    let cells = conflict.parts.iter().filter_map(|part| match part {
        PuzzleDemand::Cell(cell) => Some(*cell),
        _ => None,
    });
    let cells = cells.collect_vec();
    let pieces = conflict.parts.iter().filter_map(|part| match part {
        PuzzleDemand::Piece(piece) => Some(*piece),
        _ => None,
    });
    let pieces = pieces.collect_vec();
    for part in &conflict.parts {
        match part {
            PuzzleDemand::Restriction(index) => {
                let span = spans.restrictions[*index];
                let text = source.text().get(span.start..span.end);
                writeln!(out, "  restriction  {}", text.unwrap_or_default())?;
            }
            PuzzleDemand::Condition(index) => {
                writeln!(out, "  condition    {}", puzzle.conditions[*index])?;
            }
            PuzzleDemand::Constraint(id) => {
                let words = instance.constraint(*id).in_words(puzzle);
                writeln!(out, "  condition    {words}")?;
            }
            PuzzleDemand::Given(index) => {
                if let Some(given) = puzzle.givens.get(*index) {
                    let placed = written(puzzle, given.piece, &given.cells);
                    writeln!(out, "  given        {placed}")?;
                }
            }
            PuzzleDemand::Cell(_) | PuzzleDemand::Piece(_) => {}
        }
    }
    if !cells.is_empty() {
        let list = if cells.len() <= MOST_CELLS {
            format!(": {}", coordinates(puzzle, &cells))
        } else {
            String::new()
        };
        let noun = if cells.len() == 1 { "cell" } else { "cells" };
        writeln!(out, "  to cover     {} {noun} ({CROSS}){list}", cells.len())?;
    }
    if !pieces.is_empty() {
        writeln!(out, "  to use       {}", names(puzzle, &pieces))?;
    }
    writeln!(out)?;
    let shown = |index: usize| conflict.parts.contains(&PuzzleDemand::Given(index));
    let crossed = |cell: BoardCell| cross(cells.contains(&cell));
    let picture = with_givens(puzzle, shown, crossed, out.styled);
    write!(out, "{picture}")?;
    writeln!(out, "\n{}", standing(conflict))?;
    if let Some(cases) = &conflict.cases {
        writeln!(out, "\nBy cases:")?;
        write_cases(out, instance, cases, 1)?;
    }
    Ok(())
}

/// States whether the conflict is proved minimal, and which engines checked it.
fn standing(conflict: &Conflict) -> String {
    let open = conflict
        .spared
        .iter()
        .filter(|spared| spared.is_none())
        .count();
    let minimal = match (conflict.parts.len(), open) {
        (1, 0) => "It alone cannot be met.".to_owned(),
        (_, 0) => "Without any one of them the others can be met, so all are needed.".to_owned(),
        (_, open) => format!(
            "Not proved minimal: for {open} of them there was no time to decide whether they are \
             needed."
        ),
    };
    match conflict.engines {
        (first, Some(second)) => format!("{minimal} Checked by {first} and by {second}."),
        (first, None) => format!("{minimal} Checked by {first} alone."),
    }
}

/// Draws the board with a mark in each cell. If `shown` accepts the index of a given, the given is
/// drawn instead of the marks on its cells.
fn with_givens(
    puzzle: &Puzzle,
    shown: impl Fn(usize) -> bool,
    mark: impl Fn(BoardCell) -> CellMark,
    styled: bool,
) -> String {
    let labels = Labels::of_puzzle(puzzle);
    let given_at = |cell: BoardCell| {
        let mut givens = puzzle.givens.iter().enumerate();
        givens.find(|(index, given)| shown(*index) && given.cells.contains(&cell))
    };
    let mark = |cell: BoardCell| match given_at(cell) {
        Some((index, given)) => CellMark {
            label: labels.of(given.piece).to_owned(),
            paint: labels.paint(given.piece),
            region: Some(index),
        },
        None => mark(cell),
    };
    marked(puzzle, mark, styled)
}

/// Writes a proof by cases, one line per case. Deeper cases are indented further. The recursion is
/// as deep as the proof.
fn write_cases(
    out: &mut Output,
    instance: &Instance,
    cases: &Cases,
    depth: usize,
) -> Result<(), Failure> {
    let puzzle = instance.puzzle();
    let indent = "  ".repeat(depth);
    let demand = match cases.demand {
        PuzzleDemand::Restriction(_) | PuzzleDemand::Condition(_) => String::new(),
        PuzzleDemand::Constraint(id) => met_in_words(puzzle, instance.constraint(id)),
        PuzzleDemand::Given(index) => match puzzle.givens.get(index) {
            Some(given) => {
                let placed = written(puzzle, given.piece, &given.cells);
                format!("the given {placed} can be laid")
            }
            None => String::new(),
        },
        PuzzleDemand::Cell(at) => format!("{} can be covered", cell(puzzle, at)),
        PuzzleDemand::Piece(piece) => format!("{} can be used", puzzle.piece(piece).name),
    };
    match cases.ways.as_slice() {
        [] => writeln!(out, "{indent}in no way {demand}")?,
        [_] => writeln!(out, "{indent}in one way {demand}:")?,
        ways => writeln!(out, "{indent}in {} ways {demand}:", ways.len())?,
    }
    for way in &cases.ways {
        let placed = written(puzzle, way.piece, &way.cells);
        writeln!(out, "{indent}- {placed}")?;
        write_cases(out, instance, &way.then, depth + 1)?;
    }
    Ok(())
}

/// A condition that must be met, as a clause: `this can be met, that the line between columns 3 and
/// 4 must be crossed`.
fn met_in_words(puzzle: &Puzzle, constraint: &Constraint) -> String {
    format!("this can be met, that {}", constraint.in_words(puzzle))
}

/// The coordinates of cells: `(1,0) (0,1)`.
fn coordinates(puzzle: &Puzzle, cells: &[BoardCell]) -> String {
    cells.iter().map(|at| cell(puzzle, *at)).join(" ")
}
