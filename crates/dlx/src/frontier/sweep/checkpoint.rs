//! A sweep in a checkpoint.

use std::io;
use std::ops::ControlFlow;

use super::{Outcome, States, Sweep, Swept};
use crate::frontier::checkpoint::{Failed, Sink, Source, damaged};
use crate::frontier::table;

/// How far a sweep has come: a step, and how many chunks of its states have been expanded.
pub(super) struct Position {
    pub(super) step: usize,
    pub(super) done: usize,
}

impl Sweep<'_, '_, '_> {
    /// Tells of the progress, and keeps a checkpoint if one is due or the watcher breaks out.
    pub(super) fn pause(&mut self, step: usize, done: usize) -> ControlFlow<Outcome> {
        let spent = self.spent();
        if (self.on_step)(step, spent).is_break() {
            // That it cannot be written, the writer knows.
            let _ = self.write(step, done);
            return ControlFlow::Break(Outcome::Stopped);
        }
        let states = &*self.states;
        let bytes = || {
            let source: u64 = states.source().iter().map(|table| table.bytes()).sum();
            states.pending(step).bytes + source
        };
        if self.writer.is_due(bytes) {
            self.write(step, done).map_break(|()| Outcome::Stopped)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn write(&mut self, step: usize, done: usize) -> ControlFlow<()> {
        let states = &*self.states;
        let swept = &self.swept;
        let save = |sink: &mut Sink| save(states, step, done, swept, sink);
        self.writer.write(&|_| Ok(()), &save)
    }

    /// Resumes from a checkpoint, if there is one.
    pub(super) fn resume(&mut self) -> Result<Option<Position>, Failed> {
        let Self {
            states,
            cuts,
            swept,
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
            load(*states, swept, source)
        })?;
        writer.read_all()?;
        Ok(position)
    }
}

/// Writes all that a sweep holds.
fn save(
    states: &dyn States,
    step: usize,
    done: usize,
    swept: &Swept,
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
    if let Some(kept) = states.kept() {
        sink.number(kept.len() as u64)?;
        for words in kept {
            sink.number((words.len() / states.words()) as u64)?;
            for word in words {
                sink.number(*word)?;
            }
        }
    }
    for table in states.tables(step + 1..furthest + 1) {
        table::save(table, sink)?;
    }
    Ok(())
}

fn load(states: &mut dyn States, swept: &mut Swept, source: &mut Source) -> io::Result<Position> {
    let position = Position {
        step: source.small()?,
        done: source.small()?,
    };
    let furthest: usize = source.small()?;
    *swept = Swept::load(source)?;
    let step = position.step;
    let shards = source.length(1)?;
    if step > furthest || furthest > states.steps() || shards != states.source().len() {
        return Err(damaged());
    }
    for table in states.source_mut() {
        table::load(table, source)?;
    }
    if states.kept().is_some() {
        if source.length(1)? != step {
            return Err(damaged());
        }
        for _ in 0..step {
            let length = source.length(states.words() as u64)?;
            if let Some(words) = states.keep_room(length) {
                table::load_words(words, source)?;
            }
        }
    }
    for table in states.tables_mut(step + 1..furthest + 1) {
        table::load(table, source)?;
    }
    Ok(position)
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
