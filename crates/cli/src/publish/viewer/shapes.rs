//! The orientations of a piece, or of a tile with coloured cells, and the effect of turns on them.

use std::collections::{BTreeMap, HashMap};

use tilewright_geometry::{BoardCell, Cell, Polyform, Vector};

use super::faces::orientations;
use super::orientation::{Orientation, drawn};
use super::turns::Turn;
use crate::cover::Meaning;
use crate::puzzle::{Piece, PieceId, Puzzle, Tray};

/// The tiles of a puzzle with their orientations. Each tile is identified by its first face. A piece without
/// coloured cells is a tile with one face.
pub(crate) fn tiles(puzzle: &Puzzle, turns: &[Turn]) -> Vec<(PieceId, Shapes)> {
    let tiles = puzzle.tiles();
    let mut faces: BTreeMap<PieceId, Vec<PieceId>> = BTreeMap::new();
    for (face, _) in puzzle.pieces() {
        faces.entry(tiles[face.index()]).or_default().push(face);
    }
    let shapes = |tile: PieceId, faces: &[PieceId]| match puzzle.piece(tile) {
        piece if piece.cell_colors.is_none() => Shapes::new(puzzle, piece, turns),
        _ => Shapes::of_faces(puzzle, faces, turns),
    };
    let tiles = faces.into_iter();
    tiles
        .map(|(tile, faces)| (tile, shapes(tile, &faces)))
        .collect()
}

/// The orientations of a piece or of a tile with coloured cells, with an index to look them up.
pub(crate) struct Shapes {
    pub(crate) orientations: Vec<Orientation>,
    index: OrientationIndex,
}

/// Finds the number of the orientation in which a piece lies.
enum OrientationIndex {
    /// Each orientation is found by the shape of the cells that it covers.
    Forms(HashMap<Polyform, usize>),
    /// Each orientation is found by its face. The list has each face with the cells that it covers, in
    /// the order of the orientations.
    Faces(Vec<(PieceId, Polyform)>),
}

impl Shapes {
    /// The orientations of a piece of a puzzle, without placements.
    ///
    /// In a tray with depth, only the first of the orientations that cover the same cells is kept.
    pub(crate) fn new(puzzle: &Puzzle, piece: &Piece, turns: &[Turn]) -> Self {
        let forms = piece.polyform.orientations(piece.sides);
        let mut index = HashMap::new();
        let mut bodies = Vec::new();
        for form in forms {
            let Some(laid) = laid(puzzle, &form) else {
                continue;
            };
            let next = bodies.len();
            if *index.entry(laid.clone()).or_insert(next) == next {
                bodies.push((form, laid));
            }
        }
        let find = |form: &Polyform| laid(puzzle, form).and_then(|laid| index.get(&laid).copied());
        let allowed = puzzle.lattice.symmetries(piece.sides);
        let turned = |body: &Polyform, turn: &Turn| {
            if !allowed.contains(&turn.symmetry) {
                return None;
            }
            // If the image does not fit the depth of the tray, the turn is repeated.
            let mut round = Vec::new();
            let mut form = body.transformed(&turn.symmetry);
            while form != *body && round.len() < 12 {
                round.push(form.clone());
                form = form.transformed(&turn.symmetry);
            }
            round.push(form);
            let next = round.iter().find_map(find)?;
            // The last form is the body itself; the one before it is the image under the inverse turn.
            let before = round.iter().rev().skip(1).find_map(find).unwrap_or(next);
            Some([next, before])
        };
        let orientations = bodies
            .iter()
            .map(|(body, laid)| Orientation {
                turned: turns.iter().map(|turn| turned(body, turn)).collect(),
                ..drawn(puzzle, body, laid)
            })
            .collect();
        Self {
            orientations,
            index: OrientationIndex::Forms(index),
        }
    }

    /// The orientations of a tile with coloured cells: those of all its faces. They do not have their placements
    /// yet.
    fn of_faces(puzzle: &Puzzle, faces: &[PieceId], turns: &[Turn]) -> Self {
        let form = |face: &PieceId| (*face, puzzle.piece(*face).polyform.clone());
        Self {
            orientations: orientations(puzzle, faces, turns),
            index: OrientationIndex::Faces(faces.iter().map(form).collect()),
        }
    }

    /// For each orientation, in the order of their numbers, the cells that it covers.
    pub(crate) fn forms(&self) -> Vec<&Polyform> {
        match &self.index {
            OrientationIndex::Forms(index) => {
                let mut forms: Vec<_> = index.iter().collect();
                forms.sort_unstable_by_key(|&(_, at)| at);
                forms.into_iter().map(|(form, _)| form).collect()
            }
            OrientationIndex::Faces(faces) => faces.iter().map(|(_, form)| form).collect(),
        }
    }

