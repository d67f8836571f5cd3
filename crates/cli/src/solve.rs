//! Listing and counting: searches that can be watched, stopped and resumed, counts up to
//! symmetry, the space of all solutions, and [proofs](refute) without a search that there is none.

pub mod any;
pub mod checkpoint;
pub mod counting;
mod error;
pub mod external_sort;
pub mod refute;
pub mod resources;
pub mod search;
pub mod series;
pub mod similarity;
pub mod space;
pub mod symmetric;

pub use error::SolveError;
