//! Exact cover with dancing links.
//!
//! An exact cover problem has *items* and *options*; an option is a set of items. A solution is a
//! set of options that covers every *primary* item exactly once (or, if the item is bounded,
//! between two given numbers of times) and every *secondary* item at most once. Polyform puzzles,
//! Sudoku, queens and word squares are all of this form.
//!
//! | module | holds |
//! | --- | --- |
//! | [`problem`] | items, options, and [`Problem::check`], the verifier that knows no search |
//! | [`text`] | problems in Knuth's text format, in and out |
//!
//! Words follow Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1; his paper
//! "Dancing Links" (2000), which the docs call *the paper*, says column for item and row for
//! option.

pub mod problem;
pub mod text;

pub use problem::{CoverError, ItemId, OptionId, Problem, ProblemError};
