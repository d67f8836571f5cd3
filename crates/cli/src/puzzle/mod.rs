//! Puzzles: built piece by piece, or read from a RON file, and written as one.
//!
//! ```text
//! PuzzleBuilder ─────────────────┐
//!                                ├─► Puzzle ─► Instance (cover)
//! file ─► Source ─► PuzzleFile ──┘     └─► RON text
//! ```
//!
//! A [`Puzzle`] knows no file: what messages need to point at places, and what a file holds
//! besides (cases, goals, expected numbers), stands in a [`PuzzleFile`].

mod builder;
mod cell_colors;
mod cell_labels;
mod check;
mod checkered;
mod condition;
mod design;
mod model;
mod piece;
mod piece_set;
mod placements;
mod read;
mod rebase;
mod restriction;
mod symmetry_kind;
mod write;

pub use builder::{MAX_PIECES, PuzzleBuilder, PuzzleError};
pub use cell_colors::CellColors;
pub use cell_labels::{CellLabels, MAX_LABEL_DISTANCE};
pub use condition::{Condition, ConditionError, Likeness, MAX_COLORS};
pub use design::{
    BoardRequest, DesignRequest, Look, Measure, MeasureError, NumberRange, RangeError, Wanted,
    Weight, WeightError,
};
pub use model::{Given, PieceId, Puzzle, Tray};
pub use piece::{Color, ColorError, Copies, MAX_COPIES, MAX_PIECE_NAME, Piece, PieceError};
pub use placements::{MAX_ENTRIES, PlacementsError, placements_under};
pub use read::{
    Case, Change, Diagnostic, Expect, Goal, ItemOrder, MAX_FILE_BYTES, MAX_GOAL_CELLS, MAX_GOALS,
    Part, PuzzleFile, Severity, Sketch, Source, SourceError, Span, Spans, TablePlace,
    is_meant_as_puzzle, load, sketch,
};
pub use restriction::Restriction;
pub use symmetry_kind::SymmetryKind;

pub(crate) use cell_labels::is_within;
pub(crate) use piece_set::PieceSet;
pub(crate) use placements::{Budget, placements_within};
pub(crate) use read::{
    Node, Pairs, Raw, Reader, abbreviated, find_piece, outer_fields, outer_values, read_givens,
    suggestion, token_spans,
};
pub(crate) use write::{piece_entry, shape};
