//! The solutions, packed.

use num_bigint::BigUint;
use serde::Serialize;

use super::super::embedded_solutions::{Choice, EmbeddedSolutions};
use super::super::packed::{bits_for, packed};
use super::pieces::Numbers;

/// The solutions that the page holds.
#[derive(Debug, Serialize)]
pub(super) struct Solutions {
    /// How many there are in all; none if that is not known.
    total: Option<String>,
    held: usize,
    choice: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// So many numbers for each solution, of so many bits; one that is no placement fills up.
    size: usize,
    bits: u32,
    packed: String,
    /// How far each is from the one before, among all solutions, counted from 1; empty if they
    /// follow one another.
    steps: String,
    /// By placement, how many of all solutions hold it; empty if that is not known.
    holding: String,
}

impl Solutions {
    /// What is held, by the numbers of placements.
    pub(super) fn of(held: &EmbeddedSolutions, numbers: &Numbers) -> Self {
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
