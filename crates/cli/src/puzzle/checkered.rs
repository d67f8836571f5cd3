//! Pieces coloured like a checkerboard.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Polyform};

use super::piece::{Piece, PieceError};
use crate::support::label::Label;

const COLORS: [&str; 2] = ["black", "white"];

impl Piece {
    /// The tiles that result from colouring the cells of a piece black and white, so that
    /// neighbours differ. Both sides have the same colours, as if the tiles were cut from a
    /// checkerboard.
    ///
    /// There is one tile if one of the piece's images exchanges the colours, otherwise two. Of two
    /// tiles, the one with more black cells has a `b` after its name, and the other a `w`. With
    /// equal numbers, the first cell of the `b` tile is black. Each tile is returned as its
    /// [faces](Self::with_cell_colors).
    ///
    /// Cost: one pass over the cells for each symmetry of the lattice.
    ///
    /// # Errors
    ///
    /// [`PieceError::NotCheckerable`] if neighbours cannot all differ, for example if three cells
    /// touch each other, or if the cells are not connected. Also the errors of
    /// [`with_cell_colors`](Self::with_cell_colors).
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::Piece;
    /// use tilewright_geometry::Lattice;
    ///
    /// // The five tetrominoes give seven checkered ones.
    /// let mut names = Vec::new();
    /// for piece in Piece::all_of_size(Lattice::Square, 4)? {
    ///     let faces = piece.checkered()?;
    ///     let tiles = faces.iter().filter(|face| face.is_first_face());
    ///     names.extend(tiles.map(|tile| tile.name.to_string()));
    /// }
    /// assert_eq!(names, ["I", "Lb", "Lw", "O", "S", "Tb", "Tw"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source of the name: S. W. Golomb, "Checker boards and polyominoes", American Mathematical Monthly
    /// 61 (1954), 675-682. Numbers: OEIS A001933, one-sided A121198.
    pub fn checkered(self) -> Result<Vec<Self>, PieceError> {
        let is_odd = two_coloring(&self.polyform).ok_or(PieceError::NotCheckerable)?;
        let odd = is_odd.iter().filter(|is_odd| **is_odd).count();
        // Cells with the colour of the first cell are even, all others odd.
        let even_is_black = odd * 2 <= is_odd.len();
        let colors = |first_is_black: bool| -> Vec<&str> {
            let color = |is_odd: &bool| COLORS[usize::from(*is_odd == first_is_black)];
            is_odd.iter().map(color).collect()
        };
        let [more_black, more_white] = [colors(even_is_black), colors(!even_is_black)];
        let faces = self.clone().with_cell_colors(&more_black, None)?;
        let shows = |face: &Self, colors: &[&str]| {
            let own = face.cell_colors.iter().flat_map(|own| &own.colors);
            own.map(Label::as_str).eq(colors.iter().copied())
        };
        let exchanged = |face: &Self| face.polyform == self.polyform && shows(face, &more_white);
        if faces.iter().any(exchanged) {
            return Ok(faces);
        }
        let named = |suffix: &str| self.clone().renamed(&format!("{}{suffix}", self.name));
        let mut faces = named("b")?.with_cell_colors(&more_black, None)?;
        faces.extend(named("w")?.with_cell_colors(&more_white, None)?);
        Ok(faces)
    }

    fn renamed(self, name: &str) -> Result<Self, PieceError> {
        let name = super::piece::piece_name(name)?;
        Ok(Self { name, ..self })
    }
}

/// For each cell of the form, whether its colour differs from that of the first cell, in the only
/// colouring in which all neighbours differ. `None` if there is no such colouring, or more than
/// one.
fn two_coloring(form: &Polyform) -> Option<Vec<bool>> {
    let first = *form.cells().first()?;
    let mut colored: BTreeMap<Cell, bool> = BTreeMap::from([(first, false)]);
    let mut open = vec![first];
    while let Some(cell) = open.pop() {
        let is_odd = colored[&cell];
        for neighbour in form.lattice().neighbours(cell) {
            if !form.cells().contains(&neighbour) {
                continue;
            }
            match colored.insert(neighbour, !is_odd) {
                None => open.push(neighbour),
                Some(known) if known == is_odd => return None,
                Some(_) => {}
            }
        }
    }
    form.cells()
        .iter()
        .map(|cell| colored.get(cell).copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use tilewright_geometry::{Lattice, Sides, named_polyforms};

    use super::*;

    fn tiles(lattice: Lattice, size: usize, sides: Sides) -> Result<usize, PieceError> {
        let mut tiles = 0;
        for named in named_polyforms(lattice, size, sides).unwrap() {
            let piece = Piece::new(&named.name, named.polyform).unwrap();
            let faces = Piece { sides, ..piece }.checkered()?;
            tiles += faces.iter().filter(|face| face.is_first_face()).count();
        }
        Ok(tiles)
    }

    /// Checks the numbers of OEIS A001933 and A121198.
    #[test]
    fn chessboard_polyominoes() {
        for (size, free, one_sided) in [
            (1, 2, 2),
            (2, 1, 1),
            (3, 4, 4),
            (4, 7, 10),
            (5, 24, 36),
            (6, 62, 110),
            (7, 216, 392),
            (8, 710, 1371),
        ] {
            assert_eq!(tiles(Lattice::Square, size, Sides::Free), Ok(free));
            assert_eq!(tiles(Lattice::Square, size, Sides::OneSided), Ok(one_sided));
        }
    }

    /// Checks that each piece with an odd number of cells gives two tiles, since no image exchanges
    /// the colours.
    #[test]
    fn of_an_odd_number_there_are_two_of_each() {
        for lattice in [Lattice::Square, Lattice::Triangle, Lattice::Cube] {
            let sides = lattice.default_sides();
            let all = named_polyforms(lattice, 5, sides).unwrap().len();
            assert_eq!(tiles(lattice, 5, sides), Ok(2 * all));
        }
    }

    #[test]
    fn three_hexagons_around_a_corner_have_no_two_colours() {
        let refused = tiles(Lattice::Hexagon, 3, Sides::Free);
        assert_eq!(refused, Err(PieceError::NotCheckerable));
    }
}
