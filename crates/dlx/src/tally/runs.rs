//! Collects counts of solutions by key, in memory and, if they do not fit, in a file.
//!
//! Rows are collected in memory. When their size reaches a limit, they are sorted into a *run*. When another run
//! might not fit into memory, all runs are written to a file. At the end, the runs are merged: a heap holds the
//! next key of each run, and the counts of equal keys are added.
//!
//! Source: Knuth, *The Art of Computer Programming*, volume 3, section 5.4.

#[cfg(feature = "frontier")]
mod checkpoint;
mod merge;

use std::io::{self, SeekFrom, Write};

use super::Rows;
use crate::spill::{MakeSpillFile, SpillError, SpillFile};
#[cfg(feature = "frontier")]
use merge::MOST_READ;
pub(crate) use merge::RunMerge;
use merge::{FileRun, RunReader};

/// The maximum size of a run, in bytes. Sorting such a run takes up to half a second.
const MOST_IN_RUN: u64 = 1 << 26;

/// The size of the write buffer in bytes.
const WRITTEN: usize = 1 << 16;

/// Rows of a key and a count. They are added in any order, and keys may repeat.
pub(crate) struct TallyRuns {
    /// The maximum total size of the rows in memory, in bytes.
    memory: u64,
    /// The function that makes a file for rows that do not fit into memory. If `None`, all rows stay in memory.
    make: Option<MakeSpillFile>,
    collected: Rows,
    /// Sorted runs that are in memory.
    sorted: Vec<Rows>,
    file: Option<RunFile>,
}

/// Sorted runs in a file, one after the other.
struct RunFile {
    file: Box<dyn SpillFile>,
    end: u64,
    runs: Vec<FileRun>,
}

impl TallyRuns {
    /// An empty collection of runs. At most `memory` bytes of rows will stay in memory; the others are written to
    /// a file. If `make` is `None`, all rows stay in memory.
    pub(crate) fn new(memory: u64, make: Option<MakeSpillFile>) -> Self {
        Self {
            memory,
            make,
            collected: Rows::default(),
            sorted: Vec::new(),
            file: None,
        }
    }

    /// Drops all rows, in memory and in the file.
    #[cfg(feature = "frontier")]
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.memory, self.make);
    }

    /// An empty collection of runs that keeps all rows in memory.
    pub(crate) fn in_memory() -> Self {
        Self::new(u64::MAX, None)
    }

    /// The total size of all rows in memory and in the file, in bytes.
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

    /// Sorts the collected rows into a run. If another run might not fit into memory, writes all runs to the file.
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

    /// Merges all rows in the order of their keys. The buffers for reading take about `memory` bytes.
    pub(crate) fn merge(mut self, memory: u64) -> Result<RunMerge, SpillError> {
        self.collected.sort();
        self.sorted.push(self.collected);
        let (runs, file) = match self.file {
            Some(file) => (file.runs, Some(file.file)),
            None => (Vec::new(), None),
        };
        let share = memory / (runs.len() as u64).max(1);
        let in_file = (runs.into_iter()).map(|run| RunReader::of_file(run, share));
        let in_memory = self.sorted.into_iter().map(RunReader::of_memory);
        RunMerge::new(in_file.chain(in_memory).collect(), file)
    }

    /// Calls `found` with the key and the count of every row, in no particular order.
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

impl RunFile {
    fn new(file: Box<dyn SpillFile>) -> Self {
        Self {
            file,
            end: 0,
            runs: Vec::new(),
        }
    }

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

    /// Rows whose keys have two words and are often equal. Their counts have one to three words, and many words
    /// are near their maximum.
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
        /// Uses a memory limit so low that nearly every row becomes a run, and buffers in which few rows fit.
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
        let expected = "cannot write data that exceeds the memory budget to a temporary file: ";
        assert!(error.to_string().starts_with(expected), "{error}");
        let none: MakeSpillFile = || Err(io::ErrorKind::StorageFull.into());
        assert!(TallyRuns::new(0, Some(none)).push(&[1], &[1]).is_err());
    }
}
