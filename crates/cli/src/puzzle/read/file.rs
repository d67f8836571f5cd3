//! The fields of a puzzle file, as structs for serde.
//!
//! Only the syntax is checked here; [`resolve`](super::resolve) interprets the values. Values are
//! kept as [`Raw`] if a message may need their position.

use serde::Deserialize;
use tilewright_geometry::Sides;

use super::lattice::FamilyFile;
use super::node::Raw;
use crate::puzzle::condition::Likeness;

#[derive(Debug, Deserialize)]
#[serde(rename = "Puzzle", deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct PuzzleFields<'s> {
    pub(super) title: Option<Raw<'s>>,
    /// The publication that the puzzle and its expected numbers are from.
    pub(super) source: Option<Raw<'s>>,
    /// The lattice of the board and of all pieces.
    pub(super) lattice: Option<Raw<'s>>,
    /// How pieces lie on the board.
    pub(super) tray: Option<Raw<'s>>,
    /// Which pieces may meet at a vertex.
    pub(super) crossing: Option<Raw<'s>>,
    /// The cells to fill.
    pub(super) board: Option<Raw<'s>>,
    /// The names of parameters, which numbers replace in the text, and their default values.
    pub(super) parameters: Option<Raw<'s>>,
    /// The boards of the puzzle, if it has several; replaces `board`.
    pub(super) boards: Option<Raw<'s>>,
    /// The seams: how the board continues beyond its edges.
    pub(super) wrap: Option<Raw<'s>>,
    pub(super) pieces: Option<Raw<'s>>,
    /// Placements fixed beforehand.
    pub(super) givens: Option<Raw<'s>>,
    /// The restrictions on placements.
    pub(super) restrict: Option<Raw<'s>>,
    /// The conditions on solutions.
    pub(super) conditions: Option<Raw<'s>>,
    pub(super) labels: Option<Raw<'s>>,
    /// Named lists of further restrictions.
    pub(super) cases: Option<Raw<'s>>,
    /// Puzzles derived from this one: with open cells, or with other boards and pieces.
    pub(super) goals: Option<Raw<'s>>,
    /// The items on which `profile --heuristic first` branches first or last.
    pub(super) order: Option<Raw<'s>>,
    /// The requirements on choices of the pieces.
    pub(super) design: Option<Raw<'s>>,
    /// The published numbers, such as the number of solutions. The command `verify` checks them.
    pub(super) expect: Option<Raw<'s>>,
}

/// The value of `tray:`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Tray", deny_unknown_fields)]
pub(super) enum TrayFile {
    /// Pieces lie flat on the board.
    Flat,
    /// A flat tray for pieces of cubes. Each piece lies in exactly `layers` layers.
    Projected { layers: i64 },
}

