//! Utilities for all modules: random numbers, atomic replacement of files, locks, inputs with size
//! limits, labels that are safe to display, escaped XML, and formatted numbers.

pub(crate) mod atomic_write;
pub(crate) mod clock;
pub(crate) mod control_flow;
pub(crate) mod file_access;
pub(crate) mod file_lock;
pub(crate) mod format;
pub(crate) mod input;
pub mod label;
pub(crate) mod rng;
pub(crate) mod scratch_file;
pub(crate) mod stopped;
pub(crate) mod xml;
