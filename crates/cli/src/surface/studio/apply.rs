//! The text after an edit; most edits replace the value of one field.

mod colors;
mod goals;
mod labels;
mod optional_pieces;

use tilewright_geometry::compact::map_of;
use tilewright_geometry::{self as geometry, Cell, Lattice, Polyform, Sides};

use self::colors::colored;
use self::goals::{with_goal, with_goal_field, with_kept_choice};
use self::labels::labelled;
use self::optional_pieces::with_optional_pieces;
use super::cell_lists::cells_of;
use super::drawn_pieces::chosen_pieces;
use super::edit::{Edit, FURTHER_FIELDS, Mark, Refusal};
use super::fields::{value_of, with_entries, with_field, without_field};
use super::sketched_text::{SketchedText, blank};
use crate::puzzle::{Color, Piece, Sketch, piece_entry, shape};
use crate::support::label::Label;

/// The text after an edit.
pub(super) fn applied(document: &SketchedText, edit: &Edit) -> Result<String, Refusal> {
    let text: &str = document.text();
    let (sketch, is_current) = document.sketch();
    let lattice = sketch.lattice;
    let replaced = |field: &str, value: &str| with_field(text, field, value).ok_or(Refusal::Broken);
    match edit {
        Edit::Text { text } => return Ok(text.clone()),
        Edit::Lattice { lattice } => return blank_on(lattice),
        _ if !is_current => return Err(Refusal::Broken),
        _ => {}
    }
    match edit {
        Edit::Title { title } => {
            let label = Label::new(title).map_err(|e| Refusal::Unprintable(e.to_string()))?;
            replaced("title", &format!("{:?}", label.as_str()))
        }
        Edit::Board { shape } => replaced("board", shape.trim()),
        Edit::Paint { cells, mark, .. } => painted(sketch, text, cells, *mark),
        Edit::Field { field, value } => set_field(text, field, value.trim()),
        Edit::Labels { group, labels } => labelled(sketch, text, *group, labels),
        Edit::Color { cells, color } => colored(sketch, text, cells, color),
        Edit::Goal { goal, entry } => with_goal(sketch, text, *goal, entry.trim()),
        Edit::GoalField { goal, field, value } => {
            with_goal_field(text, *goal, *field, value.trim())
        }
        Edit::AddPieces { entry } => with_pieces_entries(text, &[], entry.trim()),
        Edit::AddPiece { cells, take } => {
            let named = free_name(sketch.pieces.as_deref().unwrap_or_default());
            let piece = drawn_piece(lattice, &named, cells)?;
            let text = with_pieces_entries(text, &[], &piece_entry(&piece, lattice))?;
            if *take {
                painted(sketch, &text, cells, Mark::Absent)
            } else {
                Ok(text)
            }
        }
        Edit::ChangePiece { piece, .. } => {
            let changed = changed_piece(sketch, edit)?;
            with_pieces(document, *piece, Some(&changed))
        }
        Edit::ShapePiece { piece, cells } => {
            let shaped = shaped_piece(sketch, *piece, cells)?;
            with_pieces(document, *piece, Some(&shaped))
        }
        Edit::PieceEntry { piece, entry } => {
            let (at, _) = sketch.entry_of(*piece).ok_or(Refusal::NoPiece)?;
            with_pieces_entries(text, &[(at, entry.trim().to_owned())], "")
        }
        Edit::RemovePiece { piece } => with_pieces(document, *piece, None),
        Edit::Choose { pieces } => chosen(sketch, text, pieces),
        Edit::OptionalPieces => with_optional_pieces(sketch, text),
        Edit::KeepChoice { of, name, pieces } => {
            with_kept_choice(document, of.as_deref(), name, pieces)
        }
        // A new text or lattice has returned above. Undo and redo never come here: the document makes them.
        Edit::Undo | Edit::Redo | Edit::Text { .. } | Edit::Lattice { .. } => Ok(text.to_owned()),
    }
}

/// The text of an empty puzzle on the lattice with this name.
fn blank_on(name: &str) -> Result<String, Refusal> {
    let at = Lattice::IDENTIFIERS.iter().position(|known| *known == name);
    let lattice = at.and_then(|at| Lattice::ALL.get(at).copied());
    Ok(blank(lattice.ok_or(Refusal::NoLattice)?))
}

/// The text after a stroke.
fn painted(sketch: &Sketch, text: &str, cells: &[Vec<i64>], mark: Mark) -> Result<String, Refusal> {
    let board = sketch.board.as_ref().ok_or(Refusal::NoBoard)?;
    let mut marks = map_of(board.iter().copied());
    for cell in cells_of(sketch.lattice, cells)? {
        match mark {
            Mark::Required => marks.insert(cell, geometry::Mark::Required),
            Mark::Optional => marks.insert(cell, geometry::Mark::Optional),
            Mark::Absent => marks.remove(&cell),
        };
    }
    let marks: Vec<(Cell, geometry::Mark)> = marks.into_iter().collect();
    if marks == *board {
        return Ok(text.to_owned());
    }
    let value = if marks.is_empty() {
        "Cells([])".to_owned()
    } else {
        shape(sketch.lattice, &marks)
    };
    with_field(text, "board", &value).ok_or(Refusal::Broken)
}

