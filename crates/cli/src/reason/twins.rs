//! Pieces of one shape: several copies of one piece, perhaps, written as several pieces.
//!
//! Copies are interchangeable and pieces are not, so a puzzle with two pieces of one shape has twice
//! the solutions that it has with two copies of it.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::puzzle::{Case, Diagnostic, Piece, PieceId, Puzzle, Spans};

/// The pieces of one shape, in the puzzle's order, for each shape that several have.
///
/// A shape is all that a piece can look like: a piece and its mirror image are of one shape only if
/// one of them may be turned over. Pieces that are told apart otherwise pass: those with colours of
/// their own, and those that a restriction names, of the puzzle or of one of the cases.
///
/// Cost: the orientations of all pieces.
pub fn twins(puzzle: &Puzzle, cases: &[Case]) -> Vec<Vec<PieceId>> {
    let mut by_shape: BTreeMap<_, Vec<PieceId>> = BTreeMap::new();
    for (id, piece) in puzzle.pieces() {
        // Faces of tiles are told apart by the colours of their cells.
        if piece.cell_colors.is_some() || is_restricted(puzzle, cases, id) {
            continue;
        }
        // The least of all orientations is the same for two pieces whose orientations share one,
        // but for their sides.
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

/// Whether a restriction of the puzzle or of a case is about this piece and not about all.
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

/// A warning over the puzzle's file about some [`twins`].
pub fn twins_warning(puzzle: &Puzzle, spans: &Spans, ids: &[PieceId]) -> Diagnostic {
    /// At most 6 names.
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
        format!("these pieces have one shape: {names}"),
        place(1),
        format!("{} has it too", pieces[1].name),
    );
    let again = if place(0) == place(1) {
        again
    } else {
        again.context(place(0), format!("{} has it", pieces[0].name))
    };
    again.help(format!(
        "is this `copies: {copies}` of one piece? Copies are interchangeable, and pieces of different \
         names are not: each way to exchange them is another solution, also where symmetric ones \
         are counted once; different colours say that this is meant"
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
        let wanted = ["these pieces have one shape: L, J"];
        assert_eq!(messages("Square", &format!("{l}, {j}")), wanted);
        let set = "Set(of: Polyominoes(4), prefix: \"4\")";
        let found = messages("Square", &format!("{set}, {j}"));
        assert_eq!(found, ["these pieces have one shape: 4L, J"]);
    }

    #[test]
    fn mirror_images_differ_where_pieces_are_not_turned_over() {
        let l = r###"Piece(name: "L", sides: OneSided, cells: Picture(["#.", "#.", "##"]))"###;
        let j = r###"Piece(name: "J", sides: OneSided, cells: Picture([".#", ".#", "##"]))"###;
        let none: [&str; 0] = [];
        assert_eq!(messages("Square", &format!("{l}, {j}")), none);
        // In space nothing is turned over but by turning it.
        let screws = "Set(of: Polycubes(4))";
        assert_eq!(messages("Cube", screws), none);
        // What is its own mirror image is turned over by turning it.
        let domino = r#"Piece(name: "A", cells: Rect(2, 1)), Piece(name: "B", sides: OneSided, cells: Rect(1, 2))"#;
        assert_eq!(
            messages("Square", domino),
            ["these pieces have one shape: A, B"]
        );
    }

    #[test]
    fn colours_of_their_own_tell_pieces_apart() {
        let piece = |name: &str, color: &str| {
            format!(r#"Piece(name: "{name}", cells: Rect(2, 1), color: "{color}")"#)
        };
        let (red, blue) = (piece("A", "#ff0000"), piece("B", "#0000ff"));
        let none: [&str; 0] = [];
        assert_eq!(messages("Square", &format!("{red}, {blue}")), none);
        let same = piece("C", "#ff0000");
        let wanted = ["these pieces have one shape: A, C"];
        assert_eq!(
            messages("Square", &format!("{red}, {blue}, {same}")),
            wanted
        );
    }
}
