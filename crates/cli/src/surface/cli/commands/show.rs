//! `show`: draws the board and the pieces.

use std::io::Write;

use itertools::Itertools;
use tilewright_geometry::Sides;

use super::{Output, counted, grouped, load_goal};
use crate::picture::render::{self, Labels};
use crate::puzzle::{Piece, Puzzle, PuzzleFile, Tray};
use crate::surface::cli::args::FileArgs;
use crate::surface::cli::failure::{Failure, Outcome};

/// The width of a row of pieces, in columns.
const WIDTH: usize = 80;

pub(super) fn run(args: &FileArgs) -> Result<Outcome, Failure> {
    let (_, PuzzleFile { puzzle, goals, .. }) = load_goal(&args.file, args.goal.as_deref())?;
    let labels = Labels::of_puzzle(&puzzle);
    let mut out = Output::stdout();
    writeln!(out, "{}", puzzle.title)?;
    if let Some(source) = &puzzle.source {
        writeln!(out, "{source}")?;
    }
    writeln!(out)?;

    write!(
        out,
        "board: {}",
        counted(puzzle.board.required_count() as u64, "cell")
    )?;
    if puzzle.board.optional_count() > 0 {
        write!(
            out,
            ", {} that may stay empty (?)",
            puzzle.board.optional_count()
        )?;
    }
    if let Some(seams) = puzzle.wrap_to_ron() {
        write!(out, ", wrapping around: {seams}")?;
    }
    match puzzle.tray {
        Tray::Flat => writeln!(out)?,
        Tray::Projected { layers } => writeln!(
            out,
            ", seen from above; each piece lies in exactly {layers} layers"
        )?,
    }
    if puzzle.givens.is_empty() {
        write!(out, "{}", render::board(&puzzle))?;
        let open = puzzle.labels.iter();
        let open = open.filter(|(cell, _)| puzzle.board.index_of(*cell).is_none());
        let open: Vec<&str> = open.map(|(_, label)| label.as_str()).collect();
        if !open.is_empty() {
            writeln!(out, "open: {}", open.join(", "))?;
        }
    } else {
        let givens: Vec<_> = puzzle
            .givens
            .iter()
            .map(|given| (given.piece, given.cells.as_slice()))
            .collect();
        let picture = render::placements(&puzzle, &labels, &givens, out.styled);
        write!(out, "{picture}")?;
    }

    let common = common_sides(&puzzle).filter(|sides| *sides != puzzle.lattice.default_sides());
    let (kinds, faces) = (puzzle.first_faces().count(), puzzle.pieces.len());
    let more = match common {
        // For tiles with coloured cells, the number of faces replaces the sides: faces are never turned
        // over, because the other side of a tile is another face.
        _ if faces > kinds => format!(", {} in all", counted(faces as u64, "face")),
        Some(sides) => format!(", {}", sides.word()),
        None => String::new(),
    };
    writeln!(out, "\npieces: {}{more}", number_of_pieces(&puzzle))?;
    let pictures = puzzle
        .pieces()
        .map(|(id, piece)| {
            let mut lines = vec![caption(&puzzle, piece, common)];
            lines.push(render::piece(&puzzle, &labels, id, out.styled));
            lines.join("\n")
        })
        .collect_vec();
    let drawn = render::side_by_side(&pictures, WIDTH);
    writeln!(out, "{}", drawn.trim_end())?;
    if let (Some(first), Some(last)) = (goals.first(), goals.last()) {
        let names = match goals.len() {
            1 => format!("{:?}", first.name),
            _ => format!("{:?} to {:?}", first.name, last.name),
        };
        writeln!(out, "\ngoals: {}, {names}", grouped(goals.len()))?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// How many pieces there are: `12`, `31 of 1 kind` with copies, or `18 kinds` if not all need be used.
fn number_of_pieces(puzzle: &Puzzle) -> String {
    let copies = puzzle
        .first_faces()
        .map(|(_, piece)| piece.copies_of_tile());
    let (kinds, least, most) = copies.fold((0, 0, 0), |(kinds, least, most), copies| {
        (
            kinds + 1,
            least + u64::from(copies.min),
            most + u64::from(copies.max),
        )
    });
    match kinds {
        _ if least < most => counted(kinds, "kind"),
        _ if most > kinds => format!("{} of {}", grouped(most), counted(kinds, "kind")),
        _ => grouped(kinds),
    }
}

/// The `sides` of all pieces, if they are the same.
fn common_sides(puzzle: &Puzzle) -> Option<Sides> {
    puzzle
        .pieces
        .iter()
        .map(|piece| piece.sides)
        .all_equal_value()
        .ok()
}

/// The name of a piece, with its number of copies. Its `sides` are added if not all pieces have the same, and
/// this piece does not have the default of the lattice.
fn caption(puzzle: &Puzzle, piece: &Piece, common: Option<Sides>) -> String {
    let mut caption = piece.name.to_string();
    let copies = piece.copies_of_tile();
    // All faces of a tile share its copies, which are printed with the first face.
    if copies.exactly() != Some(1) && piece.is_first_face() {
        caption.push_str(&format!(" ×{copies}"));
    }
    if common.is_none() && piece.sides != puzzle.lattice.default_sides() {
        caption.push_str(&format!(" {}", piece.sides.word()));
    }
    caption
}
