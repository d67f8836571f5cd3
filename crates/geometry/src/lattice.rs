//! The lattices and their common operations.
//!
//! [`Lattice`] is the name of a lattice; its data is in a [`LatticeTable`]. The methods here
//! convert users' coordinates to cells and back, and step from cell to cell. Most of the crate uses
//! them instead of the raw table.

mod cell;
mod custom;
mod plan;
mod shapes;
pub(crate) mod table;

use std::fmt;
use std::sync::LazyLock;

pub use cell::{
    COORDINATE_LIMIT, Cell, CellError, Coordinates, Kind, MAX_CORNERS, Outline, ReadingKey, Vertex,
};
pub use custom::{
    Axes, CustomLattice, LatticeError, MAX_KINDS, MAX_PERIOD_STEPS, MAX_TABLE_COORDINATE,
    PeriodicTiling,
};
pub use shapes::{Filling, ShapeName};
use table::{Drawing, LatticeTable};

use crate::isometry::Isometry;
use crate::vector::Vector;

/// Declares the lattices: for each, its name, the file of its table, and its documentation.
macro_rules! lattices {
    ($($name:ident = $file:ident, $what:literal;)*) => {
        $(mod $file;)*

        /// A lattice: the grid that cells belong to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Lattice {
            $(#[doc = $what] $name,)*
            /// A user-defined lattice. See [`PeriodicTiling`].
            Custom(CustomLattice),
        }

        impl Lattice {
            /// All built-in lattices.
            pub const ALL: [Lattice; [$(stringify!($name)),*].len()] = [$(Lattice::$name),*];

            /// The names of the lattices as puzzle files write them, in the order of
            /// [`Lattice::ALL`].
            pub const IDENTIFIERS: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The cells, neighbours, symmetries and outlines that define the lattice.
            pub fn table(self) -> &'static LatticeTable {
                match self {
                    $(Lattice::$name => {
                        static TABLE: LazyLock<LatticeTable> = LazyLock::new($file::table);
                        &TABLE
                    })*
                    Lattice::Custom(own) => own.table(),
                }
            }
        }
    };
}

lattices! {
    Square = square, "Squares `(x, y)`: polyominoes.";
    Triangle = triangle, "Triangles `(x, y, t)`, t = 0 pointing down and t = 1 pointing up: polyiamonds.";
    Stick = stick, "Edges of the square grid `(x, y, d)`, d = 0 to the right and d = 1 down: polysticks.";
    Cube = cube, "Cubes `(x, y, z)`: polycubes.";
    Hexagon = hexagon, "Hexagons `(x, y)`: polyhexes.";
    Trig = trig, "Edges of the triangular grid `(x, y, d)`: polytrigs.";
    Twig = twig, "Edges of the hexagonal grid `(x, y, d)`: polytwigs.";
    Ball = ball, "Balls in cubic close packing `(x, y, z)`: polyspheres.";
    Tan = tan, "Half squares, pairs of the quarter squares `(x, y, q)`: polyaboloes.";
    Drafter = drafter, "Half triangles, threes of the sixths of triangles `(x, y, s)`: polydrafters.";
    Kite = kite, "Sixths of hexagons `(x, y, k)`: polykites.";
    Rhomb = rhomb, "Thirds of hexagons `(x, y, d)`: polyrhombs.";
    HexPrism = hex_prism, "Hexagonal prisms `(x, y, z)`: polyhexprisms.";
    TruncatedSquare = truncated_square, "Octagons and squares `(x, y, k)` of the tiling 4.8.8.";
    Cairo = cairo, "Pentagons `(x, y, k)` of the Cairo tiling.";
    SnubSquare = snub_square, "Squares and triangles `(x, y, k)` of the tiling 3.3.4.3.4.";
    ElongatedTriangular = elongated_triangular, "Squares and triangles `(x, y, k)` of the tiling 3.3.3.4.4.";
    House = house, "Pentagons `(x, y, k)` of the prismatic tiling: polyhouses.";
    Tetrakis = tetrakis, "Quarter squares `(x, y, q)`, one by one.";
    Kisrhombille = kisrhombille, "Sixths of triangles `(x, y, s)`, one by one.";
}

/// Which rotations and reflections of a form count as the same piece.
///
/// Each variant allows fewer symmetries than the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
pub enum Sides {
    /// The form may be rotated, and mirrored (turned over).
    #[default]
    Free,
    /// The form may only be rotated. In the plane its face stays up; in three dimensions it is
    /// rigid.
    OneSided,
    /// The form may be neither rotated nor mirrored.
    Fixed,
}

impl Sides {
    /// All values, from the one with the most symmetries to the one with the fewest.
    pub const ALL: [Self; 3] = [Self::Free, Self::OneSided, Self::Fixed];

