//! The data of a lattice: its [`LatticeTable`].
//!
//! **Coordinates.** Vectors are written in the basis of the lattice's translations, divided by a
//! whole number, the *scale* `s`. So the translations are exactly the vectors `s·(a, b, c)` (`c =
//! 0` in the plane), whatever the angles between the axes. A cell is a vector whose residue modulo
//! `s` is one of the table's kinds. The square lattice has scale 1 and one kind. The triangular
//! lattice has two kinds and scale 3, since the centre of a triangle divides its medians in thirds.
//! Sticks have scale 2, since their vectors are midpoints.
//!
//! **Invariants**, tested for every table by the group laws in `tests/laws/tables.rs`:
//!
//! - Residues lie in `0 .. s` and differ.
//! - `symmetries` is a group up to translations. Its first element is the identity and its first `rotations` elements
//!   are the rotations (in the plane: those that keep each side up).
//! - Each symmetry maps cells to cells, corners to corners, neighbours to neighbours and tiles to tiles.
//! - The neighbour relation is symmetric.
//! - The corners of a stick are its ends, in the units of the vectors.
//!
//! **Computed values**: neighbours are computed from corners. A kind that is an image of another is
//! computed from a symmetry (`plan.rs`).
//!
//! **To add a lattice**, write a file with its table, and add a line to the list of
//! [`crate::Lattice`]. The same tests then check it. The guide's page on adding a lattice works
//! through an example.

use super::cell::{COORDINATE_LIMIT, Cell, Coordinates, Kind, MAX_CORNERS, Outline};
use super::shapes::{Filling, ShapeName};
use crate::crossing::Crossing;
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector, gcd};

/// A lattice as data. See [`crate::Lattice::table`].
#[derive(Debug)]
#[non_exhaustive]
pub struct LatticeTable {
    /// The name of the lattice in messages, such as "square".
    pub name: &'static str,
    /// The name of a cell, singular and plural, such as "square", "squares".
    pub cell_names: [&'static str; 2],
    /// The name of all forms of the lattice, such as "polyominoes". It begins with "poly"; the
    /// rest is also the ending of the names by size, such as "pentominoes".
    pub family: &'static str,
    /// A description of the lattice's forms, such as "Edge-connected squares".
    pub forms: &'static str,
    /// The way to write a user's cell, such as "(x, y)".
    pub cell_form: &'static str,
    /// The property that distinguishes the kinds of cell, such as "direction".
    pub sorted_by: &'static str,
    /// The board shapes that the lattice supports.
    pub shapes: &'static [ShapeName],
    /// The rule that decides which cells belong to a shape.
    pub filling: Filling,
    /// The number of dimensions, 2 or 3.
    pub dimensions: usize,
    /// The translations are the vectors whose coordinates are all multiples of this.
    pub scale: i32,
    /// The kinds of cell. Their order is the last key of reading order.
    pub kinds: &'static [KindTable],
    /// The tiles that forms are made of; `None` if each cell is a tile.
    pub tiles: Option<Tiles>,
    /// Whether two forms may have the same outline up to an isometry that is not a translation of
    /// the lattice. Such forms are the same piece. True for drafters: two drafters can form the
    /// same rectangle in two ways.
    pub moves_off_lattice: bool,
    /// The default rule for pieces that meet at a vertex; `None` if every puzzle must set it.
    pub crossing: Option<Crossing>,
    /// The symmetries up to translations. The identity comes first, and rotations come before
    /// reflections.
    pub symmetries: &'static [Isometry],
    /// The number of rotations in `symmetries`.
    pub rotations: usize,
    /// The drawing of cells on a page.
    pub drawing: Drawing,
    /// The drawing of cells as rows of text.
    pub text: TextMap,
}

/// One kind of cell: a residue class modulo the scale. See [`LatticeTable::kinds`].
#[derive(Debug)]
#[non_exhaustive]
pub struct KindTable {
    /// The name of this kind, such as "horizontal"; empty if it is the only kind.
    pub name: &'static str,
    /// The residue: the cell of this kind that lies in the translation unit at the origin.
    pub origin: Vector,
    /// The steps to the neighbours, in the order in which [`Lattice::neighbours`](crate::Lattice::neighbours) lists
    /// them.
    pub neighbours: &'static [Vector],
    /// The steps to the cells that share a corner with a cell of this kind, sorted. Cells across a
    /// side are among them.
    pub touching: &'static [Vector],
    /// The corners in drawing order, relative to the cell's vector, in units of
    /// 1/[`Drawing::unit`]. If they bound an area, they are clockwise on the page.
    pub corners: &'static [Vector],
    /// The faces of a solid cell; empty in the plane.
    pub faces: &'static [Face],
    /// The glyphs that represent this kind in a picture; the first one is used for drawing.
    pub glyphs: &'static [char],
    /// The column and row of the glyph within the translation unit.
    pub glyph_at: [i32; 2],
}

impl KindTable {
    /// A template for the kind of cell of a plane lattice with a single kind. It is drawn as `#`; its neighbours
    /// and corners must be filled in.
    pub(super) const PLAIN: KindTable = KindTable {
        name: "",
        origin: Vector::ZERO,
        neighbours: &[],
        touching: &[],
        corners: &[],
        faces: &[],
        glyphs: &['#'],
        glyph_at: [0, 0],
    };
}

/// A face of a solid cell, with the step to the cell on its other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Face {
    /// The corners relative to the cell's vector, in units of 1/[`Drawing::unit`]. They are
    /// clockwise, seen from outside, with the axes of [`Drawing::basis`].
    pub corners: &'static [Vector],
    /// The step from the cell to the cell on the other side of the face.
    pub neighbour: Vector,
}

