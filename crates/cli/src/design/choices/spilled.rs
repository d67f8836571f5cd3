//! Sorts more choices than fit in memory.
//!
//! A choice is a record of words whose lexicographic order is the order of the choices: first the
//! sort key, then the copies, then other data. The records are sorted in a temporary file. Then the
//! measures of each choice are computed, and the choices are written to another file, which can be
//! read any number of times.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use num_bigint::BigUint;
use tilewright_dlx::StopFlag;

use super::measures::number_of;
use super::{Choice, ChoiceForm, Judge, Order, SelectionSpec};
use crate::puzzle::Puzzle;
use crate::solve::SolveError;
use crate::solve::external_sort::{ExternalSort, LEAST_MEMORY, SortError, SortedRecords};
use crate::support::scratch_file::scratch_file;

/// Sorted choices in a temporary file.
#[derive(Debug)]
pub struct SpilledChoices<'a> {
    form: ChoiceForm<'a>,
    packing: CopiesPacking,
    file: File,
    number: u64,
    stop: StopFlag,
}

/// Collects choices to be sorted in a file.
pub(super) struct ChoiceSort {
    order: Order,
    packing: CopiesPacking,
    sort: ExternalSort,
}

impl ChoiceSort {
    /// Prepares to sort choices of a puzzle's pieces, with `memory` bytes for the choices in
    /// memory.
    pub(super) fn new(
        puzzle: &Puzzle,
        spec: SelectionSpec<'_>,
        memory: u64,
    ) -> Result<Self, SortError> {
        let most = spec.limit.map_or(u64::MAX, |limit| limit as u64);
        Ok(Self {
            order: spec.order,
            packing: CopiesPacking::new(puzzle),
            sort: ExternalSort::new(memory.max(LEAST_MEMORY), most)?,
        })
    }

    pub(super) fn push(&mut self, choice: &Choice) -> Result<(), SortError> {
        let mut record = self.order.key(choice);
        self.packing.pack(&choice.copies, &mut record);
        record.extend(choice.rank.into_iter().flat_map(words));
        self.sort.push(&record)
    }

    /// Sorts all choices and measures them.
    pub(super) fn finish<'a>(
        self,
        form: ChoiceForm<'a>,
        judge: &Judge<'_>,
        spec: SelectionSpec<'_>,
    ) -> Result<SpilledChoices<'a>, SolveError> {
        let mut sorted = self.sort.finish(judge.stop)?;
        let mut choices = SpilledChoices {
            form,
            packing: self.packing,
            file: scratch_file().map_err(SortError::from)?,
            number: 0,
            stop: judge.stop.clone(),
        };
        choices.write(&mut sorted, self.order, judge, spec)?;
        Ok(choices)
    }
}

impl SpilledChoices<'_> {
    pub fn len(&self) -> u64 {
        self.number
    }

    /// Whether there are no choices.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Measures the sorted choices and writes them to the file.
    fn write(
        &mut self,
        sorted: &mut SortedRecords,
        order: Order,
        judge: &Judge<'_>,
        spec: SelectionSpec<'_>,
    ) -> Result<(), SolveError> {
        let mut writer = BufWriter::new(&self.file);
        while let Some(record) = sorted.next()? {
            judge.stop.check()?;
            let mut record = &record[..];
            let solutions = order.take_solutions(&mut record);
            let copies = self.packing.unpack(&mut record);
            let rank = take_number(&mut record);
            let choice = Choice {
                rank,
                ..self.form.choice(copies, solutions)
            };
            let measures = judge.measures(&choice, spec.measures)?;
            write_choice(&mut writer, &self.packing, &choice, &measures)
                .map_err(SortError::from)?;
            self.number += 1;
        }
        writer.flush().map_err(SortError::from)?;
        Ok(())
    }

    /// Calls `found` with each choice, in order, until it returns an error.
    ///
    /// # Errors
    ///
    /// The file cannot be read, [`SolveError::Interrupted`], or the error of `found`.
    pub fn each<E: From<SolveError>>(
        &self,
        mut found: impl FnMut(&Choice) -> Result<(), E>,
    ) -> Result<(), E> {
        let unreadable = |error: io::Error| E::from(SortError::from(error).into());
        (&self.file).seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut reader = BufReader::new(&self.file);
        for _ in 0..self.number {
            self.stop
                .check()
                .map_err(|stopped| E::from(stopped.into()))?;
            let record = read_record(&mut reader).map_err(unreadable)?;
            found(&self.choice(&record))?;
        }
        Ok(())
    }

    fn choice(&self, mut record: &[u32]) -> Choice {
        let copies = self.packing.unpack(&mut record);
        let solutions = take_big(&mut record);
        let rank = take_optional(&mut record);
        let mut measures = Vec::new();
        while !record.is_empty() {
            measures.push(take_optional(&mut record));
        }
        Choice {
            measures,
            rank,
            ..self.form.choice(copies, solutions)
        }
    }
}

