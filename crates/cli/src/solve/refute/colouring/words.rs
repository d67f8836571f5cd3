//! A colouring argument in words.

use std::collections::BTreeMap;

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::{Argument, Colouring, PieceSums};
use crate::puzzle::{PieceId, Puzzle};

/// The most names of pieces in a line.
const MOST_NAMES: usize = 12;

/// How the sums of a colouring are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Cells of weight 1 less cells of weight −1.
    Difference,
    /// The number of cells of weight 1.
    Number,
    /// The number of all cells.
    Area,
    /// The sum of the weights, modulo a number.
    Remainder(u32),
}

impl Colouring {
    fn reading(&self) -> Reading {
        match self.modulus {
            Some(modulus) => Reading::Remainder(modulus),
            None if self.name.is_empty() => Reading::Area,
            None if self.weights.contains(&-1) => Reading::Difference,
            None => Reading::Number,
        }
    }

    /// What marks a cell in a picture: nothing for weight 0.
    pub fn mark(&self, cell: BoardCell) -> String {
        let weight = self.weights.get(cell.index()).copied().unwrap_or(0);
        match (self.reading(), weight) {
            (Reading::Area, _) | (_, 0) => String::new(),
            (Reading::Remainder(_), weight) => weight.to_string(),
            (_, 1) => "●".to_owned(),
            _ => "○".to_owned(),
        }
    }

    /// Which mark stands for what, if that needs saying.
    pub fn legend(&self) -> Option<String> {
        let [plus, minus] = self.nouns;
        match self.reading() {
            Reading::Difference => Some(format!("● {plus}, ○ {minus}")),
            Reading::Number => Some(format!("● {plus}")),
            Reading::Area | Reading::Remainder(_) => None,
        }
    }

    /// Sums in words: "a difference of -2", "3 or 5 dark cells".
    fn sums(&self, sums: &[i64]) -> String {
        let of = if sums.len() == 1 { " of" } else { "" };
        match self.reading() {
            Reading::Difference => format!("a difference{of} {}", spread(sums, "")),
            Reading::Number => spread(sums, &format!(" {} cells", self.nouns[0])),
            Reading::Area => spread(sums, " cells"),
            Reading::Remainder(modulus) => spread(sums, &format!(" modulo {modulus}")),
        }
    }

    /// What a board has: "the board has 30 dark and 32 light cells, a
    /// difference of -2", led by how it is coloured.
    pub fn board(&self, puzzle: &Puzzle, wanted: &[i64]) -> String {
        let count = |weight: i64| {
            let required = puzzle.board.indices().filter(|cell| {
                puzzle.board.is_required(*cell) && self.weights[cell.index()] == weight
            });
            required.count()
        };
        let [plus, minus] = self.nouns;
        let board = if puzzle.givens.is_empty() {
            "the board has"
        } else {
            "the rest of the board has"
        };
        let wanted = self.wanted(wanted);
        let optional = match puzzle.board.optional_count() {
            0 => "",
            _ => " to be covered, and the optional ones",
        };
        match self.reading() {
            Reading::Difference => format!(
                "{}, {board} {} {plus} and {} {minus} cells{optional}: {wanted}",
                self.name,
                count(1),
                count(-1),
            ),
            Reading::Number => format!("{}, {board} {wanted}", self.name),
            Reading::Area => format!("{board} {wanted}, and no choice of pieces covers so many"),
            Reading::Remainder(_) => {
                format!("with the numbers drawn on its cells, {board} the sum {wanted}")
            }
        }
    }

    /// The board's sums: "a difference of -2".
    pub fn wanted(&self, wanted: &[i64]) -> String {
        self.sums(wanted)
    }

    /// Whether it tells cells apart; if not, there is nothing to draw.
    pub fn is_drawn(&self) -> bool {
        self.reading() != Reading::Area
    }

