//! The choices on one board, as many as there may be.
//!
//! They are counted in one run, judged one after the other, and those wanted are sorted: in memory as long
//! as they are few or only so many of the first are kept, else in files. So all keeps to the memory
//! allowed, but for the solutions with a symmetry, which are few as a rule.
//!
//! A checkpoint keeps the sweep while it goes on, then all that it has counted with which of the choices
//! judged are as wanted.
//!
//! A run that is stopped once they are counted keeps what numbers tell of them.

mod verdicts;

use num_bigint::BigUint;
use thiserror::Error;
use tilewright_dlx::SortedTally;

use super::items::ChoiceItems;
use super::measures::needs_work;
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
use verdicts::{KnownChoices, OneBoardRecord, RecordUnderWay, Verdict};

/// About the bytes that a choice takes in memory.
const CHOICE: u64 = 1 << 10;

/// No more choices than this stay in memory.
const MOST_IN_MEMORY: usize = 1 << 16;

/// After a stop, at most this many further choices are looked at, each by its numbers alone.
const MOST_AFTER_STOP: u64 = 1 << 13;

/// What came of the choices on one board.
#[derive(Debug)]
pub struct OneBoard<'a> {
    /// What came of all, with the choices kept, if they are few.
    pub selection: Selection,
    /// The choices kept, if they are many; none, too, if it was stopped before they were sorted.
    pub spilled: Option<SpilledChoices<'a>>,
    /// How far it came, if it was stopped after the choices were counted. Then distinct solutions, ranks and
    /// measures may be unknown.
    pub stopped: Option<JudgedChoices>,
}

/// How many of the counted choices were judged before a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedChoices {
    /// Those known to match or not.
    pub judged: u64,
    /// Whether [`Selection::solvable`] counts all choices.
    pub is_complete: bool,
    /// The choices looked at since the stop.
    after_stop: u64,
}

impl JudgedChoices {
    /// All of the choices were judged at the stop.
    fn all(judged: u64) -> Self {
        Self {
            judged,
            is_complete: true,
            after_stop: 0,
        }
    }
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
        let mut tally = match self.sorted(&items, resources, monitor, checkpoint) {
            Err(SolveError::Interrupted) => {
                checkpoint.stop(|| Ok::<(), SolveError>(()))?;
                return Err(SolveError::Interrupted.into());
            }
            counted => counted?,
        };
        let mut form = self.form(items.pieces);
        self.know_symmetry(&mut form, wish, &judge, resources, monitor)?;
        let collector = Collector::new(form, &judge, wish, memory);
        Ok(collector.run(&mut || Ok(tally.next()?), monitor, checkpoint)?)
    }

    /// Looks for the symmetries of solutions, if distinct ones are requested; after a stop they stay unknown.
    fn know_symmetry(
        &self,
        form: &mut ChoiceForm<'a>,
        wish: Wish<'_>,
        judge: &Judge<'_>,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<(), OneBoardError> {
        if !(self.distinct && wish.counts_distinct()) {
            return Ok(());
        }
        form.symmetry = match self.symmetry(resources, monitor) {
            Err(SolveError::Interrupted) => return Ok(()),
            symmetry => symmetry?,
        };
        judge.check_known(form)?;
        Ok(())
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
        let mut form = self.form(ChoiceItems::new(self.instance)?.pieces);
        self.know_symmetry(&mut form, wish, &judge, resources, monitor)?;
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
    stopped: Option<JudgedChoices>,
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
            stopped: None,
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
            if let Some(Verdict::Wanted(rank)) = verdict {
                self.selection.note_wanted(&choice);
                self.keep(Choice { rank, ..choice })?;
            }
            if self.selection.solvable.is_multiple_of(1 << 10) {
                let words = format!("{} judged", grouped(self.selection.solvable));
                // A flag that is set ends the next choice.
                let _ = watch.hear_words(None, &words);
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
        drop(watch);
        let ended = self.finish()?;
        if ended.stopped.is_some() && !was_stopped {
            checkpoint.stop_with_state(record.or(&before))?;
        }
        Ok(ended)
    }

    /// The next choice; none, too, once enough were looked at after a stop.
    fn next(
        &mut self,
        next: &mut NextChoice<'_>,
        monitor: &Monitor,
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

    /// The account of the stop, which begins here if there was none before.
    fn stopped_here(&mut self) -> &mut JudgedChoices {
        let judged = JudgedChoices::all(self.selection.solvable);
        self.stopped.get_or_insert(judged)
    }

    /// What the numbers of a choice tell once the run is stopped; none if they do not decide.
    fn judge_after_stop(&mut self, choice: &Choice) -> Option<Verdict> {
        let holds = self.judge.holds_by_numbers(choice);
        if self.stopped.is_none() {
            // This choice is the first one not judged.
            self.stopped_here().judged -= 1;
        }
        let stopped = self.stopped_here();
        stopped.after_stop += 1;
        stopped.judged += u64::from(holds.is_some());
        let Wish { order, rank, .. } = self.wish;
        let is_ranked = order == Order::Rank && !rank.iter().any(|one| needs_work(one.measure));
        Some(match holds? {
            false => Verdict::Unwanted,
            true if is_ranked => Verdict::Wanted(self.judge.rank(choice, rank).ok().flatten()),
            true => Verdict::Wanted(None),
        })
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

    /// Sorts and measures those kept, as far as it is not stopped.
    fn finish(mut self) -> Result<OneBoard<'a>, SolveError> {
        if self.sort.is_none() {
            self.selection.keep(self.wish);
            self.measure()?;
        }
        let mut stopped = self.stopped;
        let spilled = match self.sort.filter(|_| stopped.is_none()) {
            None => None,
            Some(sort) => match sort.finish(self.form, self.judge, self.wish) {
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

    /// Measures those kept in memory. After a stop, measures that need more than a look at numbers stay unknown.
    fn measure(&mut self) -> Result<(), SolveError> {
        let measures = self.wish.measures;
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
