//! From a puzzle to its exact cover problem: [`Instance`], the object that all
//! algorithms take.

pub mod board_motions;
pub mod cell_layout;
pub mod cell_order;
pub mod conditions;
mod error;
mod instance;
pub mod isometries;
pub mod item_order;
mod matrix;
pub mod notation;
pub mod orbits;
pub mod residual;
pub mod restricted;
pub mod scores;
pub mod symmetry;

pub use error::InstanceError;
pub use instance::{Instance, MEMORY_NOT_COUNTED};
pub use matrix::{ItemMeaning, Meaning};
