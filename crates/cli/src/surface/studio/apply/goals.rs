//! The text of a puzzle after an edit of its goals.

use itertools::Itertools;
use tilewright_geometry::{Cell, Mark};

use crate::puzzle::{Piece, Sketch, piece_entry, shape};
use crate::support::label::Label;
use crate::surface::studio::drawn_pieces::chosen_pieces;
use crate::surface::studio::edit::{GoalFieldName, Refusal};
use crate::surface::studio::fields::{
    entries_of, value_of, with_entries, with_field_of_entry, without_field,
};
use crate::surface::studio::sketched_text::SketchedText;

/// The text with an entry of `goals:` added, replaced, or removed if it is empty.
pub(super) fn with_goal(
    sketch: &Sketch,
    text: &str,
    goal: Option<usize>,
    entry: &str,
) -> Result<String, Refusal> {
    let count = sketch.goals.as_ref().ok_or(Refusal::Broken)?.len();
    let changed = match goal {
        None if entry.is_empty() => return Ok(text.to_owned()),
        None => with_entries(text, "goals", &[], entry),
        Some(goal) if goal >= count => return Err(Refusal::NoGoal),
        // A list of goals must not be empty, so the last goal is removed with the field.
        Some(_) if entry.is_empty() && count == 1 => without_field(text, "goals"),
        Some(goal) => with_entries(text, "goals", &[(goal, entry.to_owned())], ""),
    };
    changed.ok_or(Refusal::Broken)
}

/// The text with a field of a goal's entry set to this value, or without the field if the value is empty.
pub(super) fn with_goal_field(
    text: &str,
    goal: usize,
    field: GoalFieldName,
    value: &str,
) -> Result<String, Refusal> {
    let spans = entries_of(text, "goals").ok_or(Refusal::Broken)?;
    let span = spans.get(goal).ok_or(Refusal::NoGoal)?;
    let entry = &text[span.start..span.end];
    let field = field.name();
    let is_there = value_of(entry, field).is_some();
    let new = match value {
        "" if !is_there => Some(entry.to_owned()),
        "" => without_field(entry, field),
        value => with_field_of_entry(entry, field, value),
    };
    let new = new.ok_or(Refusal::Broken)?;
    with_entries(text, "goals", &[(goal, new)], "").ok_or(Refusal::Broken)
}

/// The text with a new goal for a choice of pieces, on the board of the goal `of` or on the file's own
/// board. The goal names the pieces in `only` if each keeps its number of copies; otherwise it lists
/// them with their copies.
pub(super) fn with_kept_choice(
    document: &SketchedText,
    of: Option<&str>,
    name: &str,
    chosen: &[(String, u32)],
) -> Result<String, Refusal> {
    let (sketch, _) = document.sketch();
    let name = Label::new(name).map_err(|error| Refusal::Unprintable(error.to_string()))?;
    let board = board_of(document, of)?;
    let pieces = chosen_pieces(sketch, chosen)?;
    let all = sketch.pieces.as_deref().unwrap_or_default();
    let is_whole = |piece: &Piece| {
        let own = all.iter().find(|own| own.name == piece.name);
        own.is_some_and(|own| {
            !own.unlimited && own.copies_of_tile().max == piece.copies_of_tile().max
        })
    };
    let pieces = if pieces.iter().all(is_whole) {
        let names = pieces
            .iter()
            .map(|piece| format!("{:?}", piece.name.as_str()));
        format!("only: [{}]", names.format(", "))
    } else {
        let entries = pieces
            .iter()
            .map(|piece| piece_entry(piece, sketch.lattice));
        format!("pieces: [{}]", entries.format(", "))
    };
    let entry = format!(
        "Goal(name: {:?}, board: {}, {pieces})",
        name.as_str(),
        shape(sketch.lattice, &board)
    );
    with_goal(sketch, document.text(), None, &entry)
}

/// The cells of the board of a goal, or of the file's own board.
fn board_of(document: &SketchedText, goal: Option<&str>) -> Result<Vec<(Cell, Mark)>, Refusal> {
    let Some(name) = goal else {
        return document.sketch().0.board.clone().ok_or(Refusal::NoBoard);
    };
    let file = document.puzzle().as_ref().map_err(|_| Refusal::Broken)?;
    let goal = file.goal(name).map_err(|_| Refusal::NoGoal)?;
    let board = file.with_goal(goal).puzzle.board;
    let mark = |cell| {
        let mark = if board.is_required(cell) {
            Mark::Required
        } else {
            Mark::Optional
        };
        (board.cell(cell), mark)
    };
    Ok(board.indices().map(mark).collect())
}
