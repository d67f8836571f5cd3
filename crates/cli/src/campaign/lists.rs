//! The solutions or the choices that parts list, as numbers; and the lists of parts of a sweep, which have
//! [a form of their own](tilewright_dlx::ListWriter).
//!
//! A solution is how many options it has and the number of each, in LEB128, in the order in which the
//! search chose them, and how many symmetries it has and the number of each. A choice is how often the
//! items of its pieces are covered and the number of its solutions in 32-bit digits, each with a length
//! before.

use std::fs;
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use tilewright_dlx::{OptionId, SymmetryId};

use super::error::CampaignError;
use super::manifest::{read_if_there, write_whole};
use crate::support::atomic_write;

pub(super) const FOLDER: &str = "lists";

/// The largest file of solutions that is read, in bytes; ours end soon after 32 MiB.
const MAX_FILE: u64 = 1 << 30;

/// Where solutions are put.
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

    /// The folder that lies beside one of results.
    pub(super) fn beside(results: &Path) -> Self {
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

    /// The same without waiting until it is on the disk: after a power cut it may be damaged.
    pub(super) fn write_soon(&self, name: &str, lists: &[u8]) -> Result<(), CampaignError> {
        let path = self.path(name);
        atomic_write::replace_soon(&path, lists).map_err(CampaignError::file("write", &path))
    }

    /// How long a file of solutions is, in bytes; none if it is not there.
    pub(super) fn length(&self, name: &str) -> Option<u64> {
        let found = fs::metadata(self.path(name)).ok()?;
        found.is_file().then_some(found.len())
    }

    /// Removes a file that nobody needs any more, if it is there.
    pub(super) fn remove(&self, name: &str) {
        // Left behind, it does no harm.
        let _ = fs::remove_file(self.path(name));
    }

    /// Removes all files.
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

    /// Reads a file of solutions; none if it is not there.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, CampaignError> {
        read_if_there(&self.path(name), MAX_FILE)
    }
}

/// Appends a solution.
pub(super) fn put(solution: &[OptionId], stabilizer: &[SymmetryId], bytes: &mut Vec<u8>) {
    put_numbers(solution.iter().map(|option| option.index()), bytes);
    put_numbers(stabilizer.iter().map(|symmetry| symmetry.index()), bytes);
}

/// Appends a choice of pieces.
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

/// The numbers of the options and of the symmetries of the next solution; none if there is none, or
/// it is cut off.
pub(super) fn next(bytes: &mut &[u8]) -> Option<(Vec<usize>, Vec<usize>)> {
    Some((numbers(bytes)?, numbers(bytes)?))
}

/// The next choice of pieces; none if there is none, or it is cut off.
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
    // Each takes a byte at least.
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
