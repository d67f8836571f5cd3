//! Sorts more records than fit in memory.
//!
//! Records are collected in memory. When the memory for them is full, they are sorted and written
//! to a temporary file as a *run*. At the end the runs are merged: a heap holds the next record of
//! each run. If there are more runs than buffers, some are first merged into longer ones. The file
//! has no name, so the system removes it whenever the process ends.
//!
//! Source: Knuth, *The Art of Computer Programming*, volume 3, section 5.4.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use thiserror::Error;
use tilewright_dlx::{StopFlag, Stopped};

use crate::support::label::shown;
use crate::support::scratch_file::{scratch_file, scratch_folder};

/// The minimum memory for a sort, in bytes.
pub(crate) const LEAST_MEMORY: u64 = 1 << 20;

/// The maximum size of a run in memory, in bytes. Sorting such a run takes less than half a second.
const MOST_IN_RUN: usize = 1 << 26;

/// The number of bytes read at a time from a run in a merge.
const BUFFER: usize = 1 << 14;

/// The maximum number of runs that are merged at once.
const MOST_MERGED: usize = 1 << 9;

/// Why records cannot be sorted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SortError {
    /// The memory is less than [`LEAST_MEMORY`].
    #[error("sorting needs at least {LEAST_MEMORY} bytes of memory, but {given} are allowed")]
    Memory {
        /// The number of bytes allowed.
        given: u64,
    },
    /// The temporary file cannot be made, written or read.
    #[error("cannot write the data to be sorted to a temporary file in {folder}")]
    File {
        /// The folder for temporary files.
        folder: String,
        /// Why the system refused to make, write or read the file.
        source: io::Error,
    },
    /// The stop flag was set.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<io::Error> for SortError {
    fn from(source: io::Error) -> Self {
        Self::File {
            folder: shown(&scratch_folder()),
            source,
        }
    }
}

/// Sorts records, each a list of words, in lexicographic order: the sort key comes first in a
/// record. Keeps the first `most`.
///
/// Cost: for a total of N words, time O(N log N) and 4 N bytes of disk, or 8 N bytes if more than
/// 512 runs are merged. Uses the allowed memory, at most 128 MiB.
#[derive(Debug)]
pub(crate) struct ExternalSort {
    most: u64,
    /// The maximum size of the records in memory, in bytes.
    share: usize,
    /// The number of runs merged at once.
    fan_in: usize,
    collected: Records,
    /// The greatest of the `most` smallest records so far; `None` until there are `most` records. Greater
    /// records can be dropped.
    bound: Option<Vec<u32>>,
    runs: Option<Runs>,
}

impl ExternalSort {
    /// Sorts in `memory` bytes and keeps the first `most` records.
    ///
    /// # Errors
    ///
    /// [`SortError::Memory`] if `memory` is less than [`LEAST_MEMORY`].
    pub(crate) fn new(memory: u64, most: u64) -> Result<Self, SortError> {
        if memory < LEAST_MEMORY {
            return Err(SortError::Memory { given: memory });
        }
        // While a vector grows, it may take twice the size of its contents.
        let half = usize::try_from(memory / 2).unwrap_or(usize::MAX);
        Ok(Self {
            most,
            share: half.min(MOST_IN_RUN),
            fan_in: (half / BUFFER).min(MOST_MERGED),
            collected: Records::default(),
            bound: None,
            runs: None,
        })
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// [`SortError::File`]
    pub(crate) fn push(&mut self, record: &[u32]) -> Result<(), SortError> {
        if self.bound.as_deref().is_some_and(|bound| record > bound) {
            return Ok(());
        }
        self.collected.push(record);
        let is_full = self.collected.bytes() >= self.share;
        let most_unsorted = self.most.saturating_mul(4).max(1 << 12);
        if !is_full && (self.collected.len() as u64) < most_unsorted {
            return Ok(());
        }
        self.keep_first();
        if self.collected.bytes() > self.share / 2 {
            self.spill()?;
        }
        Ok(())
    }

    /// Sorts the collected records and drops those after the first `most`.
    fn keep_first(&mut self) {
        self.collected.sort();
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        if self.collected.len() >= most {
            self.collected = self.collected.first(most);
            self.bound = most
                .checked_sub(1)
                .map(|last| self.collected.record(last).to_vec());
        }
    }

    /// Writes the collected records, which are sorted, as a run.
    fn spill(&mut self) -> Result<(), SortError> {
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => none.insert(Runs::new()?),
        };
        let collected = &self.collected;
        runs.write(|writer| {
            (0..collected.len()).try_for_each(|at| write_record(writer, collected.record(at)))
        })?;
        self.collected.clear();
        Ok(())
    }

