//! Pictures of puzzles (text, SVG, PNG, PDF, TikZ) and the colours of their pieces.

#[cfg(feature = "pictures")]
pub mod drawing;
pub(crate) mod palette;
pub mod render;
