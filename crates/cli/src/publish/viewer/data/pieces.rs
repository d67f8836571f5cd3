//! The pieces, their orientations and placements.

use std::collections::HashMap;

use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::{BoardCell, Polyform, Vector};

use super::super::shapes::{Orientation, Shapes};
use super::super::texts::Texts;
use super::super::turns::Turn;
use crate::cover::Instance;
use crate::picture::palette::{INK, Scheme, ink_on, mix};
use crate::picture::render::Labels;
use crate::puzzle::{Puzzle, Tray};

/// A piece.
#[derive(Debug, Serialize)]
pub(super) struct Piece<'a> {
    name: &'a str,
    /// What it is called in the language of the page.
    called: &'a str,
    label: String,
    color: String,
    /// A darker colour, for its edges, and the colour of writing on it.
    edge: String,
    ink: &'static str,
    /// How often the palette was used up before: pieces beyond it are hatched.
    round: usize,
    /// The least and the greatest number of copies.
    copies: [u32; 2],
    pub(super) orientations: Vec<Orientation>,
}

/// The number of each option's placement.
#[derive(Debug)]
pub(super) struct Numbers {
    /// By option. A given and a further copy of its piece may lie alike, and have the same.
    pub(super) of: Vec<u32>,
    /// How many placements there are.
    pub(super) placements: u32,
}

impl Numbers {
    /// The number of an option.
    pub(super) fn number(&self, option: OptionId) -> u32 {
        self.of[option.index()]
    }

    /// The numbers of some options, ascending.
    pub(super) fn sorted(&self, options: &[OptionId]) -> Vec<u32> {
        let mut numbers: Vec<u32> = options.iter().map(|o| self.number(*o)).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// The pieces with their placements, and the number of each option.
pub(super) fn pieces<'a>(
    instance: &'a Instance,
    turns: &[Turn],
    texts: &'a Texts,
) -> (Vec<Piece<'a>>, Numbers) {
    let puzzle = instance.puzzle();
    let labels = Labels::of_puzzle(puzzle);
    let scheme = Scheme::of_puzzle(puzzle);
    let mut pieces = Vec::new();
    // By piece, orientation and first cell: the options that lie so.
    let mut lying: HashMap<(usize, usize, usize), Vec<usize>> = HashMap::new();
    for (id, piece) in puzzle.pieces() {
        let mut shapes = Shapes::new(puzzle, piece, turns);
        for (option, meaning) in instance.meanings().iter().enumerate() {
            if meaning.piece != id {
                continue;
            }
            let cells = &meaning.placement.cells;
            let (Some(first), Some(orientation)) = (
                cells.first(),
                form(puzzle, cells).and_then(|form| shapes.of(&form)),
            ) else {
                continue;
            };
            let same = lying.entry((id.index(), orientation, first.index()));
            let same = same.or_default();
            if same.is_empty() {
                shapes.orientations[orientation].at.push(first.index());
            }
            same.push(option);
        }
        for orientation in &mut shapes.orientations {
            orientation.at.sort_unstable();
        }
        let fill = scheme.fill(id);
        pieces.push(Piece {
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
            copies: [piece.copies.min, piece.copies.max],
            orientations: shapes.orientations,
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
    let numbers = Numbers {
        of: numbers,
        placements: next,
    };
    (pieces, numbers)
}

/// The form of some cells of the board.
pub(crate) fn form(puzzle: &Puzzle, cells: &[BoardCell]) -> Option<Polyform> {
    let lattice = puzzle.lattice;
    let cells = cells.iter().map(|cell| puzzle.board.cell(*cell));
    if let Tray::Projected { .. } = puzzle.tray {
        // What lies in a tray may touch in space only.
        let flat = cells.filter_map(|cell| {
            lattice.cell_at(Vector {
                z: 0,
                ..cell.vector()
            })
        });
        return Polyform::quasi(lattice, flat).ok();
    }
    Polyform::quasi(lattice, cells).ok()
}
