//! Counts of dissections that are resumed.
//!
//! Between any two states a count can write down all it holds: the states of the step that are still
//! to be done, and those of the next one as far as they are made.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};

use sha2::{Digest, Sha256};

use super::plan::{Plan, Step};
use super::states::Expansion;
use super::table::Layer;
use super::{Position, Regions, RegionsProgress, RegionsReport};
use crate::container::{Sink, Source, damaged};
use crate::frontier::checkpoint::CheckpointWriter;
use crate::frontier::{CheckpointError, FrontierCheckpoints};

impl Regions {
    /// Counts the partitions from where the checkpoints say that an earlier count of the same graph was
    /// stopped, and keeps checkpoints of this one, the last when `hear` breaks out. The report at the end
    /// is that of a count that was never stopped, but for the bytes.
    ///
    /// A checkpoint takes about as many bytes as the states take in memory.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); or a checkpoint is damaged, of another count, or cannot be read or
    /// written.
    pub fn count_on(
        &self,
        checkpoints: &mut dyn FrontierCheckpoints,
        hear: &mut dyn FnMut(&RegionsProgress) -> ControlFlow<()>,
    ) -> Result<RegionsReport, CheckpointError> {
        if !self.divides() {
            return Ok(RegionsReport::none(true));
        }
        let Some(plan) = Plan::new(self, &[], &mut || true)? else {
            return Ok(RegionsReport::none(false));
        };
        let mut writer = CheckpointWriter::open(checkpoints, self.identity())?;
        let loaded = writer.read(|source| {
            let position = Position::load(&plan, self.size, source)?;
            source.end()?;
            Ok(position)
        });
        let Ok(loaded) = loaded else {
            return Err(failure(writer));
        };
        writer.forget();
        let position = loaded.unwrap_or_else(|| Position::start(&plan));
        let mut is_written = true;
        let report = self.sweep(&plan, position, &mut |position| {
            let heard = hear(&position.progress(&plan));
            if heard.is_continue() && !writer.is_due(|| position.bytes()) {
                return Continue(());
            }
            is_written = writer
                .write(&|_| Ok(()), &|sink| position.save(sink))
                .is_continue();
            if is_written { heard } else { Break(()) }
        })?;
        if is_written {
            Ok(report)
        } else {
            Err(failure(writer))
        }
    }

    /// What a checkpoint must agree with.
    fn identity(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes());
        hash.update(b"regions");
        hash.update((self.size as u64).to_le_bytes());
        for lists in [&self.neighbours, &self.orders, &self.symmetries] {
            hash.update((lists.len() as u64).to_le_bytes());
            for list in lists {
                hash.update((list.len() as u64).to_le_bytes());
                for &number in list {
                    hash.update((number as u64).to_le_bytes());
                }
            }
        }
        hash.finalize().into()
    }
}

#[expect(clippy::expect_used, reason = "an invariant of writers")]
fn failure(mut writer: CheckpointWriter<'_>) -> CheckpointError {
    let failure = writer.failure();
    failure.expect("invariant: a checkpoint that fails says why")
}

impl Position {
    fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        for number in [
            self.step as u64,
            self.tried,
            self.states,
            self.peak_bytes.max(self.bytes()),
        ] {
            sink.number(number)?;
        }
        save_layer(&self.layer, self.number, sink)?;
        save_layer(&self.next, 0, sink)
    }

    fn load(plan: &Plan, size: usize, source: &mut Source<'_>) -> io::Result<Self> {
        let step: usize = source.small()?;
        let (tried, states, peak_bytes) = (source.counter()?, source.counter()?, source.counter()?);
        let (Some(now), after) = (plan.steps.get(step), plan.steps.get(step + 1)) else {
            return Err(damaged());
        };
        let mut load = |step: Option<&Step>| load_layer(plan.count_words, size, step, source);
        Ok(Self {
            step,
            layer: load(Some(now))?,
            number: 0,
            next: load(after)?,
            tried,
            states,
            peak_bytes,
        })
    }
}

/// Writes the states from a number on.
fn save_layer(layer: &Layer, from: usize, sink: &mut Sink<'_>) -> io::Result<()> {
    sink.number((layer.len() - from) as u64)?;
    for number in from..layer.len() {
        let (key, count) = layer.entry(number);
        sink.number(key.len() as u64)?;
        for word in key.iter().chain(count) {
            sink.number(*word)?;
        }
    }
    Ok(())
}

/// Reads the states before a step, or those after the last one if there is none.
fn load_layer(
    count_words: usize,
    size: usize,
    step: Option<&Step>,
    source: &mut Source<'_>,
) -> io::Result<Layer> {
    let expansion = Expansion::new(size);
    let mut layer = Layer::new(count_words);
    for _ in 0..source.length(1 + count_words as u64)? {
        let words = source.length(1)?;
        let key: Vec<u64> = (0..words)
            .map(|_| source.number())
            .collect::<io::Result<_>>()?;
        let count = (0..count_words).map(|_| source.number());
        let count: Vec<u64> = count.collect::<io::Result<_>>()?;
        let is_state = step.map_or(key.is_empty(), |step| expansion.is_state(step, &key));
        if !is_state || !layer.add(&key, &count, u64::MAX) {
            return Err(damaged());
        }
    }
    Ok(layer)
}
