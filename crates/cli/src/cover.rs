//! Turns a puzzle into its exact cover problem: an [`Instance`], the input of all algorithms.

pub(crate) mod board_motions;
pub(crate) mod cell_layout;
pub mod cell_order;
pub(crate) mod conditions;
mod error;
mod instance;
pub(crate) mod isometries;
pub(crate) mod item_order;
mod matrix;
pub mod notation;
pub mod orbits;
pub(crate) mod residual;
pub(crate) mod restricted;
pub(crate) mod scores;
pub(crate) mod symmetry;

pub use error::InstanceError;
pub use instance::{Instance, MEMORY_NOT_COUNTED};
pub use matrix::{ItemMeaning, Meaning};
