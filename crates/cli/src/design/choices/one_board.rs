//! Selects from the choices on one board, whatever their number.
//!
//! The choices are counted in one run and judged one after another. The accepted ones are sorted:
//! in memory while they are few or only the first few are kept, otherwise in files. All data stay
//! within the memory limit, except the symmetric solutions, which are usually few.
//!
//! A checkpoint keeps the sweep while it runs; then the counts, and which of the judged choices
//! were accepted.
//!
//! A run that is stopped after the count keeps the choices that can be judged by their numbers
//! alone.

mod verdicts;

use num_bigint::BigUint;
use tilewright_dlx::SortedTally;

use super::items::ChoiceItems;
use super::measures::needs_work;
use super::spilled::{ChoiceSort, SpilledChoices};
use super::{
    Choice, ChoiceError, ChoiceForm, ChoiceQuestion, Judge, Order, Selection, SelectionSpec,
    SweepObserver,
};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::grouped;
use crate::support::scratch_file::scratch_file;
use verdicts::{ChoiceVerdict, KnownChoices, OneBoardRecord, RecordUnderWay};

/// The approximate size of a choice in memory, in bytes.
const CHOICE: u64 = 1 << 10;

/// The maximum number of choices in memory.
const MOST_IN_MEMORY: usize = 1 << 16;

/// After a stop, at most this many more choices are judged, each by its numbers of copies and of
/// solutions alone.
const MOST_AFTER_STOP: u64 = 1 << 13;

/// The result of a selection from the choices on one board.
#[derive(Debug)]
pub struct OneBoard<'a> {
    /// The totals, with the kept choices if they are few.
    pub selection: Selection,
    /// The kept choices, if they are many. `None` if the run was stopped before the choices were
    /// sorted.
    pub spilled: Option<SpilledChoices<'a>>,
    /// The number of choices judged, if the run was stopped after the count. Distinct solutions,
    /// ranks and measures may then be unknown.
    pub stopped: Option<JudgedChoices>,
}

/// The number of counted choices that a stopped run has judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedChoices {
    /// The number of choices known to be accepted or rejected.
    pub judged: u64,
    /// Whether [`Selection::solvable`] is the number of all solvable choices. Otherwise the run
    /// ended before the last ones.
    pub is_complete: bool,
    after_stop: u64,
}

impl JudgedChoices {
    /// The record of a run in which all counted choices were judged before the stop.
    fn all(judged: u64) -> Self {
        Self {
            judged,
            is_complete: true,
            after_stop: 0,
        }
    }
}

impl<'a> ChoiceQuestion<'a> {
    /// Counts all choices, and keeps those that meet the requirements, in order: all or the first
    /// few.
    ///
    /// Cost: that of [`count`](Self::count) and of sorting the kept choices. Uses the allowed
    /// memory, and in temporary files about ten bytes for each counted choice and fifty for each
    /// kept one.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); the requirements cannot be judged; data that outgrows the memory
    /// cannot be written to a file; or the checkpoint cannot be read or written.
    pub fn select(
        &self,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
    ) -> Result<OneBoard<'a>, ChoiceError> {
        let puzzle = self.instance.puzzle();
        let judge = Judge::new(puzzle, spec.wanted, false, monitor.stop())?;
        let memory = monitor.resources.memory();
        let monitor = &monitor.clone().with(Resources {
            memory: Some(memory),
            ..monitor.resources
        });
        let items = ChoiceItems::new(self.instance)?;
        let mut tally = match self.sorted(&items, monitor, checkpoint) {
            Err(SolveError::Interrupted) => {
                checkpoint.stop(|| Ok::<(), SolveError>(()))?;
                return Err(SolveError::Interrupted.into());
            }
            counted => counted?,
        };
        let mut form = self.form(items.pieces);
        self.know_symmetry(&mut form, spec, &judge, monitor)?;
        let collector = Collector::new(form, &judge, spec, memory);
        Ok(collector.run(&mut || Ok(tally.next()?), monitor, checkpoint)?)
    }

    /// Looks for the symmetries of solutions if distinct solutions are requested. After a stop, the
    /// symmetries stay unknown.
    fn know_symmetry(
        &self,
        form: &mut ChoiceForm<'a>,
        spec: SelectionSpec<'_>,
        judge: &Judge<'_>,
        monitor: &RunContext,
    ) -> Result<(), ChoiceError> {
        if !(self.distinct && spec.counts_distinct()) {
            return Ok(());
        }
        form.symmetry = match self.symmetry(monitor) {
            Err(SolveError::Interrupted) => return Ok(()),
            symmetry => symmetry?,
        };
        judge.check_known(form)?;
        Ok(())
    }

    /// Selects from choices that were counted elsewhere, by `ChoiceParts`. `next` returns them in
    /// lexicographic order.
    ///
    /// Cost: as [`select`](Self::select), without the count.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select), or the error of `next`.
    pub fn select_counted(
        &self,
        spec: SelectionSpec<'_>,
        next: &mut NextChoice<'_>,
        monitor: &RunContext,
    ) -> Result<OneBoard<'a>, ChoiceError> {
        let puzzle = self.instance.puzzle();
        let judge = Judge::new(puzzle, spec.wanted, false, monitor.stop())?;
        let mut form = self.form(ChoiceItems::new(self.instance)?.pieces);
        self.know_symmetry(&mut form, spec, &judge, monitor)?;
        let collector = Collector::new(form, &judge, spec, monitor.resources.memory());
        Ok(collector.run(next, monitor, &mut CheckpointFile::nothing())?)
    }

    /// The numbers of solutions of all choices. The choices are in lexicographic order of how often
    /// the item of each piece is covered.
    fn sorted(
        &self,
        items: &ChoiceItems<'_>,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
    ) -> Result<SortedTally, SolveError> {
        let meter = SweepObserver::new(monitor);
        let solver = self.solver(items.problem(), monitor, &meter)?;
        let solver = solver.spill(|| Ok(Box::new(scratch_file()?)));
        let counted = solver.count_by_sorted(&items.items, checkpoint.of_sweeps());
        let answer = counted.map_err(|error| checkpoint.of_sweep(error))?;
        answer.known().ok_or(SolveError::Interrupted)
    }
}

