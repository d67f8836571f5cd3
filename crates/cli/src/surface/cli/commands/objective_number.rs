//! How good solutions and choices are by an objective, in words: `8 pieces`.

use tilewright_dlx::Sense;

use super::{counted, grouped};
use crate::solve::objective::{Objective, Quantity};

/// The quantity by which an objective compares solutions, such as the number of pieces, and its value
/// for one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ObjectiveNumber {
    pub(super) quantity: Quantity,
    pub(super) number: u64,
}

impl ObjectiveNumber {
    /// The number with its noun: `8 pieces`.
    pub(super) fn in_words(self) -> String {
        match self.quantity {
            Quantity::Pieces => counted(self.number, "piece"),
            Quantity::Cells => counted(self.number, "cell"),
            Quantity::Different => counted(self.number, "different piece"),
            Quantity::Value => format!("value {}", grouped(self.number)),
        }
    }
}

/// How good the solutions of a list are by its objective.
pub(super) struct BestEnd {
    objective: Objective,
    /// The objective's quantity in the first solution; `None` for an empty list.
    first: Option<u64>,
    /// Whether it is proved that no other solution is better than those listed.
    pub(super) is_proved: bool,
    /// If `is_proved` is false: the quantity that no solution can exceed, or with `--fewest` fall below,
    /// if known.
    pub(super) bound: Option<u64>,
}

impl BestEnd {
    /// The result of a list whose first solution has the quantity `first`; `None` for an empty list.
    pub(super) fn of(
        objective: Objective,
        first: Option<u64>,
        (is_proved, bound): (bool, Option<u64>),
    ) -> Self {
        Self {
            objective,
            first,
            is_proved,
            bound,
        }
    }

    pub(super) fn in_words(&self, number: u64) -> String {
        let quantity = self.objective.quantity;
        ObjectiveNumber { quantity, number }.in_words()
    }

    /// The result of an interrupted list in words: `1 solution with 8 pieces; at most 9 are possible`.
    pub(super) fn stopped(&self, found: &str) -> String {
        let limit = match self.objective.sense {
            Sense::Greatest => "at most",
            Sense::Least => "at least",
        };
        let number = self.first.map_or_else(String::new, |first| {
            format!(" with {}", self.in_words(first))
        });
        let bound = self.bound.map_or_else(String::new, |bound| {
            format!("; {limit} {bound} are possible")
        });
        format!("{found}{number}{bound}")
    }

    /// Prints on stderr that no solution is better than the listed ones, if that is proved. `noun` is the word for
    /// what is listed.
    pub(super) fn say(&self, noun: &str, seconds: f64) {
        if let (true, Some(first)) = (self.is_proved, self.first) {
            let none = match (self.objective.sense, self.objective.quantity) {
                (Sense::Greatest, _) => "more",
                (Sense::Least, Quantity::Value) => "less",
                (Sense::Least, _) => "fewer",
            };
            let first = self.in_words(first);
            remark_line!("{first}; no {noun} has {none}, which is proved, in {seconds:.2} s");
        }
    }
}
