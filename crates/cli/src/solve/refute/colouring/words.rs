//! A proof by colouring as text.

use std::collections::BTreeMap;

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::argument::{Argument, Colouring, PieceSums};
use crate::puzzle::{PieceId, Puzzle};

/// The maximum number of names of pieces in a line.
const MOST_NAMES: usize = 12;

/// What the sums of a colouring count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SumReading {
    /// Cells of weight 1 minus cells of weight −1.
    Difference,
    /// The number of cells of weight 1.
    Number,
    /// The total number of cells.
    Area,
    /// The sum of the weights, modulo a number if there is one.
    Sum(Option<u32>),
}

impl Colouring {
    fn reading(&self) -> SumReading {
        match self.modulus {
            Some(modulus) => SumReading::Sum(Some(modulus)),
            None if self.name.is_empty() => SumReading::Area,
            None if self.weights.iter().any(|weight| weight.abs() > 1) => SumReading::Sum(None),
            None if self.weights.contains(&-1) => SumReading::Difference,
            None => SumReading::Number,
        }
    }

    /// The mark of a cell in a picture; empty for weight 0.
    pub fn mark(&self, cell: BoardCell) -> String {
        let weight = self.weights.get(cell.index()).copied().unwrap_or(0);
        match (self.reading(), weight) {
            (SumReading::Area, _) | (_, 0) => String::new(),
            (SumReading::Sum(_), weight) => weight.to_string(),
            (_, 1) => "●".to_owned(),
            _ => "○".to_owned(),
        }
    }

    /// What the marks `●` and `○` mean: `● dark, ○ light`. `None` if the cells have numbers or no marks.
    pub fn legend(&self) -> Option<String> {
        let [plus, minus] = self.nouns;
        match self.reading() {
            SumReading::Difference => Some(format!("● {plus}, ○ {minus}")),
            SumReading::Number => Some(format!("● {plus}")),
            SumReading::Area | SumReading::Sum(_) => None,
        }
    }

    /// Sums as text: "a difference of -2", "3 or 5 dark cells".
    fn sums(&self, sums: &[i64]) -> String {
        let of = if sums.len() == 1 { " of" } else { "" };
        match self.reading() {
            SumReading::Difference => format!("a difference{of} {}", spread(sums, "")),
            SumReading::Number => spread(sums, &format!(" {} cells", self.nouns[0])),
            SumReading::Area => spread(sums, " cells"),
            SumReading::Sum(None) => spread(sums, ""),
            SumReading::Sum(Some(modulus)) => spread(sums, &format!(" modulo {modulus}")),
        }
    }

    /// The sums that the board requires, as a sentence without a full stop: "coloured like a
    /// chessboard, the board has 30 dark and 32 light cells: a difference of -2".
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
            SumReading::Difference => format!(
                "{}, {board} {} {plus} and {} {minus} cells{optional}: {wanted}",
                self.name,
                count(1),
                count(-1),
            ),
            SumReading::Number => format!("{}, {board} {wanted}", self.name),
            SumReading::Area => {
                format!("{board} {wanted}, and no choice of pieces covers that many")
            }
            SumReading::Sum(_) => {
                format!("with the numbers drawn on its cells, {board} the sum {wanted}")
            }
        }
    }

    /// The sums that the board requires, as text: "a difference of -2".
    pub fn wanted(&self, wanted: &[i64]) -> String {
        self.sums(wanted)
    }

    /// Whether there is anything to draw: false if all cells are alike.
    pub fn is_drawn(&self) -> bool {
        self.reading() != SumReading::Area
    }

    /// Pieces grouped by the sums that a copy can make, one line each: names and sums.
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

    /// The heading of a list of the pieces' sums.
    pub fn heading(&self) -> String {
        match self.reading() {
            SumReading::Difference => {
                "the difference that a piece makes, wherever it lies".to_owned()
            }
            SumReading::Number => {
                format!(
                    "how many {} cells a piece covers, wherever it lies",
                    self.nouns[0]
                )
            }
            SumReading::Area => "how many cells a piece covers, wherever it lies".to_owned(),
            SumReading::Sum(None) => "the sum under a piece, wherever it lies".to_owned(),
            SumReading::Sum(Some(modulus)) => {
                format!("the sum under a piece, wherever it lies, modulo {modulus}")
            }
        }
    }
}

impl Argument {
    /// The sums that all pieces together make: "a difference from -4 to 4 in steps of 4".
    pub fn together_words(&self) -> String {
        self.colouring.sums(&self.together)
    }

    /// States that the pieces never make the board's sum. Has one line, or a further line for each
    /// number of covered cells if the sums depend on that number.
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

/// As many names as fit in a line, and the number of the others.
pub(super) fn listed(names: impl Iterator<Item = String>, count: usize) -> String {
    let shown = names.take(MOST_NAMES).join(", ");
    match count.saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The names of pieces, joined as in a sentence.
pub fn names(puzzle: &Puzzle, pieces: &[PieceId]) -> String {
    let names = pieces
        .iter()
        .map(|piece| puzzle.piece(*piece).name.to_string());
    listed(names, pieces.len())
}

/// A list of sums as text: `-2, 0 or 2`.
fn or(sums: &[i64]) -> String {
    match sums {
        [] => "nothing".to_owned(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} or {last}", first.iter().join(", ")),
    }
}

/// The values of sums as text: `-2`; `-4, 0 or 4`; `from -8 to 8 cells in steps of 4`.
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
