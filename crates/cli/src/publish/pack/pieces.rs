//! The pieces of a puzzle, their orientations and their places.

use std::collections::BTreeMap;

use tilewright_dlx::OptionId;
use tilewright_geometry::{Cell, Polyform, Sides};

use super::PackPlacement;
use super::board::outline;
use crate::cover::Instance;
use crate::picture::palette::{INK, PieceFill, Scheme, fills_of_colors, ink_on, mix};
use crate::picture::render::Labels;
use crate::publish::interchange::table::{Value, record};
use crate::publish::viewer::{Shapes, tiles, turns};
use crate::puzzle::Puzzle;

/// For each piece and orientation, the cells of the board on which the orientation's anchor may
/// lie.
pub(super) type PackPlaces = Vec<Vec<Vec<usize>>>;

/// The pieces of a puzzle in the form of a pack, with the places where each orientation may lie.
pub(super) struct PackedSet {
    pub(super) colors: Value,
    pub(super) pieces: Value,
    pub(super) places: PackPlaces,
    pub(super) lying: BTreeMap<OptionId, PackPlacement>,
}

impl PackedSet {
    pub(super) fn of(instance: &Instance) -> Self {
        let puzzle = instance.puzzle();
        let turns = turns(puzzle.lattice);
        let (labels, scheme) = (Labels::of_puzzle(puzzle), Scheme::of_puzzle(puzzle));
        let mut pieces = Vec::with_capacity(puzzle.pieces.len());
        let mut all = Vec::with_capacity(puzzle.pieces.len());
        let tile_of = puzzle.tiles();
        let mut number_of = BTreeMap::new();
        for (id, shapes) in tiles(puzzle, &turns) {
            let piece = puzzle.piece(id);
            let fill = match piece.cell_colors {
                Some(_) => PieceFill::BLANK.color,
                None => scheme.fill(id).color,
            };
            let copies = piece.copies_of_tile();
            pieces.push(record! {
                name: &piece.name,
                label: labels.of(id),
                color: fill.to_string(),
                edge: mix(fill, INK, 0.5).to_string(),
                ink: ink_on(fill).to_string(),
                sides: puzzle.sides_of_tile(id).unwrap_or(Sides::Fixed).word(),
                copies: [copies.min, copies.max],
                orientations: orientations(puzzle, &shapes),
            });
            number_of.insert(id, all.len());
            all.push(shapes);
        }
        let mut places: PackPlaces = all
            .iter()
            .map(|shapes| vec![Vec::new(); shapes.orientations.len()])
            .collect();
        let mut lying = BTreeMap::new();
        for option in instance.problem().options() {
            let meaning = instance.meaning(option);
            let piece = number_of[&tile_of[meaning.piece.index()]];
            let orientation = all[piece].of(puzzle, meaning);
            let first = meaning.placement.cells.first();
            if let (Some(first), Some(orientation)) = (first, orientation) {
                lying.insert(option, [piece, orientation, first.index()]);
                places[piece][orientation].push(first.index());
            }
        }
        for places in places.iter_mut().flatten() {
            // A given and another copy of its piece can have the same place, which then occurs twice.
            places.sort_unstable();
            places.dedup();
        }
        Self {
            colors: colors(puzzle),
            pieces: pieces.into(),
            places,
            lying,
        }
    }
}

/// The colours of cells. Cells refer to them by their indices in this list.
fn colors(puzzle: &Puzzle) -> Value {
    let known = puzzle.cell_colors().into_iter();
    let colors = known.zip(fills_of_colors(puzzle));
    colors
        .map(|(name, fill)| {
            record! {
                name: name,
                color: fill.color.to_string(),
                ink: ink_on(fill.color).to_string(),
            }
        })
        .collect()
}

/// The orientations. Vectors and positions are relative to the anchor, the first cell in reading order.
fn orientations(puzzle: &Puzzle, shapes: &Shapes) -> Value {
    let table = puzzle.lattice.table();
    let forms = shapes.forms().into_iter();
    let data = shapes.orientations.iter().zip(forms);
    data.map(|(orientation, form): (_, &Polyform)| {
        let cells: &[Cell] = form.cells();
        let first = cells
            .iter()
            .copied()
            .min_by_key(|&cell| puzzle.lattice.reading_key(cell));
        let origin = first.map_or([0.0; 3], |cell| table.project(cell.vector()));
        let base = first.map_or(0, |cell| table.offset_and_kind(cell).0.z);
        let kinds = cells.iter();
        let kinds = kinds.map(|&cell| table.offset_and_kind(cell).1.index());
        record! {
            cells: orientation.cells.clone(),
            kinds: kinds.collect::<Value>(),
            colors?: Value::from(orientation.colors.clone()).unless_empty(),
            body?: Value::from(orientation.body.clone()).unless_empty(),
            through?: Value::from(orientation.through.clone()).unless_empty(),
            outline?: outline(table, cells, origin, base).unless_empty(),
            turned: orientation.turned.clone(),
        }
    })
    .collect()
}
