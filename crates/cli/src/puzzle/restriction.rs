//! Restrictions: which placements of a piece are allowed.
//!
//! Published counts are often those of cases: "X in the upper left quarter", "P not turned over"
//! (Knuth, "Dancing Links", 2000). A restriction only removes placements. So the order of
//! restrictions does not matter, and every solution that meets them is a solution of the whole
//! puzzle.

use tilewright_geometry::{BoardCell, Polyform};

use super::piece::PieceId;
use crate::support::label::Label;

/// A restriction on placements. Its lists of cells are sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Restriction {
    /// The piece lies on exactly these cells.
    Placed {
        /// The restricted piece.
        piece: PieceId,
        /// The cells of one of its placements.
        cells: Vec<BoardCell>,
    },
    /// The piece lies wholly on these cells.
    Within {
        /// The restricted piece.
        piece: PieceId,
        /// The cells that the piece may cover.
        cells: Vec<BoardCell>,
    },
    /// The piece covers all of these cells.
    Covers {
        /// The restricted piece.
        piece: PieceId,
        /// The cells that the piece must cover.
        cells: Vec<BoardCell>,
    },
    /// The piece, or every piece, covers none of these cells.
    Avoids {
        /// The piece; `None` for every piece.
        piece: Option<PieceId>,
        /// The cells that the piece must not cover.
        cells: Vec<BoardCell>,
    },
    /// If the piece, or any piece, covers a cell of `covers`, it also covers all cells of `also`.
    Where {
        /// The piece; `None` for every piece.
        piece: Option<PieceId>,
        /// The cells that trigger the rule.
        covers: Vec<BoardCell>,
        /// The cells that must then be covered.
        also: Vec<BoardCell>,
    },
    /// The piece lies in one of these shapes, which are orientations of it.
    ///
    /// `Sides(…)` in a file becomes this restriction.
    Orientations {
        /// The restricted piece.
        piece: PieceId,
        /// The allowed orientations.
        shapes: Vec<Polyform>,
    },
    /// These cells of the board may be covered only by cells of pieces with one of these colours, or without a
    /// colour.
    Colored {
        /// The allowed colours.
        colors: Vec<Label>,
        /// The cells of the board on which the colours are restricted.
        cells: Vec<BoardCell>,
    },
}

impl Restriction {
    /// The piece that the restriction concerns; `None` if it concerns all.
    pub fn piece(&self) -> Option<PieceId> {
        match self {
            Self::Placed { piece, .. }
            | Self::Within { piece, .. }
            | Self::Covers { piece, .. }
            | Self::Orientations { piece, .. } => Some(*piece),
            Self::Avoids { piece, .. } | Self::Where { piece, .. } => *piece,
            Self::Colored { .. } => None,
        }
    }

    /// Whether the restriction concerns all pieces, or a piece with an index below `pieces`.
    pub(super) fn is_about_pieces(&self, pieces: usize) -> bool {
        self.piece().is_none_or(|own| own.index() < pieces)
    }

    /// Whether the restriction may forbid placements of this piece.
    pub fn concerns(&self, piece: PieceId) -> bool {
        self.piece().is_none_or(|own| own == piece)
    }

    /// Whether a piece may have this orientation; the restriction must concern the piece.
    pub fn allows_orientation(&self, orientation: &Polyform) -> bool {
        match self {
            Self::Orientations { shapes, .. } => shapes.contains(orientation),
            _ => true,
        }
    }

    /// Whether a piece may lie on these sorted cells; the restriction must concern the piece.
    pub fn allows_cells(&self, placed: &[BoardCell]) -> bool {
        let covers = |cell: &BoardCell| placed.binary_search(cell).is_ok();
        match self {
            Self::Placed { cells, .. } => cells == placed,
            Self::Within { cells, .. } => {
                placed.iter().all(|cell| cells.binary_search(cell).is_ok())
            }
            Self::Covers { cells, .. } => cells.iter().all(covers),
            Self::Avoids { cells, .. } => !cells.iter().any(covers),
            Self::Where {
                covers: asked,
                also,
                ..
            } => !asked.iter().any(covers) || also.iter().all(covers),
            Self::Orientations { .. } | Self::Colored { .. } => true,
        }
    }

