//! The fields of a puzzle file as they are written: the structs that serde reads.
//!
//! Nothing is checked here but the shape; meaning is given in
//! [`resolve`](super::resolve). Values whose place may have to be named later
//! are left [`Raw`].

use serde::Deserialize;
use tilewright_geometry::{Crossing, Sides};

use super::lattice::FamilyFile;
use super::node::Raw;
use crate::puzzle::condition::Likeness;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(rename = "Puzzle", deny_unknown_fields)]
pub(super) struct PuzzleFields<'s> {
    /// What the puzzle is called.
    #[serde(borrow)]
    pub(super) title: Option<Raw<'s>>,
    /// Where the puzzle and its counts were published.
    #[serde(borrow)]
    pub(super) source: Option<Raw<'s>>,
    /// Which lattice the cells lie on.
    #[serde(borrow)]
    pub(super) lattice: Option<Raw<'s>>,
    /// How pieces come to lie on the board.
    #[serde(borrow)]
    pub(super) tray: Option<Raw<'s>>,
    /// Which pieces may meet at a vertex.
    #[serde(borrow)]
    pub(super) crossing: Option<Raw<'s>>,
    /// The cells to be filled.
    #[serde(borrow)]
    pub(super) board: Option<Raw<'s>>,
    /// What names stand for where numbers are written.
    #[serde(borrow)]
    pub(super) parameters: Option<Raw<'s>>,
    /// Several boards, in place of one.
    #[serde(borrow)]
    pub(super) boards: Option<Raw<'s>>,
    /// How the board goes on beyond its edges.
    #[serde(borrow)]
    pub(super) wrap: Option<Raw<'s>>,
    /// The pieces.
    #[serde(borrow)]
    pub(super) pieces: Option<Raw<'s>>,
    /// Placements fixed beforehand.
    #[serde(borrow)]
    pub(super) givens: Option<Raw<'s>>,
    /// Which placements are allowed.
    #[serde(borrow)]
    pub(super) restrict: Option<Raw<'s>>,
    /// What a solution must meet besides covering the board.
    #[serde(borrow)]
    pub(super) conditions: Option<Raw<'s>>,
    /// What is written on cells.
    #[serde(borrow)]
    pub(super) labels: Option<Raw<'s>>,
    /// Named lists of further restrictions.
    #[serde(borrow)]
    pub(super) cases: Option<Raw<'s>>,
    /// Puzzles that are made of this one by leaving cells open, or by other
    /// boards and pieces.
    #[serde(borrow)]
    pub(super) goals: Option<Raw<'s>>,
    /// Which items a search for the leftmost one takes first or last.
    #[serde(borrow)]
    pub(super) order: Option<Raw<'s>>,
    /// What is asked of choices of the pieces.
    #[serde(borrow)]
    pub(super) design: Option<Raw<'s>>,
    /// What the puzzle must give.
    #[serde(borrow)]
    pub(super) expect: Option<Raw<'s>>,
}

/// `crossing:`
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Crossing")]
pub(super) enum CrossingFile {
    /// Any pieces may meet.
    Allowed,
    /// No two that run straight through a vertex.
    NotStraight,
    /// No two that cross.
    Never,
}

impl From<CrossingFile> for Crossing {
    fn from(crossing: CrossingFile) -> Self {
        match crossing {
            CrossingFile::Allowed => Self::Allowed,
            CrossingFile::NotStraight => Self::NotStraight,
            CrossingFile::Never => Self::Never,
        }
    }
}

/// `tray:`
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Tray", deny_unknown_fields)]
pub(super) enum TrayFile {
    /// Pieces lie in the board.
    Flat,
    /// Pieces lie in exactly so many layers, seen from above.
    Projected {
        /// The number of layers.
        layers: i64,
    },
}

