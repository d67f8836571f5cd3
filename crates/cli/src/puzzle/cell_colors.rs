//! Pieces whose cells have colours, and the ways to lay them.
//!
//! A piece of one shape in two orientations may show its colours in more ways than it covers cells:
//! a square tile covers one square however it is turned. So each *face*, an orientation with the
//! colours where they come to lie, is a piece of its own that is not turned any more, and the faces
//! of a tile share its copies: of all of them together as many are used as there are of the tile.

use std::collections::{BTreeMap, HashSet};

use tilewright_geometry::{Board, BoardCell, Cell, Isometry, Lattice, Polyform, Sides};

use super::piece::{Copies, Piece, PieceError, piece_name};
use crate::support::label::Label;

/// What the cells of a face are coloured, and which tile it is a face of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellColors {
    /// The colour of each cell, in the order of [`Polyform::cells`].
    pub colors: Box<[Label]>,
    /// The tile, by the name of its first face.
    pub tile: Label,
    /// How often all faces of the tile are used together.
    pub copies: Copies,
}

/// A shape and the colours of its cells.
type Face = (Polyform, Box<[Label]>);

impl Piece {
    /// The faces of a tile with coloured cells, each a piece that is not turned, as the piece's sides
    /// allow. `back` has the colours of the same cells where the tile is turned over, if they are
    /// others. The first face has the name of the piece, the others a number after it: `a.2`.
    ///
    /// Cost: the symmetries of the lattice, times the cells.
    ///
    /// # Errors
    ///
    /// [`PieceError::CellColors`] if there are not as many colours as cells, or the lattice has
    /// orientations that no symmetry makes, of which colours can't be told; or a name with its number
    /// is too long.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::Piece;
    /// use tilewright_geometry::{Lattice, Polyform, rectangle};
    ///
    /// // A domino of two colours lies in four ways.
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

    /// The cells of a face that lies on a board, with their colours; none if it has no colours. The
    /// board does not wrap around.
    pub fn colors_on<'a>(
        &'a self,
        board: &Board,
        cells: &[BoardCell],
    ) -> Vec<(BoardCell, &'a Label)> {
        let Some(CellColors { colors, .. }) = &self.cell_colors else {
            return Vec::new();
        };
        // A face is not turned, and a translation keeps the order of cells.
        let mut cells = cells.to_vec();
        cells.sort_unstable_by_key(|&cell| board.cell(cell));
        cells.into_iter().zip(colors).collect()
    }
}

