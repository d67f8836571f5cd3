//! The text of a puzzle after the edit that makes all pieces optional.

use crate::puzzle::{Copies, Sketch};
use crate::surface::studio::edit::Refusal;
use crate::surface::studio::fields::{entries_of, with_entries, with_field_of_entry};

/// The text in which every piece may be left out: a piece that must be used once to three times may be
/// used up to three times. Entries of pieces stay as they are, except for their `copies`.
pub(super) fn with_optional_pieces(sketch: &Sketch, text: &str) -> Result<String, Refusal> {
    let pieces = sketch.pieces.as_deref().ok_or(Refusal::Broken)?;
    let spans = entries_of(text, "pieces").ok_or(Refusal::Broken)?;
    let mut replaced = Vec::new();
    let mut first = 0;
    for (at, (span, count)) in spans.iter().zip(&sketch.entries).enumerate() {
        let made = &pieces[first..first + count];
        first += count;
        let Some(piece) = made.iter().find(|piece| piece.copies_of_tile().min > 0) else {
            continue;
        };
        let Copies { max, .. } = piece.copies_of_tile();
        let entry = &text[span.start..span.end];
        let optional = with_field_of_entry(entry, "copies", &format!("(0, {max})"));
        replaced.push((at, optional.ok_or(Refusal::Broken)?));
    }
    if replaced.is_empty() {
        return Ok(text.to_owned());
    }
    with_entries(text, "pieces", &replaced, "").ok_or(Refusal::Broken)
}
