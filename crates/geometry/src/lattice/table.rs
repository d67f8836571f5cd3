//! The form in which a lattice is written down: its [`Table`].
//!
//! **Coordinates.** The vectors of a lattice are written in the basis of its translations, divided
//! by a whole number, the *scale* `s`: so the translations are exactly the vectors `s·(a, b, c)`
//! (`c = 0` in the plane), whatever the angles between the axes. A cell is a vector whose residue
//! modulo `s` is one of the table's kinds. The square lattice has scale 1 and one kind; the
//! triangular one has scale 3, since the centre of a triangle divides its medians by thirds, and
//! two kinds; sticks have scale 2, since they are named by their midpoints.
//!
//! **Invariants**, tested for every table by the group laws in `tests/laws/tables.rs`:
//! residues lie in `0 .. s` and differ; `symmetries` is a group, but for translations, whose first
//! element is the identity and whose first `rotations` elements are the rotations (in the plane:
//! those that keep each side up); each symmetry maps cells to cells, corners to corners, neighbours
//! to neighbours and tiles to tiles; the neighbour relation is symmetric; the corners of a stick are
//! its ends, in the units of the vectors.
//!
//! **What is computed** is written nowhere: neighbours follow from corners, and kinds that are images of others from
//! symmetries (`plan.rs`).
//!
//! **A new lattice** is a file with such a table and a line in the list of [`crate::Lattice`]; the
//! same tests then run on it. The guide's page on adding a lattice goes through one.

use super::cell::{COORDINATE_LIMIT, Cell, Coordinates, Kind, MAX_CORNERS, Outline};
use super::shapes::{Filling, ShapeName};
use crate::crossing::Crossing;
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector, gcd};

/// A lattice as data. See [`crate::Lattice::table`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Table {
    /// The name of the lattice in messages: "square".
    pub name: &'static str,
    /// What a cell is called, and several: "square", "squares".
    pub cell_names: [&'static str; 2],
    /// What all forms of the lattice are called: "poly", and what follows the number in the name of a
    /// family: "polyominoes".
    pub family: &'static str,
    /// What these forms are: "Edge-connected squares".
    pub forms: &'static str,
    /// How a user writes a cell: "(x, y)".
    pub cell_form: &'static str,
    /// What tells the kinds of cell apart, where there are several: "direction".
    pub sorted_by: &'static str,
    /// The shapes of boards with a name that the lattice has.
    pub shapes: &'static [ShapeName],
    /// Which cells belong to a shape.
    pub filling: Filling,
    /// 2 or 3.
    pub dimensions: usize,
    /// The translations are all vectors whose coordinates are multiples of this.
    pub scale: i32,
    /// The kinds of cell; their order is the last key of reading order.
    pub kinds: &'static [KindTable],
    /// What forms are put together from, where that is more than a cell.
    pub tiles: Option<Tiles>,
    /// Whether a form may have the outline of another one moved by no translation of the lattice; the two
    /// are one piece then. So it is with drafters: two of them may make the same rectangle at two places.
    pub moves_off_lattice: bool,
    /// Which pieces may meet at a vertex where a puzzle does not say: none where it has to.
    pub crossing: Option<Crossing>,
    /// The symmetries but for translations, identity first, rotations before reflections.
    pub symmetries: &'static [Isometry],
    /// How many of `symmetries` are rotations.
    pub rotations: usize,
    /// How cells are drawn on a page.
    pub drawing: Drawing,
    /// How cells are drawn as rows of text.
    pub text: TextMap,
}

/// One kind of cell: a residue class modulo the scale.
#[derive(Debug)]
#[non_exhaustive]
pub struct KindTable {
    /// What cells of this kind are called, where there are several: "horizontal".
    pub name: &'static str,
    /// The residue: the cell of this kind that lies in the translation unit at the origin.
    pub origin: Vector,
    /// The steps to the neighbours.
    pub neighbours: &'static [Vector],
    /// The steps to the cells that have a corner in common with it, sorted: those across a side among them.
    pub touching: &'static [Vector],
    /// The corners in drawing order, from the cell's vector, in units of 1/[`Drawing::unit`]:
    /// clockwise on the page where they bound an area.
    pub corners: &'static [Vector],
    /// The faces of a solid cell; none in the plane.
    pub faces: &'static [Face],
    /// The glyphs that stand for this kind in a picture; the first one is used to draw.
    pub glyphs: &'static [char],
    /// Column and row of the glyph within the translation unit.
    pub glyph_at: [i32; 2],
}

impl KindTable {
    /// The only kind of a plane lattice, drawn as `#`, but for its neighbours and corners.
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

/// A face of a solid cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Face {
    /// The corners, from the cell's vector, in units of 1/[`Drawing::unit`]: clockwise for one who
    /// looks at the face from outside, with the axes as [`Drawing::basis`] has them.
    pub corners: &'static [Vector],
    /// The step to the cell on the other side.
    pub neighbour: Vector,
}

/// The tiles of a lattice. See [`Table::tiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tiles {
    /// What a tile is called, and several: "tan", "tans".
    pub names: [&'static str; 2],
    /// Which sets of cells are made of whole tiles, as a sentence without its full stop.
    pub whole: &'static str,
    /// The tiles, each as the vectors of its cells, sorted; all translates of these are tiles, too. All have the
    /// same number of cells.
    pub shapes: &'static [&'static [Vector]],
}

impl Tiles {
    /// How many cells a tile has.
    pub fn cells(&self) -> usize {
        self.shapes.first().map_or(1, |tile| tile.len()).max(1)
    }
}

