//! Tilewright: a polyform puzzle workbench.
//!
//! This is the library half of the program: the puzzle format, the way from a
//! puzzle to its exact cover problem, pictures, and the commands. Data flows
//! one way:
//!
//! ```text
//! puzzles/*.ron ─► puzzle (Source ─► Puzzle) ─► cover (Instance: items, options)
//!                                                  │
//!                              search ◄────────────┘
//!                                │ options
//!                                ▼
//!                     render, JSON ─► stdout
//! ```
//!
//! | room | holds |
//! | --- | --- |
//! | [`puzzle`] | puzzles, read from files with words on what is wrong, and their placements |
//! | [`cover`] | the exact cover problem: an [`Instance`](cover::Instance) is what all algorithms take; its symmetries, and the notation of placements |
//! | [`picture`] | drawings in text, on paper and screens, and their colours |
//! | [`solve`] | searches that can be watched, stopped and resumed, counts up to symmetry, the space of all solutions |
//! | [`reason`] | obstacles, colourings and conflicts, and deductions as a person makes them |
//! | [`design`] | challenges with one solution, placements to begin with, goals, what all solutions look like |
//! | [`make`] | parts of wood or plastic |
//! | [`publish`] | booklets, and pages that browse and play |
//! | [`support`] | inputs with limits, files that are there whole or not at all, names that can be shown anywhere |
//! | [`cli`] | the program: the command line in, an exit status out ([`run`]) |
//!
//! # Examples
//!
//! Count the ways to fill a 4 × 5 rectangle with the L, P, U and Y of the
//! pentominoes, whatever their number:
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilewright::cover::Instance;
//! use tilewright::puzzle::{Source, load};
//! use tilewright_dlx::{Links, OptionId};
//!
//! let source = Source::new("example.ron", r#"(
//!     lattice: Square,
//!     board: Rect(5, 4),
//!     pieces: [Set(of: Polyominoes(5), only: ["L", "P", "U", "Y"], copies: (0, 4))],
//! )"#);
//! let puzzle = load(&source).unwrap().puzzle;
//! let instance = Instance::new(puzzle).unwrap();
//! let report = Links::new(instance.problem())
//!     .run(&mut |_: &[OptionId]| ControlFlow::Continue(()));
//! assert!(report.complete);
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "cli")]
#[macro_use]
mod stderr;

#[cfg(feature = "cli")]
pub mod cli;
pub mod cover;
pub mod design;
pub mod guide;
pub mod make;
pub mod picture;
pub mod publish;
pub mod puzzle;
pub mod reason;
pub mod solve;
pub mod support;

#[cfg(feature = "cli")]
pub use cli::run;
