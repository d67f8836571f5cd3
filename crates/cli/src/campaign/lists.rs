//! The files of lists. They contain the solutions or choices found in parts, encoded as numbers.
//! For a sweep they contain its lists, in [another format](tilewright_dlx::ListWriter).
//!
//! All numbers are in LEB128, and every list begins with its length. A solution is the list of its
//! options' indices, in the order in which the search chose them, then the list of its symmetries'
//! indices. A choice is the list of how often the items of each piece are covered, then the number
//! of its solutions as a list of 32-bit digits.

use std::fs;
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use tilewright_dlx::{OptionId, SymmetryId};

use super::error::CampaignError;
use super::manifest::{read_if_there, write_whole};
use crate::support::atomic_write;

pub(super) const FOLDER: &str = "lists";

/// The maximum size of a file of lists, in bytes. Lists are written as soon as they exceed 32 MiB;
/// one result about choices may add up to 128 MiB.
const MAX_FILE: u64 = 1 << 30;

#[derive(Clone, Debug)]
pub(super) struct ListFolder {
    path: PathBuf,
}

impl ListFolder {
    pub(super) fn of(campaign: &Path) -> Self {
        Self {
            path: campaign.join(FOLDER),
        }
    }

    pub(super) fn next_to(results: &Path) -> Self {
        Self {
            path: results.with_file_name(FOLDER),
        }
    }

    pub(super) fn create(&self) -> Result<(), CampaignError> {
        fs::create_dir_all(&self.path).map_err(CampaignError::file("write", &self.path))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.bin"))
    }

    pub(super) fn write(&self, name: &str, solutions: &[u8]) -> Result<(), CampaignError> {
        write_whole(&self.path(name), solutions)
    }

    /// Writes a file of lists without waiting for the disk: a power failure may damage it.
    pub(super) fn write_soon(&self, name: &str, lists: &[u8]) -> Result<(), CampaignError> {
        let path = self.path(name);
        atomic_write::replace_soon(&path, lists).map_err(CampaignError::file("write", &path))
    }

    /// The length of a file of lists in bytes; `None` if it does not exist.
    pub(super) fn length(&self, name: &str) -> Option<u64> {
        let found = fs::metadata(self.path(name)).ok()?;
        found.is_file().then_some(found.len())
    }

    /// Removes a file that is no longer needed, if it exists.
    pub(super) fn remove(&self, name: &str) {
        // If removing fails, the file does no harm.
        let _ = fs::remove_file(self.path(name));
    }

    pub(super) fn remove_all(&self) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "bin")
            {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Reads a file of lists; `None` if it does not exist.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, CampaignError> {
        read_if_there(&self.path(name), MAX_FILE)
    }
}

/// Appends an encoded solution to `bytes`.
pub(super) fn put(solution: &[OptionId], stabilizer: &[SymmetryId], bytes: &mut Vec<u8>) {
    put_numbers(solution.iter().map(|option| option.index()), bytes);
    put_numbers(stabilizer.iter().map(|symmetry| symmetry.index()), bytes);
}

/// Appends an encoded choice of pieces to `bytes`.
pub(super) fn put_choice(times: &[u32], solutions: &BigUint, bytes: &mut Vec<u8>) {
    put_numbers(times.iter().map(|times| *times as usize), bytes);
    put_numbers(
        solutions.iter_u32_digits().map(|digit| digit as usize),
        bytes,
    );
}

fn put_numbers(numbers: impl ExactSizeIterator<Item = usize>, bytes: &mut Vec<u8>) {
    put_number(numbers.len(), bytes);
    numbers.for_each(|number| put_number(number, bytes));
}

#[expect(clippy::cast_possible_truncation, reason = "seven bits at a time")]
fn put_number(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Decodes the next solution: the indices of its options and of its symmetries. `None` at the end
/// of the data, or if a number is incomplete.
pub(super) fn next(bytes: &mut &[u8]) -> Option<(Vec<usize>, Vec<usize>)> {
    Some((numbers(bytes)?, numbers(bytes)?))
}

/// Decodes the next choice of pieces; `None` at the end of the data, or if a number is incomplete.
pub(super) fn next_choice(bytes: &mut &[u8]) -> Option<(Vec<u32>, BigUint)> {
    let (times, digits) = next(bytes)?;
    let small = |numbers: Vec<usize>| {
        let numbers = numbers.into_iter().map(|number| u32::try_from(number).ok());
        numbers.collect::<Option<Vec<u32>>>()
    };
    Some((small(times)?, BigUint::new(small(digits)?)))
}

fn numbers(bytes: &mut &[u8]) -> Option<Vec<usize>> {
    let count = number(bytes)?;
    // A number takes at least one byte, so a larger length is damaged data.
    if count > bytes.len() {
        return None;
    }
    (0..count).map(|_| number(bytes)).collect()
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let mut value = 0_usize;
    for shift in (0..usize::BITS).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let mut bytes = Vec::new();
        let all = [0, 1, 127, 128, 300, 65_535, 1 << 20];
        for number in all {
            put_number(number, &mut bytes);
        }
        let mut rest = &bytes[..];
        assert_eq!(all.map(|_| number(&mut rest).unwrap()), all);
        assert_eq!(number(&mut rest), None);
        assert_eq!(next(&mut &[200, 200][..]), None);
        let choice = (vec![0, 1, 300], BigUint::from(u64::MAX));
        let mut bytes = Vec::new();
        put_choice(&choice.0, &choice.1, &mut bytes);
        assert_eq!(next_choice(&mut &bytes[..]), Some(choice));
        assert_eq!(next_choice(&mut &bytes[..3]), None);
    }
}
