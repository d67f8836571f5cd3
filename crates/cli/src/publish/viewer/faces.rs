//! The faces of tiles with coloured cells, and the effect of turns on them.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Isometry};

use super::contour::middle;
use super::orientation::{Orientation, drawn, part};
use super::turns::Turn;
use crate::puzzle::{Piece, PieceId, Puzzle};

/// The orientations of a tile with these faces, in order, without placements.
///
/// A turn on the page maps a face to the face that looks like its image. A tile whose back has other colours
/// shows its back when turned over. If the shape does not determine the orientation of the back, the page
/// chooses one.
pub(super) fn orientations(puzzle: &Puzzle, faces: &[PieceId], turns: &[Turn]) -> Vec<Orientation> {
    let pieces: Vec<&Piece> = faces.iter().map(|face| puzzle.piece(*face)).collect();
    let fronts: Vec<usize> = match faces.first() {
        Some(first) => {
            let fronts = puzzle.front_faces(*first).into_iter();
            fronts
                .filter_map(|face| faces.binary_search(&face).ok())
                .collect()
        }
        None => Vec::new(),
    };
    let next: Vec<Vec<Option<usize>>> = turns
        .iter()
        .map(|turn| after(&pieces, &fronts, &turn.symmetry))
        .collect();
    let orientation = |(at, piece): (usize, &&Piece)| Orientation {
        turned: next
            .iter()
            .map(|next| {
                let after = next[at]?;
                let before = next.iter().position(|to| *to == Some(at));
                Some([after, before.unwrap_or(after)])
            })
            .collect(),
        ..of_face(puzzle, piece)
    };
    pieces.iter().enumerate().map(orientation).collect()
}

/// For each face of a tile, the index of its image under a symmetry. `None` if the tile may not be moved this
/// way, or if the symmetry is a reflection and the tile has no back. `fronts` are the faces that are rotated
/// images of the first face.
fn after(faces: &[&Piece], fronts: &[usize], symmetry: &Isometry) -> Vec<Option<usize>> {
    let images: Vec<Option<Piece>> = faces.iter().map(|face| face.face_image(symmetry)).collect();
    let same = |image: &Option<Piece>| {
        let image = image.as_ref()?;
        faces.iter().position(|face| face.is_face(image))
    };
    let exact: Vec<Option<usize>> = images.iter().map(same).collect();
    if symmetry.is_rotation() {
        return exact;
    }
    if (0..faces.len()).all(|face| fronts.contains(&face)) {
        return vec![None; faces.len()];
    }
    if exact.iter().all(Option::is_some) {
        return exact;
    }
    let is_front = |face: &usize| fronts.contains(face);
    let of_side = |front: bool, form: &Piece| -> Vec<usize> {
        let all = 0..faces.len();
        all.filter(|face| is_front(face) == front && faces[*face].polyform == form.polyform)
            .collect()
    };
    (0..faces.len())
        .map(|face| {
            let image = images[face].as_ref()?;
            let own = of_side(is_front(&face), faces[face]);
            let others = of_side(!is_front(&face), image);
            let at = own.iter().position(|other| *other == face)?;
            others.get(at % others.len().max(1)).copied()
        })
        .collect()
}

/// The drawing data of a face, with the colours of its cells.
fn of_face(puzzle: &Puzzle, piece: &Piece) -> Orientation {
    let mut orientation = drawn(puzzle, &piece.polyform, &piece.polyform);
    let known = puzzle.cell_colors();
    let colors = piece.cell_colors.as_ref();
    let colors = colors.map_or(&[][..], |colors| &colors.colors);
    let number = |color| known.binary_search(&color).unwrap_or_default();
    let cells = piece.polyform.cells();
    orientation.face = Some(piece.name.to_string());
    orientation.colors = colors.iter().map(number).collect();
    let lattice = puzzle.lattice;
    let first = cells
        .iter()
        .copied()
        .min_by_key(|&c| lattice.reading_key(c));
    let anchor = first.map(Cell::vector).unwrap_or_default();
    let base = first.map_or(0, |cell| lattice.offset_and_kind(cell).0.z);
    let origin = middle(lattice.table(), anchor);
    let mut areas: BTreeMap<(i32, usize), Vec<Cell>> = BTreeMap::new();
    for (cell, color) in cells.iter().zip(&orientation.colors) {
        let layer = lattice.offset_and_kind(*cell).0.z - base;
        areas.entry((layer, *color)).or_default().push(*cell);
    }
    for ((layer, color), cells) in areas {
        let area = part(lattice.table(), &cells, origin).area;
        for part in orientation.parts.iter_mut().filter(|part| part.z == layer) {
            part.tints.push((color, area.clone()));
        }
    }
    orientation
}
