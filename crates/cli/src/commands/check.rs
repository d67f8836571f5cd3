//! `check`: reads, resolves, counts items and options, and explains what
//! cannot work.

use std::io::Write;

use itertools::Itertools;
use serde::Serialize;

use super::count::Items;
use super::{Loaded, Output, counted, grouped, load};
use crate::args::{CheckArgs, DataFormat};
use crate::failure::{Failure, Outcome};
use crate::feasibility::{Obstacle, obstacles};
use crate::puzzle::Tray;

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    lattice: String,
    cells: Cells,
    pieces: Vec<PieceAnswer<'a>>,
    options: usize,
    items: Items,
    obstacles: Vec<String>,
}

#[derive(Serialize)]
struct Cells {
    required: usize,
    optional: usize,
}

#[derive(Serialize)]
struct PieceAnswer<'a> {
    name: &'a str,
    size: usize,
    copies: (u32, u32),
    options: usize,
}

pub(super) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file)?;
    let obstacles = obstacles(&loaded.puzzle, &loaded.matrix);
    let mut out = Output::stdout();
    match args.format {
        DataFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &answer(&loaded, &obstacles))?;
            writeln!(out)?;
        }
        DataFormat::Text => {
            write_text(&mut out, &loaded)?;
            if obstacles.is_empty() {
                writeln!(out, "  ok       nothing speaks against a solution")?;
            }
        }
    }
    out.flush()?;
    for obstacle in &obstacles {
        anstream::eprintln!("{}", obstacle.diagnostic.render(&loaded.source, true));
    }
    Ok(if obstacles.is_empty() {
        Outcome::Done
    } else {
        Outcome::No
    })
}

/// How many options each piece has.
fn options_by_piece(loaded: &Loaded) -> Vec<usize> {
    let mut options = vec![0; loaded.puzzle.pieces.len()];
    for meaning in &loaded.matrix.meanings {
        options[meaning.piece.index()] += 1;
    }
    options
}

fn answer<'a>(loaded: &'a Loaded, obstacles: &[Obstacle]) -> Answer<'a> {
    let Loaded { puzzle, matrix, .. } = loaded;
    let options = options_by_piece(loaded);
    Answer {
        puzzle: &puzzle.title,
        lattice: puzzle.lattice.to_string(),
        cells: Cells {
            required: puzzle.board.required_count(),
            optional: puzzle.board.optional_count(),
        },
        pieces: puzzle
            .pieces()
            .map(|(id, piece)| PieceAnswer {
                name: &piece.name,
                size: piece.polyform.size(),
                copies: (piece.copies.min, piece.copies.max),
                options: options[id.index()],
            })
            .collect(),
        options: matrix.problem.option_count(),
        items: Items::of(&matrix.problem),
        obstacles: obstacles
            .iter()
            .map(|obstacle| obstacle.diagnostic.message.clone())
            .collect(),
    }
}

fn write_text(out: &mut Output, loaded: &Loaded) -> Result<(), Failure> {
    let Loaded { puzzle, matrix, .. } = loaded;
    writeln!(out, "{}", puzzle.title)?;
    if let Some(source) = &puzzle.source {
        writeln!(out, "  source   {source}")?;
    }
    let optional = match puzzle.board.optional_count() {
        0 => String::new(),
        count => format!(", {} optional", grouped(count as u64)),
    };
    writeln!(
        out,
        "  board    {}{optional}, {} lattice{}",
        counted(puzzle.board.required_count() as u64, "cell"),
        puzzle.lattice,
        match puzzle.tray {
            Tray::Flat => String::new(),
            Tray::Projected { layers } => format!(", pieces {layers} layers deep"),
        }
    )?;
    writeln!(
        out,
        "  items    {} primary, {} secondary",
        grouped(matrix.problem.primary_count() as u64),
        grouped(matrix.problem.secondary_count() as u64)
    )?;
    writeln!(
        out,
        "  options  {}",
        grouped(matrix.problem.option_count() as u64)
    )?;
    let options = options_by_piece(loaded);
    let pieces = puzzle
        .pieces()
        .map(|(id, piece)| {
            let copies = match piece.copies.exactly() {
                Some(1) => String::new(),
                _ => format!(" ({} copies)", piece.copies),
            };
            let options = grouped(options[id.index()] as u64);
            format!("{}{copies} {options}", piece.name)
        })
        .join(", ");
    writeln!(out, "  by piece {pieces}")?;
    if let Some(piece) = matrix.implied {
        writeln!(
            out,
            "  note     the area of the board forces the number of copies of {}: it needs no item",
            puzzle.piece(piece).name
        )?;
    }
    Ok(())
}