/// The text with changed entries of the list of pieces.
fn with_pieces_entries(
    text: &str,
    replaced: &[(usize, String)],
    further: &str,
) -> Result<String, Refusal> {
    with_entries(text, "pieces", replaced, further).ok_or(Refusal::Broken)
}

/// The text with one of the [`FURTHER_FIELDS`] set to this value, or without the field if the value is empty.
fn set_field(text: &str, field: &str, value: &str) -> Result<String, Refusal> {
    if !FURTHER_FIELDS.contains(&field) {
        return Err(Refusal::NoField);
    }
    match (value.is_empty(), value_of(text, field)) {
        (true, None) => Ok(text.to_owned()),
        (true, Some(_)) => without_field(text, field).ok_or(Refusal::Broken),
        (false, _) => with_field(text, field, value).ok_or(Refusal::Broken),
    }
}

/// The text with a piece changed or removed. The entry that defines it is written as separate pieces; other
/// entries stay unchanged.
fn with_pieces(
    document: &SketchedText,
    index: usize,
    new: Option<&Piece>,
) -> Result<String, Refusal> {
    let (sketch, _) = document.sketch();
    let lattice = sketch.lattice;
    let pieces = sketch.pieces.as_deref().ok_or(Refusal::Broken)?;
    let (entry, made) = sketch.entry_of(index).ok_or(Refusal::NoPiece)?;
    let made = made.filter_map(|at| match new {
        _ if at != index => pieces.get(at),
        new => new,
    });
    let written: Vec<String> = made.map(|piece| piece_entry(piece, lattice)).collect();
    let written = written.join(",\n        ");
    with_pieces_entries(document.text(), &[(entry, written)], "")
}

/// The text with only the chosen pieces, each with its number of copies. The text also gets the
/// colours that these pieces have in pictures now. Otherwise their colours would change, because
/// they depend on the other pieces.
fn chosen(sketch: &Sketch, text: &str, chosen: &[(String, u32)]) -> Result<String, Refusal> {
    let entries = chosen_pieces(sketch, chosen)?.into_iter();
    let entries =
        entries.map(|piece| format!("        {},\n", piece_entry(&piece, sketch.lattice)));
    let list = format!("[\n{}    ]", entries.collect::<String>());
    with_field(text, "pieces", &list).ok_or(Refusal::Broken)
}

/// A piece with the properties of an [`Edit::ChangePiece`]. Refused if another piece has the new
/// name.
fn changed_piece(sketch: &Sketch, edit: &Edit) -> Result<Piece, Refusal> {
    let Edit::ChangePiece {
        piece,
        name,
        min,
        max,
        sides,
        color,
        ..
    } = edit
    else {
        return Err(Refusal::NoPiece);
    };
    let pieces = sketch.pieces.as_deref().unwrap_or_default();
    let old = plain_piece(sketch, *piece)?;
    let taken = |(at, other): (usize, &Piece)| at != *piece && other.name == name.as_str();
    if pieces.iter().enumerate().any(taken) {
        return Err(Refusal::Piece(format!("another piece is named {name:?}")));
    }
    let refused = |error: String| Refusal::Piece(error);
    let mut changed =
        Piece::new(name, old.polyform.clone()).map_err(|error| refused(error.to_string()))?;
    changed = match max {
        Some(max) => changed
            .with_copies(*min..=*max)
            .map_err(|error| refused(error.to_string()))?,
        None => changed.with_any_copies(),
    };
    let known = Sides::ALL.into_iter().find(|known| known.name() == sides);
    changed = changed
        .with_sides(known.ok_or_else(|| refused("pieces are Free, OneSided or Fixed".to_owned()))?);
    if let Some(color) = color {
        let color: Color = color
            .parse()
            .map_err(|_| refused("a colour is written as #2a9d3a".to_owned()))?;
        changed = changed.with_color(color);
    }
    Ok(changed)
}

/// A piece of the file with its cells replaced.
fn shaped_piece(sketch: &Sketch, index: usize, cells: &[Vec<i64>]) -> Result<Piece, Refusal> {
    let old = plain_piece(sketch, index)?;
    Ok(Piece {
        polyform: drawn_piece(sketch.lattice, &old.name, cells)?.polyform,
        ..old.clone()
    })
}

/// A piece of the file, which must not have coloured cells.
fn plain_piece(sketch: &Sketch, index: usize) -> Result<&Piece, Refusal> {
    let pieces = sketch.pieces.as_deref().unwrap_or_default();
    match pieces.get(index) {
        None => Err(Refusal::NoPiece),
        Some(piece) if piece.cell_colors.is_some() => Err(Refusal::ColoredCells),
        Some(piece) => Ok(piece),
    }
}

fn drawn_piece(lattice: Lattice, name: &str, cells: &[Vec<i64>]) -> Result<Piece, Refusal> {
    let polyform = Polyform::new(lattice, cells_of(lattice, cells)?)
        .map_err(|error| Refusal::Piece(error.to_string()))?;
    Piece::new(name, polyform).map_err(|error| Refusal::Piece(error.to_string()))
}

/// The first of A, B, … Z, A1, B1, … that is not the name of a piece.
fn free_name(pieces: &[Piece]) -> String {
    let names = (0..).flat_map(|round: u32| {
        ('A'..='Z').map(move |letter| match round {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        })
    });
    let is_free = |name: &String| pieces.iter().all(|piece| piece.name != name.as_str());
    names.take(26 * 1_000).find(is_free).unwrap_or_default()
}
