//! Saves the position and the states of a sweep to a checkpoint, and resumes from there.

use std::io;
use std::ops::ControlFlow;

use super::edges::Edges;
use super::states::SweepStates;
use super::{Sweep, SweepOutcome};
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};
use crate::frontier::dead_ends::TestPauses;
use crate::frontier::error::FrontierError;
use crate::frontier::table::{self, AnyTable};
use crate::frontier::totals::SweepTotals;

/// The position of a sweep: a step, and the number of chunks of its states that have been expanded.
pub(super) struct SweepPosition {
    pub(super) step: usize,
    pub(super) done: usize,
}

impl Sweep<'_, '_, '_> {
    /// Reports the progress. Writes a checkpoint if one is due or if the watcher breaks out.
    pub(super) fn pause(&mut self, step: usize, done: usize) -> ControlFlow<SweepOutcome> {
        let spent = self.spent();
        if (self.on_step)(step, spent).is_break() {
            // A failed write of the checkpoint need not be handled here: the writer records it.
            let _ = self.write(step, done);
            return ControlFlow::Break(SweepOutcome::Stopped);
        }
        let states = &*self.states;
        let bytes = || {
            let source: u64 = states.source().iter().map(|table| table.bytes()).sum();
            states.pending(step).bytes + source
        };
        if self.writer.is_due(bytes) {
            self.write(step, done).map_break(|()| SweepOutcome::Stopped)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn write(&mut self, step: usize, done: usize) -> ControlFlow<()> {
        let states = &*self.states;
        let swept = &self.swept;
        let pauses = self.pauses;
        let save = |sink: &mut Sink| {
            pauses.save(sink)?;
            save(states, step, done, swept, sink)
        };
        self.writer.write(&|_| Ok(()), &save)
    }

    /// Reads the states and the position from the checkpoint; `None` if there is no checkpoint.
    pub(super) fn resume(&mut self) -> Result<Option<SweepPosition>, FrontierError> {
        let Self {
            states,
            cuts,
            swept,
            pauses,
            writer,
            ..
        } = self;
        let position = writer.read(|source| {
            let fits = cuts
                .iter()
                .all(|cut| cut.fits(states.words(), states.steps()));
            if !fits {
                return Err(damaged());
            }
            *pauses = TestPauses::load(source)?;
            load(*states, swept, source)
        })?;
        writer.read_all()?;
        Ok(position)
    }
}

/// The first step whose tables are saved as not yet expanded. At the end of the sweep, this is the number of
/// steps.
fn ahead(states: &dyn SweepStates, step: usize) -> usize {
    states.steps().min(step + 1)
}

/// Writes the position, the states and the totals of a sweep.
fn save(
    states: &dyn SweepStates,
    step: usize,
    done: usize,
    swept: &SweepTotals,
    sink: &mut Sink,
) -> io::Result<()> {
    let furthest = states.furthest().max(step);
    for number in [step, done, furthest] {
        sink.number(number as u64)?;
    }
    swept.save(sink)?;
    let source = states.source();
    sink.number(source.len() as u64)?;
    for table in source {
        table::save(table, sink)?;
    }
    if let Some(edges) = states.edges() {
        edges.save(sink)?;
    }
    for table in states.tables(ahead(states, step)..furthest + 1) {
        table::save(table, sink)?;
    }
    Ok(())
}

fn load(
    states: &mut dyn SweepStates,
    swept: &mut SweepTotals,
    source: &mut CheckedFile,
) -> io::Result<SweepPosition> {
    let position = SweepPosition {
        step: source.small()?,
        done: source.small()?,
    };
    let furthest: usize = source.small()?;
    *swept = SweepTotals::load(source)?;
    let step = position.step;
    let shards = source.length(1)?;
    if step > furthest || furthest > states.steps() || shards != states.source().len() {
        return Err(damaged());
    }
    for table in states.source_mut() {
        table::load(table, source)?;
    }
    // The steps up to `step` have been entered. At the end of the sweep, `step` is the number of steps, so there
    // is none to enter.
    let entered = states.steps().min(step + 1);
    if let Some(edges) = states.edges_mut() {
        edges.load(entered, source)?;
    }
    let ahead = ahead(states, step);
    for table in states.tables_mut(ahead..furthest + 1) {
        table::load(table, source)?;
    }
    if let Some(edges) = states.edges() {
        let mut tables = states.source();
        tables.extend(states.tables(ahead..furthest + 1));
        if !numbers_fit(edges, &tables) {
            return Err(damaged());
        }
    }
    Ok(position)
}

/// Whether the numbers that identify states in a checkpoint are possible: no more are assigned than there are
/// states, in tables or already expanded.
fn numbers_fit(edges: &Edges, tables: &[&dyn AnyTable]) -> bool {
    let in_tables: usize = tables.iter().map(|table| table.len()).sum();
    let most = edges.most();
    edges.given() <= (in_tables + edges.expanded()) as u64
        && tables.iter().all(|table| {
            let places = (0..table.capacity()).filter_map(|at| table.words(at)?.last());
            places.into_iter().all(|number| (1..most).contains(number))
        })
}
