//! The choices on one board, as many as there may be.
//!
//! They are counted in one run, judged one after the other, and those wanted are sorted: in memory as long
//! as they are few or only so many of the first are kept, else in files. So all keeps to the memory
//! allowed, but for the solutions with a symmetry, which are few as a rule.
//!
//! A checkpoint keeps the sweep while it goes on, then all that it has counted with which of the choices
//! judged are as wanted.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_dlx::SortedTally;

use super::items::ChoiceItems;
use super::spilled::{ChoiceSort, SpilledChoices};
use super::{
    Choice, ChoiceForm, ChoiceQuestion, Judge, JudgeError, Order, Selection, SweepWatch, Wish,
};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::grouped;
use crate::support::scratch_file::scratch_file;

/// About the bytes that a choice takes in memory.
const CHOICE: u64 = 1 << 10;

/// No more choices than this stay in memory.
const MOST_IN_MEMORY: usize = 1 << 16;

/// A checkpoint names no more choices than this: beyond, those judged later are judged again.
const MOST_NAMED: usize = 1 << 20;

/// What came of the choices on one board.
#[derive(Debug)]
pub struct OneBoard<'a> {
    /// What came of all, with the choices kept, if they are few.
    pub selection: Selection,
    /// The choices kept, if they are many.
    pub spilled: Option<SpilledChoices<'a>>,
}

/// Why the choices of one board are not told.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OneBoardError {
    /// What is wanted cannot be told.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// They cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What a checkpoint keeps of the choices judged, in the order in which they were counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneBoardRecord {
    judged: u64,
    /// Those wanted, each by how many come after the one before it; and the bits of its rank.
    wanted: Vec<(u64, Option<u64>)>,
}

impl<'a> ChoiceQuestion<'a> {
    /// Counts all choices, and keeps those that are wanted in order: all, or the first.
    ///
    /// Cost: that of [`count`](Self::count) and that of sorting those kept; as much memory as is allowed,
    /// and in temporary files some ten bytes for each choice counted, some fifty for each kept.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); what is wanted cannot be told; what outgrows the memory cannot be kept in
    /// a file; or the checkpoint cannot be read or written.
    pub fn select(
        &self,
        wish: Wish<'_>,
        resources: &Resources,
        monitor: &Monitor,
        checkpoint: &mut CheckpointFile,
    ) -> Result<OneBoard<'a>, OneBoardError> {
        let puzzle = self.instance.puzzle();
        let judge = Judge::new(puzzle, wish.wanted, false, monitor.stop())?;
        let memory = resources.memory();
        let resources = &Resources {
            memory: Some(memory),
            ..*resources
        };
        let items = ChoiceItems::new(self.instance)?;
        let counted = self
            .sorted(&items, resources, monitor, checkpoint)
            .and_then(|tally| Ok((tally, self.form(items.pieces, monitor)?)));
        let (mut tally, form) = match counted {
            Err(SolveError::Interrupted) => {
                checkpoint.stop(|| Ok::<(), SolveError>(()))?;
                return Err(SolveError::Interrupted.into());
            }
            counted => counted?,
        };
        judge.check_known(form.fixed.is_some())?;
        let collector = Collector::new(form, &judge, wish, memory);
        Ok(collector.run(&mut || Ok(tally.next()?), monitor, checkpoint)?)
    }

    /// Keeps those choices that are wanted of such as were counted elsewhere, by
    /// [`ChoiceParts`](super::ChoiceParts): `next` gives how often the items are covered and the solutions,
    /// in lexicographic order.
    ///
    /// Cost: as [`select`](Self::select), but for the count.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select); or what `next` says.
    pub fn select_counted(
        &self,
        wish: Wish<'_>,
        next: &mut NextChoice<'_>,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<OneBoard<'a>, OneBoardError> {
        let puzzle = self.instance.puzzle();
        let judge = Judge::new(puzzle, wish.wanted, false, monitor.stop())?;
        let form = self.form(ChoiceItems::new(self.instance)?.pieces, monitor)?;
        judge.check_known(form.fixed.is_some())?;
        let collector = Collector::new(form, &judge, wish, resources.memory());
        Ok(collector.run(next, monitor, &mut CheckpointFile::nothing())?)
    }

    /// The numbers of solutions of all choices.
    fn sorted(
        &self,
        items: &ChoiceItems<'_>,
        resources: &Resources,
        monitor: &Monitor,
        checkpoint: &mut CheckpointFile,
    ) -> Result<SortedTally, SolveError> {
        let watch = SweepWatch::new(monitor);
        let solver = self.solver(items.problem(), resources, monitor, &watch)?;
        let solver = solver.spill(|| Ok(Box::new(scratch_file()?)));
        let answer = if checkpoint.keeps() {
            let counted = solver.count_by_sorted_on(&items.items, checkpoint);
            counted.map_err(|error| checkpoint.of_sweep(error))?
        } else {
            solver.count_by_sorted(&items.items)?
        };
        answer.known().ok_or(SolveError::Interrupted)
    }
}

