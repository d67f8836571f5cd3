//! Numbers of solutions by key as they are found: sorted in memory, and in a file what outgrows it.
//!
//! Rows are collected in memory. Whenever there are many they are sorted to a *run*, and when the runs
//! take their share of the memory they go to a file. At the end the runs are merged: a heap holds the
//! next key of each, and the counts of one key are added.
//!
//! Source: Knuth, *The Art of Computer Programming*, volume 3, section 5.4.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, SeekFrom, Write};

use super::Rows;
use crate::spill::{MakeSpillFile, SpillError, SpillFile};

/// The most bytes of a run that is sorted at once: that takes less than half a second.
const MOST_IN_RUN: u64 = 1 << 26;

/// The most bytes of a run that are read at a time.
const MOST_READ: u64 = 1 << 20;

/// Bytes gathered before they are written.
const WRITTEN: usize = 1 << 16;

/// Rows as they are found, in no order and with keys in several of them.
pub(crate) struct TallyRuns {
    /// The bytes that rows in memory may take.
    memory: u64,
    /// Without a file, all rows stay in memory.
    make: Option<MakeSpillFile>,
    collected: Rows,
    /// Each of them sorted.
    sorted: Vec<Rows>,
    file: Option<RunFile>,
}

/// Sorted runs in a file, one after the other.
struct RunFile {
    file: Box<dyn SpillFile>,
    end: u64,
    runs: Vec<FileRun>,
}

/// A run in a file, in words of eight bytes, the lowest first.
#[derive(Clone, Copy, Debug)]
struct FileRun {
    from: u64,
    rows: u64,
    /// The words of a key, and those of a count.
    key: usize,
    count: usize,
}

impl TallyRuns {
    /// Keeps so many bytes of rows in memory, if a file can be made for the others; else all.
    pub(crate) fn new(memory: u64, make: Option<MakeSpillFile>) -> Self {
        Self {
            memory,
            make,
            collected: Rows::default(),
            sorted: Vec::new(),
            file: None,
        }
    }

    /// Forgets all rows.
    #[cfg(feature = "frontier")]
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.memory, self.make);
    }

    /// Keeps all rows in memory.
    pub(crate) fn in_memory() -> Self {
        Self::new(u64::MAX, None)
    }

    /// The bytes of all rows, wherever they are.
    #[cfg(feature = "frontier")]
    pub(crate) fn bytes(&self) -> u64 {
        let in_file = self.file.as_ref().map_or(0, |file| file.end);
        (self.sorted_bytes() + self.collected.bytes()) as u64 + in_file
    }

    fn most_in_run(&self) -> u64 {
        match self.make {
            Some(_) => self.memory.min(MOST_IN_RUN),
            None => MOST_IN_RUN,
        }
    }

    fn sorted_bytes(&self) -> usize {
        self.sorted.iter().map(Rows::bytes).sum()
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, key: &[u64], count: &[u64]) -> Result<(), SpillError> {
        if !self.collected.takes(key, count) {
            self.end_run()?;
        }
        self.collected.push(key, count);
        if self.collected.bytes() as u64 >= self.most_in_run() {
            self.end_run()?;
        }
        Ok(())
    }

    /// Sorts what was collected, and puts all runs out of memory if the next one may find no room.
    fn end_run(&mut self) -> Result<(), SpillError> {
        if self.collected.len() == 0 {
            return Ok(());
        }
        let mut run = std::mem::take(&mut self.collected);
        run.sort();
        self.sorted.push(run);
        let Some(make) = self.make else {
            return Ok(());
        };
        let next = self.sorted_bytes() as u64 + self.most_in_run();
        if next <= self.memory {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(RunFile::new(make()?)),
        };
        for run in self.sorted.drain(..) {
            file.write(&run)?;
        }
        Ok(())
    }

    /// The rows in order; `memory` bytes may be taken to read them.
    pub(crate) fn merge(mut self, memory: u64) -> Result<Merge, SpillError> {
        self.collected.sort();
        self.sorted.push(self.collected);
        let (runs, file) = match self.file {
            Some(file) => (file.runs, Some(file.file)),
            None => (Vec::new(), None),
        };
        let share = memory / (runs.len() as u64).max(1);
        let in_file = (runs.into_iter()).map(|run| RunReader::of_file(run, share));
        let in_memory = self.sorted.into_iter().map(RunReader::of_memory);
        let mut merge = Merge {
            readers: in_file.chain(in_memory).collect(),
            heap: BinaryHeap::new(),
            file,
        };
        for at in 0..merge.readers.len() {
            let reader = &mut merge.readers[at];
            if reader.fill(&mut merge.file)? {
                merge.heap.push(Reverse((reader.row().0.to_vec(), at)));
            }
        }
        Ok(merge)
    }

    /// Calls `found` with every row, in no order.
    #[cfg(feature = "frontier")]
    fn each(&mut self, mut found: impl FnMut(&[u64], &[u64]) -> io::Result<()>) -> io::Result<()> {
        for (key, count) in self
            .sorted
            .iter()
            .chain([&self.collected])
            .flat_map(Rows::iter)
        {
            found(key, count)?;
        }
        let Some(RunFile { file, runs, .. }) = &mut self.file else {
            return Ok(());
        };
        for run in runs {
            let mut reader = RunReader::of_file(*run, MOST_READ);
            while reader.read(&mut **file)? {
                let (key, count) = reader.row();
                found(key, count)?;
                reader.at += 1;
            }
        }
        Ok(())
    }
}