    /// Ends the collection and merges the runs.
    ///
    /// # Errors
    ///
    /// [`SortError::File`]; [`SortError::Stopped`] if the flag is set before the first record is
    /// ready.
    pub(crate) fn finish(mut self, stop: &StopFlag) -> Result<SortedRecords, SortError> {
        self.keep_first();
        if self.runs.is_some() && self.collected.len() > 0 {
            self.spill()?;
        }
        let source = match self.runs {
            None => SortedSource::Memory(self.collected, 0),
            Some(mut runs) => {
                // The buffers from which runs are merged need the memory that the collected records take.
                // These are all in runs by now.
                drop(self.collected);
                while runs.ranges.len() > self.fan_in {
                    runs.merge_first(self.fan_in, stop)?;
                }
                SortedSource::File(runs.merge(0..runs.ranges.len())?, runs.file)
            }
        };
        Ok(SortedRecords {
            source,
            left: self.most,
        })
    }
}

/// Sorted records, read one at a time.
#[derive(Debug)]
pub(crate) struct SortedRecords {
    source: SortedSource,
    left: u64,
}

#[derive(Debug)]
enum SortedSource {
    /// All records, and the number already read.
    Memory(Records, usize),
    File(Merge, File),
}

impl SortedRecords {
    /// The next record; `None` after the last one.
    ///
    /// # Errors
    ///
    /// [`SortError::File`]
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u32>>, SortError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        match &mut self.source {
            SortedSource::Memory(records, read) => {
                let record = (*read < records.len()).then(|| records.record(*read).to_vec());
                *read += 1;
                Ok(record)
            }
            SortedSource::File(merge, file) => Ok(merge.next(file)?),
        }
    }
}

/// Records in memory, one after another.
#[derive(Debug, Default)]
struct Records {
    words: Vec<u32>,
    ranges: Vec<Range<usize>>,
}

impl Records {
    fn len(&self) -> usize {
        self.ranges.len()
    }

    fn bytes(&self) -> usize {
        self.words.len() * size_of::<u32>() + self.ranges.len() * size_of::<Range<usize>>()
    }

    fn record(&self, at: usize) -> &[u32] {
        &self.words[self.ranges[at].clone()]
    }

    fn push(&mut self, record: &[u32]) {
        let start = self.words.len();
        self.words.extend_from_slice(record);
        self.ranges.push(start..self.words.len());
    }

    fn clear(&mut self) {
        self.words.clear();
        self.ranges.clear();
    }

    fn sort(&mut self) {
        let Self { words, ranges } = self;
        ranges.sort_unstable_by(|a, b| words[a.clone()].cmp(&words[b.clone()]));
    }

    /// A copy of the first `most` records, which takes no more memory than they need.
    fn first(&self, most: usize) -> Self {
        let mut first = Self::default();
        for at in 0..most.min(self.len()) {
            first.push(self.record(at));
        }
        first
    }
}

/// Sorted runs in a file, one after another.
#[derive(Debug)]
struct Runs {
    file: File,
    /// The runs still to be merged.
    ranges: Vec<Range<u64>>,
    end: u64,
}

impl Runs {
    fn new() -> io::Result<Self> {
        Ok(Self {
            file: scratch_file()?,
            ranges: Vec::new(),
            end: 0,
        })
    }

    /// Appends a run to the file. `write` writes its records.
    fn write<E: From<io::Error>>(
        &mut self,
        write: impl FnOnce(&mut BufWriter<&File>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.end))?;
        let mut writer = BufWriter::with_capacity(1 << 16, file);
        write(&mut writer)?;
        writer.flush()?;
        drop(writer);
        let start = std::mem::replace(&mut self.end, file.stream_position()?);
        self.ranges.push(start..self.end);
        Ok(())
    }

    /// Merges the first `few` runs into one run, which is appended after the others.
    fn merge_first(&mut self, few: usize, stop: &StopFlag) -> Result<(), SortError> {
        let mut merge = self.merge(0..few)?;
        self.ranges.drain(..few);
        let reader = self.file.try_clone()?;
        // Both handles share one file position, so the merged records are collected before they are
        // written at the end of the file.
        let mut merged = Vec::new();
        let mut end = self.end;
        loop {
            stop.check()?;
            merged.clear();
            while merged.len() < BUFFER {
                let Some(record) = merge.next(&reader)? else {
                    break;
                };
                write_record(&mut merged, &record)?;
            }
            if merged.is_empty() {
                break;
            }
            (&self.file).seek(SeekFrom::Start(end))?;
            (&self.file).write_all(&merged)?;
            end += merged.len() as u64;
        }
        let start = std::mem::replace(&mut self.end, end);
        self.ranges.push(start..end);
        Ok(())
    }

    fn merge(&self, runs: Range<usize>) -> io::Result<Merge> {
        let mut merge = Merge {
            readers: Vec::new(),
            heap: BinaryHeap::new(),
        };
        for (at, range) in self.ranges[runs].iter().enumerate() {
            let mut reader = SortedRun {
                range: range.clone(),
                buffer: Vec::new(),
                at: 0,
            };
            if let Some(record) = reader.next(&self.file)? {
                merge.heap.push(Reverse((record, at)));
            }
            merge.readers.push(reader);
        }
        Ok(merge)
    }
}

