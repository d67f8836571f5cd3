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
//! - [`input`] reads files and stdin, never more than a limit; what they call things is a
//!   [`label`], which can be shown anywhere;
//! - [`puzzle`] reads a file and says what is wrong with it, [`twins`] what may not be meant;
//! - [`cover`] makes the exact cover problem: an [`Instance`](cover::Instance) is what all
//!   algorithms take;
//! - [`notation`] reads and writes placements, [`space`] answers questions
//!   about all solutions, [`explore`] tells what they look like,
//!   [`starts`] which placements to begin with;
//! - [`feasibility`] explains what cannot work, [`why`] why there is no solution:
//!   by [`colouring`] or by [`conflict`];
//! - [`deduction`] solves as a person does and rates how hard that is;
//! - [`families`] counts the goals of a file;
//! - [`symmetry`] finds the symmetries of a puzzle, [`scores`] how symmetric a
//!   solution looks, [`similarity`] puts solutions that look alike together;
//! - [`search`] runs an engine so that a person can watch and stop it;
//! - [`challenges`] mines givens that leave one solution, and reads and writes
//!   files of them, [`unify`] finds what has to be added to a puzzle to leave one;
//! - [`render`] draws in text, [`drawing`] on paper and screens, in the colours of
//!   [`palette`]; [`booklet`] binds it, [`viewer`] makes a page of it that browses
//!   and plays;
//! - [`fabricate`] makes parts of wood or plastic of them;
//! - [`run`] is the program: the command line in, an exit status out.
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
//! let puzzle = load(&source).unwrap();
//! let instance = Instance::new(puzzle).unwrap();
//! let report = Links::new(instance.problem())
//!     .run(&mut |_: &[OptionId]| ControlFlow::Continue(()));
//! assert!(report.complete);
//! ```

#![forbid(unsafe_code)]

#[macro_use]
mod stderr;

pub mod args;
pub mod booklet;
pub mod challenges;
pub mod checkpoint;
mod clues;
pub mod colouring;
mod commands;
pub mod conflict;
pub mod counting;
pub mod cover;
pub mod deduction;
mod dice;
pub mod drawing;
pub mod effort;
pub mod explore;
pub mod external_sort;
pub mod fabricate;
pub mod failure;
pub mod families;
pub mod feasibility;
pub mod guide;
pub mod input;
pub mod label;
pub mod notation;
pub mod orbits;
pub mod palette;
pub mod puzzle;
pub mod render;
pub mod rest;
pub mod restricted;
pub mod scores;
pub mod search;
pub mod similarity;
pub mod space;
pub mod starts;
mod subset;
pub mod sweep;
pub mod symmetry;
pub mod twins;
pub mod unify;
pub mod viewer;
mod whole_file;
pub mod why;
mod wording;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, ColorWhen};

/// Prints help, or what is wrong with a call.
///
/// What is wrong with it may quote it, and a call may hold names of files that hold anything.
fn tell(error: &clap::Error) {
    let text = error.to_string();
    let shown = label::escaped(&text);
    if shown == text {
        // A failure to print has nowhere to be told.
        let _ = error.print();
    } else {
        anstream::eprint!("{shown}");
    }
}

/// Runs the program with the given arguments, the first of them its name.
///
/// Exit status: 0 done, 1 the answer is no, 2 the input or the call is wrong,
/// 130 interrupted.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            tell(&error);
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match cli.color {
        ColorWhen::Auto => anstream::ColorChoice::Auto,
        ColorWhen::Always => anstream::ColorChoice::Always,
        ColorWhen::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    match commands::run(&cli) {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            let text = failure.render();
            if !text.is_empty() {
                stderr_line!("{text}");
            }
            failure.exit_code()
        }
    }
}
