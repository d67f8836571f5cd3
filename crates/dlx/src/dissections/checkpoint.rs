//! Saves counts of dissections to checkpoints, and resumes them.
//!
//! A count can write a checkpoint between any two batches of states. For each of its two sweeps, the checkpoint
//! holds the states before the current step that are not processed yet, and the states after it that are made. For
//! the join, it holds the choices that lead to the current position.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::by_connectivity::ShapePosition;
use super::join_position::JoinPosition;
use super::meeting::{EndPlans, HALF_WORDS, Meeting, ShapeMeeting};
use super::plan::DissectionPlan;
use super::position::DissectionPosition;
use super::states::Expansion;
use super::step::VertexStep;
use super::table::StateLayer;

use super::graph::START;
use super::{Dissections, DissectionsProgress, DissectionsReport};
use crate::container::{CheckedFile, Sink, damaged};
use crate::frontier::checkpoint::CheckpointWriter;
use crate::frontier::{CheckpointError, FrontierCheckpoints};

impl Dissections {
    /// Counts with checkpoints, if any are given. Resumes from the checkpoint of an earlier count of the same graph,
    /// if there is one. Keeps checkpoints while it counts, and a last one when `watcher` breaks
    /// out. The final report equals that of an uninterrupted count, except for the peak bytes.
    ///
    /// A checkpoint takes about as many bytes as the states in memory.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); or a checkpoint is damaged, of another count, or cannot be read or
    /// written.
    pub fn count_on(
        &self,
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut dyn FnMut(&DissectionsProgress) -> ControlFlow<()>,
    ) -> Result<DissectionsReport, CheckpointError> {
        if !self.divides() {
            return Ok(DissectionsReport::none(true));
        }
        // A watcher may break out of every run. With checkpoints, repeated runs must still finish the count
        // eventually.
        let is_kept = checkpoints.is_some();
        let mut may_prepare = || is_kept || watcher(&START).is_continue();
        let Some(ends) = EndPlans::new(self, &mut may_prepare)? else {
            return Ok(DissectionsReport::none(false));
        };
        let mut writer = CheckpointWriter::open(checkpoints, || self.identity())?;
        let loaded = writer.read(|source| {
            let meeting = Meeting::load(&ends, self.size, source)?;
            source.end()?;
            Ok(meeting)
        });
        let Ok(loaded) = loaded else {
            return Err(failure(writer));
        };
        writer.forget();
        let meeting = loaded.unwrap_or_else(|| ends.start());
        let mut is_written = true;
        let report = ends.count(meeting, &mut |meeting, progress| {
            let flow = watcher(progress);
            if flow.is_continue() && !writer.is_due(|| meeting.bytes()) {
                return Continue(());
            }
            is_written = writer
                .write(&|_| Ok(()), &|sink| meeting.save(sink))
                .is_continue();
            if is_written { flow } else { Break(()) }
        })?;
        if is_written {
            Ok(report)
        } else {
            Err(failure(writer))
        }
    }

    /// The SHA-256 hash of the graph, the size of a part, and the settings of the count. A checkpoint with a
    /// different hash is refused.
    fn identity(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes());
        hash.update(b"regions by shape");
        hash.update((self.size as u64).to_le_bytes());
        let no_faces = Vec::new();
        let faces = self.faces.as_ref().unwrap_or(&no_faces);
        for lists in [&self.neighbours, &self.orders, &self.symmetries, faces] {
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

impl Meeting {
    fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        sink.number(u64::from(self.shapes.is_some()))?;
        self.shapes
            .iter()
            .try_for_each(|shapes| shapes.save(sink))?;
        self.back.save(sink)?;
        sink.number(u64::from(self.front.is_some()))?;
        self.front.iter().try_for_each(|front| front.save(sink))?;
        self.join.save(sink)
    }

    fn load(ends: &EndPlans<'_>, size: usize, source: &mut CheckedFile<'_>) -> io::Result<Self> {
        let [front, back] = ends.plans();
        let shapes = match source.number()? {
            0 => None,
            1 => Some(ShapeMeeting::load(ends, source)?),
            _ => return Err(damaged()),
        };
        Ok(Self {
            shapes,
            back: DissectionPosition::load(back, size, source)?,
            front: match source.number()? {
                0 => None,
                1 => Some(DissectionPosition::load(front, size, source)?),
                _ => return Err(damaged()),
            },
            join: JoinPosition::load(source)?,
        })
    }
}

impl ShapeMeeting {
    fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        self.back.save(sink)?;
        sink.number(u64::from(self.front.is_some()))?;
        self.front.iter().try_for_each(|front| front.save(sink))
    }

