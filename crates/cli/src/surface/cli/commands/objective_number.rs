//! The numbers of solutions and choices by an objective, in words.

use tilewright_dlx::Sense;

use super::{counted, grouped};
use crate::solve::objective::{Objective, Quantity};

/// The number of a solution by the objective of a list.
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

/// How good the solutions of a list are.
pub(super) struct BestEnd {
    objective: Objective,
    /// The number of the first solution.
    first: Option<u64>,
    /// Whether it is proved that no other solution is better than those listed.
    pub(super) is_proved: bool,
    /// Otherwise the number that no other solution exceeds, if known.
    pub(super) bound: Option<u64>,
}

impl BestEnd {
    /// The end of a list whose best number is `first`, if it has one.
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

    /// Prints on stderr what is proved. `noun` is what is listed.
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
