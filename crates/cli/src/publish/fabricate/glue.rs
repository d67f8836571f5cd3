//! Pieces that are glued from several parts: the parts in each layer.

use super::error::FabricateError;
use super::pieces::slices;
use super::stock::copies_needed;
use crate::puzzle::Puzzle;
use crate::support::label::Label;

/// A piece that is glued from layers, face on face. The piece is connected, so every part is below or above
/// another part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GluedPiece {
    pub name: Label,
    pub copies: u32,
    /// The names of the parts by layer, the lowest layer first.
    pub layers: Vec<Vec<String>>,
}

/// The pieces of a puzzle that are cut in several parts, in file order. `glue` is as in
/// [`CutStyle`](super::CutStyle).
///
/// # Errors
///
/// As [`piece_parts`](super::pieces::piece_parts) for a single piece.
pub(crate) fn glued_pieces(puzzle: &Puzzle, glue: bool) -> Result<Vec<GluedPiece>, FabricateError> {
    let mut glued = Vec::new();
    for piece in puzzle.pieces.iter().filter(|piece| piece.is_first_face()) {
        let slices = slices(puzzle, piece, glue)?;
        if slices.len() < 2 {
            continue;
        }
        let mut layers: Vec<(String, Vec<String>)> = Vec::new();
        for (suffix, _) in slices {
            let name = format!("{}{suffix}", piece.name);
            let layer = suffix.split(" part").next().unwrap_or_default().to_owned();
            match layers.last_mut() {
                Some((known, names)) if *known == layer => names.push(name),
                _ => layers.push((layer, vec![name])),
            }
        }
        glued.push(GluedPiece {
            name: piece.name.clone(),
            copies: copies_needed(puzzle, piece),
            layers: layers.into_iter().map(|(_, names)| names).collect(),
        });
    }
    Ok(glued)
}
