//! Shapes rotated and reflected on the page, with their minimum coordinates unchanged.

use std::f64::consts::TAU;

use super::ShapeError;
use crate::isometry::Isometry;
use crate::lattice::{COORDINATE_LIMIT, Cell, Lattice, Sides};
use crate::vector::Vector;

const AXES: [Vector; 3] = [
    Vector::new(1, 0, 0),
    Vector::new(0, 1, 0),
    Vector::new(0, 0, 1),
];

impl Lattice {
    /// The smallest rotation of the lattice, clockwise on the page: a quarter turn for squares, a
    /// sixth of a turn for triangles. In three dimensions, the smallest rotation about the axis
    /// that points out of the page.
    ///
    /// ```
    /// use tilewright_geometry::{Lattice, Vector};
    /// let turn = Lattice::Square.least_turn();
    /// assert_eq!(turn.apply(Vector::flat(1, 0)), Vector::flat(0, 1));
    /// let turn = Lattice::Triangle.least_turn();
    /// assert_eq!(turn.apply(Vector::flat(1, 0)), Vector::flat(0, 1));
    /// ```
    pub fn least_turn(self) -> &'static Isometry {
        let angle = |turn: &Isometry| {
            let [from, to] = [AXES[0], turn.matrix.apply(AXES[0])].map(|v| self.project(v));
            let cross = from[0] * to[1] - from[1] * to[0];
            let dot = from[0] * to[0] + from[1] * to[1];
            cross.atan2(dot).rem_euclid(TAU)
        };
        let turns = self.symmetries(Sides::OneSided).iter().skip(1);
        // Keeps only rotations about the axis that points out of the page.
        let level =
            turns.filter(|turn| self.maps_page(turn, |[_, _, out]| [None, None, Some(out)]));
        let least = level.min_by(|a, b| angle(a).total_cmp(&angle(b)));
        least.unwrap_or(&Isometry::IDENTITY)
    }

    /// The reflection of the lattice that exchanges left and right.
    ///
    /// ```
    /// use tilewright_geometry::{Lattice, Vector};
    /// let mirror = Lattice::Cube.left_right_mirror();
    /// assert_eq!(mirror.apply(Vector::new(1, 2, 3)), Vector::new(-1, 2, 3));
    /// ```
    pub fn left_right_mirror(self) -> &'static Isometry {
        let mut all = self.symmetries(Sides::Free).iter();
        let mirror = all.find(|isometry| {
            let image = |[right, down, out]: [f64; 3]| [Some(-right), Some(down), Some(out)];
            self.maps_page(isometry, image)
        });
        mirror.unwrap_or(self.mirror())
    }

    /// Whether an isometry, without its translation, maps the page as `image` does. `image` returns
    /// `None` for a coordinate that does not matter.
    fn maps_page(self, isometry: &Isometry, image: impl Fn([f64; 3]) -> [Option<f64>; 3]) -> bool {
        AXES.iter().take(self.dimensions()).all(|&axis| {
            let expected = image(self.project(axis));
            let found = self.project(isometry.matrix.apply(axis));
            let agree = |(expected, found): (Option<f64>, f64)| {
                expected.is_none_or(|expected| (expected - found).abs() < 1e-9)
            };
            expected.into_iter().zip(found).all(agree)
        })
    }

    /// The images of cells under an isometry, in the order of the cells. They are translated so
    /// that their minimum coordinates are those of the cells.
    ///
    /// # Errors
    ///
    /// [`ShapeError::TooFar`] if an image would lie beyond [`COORDINATE_LIMIT`].
    ///
    /// ```
    /// use tilewright_geometry::{Lattice, rectangle};
    /// let square = Lattice::Square;
    /// let turned = square.images_in_place(square.least_turn(), &rectangle(square, 3, 1)?)?;
    /// assert_eq!(turned, rectangle(square, 1, 3)?);
    /// # Ok::<(), tilewright_geometry::ShapeError>(())
    /// ```
    pub fn images_in_place(
        self,
        isometry: &Isometry,
        cells: &[Cell],
    ) -> Result<Vec<Cell>, ShapeError> {
        let table = self.table();
        let least = |vectors: &mut dyn Iterator<Item = Vector>| {
            table.offset(vectors.reduce(Vector::min_by_axis).unwrap_or_default())
        };
        let image = |cell: &Cell| isometry.apply(cell.vector());
        let was = least(&mut cells.iter().map(|cell| cell.vector()));
        let is = least(&mut cells.iter().map(image));
        let shift = (was - is).map(|c| c.saturating_mul(table.scale));
        let place = |cell: &Cell| {
            let found = self.cell_at(image(cell) + shift);
            found.ok_or_else(|| ShapeError::TooFar {
                coordinates: self.coordinates(*cell),
                limit: COORDINATE_LIMIT,
            })
        };
        cells.iter().map(place).collect()
    }
}
