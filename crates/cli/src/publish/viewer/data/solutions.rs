//! The solutions of a page, packed into text.

use num_bigint::BigUint;

use super::super::embedded_solutions::{Choice, EmbeddedSolutions};
use super::super::packed::{bits_for, packed};
use super::pieces::PlacementNumbers;
use crate::publish::interchange::table::{Record, Value, record};

/// The data of the embedded solutions: the numbers of their placements, packed as text, and how many of all
/// solutions contain each placement.
pub(super) fn solutions_record(held: &EmbeddedSolutions, numbers: &PlacementNumbers) -> Record {
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
    record! {
        total: held.total.as_ref().map(Value::display),
        held: held.solutions.len(),
        choice: match held.choice {
            Choice::All => "all",
            Choice::Sample { .. } => "sample",
            Choice::First => "first",
            Choice::None => "none",
        },
        seed?: match held.choice {
            Choice::Sample { seed } => Some(seed),
            _ => None,
        },
        size: size,
        bits: bits,
        packed: packed(taken, bits),
        steps: steps.collect::<Vec<_>>().join(" "),
        holding: holding.unwrap_or_default(),
    }
}