#[cfg(feature = "frontier")]
mod checkpoint {
    //! Rows in a checkpoint: how many there are, then each with the number of words of its count.

    use std::io;

    use super::TallyRuns;
    use crate::container::{Sink, Source, damaged};

    impl TallyRuns {
        pub(crate) fn save(&mut self, sink: &mut Sink) -> io::Result<()> {
            let mut rows = 0;
            self.each(|_, _| {
                rows += 1;
                Ok(())
            })?;
            sink.number(rows)?;
            self.each(|key, count| {
                for word in key {
                    sink.number(*word)?;
                }
                sink.number(count.len() as u64)?;
                for word in count {
                    sink.number(*word)?;
                }
                Ok(())
            })
        }

        /// Reads rows with keys of so many words.
        pub(crate) fn load(&mut self, key_words: usize, source: &mut Source) -> io::Result<()> {
            let rows = source.length(1)?;
            let (mut key, mut count) = (vec![0; key_words], Vec::new());
            for _ in 0..rows {
                for word in &mut key {
                    *word = source.number()?;
                }
                let words = source.length(1)?;
                count.clear();
                for _ in 0..words {
                    count.push(source.number()?);
                }
                if count.iter().all(|word| *word == 0) {
                    return Err(damaged());
                }
                self.push(&key, &count).map_err(io::Error::other)?;
            }
            Ok(())
        }
    }
}

impl RunFile {
    fn new(file: Box<dyn SpillFile>) -> Self {
        Self {
            file,
            end: 0,
            runs: Vec::new(),
        }
    }

    /// Appends a run.
    fn write(&mut self, run: &Rows) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        let (key, count) = run.widths();
        let mut bytes = Vec::with_capacity(WRITTEN + 8);
        for word in run.words() {
            bytes.extend_from_slice(&word.to_le_bytes());
            if bytes.len() >= WRITTEN {
                self.file.write_all(&bytes)?;
                bytes.clear();
            }
        }
        self.file.write_all(&bytes)?;
        self.file.flush()?;
        self.runs.push(FileRun {
            from: self.end,
            rows: run.len() as u64,
            key,
            count,
        });
        self.end += run.bytes() as u64;
        Ok(())
    }
}

/// Runs on their way into one.
pub(crate) struct Merge {
    readers: Vec<RunReader>,
    /// The next key of each run that has one.
    heap: BinaryHeap<Reverse<(Vec<u64>, usize)>>,
    file: Option<Box<dyn SpillFile>>,
}

