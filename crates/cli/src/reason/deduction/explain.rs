//! Why a step holds: how each of the other ways fails, and where that is seen.

use tilewright_geometry::BoardCell;

use super::bits;
use super::clash::unmatched;
use super::effort::MAX_STEP;
use super::find::{Finding, place_without_ways};
use super::follow::{Workspace, forced_one_by_one};
use super::place::{Place, serving};
use super::pocket::Pocket;
use super::position::{Contradiction, Position};
use super::step::{Flaw, Pockets, Refutation};
use super::table::Table;
use super::technique::Technique;

/// Cells that are cut off are a hole if there are no more than these.
const MAX_HOLE: usize = 12;

/// How all ways but those that are left fail, the plainest first.
pub(super) fn explain(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    found: &Finding,
) -> Vec<Refutation> {
    let mut out = serving(table, found.place).to_vec();
    bits::intersect(&mut out, &position.live);
    for option in &found.left {
        bits::remove(&mut out, *option);
    }
    let mut refuted: Vec<(u32, usize, Refutation)> = bits::ones(&out)
        .map(|option| {
            let looks = workspace.fails(table, position, option);
            let effort = looks.map_or(u32::MAX, |(effort, ..)| effort);
            let refutation = if found.technique == Technique::Search && looks.is_none() {
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
    refuted.sort_by_key(|(effort, option, _)| (*effort, *option));
    refuted.into_iter().map(|(.., refuted)| refuted).collect()
}

/// How one option fails.
fn refutation(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    option: usize,
) -> Refutation {
    let mut last = position.clone();
    last.place(table, option);
    let (follows, end) = forced_one_by_one(workspace, table, &mut last);
    let flaw = match end {
        Some(Contradiction::Cell(cell)) if unmatched(table, &last, Place::Cell(cell)).is_some() => {
            Flaw::Colors(table.cells[cell])
        }
        Some(Contradiction::Cell(cell)) => Flaw::Hole(hole(table, &last, cell)),
        Some(Contradiction::Piece(piece)) => Flaw::NoPlace(table.pieces[piece].id),
        Some(Contradiction::Asked(asked)) => Flaw::Constraint(table.asked[asked]),
        Some(Contradiction::Clash) => Flaw::Clash,
        Some(Contradiction::Pocket) => Flaw::Pockets(pockets(workspace, table, &last)),
        Some(Contradiction::Colouring(colouring)) => {
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

/// The open cells that are cut off with a cell that nothing can cover; it alone if they are many.
fn hole(table: &Table, position: &Position, cell: usize) -> Vec<BoardCell> {
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

/// Of the pockets of a position, the smallest that can't be filled alone; if each can, all but
/// the largest.
fn pockets(workspace: &mut Workspace, table: &Table, position: &Position) -> Pockets {
    let mut pockets = workspace.pockets.of(table, position);
    pockets.sort_by_key(|pocket| pocket.most);
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
    }
}

/// Where to look: the open cells that the ways to serve a place cover, as long as these are not
/// half of all; else those in and around what is placed in the end.
pub(super) fn region(
    table: &Table,
    position: &Position,
    place: Place,
    placed: usize,
) -> Vec<BoardCell> {
    let mut cells = vec![0; position.open.len()];
    for option in bits::ones_in_both(&position.live, serving(table, place)) {
        bits::unite(&mut cells, table.masks.row(option));
    }
    if 2 * bits::len(&cells) > bits::len(&position.open) {
        cells.clone_from(&table.masks.row(placed).to_vec());
        for cell in bits::ones(table.masks.row(placed)) {
            bits::unite(&mut cells, table.neighbours.row(cell));
        }
    }
    bits::intersect(&mut cells, &position.open);
    bits::ones(&cells).map(|cell| table.cells[cell]).collect()
}