    /// The name in puzzle files.
    pub fn name(self) -> &'static str {
        ["Free", "OneSided", "Fixed"][self as usize]
    }

    /// The adjective in messages, as in "one-sided pieces": `free`, `one-sided` or `fixed`.
    pub fn word(self) -> &'static str {
        ["free", "one-sided", "fixed"][self as usize]
    }
}

impl Lattice {
    /// 2 for a plane lattice, 3 for a solid one.
    pub fn dimensions(self) -> usize {
        self.table().dimensions
    }

    /// The number of integers in a user's cell: one for each dimension, and one for the kind if the
    /// lattice has several.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// assert_eq!(Lattice::ALL.map(Lattice::arity)[..4], [2, 3, 3, 3]);
    /// ```
    pub fn arity(self) -> usize {
        self.dimensions() + usize::from(self.has_kinds())
    }

    /// Whether users write the number of the kind as the last coordinate of a cell.
    fn has_kinds(self) -> bool {
        self.table().kinds.len() > 1
    }

    /// The cell with the coordinates written by a user.
    ///
    /// # Errors
    ///
    /// [`CellError`] for a wrong number of coordinates, for a kind that the lattice does not have,
    /// and for coordinates beyond ±[`COORDINATE_LIMIT`].
    ///
    /// ```
    /// # use tilewright_geometry::{Lattice, Vector};
    /// let stick = Lattice::Stick.cell(&[3, 4, 1])?;
    /// assert_eq!(stick.vector(), Vector::new(6, 9, 0));
    /// assert!(Lattice::Stick.cell(&[3, 4]).is_err());
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn cell(self, coordinates: &[i64]) -> Result<Cell, CellError> {
        let table = self.table();
        if coordinates.len() != self.arity() {
            return Err(CellError::Arity {
                lattice: self,
                given: coordinates.len(),
                expected: self.arity(),
                form: match (self.dimensions(), self.has_kinds()) {
                    (2, false) => "(x, y)",
                    (2, true) => "(x, y, kind)",
                    (_, false) => "(x, y, z)",
                    (_, true) => "(x, y, z, kind)",
                },
            });
        }
        let (axes, kind) = coordinates.split_at(self.dimensions());
        let given = kind.first().copied().unwrap_or(0);
        let kind = usize::try_from(given)
            .ok()
            .and_then(|k| table.kinds.get(k))
            .ok_or(CellError::Kind {
                lattice: self,
                given,
                last: table.kinds.len().saturating_sub(1),
            })?;
        let mut offset = [0_i32; 3];
        for (place, &given) in offset.iter_mut().zip(axes) {
            *place = i32::try_from(given)
                .ok()
                .filter(|c| c.unsigned_abs() <= COORDINATE_LIMIT.unsigned_abs())
                .ok_or(CellError::TooFar {
                    given,
                    limit: COORDINATE_LIMIT,
                })?;
        }
        let [x, y, z] = offset;
        let corner = Vector::new(x, y, z).map(|c| c * table.scale);
        Ok(Cell::new_unchecked(corner + kind.origin))
    }

    /// The cell at a vector; `None` if there is none, or if it is beyond [`COORDINATE_LIMIT`].
    pub fn cell_at(self, vector: Vector) -> Option<Cell> {
        self.table().cell_at(vector)
    }

    /// Whether this lattice has a cell at the vector of `cell`, which may belong to another
    /// lattice.
    pub fn contains(self, cell: Cell) -> bool {
        self.cell_at(cell.vector()).is_some()
    }

    /// The coordinates of a cell as users write them: the inverse of [`Lattice::cell`].
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let cell = Lattice::Triangle.cell(&[3, 4, 1])?;
    /// let written = Lattice::Triangle.coordinates(cell);
    /// assert_eq!(*written, [3, 4, 1]);
    /// assert_eq!(written.to_string(), "3,4,1");
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn coordinates(self, cell: Cell) -> Coordinates {
        self.table().coordinates(cell)
    }

    /// The coordinates of a vertex as users would write them, such as `3,3`.
    pub fn vertex_coordinates(self, vertex: Vertex) -> Coordinates {
        Coordinates::new(
            self.table().offset(vertex.vector()),
            self.dimensions(),
            None,
        )
    }

