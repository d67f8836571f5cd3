//! The laws of lattices and polyforms, and published results. All these tests are one program, so
//! that the linker runs only once.

// Helper functions of tests may unwrap like tests.
#![allow(clippy::unwrap_used)]

mod boards;
mod counts;
mod custom_lattices;
mod named_shapes;
mod options;
mod outlines;
mod shapes;
mod tables;
