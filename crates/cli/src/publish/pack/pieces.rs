//! The pieces of a puzzle, their orientations, and where they may lie.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::{Cell, Polyform, Sides};

use super::Placement;
use super::board::{LayerOutline, outline};
use crate::cover::Instance;
use crate::picture::palette::{INK, Scheme, ink_on, mix};
use crate::picture::render::Labels;
use crate::publish::viewer::{Shapes, form, turns};
use crate::puzzle::Puzzle;

/// By piece and orientation, the cells that the first cell may lie on.
pub(super) type Places = Vec<Vec<Vec<usize>>>;

/// A piece.
#[derive(Serialize, PartialEq)]
pub(super) struct PieceData {
    name: String,
    /// What is written on it.
    label: String,
    color: String,
    /// The colours of its edges and of writing on it.
    edge: String,
    ink: String,
    sides: &'static str,
    /// The least and the greatest number of copies.
    copies: [u32; 2],
    orientations: Vec<OrientationData>,
}

/// An orientation, seen from its first cell in reading order.
#[derive(Serialize, PartialEq)]
struct OrientationData {
    cells: Vec<[i32; 3]>,
    kinds: Vec<usize>,
    /// The cells of the piece in space, where a tray with depth sees less of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    body: Vec<[i32; 3]>,
    /// The vertices at which it keeps others from crossing it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    through: Vec<Vec<i32>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outline: Vec<LayerOutline>,
    /// By turn of the lattice: the orientation that it makes, and the one that the turn back makes.
    turned: Vec<Option<[usize; 2]>>,
}

/// All pieces of a puzzle.
pub(super) struct Set {
    pub(super) pieces: Vec<PieceData>,
    pub(super) places: Places,
    /// How each option lies.
    pub(super) lying: BTreeMap<OptionId, Placement>,
}

impl Set {
    pub(super) fn of(instance: &Instance) -> Self {
        let puzzle = instance.puzzle();
        let turns = turns(puzzle.lattice);
        let (labels, scheme) = (Labels::of_puzzle(puzzle), Scheme::of_puzzle(puzzle));
        let mut pieces = Vec::with_capacity(puzzle.pieces.len());
        let mut all = Vec::with_capacity(puzzle.pieces.len());
        for (id, piece) in puzzle.pieces() {
            let shapes = Shapes::new(puzzle, piece, &turns);
            let fill = scheme.fill(id).color;
            pieces.push(PieceData {
                name: piece.name.to_string(),
                label: labels.of(id).to_owned(),
                color: fill.to_string(),
                edge: mix(fill, INK, 0.5).to_string(),
                ink: ink_on(fill).to_string(),
                sides: match piece.sides {
                    Sides::Free => "free",
                    Sides::OneSided => "one-sided",
                    Sides::Fixed => "fixed",
                },
                copies: [piece.copies.min, piece.copies.max],
                orientations: orientations(puzzle, &shapes),
            });
            all.push(shapes);
        }
        let mut places: Places = all
            .iter()
            .map(|shapes| vec![Vec::new(); shapes.orientations.len()])
            .collect();
        let mut lying = BTreeMap::new();
        for option in instance.problem().options() {
            let meaning = instance.meaning(option);
            let cells = &meaning.placement.cells;
            let piece = meaning.piece.index();
            let orientation = form(puzzle, cells).and_then(|form| all[piece].of(&form));
            if let (Some(first), Some(orientation)) = (cells.first(), orientation) {
                lying.insert(option, [piece, orientation, first.index()]);
                places[piece][orientation].push(first.index());
            }
        }
        for places in places.iter_mut().flatten() {
            // A given and a further copy of its piece may lie alike.
            places.sort_unstable();
            places.dedup();
        }
        Self {
            pieces,
            places,
            lying,
        }
    }
}

fn orientations(puzzle: &Puzzle, shapes: &Shapes) -> Vec<OrientationData> {
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
        let mut outline = outline(table, cells, origin);
        for layer in &mut outline {
            layer.raise(-base);
        }
        OrientationData {
            cells: orientation.cells.clone(),
            kinds: cells
                .iter()
                .map(|&cell| table.offset_and_kind(cell).1.index())
                .collect(),
            body: orientation.body.clone(),
            through: orientation.through.clone(),
            outline,
            turned: orientation.turned.clone(),
        }
    })
    .collect()
}
