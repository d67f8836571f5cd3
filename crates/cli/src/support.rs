//! What every room may use: random numbers, files that are there whole or not at all, inputs
//! with limits, names that can be shown anywhere, numbers in words.

pub(crate) mod dice;
pub mod input;
pub mod label;
pub(crate) mod whole_file;
pub(crate) mod wording;
