//! Pieces that are glued: which parts lie in which layer.

use super::error::FabricateError;
use super::pieces::slices;
use super::stock::copies_needed;
use crate::puzzle::Puzzle;
use crate::support::label::Label;

/// A piece that is glued of layers, face on face. It hangs together, so every part has one below or above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GluedPiece {
    /// The piece.
    pub name: Label,
    /// How often it is made.
    pub copies: u32,
    /// The names of the parts, layer by layer, the lowest first.
    pub layers: Vec<Vec<String>>,
}

/// The pieces of a puzzle that are cut in several parts, in the order of the pieces; `glue` as in
/// [`CutStyle`](super::CutStyle).
///
/// # Errors
///
/// As those of [`piece_parts`](super::piece_parts) about a piece.
pub fn glued_pieces(puzzle: &Puzzle, glue: bool) -> Result<Vec<GluedPiece>, FabricateError> {
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