#[derive(Debug)]
struct Merge {
    readers: Vec<SortedRun>,
    /// The next record of each run that has one.
    heap: BinaryHeap<Reverse<(Vec<u32>, usize)>>,
}

impl Merge {
    fn next(&mut self, file: &File) -> io::Result<Option<Vec<u32>>> {
        let Some(Reverse((record, at))) = self.heap.pop() else {
            return Ok(None);
        };
        if let Some(next) = self.readers[at].next(file)? {
            self.heap.push(Reverse((next, at)));
        }
        Ok(Some(record))
    }
}

/// Reads a run from the file, record by record.
#[derive(Debug)]
struct SortedRun {
    /// The range of the file not yet in the buffer.
    range: Range<u64>,
    buffer: Vec<u8>,
    /// The position of the next record in the buffer.
    at: usize,
}

impl SortedRun {
    fn next(&mut self, file: &File) -> io::Result<Option<Vec<u32>>> {
        if self.at == self.buffer.len() && self.range.is_empty() {
            return Ok(None);
        }
        let words = self.words(file, 1)?[0];
        // The length is one that this process wrote, so it fits in a `usize`.
        let length = usize::try_from(words).map_err(io::Error::other)?;
        Ok(Some(self.words(file, length)?))
    }

    /// Reads the next `count` words.
    fn words(&mut self, file: &File, count: usize) -> io::Result<Vec<u32>> {
        let bytes = count * size_of::<u32>();
        if self.buffer.len() - self.at < bytes {
            self.fill(file, bytes)?;
        }
        let (words, _) = self.buffer[self.at..self.at + bytes].as_chunks();
        self.at += bytes;
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// Fills the buffer with at least `least` bytes.
    fn fill(&mut self, mut file: &File, least: usize) -> io::Result<()> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let had = self.buffer.len();
        let wanted = (least.max(BUFFER) - had) as u64;
        let there = self.range.end - self.range.start;
        let read = usize::try_from(wanted.min(there)).map_err(io::Error::other)?;
        self.buffer.resize(had + read, 0);
        file.seek(SeekFrom::Start(self.range.start))?;
        file.read_exact(&mut self.buffer[had..])?;
        self.range.start += read as u64;
        if self.buffer.len() < least {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

/// Writes a record: its length, then its words.
fn write_record(writer: &mut impl Write, record: &[u32]) -> io::Result<()> {
    let length = u32::try_from(record.len()).map_err(io::Error::other)?;
    writer.write_all(&length.to_le_bytes())?;
    for word in record {
        writer.write_all(&word.to_le_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sorted(mut sort: ExternalSort, records: &[Vec<u32>]) -> Vec<Vec<u32>> {
        for record in records {
            sort.push(record).unwrap();
        }
        let mut sorted = sort.finish(&StopFlag::new()).unwrap();
        let mut read = Vec::new();
        while let Some(record) = sorted.next().unwrap() {
            read.push(record);
        }
        read
    }

    proptest! {
        /// Checks a sort with so little memory that nearly every record is a run, and two or three
        /// runs are merged at once.
        #[test]
        fn it_sorts_as_memory_does(
            records in prop::collection::vec(prop::collection::vec(0_u32..9, 0..5), 0..60),
            most in prop_oneof![Just(u64::MAX), 0_u64..70],
            share in 1_usize..400,
            fan_in in 2_usize..4,
        ) {
            let mut sort = ExternalSort::new(LEAST_MEMORY, most).unwrap();
            (sort.share, sort.fan_in) = (share, fan_in);
            let mut expected = records.clone();
            expected.sort();
            expected.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            prop_assert_eq!(sorted(sort, &records), expected);
        }
    }

    #[test]
    fn records_longer_than_a_buffer_are_sorted() {
        let records: Vec<Vec<u32>> = (0..40_u32).rev().map(|n| vec![n; BUFFER]).collect();
        let read = sorted(ExternalSort::new(LEAST_MEMORY, u64::MAX).unwrap(), &records);
        assert!(read.iter().rev().eq(&records));
    }

    #[test]
    fn few_of_many_stay_in_memory() {
        let mut sort = ExternalSort::new(LEAST_MEMORY, 3).unwrap();
        for number in 0..200_000_u32 {
            sort.push(&[number.wrapping_mul(2_654_435_761), number])
                .unwrap();
            assert!(sort.collected.len() <= 1 << 12);
        }
        assert!(sort.runs.is_none());
    }

    #[test]
    fn a_merge_is_stopped_and_little_memory_refused() {
        let mut sort = ExternalSort::new(LEAST_MEMORY, u64::MAX).unwrap();
        (sort.share, sort.fan_in) = (1, 2);
        for number in 0..5 {
            sort.push(&[number]).unwrap();
        }
        let stop = StopFlag::new();
        stop.set();
        assert!(matches!(sort.finish(&stop), Err(SortError::Stopped(_))));
        let given = LEAST_MEMORY - 1;
        let refused = ExternalSort::new(given, 1).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "sorting needs at least 1048576 bytes of memory, but 1048575 are allowed"
        );
    }
}
