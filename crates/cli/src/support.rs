//! What every room may use: random numbers, files that are there whole or not at all, locks, inputs
//! with limits, names that can be shown anywhere, texts as XML, numbers in words.

pub(crate) mod atomic_write;
pub(crate) mod clock;
pub(crate) mod file_access;
pub(crate) mod file_lock;
pub(crate) mod format;
pub mod input;
pub mod label;
pub(crate) mod rng;
pub(crate) mod scratch_file;
pub mod xml;
