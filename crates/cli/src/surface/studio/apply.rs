//! The text that a change leads to: each replaces the value of one field.

use std::collections::BTreeMap;

use tilewright_geometry::{self as geometry, Cell, Lattice, Polyform, Sides};

use super::edit::{Edit, Mark, Refusal};
use super::fields::{entries_of, value_of, with_field};
use super::sketched_text::{SketchedText, blank};
use crate::puzzle::{Color, Piece, Sketch, Span, piece_entry, shape};
use crate::support::label::Label;

/// The text that a change leads to.
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
        Edit::Label { cell, label } => labelled(document, lattice, cell, label),
        Edit::AddPieces { entry } => with_entries(text, &[], entry.trim()),
        Edit::AddPiece { cells, take } => {
            let named = free_name(sketch.pieces.as_deref().unwrap_or_default());
            let found = cells_of(lattice, cells)?;
            let polyform =
                Polyform::new(lattice, found).map_err(|error| Refusal::Piece(error.to_string()))?;
            let piece = Piece::new(&named, polyform).map_err(|e| Refusal::Piece(e.to_string()))?;
            let text = with_entries(text, &[], &piece_entry(&piece, lattice))?;
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
        Edit::RemovePiece { piece } => with_pieces(document, *piece, None),
        Edit::Choose { pieces } => chosen(sketch, text, pieces),
        // They are no changes to the text.
        Edit::Undo | Edit::Redo | Edit::Text { .. } | Edit::Lattice { .. } => Ok(text.to_owned()),
    }
}

/// The text of a puzzle of which nothing is drawn yet, on the lattice of that name.
fn blank_on(name: &str) -> Result<String, Refusal> {
    let at = Lattice::IDENTIFIERS.iter().position(|known| *known == name);
    let lattice = at.and_then(|at| Lattice::ALL.get(at).copied());
    Ok(blank(lattice.ok_or(Refusal::NoLattice)?))
}

fn cells_of(lattice: Lattice, cells: &[Vec<i64>]) -> Result<Vec<Cell>, Refusal> {
    let cell = |numbers: &Vec<i64>| lattice.cell(numbers).map_err(|_| Refusal::NoCell);
    cells.iter().map(cell).collect()
}

