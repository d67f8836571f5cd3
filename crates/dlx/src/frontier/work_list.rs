//! The parts that a count is cut into, and the reports of their progress.

use std::io;
use std::ops::ControlFlow;

use super::checkpoint::{CheckedFile, CheckpointWriter, damaged, put};
use super::cut::CutSide;
use super::error::FrontierError;
use super::progress::{FrontierProgress, FrontierWatcher};
use super::report::FrontierReport;
use super::totals::{Effort, SweepTotals};

/// The maximum number of times that counts may have been widened in a checkpoint. Each count then takes half a
/// mebibyte.
const MOST_WIDENINGS: u8 = 16;

/// The parts that a count is cut into, and the results of the finished ones.
pub(super) struct WorkList<'w, 'f, D> {
    /// The unfinished parts, each with its assumed share of the total. A part is a list that holds, for each
    /// division, one of its two halves.
    left: Vec<(Vec<D>, f64)>,
    /// The number of times that counts have been widened.
    pub(super) width: u8,
    /// For each number of times that a part has been divided: the item that divides such parts if they outgrow the
    /// memory. The item is the same for all parts with as many divisions.
    pub(super) items: Vec<u32>,
    pub(super) progress: ProgressReporter<'w, 'f>,
    pub(super) report: FrontierReport,
}

impl<'w, 'f, D: CutSide> WorkList<'w, 'f, D> {
    /// Reads the parts from a checkpoint, or begins with a single part, the whole count.
    pub(super) fn begin(
        watcher: &'w mut FrontierWatcher<'f>,
        layers: usize,
        writer: &mut CheckpointWriter<'_>,
    ) -> Result<Self, FrontierError> {
        let mut work = Self {
            left: vec![(Vec::new(), 1.0)],
            width: 0,
            items: Vec::new(),
            progress: ProgressReporter::new(watcher, layers),
            report: FrontierReport::nothing_yet(),
        };
        writer.read(|source| work.load(source))?;
        Ok(work)
    }

    fn load(&mut self, source: &mut CheckedFile) -> io::Result<()> {
        let parts = source.length(2)?;
        self.left = (0..parts)
            .map(|_| {
                let share = f64::from_bits(source.number()?);
                let sides = source.length(1)?;
                let part = (0..sides).map(|_| D::load(source));
                Ok((part.collect::<io::Result<_>>()?, share))
            })
            .collect::<io::Result<_>>()?;
        let items = source.length(1)?;
        self.items = (0..items)
            .map(|_| source.small())
            .collect::<io::Result<_>>()?;
        self.width = source.small()?;
        if self.width > MOST_WIDENINGS {
            return Err(damaged());
        }
        self.report = FrontierReport::load(false, source)?;
        let reporter = &mut self.progress;
        reporter.before.states = source.counter()?;
        reporter.before.work = source.counter()?;
        reporter.done = f64::from_bits(source.number()?);
        Ok(())
    }

    /// Encodes the work list for a checkpoint. The running part is included as unfinished.
    pub(super) fn checkpoint(&self, part: &[D], share: f64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let under_way = (part, share);
        let left = self.left.iter().map(|(part, share)| (&part[..], *share));
        put(&mut bytes, self.left.len() as u64 + 1);
        for (part, share) in left.chain([under_way]) {
            put(&mut bytes, share.to_bits());
            put(&mut bytes, part.len() as u64);
            for side in part {
                side.save(&mut bytes);
            }
        }
        put(&mut bytes, self.items.len() as u64);
        for &item in &self.items {
            put(&mut bytes, item.into());
        }
        put(&mut bytes, u64::from(self.width));
        self.report.save(&mut bytes);
        for number in [
            self.progress.before.states,
            self.progress.before.work,
            self.progress.done.to_bits(),
        ] {
            put(&mut bytes, number);
        }
        bytes
    }

    pub(super) fn next(&mut self) -> Option<(Vec<D>, f64)> {
        self.progress.drop_part();
        self.left.pop()
    }

    pub(super) fn done(&mut self, swept: &SweepTotals, needed: u64, share: f64) {
        let report = &mut self.report;
        report.count += &swept.count;
        report.states += swept.states;
        report.peak_states = report.peak_states.max(swept.peak_states);
        report.peak_bytes = report.peak_bytes.max(needed + swept.peak_bytes);
        report.sweeps += 1;
        self.progress.done += share;
        self.progress.settle(swept);
    }

    /// Widens the counts, and puts a part back, to be repeated later with the wider counts.
    pub(super) fn widen(&mut self, part: Vec<D>, share: f64) {
        self.width = self.width.saturating_add(1);
        self.redo(part, share);
    }

    /// Puts a part back, to be repeated later.
    pub(super) fn redo(&mut self, part: Vec<D>, share: f64) {
        self.left.push((part, share));
    }

    /// Replaces a part by the two halves into which it is divided.
    pub(super) fn cut(&mut self, part: &[D], sides: [D; 2], share: f64) {
        for side in sides {
            let part = part.iter().copied().chain([side]).collect();
            self.left.push((part, share / 2.0));
        }
    }

    /// The report after the last part.
    pub(super) fn finish(mut self) -> FrontierReport {
        self.report.complete = true;
        self.report
    }
}

/// Reports the progress of all parts to the watcher.
pub(super) struct ProgressReporter<'w, 'f> {
    watcher: &'w mut FrontierWatcher<'f>,
    layers: usize,
    /// The finished parts' share of the total, from 0 to 1.
    pub(super) done: f64,
    fraction: f64,
    /// The cost of the sweeps that are finished or abandoned.
    before: Effort,
    /// The cost of the running sweep.
    now: Effort,
}

impl<'w, 'f> ProgressReporter<'w, 'f> {
    pub(super) fn new(watcher: &'w mut FrontierWatcher<'f>, layers: usize) -> Self {
        Self {
            watcher,
            layers,
            done: 0.0,
            fraction: 0.0,
            before: Effort::default(),
            now: Effort::default(),
        }
    }

    /// Adds the cost of the sweep that has just finished to the total.
    pub(super) fn settle(&mut self, swept: &SweepTotals) {
        self.before.states += swept.states;
        self.before.work += swept.work;
        self.now = Effort::default();
    }

    /// Ends the part whose sweep was abandoned: adds the work of the sweep to the total, but not its states.
    fn drop_part(&mut self) {
        self.before.work += self.now.work;
        self.now = Effort::default();
    }

    pub(super) fn report(&mut self, step: usize, spent: Effort, share: f64) -> ControlFlow<()> {
        self.now = spent;
        // The conversion is exact: no machine can hold 2^53 steps.
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let part = step as f64 / self.layers.max(1) as f64;
        self.fraction = self.fraction.max(self.done + share * part).min(1.0);
        (self.watcher)(&FrontierProgress {
            layer: step,
            layers: self.layers,
            states: self.before.states + spent.states,
            work: self.before.work + spent.work,
            most_states: None,
            fraction: self.fraction,
        })
    }
}
