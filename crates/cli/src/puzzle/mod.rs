//! Puzzles: built part by part, or read from a RON file, and written as such a file.
//!
//! ```text
//! PuzzleBuilder ─────────────────┐
//!                                ├─► Puzzle ─► Instance (cover)
//! file ─► Source ─► PuzzleFile ──┘     └─► RON text
//! ```
//!
//! A [`Puzzle`] has no file. A [`PuzzleFile`] adds the positions for messages and the other
//! contents of a file: cases, goals, expected numbers.

mod builder;
mod cell_labels;
mod check;
mod checkered;
mod color;
mod condition;
mod condition_check;
mod design;
mod faces;
mod label_group;
mod macmahon;
mod model;
mod piece;
mod piece_set;
mod placed;
mod placements;
mod read;
mod rebase;
mod restriction;
mod symmetry_kind;
mod tray;
mod write;

pub use builder::{MAX_PIECES, PuzzleBuilder, PuzzleError};
pub use cell_labels::{CellLabels, MAX_LABEL_DISTANCE};
pub use color::{Color, ColorError};
pub use condition::{Condition, Likeness, MAX_COLORS};
pub use condition_check::ConditionError;
pub use design::{
    BoardRequest, DesignRequest, Look, Measure, MeasureError, MeasureWeight, NumberRange,
    RangeError, Requirement, WeightError,
};
pub use model::{Given, Puzzle};
pub use piece::{
    CellColors, Copies, MAX_COPIES, MAX_PIECE_NAME, MAX_VALUE, Piece, PieceError, PieceId,
};
pub use placed::{PieceOrigin, PlacedPiece};
pub use placements::{MAX_ENTRIES, PlacementsError, placements_under};
pub use read::{
    Case, Change, Diagnostic, Expect, Goal, GoalSketch, ItemOrder, MAX_FILE_BYTES, MAX_GOAL_CELLS,
    MAX_GOALS, MAX_VISITED_CELLS, PuzzleFile, PuzzlePart, PuzzleTextError, Severity, Sketch,
    Source, SourceError, Span, Spans, TablePlace, is_meant_as_puzzle, load, sketch,
};
pub use restriction::Restriction;
pub use symmetry_kind::SymmetryKind;
pub use tray::Tray;

pub(crate) use cell_labels::is_within;
pub(crate) use label_group::label_group;
pub(crate) use piece_set::PieceSet;
pub(crate) use placements::{CellBudget, placements_within, visit_placements};
pub(crate) use read::{
    Node, Pairs, Raw, Reader, TILES, abbreviated, find_piece, outer_fields, outer_values,
    read_givens, suggestion, token_spans,
};
pub(crate) use write::{lattice_to_ron, piece_entry, shape};