/// `board:`, and the cells of a piece or a given.
#[derive(Debug, Deserialize)]
#[serde(rename = "Shape")]
pub(super) enum ShapeFile<'s> {
    /// So many columns and rows.
    Rect(i64, i64),
    /// So many along x, y and z.
    Box(i64, i64, i64),
    /// A parallelogram along oblique axes.
    Rhombus(i64, i64),
    /// A hexagon; [`super::shapes`] reads the other sides, if there are any.
    Hexagon(i64),
    /// A regular triangle.
    Triangle(i64),
    /// A regular triangle without its point: base and height.
    Trapezium(i64, i64),
    /// Squares in rows of 1, 3, …
    Diamond(i64),
    /// Squares in rows of 2, 4, …
    AztecDiamond(i64),
    /// A square pyramid.
    Pyramid(i64),
    /// A tetrahedron of balls.
    Tetrahedron(i64),
    /// An octahedron of balls.
    Octahedron(i64),
    /// What lies within straight lines from corner to corner.
    Polygon(#[serde(borrow)] Vec<Raw<'s>>),
    /// Rows of characters.
    Picture(#[serde(borrow)] Vec<Raw<'s>>),
    /// A list of cells.
    Cells(#[serde(borrow)] Vec<Raw<'s>>),
    /// All cells of several shapes.
    Union(#[serde(borrow)] Vec<Raw<'s>>),
    /// The first without the second.
    Minus(#[serde(borrow)] Raw<'s>, #[serde(borrow)] Raw<'s>),
    /// Cells that may stay empty.
    Optional(#[serde(borrow)] Raw<'s>),
    /// A shape moved by a vector.
    Shift(#[serde(borrow)] Raw<'s>, #[serde(borrow)] Raw<'s>),
    /// A shape so many times as long.
    Scale(i64, #[serde(borrow)] Raw<'s>),
    /// A shape after so many least turns clockwise.
    Rotate(i64, #[serde(borrow)] Raw<'s>),
    /// A shape with left and right exchanged.
    Reflect(#[serde(borrow)] Raw<'s>),
}

/// An entry of `pieces:`
#[derive(Debug, Deserialize)]
#[serde(rename = "PieceEntry", deny_unknown_fields)]
pub(super) enum PieceFile<'s> {
    /// All polyforms of a size, or some of them.
    Set {
        /// Which polyforms.
        of: FamilyFile,
        /// Which of their images are one piece.
        #[serde(default)]
        sides: Option<SidesFile>,
        /// Names left out.
        #[serde(borrow, default)]
        except: Option<Raw<'s>>,
        /// The only names taken.
        #[serde(borrow, default)]
        only: Option<Raw<'s>>,
        /// How often each may or must be used.
        #[serde(borrow, default)]
        copies: Option<Raw<'s>>,
        /// What every name begins with.
        #[serde(borrow, default)]
        prefix: Option<Raw<'s>>,
        /// Whether their cells are black and white in turn.
        #[serde(default)]
        checkered: bool,
        /// The colour of each in pictures.
        #[serde(borrow, default)]
        color: Option<Raw<'s>>,
        /// Whether those with a hole are among them.
        #[serde(borrow, default)]
        holes: Option<Raw<'s>>,
    },
    /// One piece, drawn or listed.
    Piece {
        /// Its name.
        #[serde(borrow)]
        name: Raw<'s>,
        /// Its cells.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// How it may be turned.
        #[serde(default)]
        sides: Option<SidesFile>,
        /// How often it may or must be used.
        #[serde(borrow, default)]
        copies: Option<Raw<'s>>,
        /// Its colour in pictures.
        #[serde(borrow, default)]
        color: Option<Raw<'s>>,
        /// Whether its cells must hang together.
        #[serde(default = "yes")]
        connected: bool,
        /// The colours of its cells.
        #[serde(borrow, default)]
        colors: Option<Raw<'s>>,
        /// Those of the same cells where it is turned over.
        #[serde(borrow, default)]
        back: Option<Raw<'s>>,
        /// The tile that it is a face of.
        #[serde(borrow, default)]
        tile: Option<Raw<'s>>,
    },
    /// All squares of so many colours of edges.
    MacMahonSquares(i64),
    /// All triangles of so many colours of edges.
    MacMahonTriangles(i64),
}

fn yes() -> bool {
    true
}

/// `sides:`
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Sides")]
pub(super) enum SidesFile {
    /// May be turned over.
    Free,
    /// May only be rotated.
    OneSided,
    /// Neither.
    Fixed,
}

impl From<SidesFile> for Sides {
    fn from(sides: SidesFile) -> Self {
        match sides {
            SidesFile::Free => Self::Free,
            SidesFile::OneSided => Self::OneSided,
            SidesFile::Fixed => Self::Fixed,
        }
    }
}

/// An entry of `givens:`
#[derive(Debug, Deserialize)]
#[serde(rename = "Given", deny_unknown_fields)]
pub(super) struct GivenFile<'s> {
    /// The piece's name.
    #[serde(borrow)]
    pub(super) piece: Raw<'s>,
    /// Where it lies.
    #[serde(borrow)]
    pub(super) cells: Raw<'s>,
}

/// An entry of `restrict:`
#[derive(Debug, Deserialize)]
#[serde(rename = "Restriction", deny_unknown_fields)]
pub(super) enum RestrictionFile<'s> {
    /// On exactly these cells.
    Placed {
        /// The piece's name.
        #[serde(borrow)]
        piece: Raw<'s>,
        /// Where it lies.
        #[serde(borrow)]
        cells: Raw<'s>,
    },
    /// Wholly on these cells.
    Within {
        /// The piece's name.
        #[serde(borrow)]
        piece: Raw<'s>,
        /// What it may cover.
        #[serde(borrow)]
        cells: Raw<'s>,
    },
    /// On all of these cells.
    Covers {
        /// The piece's name.
        #[serde(borrow)]
        piece: Raw<'s>,
        /// What it must cover.
        #[serde(borrow)]
        cells: Raw<'s>,
    },
    /// These cells have this colour, or one of these, or no colour.
    Colored {
        /// The colour.
        #[serde(borrow, default)]
        color: Option<Raw<'s>>,
        /// Several colours.
        #[serde(borrow, default)]
        colors: Vec<Raw<'s>>,
        /// The cells.
        #[serde(borrow)]
        cells: Raw<'s>,
    },
    /// The cells at the edge of the board have this colour, or no colour.
    Border(#[serde(borrow)] Raw<'s>),
    /// On none of these cells.
    Avoids {
        /// The piece's name; every piece if left out.
        #[serde(borrow, default)]
        piece: Option<Raw<'s>>,
        /// What it may not cover.
        #[serde(borrow)]
        cells: Raw<'s>,
    },
    /// Where it covers any of some cells, it covers all of others.
    Where {
        /// The piece's name; every piece if left out.
        #[serde(borrow, default)]
        piece: Option<Raw<'s>>,
        /// If it covers any of these …
        #[serde(borrow)]
        covers: Raw<'s>,
        /// … it covers all of these.
        #[serde(borrow)]
        also: Raw<'s>,
    },
    /// With fewer sides than the piece has.
    Sides {
        /// The piece's name.
        #[serde(borrow)]
        piece: Raw<'s>,
        /// How it may be turned.
        #[serde(borrow)]
        sides: Raw<'s>,
    },
    /// In one of these orientations.
    Orientations {
        /// The piece's name.
        #[serde(borrow)]
        piece: Raw<'s>,
        /// The orientations, drawn anywhere.
        #[serde(borrow)]
        shapes: Raw<'s>,
    },
}

/// An entry of `conditions:`
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Condition", deny_unknown_fields)]
pub(super) enum ConditionFile<'s> {
    /// Every line across the board is crossed.
    FaultFree,
    /// No four pieces meet at a corner.
    NoCrossroads,
    /// Cells of two pieces that touch have one colour.
    Matching,
    /// Cells of two pieces that touch differ in colour.
    Differing,
    /// Cells of two pieces that touch have colours of such a pair.
    Meeting(Vec<(String, String)>),
    /// No two pieces that are alike touch.
    Apart {
        /// Which are alike.
        by: LikenessFile,
        /// Whether they may not touch at a corner either.
        #[serde(default)]
        corners: bool,
    },
    /// So many colours will do with no two neighbours alike.
    Colorable(i64),
    /// The solution has a symmetry, which is named.
    Symmetric(#[serde(borrow)] Raw<'s>),
}

/// `by:`
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Likeness")]
pub(super) enum LikenessFile {
    /// Copies of a piece.
    Name,
    /// Pieces of one shape.
    Shape,
    /// Pieces of as many cells.
    Size,
    /// Pieces of one colour.
    Color,
}

impl From<LikenessFile> for Likeness {
    fn from(by: LikenessFile) -> Self {
        match by {
            LikenessFile::Name => Self::Name,
            LikenessFile::Shape => Self::Shape,
            LikenessFile::Size => Self::Size,
            LikenessFile::Color => Self::Color,
        }
    }
}

/// An entry of `cases:`
#[derive(Debug, Deserialize)]
#[serde(rename = "Case", deny_unknown_fields)]
pub(super) struct CaseFile<'s> {
    /// What it is called.
    #[serde(borrow)]
    pub(super) name: Raw<'s>,
    /// What is restricted.
    #[serde(borrow)]
    pub(super) restrict: Raw<'s>,
    /// What it must give.
    #[serde(borrow, default)]
    pub(super) expect: Option<Raw<'s>>,
}

/// `expect:`, of a puzzle, of a case or of a goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename = "Expect", deny_unknown_fields)]
pub struct Expect {
    /// The number of options of the exact cover problem.
    pub options: Option<u64>,
    /// The number of solutions.
    pub solutions: Option<u64>,
    /// The number of solutions but for the puzzle's symmetries.
    pub distinct: Option<u64>,
    /// The number of solutions but for the puzzle's rotations.
    pub distinct_rotations: Option<u64>,
    /// The nodes of the search that branches on the item with fewest options,
    /// the root not counted.
    pub nodes: Option<u64>,
    /// Its updates, all of them.
    pub updates: Option<u64>,
    /// The number of goals; the solutions are then those of all goals together.
    pub goals: Option<u64>,
    /// The number of goals without a solution.
    pub impossible: Option<u64>,
}
