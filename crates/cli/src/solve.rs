//! Listing and counting: searches that can be watched, stopped and resumed, counts up to
//! symmetry, the space of all solutions.

pub mod any;
pub mod checkpoint;
pub mod counting;
mod error;
pub mod external_sort;
pub mod resources;
pub mod search;
pub mod series;
pub mod similarity;
pub mod space;
pub mod symmetric;

pub use error::SolveError;
