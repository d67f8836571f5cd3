//! Tilewright: a polyform puzzle workbench.
//!
//! This is the library behind the program. It prints nothing; the program is its feature `cli`,
//! which is on by default. Data flows one way:
//!
//! ```text
//! a builder, or a file ─► puzzle (Puzzle) ─► cover (Instance: items, options)
//!                                               │
//!       solve, reason, design: counts, ◄────────┤
//!       solutions, reasons, challenges          │
//!              │                                ▼
//!              └────────────► picture, publish: drawings, pages, parts, tables
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`puzzle`] | puzzles, their placements, and a reader of files that explains errors |
//! | [`cover`] | the exact cover problem: an [`Instance`](cover::Instance), the input of all algorithms; its symmetries, and the notation of placements |
//! | [`picture`] | drawings in text, on paper and screens, and their colours |
//! | [`solve`] | searches that report progress and can be stopped and resumed, counts up to symmetry, the space of all solutions; [proofs](solve::refute), without a search, that there is no solution |
//! | [`reason`] | conflicts, reasons why there is no solution, deductions that a person can follow |
//! | [`design`] | choices of pieces and boards, challenges with one solution, placements to begin with, goals, what all solutions look like |
//! | [`campaign`] | one count or list, distributed over many processes |
//! | [`publish`] | booklets, pages that browse and play, parts of wood or plastic, tables of solutions, and files of other programs |
//! | [`support`] | inputs with size limits, atomic replacement of files, names that are safe to display |
//! | [`surface`] | the user interfaces: a page on which a puzzle is drawn while answers about it are computed ([`studio`](surface::studio)), and the command line ([`run`]) |
//!
//! # Examples
//!
//! Builds a tray, counts its solutions, draws one, and checks that a given placement leaves one solution:
//!
//! ```
//! use tilewright::cover::Instance;
//! use tilewright::cover::notation::PlacementPattern;
//! use tilewright::picture::drawing::{Artist, Style, svg};
//! use tilewright::puzzle::{Piece, Puzzle};
//! use tilewright_geometry::{Board, Lattice, rectangle};
//!
//! let square = Lattice::Square;
//! let pieces = Piece::all_of_size(square, 5)?.into_iter();
//! let pieces = pieces.filter(|piece| "LPUY".contains(piece.name.as_str()));
//! let pieces: Result<Vec<Piece>, _> = pieces.map(|piece| piece.with_copies(0..=4)).collect();
//! let puzzle = Puzzle::builder(square)
//!     .title("four of a kind")
//!     .board(Board::new(square, rectangle(square, 5, 4)?, [])?)
//!     .pieces(pieces?)
//!     .build()?;
//! let instance = Instance::new(puzzle)?;
//!
//! let count = instance.solver().count()?.known().expect("it has no stop flag");
//! let listed = instance.solver().list()?.known().expect("it has no stop flag");
//! assert_eq!(count.solutions, listed.len().into());
//!
//! let start = PlacementPattern::parse("U@(0,0)(1,0)(0,1)(0,2)(1,2)", &instance)?.placement(&instance)?;
//! let two = instance.solver().given(&[start])?.at_most(2)?.known().expect("it has no stop flag");
//! assert_eq!(two.len(), 1, "that start leaves one solution");
//!
//! let artist = Artist::new(instance.puzzle(), Style::default());
//! let picture = svg::file(&artist.solution("the first", &instance.placed_pieces(&listed[0])));
//! assert!(picture.contains("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three features, which `cli` includes, enable modules: `pictures` enables `picture::drawing`,
//! `publish` enables `publish` and `surface::studio`, and `campaign` enables `campaign`. So a program
//! that only counts does not compile fonts and PDF.
//!
//! The guide has [ten short programs](guide::library) to begin with.

#![cfg_attr(
    not(all(feature = "studio-wasm", target_family = "wasm")),
    forbid(unsafe_code)
)]
// Without the feature `cli`, code that only its commands call must not be reported as dead.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, unreachable_pub)
)]

#[cfg(feature = "campaign")]
pub mod campaign;
pub mod cover;
pub mod design;
pub mod guide;
pub mod picture;
#[cfg(feature = "publish")]
pub mod publish;
pub mod puzzle;
pub mod reason;
pub mod solve;
pub mod support;
pub mod surface;

pub use tilewright_dlx as dlx;
pub use tilewright_geometry as geometry;

#[cfg(feature = "cli")]
pub use surface::cli::run;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
