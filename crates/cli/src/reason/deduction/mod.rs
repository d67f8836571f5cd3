//! How a person solves a challenge, and how hard that is.
//!
//! A position is what is placed and the placements still possible. A person looks at some *place*:
//! a cell that few pieces can cover, a piece that is hard to place. There the ways are tried in
//! mind, and all but one fail: one leaves a hole, one cuts off a pocket, one leaves a piece without
//! a place, one leads to that after some forced moves ([`Flaw`]). So the one is placed: that is a
//! [`Step`], and a [`Path`] is a way to the solution by the easiest of them, whose hints
//! [`Words`] tells in stages.
//!
//! A step has an *effort*, counted in looks at placements: to come upon the place, and to see how
//! each of the other ways fails. A challenge is [`rate`]d by the effort of all pieces, each by the
//! hardest step that must be made before it can be placed.
//!
//! Of every step it holds, by the way it is made:
//!
//! - *It is sound.* Every solution that the position leaves has what is placed.
//! - *It holds further down.* In every position with more placed and less possible it can be made
//!   with as much effort at most, or has been. So a challenge with more givens never rates harder.
//! - *It does not see names or order.* So an image of a challenge under a symmetry of the puzzle
//!   rates the same.
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
mod pocket;
mod position;
mod rating;
mod region;
mod shown_colors;
mod standing;
mod step;
mod table;
mod technique;
mod words;

pub use path::Path;
pub use phrases::{English, Phrase, Phrasing};
pub use rating::{Grade, Rating, rate, rate_until};
pub use region::region_in_words;
pub use standing::{PlacementStatus, standing};
pub use step::{ColorClash, Flaw, Pockets, Refutation, Step, Want};
pub use table::{MAX_LEFT, Remainder};
pub use technique::{MAX_DEPTH, Technique};
pub use words::{STAGES, Stage, Words};

pub use self::error::DeductionError;
pub(crate) use self::error::with_own;

#[cfg(test)]
mod tests;