/// The tiles of a lattice. See [`LatticeTable::tiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tiles {
    /// The name of a tile, singular and plural, such as "tan", "tans".
    pub names: [&'static str; 2],
    /// The condition that a set of cells consists of whole tiles, as a sentence without a full
    /// stop.
    pub whole: &'static str,
    /// The tiles, each as the sorted vectors of its cells. All their translates are tiles, too. All
    /// tiles have the same number of cells.
    pub shapes: &'static [&'static [Vector]],
}

impl Tiles {
    /// The number of cells of each tile.
    pub fn cells(&self) -> usize {
        self.shapes.first().map_or(1, |tile| tile.len()).max(1)
    }
}

/// The map from corners to points on a page.
///
/// A corner `(a, b, c)` lies at `(a·basis[0] + b·basis[1] + c·basis[2]) / unit`. The unit of length is the edge of a
/// cell, or a stick. The page's axes point to the right, down, and out of the page towards the reader.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drawing {
    /// The number of corner units in one unit of the cells' vectors.
    pub unit: i32,
    /// The images of the unit vectors along x, y and z: right, down, and out of the page. Seen from
    /// above, layers lie on top of each other; a renderer may draw them elsewhere on the page.
    pub basis: [[f64; 3]; 3],
    /// Whether the corners bound an area; false for sticks, which are segments.
    pub closed: bool,
    /// Whether a cell is drawn as a ball that touches its neighbours; otherwise it is drawn by its corners and faces.
    pub round: bool,
}

impl Drawing {
    /// The drawing of cells that bound an area. They are drawn by their corners and faces, not as balls.
    pub(super) const fn new(unit: i32, basis: [[f64; 3]; 3]) -> Drawing {
        Drawing {
            unit,
            basis,
            closed: true,
            round: false,
        }
    }
}

/// The map from cells to glyphs in rows of text. It is linear, in translation units.
#[derive(Debug)]
#[non_exhaustive]
pub struct TextMap {
    /// The number of columns to the right for one translation along x, and for one along y.
    pub columns: [i32; 2],
    /// The number of rows down for one translation along x, and for one along y.
    pub rows: [i32; 2],
    /// The number of columns by which a picture may be shifted, including 0, to make its first
    /// glyph fit. 1 allows no shift. It is more than 1 if glyphs alternate along a row.
    pub shifts: i32,
    /// The glyphs allowed at a vertex, if vertices have separate positions in a picture.
    pub vertex_glyphs: &'static [char],
    /// The glyphs of a picture, as a text that follows "a picture has".
    pub legend: &'static str,
}