/// The distinct images of a coloured shape, the shape as it is drawn first.
fn faces(form: &Polyform, sides: Sides, front: &[Label], back: &[Label]) -> Vec<Face> {
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

/// The image of a coloured shape.
pub(super) fn image(form: &Polyform, colors: &[Label], symmetry: &Isometry) -> Face {
    let cells = form.cells().iter().zip(colors);
    let moved = cells.map(|(cell, color)| (symmetry.apply(cell.vector()), color));
    // Cells of a form are sorted, and so are these, but for a translation.
    let by_place: BTreeMap<_, &Label> = moved.collect();
    let colors = by_place.into_values().cloned().collect();
    (form.transformed(symmetry), colors)
}

fn distinct_shapes(faces: &[Face]) -> usize {
    let mut shapes: Vec<&Polyform> = faces.iter().map(|(form, _)| form).collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes.len()
}

fn faces_as_pieces(tile: &Piece, faces: Vec<Face>) -> Result<Vec<Piece>, PieceError> {
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
    /// The piece as one face of a tile, whose copies it has.
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

    /// How often it is used; of a face, how often all faces of its tile are together.
    pub fn copies_of_tile(&self) -> Copies {
        let colors = self.cell_colors.as_ref();
        colors.map_or(self.copies, |colors| colors.copies)
    }

    /// What a person calls it: the name of its tile, however it lies.
    pub fn name_of_tile(&self) -> &Label {
        let colors = self.cell_colors.as_ref();
        colors.map_or(&self.name, |colors| &colors.tile)
    }

    /// The face as a symmetry of its lattice moves it; none if its cells have no colours.
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

    /// Whether it is the same face as another piece, or as an image of one: of the same cells, in the same
    /// colours, of the same tile.
    pub(crate) fn is_face(&self, other: &Self) -> bool {
        self.polyform == other.polyform && self.cell_colors == other.cell_colors
    }

    /// Whether it stands for its tile, or is a piece without coloured cells.
    pub fn is_first_face(&self) -> bool {
        let colors = self.cell_colors.as_ref();
        colors.is_none_or(|colors| colors.tile == self.name)
    }

    /// The face as one of another tile.
    pub(super) fn of_tile(self, tile: Label) -> Self {
        let cell_colors = self.cell_colors.map(|colors| CellColors { tile, ..colors });
        Self {
            cell_colors,
            ..self
        }
    }

    /// The squares of so many colours of edges, each once: the quarters of a square on the tetrakis
    /// lattice. Those of three colours are MacMahon's 24 squares. Colours are `a`, `b` and so on, and a
    /// tile is called by those of its quarters at the top, right, bottom and left.
    ///
    /// # Errors
    ///
    /// [`PieceError::EdgeColors`] if there are no colours or more than 11.
    ///
    /// Source: P. A. MacMahon, *New Mathematical Pastimes* (1921).
    pub fn macmahon_squares(colors: u32) -> Result<Vec<Self>, PieceError> {
        let cells = (0..4).map(|quarter| [0, 0, quarter]);
        edge_tiles(Lattice::Tetrakis, cells, colors, |quarter| quarter, 4)
    }

    /// The triangles of so many colours of edges, each once: the sixths of a triangle on the
    /// kisrhombille lattice, two along each edge. Those of four colours are MacMahon's 24 triangles.
    /// Colours are `a`, `b` and so on, and a tile is called by those of its edges.
    ///
    /// # Errors
    ///
    /// [`PieceError::EdgeColors`] if there are no colours or more than 11.
    ///
    /// Source: P. A. MacMahon, *New Mathematical Pastimes* (1921).
    pub fn macmahon_triangles(colors: u32) -> Result<Vec<Self>, PieceError> {
        let cells = UP_TRIANGLE.into_iter();
        edge_tiles(Lattice::Kisrhombille, cells, colors, |sixth| sixth / 2, 3)
    }
}

/// The most colours of edges: 11 make 3,751 squares with 14,641 faces.
const MAX_EDGE_COLORS: u32 = 11;

/// The sixths of the triangle with the corners (0, 0), (1, 0) and (0, 1), two along each edge.
const UP_TRIANGLE: [[i64; 3]; 6] = [
    [0, 0, 0],
    [0, 0, 5],
    [0, 0, 4],
    [0, 0, 9],
    [0, 0, 8],
    [0, 0, 1],
];

/// The tiles with an edge for each of some groups of cells, up to rotation, face by face.
#[expect(
    clippy::expect_used,
    reason = "cells that are the same whatever the input"
)]
fn edge_tiles(
    lattice: Lattice,
    cells: impl Iterator<Item = [i64; 3]>,
    colors: u32,
    edge_of: impl Fn(usize) -> usize,
    edges: u32,
) -> Result<Vec<Piece>, PieceError> {
    if !(1..=MAX_EDGE_COLORS).contains(&colors) {
        return Err(PieceError::EdgeColors { colors });
    }
    let edge_of: BTreeMap<Cell, usize> = cells
        .enumerate()
        .map(|(at, cell)| {
            let cell = lattice.cell(&cell);
            (cell.expect("invariant: a cell of the lattice"), edge_of(at))
        })
        .collect();
    let form = Polyform::new(lattice, edge_of.keys().copied());
    let form = form.expect("invariant: the cells of a tile hang together");
    let letters: Vec<Label> = ('a'..)
        .take(colors as usize)
        .map(|letter| Label::escaping(letter.encode_utf8(&mut [0; 4])))
        .collect();
    let mut pieces = Vec::new();
    let mut known: HashSet<Face> = HashSet::new();
    for number in 0..colors.pow(edges) {
        // The first edge is the highest digit.
        let digit = |edge: u32| number / colors.pow(edges - 1 - edge) % colors;
        let of_edges: Vec<&Label> = (0..edges)
            .map(|edge| &letters[digit(edge) as usize])
            .collect();
        let of_cells: Vec<Label> = edge_of
            .values()
            .map(|&edge| of_edges[edge].clone())
            .collect();
        let faces = faces(&form, Sides::OneSided, &of_cells, &of_cells);
        if known.contains(&faces[0]) {
            continue;
        }
        known.extend(faces.iter().cloned());
        let name: String = of_edges.iter().map(|label| label.as_str()).collect();
        pieces.extend(faces_as_pieces(&Piece::new(&name, form.clone())?, faces)?);
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(pieces: &[Piece]) -> usize {
        let tiles = pieces.iter().filter_map(|piece| piece.cell_colors.as_ref());
        let names: HashSet<&Label> = tiles.map(|colors| &colors.tile).collect();
        names.len()
    }

    /// n(n + 1)(n² - n + 2) / 4 squares and n(n² + 2) / 3 triangles
    /// (MacMahon, *New Mathematical Pastimes*, 1921); all colourings of n⁴ squares, and of n³ triangles
    /// with either point up.
    #[test]
    fn macmahons_sets() {
        for n in 1..=5_u32 {
            let squares = Piece::macmahon_squares(n).unwrap();
            assert_eq!(
                tiles(&squares),
                (n * (n + 1) * (n * n + 2 - n) / 4) as usize
            );
            assert_eq!(squares.len(), n.pow(4) as usize);
            let triangles = Piece::macmahon_triangles(n).unwrap();
            assert_eq!(tiles(&triangles), (n * (n * n + 2) / 3) as usize);
            assert_eq!(triangles.len(), 2 * n.pow(3) as usize);
        }
        assert!(Piece::macmahon_squares(0).is_err());
        assert!(Piece::macmahon_triangles(12).is_err());
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
