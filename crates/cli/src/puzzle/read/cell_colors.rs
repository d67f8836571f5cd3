//! Reads the colours of cells: the fields `colors:`, `back:` and `tile:` of a piece.

use super::diagnostic::Diagnostic;
use super::node::{Raw, Reader};
use crate::puzzle::faces::picture_order;
use crate::puzzle::piece::{Piece, PieceError};
use crate::support::label::Label;

/// The colour fields of a piece, not yet parsed.
pub(super) struct ColorFields<'s> {
    pub(super) colors: Option<Raw<'s>>,
    pub(super) back: Option<Raw<'s>>,
    pub(super) tile: Option<Raw<'s>>,
}

impl<'s> ColorFields<'s> {
    /// The faces of a piece with these colours. If there are no colours, only the piece itself.
    pub(super) fn faces(self, reader: Reader<'s>, piece: Piece) -> Result<Vec<Piece>, Diagnostic> {
        let Some(colors) = self.colors else {
            let misplaced = self.back.or(self.tile);
            return match misplaced {
                None => Ok(vec![piece]),
                Some(raw) => Err(reader.node(raw).error("this piece has no `colors`")
                .help("write `colors: [\"a\", \"b\"]`, a colour for each cell, row by row, from left to right")),
            };
        };
        let node = reader.node(colors);
        let listed = node.read::<Vec<String>>()?;
        let back = self.back.map(|raw| reader.node(raw).read::<Vec<String>>());
        let back = back.transpose()?;
        let refused = |error: PieceError| {
            node.error(error.to_string()).help(
                "a colour is a word of at most 32 characters without , : | @; list the colours \
                 row by row, from left to right",
            )
        };
        let order = picture_order(&piece.polyform);
        let colors = by_cell(&order, &listed);
        let back: Option<Vec<&str>> = (back.as_ref()).map(|back| by_cell(&order, back));
        if piece.unlimited {
            return Err(node
                .error("a piece with `colors` may not have `copies: Any`")
                .help("write `copies: (0, 9)` instead of `Any`"));
        }
        let faces = piece.with_cell_colors(&colors, back.as_deref());
        let faces = faces.map_err(refused)?;
        let Some(raw) = self.tile else {
            return Ok(faces);
        };
        let tile: String = reader.node(raw).read()?;
        let of_tile = faces
            .into_iter()
            .map(|face| face.of_tile(Label::escaping(&tile)));
        Ok(of_tile.collect())
    }
}

/// Reorders colours from the order of the file to that of the cells. A list of the wrong length is returned unchanged;
/// it is refused later.
fn by_cell<'l>(order: &[usize], listed: &'l [String]) -> Vec<&'l str> {
    let mut colors: Vec<&str> = listed.iter().map(String::as_str).collect();
    if order.len() == listed.len() {
        for (at, color) in order.iter().zip(listed) {
            colors[*at] = color;
        }
    }
    colors
}