    fn load(ends: &EndPlans<'_>, source: &mut CheckedFile<'_>) -> io::Result<Self> {
        let [front, back] = ends.plans();
        let parts = ends.by_connectivity().ok_or_else(damaged)?;
        Ok(Self {
            back: ShapePosition::load(back, parts, source)?,
            front: match source.number()? {
                0 => None,
                1 => Some(ShapePosition::load(front, parts, source)?),
                _ => return Err(damaged()),
            },
        })
    }
}

impl JoinPosition {
    fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        sink.number(self.choices.len() as u64)?;
        for &choice in &self.choices {
            sink.number(choice as u64)?;
        }
        sink.big(&self.count.into())?;
        sink.number(self.work)?;
        sink.number(self.done.to_bits())
    }

    fn load(source: &mut CheckedFile<'_>) -> io::Result<Self> {
        let choices = 0..source.length(1)?;
        let choices = choices.map(|_| source.small()).collect::<io::Result<_>>()?;
        let position = Self {
            choices,
            count: source.big()?.try_into().map_err(|_| damaged())?,
            work: source.counter()?,
            done: f64::from_bits(source.number()?),
        };
        if !position.done.is_finite() {
            return Err(damaged());
        }
        Ok(position)
    }
}

impl DissectionPosition {
    fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        for number in [
            self.first as u64,
            self.step as u64,
            self.tried,
            self.states,
            self.peak_bytes.max(self.bytes()),
            self.next.count_words() as u64,
        ] {
            sink.number(number)?;
        }
        save_layer(&self.layer, self.number, sink)?;
        save_layer(&self.next, 0, sink)
    }

    fn load(plan: &DissectionPlan, size: usize, source: &mut CheckedFile<'_>) -> io::Result<Self> {
        let (first, step): (usize, usize) = (source.small()?, source.small()?);
        let (tried, states, peak_bytes) = (source.counter()?, source.counter()?, source.counter()?);
        let (Some(now), after) = (plan.steps.get(step), plan.steps.get(step + 1)) else {
            return Err(damaged());
        };
        if first > step {
            return Err(damaged());
        }
        let count_words = source.small()?;
        if count_words != HALF_WORDS && count_words != plan.count_words {
            return Err(damaged());
        }
        let mut load = |step: Option<&VertexStep>| load_layer(count_words, size, step, source);
        Ok(Self {
            first,
            step,
            layer: Arc::new(load(Some(now))?),
            number: 0,
            next: load(after)?,
            tried,
            states,
            peak_bytes,
        })
    }
}

/// Writes the states of a layer from index `from` on.
fn save_layer(layer: &StateLayer, from: usize, sink: &mut Sink<'_>) -> io::Result<()> {
    sink.number((layer.len() - from) as u64)?;
    for number in from..layer.len() {
        let (key, count) = layer.entry(number);
        for word in key.iter().chain(count) {
            sink.number(*word)?;
        }
    }
    Ok(())
}

/// Reads the states before `step`; with `None`, those after the last step.
fn load_layer(
    count_words: usize,
    size: usize,
    step: Option<&VertexStep>,
    source: &mut CheckedFile<'_>,
) -> io::Result<StateLayer> {
    let expansion = Expansion::new(size);
    let key_words = step.map_or(0, |step| step.before.key_words);
    let mut layer = StateLayer::new(key_words, count_words);
    let mut entry = vec![0; key_words + count_words];
    for _ in 0..source.length(entry.len() as u64)? {
        for word in &mut entry {
            *word = source.number()?;
        }
        let (key, count) = entry.split_at(key_words);
        let is_state = step.is_none_or(|step| expansion.is_state(step, key));
        if !is_state || layer.add(key, count, u64::MAX).is_err() {
            return Err(damaged());
        }
    }
    layer.flush(u64::MAX).map_err(|_| damaged())?;
    Ok(layer)
}
