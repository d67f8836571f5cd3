//! Explains why a step is sound: how each of the other placements fails, and in which cells.

use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::CompactSort;

use super::bits;
use super::clash::unmatched;
use super::effort::MAX_STEP;
use super::find::{FoundStep, place_without_ways};
use super::follow::{Workspace, forced_one_by_one};
use super::place::{Place, serving};
use super::pocket::Pocket;
use super::position::{Position, PositionConflict};
use super::step::{Flaw, Pockets, Refutation};
use super::table::DeductionTable;
use super::technique::Technique;

/// The maximum number of cells of a hole. If more cells are cut off, only one of them is shown.
const MAX_HOLE: usize = 12;

/// How each placement fails, except those that remain. The simplest failures come first.
pub(super) fn explain(
    workspace: &mut Workspace,
    table: &DeductionTable,
    position: &Position,
    found: &FoundStep,
) -> Vec<Refutation> {
    let mut out = serving(table, found.place).to_vec();
    bits::intersect(&mut out, &position.live);
    for option in &found.left {
        bits::remove(&mut out, *option);
    }
    let mut refuted: Vec<(u32, usize, Refutation)> = bits::ones(&out)
        .map(|option| {
            let failure = workspace.fails(table, position, option);
            let effort = failure.map_or(u32::MAX, |(effort, ..)| effort);
            let refutation = if found.technique == Technique::Search && failure.is_none() {
                Refutation {
                    option: table.options[option],
                    follows: Vec::new(),
                    flaw: Flaw::Trying,
                }
            } else {
                refutation(workspace, table, position, option)
            };
            (effort, option, refutation)
        })
        .collect();
    refuted.compact_sort_by_key(|(effort, option, _)| (*effort, *option));
    refuted.into_iter().map(|(.., refuted)| refuted).collect()
}

/// How one option fails.
fn refutation(
    workspace: &mut Workspace,
    table: &DeductionTable,
    position: &Position,
    option: usize,
) -> Refutation {
    let mut last = position.clone();
    last.place(table, option);
    let (follows, end) = forced_one_by_one(workspace, table, &mut last);
    let flaw = match end {
        Some(PositionConflict::Cell(cell))
            if unmatched(table, &last, Place::Cell(cell)).is_some() =>
        {
            Flaw::Colors(table.cells[cell])
        }
        Some(PositionConflict::Cell(cell)) => Flaw::Hole(hole(table, &last, cell)),
        Some(PositionConflict::Piece(piece)) => Flaw::NoPlace(table.pieces[piece].id),
        Some(PositionConflict::Asked(asked)) => Flaw::Constraint(table.asked[asked]),
        Some(PositionConflict::Clash) => Flaw::Clash,
        Some(PositionConflict::Pocket) => Flaw::Pockets(pockets(workspace, table, position, &last)),
        Some(PositionConflict::Colouring(colouring)) => {
            Flaw::Colouring(&table.colours[colouring].colouring.name)
        }
        None => match place_without_ways(workspace, table, position, option, MAX_STEP) {
            Some((_, place)) => Flaw::Deeper(place.want(table)),
            None => Flaw::Trying,
        },
    };
    Refutation {
        option: table.options[option],
        follows: follows.iter().map(|o| table.options[*o]).collect(),
        flaw,
    }
}

/// The open cells connected to a cell that nothing can cover, with that cell. If there are more
/// than [`MAX_HOLE`], only the cell itself.
fn hole(table: &DeductionTable, position: &Position, cell: usize) -> Vec<BoardCell> {
    let mut cells = vec![cell];
    let mut at = 0;
    while at < cells.len() && cells.len() <= MAX_HOLE {
        let near = bits::ones_in_both(&position.open, table.neighbours.row(cells[at]));
        for near in near {
            if !cells.contains(&near) {
                cells.push(near);
            }
        }
        at += 1;
    }
    if cells.len() > MAX_HOLE {
        cells.truncate(1);
    }
    cells.sort_unstable();
    cells.into_iter().map(|cell| table.cells[cell]).collect()
}

/// The smallest pocket that cannot be filled alone. If each pocket can be filled alone, all pockets
/// except the largest.
fn pockets(
    workspace: &mut Workspace,
    table: &DeductionTable,
    before: &Position,
    position: &Position,
) -> Pockets {
    let count_before = workspace.pockets.of(table, before).len();
    let mut pockets = workspace.pockets.of(table, position);
    let is_cut = pockets.len() > count_before;
    pockets.compact_sort_by_key(|pocket| pocket.most);
    let alone = pockets
        .iter()
        .position(|pocket| !workspace.pockets.can_fill_alone(table, position, pocket));
    match alone {
        Some(at) => pockets = vec![pockets.swap_remove(at)],
        None => {
            pockets.pop();
        }
    }
    let cells = |pocket: &Pocket| -> Vec<BoardCell> {
        let cells = bits::ones(&pocket.cells);
        cells.map(|cell| table.cells[cell]).collect()
    };
    Pockets {
        pockets: pockets.iter().map(cells).collect(),
        alone: alone.is_some(),
        is_cut,
    }
}