/// How corners become points on a page.
///
/// A corner `(a, b, c)` stands at `(a·basis[0] + b·basis[1] + c·basis[2]) / unit`, in units in which
/// the edge of a cell (or a stick) has length 1. The page's first axis points to the right, its
/// second axis down, the third one out of the page, to the reader.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drawing {
    /// How many corner units make one unit of the cells' vectors.
    pub unit: i32,
    /// The vectors of one unit of the cells' vectors along x, y and z: right, down, out of the page.
    /// Seen from above, layers lie one over another: where they go on the page is the renderer's
    /// choice.
    pub basis: [[f64; 3]; 3],
    /// Whether the corners bound an area; false for sticks, which are segments.
    pub closed: bool,
    /// Whether a cell is drawn as a ball that touches its neighbours, not by its corners and faces.
    pub round: bool,
}

impl Drawing {
    /// Cells drawn by their corners, in these units and with this basis.
    pub(super) const fn new(unit: i32, basis: [[f64; 3]; 3]) -> Drawing {
        Drawing {
            unit,
            basis,
            closed: true,
            round: false,
        }
    }
}

/// How cells become glyphs in rows of text: linear maps in translation units.
#[derive(Debug)]
#[non_exhaustive]
pub struct TextMap {
    /// The columns that one translation along x and along y advances.
    pub columns: [i32; 2],
    /// The rows that one translation along x and along y advances.
    pub rows: [i32; 2],
    /// By how many columns a whole picture may be shifted to make its first glyph fit: 1 (not at
    /// all) or more, for glyphs that alternate along a row.
    pub shifts: i32,
    /// The glyphs a vertex may have, where vertices have places of their own.
    pub vertex_glyphs: &'static [char],
    /// What a picture is made of, to follow "a picture has".
    pub legend: &'static str,
}

impl TextMap {
    /// Cells with places of their own, by the columns and rows that one translation along x and along y advances.
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

impl Table {
    /// What most tables share, with nothing that names or draws a lattice: cells of the plane, of which there is one kind,
    /// and which are the tiles.
    pub(super) const PLANE: Table = Table {
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

    /// The cell at a vector; `None` where no cell lies there or it lies beyond
    /// [`crate::COORDINATE_LIMIT`].
    pub fn cell_at(&self, vector: Vector) -> Option<Cell> {
        self.kind_of(vector)?;
        let offset = self.offset(vector);
        let near = |c: i32| c.unsigned_abs() <= COORDINATE_LIMIT.unsigned_abs();
        let flat = self.dimensions == 3 || offset.z == 0;
        (near(offset.x) && near(offset.y) && near(offset.z) && flat)
            .then_some(Cell::new_unchecked(vector))
    }

    /// The translation, in translation units, that takes the cell of this kind at the origin to the
    /// cell, and the kind.
    ///
    /// A cell of another lattice gives an offset rounded down and the first kind.
    pub fn offset_and_kind(&self, cell: Cell) -> (Vector, Kind) {
        (
            self.offset(cell.vector()),
            self.kind_of(cell.vector()).unwrap_or_default(),
        )
    }

    /// The cell as the user writes it. See [`crate::Lattice::coordinates`].
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

    /// Where a vector leads on the page. See [`crate::Lattice::project`].
    pub fn project(&self, vector: Vector) -> [f64; 3] {
        let parts = [vector.x, vector.y, vector.z].map(f64::from);
        let basis = &self.drawing.basis;
        [0, 1, 2].map(|axis| (0..3).map(|i| parts[i] * basis[i][axis]).sum())
    }

    /// Where a corner stands on the page. See [`crate::Lattice::project_corner`].
    pub fn project_corner(&self, corner: Vector) -> [f64; 3] {
        let unit = f64::from(self.drawing.unit);
        self.project(corner).map(|along| along / unit)
    }

    /// The middle of a cell's corners on the page. See [`crate::Lattice::centre`].
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

    /// The faces of a solid cell: the corners of each and the step to the cell beyond it.
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

    /// The corner at a step from a cell, in corner units.
    fn corner(&self, cell: Cell, step: Vector) -> Vector {
        cell.vector().map(|c| c.wrapping_mul(self.drawing.unit)) + step
    }

    /// A corner of the first cells, the least along each axis, and the largest number by whose multiples all
    /// corners lie from it.
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
        // It divides the first of them.
        (origin, i32::try_from(step.max(1)).unwrap_or(1))
    }

    /// The kind with this residue.
    pub(crate) fn kind_of(&self, v: Vector) -> Option<Kind> {
        let residue = v.map(|c| c.rem_euclid(self.scale));
        let found = self.kinds.iter().position(|kind| kind.origin == residue)?;
        u8::try_from(found).ok().map(Kind)
    }

    /// The offset in translation units, rounded down.
    pub(crate) fn offset(&self, v: Vector) -> Vector {
        v.map(|c| c.div_euclid(self.scale))
    }

    /// The data of a kind; of the first one for an index that is out of range.
    pub(crate) fn kind(&self, kind: Kind) -> &'static KindTable {
        self.kinds.get(kind.index()).unwrap_or(&self.kinds[0])
    }
}

/// The group generated by `turns` about the origin, followed by its images under `mirror`, at compile
/// time.
///
/// The order is that of a breadth-first closure, so it is fixed by the generators.
///
/// # Panics
///
/// Fails the build where the closure has not `ROTATIONS` elements or `ALL` is not twice that.
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
