//! Short labels of pieces, to be written in every cell of a picture, and
//! their colours in the terminal.

use std::collections::BTreeSet;

use super::palette::Paint;
use crate::picture::palette::Scheme;
use crate::puzzle::{PieceId, Puzzle};

/// A label for every piece of a puzzle: the shortest beginning of its name
/// that no other piece's name shares, two characters at most, else a number.
#[derive(Debug, Clone)]
pub struct Labels {
    labels: Vec<String>,
    /// By piece; empty if nothing is said of them.
    paints: Vec<Paint>,
}

impl Labels {
    /// Labels for the pieces of `puzzle`.
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        let names: Vec<&str> = puzzle.pieces.iter().map(|p| p.name.as_str()).collect();
        let scheme = Scheme::of_puzzle(puzzle);
        let paints = puzzle
            .pieces()
            .map(|(id, _)| Paint::of(scheme.fill(id).color));
        Self {
            paints: paints.collect(),
            ..Self::of_names(&names)
        }
    }

    fn of_names(names: &[&str]) -> Self {
        // Whole names first, so that `F` keeps its letter beside `F'`.
        let mut taken: BTreeSet<String> = names
            .iter()
            .filter(|name| name.chars().count() <= 2)
            .map(|name| (*name).to_owned())
            .collect();
        let labels = names
            .iter()
            .enumerate()
            .map(|(index, name)| {
                if name.chars().count() <= 2 {
                    return (*name).to_owned();
                }
                let initials = (1..=2)
                    .map(|length| name.chars().take(length).collect::<String>())
                    .chain(
                        name.chars()
                            .skip(1)
                            .map(|second| name.chars().take(1).chain([second]).collect::<String>()),
                    )
                    .chain([format!("{}", index + 1)]);
                for label in initials {
                    if label.chars().count() <= 2 && taken.insert(label.clone()) {
                        return label;
                    }
                }
                base36(index)
            })
            .collect();
        Self {
            labels,
            paints: Vec::new(),
        }
    }

    /// Which label stands for which name, in one line; none if every label is
    /// the whole name.
    pub fn legend(&self, puzzle: &Puzzle) -> Option<String> {
        let short: Vec<String> = puzzle
            .pieces()
            .filter(|(id, piece)| self.of(*id) != piece.name)
            .map(|(id, piece)| format!("{} {}", self.of(id), piece.name))
            .collect();
        (!short.is_empty()).then(|| short.join(", "))
    }

    /// The colour of a piece in the terminal.
    pub fn paint(&self, piece: PieceId) -> Option<Paint> {
        self.paints.get(piece.index()).copied()
    }

    /// The label of a piece.
    pub fn of(&self, piece: PieceId) -> &str {
        self.labels.get(piece.index()).map_or("", String::as_str)
    }
}

/// The two last digits of a number to base 36.
fn base36(number: usize) -> String {
    [number / 36 % 36, number % 36]
        .into_iter()
        .filter_map(|digit| char::from_digit(u32::try_from(digit).ok()?, 36))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_distinct() {
        let names = ["F", "F'", "Green", "Gray", "Purple", "Pink", "LightGreen"];
        let labels = Labels::of_names(&names);
        assert_eq!(labels.labels, ["F", "F'", "G", "Gr", "P", "Pi", "L"]);
    }
}
