//! The solutions that parts list: the options of each, as numbers.
//!
//! A solution is how many options it has and the number of each, in LEB128, in the order in which the
//! search chose them, and how many symmetries it has and the number of each.

use std::fs;
use std::path::{Path, PathBuf};

use tilewright_dlx::{OptionId, SymmetryId};

use super::error::CampaignError;
use super::manifest::{read_if_there, write_whole};

const FOLDER: &str = "lists";

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

    pub(super) fn create(&self) -> Result<(), CampaignError> {
        fs::create_dir_all(&self.path).map_err(CampaignError::file("write", &self.path))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.bin"))
    }

    pub(super) fn write(&self, name: &str, solutions: &[u8]) -> Result<(), CampaignError> {
        write_whole(&self.path(name), solutions)
    }

    /// Reads a file of solutions; none if it is not there.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, CampaignError> {
        read_if_there(&self.path(name), MAX_FILE)
    }
}

/// Appends a solution.
pub(super) fn put(solution: &[OptionId], stabilizer: &[SymmetryId], bytes: &mut Vec<u8>) {
    put_number(solution.len(), bytes);
    for option in solution {
        put_number(option.index(), bytes);
    }
    put_number(stabilizer.len(), bytes);
    for symmetry in stabilizer {
        put_number(symmetry.index(), bytes);
    }
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
    }
}
