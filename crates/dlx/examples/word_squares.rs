//! Word squares: every row, every column and both diagonals are words, all of them different.
//!
//! Knuth found squares of three letters this way ("Dancing Links", 2000, "Concluding remarks").
//! The file holds words apart by white space; those of another length are skipped.
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example word_squares -- crates/dlx/examples/words.txt
//! ```
//!
//! Exit status: 0 found, 1 there is none, 2 the call or the file is wrong.

#[path = "models/word_squares.rs"]
mod word_squares;

use std::io::{self, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use tilewright_dlx::{Links, OptionId};
use word_squares::WordSquares;

/// Finds word squares.
#[derive(Parser)]
struct Args {
    /// A file of words.
    file: PathBuf,
    /// The letters of a word.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=9))]
    size: u8,
    /// Lets a word stand in a square more than once.
    #[arg(long)]
    repeats: bool,
}

fn run(args: &Args) -> anyhow::Result<bool> {
    let text = std::fs::read_to_string(&args.file)
        .with_context(|| format!("the file {} cannot be read", args.file.display()))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let squares = WordSquares::new(&words, usize::from(args.size), args.repeats)?;
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let report = Links::new(&squares.problem).run(&mut |solution: &[OptionId]| {
        written = writeln!(out, "{}\n", squares.square(solution).join("\n"));
        if written.is_ok() {
            Continue(())
        } else {
            Break(())
        }
    });
    match written {
        // Whoever reads the squares has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(true),
        other => other?,
    }
    writeln!(
        out,
        "{} squares, {} updates",
        report.solutions,
        report.profile.updates()
    )?;
    Ok(report.solutions > 0)
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
