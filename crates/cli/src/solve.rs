//! Listing and counting: searches that report progress and can be stopped and resumed, counts up to
//! symmetry, the space of all solutions, and [proofs](refute), found without a search, that there
//! is no solution.

pub mod any;
pub mod checkpoint;
pub mod counting;
mod error;
pub(crate) mod external_sort;
pub mod objective;
pub mod refute;
pub mod resources;
pub mod search;
pub mod series;
pub(crate) mod similarity;
pub mod space;
pub(crate) mod symmetric;

pub use error::SolveError;
