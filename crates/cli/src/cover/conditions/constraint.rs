//! The part of a condition that one item expresses.

use std::ops::RangeInclusive;

use itertools::Itertools;
use tilewright_geometry::{BoardCell, BoardCorner, BoardLine, JunctionId, Lattice, Placement};

use crate::puzzle::{Likeness, PieceId, Puzzle};

/// The part of a condition that one item expresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// A piece must cross this line.
    Line(BoardLine),
    /// A piece must have two of the four cells at this corner.
    Corner(BoardCorner),
    /// A piece must have one of these cells or junctions.
    Room {
        /// Cells that may stay empty, on which a piece fits.
        cells: Box<[BoardCell]>,
        /// The junctions that the piece would cover there.
        junctions: Box<[JunctionId]>,
        /// The name of the piece, if it has only one copy. A solution that uses this copy elsewhere meets the
        /// constraint, too.
        unless: Option<String>,
    },
    /// Two pieces of a class must not each have one of these two cells.
    Apart {
        /// How pieces are classified.
        by: Likeness,
        /// The name of the class: the name of one of its pieces, or its colour.
        class: String,
        /// Two touching cells.
        cells: [BoardCell; 2],
    },
    /// If two pieces each have one of these two cells, they must show the same colour there.
    Matching([BoardCell; 2]),
    /// If one piece has this colour at the first of these two cells, another piece must have a compatible
    /// colour at the second.
    Meeting {
        /// The condition that defines which colours may meet.
        rule: MeetingRule,
        /// The colour. If several colours may meet exactly the same colours, one constraint is for
        /// all of them, and this is one of these colours.
        color: String,
        /// Two touching cells.
        cells: [BoardCell; 2],
    },
}

/// The condition that defines which colours may meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeetingRule {
    /// The condition [`Condition::Differing`](crate::puzzle::Condition::Differing): all different
    /// colours may meet.
    Differing,
    /// The condition [`Condition::Meeting`](crate::puzzle::Condition::Meeting), which lists the
    /// pairs of colours.
    Listed,
}

/// The index of a constraint of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstraintId(pub(super) u32);

impl ConstraintId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Constraint {
    /// The name of the constraint's item. It differs from the names of cells, pieces, junctions,
    /// and other constraints of the same condition.
    pub(crate) fn name(&self, puzzle: &Puzzle) -> String {
        let lattice = puzzle.lattice;
        let corner = |at| lattice.corner_coordinates(at);
        let cell = |cell| lattice.coordinates(puzzle.board.cell(cell));
        match self {
            Self::Line(line) => {
                let [from, to] = line.ends();
                format!("@line/{}/{}", corner(from), corner(to))
            }
            Self::Corner(BoardCorner { at, .. }) => format!("@corner/{}", corner(*at)),
            Self::Room { cells, unless, .. } => {
                let cells = cells.iter().map(|at| cell(*at)).join("/");
                let unless = unless
                    .as_ref()
                    .map_or_else(String::new, |piece| format!("/{piece}"));
                format!("@room/{cells}{unless}")
            }
            Self::Apart { by, class, cells } => {
                let by = match by {
                    Likeness::Name => "name",
                    Likeness::Shape => "shape",
                    Likeness::Size => "size",
                    Likeness::Color => "color",
                };
                format!("@{by}/{class}/{}/{}", cell(cells[0]), cell(cells[1]))
            }
            Self::Matching(cells) => format!("@match/{}/{}", cell(cells[0]), cell(cells[1])),
            Self::Meeting { rule, color, cells } => {
                let rule = match rule {
                    MeetingRule::Differing => "differ",
                    MeetingRule::Listed => "meet",
                };
                format!("@{rule}/{color}/{}/{}", cell(cells[0]), cell(cells[1]))
            }
        }
    }

    /// The requirement in words: "the line between columns 3 and 4 must be crossed".
    pub fn in_words(&self, puzzle: &Puzzle) -> String {
        match self {
            Self::Line(_) => format!("{} must be crossed", self.place_in_words(puzzle)),
            Self::Corner(_) => format!(
                "of the four cells at {} two must lie in one piece",
                self.place_in_words(puzzle)
            ),
            Self::Room { unless, .. } => {
                let unless = unless.as_ref();
                let unless =
                    unless.map_or_else(String::new, |piece| format!(" unless {piece} is used"));
                format!(
                    "{} must not all stay empty{unless}",
                    self.place_in_words(puzzle)
                )
            }
            Self::Apart { by, class, cells } => {
                let cell = |cell| puzzle.lattice.coordinates(puzzle.board.cell(cell));
                let alike = match by {
                    Likeness::Name => format!("no two copies of {class}"),
                    Likeness::Shape => format!("no two pieces of the shape of {class}"),
                    Likeness::Size => format!("no two pieces of the size of {class}"),
                    Likeness::Color => format!("no two pieces of the colour {class}"),
                };
                let [one, other] = cells.map(cell);
                format!("{alike} may touch at ({one}) and ({other})")
            }
            Self::Matching(cells) => {
                let cell = |cell| puzzle.lattice.coordinates(puzzle.board.cell(cell));
                let [one, other] = cells.map(cell);
                format!("two pieces that touch at ({one}) and ({other}) show one colour there")
            }
            Self::Meeting { color, cells, .. } => {
                let cell = |cell| puzzle.lattice.coordinates(puzzle.board.cell(cell));
                let [one, other] = cells.map(cell);
                format!("{color} at ({one}) meets no colour at ({other}) that it may not")
            }
        }
    }

