//! The two user interfaces: the command line, and the studio, a page on which puzzles are drawn.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "publish")]
pub mod studio;