/// The next choice: how often the items are covered, and the solutions.
pub type NextChoice<'n> = dyn FnMut() -> Result<Option<(Vec<u32>, BigUint)>, SolveError> + 'n;

/// Judges choices and keeps those wanted.
struct Collector<'a, 'j> {
    form: ChoiceForm<'a>,
    judge: &'j Judge<'j>,
    wish: Wish<'j>,
    /// The bytes that choices may take.
    memory: u64,
    selection: Selection,
    /// Once they are many.
    sort: Option<ChoiceSort>,
}

impl<'a, 'j> Collector<'a, 'j> {
    fn new(form: ChoiceForm<'a>, judge: &'j Judge<'j>, wish: Wish<'j>, memory: u64) -> Self {
        Self {
            form,
            judge,
            wish,
            memory: memory / 4,
            selection: Selection::new(),
            sort: None,
        }
    }

    fn run(
        mut self,
        next: &mut NextChoice<'_>,
        monitor: &Monitor,
        checkpoint: &mut CheckpointFile,
    ) -> Result<OneBoard<'a>, SolveError> {
        let record: Option<OneBoardRecord> = checkpoint.state()?;
        let before = record.unwrap_or_default();
        let mut known = KnownChoices::new(&before);
        let mut record = RecordUnderWay::new(checkpoint.keeps());
        let mut watch = Watch::new(monitor, Kind::Busy("judging choices"));
        while let Some((times, solutions)) = next()? {
            let Some(mut choice) = self.form.allowed(&times, solutions) else {
                continue;
            };
            self.selection.note_solvable(&choice);
            let judged = match known.next() {
                Some(known) => Ok(known),
                None => self.judge(&choice),
            };
            let verdict = match judged {
                Err(SolveError::Interrupted) => {
                    checkpoint.stop_with_state(record.or(&before))?;
                    return Err(SolveError::Interrupted);
                }
                judged => judged?,
            };
            record.note(verdict);
            if let Verdict::Wanted(rank) = verdict {
                self.selection.note_wanted(&choice);
                choice.rank = rank;
                self.keep(choice)?;
            }
            if self.selection.solvable.is_multiple_of(1 << 10) {
                let words = format!("{} judged", grouped(self.selection.solvable));
                // A flag that is set ends the next choice.
                let _ = watch.hear_words(None, &words);
            }
            if checkpoint.is_due()
                && let Some(record) = record.newer_than(&before)
            {
                checkpoint.keep_state(record)?;
            }
        }
        if known.next().is_some() {
            return Err(checkpoint.damaged().into());
        }
        drop(watch);
        let ended = self.finish();
        if let Err(SolveError::Interrupted) = ended {
            checkpoint.stop_with_state(record.or(&before))?;
        }
        ended
    }

    fn judge(&self, choice: &Choice) -> Result<Verdict, SolveError> {
        let Self { judge, wish, .. } = self;
        judge.stop.check()?;
        if !judge.holds(choice)? {
            return Ok(Verdict::Unwanted);
        }
        Ok(Verdict::Wanted(match wish.order {
            Order::Rank => judge.rank(choice, wish.rank)?,
            _ => None,
        }))
    }

    fn keep(&mut self, choice: Choice) -> Result<(), SolveError> {
        if let Some(sort) = &mut self.sort {
            return Ok(sort.push(&choice)?);
        }
        self.selection.first.push(choice);
        self.selection.keep_some(self.wish);
        let most = usize::try_from(self.memory / CHOICE).unwrap_or(usize::MAX);
        if self.selection.first.len() > most.clamp(1, MOST_IN_MEMORY) {
            let puzzle = self.form.instance.puzzle();
            let mut sort = ChoiceSort::new(puzzle, self.wish, self.memory)?;
            for choice in std::mem::take(&mut self.selection.first) {
                sort.push(&choice)?;
            }
            self.sort = Some(sort);
        }
        Ok(())
    }

    /// Sorts and measures those kept.
    fn finish(mut self) -> Result<OneBoard<'a>, SolveError> {
        let spilled = if let Some(sort) = self.sort {
            Some(sort.finish(self.form, self.judge, self.wish)?)
        } else {
            self.selection.keep(self.wish);
            for choice in &mut self.selection.first {
                choice.measures = self.judge.measures(choice, self.wish.measures)?;
            }
            None
        };
        Ok(OneBoard {
            selection: self.selection,
            spilled,
        })
    }
}

