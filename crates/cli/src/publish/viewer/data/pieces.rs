//! The pieces with their orientations and placements.

use std::collections::HashMap;

use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::super::orientation::Orientation;
use super::super::shapes::tiles;
use super::super::texts::Texts;
use super::super::turns::Turn;
use crate::cover::Instance;
use crate::picture::palette::{INK, PieceFill, Scheme, fills_of_colors, ink_on, mix};
use crate::picture::render::Labels;
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{Condition, Puzzle};
use crate::support::label::Label;

#[derive(Debug, Serialize)]
pub(super) struct PagePiece<'a> {
    name: &'a str,
    /// The name in the language of the page.
    called: &'a str,
    label: String,
    color: String,
    /// The colour of edges, darker than `color`.
    edge: String,
    /// The colour of the label, which contrasts with `color`.
    ink: &'static str,
    /// The number of times that the palette was used up before this piece; from 1 on, pieces are hatched.
    round: usize,
    /// The minimum and the maximum number of copies.
    copies: [u32; 2],
    pub(super) orientations: Vec<Orientation>,
}

/// The colours of pieces' cells, and the pairs of them that may meet; `None` if no cell has a colour.
pub(super) fn cell_colors(puzzle: &Puzzle) -> Option<Record> {
    let known = puzzle.cell_colors();
    if known.is_empty() {
        return None;
    }
    let paints = known.iter().zip(fills_of_colors(puzzle));
    let paints = paints.map(|(color, fill)| [color.to_string(), fill.color.to_string()]);
    let row = |one: &&Label| -> Value {
        let others = known.iter();
        others.map(|other| puzzle.lets_meet(one, other)).collect()
    };
    let says = puzzle.conditions.iter().any(Condition::is_of_colors);
    Some(record! {
        paints: paints.collect::<Value>(),
        meets: says.then(|| known.iter().map(row).collect::<Value>()),
        near: if says { near(puzzle) } else { Vec::new() },
    })
}

/// For each cell of the board, its neighbours on the board.
fn near(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let board = &puzzle.board;
    let near = |cell: BoardCell| {
        let near = puzzle.lattice.neighbours(board.cell(cell));
        near.filter_map(|near| board.index_of(near))
            .map(BoardCell::index)
            .collect()
    };
    board.indices().map(near).collect()
}

/// The placement number of each option.
#[derive(Debug)]
pub(super) struct PlacementNumbers {
    /// The placement number of each option, by the option's index. A given and the same placement of another
    /// copy of its piece are two options with one placement number.
    pub(super) of: Vec<u32>,
    pub(super) placements: u32,
}

impl PlacementNumbers {
    pub(super) fn number(&self, option: OptionId) -> u32 {
        self.of[option.index()]
    }

    /// The placement numbers of options, ascending.
    pub(super) fn sorted(&self, options: &[OptionId]) -> Vec<u32> {
        let mut numbers: Vec<u32> = options.iter().map(|o| self.number(*o)).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// The pieces with their placements, and the placement number of each option.
pub(super) fn pieces<'a>(
    instance: &'a Instance,
    turns: &[Turn],
    texts: &'a Texts,
) -> (Vec<PagePiece<'a>>, PlacementNumbers) {
    let puzzle = instance.puzzle();
    let labels = Labels::of_puzzle(puzzle);
    let scheme = Scheme::of_puzzle(puzzle);
    let mut pieces = Vec::new();
    let tile_of = puzzle.tiles();
    // Maps a piece, an orientation and a first cell to the options with that placement.
    let mut lying: HashMap<(usize, usize, usize), Vec<usize>> = HashMap::new();
    for (id, mut shapes) in tiles(puzzle, turns) {
        let piece = puzzle.piece(id);
        let mut orientations = std::mem::take(&mut shapes.orientations);
        for (option, meaning) in instance.meanings().iter().enumerate() {
            if tile_of[meaning.piece.index()] != id {
                continue;
            }
            let first = meaning.placement.cells.first();
            let (Some(first), Some(orientation)) = (first, shapes.of(puzzle, meaning)) else {
                unreachable!("invariant: where cells have places a placement is an orientation");
            };
            let same = lying.entry((pieces.len(), orientation, first.index()));
            let same = same.or_default();
            if same.is_empty() {
                orientations[orientation].at.push(first.index());
            }
            same.push(option);
        }
        for orientation in &mut orientations {
            orientation.at.sort_unstable();
        }
        let copies = piece.copies_of_tile();
        let fill = match piece.cell_colors {
            // The piece itself is drawn without colour: the colours of its cells distinguish it from others.
            Some(_) => PieceFill::BLANK,
            None => scheme.fill(id),
        };
        pieces.push(PagePiece {
            name: &piece.name,
            called: texts.piece_name(&piece.name),
            label: labels.of(id).to_owned(),
            color: fill.color.to_string(),
            edge: mix(fill.color, INK, 0.5).to_string(),
            ink: if ink_on(fill.color) == INK {
                "#1a1a1a"
            } else {
                "#fff"
            },
            round: fill.round,
            copies: [copies.min, copies.max],
            orientations,
        });
    }
    let mut numbers = vec![0; instance.meanings().len()];
    let mut next = 0;
    for (piece, of) in pieces.iter().enumerate() {
        for (orientation, of) in of.orientations.iter().enumerate() {
            for &first in &of.at {
                for &option in lying
                    .get(&(piece, orientation, first))
                    .into_iter()
                    .flatten()
                {
                    numbers[option] = next;
                }
                next += 1;
            }
        }
    }
    let numbers = PlacementNumbers {
        of: numbers,
        placements: next,
    };
    (pieces, numbers)
}
