//! From a puzzle to its exact cover problem: [`Instance`], the object that all
//! algorithms take.

mod instance;
mod matrix;
pub mod notation;
pub mod orbits;
pub mod residual;
pub mod restricted;
pub mod scores;
pub mod sweep;
pub mod symmetry;

pub use instance::Instance;
pub use matrix::{InstanceError, ItemMeaning, Meaning};