impl TextMap {
    /// A map in which vertices have no positions. For the two arguments, see the fields of the same names.
    pub(super) const fn new(columns: [i32; 2], rows: [i32; 2]) -> TextMap {
        TextMap {
            columns,
            rows,
            shifts: 1,
            vertex_glyphs: &[],
            legend: PLAIN_LEGEND,
        }
    }
}

/// The legend of pictures in which every cell is `#`.
pub(super) const PLAIN_LEGEND: &str =
    "`#` for a required cell, `?` for an optional one, `.` or a blank for none";

/// The legend of pictures of layers in which every cell is `#`.
pub(super) const LAYERED_LEGEND: &str = "`#` for a required cell, `?` for an optional one, `.` or a \
     blank for none; layers are separated by an empty row \"\"";

impl LatticeTable {
    /// The values shared by most tables: a plane lattice with one kind of cell, in which each cell
    /// is a tile. Names and drawing are left empty.
    pub(super) const PLANE: LatticeTable = LatticeTable {
        name: "",
        cell_names: ["", ""],
        family: "",
        forms: "",
        cell_form: "(x, y)",
        sorted_by: "kind",
        shapes: &[],
        filling: Filling::Units,
        dimensions: 2,
        scale: 1,
        kinds: &[KindTable::PLAIN],
        tiles: None,
        moves_off_lattice: false,
        crossing: Some(Crossing::Allowed),
        symmetries: &[Isometry::IDENTITY],
        rotations: 1,
        drawing: Drawing::new(1, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]),
        text: TextMap::new([1, 0], [0, 1]),
    };

    /// The cell at a vector; `None` if there is none, or if it is beyond
    /// [`crate::COORDINATE_LIMIT`].
    pub fn cell_at(&self, vector: Vector) -> Option<Cell> {
        self.kind_of(vector)?;
        let offset = self.offset(vector);
        let near = |c: i32| c.unsigned_abs() <= COORDINATE_LIMIT.unsigned_abs();
        let flat = self.dimensions == 3 || offset.z == 0;
        (near(offset.x) && near(offset.y) && near(offset.z) && flat)
            .then_some(Cell::new_unchecked(vector))
    }

    /// The offset of a cell, in translation units, and its kind. See [`crate::Lattice::offset_and_kind`].
    pub fn offset_and_kind(&self, cell: Cell) -> (Vector, Kind) {
        (
            self.offset(cell.vector()),
            self.kind_of(cell.vector()).unwrap_or_default(),
        )
    }

    /// The coordinates of a cell as users write them. See [`crate::Lattice::coordinates`].
    pub fn coordinates(&self, cell: Cell) -> Coordinates {
        let (offset, kind) = self.offset_and_kind(cell);
        Coordinates::new(
            offset,
            self.dimensions,
            (self.kinds.len() > 1).then_some(kind),
        )
    }

    /// The corners of a cell, or the ends of a stick. See [`crate::Lattice::outline`].
    pub fn outline(&self, cell: Cell) -> Outline {
        let (_, kind) = self.offset_and_kind(cell);
        let corners = self.kind(kind).corners.iter().take(MAX_CORNERS);
        Outline {
            corners: corners.map(|&step| self.corner(cell, step)).collect(),
            closed: self.drawing.closed,
        }
    }

    /// The image of a vector on the page. See [`crate::Lattice::project`].
    pub fn project(&self, vector: Vector) -> [f64; 3] {
        let parts = [vector.x, vector.y, vector.z].map(f64::from);
        let basis = &self.drawing.basis;
        [0, 1, 2].map(|axis| (0..3).map(|i| parts[i] * basis[i][axis]).sum())
    }

    /// The position of a corner on the page. See [`crate::Lattice::project_corner`].
    pub fn project_corner(&self, corner: Vector) -> [f64; 3] {
        let unit = f64::from(self.drawing.unit);
        self.project(corner).map(|along| along / unit)
    }

    /// The mean of a cell's corners on the page. See [`crate::Lattice::centre`].
    pub fn centre(&self, cell: Cell) -> [f64; 3] {
        let corners = self.outline(cell).corners;
        let mut sum = [0.0; 3];
        for corner in &corners {
            let at = self.project_corner(*corner);
            for axis in 0..3 {
                sum[axis] += at[axis];
            }
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "there are MAX_CORNERS corners at most"
        )]
        let count = corners.len().max(1) as f64;
        sum.map(|sum| sum / count)
    }

    /// The faces of a solid cell: the corners of each, and the step to the cell on the other side.
    pub fn faces(&self, cell: Cell) -> impl Iterator<Item = (Outline, Vector)> {
        let (_, kind) = self.offset_and_kind(cell);
        self.kind(kind).faces.iter().map(move |face| {
            let corners = face.corners.iter().take(MAX_CORNERS);
            let outline = Outline {
                corners: corners.map(|&step| self.corner(cell, step)).collect(),
                closed: true,
            };
            (outline, face.neighbour)
        })
    }

    /// The corner at a step from a cell's vector, in corner units.
    fn corner(&self, cell: Cell, step: Vector) -> Vector {
        cell.vector().map(|c| c.wrapping_mul(self.drawing.unit)) + step
    }

    /// The coarsest grid that contains all corners: its origin, which has the minimum coordinates
    /// of the corners in the first unit, and its step.
    pub(super) fn corner_grid(&self) -> (Vector, i32) {
        let unit = self.drawing.unit;
        let corners = self.kinds.iter().flat_map(|kind| {
            let at = kind.origin.map(|c| c * unit);
            kind.corners.iter().map(move |&step| at + step)
        });
        let origin = corners.clone().reduce(Vector::min_by_axis);
        let origin = origin.unwrap_or_default();
        let steps = corners.flat_map(|corner| {
            let step = corner - origin;
            [step.x, step.y, step.z].map(i64::from)
        });
        let step = steps.fold(i64::from(self.scale * unit), gcd);
        // The step fits in an `i32`, since it divides `scale * unit`.
        (origin, i32::try_from(step.max(1)).unwrap_or(1))
    }

    /// The kind of the cell at a vector; `None` if no cell lies there.
    pub(crate) fn kind_of(&self, v: Vector) -> Option<Kind> {
        let residue = v.map(|c| c.rem_euclid(self.scale));
        let found = self.kinds.iter().position(|kind| kind.origin == residue)?;
        u8::try_from(found).ok().map(Kind)
    }

    /// The offset of a vector in translation units, rounded down.
    pub(crate) fn offset(&self, v: Vector) -> Vector {
        v.map(|c| c.div_euclid(self.scale))
    }

    /// The data of a kind. For an index out of range, the data of the first kind.
    pub(crate) fn kind(&self, kind: Kind) -> &'static KindTable {
        self.kinds.get(kind.index()).unwrap_or(&self.kinds[0])
    }
}

