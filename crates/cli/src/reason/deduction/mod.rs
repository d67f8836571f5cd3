//! How a person solves a challenge, and how hard that is.
//!
//! A position consists of the pieces placed and of the placements still possible. A person looks at
//! a *place*: a cell that few pieces can cover, or a piece that is hard to place. There the
//! possible placements are tried mentally, and all but one fail: one leaves a hole, one cuts off a
//! pocket, one leaves a piece without a place, one leads to such a flaw after a few forced
//! placements ([`Flaw`]). The remaining one is placed: that is a [`Step`]. A [`DeductionPath`]
//! leads to the solution by the easiest steps, and [`Words`] turns each step into a hint of several
//! stages.
//!
//! A step has an *effort*, counted in looks at placements: to notice the place, and to see how each
//! of the other placements fails. [`rate`] sums the effort over all pieces. A piece counts by the
//! hardest step that must be made before the piece can be placed.
//!
//! Every step has three properties by construction:
//!
//! - *Sound.* Every solution of the position contains the placement of the step.
//! - *Monotone.* In every position with more pieces placed and fewer placements possible, the step
//!   takes at most as much effort, or it has already been made. A challenge with more givens
//!   therefore never rates harder.
//! - *Independent of names and order.* The image of a challenge under a symmetry of the puzzle has
//!   the same rating.
//!
//! # Examples
//!
//! ```
//! use tilewright::reason::deduction::{Grade, Technique, rate};
//! use tilewright::cover::Instance;
//! use tilewright::puzzle::{Source, load};
//!
//! let source = Source::new("strip.ron", r#"(
//!     lattice: Square,
//!     board: Rect(4, 1),
//!     pieces: [Piece(name: "A", cells: Rect(1, 1)), Piece(name: "B", cells: Rect(3, 1))],
//!     givens: [(piece: "A", cells: Rect(1, 1))],
//! )"#);
//! let puzzle = load(&source).unwrap().puzzle;
//! let instance = Instance::new(puzzle).unwrap();
//! let rating = rate(&instance, &[]).unwrap();
//! assert_eq!(rating.hardest, Technique::ForcedCell);
//! assert_eq!(rating.grade(), Grade::Easy);
//! ```

mod balance;
mod bits;
mod clash;
mod colourings;
mod constraints;
mod effort;
mod error;
mod explain;
mod find;
mod follow;
mod occupied;
mod path;
mod phrases;
mod place;
mod placement_status;
mod pocket;
mod position;
mod rating;
mod region;
mod shown_colors;
mod step;
mod table;
mod technique;
mod words;

pub use path::DeductionPath;
pub(crate) use phrases::{English, Phrase, Phrasing};
pub use placement_status::{PlacementStatus, images_of_one, placement_status};
pub use rating::{Grade, Rating, rate, rate_until};
pub(crate) use region::region_in_words;
pub use step::{ColorClash, Flaw, Pockets, Refutation, Step, Want};
pub use table::{MAX_LEFT, Remainder};
pub use technique::{MAX_DEPTH, Technique};
pub use words::{HintStage, STAGES, Words};

pub use self::error::DeductionError;
pub(crate) use self::error::with_own;

#[cfg(test)]
mod tests;