/// Writes a choice: the number of its words, then the copies, the solutions, the rank and the
/// measures.
fn write_choice(
    writer: &mut impl Write,
    packing: &CopiesPacking,
    choice: &Choice,
    measures: &[Option<f64>],
) -> io::Result<()> {
    let mut record = Vec::new();
    packing.pack(&choice.copies, &mut record);
    put_big(&choice.solutions, &mut record);
    for number in [choice.rank].iter().chain(measures) {
        record.push(number.is_some().into());
        record.extend(number.iter().copied().flat_map(words));
    }
    let length = u32::try_from(record.len()).map_err(io::Error::other)?;
    for word in [length].iter().chain(&record) {
        writer.write_all(&word.to_le_bytes())?;
    }
    Ok(())
}

fn read_record(reader: &mut impl Read) -> io::Result<Vec<u32>> {
    let mut word = || {
        let mut bytes = [0; 4];
        reader.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    };
    let length = word()?;
    (0..length).map(|_| word()).collect()
}

/// Packs the copies of each piece into words, so that the order of the words is that of the copies.
#[derive(Debug, Clone, Copy)]
struct CopiesPacking {
    pieces: usize,
    /// The number of bits for the copies of one piece, 1 to 32.
    bits: u32,
}

impl CopiesPacking {
    fn new(puzzle: &Puzzle) -> Self {
        let most = puzzle.pieces.iter().map(|piece| piece.copies.max).max();
        Self {
            pieces: puzzle.pieces.len(),
            bits: (u32::BITS - most.unwrap_or(0).leading_zeros()).max(1),
        }
    }

    /// The number of pieces whose copies are packed into one word.
    fn in_word(self) -> usize {
        (u32::BITS / self.bits) as usize
    }

    fn pack(self, copies: &[u32], record: &mut Vec<u32>) {
        let word = |copies: &[u32]| {
            let shifted = |word: u32, copies: &u32| word.unbounded_shl(self.bits) | copies;
            copies.iter().fold(0, shifted)
        };
        record.extend(copies.chunks(self.in_word()).map(word));
    }

    /// Takes the copies from the front of a record.
    fn unpack(self, record: &mut &[u32]) -> Vec<u32> {
        let mask = u32::MAX >> (u32::BITS - self.bits);
        let mut copies = Vec::with_capacity(self.pieces);
        let mut left = self.pieces;
        while left > 0 {
            let here = left.min(self.in_word());
            let word = take(record);
            let shifts = (0..here).rev().zip(0_u32..).map(|(_, at)| at);
            let mut numbers: Vec<u32> = shifts
                .map(|at| word.unbounded_shr(at * self.bits) & mask)
                .collect();
            numbers.reverse();
            copies.extend(numbers);
            left -= here;
        }
        copies
    }
}

