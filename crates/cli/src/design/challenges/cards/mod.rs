//! Decks of cards: many small boards, one set of pieces.
//!
//! A *card* is a board (a goal of a file) with pieces of the file's pool that fill it in exactly
//! one way, up to the symmetries of the board that map the set of pieces to itself. [`deal`] finds
//! the cards of all boards and chooses some of graded difficulty, so that boards and pieces are used
//! equally often.
//! A card may have two sides: the same board with other pieces, usually more.

mod deal;
mod file;
mod find;
mod plan;
mod puzzle;
#[cfg(test)]
mod tests;
mod write;

pub use deal::{CardFace, DealtCard, DealtCards};
pub use file::{Card, CardFile, pieces_used};
pub use find::{CardProgress, deal, pool_boards};
pub use plan::{CardError, CardPlan, CardSides, PoolBoard};
pub(crate) use puzzle::colored;
pub use puzzle::{CardSolutions, RatedCard, rated, solutions};
pub use write::CardText;