    /// The number of the orientation in which an option places this piece, or one of its faces. `None` if the
    /// option places another piece.
    pub(crate) fn of(&self, puzzle: &Puzzle, meaning: &Meaning) -> Option<usize> {
        match &self.index {
            OrientationIndex::Forms(index) => {
                index.get(&form(puzzle, &meaning.placement.cells)?).copied()
            }
            OrientationIndex::Faces(faces) => {
                faces.iter().position(|(face, _)| *face == meaning.piece)
            }
        }
    }
}

/// The polyform that consists of these cells of the board; in a tray with depth, its projection. `None` if the
/// cells do not form a polyform.
fn form(puzzle: &Puzzle, cells: &[BoardCell]) -> Option<Polyform> {
    let lattice = puzzle.lattice;
    let cells = cells.iter().map(|cell| puzzle.board.cell(*cell));
    if let Tray::Projected { .. } = puzzle.tray {
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

/// The cells of the board that an orientation of a piece covers. `None` if it does not fill the depth of the
/// tray exactly.
fn laid(puzzle: &Puzzle, form: &Polyform) -> Option<Polyform> {
    let Tray::Projected { layers } = puzzle.tray else {
        return Some(form.clone());
    };
    if u32::try_from(form.extent().z).ok()?.checked_add(1)? != layers {
        return None;
    }
    let lattice = puzzle.lattice;
    let flat = |cell: &Cell| {
        lattice.cell_at(Vector {
            z: 0,
            ..cell.vector()
        })
    };
    let mut cells: Vec<Cell> = form.cells().iter().filter_map(flat).collect();
    cells.sort_unstable();
    cells.dedup();
    Polyform::quasi(lattice, cells).ok()
}

#[cfg(test)]
mod tests {
    use super::super::turns::turns;
    use super::*;
    use crate::puzzle::{Source, load};

    fn shapes(text: &str) -> Vec<(String, Vec<Orientation>)> {
        let puzzle = load(&Source::new("test.ron", text)).unwrap().puzzle;
        let turns = turns(puzzle.lattice);
        let pieces = puzzle.pieces.iter();
        pieces
            .map(|piece| {
                let shapes = Shapes::new(&puzzle, piece, &turns);
                (piece.name.to_string(), shapes.orientations)
            })
            .collect()
    }

    /// Checks on every lattice that the inverse turn undoes a turn.
    #[test]
    fn inverse_turns_undo_turns() {
        for text in [
            "(lattice: Square, board: Rect(6, 10), pieces: [Set(of: Polyominoes(5))])",
            "(lattice: Triangle, board: Rhombus(6, 6), pieces: [Set(of: Polyiamonds(6))])",
            "(lattice: Stick, board: Rect(5, 5), pieces: [Set(of: Polysticks(4), except: [\"L\"])])",
            "(lattice: Cube, board: Box(2, 2, 10), pieces: [Set(of: Polycubes(4), copies: (0, 9))])",
        ] {
            for (name, orientations) in shapes(text) {
                for (number, orientation) in orientations.iter().enumerate() {
                    for (turn, turned) in orientation.turned.iter().enumerate() {
                        let Some([next, before]) = *turned else {
                            continue;
                        };
                        let back = |at: usize| orientations[at].turned[turn].unwrap();
                        assert_eq!(back(next)[1], number, "{name}");
                        assert_eq!(back(before)[0], number, "{name}");
                    }
                }
            }
        }
    }

    /// Checks that turning and turning over reach every orientation.
    #[test]
    fn turns_reach_every_orientation() {
        for (text, expected) in [
            (
                "(lattice: Square, board: Rect(5, 1), pieces: [Piece(name: \"F\", cells: Picture([\".##\", \"##\", \".#\"]))])",
                8,
            ),
            (
                "(lattice: Square, board: Rect(5, 1), pieces: [Piece(name: \"F\", sides: OneSided, cells: Picture([\".##\", \"##\", \".#\"]))])",
                4,
            ),
            (
                "(lattice: Square, board: Rect(5, 1), pieces: [Piece(name: \"F\", sides: Fixed, cells: Picture([\".##\", \"##\", \".#\"]))])",
                1,
            ),
            (
                "(lattice: Cube, board: Box(4, 1, 1), pieces: [Piece(name: \"L\", cells: Picture([\"###\", \"#..\"]))])",
                24,
            ),
            // A piece of three cubes in two layers covers two cells, in a row or in a column.
            (
                "(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 1), pieces: [Piece(name: \"B\", cells: Picture([\"##\", \"\", \"#.\"]))])",
                2,
            ),
        ] {
            let (_, orientations) = shapes(text).remove(0);
            let mut reached = vec![0];
            let mut next = 0;
            while let Some(&at) = reached.get(next) {
                for turned in orientations[at].turned.iter().flatten() {
                    for &to in turned {
                        if !reached.contains(&to) {
                            reached.push(to);
                        }
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), orientations.len(), "{text}");
            assert_eq!(orientations.len(), expected, "{text}");
        }
    }
}
