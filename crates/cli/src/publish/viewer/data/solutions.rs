//! The solutions of a page, packed into text.

use num_bigint::BigUint;
use serde::Serialize;

use super::super::embedded_solutions::{Choice, EmbeddedSolutions};
use super::super::packed::{bits_for, packed};
use super::pieces::PlacementNumbers;

#[derive(Debug, Serialize)]
pub(super) struct PageSolutions {
    /// The number of all solutions; `None` if unknown.
    total: Option<String>,
    held: usize,
    choice: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The number of placement numbers per solution. Each has `bits` bits in `packed`. Shorter solutions are
    /// padded with a number that is no placement.
    size: usize,
    bits: u32,
    packed: String,
    /// The differences between the numbers of successive embedded solutions. A number is the position among
    /// all solutions, from 1; the first difference is from 0. Empty if the numbers are consecutive.
    steps: String,
    /// For each placement, how many of all solutions contain it; empty if unknown.
    holding: String,
}

impl PageSolutions {
    /// Packs the embedded solutions as placement numbers.
    pub(super) fn of(held: &EmbeddedSolutions, numbers: &PlacementNumbers) -> Self {
        let none = numbers.placements;
        let size = held.solutions.iter().map(Vec::len).max().unwrap_or(0);
        let bits = bits_for(none);
        let taken = held.solutions.iter().flat_map(|solution| {
            let mut taken = numbers.sorted(solution);
            taken.resize(size, none);
            taken
        });
        let mut last = BigUint::ZERO;
        let steps = held.numbers.iter().map(|number| {
            let step = number + 1_u32 - &last;
            last = number + 1_u32;
            step.to_string()
        });
        let holding = held.holding.as_ref().map(|holding| {
            let mut sums = vec![BigUint::ZERO; none as usize];
            for (&number, held) in numbers.of.iter().zip(holding) {
                sums[number as usize] += held;
            }
            let sums: Vec<String> = sums.iter().map(BigUint::to_string).collect();
            sums.join(" ")
        });
        Self {
            total: held.total.as_ref().map(BigUint::to_string),
            held: held.solutions.len(),
            choice: match held.choice {
                Choice::All => "all",
                Choice::Sample { .. } => "sample",
                Choice::First => "first",
                Choice::None => "none",
            },
            seed: match held.choice {
                Choice::Sample { seed } => Some(seed),
                _ => None,
            },
            size,
            bits,
            packed: packed(taken, bits),
            steps: steps.collect::<Vec<_>>().join(" "),
            holding: holding.unwrap_or_default(),
        }
    }
}
