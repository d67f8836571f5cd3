//! A sweep in a checkpoint.

use std::io;
use std::ops::ControlFlow;

use super::{Count, OnStep, State, Sweep, Swept, Table};
use crate::frontier::checkpoint::{CheckpointWriter, Failed, Sink, Source, damaged};

/// How far a sweep has come: a step, and how many chunks of its states have been expanded.
pub(super) struct Position<const N: usize, C> {
    pub(super) step: usize,
    /// The states of the step, by shard.
    pub(super) source: Vec<Table<N, C>>,
    pub(super) done: usize,
}

impl<const N: usize, C: Count> Sweep<'_, N, C> {
    /// Tells of the progress, and keeps a checkpoint if one is due or the watcher breaks out.
    pub(super) fn pause(
        &self,
        step: usize,
        source: &[Table<N, C>],
        done: usize,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> ControlFlow<()> {
        let save = |sink: &mut Sink| self.save(step, source, done, sink);
        if on_step(step, self.spent()).is_break() {
            let _ = writer.keep(&|_| Ok(()), &save);
            return ControlFlow::Break(());
        }
        let bytes = || self.bytes(step) + source.iter().map(Table::bytes).sum::<u64>();
        writer.offer(bytes, &|_| Ok(()), &save)
    }

    fn save(
        &self,
        step: usize,
        source: &[Table<N, C>],
        done: usize,
        sink: &mut Sink,
    ) -> io::Result<()> {
        let furthest = self.furthest.max(step);
        for number in [step, done, furthest] {
            sink.number(number as u64)?;
        }
        self.swept.save(sink)?;
        sink.number(source.len() as u64)?;
        (source.iter()).try_for_each(|table| table.save(sink))?;
        if let Some(kept) = &self.kept {
            sink.number(kept.len() as u64)?;
            for states in kept {
                sink.number(states.len() as u64)?;
                let mut words = states.iter().flatten();
                words.try_for_each(|word| sink.number(*word))?;
            }
        }
        let mut pending = (self.shards.iter()).flat_map(|tables| &tables[step + 1..=furthest]);
        pending.try_for_each(|table| table.save(sink))
    }

    /// Goes on from a checkpoint, if there is one.
    pub(super) fn resume(
        &mut self,
        writer: &mut CheckpointWriter<'_>,
    ) -> Result<Option<Position<N, C>>, Failed> {
        let place = writer.read(|source| self.load(source))?;
        writer.read_all()?;
        Ok(place)
    }

    fn load(&mut self, source: &mut Source) -> io::Result<Position<N, C>> {
        let (step, done) = (source.small()?, source.small()?);
        let furthest: usize = source.small()?;
        self.swept = Swept::load(source)?;
        let fits = self
            .cuts
            .iter()
            .all(|cut| cut.fits(N, self.step_masks.len()));
        if step > furthest
            || furthest > self.step_masks.len()
            || source.length(1)? != self.shards.len()
            || !fits
        {
            return Err(damaged());
        }
        self.furthest = furthest;
        let tables = (0..self.shards.len()).map(|_| Table::load(source));
        let tables = tables.collect::<io::Result<_>>()?;
        if self.kept.is_some() {
            let steps = (0..source.length(1)?).map(|_| load_states(source));
            let kept: Vec<Vec<State<N>>> = steps.collect::<io::Result<_>>()?;
            if kept.len() != step {
                return Err(damaged());
            }
            let bytes = |states: &Vec<State<N>>| size_of_val(&states[..]) as u64;
            self.kept_bytes = kept.iter().map(bytes).sum();
            self.kept = Some(kept);
        }
        for shard in &mut self.shards {
            let pending = shard.get_mut(step + 1..=furthest).unwrap_or_default();
            for table in pending {
                *table = Table::load(source)?;
            }
        }
        Ok(Position {
            step,
            source: tables,
            done,
        })
    }
}

fn load_states<const N: usize>(source: &mut Source) -> io::Result<Vec<State<N>>> {
    let mut states = vec![[0; N]; source.length(N as u64)?];
    for word in states.iter_mut().flatten() {
        *word = source.number()?;
    }
    Ok(states)
}

impl Swept {
    pub(in crate::frontier) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.big(&self.count)?;
        for number in [self.states, self.work, self.peak_states, self.peak_bytes] {
            sink.number(number)?;
        }
        Ok(())
    }

    pub(in crate::frontier) fn load(source: &mut Source) -> io::Result<Self> {
        Ok(Self {
            count: source.big()?,
            states: source.counter()?,
            work: source.counter()?,
            peak_states: source.counter()?,
            peak_bytes: source.counter()?,
        })
    }
}
