//! Finds a word square: every row, every column and both diagonals are words, all of them
//! different.
//!
//! Knuth found squares of three letters this way ("Dancing Links", 2000, "Concluding remarks").
//! The file has words separated by white space; those of another length are skipped.
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example word_squares -- crates/dlx/examples/words.txt
//! ```
//!
//! Exit status: 0 found, 1 no square, 2 wrong call or file.

#[path = "models/word_squares.rs"]
mod word_squares;

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::process::ExitCode;

use tilewright_dlx::{Links, OptionId};
use word_squares::WordSquares;

const USAGE: &str = "usage: word_squares FILE [--size 1..9] [--repeats]";

struct Args {
    /// A file of words.
    file: String,
    /// The number of letters of a word.
    size: usize,
    /// Lets a word occur in a square more than once.
    repeats: bool,
}

impl Args {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, &'static str> {
        let (mut file, mut size, mut repeats) = (None, 3, false);
        while let Some(argument) = arguments.next() {
            match &argument[..] {
                "--repeats" => repeats = true,
                "--size" => {
                    let number = arguments.next().and_then(|text| text.parse().ok());
                    size = number.filter(|size| (1..=9).contains(size)).ok_or(USAGE)?;
                }
                name if name.starts_with("--") || file.is_some() => return Err(USAGE),
                _ => file = Some(argument),
            }
        }
        let file = file.ok_or(USAGE)?;
        Ok(Self {
            file,
            size,
            repeats,
        })
    }
}

fn run(args: &Args) -> Result<bool, Box<dyn Error>> {
    let text = std::fs::read_to_string(&args.file)
        .map_err(|error| format!("the file {} cannot be read: {error}", args.file))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let squares = WordSquares::new(&words, args.size, args.repeats)?;
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
        // The reader of the output has closed it.
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
    let args = Args::read(std::env::args().skip(1));
    match args.map_err(Into::into).and_then(|args| run(&args)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