    /// The place in words: "the line between columns 3 and 4".
    pub fn place_in_words(&self, puzzle: &Puzzle) -> String {
        let lattice = puzzle.lattice;
        match self {
            Self::Line(line) => line_in_words(puzzle, line),
            Self::Corner(BoardCorner { at, .. }) => {
                format!("the corner ({})", lattice.corner_coordinates(*at))
            }
            Self::Room { cells, .. } => {
                let cells = cells
                    .iter()
                    .map(|cell| lattice.coordinates(puzzle.board.cell(*cell)));
                format!(
                    "the cells {}",
                    cells.map(|cell| format!("({cell})")).join(" ")
                )
            }
            Self::Apart { cells, .. } | Self::Matching(cells) | Self::Meeting { cells, .. } => {
                let [one, other] = cells.map(|cell| lattice.coordinates(puzzle.board.cell(cell)));
                format!("the cells ({one}) and ({other})")
            }
        }
    }

    /// Whether the constraint is a requirement: a solution must cover its item at least once.
    pub fn is_asked(&self) -> bool {
        matches!(self, Self::Line(_) | Self::Corner(_) | Self::Room { .. })
    }

    /// Whether the constraint is about the colours of cells.
    pub fn is_of_colors(&self) -> bool {
        matches!(self, Self::Matching(_) | Self::Meeting { .. })
    }

    /// The two touching cells that the constraint is about, if any.
    pub fn cells(&self) -> Option<[BoardCell; 2]> {
        match self {
            Self::Line(_) | Self::Corner(_) | Self::Room { .. } => None,
            Self::Apart { cells, .. } | Self::Matching(cells) | Self::Meeting { cells, .. } => {
                Some(*cells)
            }
        }
    }

    /// How often a solution may cover the item of the constraint. `None` for a secondary item,
    /// which is covered at most once. `holders` is the number of options that cover the item.
    pub(crate) fn bounds(&self, holders: u32) -> Option<RangeInclusive<u32>> {
        match self {
            // At least 1, so that an item that no option covers makes the problem unsolvable.
            Self::Line(_) | Self::Corner(_) | Self::Room { .. } => Some(1..=holders.max(1)),
            Self::Apart { .. } | Self::Matching(_) | Self::Meeting { .. } => None,
        }
    }
}

/// The line in words: `the line between columns 3 and 4`.
fn line_in_words(puzzle: &Puzzle, line: &BoardLine) -> String {
    let ends = line.ends();
    let [from, to] = ends.map(|at| puzzle.lattice.corner_coordinates(at));
    if puzzle.lattice == Lattice::Square && puzzle.board.part_count() == 1 {
        let (least, _) = puzzle.board.bounding_box();
        let between = |what: &str, at: i32| format!("the line between {what} {at} and {}", at + 1);
        if from[0] == to[0] {
            return between("columns", from[0] - least.x);
        }
        return between("rows", from[1] - least.y);
    }
    format!("the line from ({from}) to ({to})")
}

/// A piece and a placement that will be an option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FutureOption<'a> {
    pub(crate) piece: PieceId,
    pub(crate) placement: &'a Placement,
    /// Whether no restriction forbids the placement.
    pub(crate) is_allowed: bool,
}

/// The key of an item that an option covers, and the side of a pair of cells on which the option
/// lies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ItemKey {
    /// The index of the condition among those with items. The caller fills it in.
    pub(super) part: usize,
    pub(super) item: (u32, u32),
    pub(super) side: bool,
    /// The colour that the option gives the item, as an index into [`Puzzle::cell_colors`].
    pub(super) color: Option<u32>,
}

impl ItemKey {
    /// The key of an item to which the option gives no colour.
    pub(super) fn plain(item: (u32, u32), side: bool) -> Self {
        Self {
            item,
            side,
            ..Self::default()
        }
    }
}

/// The items of one condition, each identified by two numbers, and which of them an option covers.
pub(super) trait PartKeys {
    /// The number of primary items; 0 if all items are secondary. Of the two numbers that identify
    /// a primary item, the first is its index.
    fn required(&self) -> u32;
    /// Calls `add` once for each item that an option covers.
    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey));
    fn constraint(&self, item: (u32, u32)) -> Constraint;
}

pub(super) fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
