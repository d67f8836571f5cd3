//! The parts that the work of a count is cut into, and how the watcher is told of them.

use std::io;
use std::ops::ControlFlow;

use super::checkpoint::{CheckpointWriter, Failed, Source, damaged, put, put_big};
use super::cut::Side;
use super::progress::{FrontierProgress, FrontierWatcher};
use super::report::FrontierReport;
use super::totals::{Effort, SweepTotals};

/// How often counts may have been made twice as wide in a checkpoint: by then they have half a mebibyte.
const MOST_WIDENINGS: u8 = 16;

/// The parts that the work is cut into, and what came of those done.
pub(super) struct WorkList<'w, 'f, D> {
    /// What is to be done, and the share of the whole that each is taken for.
    left: Vec<(Vec<D>, f64)>,
    /// How often counts were made wider.
    pub(super) width: u8,
    /// What the parts that outgrew the memory were divided by, where all are by the same.
    pub(super) items: Vec<u32>,
    pub(super) progress: ProgressReporter<'w, 'f>,
    pub(super) report: FrontierReport,
}

impl<'w, 'f, D: Side> WorkList<'w, 'f, D> {
    /// The parts as a checkpoint has them, or the whole as one.
    pub(super) fn begin(
        watcher: &'w mut FrontierWatcher<'f>,
        layers: usize,
        writer: &mut CheckpointWriter<'_>,
    ) -> Result<Self, Failed> {
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

    fn load(&mut self, source: &mut Source) -> io::Result<()> {
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
        let (report, reporter) = (&mut self.report, &mut self.progress);
        report.count = source.big()?;
        for number in [
            &mut report.states,
            &mut report.peak_states,
            &mut report.peak_bytes,
            &mut report.sweeps,
            &mut reporter.before.states,
            &mut reporter.before.work,
        ] {
            *number = source.counter()?;
        }
        reporter.done = f64::from_bits(source.number()?);
        Ok(())
    }

    /// The parts for a checkpoint, with the one that is under way.
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
        let report = &self.report;
        put_big(&mut bytes, &report.count);
        for number in [
            report.states,
            report.peak_states,
            report.peak_bytes,
            report.sweeps,
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

    /// Does a part again with wider counts.
    pub(super) fn widen(&mut self, part: Vec<D>, share: f64) {
        self.width = self.width.saturating_add(1);
        self.redo(part, share);
    }

    /// Does a part again.
    pub(super) fn redo(&mut self, part: Vec<D>, share: f64) {
        self.left.push((part, share));
    }

    /// Does the two sides of a part instead of it.
    pub(super) fn cut(&mut self, part: &[D], sides: [D; 2], share: f64) {
        for side in sides {
            let part = part.iter().copied().chain([side]).collect();
            self.left.push((part, share / 2.0));
        }
    }

    /// The report once no part is left.
    pub(super) fn finish(mut self) -> FrontierReport {
        self.report.complete = true;
        self.report
    }
}

/// Calls the watcher between any two batches of work.
pub(super) struct ProgressReporter<'w, 'f> {
    watcher: &'w mut FrontierWatcher<'f>,
    layers: usize,
    /// The share of the whole that is done.
    pub(super) done: f64,
    fraction: f64,
    /// What the sweeps that are done took, and those that were given up.
    before: Effort,
    /// What the sweep under way has taken.
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

    /// Takes note of what a sweep took that is done.
    pub(super) fn settle(&mut self, swept: &SweepTotals) {
        self.before.states += swept.states;
        self.before.work += swept.work;
        self.now = Effort::default();
    }

    /// Takes note of what a sweep took that is given up.
    fn drop_part(&mut self) {
        self.before.work += self.now.work;
        self.now = Effort::default();
    }

    pub(super) fn report(&mut self, step: usize, spent: Effort, share: f64) -> ControlFlow<()> {
        self.now = spent;
        // Exact for any number of steps that a machine can hold.
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
