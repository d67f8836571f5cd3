//! Merges sorted runs into one sequence of keys and counts.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, SeekFrom};

use crate::spill::{SpillError, SpillFile};
use crate::tally::Rows;

/// The maximum number of bytes that are read at once from a run.
pub(super) const MOST_READ: u64 = 1 << 20;

/// A run in a file of little-endian 64-bit words.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileRun {
    pub(super) from: u64,
    pub(super) rows: u64,
    /// The number of words of a key.
    pub(super) key: usize,
    pub(super) count: usize,
}

pub(crate) struct RunMerge {
    readers: Vec<RunReader>,
    /// For each run that has rows left, its next key and the index of its reader.
    heap: BinaryHeap<Reverse<(Vec<u64>, usize)>>,
    file: Option<Box<dyn SpillFile>>,
}

impl RunMerge {
    /// Begins a merge, and reads the first rows of each run.
    pub(super) fn new(
        readers: Vec<RunReader>,
        file: Option<Box<dyn SpillFile>>,
    ) -> Result<Self, SpillError> {
        let mut merge = Self {
            readers,
            heap: BinaryHeap::new(),
            file,
        };
        for (at, reader) in merge.readers.iter_mut().enumerate() {
            if reader.fill(&mut merge.file)? {
                merge.heap.push(Reverse((reader.row().0.to_vec(), at)));
            }
        }
        Ok(merge)
    }

    /// Stores the next key in `key`, and the sum of its counts in `count`, without leading zero words. Returns
    /// false if there are no more keys.
    pub(crate) fn next(
        &mut self,
        key: &mut Vec<u64>,
        count: &mut Vec<u64>,
    ) -> Result<bool, SpillError> {
        let Self {
            readers,
            heap,
            file,
        } = self;
        count.clear();
        let Some(Reverse((least, _))) = heap.peek() else {
            return Ok(false);
        };
        key.clone_from(least);
        while let Some(mut top) = heap.peek_mut() {
            let Reverse((next, at)) = &mut *top;
            if next != key {
                break;
            }
            let reader = &mut readers[*at];
            add(count, reader.row().1);
            reader.at += 1;
            if reader.fill(file)? {
                next.copy_from_slice(reader.row().0);
            } else {
                PeekMut::pop(top);
            }
        }
        while count.last() == Some(&0) {
            count.pop();
        }
        Ok(true)
    }
}

/// Reads the rows of a run, one after the other.
pub(super) struct RunReader {
    /// The rows in the buffer. `at` is the number of them that have been merged.
    rows: Rows,
    pub(super) at: usize,
    /// The rows that have not been read from the file yet; `None` for a run in memory.
    left: Option<FileRun>,
    /// The number of bytes to read from the file at once.
    share: u64,
}

impl RunReader {
    pub(super) fn of_memory(rows: Rows) -> Self {
        Self {
            rows,
            at: 0,
            left: None,
            share: 0,
        }
    }

    pub(super) fn of_file(run: FileRun, share: u64) -> Self {
        Self {
            rows: Rows::default(),
            at: 0,
            left: Some(run),
            share: share.min(MOST_READ),
        }
    }

    pub(super) fn row(&self) -> (&[u64], &[u64]) {
        self.rows.row(self.at)
    }

    /// Makes sure that the next row is in the buffer. Returns false if the run has no more rows.
    fn fill(&mut self, file: &mut Option<Box<dyn SpillFile>>) -> Result<bool, SpillError> {
        match file {
            Some(file) => Ok(self.read(&mut **file)?),
            None => Ok(self.at < self.rows.len()),
        }
    }

    /// Like [`fill`](Self::fill), for a run in a file.
    pub(super) fn read(&mut self, file: &mut dyn SpillFile) -> io::Result<bool> {
        if self.at < self.rows.len() {
            return Ok(true);
        }
        let Some(left) = &mut self.left else {
            return Ok(false);
        };
        let row = 8 * (left.key + left.count) as u64;
        let rows = (self.share / row).max(1).min(left.rows);
        if rows == 0 {
            return Ok(false);
        }
        let mut bytes = vec![0; usize::try_from(rows * row).map_err(io::Error::other)?];
        file.seek(SeekFrom::Start(left.from))?;
        file.read_exact(&mut bytes)?;
        let (words, _) = bytes.as_chunks();
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        self.rows.replace((left.key, left.count), words);
        self.at = 0;
        left.from += rows * row;
        left.rows -= rows;
        Ok(true)
    }
}

/// Adds a number to a sum. The lowest word of both comes first.
fn add(sum: &mut Vec<u64>, more: &[u64]) {
    if sum.len() < more.len() {
        sum.resize(more.len(), 0);
    }
    let mut carry = false;
    for (at, word) in sum.iter_mut().enumerate() {
        let (added, over) = word.overflowing_add(more.get(at).copied().unwrap_or(0));
        let (added, again) = added.overflowing_add(carry.into());
        (*word, carry) = (added, over | again);
    }
    if carry {
        sum.push(1);
    }
}
