//! Pieces with coloured cells, and the ways to lay them.
//!
//! A tile may cover the same cells in several ways that show its colours differently: a square tile
//! covers one square in four orientations. Each *face* is an orientation with its colours. It is a
//! separate piece that is never rotated. The faces of a tile share its copies: the number of copies of
//! a tile bounds the total number of uses of its faces.

use std::collections::BTreeMap;

use tilewright_geometry::compact::{CompactSort, map_of};
use tilewright_geometry::{Board, BoardCell, Isometry, Polyform, Sides, glyph_position};

use super::piece::{CellColors, Piece, PieceError, piece_name};
use crate::support::label::Label;

/// The suffix of the name of a tile that selects its first face only.
pub(super) const FIRST_FACE: &str = ".1";

/// The order in which a file lists the colours of a polyform's cells: by layer, row, then column,
/// as in a picture. Maps each position in that order to the index of the cell.
pub(super) fn picture_order(form: &Polyform) -> Vec<usize> {
    let mut order: Vec<usize> = (0..form.cells().len()).collect();
    order.compact_sort_by_key(|&at| {
        let (column, row, layer) = glyph_position(form.lattice(), form.cells()[at]);
        (layer, row, column)
    });
    order
}

/// A shape and the colours of its cells, in the order of the cells.
pub(super) type Face = (Polyform, Box<[Label]>);

impl Piece {
    /// The faces of a tile with coloured cells, each as a piece that is not rotated further. The
    /// sides of this piece decide which faces are allowed.
    ///
    /// `colors` lists the colours in the order of the polyform's cells. `back` lists the colours of
    /// the same cells on the other side of the tile; by default both sides are equal. The first
    /// face has the name of the piece. The names of the others end in a number: `a.2`.
    ///
    /// Cost: one pass over the cells for each symmetry of the lattice.
    ///
    /// # Errors
    ///
    /// [`PieceError::CellColors`] if the numbers of colours and cells differ. [`PieceError::ColorsOffLattice`] if
    /// some orientations of the form are not images under symmetries of the lattice, since their colours are
    /// undefined. Also if a colour is not a valid name, or if the name of a face is too long.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::Piece;
    /// use tilewright_geometry::{Lattice, Polyform, rectangle};
    ///
    /// // A domino of two colours has four faces.
    /// let domino = Polyform::new(Lattice::Square, rectangle(Lattice::Square, 2, 1)?)?;
    /// let faces = Piece::new("ab", domino)?.with_cell_colors(&["a", "b"], None)?;
    /// let names: Vec<&str> = faces.iter().map(|face| face.name.as_str()).collect();
    /// assert_eq!(names, ["ab", "ab.2", "ab.3", "ab.4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_cell_colors(
        self,
        colors: &[&str],
        back: Option<&[&str]>,
    ) -> Result<Vec<Self>, PieceError> {
        let labels = |colors: &[&str]| -> Result<Vec<Label>, PieceError> {
            if colors.len() != self.polyform.cells().len() {
                return Err(PieceError::CellColors {
                    colors: colors.len(),
                    cells: self.polyform.cells().len(),
                });
            }
            colors.iter().map(|color| piece_name(color)).collect()
        };
        let front = labels(colors)?;
        let back = back
            .map(labels)
            .transpose()?
            .unwrap_or_else(|| front.clone());
        let faces = faces(&self.polyform, self.sides, &front, &back);
        if distinct_shapes(&faces) != self.polyform.orientations(self.sides).len() {
            return Err(PieceError::ColorsOffLattice);
        }
        faces_as_pieces(&self, faces)
    }

    /// The cells of a face on a board, with their colours; empty if the piece has no coloured cells. The board must not
    /// wrap around.
    pub fn colors_on<'a>(
        &'a self,
        board: &Board,
        cells: &[BoardCell],
    ) -> Vec<(BoardCell, &'a Label)> {
        let Some(CellColors { colors, .. }) = &self.cell_colors else {
            return Vec::new();
        };
        // A face is only translated. Translations preserve the order of cells, so the sorted cells are in the
        // order of the colours.
        let mut cells = cells.to_vec();
        cells.compact_sort_by_key(|&cell| board.cell(cell));
        cells.into_iter().zip(colors).collect()
    }
}