/// Returns the next choice: how often a solution covers the item of each piece, and the number of
/// such solutions. `None` after the last choice.
pub type NextChoice<'n> = dyn FnMut() -> Result<Option<(Vec<u32>, BigUint)>, SolveError> + 'n;

/// Judges choices and keeps the accepted ones.
struct Collector<'a, 'j> {
    form: ChoiceForm<'a>,
    judge: &'j Judge<'j>,
    spec: SelectionSpec<'j>,
    /// The maximum size of the choices in memory, in bytes.
    memory: u64,
    selection: Selection,
    /// Sorts the accepted choices in a file; `None` while they are few enough for the memory.
    sort: Option<ChoiceSort>,
    stopped: Option<JudgedChoices>,
}

impl<'a, 'j> Collector<'a, 'j> {
    fn new(
        form: ChoiceForm<'a>,
        judge: &'j Judge<'j>,
        spec: SelectionSpec<'j>,
        memory: u64,
    ) -> Self {
        Self {
            form,
            judge,
            spec,
            memory: memory / 4,
            selection: Selection::new(),
            sort: None,
            stopped: None,
        }
    }

    fn run(
        mut self,
        next: &mut NextChoice<'_>,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
    ) -> Result<OneBoard<'a>, SolveError> {
        let record: Option<OneBoardRecord> = checkpoint.state()?;
        let before = record.unwrap_or_default();
        let mut known = KnownChoices::new(&before);
        let mut record = RecordUnderWay::new(checkpoint.keeps());
        let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("judging choices"));
        while let Some((times, solutions)) = self.next(next, monitor)? {
            let Some(choice) = self.form.allowed(&times, solutions) else {
                continue;
            };
            self.selection.note_solvable(&choice);
            let judged = match known.next() {
                Some(known) => Ok(known),
                None => self.judge(&choice),
            };
            let verdict = match judged {
                Err(SolveError::Interrupted) => {
                    if self.stopped.is_none() {
                        checkpoint.stop_with_state(record.or(&before))?;
                    }
                    self.judge_after_stop(&choice)
                }
                judged => {
                    let verdict = judged?;
                    record.note(verdict);
                    Some(verdict)
                }
            };
            if let Some(ChoiceVerdict::Accepted(rank)) = verdict {
                self.selection.note_wanted(&choice);
                self.keep(Choice { rank, ..choice })?;
            }
            if self.selection.solvable.is_multiple_of(1 << 10) {
                let words = format!("{} judged", grouped(self.selection.solvable));
                // The request to stop is ignored here: if the stop flag is set, the run ends at the
                // next choice.
                let _ = meter.on_progress_text(None, &words);
            }
            if checkpoint.is_due()
                && self.stopped.is_none()
                && let Some(record) = record.newer_than(&before)
            {
                checkpoint.keep_state(record)?;
            }
        }
        let was_stopped = self.stopped.is_some();
        if known.next().is_some() && !was_stopped {
            return Err(checkpoint.damaged().into());
        }
        drop(meter);
        let ended = self.finish()?;
        if ended.stopped.is_some() && !was_stopped {
            checkpoint.stop_with_state(record.or(&before))?;
        }
        Ok(ended)
    }

    /// The next choice. `None` at the end, and once the limit of choices after a stop is reached.
    fn next(
        &mut self,
        next: &mut NextChoice<'_>,
        monitor: &RunContext,
    ) -> Result<Option<(Vec<u32>, BigUint)>, SolveError> {
        let is_enough = |stopped: &JudgedChoices| stopped.after_stop >= MOST_AFTER_STOP;
        let found = match next() {
            Err(SolveError::Interrupted) if monitor.is_set() => None,
            found => match found? {
                Some(found) if !self.stopped.as_ref().is_some_and(is_enough) => {
                    return Ok(Some(found));
                }
                Some(_) => None,
                None => return Ok(None),
            },
        };
        self.stopped_here().is_complete = false;
        Ok(found)
    }

    /// The record of the choices judged by the stopped run. The first call creates it, and regards all
    /// choices counted so far as judged.
    fn stopped_here(&mut self) -> &mut JudgedChoices {
        let judged = JudgedChoices::all(self.selection.solvable);
        self.stopped.get_or_insert(judged)
    }

    /// The verdict on a choice after a stop, from its numbers of copies and of solutions alone.
    /// `None` if they do not decide.
    fn judge_after_stop(&mut self, choice: &Choice) -> Option<ChoiceVerdict> {
        let holds = self.judge.holds_by_numbers(choice);
        if self.stopped.is_none() {
            // The first call of `stopped_here` also counts this choice as judged. Below it is
            // counted only if the numbers decide.
            self.stopped_here().judged -= 1;
        }
        let stopped = self.stopped_here();
        stopped.after_stop += 1;
        stopped.judged += u64::from(holds.is_some());
        let SelectionSpec { order, rank, .. } = self.spec;
        let is_ranked = order == Order::Rank && !rank.iter().any(|one| needs_work(one.measure));
        Some(match holds? {
            false => ChoiceVerdict::Rejected,
            true if is_ranked => {
                ChoiceVerdict::Accepted(self.judge.rank(choice, rank).ok().flatten())
            }
            true => ChoiceVerdict::Accepted(None),
        })
    }

    fn judge(&self, choice: &Choice) -> Result<ChoiceVerdict, SolveError> {
        let Self { judge, spec, .. } = self;
        judge.stop.check()?;
        if !judge.holds(choice)? {
            return Ok(ChoiceVerdict::Rejected);
        }
        Ok(ChoiceVerdict::Accepted(match spec.order {
            Order::Rank => judge.rank(choice, spec.rank)?,
            _ => None,
        }))
    }

    fn keep(&mut self, choice: Choice) -> Result<(), SolveError> {
        if let Some(sort) = &mut self.sort {
            return Ok(sort.push(&choice)?);
        }
        self.selection.first.push(choice);
        self.selection.keep_some(self.spec);
        let most = usize::try_from(self.memory / CHOICE).unwrap_or(usize::MAX);
        if self.selection.first.len() > most.clamp(1, MOST_IN_MEMORY) {
            let puzzle = self.form.instance.puzzle();
            let mut sort = ChoiceSort::new(puzzle, self.spec, self.memory)?;
            for choice in std::mem::take(&mut self.selection.first) {
                sort.push(&choice)?;
            }
            self.sort = Some(sort);
        }
        Ok(())
    }

    /// Sorts and measures the kept choices, unless the run is stopped.
    fn finish(mut self) -> Result<OneBoard<'a>, SolveError> {
        if self.sort.is_none() {
            self.selection.keep(self.spec);
            self.measure()?;
        }
        let mut stopped = self.stopped;
        let spilled = match self.sort.filter(|_| stopped.is_none()) {
            None => None,
            Some(sort) => match sort.finish(self.form, self.judge, self.spec) {
                Err(SolveError::Interrupted) => {
                    stopped = Some(JudgedChoices::all(self.selection.solvable));
                    None
                }
                spilled => Some(spilled?),
            },
        };
        Ok(OneBoard {
            selection: self.selection,
            spilled,
            stopped,
        })
    }

    /// Measures the choices in memory. After a stop, only measures that follow from the numbers of
    /// copies and of solutions are taken. The others stay unknown.
    fn measure(&mut self) -> Result<(), SolveError> {
        let measures = self.spec.measures;
        let needs_work = measures.iter().any(|measure| needs_work(*measure));
        for choice in &mut self.selection.first {
            choice.measures = vec![None; measures.len()];
            if needs_work && self.stopped.is_some() {
                continue;
            }
            match self.judge.measures(choice, measures) {
                Err(SolveError::Interrupted) => {
                    self.stopped = Some(JudgedChoices::all(self.selection.solvable));
                }
                measured => choice.measures = measured?,
            }
        }
        Ok(())
    }
}