impl Merge {
    /// Puts the next key and its count, without leading zeros, in place of what is there; false if there
    /// is none.
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

/// What is left of a run.
struct RunReader {
    /// What is in memory of it, and how many rows of that were taken.
    rows: Rows,
    at: usize,
    /// What is still in the file.
    left: Option<FileRun>,
    /// The bytes to be read at a time.
    share: u64,
}

impl RunReader {
    fn of_memory(rows: Rows) -> Self {
        Self {
            rows,
            at: 0,
            left: None,
            share: 0,
        }
    }

    fn of_file(run: FileRun, share: u64) -> Self {
        Self {
            rows: Rows::default(),
            at: 0,
            left: Some(run),
            share: share.min(MOST_READ),
        }
    }

    /// The next row.
    fn row(&self) -> (&[u64], &[u64]) {
        self.rows.row(self.at)
    }

    /// Has a next row in memory; false if there is none.
    fn fill(&mut self, file: &mut Option<Box<dyn SpillFile>>) -> Result<bool, SpillError> {
        match file {
            Some(file) => Ok(self.read(&mut **file)?),
            None => Ok(self.at < self.rows.len()),
        }
    }

    fn read(&mut self, file: &mut dyn SpillFile) -> io::Result<bool> {
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

/// Adds a number to one of as many words as it needs, the lowest first.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Cursor;

    use num_bigint::BigUint;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::words::big;

    const MAKE: MakeSpillFile = || Ok(Box::new(Cursor::new(Vec::new())));

    /// Rows with keys of two words, many of them the same, and counts of one to three, many near their
    /// limit.
    fn rows() -> impl Strategy<Value = Vec<(Vec<u64>, Vec<u64>)>> {
        let word = prop_oneof![1..3_u64, Just(u64::MAX), any::<u64>()];
        vec((vec(0..4_u64, 2), vec(word, 1..4)), 0..60)
    }

    fn merged(
        mut runs: TallyRuns,
        rows: &[(Vec<u64>, Vec<u64>)],
        memory: u64,
    ) -> Vec<(Vec<u64>, BigUint)> {
        for (key, count) in rows {
            runs.push(key, count).unwrap();
        }
        let mut merge = runs.merge(memory).unwrap();
        let (mut key, mut count, mut all) = (Vec::new(), Vec::new(), Vec::new());
        while merge.next(&mut key, &mut count).unwrap() {
            assert!(count.last() != Some(&0));
            all.push((key.clone(), big(&count)));
        }
        all
    }

    proptest! {
        /// So little memory that nearly every row is a run, and is read by itself.
        #[test]
        fn what_is_merged_is_sorted_and_added(rows in rows(), memory in 0..400_u64, reading in 0..2000_u64) {
            let mut sums: BTreeMap<Vec<u64>, BigUint> = BTreeMap::new();
            for (key, count) in &rows {
                *sums.entry(key.clone()).or_default() += big(count);
            }
            let expected: Vec<(Vec<u64>, BigUint)> = sums.into_iter().collect();
            prop_assert_eq!(&merged(TallyRuns::in_memory(), &rows, 0), &expected);
            prop_assert_eq!(&merged(TallyRuns::new(memory, Some(MAKE)), &rows, reading), &expected);
            prop_assert_eq!(&merged(TallyRuns::new(memory, None), &rows, reading), &expected);
        }
    }

    #[test]
    fn a_file_without_room_is_an_error() {
        let full: MakeSpillFile = || Ok(Box::new(Cursor::new([0_u8; 40])));
        let mut runs = TallyRuns::new(16, Some(full));
        runs.push(&[2], &[1]).unwrap();
        runs.push(&[1], &[1]).unwrap();
        let error = runs.push(&[3], &[1]).unwrap_err();
        let expected = "what outgrew the memory cannot be kept in a temporary file: ";
        assert!(error.to_string().starts_with(expected), "{error}");
        let none: MakeSpillFile = || Err(io::ErrorKind::StorageFull.into());
        assert!(TallyRuns::new(0, Some(none)).push(&[1], &[1]).is_err());
    }
}