    /// Pieces by the sums that a copy may make, a line each: names and sums.
    pub fn pieces(&self, puzzle: &Puzzle, pieces: &[PieceSums]) -> Vec<(String, String)> {
        let mut lines: BTreeMap<Vec<i64>, Vec<&PieceSums>> = BTreeMap::new();
        for piece in pieces {
            lines.entry(piece.sums.clone()).or_default().push(piece);
        }
        lines
            .into_iter()
            .sorted_by_key(|(_, pieces)| pieces[0].piece)
            .map(|(sums, pieces)| {
                let names = pieces.iter().map(|piece| match piece.copies.exactly() {
                    Some(1) => puzzle.piece(piece.piece).name.to_string(),
                    _ => format!(
                        "{} ({} copies)",
                        puzzle.piece(piece.piece).name,
                        piece.copies
                    ),
                });
                (listed(names, pieces.len()), or(&sums))
            })
            .collect()
    }

    /// What the sums of pieces are sums of, to head a list of them.
    pub fn heading(&self) -> String {
        match self.reading() {
            Reading::Difference => "the difference that a piece makes, wherever it lies".to_owned(),
            Reading::Number => {
                format!(
                    "how many {} cells a piece covers, wherever it lies",
                    self.nouns[0]
                )
            }
            Reading::Area => "how many cells a piece covers, wherever it lies".to_owned(),
            Reading::Remainder(modulus) => {
                format!("the sum under a piece, wherever it lies, modulo {modulus}")
            }
        }
    }
}

impl Argument {
    /// What all pieces together make: "a difference from -4 to 4 in steps of 4".
    pub fn together_words(&self) -> String {
        self.colouring.sums(&self.together)
    }

    /// That the pieces never make what the board has: a line, and one more for each number of cells where it
    /// depends on how many are covered.
    pub fn never_met(&self) -> Vec<String> {
        let (colouring, together) = (&self.colouring, self.together_words());
        if self.by_cells.is_empty() {
            let asked = colouring.wanted(&self.board);
            return vec![format!(
                "All pieces together make {together}, never {asked}."
            )];
        }
        let by_cells = self.by_cells.iter().map(|sums| {
            let [asked, made] = [&sums.board, &sums.together].map(|sums| colouring.sums(sums));
            format!(
                "  {} cells: the board has {asked}, the pieces make {made}",
                sums.cells
            )
        });
        let first = format!(
            "All pieces together make {together}, but never what the board has with as many cells:"
        );
        std::iter::once(first).chain(by_cells).collect()
    }
}

/// Names, as many as a line holds.
pub(super) fn listed(names: impl Iterator<Item = String>, count: usize) -> String {
    let shown = names.take(MOST_NAMES).join(", ");
    match count.saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The names of pieces.
pub fn names(puzzle: &Puzzle, pieces: &[PieceId]) -> String {
    let names = pieces
        .iter()
        .map(|piece| puzzle.piece(*piece).name.to_string());
    listed(names, pieces.len())
}

/// `-2, 0 or 2`.
fn or(sums: &[i64]) -> String {
    match sums {
        [] => "nothing".to_owned(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} or {last}", first.iter().join(", ")),
    }
}

/// `-2`; `-4, 0 or 4`; `from -8 to 8 cells in steps of 4`.
fn spread(sums: &[i64], noun: &str) -> String {
    const LISTED: usize = 4;
    let step = sums
        .iter()
        .tuple_windows()
        .map(|(a, b)| b - a)
        .all_equal_value();
    match (sums, step) {
        ([first, .., last], step) if sums.len() > LISTED => {
            let range = format!("from {first} to {last}{noun}");
            match step {
                Ok(1) => range,
                Ok(step) => format!("{range} in steps of {step}"),
                Err(_) => format!("{range}, not all of them"),
            }
        }
        _ => format!("{}{noun}", or(sums)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_told_in_short() {
        assert_eq!(spread(&[-2], ""), "-2");
        assert_eq!(spread(&[-4, -2, 0], " cells"), "-4, -2 or 0 cells");
        assert_eq!(spread(&[1, 2, 3, 4, 5], ""), "from 1 to 5");
        assert_eq!(
            spread(&[1, 3, 5, 7, 9], " cells"),
            "from 1 to 9 cells in steps of 2"
        );
        assert_eq!(spread(&[1, 2, 5, 6, 7], ""), "from 1 to 7, not all of them");
    }
}
