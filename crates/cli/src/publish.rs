//! What is read and played: booklets, and pages that browse and play.

pub mod booklet;
pub mod viewer;