impl Order {
    /// The sort key of a choice on one board: words that compare lexicographically as the choices
    /// compare in the order `self`. The last words are the number of solutions. In a record, the
    /// copies follow the key.
    fn key(self, choice: &Choice) -> Vec<u32> {
        let mut key = Vec::new();
        match self {
            Self::Best | Self::Fewest => put_big(&choice.solutions, &mut key),
            Self::Most => {
                put_big(&choice.solutions, &mut key);
                for word in &mut key {
                    *word = !*word;
                }
            }
            Self::Pieces => {
                put_big(&number_of(&choice.copies), &mut key);
                put_big(&choice.solutions, &mut key);
            }
            Self::Rank => {
                key.extend(match choice.rank {
                    Some(rank) => words(f64::from_bits(!ascending(rank))),
                    None => [u32::MAX; 2],
                });
                put_big(&choice.solutions, &mut key);
            }
        }
        key
    }

    /// Takes the key from the front of a record and returns the number of solutions.
    fn take_solutions(self, record: &mut &[u32]) -> BigUint {
        match self {
            Self::Best | Self::Fewest => take_big(record),
            Self::Most => {
                let length = !take(record);
                let digits: Vec<u32> = (0..length).map(|_| !take(record)).collect();
                BigUint::new(digits.into_iter().rev().collect())
            }
            Self::Pieces => {
                take_big(record);
                take_big(record)
            }
            Self::Rank => {
                take(record);
                take(record);
                take_big(record)
            }
        }
    }
}

/// The bits of a number as an integer that is ordered like the number. Zero has the same bits with
/// either sign.
fn ascending(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits();
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}

/// The bits of a number as two words, the high one first.
#[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
fn words(number: f64) -> [u32; 2] {
    let bits = number.to_bits();
    [(bits >> 32) as u32, bits as u32]
}

/// Appends a number: its length in words, then the words, the highest first.
fn put_big(number: &BigUint, record: &mut Vec<u32>) {
    let digits = number.to_u32_digits();
    #[expect(clippy::cast_possible_truncation, reason = "fewer words than memory")]
    record.push(digits.len() as u32);
    record.extend(digits.iter().rev());
}

/// Takes a word from the front of a record that this program wrote.
#[expect(clippy::expect_used, reason = "an invariant of records")]
fn take(record: &mut &[u32]) -> u32 {
    let (first, rest) = record
        .split_first()
        .expect("invariant: a record has all its words");
    *record = rest;
    *first
}

fn take_big(record: &mut &[u32]) -> BigUint {
    let length = take(record);
    let digits: Vec<u32> = (0..length).map(|_| take(record)).collect();
    BigUint::new(digits.into_iter().rev().collect())
}

/// Takes the last number of a record, if there is one.
fn take_number(record: &mut &[u32]) -> Option<f64> {
    (!record.is_empty()).then(|| {
        let (high, low) = (take(record), take(record));
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    })
}

fn take_optional(record: &mut &[u32]) -> Option<f64> {
    if take(record) == 0 {
        return None;
    }
    take_number(record)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn choice() -> impl Strategy<Value = Choice> {
        let solutions = prop_oneof![vec(1_u32..4, 1..2), vec(any::<u32>(), 1..5)];
        let rank = prop_oneof![Just(0.0), Just(-0.0), Just(1.5), -3.0..3.0, Just(-1e300)];
        (vec(0..6_u32, 7), solutions, proptest::option::of(rank)).prop_map(
            |(copies, solutions, rank)| Choice {
                rank,
                ..Choice::new(copies, BigUint::new(solutions))
            },
        )
    }

    proptest! {
        #[test]
        fn records_are_in_the_order_of_choices(one in choice(), other in choice(), bits in 3..=32_u32) {
            let packing = CopiesPacking { pieces: 7, bits };
            for order in [Order::Best, Order::Fewest, Order::Most, Order::Pieces, Order::Rank] {
                let record = |choice: &Choice| {
                    let mut record = order.key(choice);
                    packing.pack(&choice.copies, &mut record);
                    record
                };
                prop_assert_eq!(record(&one).cmp(&record(&other)), order.compare(&one, &other), "{:?}", order);
                let words = record(&one);
                let mut words = &words[..];
                prop_assert_eq!(order.take_solutions(&mut words), one.solutions.clone());
                prop_assert_eq!(packing.unpack(&mut words), one.copies.clone());
            }
        }
    }
}