/// What was found of a choice.
#[derive(Debug, Clone, Copy)]
enum Verdict {
    Unwanted,
    /// With its rank, if it is asked for and known.
    Wanted(Option<f64>),
}

/// What an earlier run has found of the choices, one after the other.
struct KnownChoices<'r> {
    left: u64,
    wanted: std::slice::Iter<'r, (u64, Option<u64>)>,
    /// How many are not wanted before the next that is, and its rank.
    next: Option<(u64, Option<u64>)>,
}

impl<'r> KnownChoices<'r> {
    fn new(record: &'r OneBoardRecord) -> Self {
        let mut wanted = record.wanted.iter();
        Self {
            left: record.judged,
            next: wanted.next().copied(),
            wanted,
        }
    }

    /// Of the next choice, if it was judged.
    fn next(&mut self) -> Option<Verdict> {
        self.left = self.left.checked_sub(1)?;
        Some(match &mut self.next {
            Some((0, rank)) => {
                let rank = rank.map(f64::from_bits);
                self.next = self.wanted.next().copied();
                Verdict::Wanted(rank)
            }
            Some((before, _)) => {
                *before -= 1;
                Verdict::Unwanted
            }
            None => Verdict::Unwanted,
        })
    }
}

/// A record of what is found.
struct RecordUnderWay {
    record: OneBoardRecord,
    /// Whether it is wanted and has room.
    goes_on: bool,
    /// The choices since the last one wanted.
    since: u64,
}

impl RecordUnderWay {
    fn new(goes_on: bool) -> Self {
        Self {
            record: OneBoardRecord::default(),
            goes_on,
            since: 0,
        }
    }

    fn note(&mut self, verdict: Verdict) {
        self.goes_on &= self.record.wanted.len() < MOST_NAMED;
        if !self.goes_on {
            return;
        }
        self.record.judged += 1;
        match verdict {
            Verdict::Wanted(rank) => {
                let since = std::mem::take(&mut self.since);
                self.record.wanted.push((since, rank.map(f64::to_bits)));
            }
            Verdict::Unwanted => self.since += 1,
        }
    }

    /// This one, if it says more than that of an earlier run.
    fn newer_than(&self, before: &OneBoardRecord) -> Option<&OneBoardRecord> {
        (self.record.judged > before.judged).then_some(&self.record)
    }

    fn or<'s>(&'s self, before: &'s OneBoardRecord) -> &'s OneBoardRecord {
        self.newer_than(before).unwrap_or(before)
    }
}
