//! Tilewright: a polyform puzzle workbench.
//!
//! This is the library that the program is made of. It prints nothing; the program is its feature
//! `cli`, on by default. Data flows one way:
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
//! | room | holds |
//! | --- | --- |
//! | [`puzzle`] | puzzles, read from files with words on what is wrong, and their placements |
//! | [`cover`] | the exact cover problem: an [`Instance`](cover::Instance) is what all algorithms take; its symmetries, and the notation of placements |
//! | [`picture`] | drawings in text, on paper and screens, and their colours |
//! | [`solve`] | searches that can be watched, stopped and resumed, counts up to symmetry, the space of all solutions; [proofs](solve::refute) without a search that there is none |
//! | [`reason`] | conflicts, reasons why there is no solution, deductions as a person makes them |
//! | [`design`] | choices of pieces and boards, challenges with one solution, placements to begin with, goals, what all solutions look like |
//! | [`campaign`] | one count or list, shared out to many processes |
//! | [`publish`] | booklets, pages that browse and play, parts of wood or plastic, tables of solutions, and files of other programs |
//! | [`support`] | inputs with limits, files that are there whole or not at all, names that can be shown anywhere |
//! | [`surface`] | what people work with: a puzzle that is drawn while its answers are computed ([`studio`](surface::studio)), and the program, the command line in, an exit status out ([`run`]) |
//!
//! # Examples
//!
//! A tray is built, counted and drawn, and asked whether a start leaves one solution:
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
//! The rooms `picture::drawing`, `publish` with `surface::studio`, and `campaign` are features, `pictures`, `publish` and
//! `campaign`, which `cli` switches on: a program that only counts does not compile fonts and PDF.
//!
//! The guide has [ten short programs](guide::library) to begin with.

#![cfg_attr(
    not(all(feature = "studio-wasm", target_family = "wasm")),
    forbid(unsafe_code)
)]
// Without the program, what only its commands call is not dead code.
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