/// The group generated by the rotations `turns` about the origin, followed by its images under
/// `mirror`. Computed at compile time.
///
/// The elements are in the order of a breadth-first search, so the generators determine their
/// order.
///
/// # Panics
///
/// Fails the build if the group does not have `ROTATIONS` elements, or if `ALL` is not twice that.
pub(super) const fn closure<const ROTATIONS: usize, const ALL: usize>(
    turns: &[Matrix],
    mirror: &Isometry,
) -> [Isometry; ALL] {
    assert!(ALL == 2 * ROTATIONS);
    let mut group = [Matrix::IDENTITY; ALL];
    let mut found = 1;
    let mut next = 0;
    while next < found {
        let mut generator = 0;
        while generator < turns.len() {
            let product = turns[generator].compose(&group[next]);
            let mut i = 0;
            while i < found && !group[i].same(&product) {
                i += 1;
            }
            if i == found {
                assert!(found < ROTATIONS, "the turns generate too many rotations");
                group[found] = product;
                found += 1;
            }
            generator += 1;
        }
        next += 1;
    }
    assert!(found == ROTATIONS, "the turns generate too few rotations");
    let mut isometries = [Isometry::IDENTITY; ALL];
    let mut i = 0;
    while i < ROTATIONS {
        isometries[i] = Isometry::about_origin(group[i]);
        isometries[ROTATIONS + i] = Isometry {
            matrix: mirror.matrix.compose(&group[i]),
            shift: mirror.shift,
        };
        i += 1;
    }
    isometries
}
