//! Decides whether to continue the work, by the stop flag, the observer and the budget.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Answer, Solver};
use crate::parallel::Event;
use crate::schedule::PartStats;
use crate::search::Progress;

/// The reason why a solver's work on a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The work was finished, or enough of it to answer the question.
    Answered,
    Stopped,
    OutOfBudget,
}

impl Ending {
    /// The answer `found`. It is partial if the work ended early.
    pub(super) fn answer<T>(self, found: T) -> Answer<T, T> {
        match self {
            Self::Answered => Answer::Known(found),
            Self::Stopped => Answer::Stopped(found),
            Self::OutOfBudget => Answer::OutOfBudget(found),
        }
    }

    /// The answer if the work ended before the result was known. `so_far` holds the partial results.
    pub(super) fn unanswered<T, P>(self, so_far: P) -> Answer<T, P> {
        match self {
            Self::OutOfBudget => Answer::OutOfBudget(so_far),
            Self::Answered | Self::Stopped => Answer::Stopped(so_far),
        }
    }
}

/// Decides whether to continue the work, and records why it ended.
pub(super) struct StopCheck<'s, 'p> {
    solver: &'s Solver<'p>,
    ending: Ending,
}

impl<'s, 'p> StopCheck<'s, 'p> {
    pub(super) fn new(solver: &'s Solver<'p>) -> Self {
        Self {
            solver,
            ending: Ending::Answered,
        }
    }

    pub(super) fn check_flag(&mut self) -> ControlFlow<()> {
        if self.solver.stop.is_set() {
            return self.end_with(Ending::Stopped);
        }
        Continue(())
    }

    /// Returns `Break` if the stop flag is set, the observer breaks out at this progress, or the budget is
    /// exceeded.
    pub(super) fn check(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.check_observer(progress)?;
        if progress.nodes > self.solver.budget.most_nodes() {
            return self.end_with(Ending::OutOfBudget);
        }
        Continue(())
    }

    /// Returns `Break` if the stop flag is set or the observer breaks out at this progress.
    pub(super) fn check_observer(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.check_flag()?;
        if let Some(observer) = self.solver.observer
            && observer.progress(progress).is_break()
        {
            return self.end_with(Ending::Stopped);
        }
        Continue(())
    }

    /// Makes a receiver for the events of a search in parts. It passes the value made from each solution to `take`,
    /// adds the results of each part to `stats`, and decides whether to continue.
    pub(super) fn listener<'a, T>(
        &'a mut self,
        stats: &'a mut PartStats,
        mut take: impl FnMut(T) -> ControlFlow<()> + 'a,
    ) -> impl FnMut(Event<T, PartStats>) -> ControlFlow<()> + 'a {
        move |event| match event {
            Event::Item(item) => {
                take(item)?;
                self.check_flag()
            }
            Event::Part(part) => {
                stats.add(&part);
                self.check_flag()
            }
            Event::Unfinished(part) => {
                stats.add(&part);
                Continue(())
            }
            Event::Progress(progress) => self.check(&progress),
        }
    }

    /// Records why the work ends, and breaks out.
    pub(super) fn end_with(&mut self, ending: Ending) -> ControlFlow<()> {
        self.ending = ending;
        Break(())
    }

    pub(super) fn ending(&self) -> Ending {
        self.ending
    }
}