    /// Whether this cell of the board may be covered by a piece's cell with this colour.
    pub fn allows_color(&self, cell: BoardCell, color: &Label) -> bool {
        match self {
            Self::Colored { colors, cells } => {
                colors.contains(color) || cells.binary_search(&cell).is_err()
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use tilewright_dlx::{Links, OptionId};

    use crate::cover::Instance;
    use crate::puzzle::{Puzzle, PuzzleFile, Source, load};

    fn puzzle(pieces: &str, more: &str) -> Puzzle {
        file(pieces, more).puzzle
    }

    fn file(pieces: &str, more: &str) -> PuzzleFile {
        let text = format!("(lattice: Square, board: Rect(4, 4), pieces: [{pieces}], {more})");
        load(&Source::new("test", text)).unwrap()
    }

    /// The numbers of options that a restriction leaves to domino D (of 24 on a 4 × 4 board) and to
    /// monomino M (of 16).
    fn options(restriction: &str) -> (usize, usize) {
        let pieces = r#"
            Piece(name: "D", cells: Rect(2, 1), copies: 6),
            Piece(name: "M", cells: Rect(1, 1), copies: 4)"#;
        let puzzle = puzzle(pieces, &format!("restrict: [{restriction}]"));
        let instance = Instance::new(puzzle.clone()).unwrap();
        let count = |name: &str| {
            let of_piece =
                |meaning: &&crate::cover::Meaning| puzzle.piece(meaning.piece).name == name;
            instance.meanings().iter().filter(of_piece).count()
        };
        (count("D"), count("M"))
    }

    fn solutions(puzzle: &Puzzle) -> u64 {
        let instance = Instance::new(puzzle.clone()).unwrap();
        let links = Links::new(instance.problem())
            .given(instance.givens())
            .unwrap();
        links
            .run(&mut |_: &[OptionId]| ControlFlow::Continue(()))
            .solutions
    }

    #[test]
    fn a_restriction_holds_for_its_piece() {
        for (restriction, dominoes) in [
            (r#"Placed(piece: "D", cells: Shift((1, 1), Rect(1, 2)))"#, 1),
            (r#"Within(piece: "D", cells: Rect(3, 2))"#, 7),
            (r#"Covers(piece: "D", cells: Cells([(1, 1)]))"#, 4),
            (r#"Covers(piece: "D", cells: Cells([(1, 1), (3, 3)]))"#, 0),
            (r#"Avoids(piece: "D", cells: Cells([(1, 1)]))"#, 20),
            (r#"Sides(piece: "D", sides: OneSided)"#, 24),
            (r#"Sides(piece: "D", sides: Fixed)"#, 12),
            (
                r#"Orientations(piece: "D", shapes: [Shift((7, 5), Rect(1, 2))])"#,
                12,
            ),
            (
                r#"Orientations(piece: "D", shapes: [Rect(1, 2), Rect(2, 1)])"#,
                24,
            ),
            (
                r#"Where(piece: "D", covers: Cells([(0, 0)]), also: Cells([(1, 0)]))"#,
                23,
            ),
            // Of the 4 dominoes that cover one of the two cells, one covers both.
            (
                r#"Where(piece: "D", covers: Rect(2, 1), also: Rect(2, 1))"#,
                21,
            ),
        ] {
            assert_eq!(options(restriction), (dominoes, 16), "{restriction}");
        }
    }

    #[test]
    fn a_restriction_may_hold_for_all_pieces() {
        let restriction = "Avoids(cells: Rect(2, 1))";
        assert_eq!(options(restriction), (20, 14));
        let restriction = "Where(covers: Cells([(0, 0)]), also: Cells([(1, 0)]))";
        assert_eq!(options(restriction), (23, 15));
    }

    #[test]
    fn restrictions_hold_together() {
        let restriction = r#"
            Within(piece: "D", cells: Rect(3, 2)),
            Sides(piece: "D", sides: Fixed),
            Avoids(cells: Cells([(0, 0)]))"#;
        assert_eq!(options(restriction), (3, 15));
    }

    /// Checks that an L that may only show the drawn face has no placement of its mirror image.
    #[test]
    fn a_piece_that_is_not_turned_over_keeps_the_face_that_is_drawn() {
        let piece = r###"Piece(name: "L", cells: Picture(["#.", "#.", "##"]))"###;
        let shapes = |restriction: &str| {
            let puzzle = puzzle(piece, restriction);
            let instance = Instance::new(puzzle).unwrap();
            instance
                .meanings()
                .iter()
                .filter(|m| m.piece.index() == 0)
                .count()
        };
        assert_eq!(shapes(""), 48);
        assert_eq!(
            shapes(r#"restrict: [Sides(piece: "L", sides: OneSided)]"#),
            24
        );
        let drawn = r###"restrict: [
            Sides(piece: "L", sides: OneSided),
            Orientations(piece: "L", shapes: [Picture(["#.", "#.", "##"])]),
        ]"###;
        assert_eq!(shapes(drawn), 6);
        let other = r###"restrict: [
            Sides(piece: "L", sides: OneSided),
            Orientations(piece: "L", shapes: [Picture([".#", ".#", "##"])]),
        ]"###;
        assert_eq!(shapes(other), 0);
    }

    /// Checks, for each cell, that the solutions in which a piece covers the cell and those in
    /// which it avoids the cell are together all solutions.
    #[test]
    fn covers_and_avoids_share_the_solutions() {
        let pieces = r###"
            Piece(name: "L", cells: Cells([(0, 0), (1, 0), (2, 0), (0, 1)])),
            Piece(name: "O", cells: Rect(2, 2)),
            Piece(name: "I", cells: Rect(1, 4)),
            Piece(name: "J", cells: Picture(["#.", "#.", "##"]), sides: OneSided)"###;
        let whole = solutions(&puzzle(pieces, ""));
        assert!(whole > 0);
        for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
            let cases = format!(
                r#"cases: [
                    (name: "a", restrict: [Covers(piece: "L", cells: Cells([({x}, {y})]))]),
                    (name: "b", restrict: [Avoids(piece: "L", cells: Cells([({x}, {y})]))]),
                ]"#
            );
            let file = file(pieces, &cases);
            let parts = file.cases.iter().map(|case| file.with_case(case).puzzle);
            assert_eq!(parts.map(|part| solutions(&part)).sum::<u64>(), whole);
        }
    }

    #[test]
    fn a_case_adds_to_the_restrictions_and_brings_its_expectations() {
        let pieces = r#"Piece(name: "D", cells: Rect(2, 1), copies: 8)"#;
        let file = file(
            pieces,
            r#"restrict: [Where(covers: Cells([(0, 0)]), also: Cells([(1, 0)]))],
            cases: [(
                name: "both corners",
                restrict: [Where(covers: Cells([(3, 3)]), also: Cells([(2, 3)]))],
                expect: (solutions: 9, distinct: 3, distinct_rotations: 4, nodes: 5, updates: 6),
            )],
            expect: (solutions: 18)"#,
        );
        // In half of the 36 domino tilings, the domino at the corner is horizontal.
        assert_eq!(solutions(&file.puzzle), 18);
        let case = file.with_case(file.case("both corners").unwrap());
        assert_eq!(case.expect.updates, Some(6));
        assert_eq!(case.puzzle.restrictions.len(), 2);
        assert!(case.cases.is_empty());
        assert!(solutions(&case.puzzle) < 18);
        assert!(file.case("no corner").is_err());
    }

    #[test]
    fn a_tray_with_depth_may_be_restricted() {
        let text = |restrict: &str| {
            format!(
                r###"(lattice: Cube, tray: Projected(layers: 2), board: Rect(3, 2),
                pieces: [Piece(name: "V", cells: Picture(["##", "#."]), copies: (0, 3))],
                restrict: [{restrict}])"###
            )
        };
        let options = |restrict: &str| {
            let puzzle = load(&Source::new("test", text(restrict))).unwrap().puzzle;
            Instance::new(puzzle).unwrap().meanings().len()
        };
        // A V tricube that stands on edge is a domino when seen from above.
        assert_eq!(options(""), 7);
        assert_eq!(
            options(r#"Covers(piece: "V", cells: Cells([(0, 0, 0)]))"#),
            2
        );
        assert_eq!(
            options(
                r#"Orientations(piece: "V", shapes: [Cells([(0, 0, 0), (1, 0, 0), (0, 0, 1)])])"#
            ),
            4
        );
    }

    /// Checks restrictions of a tile with a red and a white cell. On a 4 × 2 board four of these
    /// dominoes have 5 tilings, in each of which every domino can be turned round.
    #[test]
    fn a_restriction_of_a_tile_holds_for_all_its_faces() {
        let read = |restrict: &str| {
            let text = format!(
                "(lattice: Square, board: Rect(4, 2), restrict: [{restrict}],
                  pieces: [Piece(name: \"rw\", cells: Rect(2, 1), colors: [\"red\", \"white\"], copies: 4)])"
            );
            Puzzle::from_ron(&text).unwrap()
        };
        for (restrict, expected) in [
            ("", 80),
            ("Sides(piece: \"rw\", sides: Fixed)", 1),
            ("Sides(piece: \"rw\", sides: OneSided)", 80),
            ("Within(piece: \"rw\", cells: Rect(2, 2))", 0),
            ("Avoids(piece: \"rw\", cells: Rect(1, 1))", 0),
            // Four of the six placements of the face with red on the left are forbidden.
            ("Within(piece: \"rw.1\", cells: Rect(2, 2))", 44),
            ("Orientations(piece: \"rw\", shapes: [Rect(2, 1)])", 16),
        ] {
            let puzzle = read(restrict);
            assert_eq!(solutions(&puzzle), expected, "{restrict}");
            let again = Puzzle::from_ron(&puzzle.to_ron()).unwrap();
            assert_eq!(again.restrictions, puzzle.restrictions, "{restrict}");
        }
    }
}