    /// The coordinates of a corner of an [`outline`](Self::outline) as users would write them, in
    /// whole numbers, such as `3,3`. On the square lattice, corner `x,y` is the upper left corner
    /// of the cell with these coordinates.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let square = Lattice::Square.cell(&[3, 4])?;
    /// let corners = Lattice::Square.outline(square).corners;
    /// let written = corners.iter().map(|&corner| Lattice::Square.corner_coordinates(corner).to_string());
    /// assert_eq!(written.collect::<Vec<_>>(), ["3,4", "4,4", "4,5", "3,5"]);
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn corner_coordinates(self, corner: Vector) -> Coordinates {
        let (origin, step) = self.table().corner_grid();
        let at = (corner - origin).map(|c| c.div_euclid(step));
        Coordinates::new(at, self.dimensions(), None)
    }

    /// The offset and the kind of a cell. The offset, in translation units, is the translation
    /// that leads to this cell from the cell of the same kind in the unit at the origin.
    ///
    /// For a cell of another lattice, returns the offset rounded down, and the first kind.
    pub fn offset_and_kind(self, cell: Cell) -> (Vector, Kind) {
        self.table().offset_and_kind(cell)
    }

    /// The neighbours of a cell, in the order of the table.
    ///
    /// Neighbours beyond [`COORDINATE_LIMIT`] are left out.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let cell = Lattice::Triangle.cell(&[1, 1, 0])?;
    /// let near: Vec<String> = Lattice::Triangle
    ///     .neighbours(cell)
    ///     .map(|c| Lattice::Triangle.coordinates(c).to_string())
    ///     .collect();
    /// assert_eq!(near, ["1,1,1", "0,1,1", "1,0,1"]);
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (_, kind) = self.offset_and_kind(cell);
        let steps = self.table().kind(kind).neighbours.iter();
        steps.filter_map(move |&step| self.cell_at(cell.vector() + step))
    }

    /// The cells that share a corner with a cell, sorted. Cells that share a side are among them.
    /// In three dimensions, corners are those of faces; sticks share ends.
    ///
    /// Cells beyond [`COORDINATE_LIMIT`] are left out.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let cell = Lattice::Square.cell(&[1, 1])?;
    /// assert_eq!(Lattice::Square.touching(cell).count(), 8);
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn touching(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (_, kind) = self.offset_and_kind(cell);
        let steps = self.table().kind(kind).touching.iter();
        steps.filter_map(move |&step| self.cell_at(cell.vector() + step))
    }

    /// The symmetries of the lattice that `sides` allows, up to translations. The identity comes first, then the other
    /// rotations, then the reflections, always in the same order.
    pub fn symmetries(self, sides: Sides) -> &'static [Isometry] {
        let table = self.table();
        let count = match sides {
            Sides::Free => table.symmetries.len(),
            Sides::OneSided => table.rotations,
            Sides::Fixed => 1,
        };
        table.symmetries.get(..count).unwrap_or(table.symmetries)
    }

    /// The isometry that makes mirror images: the first reflection of the table. For a
    /// [`PeriodicTiling`] without reflections, it is the identity, since none of its pieces can be
    /// turned over.
    pub fn mirror(self) -> &'static Isometry {
        let table = self.table();
        table
            .symmetries
            .get(table.rotations)
            .unwrap_or(&Isometry::IDENTITY)
    }

    /// The sort key of reading order: layer by layer, row by row, from left to right, then by kind.
    pub fn reading_key(self, cell: Cell) -> ReadingKey {
        let (offset, kind) = self.offset_and_kind(cell);
        ReadingKey {
            z: offset.z,
            y: offset.y,
            x: offset.x,
            kind,
        }
    }

    /// The corners of a cell, or the ends of a stick, as exact vectors.
    ///
    /// They are in units of 1/[`Drawing::unit`] of the cells' vectors, so a corner of two cells is
    /// the same vector for both. [`Lattice::drawing`] maps corners to the page. The outline of a
    /// cube is a square in its layer.
    ///
    /// ```
    /// # use tilewright_geometry::{Lattice, Vector};
    /// let square = Lattice::Square.cell(&[1, 0])?;
    /// let outline = Lattice::Square.outline(square);
    /// assert!(outline.closed);
    /// assert_eq!(outline.corners[0], Vector::new(1, -1, 0)); // in halves
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn outline(self, cell: Cell) -> Outline {
        self.table().outline(cell)
    }

    /// The image of a cell's vector, or of a step between cells, on the page. Its coordinates lead
    /// to the right, down, and out of the page towards the reader. The unit is the edge of a cell.
    ///
    /// The map is linear, and symmetries of the lattice preserve lengths on the page. Layers of a
    /// solid lie on top of each other; a renderer may choose another view.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// // The axes of triangles meet at 60 degrees; the second one points down to the right.
    /// let [from, to] = [[0, 0, 0], [0, 1, 0]].map(|at| Lattice::Triangle.cell(&at).unwrap());
    /// let [right, down, out] = Lattice::Triangle.project(to.vector() - from.vector());
    /// assert!((right - 0.5).abs() < 1e-12 && (down - 0.75_f64.sqrt()).abs() < 1e-12);
    /// assert_eq!(out, 0.0);
    /// ```
    pub fn project(self, vector: Vector) -> [f64; 3] {
        self.table().project(vector)
    }

    /// The position of a corner of an [`outline`](Self::outline) on the page of
    /// [`Lattice::project`]. The corner is in corner units.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let square = Lattice::Square.cell(&[1, 0])?;
    /// let first = Lattice::Square.outline(square).corners[0];
    /// assert_eq!(Lattice::Square.project_corner(first), [0.5, -0.5, 0.0]);
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn project_corner(self, corner: Vector) -> [f64; 3] {
        self.table().project_corner(corner)
    }

    /// The mean of a cell's corners, or the middle of a stick, on the page of [`Lattice::project`].
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let stick = Lattice::Stick.cell(&[2, 1, 0])?;
    /// assert_eq!(Lattice::Stick.centre(stick), [2.5, 1.0, 0.0]);
    /// # Ok::<(), tilewright_geometry::CellError>(())
    /// ```
    pub fn centre(self, cell: Cell) -> [f64; 3] {
        self.table().centre(cell)
    }

    /// The map from corners of outlines to points on a page.
    pub fn drawing(self) -> &'static Drawing {
        &self.table().drawing
    }

    /// The default sides of a piece: `Free` in the plane; `OneSided` in three dimensions, where a
    /// solid piece cannot be reflected.
    pub fn default_sides(self) -> Sides {
        if self.dimensions() == 3 {
            Sides::OneSided
        } else {
            Sides::Free
        }
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.table().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_coordinates_are_inverse() {
        for lattice in Lattice::ALL {
            for numbers in [[0, 0, 0], [3, -4, 1], [-1_000_000, 1_000_000, 0]] {
                let numbers = &numbers[..lattice.arity()];
                let cell = lattice.cell(numbers).unwrap();
                let written = lattice.coordinates(cell);
                assert!(
                    written
                        .iter()
                        .map(|&c| i64::from(c))
                        .eq(numbers.iter().copied())
                );
                assert!(lattice.contains(cell));
            }
        }
    }

    #[test]
    fn wrong_cells_are_explained() {
        let message = |lattice: Lattice, c: &[i64]| lattice.cell(c).unwrap_err().to_string();
        assert_eq!(
            message(Lattice::Triangle, &[1, 2]),
            "a cell of the triangle lattice is written with 3 numbers, (x, y, kind), not with 2"
        );
        assert_eq!(
            message(Lattice::Stick, &[1, 2, 2]),
            "the last number of a cell of the stick lattice is its kind, from 0 to 1, not 2"
        );
        assert_eq!(
            message(Lattice::Square, &[1, i64::MIN]),
            "the coordinate -9223372036854775808 is out of range; coordinates go from -1000000 to 1000000"
        );
        assert!(Lattice::Cube.cell(&[0, 0, 1_000_001]).is_err());
        assert!(Lattice::Stick.cell(&[0, 0, -1]).is_err());
    }

    #[test]
    fn the_edge_of_the_coordinate_range_has_no_neighbours_beyond() {
        let corner = Lattice::Square.cell(&[1_000_000, -1_000_000]).unwrap();
        assert_eq!(Lattice::Square.neighbours(corner).count(), 2);
    }

    #[test]
    fn foreign_cells_do_not_panic() {
        let square = Lattice::Square.cell(&[0, 0]).unwrap();
        assert!(!Lattice::Triangle.contains(square));
        assert!(!Lattice::Stick.contains(square));
        let _ = Lattice::Triangle.neighbours(square).count();
        let _ = Lattice::Triangle.outline(square);
    }

    #[test]
    fn tables_are_in_order() {
        for lattice in Lattice::ALL {
            let table = lattice.table();
            assert!(!table.name.is_empty() && !table.forms.is_empty());
            assert!(table.family.starts_with("poly"));
            for kind in table.kinds {
                assert!(kind.corners.len() <= MAX_CORNERS);
                assert_eq!(table.offset(kind.origin), Vector::ZERO);
                assert!(!kind.glyphs.is_empty());
            }
            assert_eq!(lattice.symmetries(Sides::Fixed), [Isometry::IDENTITY]);
        }
        assert_eq!(Lattice::Cube.symmetries(Sides::OneSided).len(), 24);
        assert_eq!(Lattice::Triangle.symmetries(Sides::Free).len(), 12);
        assert_eq!(Lattice::Stick.default_sides(), Sides::Free);
        assert_eq!(format!("{:>8}|", Lattice::Square), "  square|");
    }
}
