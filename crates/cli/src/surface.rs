//! What people work with: the command line, and the studio.
//!
//! Calls and strokes of a pen enter; answers, files and an exit status leave.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "publish")]
pub mod studio;
