//! The laws of lattices and polyforms, and what is published of them: one program, so that it is linked
//! once.

// Helpers of tests may unwrap as tests do.
#![allow(clippy::unwrap_used)]

mod boards;
mod counts;
mod custom_lattices;
mod named_shapes;
mod options;
mod outlines;
mod shapes;
mod tables;