/// The text after a stroke.
fn painted(sketch: &Sketch, text: &str, cells: &[Vec<i64>], mark: Mark) -> Result<String, Refusal> {
    let board = sketch.board.as_ref().ok_or(Refusal::NoBoard)?;
    let mut marks: BTreeMap<Cell, geometry::Mark> = board.iter().copied().collect();
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

/// The text with a label on a cell.
fn labelled(
    document: &SketchedText,
    lattice: Lattice,
    cell: &[i64],
    label: &str,
) -> Result<String, Refusal> {
    let cell = lattice.cell(cell).map_err(|_| Refusal::NoCell)?;
    let label = Label::new(label).map_err(|error| Refusal::Unprintable(error.to_string()))?;
    let file = document.puzzle().as_ref().map_err(|_| Refusal::NoLabels)?;
    let mut puzzle = file.puzzle.clone();
    puzzle.labels = puzzle
        .labels
        .iter()
        .map(|(at, label)| (at, label.clone()))
        .filter(|(at, _)| *at != cell)
        .chain((!label.trim().is_empty()).then(|| (cell, label.clone())))
        .collect();
    with_field(document.text(), "labels", &puzzle.labels_to_ron()).ok_or(Refusal::Broken)
}

/// The text with some entries of the list of pieces replaced, and one more at the end if it is not
/// empty. An entry replaced by nothing goes.
fn with_entries(
    text: &str,
    replaced: &[(usize, String)],
    further: &str,
) -> Result<String, Refusal> {
    let spans = match value_of(text, "pieces") {
        Some(_) => entries_of(text, "pieces").ok_or(Refusal::Broken)?,
        None => Vec::new(),
    };
    let old = |(index, span): (usize, &Span)| {
        let new = replaced.iter().find(|(at, _)| *at == index);
        new.map_or_else(
            || text[span.start..span.end].to_owned(),
            |(_, new)| new.clone(),
        )
    };
    let entries = spans.iter().enumerate().map(old);
    let entries: Vec<String> = entries
        .chain([further.to_owned()])
        .filter(|entry| !entry.is_empty())
        .collect();
    let mut list = String::from("[\n");
    for entry in &entries {
        list.push_str("        ");
        list.push_str(entry);
        list.push_str(",\n");
    }
    list.push_str("    ]");
    if entries.is_empty() {
        "[]".clone_into(&mut list);
    }
    with_field(text, "pieces", &list).ok_or(Refusal::Broken)
}

/// The text with a piece changed, or without it. The entry that makes it is written piece by piece,
/// the others stay as they are.
fn with_pieces(
    document: &SketchedText,
    index: usize,
    new: Option<&Piece>,
) -> Result<String, Refusal> {
    let (sketch, _) = document.sketch();
    let lattice = sketch.lattice;
    let pieces = sketch.pieces.as_deref().ok_or(Refusal::Broken)?;
    let mut first = 0;
    for (entry, &count) in sketch.entries.iter().enumerate() {
        if index < first + count {
            let made = (first..first + count).filter_map(|at| match new {
                _ if at != index => pieces.get(at),
                new => new,
            });
            let written: Vec<String> = made.map(|piece| piece_entry(piece, lattice)).collect();
            let written = written.join(",\n        ");
            return with_entries(document.text(), &[(entry, written)], "");
        }
        first += count;
    }
    Err(Refusal::NoPiece)
}

/// The text with some of its pieces alone, each so often.
fn chosen(sketch: &Sketch, text: &str, chosen: &[(String, u32)]) -> Result<String, Refusal> {
    let all = sketch.pieces.as_deref().unwrap_or_default();
    let copies = |piece: &Piece| {
        let named = |(name, _): &&(String, u32)| piece.name_of_tile() == name.as_str();
        chosen.iter().find(named).map(|(_, copies)| *copies)
    };
    let is_there = |(name, copies): &(String, u32)| {
        *copies > 0
            && all
                .iter()
                .any(|piece| piece.name_of_tile() == name.as_str())
    };
    if chosen.is_empty() || !chosen.iter().all(is_there) {
        return Err(Refusal::NoPiece);
    }
    let entries = all.iter().filter_map(|piece| {
        let piece = piece.clone().exactly(copies(piece)?);
        Some(format!(
            "        {},\n",
            piece_entry(&piece, sketch.lattice)
        ))
    });
    let list = format!("[\n{}    ]", entries.collect::<String>());
    with_field(text, "pieces", &list).ok_or(Refusal::Broken)
}

/// A piece as a change wants it.
fn changed_piece(sketch: &Sketch, edit: &Edit) -> Result<Piece, Refusal> {
    let Edit::ChangePiece {
        piece,
        name,
        min,
        max,
        sides,
        color,
    } = edit
    else {
        return Err(Refusal::NoPiece);
    };
    let pieces = sketch.pieces.as_deref().unwrap_or_default();
    let old = pieces.get(*piece).ok_or(Refusal::NoPiece)?;
    if old.cell_colors.is_some() {
        return Err(Refusal::ColoredCells);
    }
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
    changed = changed.with_sides(match sides.as_str() {
        "Free" => Sides::Free,
        "OneSided" => Sides::OneSided,
        "Fixed" => Sides::Fixed,
        _ => return Err(refused("pieces are Free, OneSided or Fixed".to_owned())),
    });
    if let Some(color) = color {
        let color: Color = color
            .parse()
            .map_err(|_| refused("a colour is written as #2a9d3a".to_owned()))?;
        changed = changed.with_color(color);
    }
    Ok(changed)
}

/// The first of A, B, … Z, A1, B1, … that no piece is named.
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
