//! Solves a Sudoku with dancing links, and measures how much faster that is than a plain
//! depth-first search.
//!
//! Both searches are timed from the 81 digits to the second solution, or to the proof that there
//! is none. For dancing links this includes making the problem and the links. Each is repeated,
//! and the best time counts. The slides "Dancing Links and Exact Cover" report dancing links to
//! be 60 to 140 times as fast over 200 generated puzzles of each difficulty. The ratio depends on
//! the grid. The grid of the slides, as transcribed, has 254 solutions, so both searches end soon
//! and the ratio is about 8. The puzzle below has one solution and a ratio near 150.
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example sudoku
//! cargo run --release -p tilewright-dlx --example sudoku -- grid.txt
//! cargo run --release -p tilewright-dlx --example sudoku -- \
//!     8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
//! ```
//!
//! Exit status: 0 solved, 1 no solution, 2 not a grid.

#[path = "models/sudoku.rs"]
mod sudoku;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sudoku::{Answer, Grid};

/// The grid on the slides.
const SLIDES: &str = "8........ ..36..... .7..9.2.. .5...7... ....4.7.. ...1.5.3. ..1....68 \
                      ..85...1. .9....4..";

/// The plain search gives up after this many digits, about ten seconds.
const LIMIT: u64 = 50_000_000;

/// Reads 81 characters, row by row, '.' or '0' for an empty cell; or a file that holds them.
fn read(argument: Option<String>) -> Result<Grid, Box<dyn Error>> {
    let Some(argument) = argument else {
        return Ok(sudoku::read(SLIDES)?);
    };
    let fault = match sudoku::read(&argument) {
        Ok(grid) => return Ok(grid),
        Err(fault) => fault,
    };
    // A text of digits and dots is a grid; any other text is the name of a file.
    let digits = argument
        .chars()
        .all(|c| c.is_ascii_digit() || c == '.' || c.is_whitespace());
    if digits && !std::path::Path::new(&argument).exists() {
        return Err(fault.into());
    }
    let text = std::fs::read_to_string(&argument).map_err(|error| {
        format!("{argument:?} is neither a grid nor a file that can be read: {error}")
    })?;
    let grid = sudoku::read(&text);
    Ok(grid.map_err(|error| format!("the file {argument:?} holds no grid: {error}"))?)
}

/// Runs a search repeatedly for at least 0.25 s, or once if that takes longer. Returns its best
/// time.
fn best_time<T>(mut search: impl FnMut() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    loop {
        let start = Instant::now();
        let found = search();
        best = best.min(start.elapsed());
        if begin.elapsed() > Duration::from_millis(250) {
            return (found, best);
        }
    }
}

fn draw(grid: &Grid, out: &mut impl Write) -> io::Result<()> {
    for (row, digits) in grid.chunks(9).enumerate() {
        if row == 3 || row == 6 {
            writeln!(out, "------+-------+------")?;
        }
        for (column, digit) in digits.iter().enumerate() {
            let bar = if column == 3 || column == 6 { "| " } else { "" };
            let space = if column == 8 { "\n" } else { " " };
            write!(out, "{bar}{digit}{space}")?;
        }
    }
    Ok(())
}

fn run(grid: &Grid) -> Result<bool, Box<dyn Error>> {
    let (links, links_time) = best_time(|| sudoku::dance(grid));
    let links: Answer = links?;
    let mut out = io::stdout().lock();
    if let Some(solved) = &links.first {
        draw(solved, &mut out)?;
        let unique = if links.solutions == 1 {
            "It is the only solution."
        } else {
            "It is not the only solution."
        };
        writeln!(out, "\n{unique}\n")?;
    } else {
        writeln!(out, "There is no solution.\n")?;
    }
    writeln!(out, "dancing links       {links_time:>12.1?}")?;
    let (plain, plain_time) = best_time(|| sudoku::depth_first(grid, LIMIT));
    let at_least = if plain.decided { "" } else { "at least " };
    writeln!(
        out,
        "depth-first search  {plain_time:>12.1?}{}",
        if plain.decided { "" } else { " (given up)" }
    )?;
    let ratio = plain_time.as_secs_f64() / links_time.as_secs_f64();
    writeln!(out, "ratio               {at_least:>6}{ratio:.1}")?;
    Ok(links.solutions > 0)
}

fn main() -> ExitCode {
    let result = read(std::env::args().nth(1));
    let grid = match result {
        Ok(grid) => grid,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    match run(&grid) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
