//! Pieces of the same shape, which the author may have meant as copies of one piece.
//!
//! Copies are interchangeable and pieces are not: a puzzle with two pieces of one shape has twice the solutions
//! that it has with two copies of one piece.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::puzzle::{Case, Diagnostic, Piece, PieceId, Puzzle, Spans};

/// Groups of at least two pieces with the same shape, in the puzzle's order.
///
/// Two pieces have the same shape if their sets of orientations are equal. So a piece and its
/// mirror image differ unless they may be turned over. Pieces that differ in another way are
/// skipped: pieces of different colours, with coloured cells, or named by a restriction of the
/// puzzle or of one of the cases.
///
/// Cost: computing the orientations of all pieces.
pub fn twins(puzzle: &Puzzle, cases: &[Case]) -> Vec<Vec<PieceId>> {
    let mut by_shape: BTreeMap<_, Vec<PieceId>> = BTreeMap::new();
    for (id, piece) in puzzle.pieces() {
        // The colours of cells distinguish the faces of tiles.
        if piece.cell_colors.is_some() || is_restricted(puzzle, cases, id) {
            continue;
        }
        // Two pieces that share an orientation have the same least orientation, unless they may not
        // be rotated and reflected in the same ways.
        let orientations = piece.polyform.orientations(piece.sides);
        let least = orientations
            .iter()
            .map(|orientation| orientation.cells().to_vec())
            .min();
        let color = piece
            .color
            .map(|color| (color.red, color.green, color.blue));
        let shape = (piece.polyform.size(), least, orientations.len(), color);
        by_shape.entry(shape).or_default().push(id);
    }
    let several = by_shape.into_values().filter(|ids| ids.len() > 1);
    several.sorted_by_key(|ids| ids[0]).collect()
}

/// Whether a restriction of the puzzle or of a case concerns this piece, but not all pieces.
fn is_restricted(puzzle: &Puzzle, cases: &[Case], id: PieceId) -> bool {
    let of_cases = cases.iter().flat_map(|case| &case.restrictions);
    let mut restrictions = puzzle.restrictions.iter().chain(of_cases);
    restrictions.any(|restriction| {
        let concerns_all = || {
            puzzle
                .pieces()
                .all(|(other, _)| restriction.concerns(other))
        };
        restriction.concerns(id) && !concerns_all()
    })
}

/// A warning about a group of [`twins`], with a position in the puzzle's file.
pub fn twins_warning(puzzle: &Puzzle, spans: &Spans, ids: &[PieceId]) -> Diagnostic {
    /// The maximum number of names listed.
    const NAMED: usize = 6;
    let pieces: Vec<&Piece> = ids.iter().map(|id| puzzle.piece(*id)).collect();
    let mut names = pieces
        .iter()
        .take(NAMED)
        .map(|piece| &piece.name)
        .join(", ");
    if pieces.len() > NAMED {
        names.push_str(&format!(" … ({} in all)", pieces.len()));
    }
    let copies: u64 = pieces.iter().map(|piece| u64::from(piece.copies.max)).sum();
    let place = |at: usize| spans.piece[ids[at].index()];
    let again = Diagnostic::warning(
        format!("these pieces have the same shape: {names}"),
        place(1),
        format!("{} has it too", pieces[1].name),
    );
    let again = if place(0) == place(1) {
        again
    } else {
        again.context(place(0), format!("{} has it", pieces[0].name))
    };
    again.help(format!(
        "do you mean `copies: {copies}` of one piece? Copies are interchangeable, but pieces with \
         different names are not: exchanging them makes another solution, also among distinct \
         solutions; give them different colours to turn off this warning"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};

    fn messages(lattice: &str, pieces: &str) -> Vec<String> {
        let text = format!("(lattice: {lattice}, board: Rect(9, 9), pieces: [{pieces}])");
        let file = load(&Source::new("test.ron", text)).unwrap();
        twins(&file.puzzle, &file.cases)
            .into_iter()
            .map(|ids| twins_warning(&file.puzzle, &file.spans, &ids).message)
            .collect()
    }

    #[test]
    fn one_shape_however_it_is_drawn() {
        let l = r###"Piece(name: "L", cells: Picture(["#.", "#.", "##"]))"###;
        let j = r###"Piece(name: "J", cells: Picture([".#", ".#", "##"]))"###;
        let expected = ["these pieces have the same shape: L, J"];
        assert_eq!(messages("Square", &format!("{l}, {j}")), expected);
        let set = "Set(of: Polyominoes(4), prefix: \"4\")";
        let found = messages("Square", &format!("{set}, {j}"));
        assert_eq!(found, ["these pieces have the same shape: 4L, J"]);
    }

    #[test]
    fn mirror_images_differ_where_pieces_are_not_turned_over() {
        let l = r###"Piece(name: "L", sides: OneSided, cells: Picture(["#.", "#.", "##"]))"###;
        let j = r###"Piece(name: "J", sides: OneSided, cells: Picture([".#", ".#", "##"]))"###;
        let none: [&str; 0] = [];
        assert_eq!(messages("Square", &format!("{l}, {j}")), none);
        // In three dimensions, turning over is a rotation.
        let screws = "Set(of: Polycubes(4))";
        assert_eq!(messages("Cube", screws), none);
        // A rotation can replace turning over a piece that equals its mirror image, so the sides do
        // not matter.
        let domino = r#"Piece(name: "A", cells: Rect(2, 1)), Piece(name: "B", sides: OneSided, cells: Rect(1, 2))"#;
        assert_eq!(
            messages("Square", domino),
            ["these pieces have the same shape: A, B"]
        );
    }

    #[test]
    fn pieces_of_different_colours_are_not_twins() {
        let piece = |name: &str, color: &str| {
            format!(r#"Piece(name: "{name}", cells: Rect(2, 1), color: "{color}")"#)
        };
        let (red, blue) = (piece("A", "#ff0000"), piece("B", "#0000ff"));
        let none: [&str; 0] = [];
        assert_eq!(messages("Square", &format!("{red}, {blue}")), none);
        let same = piece("C", "#ff0000");
        let expected = ["these pieces have the same shape: A, C"];
        assert_eq!(
            messages("Square", &format!("{red}, {blue}, {same}")),
            expected
        );
    }
}