/// A shape: the value of `board:`, and the cells of a piece or a given.
#[derive(Debug, Deserialize)]
#[serde(rename = "Shape", bound(deserialize = "'de: 's"))]
pub(super) enum ShapeFile<'s> {
    /// A rectangle: the numbers of columns and rows.
    Rect(i64, i64),
    /// A box: the sizes along x, y and z.
    Box(i64, i64, i64),
    /// A parallelogram along oblique axes: its width and height in translation units.
    Rhombus(i64, i64),
    /// A regular hexagon with this side. [`super::shapes`] reads `Hexagon(a, b, c)`.
    Hexagon(i64),
    /// A regular triangle with this side.
    Triangle(i64),
    /// The first rows of a regular triangle: base and height.
    Trapezium(i64, i64),
    /// Squares in rows of 1, 3, … 2n − 1, … 3, 1 for the number n.
    Diamond(i64),
    /// Squares in rows of 2, 4, … 2n, 2n, … 4, 2 for the number n.
    AztecDiamond(i64),
    /// A square pyramid with this number of layers.
    Pyramid(i64),
    /// A tetrahedron of balls with this number of balls along each edge.
    Tetrahedron(i64),
    /// An octahedron of balls with this number of balls along each edge.
    Octahedron(i64),
    /// The cells within a polygon, given by its corners.
    Polygon(Vec<Raw<'s>>),
    /// A picture, as rows of characters.
    Picture(Vec<Raw<'s>>),
    Cells(Vec<Raw<'s>>),
    Union(Vec<Raw<'s>>),
    /// The cells of the first shape that are not in the second.
    Minus(Raw<'s>, Raw<'s>),
    /// Cells that may stay empty.
    Optional(Raw<'s>),
    /// A shape moved by a vector.
    Shift(Raw<'s>, Raw<'s>),
    /// A shape magnified by a factor.
    Scale(i64, Raw<'s>),
    /// A shape rotated clockwise. The number counts steps of the lattice's smallest rotation: quarter turns for
    /// squares.
    Rotate(i64, Raw<'s>),
    /// A shape reflected, exchanging left and right.
    Reflect(Raw<'s>),
}

/// An entry of `pieces:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "PieceEntry", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
pub(super) enum PieceFile<'s> {
    /// All polyforms of a size, or some of them.
    Set {
        /// The family and size of the polyforms.
        of: FamilyFile,
        /// Which rotations and reflections of the shape count as the same piece.
        #[serde(default)]
        sides: Option<Sides>,
        /// The names of the polyforms that are left out.
        except: Option<Raw<'s>>,
        /// The names of the only polyforms that are used.
        only: Option<Raw<'s>>,
        /// The copies of each piece: a number or a range.
        copies: Option<Raw<'s>>,
        /// A prefix for the names of all pieces of the set.
        prefix: Option<Raw<'s>>,
        /// Whether the cells of the pieces are coloured black and white like a checkerboard.
        #[serde(default)]
        checkered: bool,
        /// The colour that all pieces of the set have in pictures.
        color: Option<Raw<'s>>,
        /// What each copy adds to the value of a solution.
        value: Option<Raw<'s>>,
        /// Whether polyforms with a hole are included.
        holes: Option<Raw<'s>>,
    },
    /// A single piece.
    Piece {
        name: Raw<'s>,
        cells: Raw<'s>,
        /// Which rotations and reflections of the shape count as the same piece.
        #[serde(default)]
        sides: Option<Sides>,
        /// The copies of the piece: a number or a range.
        copies: Option<Raw<'s>>,
        /// The colour of the piece in pictures.
        color: Option<Raw<'s>>,
        /// What each copy adds to the value of a solution.
        value: Option<Raw<'s>>,
        /// Whether the cells must be connected.
        #[serde(default = "yes")]
        connected: bool,
        /// The colours of the piece's cells.
        colors: Option<Raw<'s>>,
        /// The colours of the piece's cells on the other side of the piece.
        back: Option<Raw<'s>>,
        /// The tile that the piece is a face of.
        tile: Option<Raw<'s>>,
    },
    /// All squares with this number of edge colours.
    MacMahonSquares(i64),
    /// All triangles with this number of edge colours.
    MacMahonTriangles(i64),
}

fn yes() -> bool {
    true
}

/// An entry of `givens:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Given", deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct GivenFile<'s> {
    pub(super) piece: Raw<'s>,
    pub(super) cells: Raw<'s>,
}

/// An entry of `restrict:`; see [`Restriction`](crate::puzzle::Restriction).
#[derive(Debug, Deserialize)]
#[serde(rename = "Restriction", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
pub(super) enum RestrictionFile<'s> {
    Placed {
        piece: Raw<'s>,
        cells: Raw<'s>,
    },
    Within {
        piece: Raw<'s>,
        cells: Raw<'s>,
    },
    Covers {
        piece: Raw<'s>,
        cells: Raw<'s>,
    },
    /// These cells of the board may be covered only by cells of pieces with this colour (or one of these colours),
    /// or without a colour.
    Colored {
        color: Option<Raw<'s>>,
        /// The allowed colours, if there are several; replaces `color`.
        #[serde(default)]
        colors: Vec<Raw<'s>>,
        cells: Raw<'s>,
    },
    /// The cells at the edge of the board may be covered only by cells of pieces with this colour, or without a
    /// colour.
    Border(Raw<'s>),
    Avoids {
        /// The piece's name; every piece if left out.
        piece: Option<Raw<'s>>,
        cells: Raw<'s>,
    },
    Where {
        /// The piece's name; every piece if left out.
        piece: Option<Raw<'s>>,
        covers: Raw<'s>,
        also: Raw<'s>,
    },
    /// Fewer rotations and reflections of the piece are allowed than its own field `sides:` allows.
    Sides {
        piece: Raw<'s>,
        /// Which rotations and reflections the restriction allows, as in the field `sides:` of a piece.
        sides: Raw<'s>,
    },
    Orientations {
        piece: Raw<'s>,
        /// The allowed orientations, each as a shape whose position does not matter.
        shapes: Raw<'s>,
    },
}

/// An entry of `conditions:`; see [`Condition`](crate::puzzle::Condition).
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Condition", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
pub(super) enum ConditionFile<'s> {
    FaultFree,
    NoCrossroads,
    Maximal,
    Matching,
    Differing,
    /// If cells of two pieces touch, their two colours form one of these pairs.
    Meeting(Vec<(String, String)>),
    Apart {
        by: Likeness,
        #[serde(default)]
        corners: bool,
    },
    Colorable(i64),
    /// The solution has a symmetry of the named kind.
    Symmetric(Raw<'s>),
}

/// An entry of `cases:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Case", deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct CaseFile<'s> {
    pub(super) name: Raw<'s>,
    /// The restrictions that the case adds to those of the puzzle.
    pub(super) restrict: Raw<'s>,
    /// The published numbers, such as the number of solutions. The command `verify` checks them.
    pub(super) expect: Option<Raw<'s>>,
}

/// The value of `expect:`, of a puzzle, a case or a goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename = "Expect", deny_unknown_fields)]
pub struct Expect {
    /// The number of options of the exact cover problem.
    pub options: Option<u64>,
    /// The total number of solutions.
    pub solutions: Option<u64>,
    /// The number of solutions up to the puzzle's symmetries.
    pub distinct: Option<u64>,
    /// The number of solutions up to the puzzle's rotations.
    pub distinct_rotations: Option<u64>,
    /// The number of nodes of a search that branches on the item with the fewest options, not counting the root.
    pub nodes: Option<u64>,
    /// The number of removals from linked lists (updates) in the search of [`nodes`](Self::nodes).
    pub updates: Option<u64>,
    /// The number of goals. `solutions` is then the total over all goals.
    pub goals: Option<u64>,
    /// The number of goals without a solution.
    pub impossible: Option<u64>,
}