/// The distinct images of a coloured shape, the shape itself first.
pub(super) fn faces(form: &Polyform, sides: Sides, front: &[Label], back: &[Label]) -> Vec<Face> {
    let mut faces: Vec<Face> = Vec::new();
    for symmetry in form.lattice().symmetries(sides) {
        let colors = if symmetry.is_rotation() { front } else { back };
        let face = image(form, colors, symmetry);
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    faces
}

/// The image of a coloured shape under a symmetry.
pub(super) fn image(form: &Polyform, colors: &[Label], symmetry: &Isometry) -> Face {
    let cells = form.cells().iter().zip(colors);
    let moved = cells.map(|(cell, color)| (symmetry.apply(cell.vector()), color));
    // Sorted by position, the colours are in the order of the cells of the transformed form.
    let by_place: BTreeMap<_, &Label> = map_of(moved);
    let colors = by_place.into_values().cloned().collect();
    (form.transformed(symmetry), colors)
}

fn distinct_shapes(faces: &[Face]) -> usize {
    let mut shapes: Vec<&Polyform> = faces.iter().map(|(form, _)| form).collect();
    shapes.compact_sort();
    shapes.dedup();
    shapes.len()
}

pub(super) fn faces_as_pieces(tile: &Piece, faces: Vec<Face>) -> Result<Vec<Piece>, PieceError> {
    let face = |(number, (polyform, colors)): (usize, Face)| {
        let name = match number {
            1 => tile.name.clone(),
            _ => piece_name(&format!("{}.{number}", tile.name))?,
        };
        let face = Piece {
            name,
            polyform,
            ..tile.clone()
        };
        Ok(face.into_face(colors, tile.name.clone()))
    };
    (1..).zip(faces).map(face).collect()
}

impl Piece {
    /// Makes the piece a face of a tile. The bounds of the number of its copies now apply to the tile.
    pub(super) fn into_face(self, colors: Box<[Label]>, tile: Label) -> Self {
        let (copies, unlimited) = (self.copies, self.unlimited);
        let face = Self {
            sides: Sides::Fixed,
            cell_colors: Some(CellColors {
                colors,
                tile,
                copies,
            }),
            ..self
        };
        Self {
            unlimited,
            ..face.used(copies)
        }
    }

    /// The image of the face under a symmetry of its lattice; `None` if its cells have no colours.
    pub(crate) fn face_image(&self, symmetry: &Isometry) -> Option<Self> {
        let own = self.cell_colors.as_ref()?;
        let (polyform, colors) = image(&self.polyform, &own.colors, symmetry);
        let cell_colors = Some(CellColors {
            colors,
            ..own.clone()
        });
        Some(Self {
            polyform,
            cell_colors,
            ..self.clone()
        })
    }

    /// The same face, as a face of another tile.
    pub(super) fn of_tile(self, tile: Label) -> Self {
        let cell_colors = self.cell_colors.map(|colors| CellColors { tile, ..colors });
        Self {
            cell_colors,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_geometry::Lattice;

    use super::*;
    use crate::puzzle::{Source, load};

    /// Checks the order of colours in a row of three triangles. The centre of the middle one, which
    /// points down, is higher than the other centres, but the picture has all three in one row.
    #[test]
    fn colours_are_listed_as_in_a_picture() {
        let text = "(lattice: Triangle, board: Picture([\"^v^\"]), pieces: [
            Piece(name: \"P\", cells: Picture([\"^v^\"]), sides: Fixed, colors: [\"a\", \"b\", \"c\"]),
        ])";
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let again = load(&Source::new("again", puzzle.to_ron())).unwrap().puzzle;
        for puzzle in [puzzle, again] {
            let piece = &puzzle.pieces[0];
            let cells = piece.polyform.cells().iter();
            let colors = &piece.cell_colors.as_ref().unwrap().colors;
            let mut row: Vec<(f64, &str)> = cells
                .zip(colors)
                .map(|(cell, color)| (Lattice::Triangle.centre(*cell)[0], color.as_str()))
                .collect();
            row.compact_sort_by(|one, other| one.0.total_cmp(&other.0));
            let row: Vec<&str> = row.into_iter().map(|(_, color)| color).collect();
            assert_eq!(row, ["a", "b", "c"]);
        }
    }

    #[test]
    fn a_back_may_have_other_colours() {
        let l = [[0, 0], [1, 0], [0, 1]].map(|cell| Lattice::Square.cell(&cell).unwrap());
        let l = Piece::new("L", Polyform::new(Lattice::Square, l).unwrap()).unwrap();
        let faces = |back| l.clone().with_cell_colors(&["a"; 3], back).unwrap().len();
        assert_eq!(faces(None), 4);
        assert_eq!(faces(Some(&["b"; 3])), 8);
        assert!(l.with_cell_colors(&["a"], None).is_err());
    }
}
