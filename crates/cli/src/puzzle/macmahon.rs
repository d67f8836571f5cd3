//! MacMahon's tiles: squares and triangles with a colour along each edge.

use std::collections::{BTreeMap, HashSet};

use tilewright_geometry::compact::map_of;
use tilewright_geometry::{Cell, Lattice, Polyform, Sides};

use super::faces::{Face, faces, faces_as_pieces};
use super::piece::{Piece, PieceError};
use crate::support::label::Label;

impl Piece {
    /// All squares with `colors` edge colours, up to rotation. Each square consists of four cells
    /// of the tetrakis lattice, one for each edge. Three colours give MacMahon's 24 squares.
    ///
    /// Colours are named `a`, `b`, …. The name of a tile lists the colours at its top, right, bottom
    /// and left.
    ///
    /// # Errors
    ///
    /// [`PieceError::EdgeColors`] for no colours or more than 11.
    ///
    /// Source: P. A. MacMahon, *New Mathematical Pastimes* (1921).
    pub fn macmahon_squares(colors: u32) -> Result<Vec<Self>, PieceError> {
        let cells = (0..4).map(|quarter| [0, 0, quarter]);
        edge_tiles(Lattice::Tetrakis, cells, colors, |quarter| quarter, 4)
    }

    /// All triangles with `colors` edge colours, up to rotation. Each triangle consists of six
    /// cells of the kisrhombille lattice, two for each edge. Four colours give MacMahon's 24
    /// triangles.
    ///
    /// Colours are named `a`, `b`, …. The name of a tile lists the colours of its edges.
    ///
    /// # Errors
    ///
    /// [`PieceError::EdgeColors`] for no colours or more than 11.
    ///
    /// Source: P. A. MacMahon, *New Mathematical Pastimes* (1921).
    pub fn macmahon_triangles(colors: u32) -> Result<Vec<Self>, PieceError> {
        let cells = UP_TRIANGLE.into_iter();
        edge_tiles(Lattice::Kisrhombille, cells, colors, |sixth| sixth / 2, 3)
    }
}

/// The largest number of edge colours. With 11 there are 3,751 squares with 14,641 faces.
const MAX_EDGE_COLORS: u32 = 11;

/// The six cells of the triangle with the corners (0, 0), (1, 0) and (0, 1), two for each edge.
const UP_TRIANGLE: [[i64; 3]; 6] = [
    [0, 0, 0],
    [0, 0, 5],
    [0, 0, 4],
    [0, 0, 9],
    [0, 0, 8],
    [0, 0, 1],
];

/// The tiles with `edges` edges, up to rotation, as faces. `edge_of` maps the position of a cell in
/// `cells` to its edge.
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
    let edge_of: BTreeMap<Cell, usize> = map_of(cells.enumerate().map(|(at, cell)| {
        let cell = lattice.cell(&cell);
        (cell.expect("invariant: a cell of the lattice"), edge_of(at))
    }));
    let form = Polyform::new(lattice, edge_of.keys().copied());
    let form = form.expect("invariant: the cells of a tile hang together");
    let letters: Vec<Label> = ('a'..)
        .take(colors as usize)
        .map(|letter| Label::escaping(letter.encode_utf8(&mut [0; 4])))
        .collect();
    let mut pieces = Vec::new();
    let mut known: HashSet<Face> = HashSet::new();
    for number in 0..colors.pow(edges) {
        // The colours of the edges are the digits of `number`. The first edge is the highest digit.
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

    /// Checks that there are n(n + 1)(n² - n + 2) / 4 squares and n(n² + 2) / 3 triangles (MacMahon,
    /// *New Mathematical Pastimes*, 1921). They have n⁴ and 2n³ faces: all colourings of a square, and
    /// of a triangle pointing up or down.
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
}
