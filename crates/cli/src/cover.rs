//! From a puzzle to its exact cover problem: [`Instance`], the object that all
//! algorithms take.

mod instance;
mod matrix;

pub use instance::Instance;
pub use matrix::{InstanceError, ItemMeaning, Meaning};
