//! The one place that decides whether work goes on: the flag, the observer, the budget.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Answer, Solver};
use crate::parallel::Event;
use crate::schedule::PartStats;
use crate::search::Progress;

/// How the work for an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// All was done, or as much as was asked for.
    Answered,
    Stopped,
    OutOfBudget,
}

impl Ending {
    /// What was found is the answer, or what is known of it.
    pub(super) fn answer<T>(self, found: T) -> Answer<T, T> {
        match self {
            Self::Answered => Answer::Known(found),
            Self::Stopped => Answer::Stopped(found),
            Self::OutOfBudget => Answer::OutOfBudget(found),
        }
    }

    /// What is known where there is no answer.
    pub(super) fn unanswered<T, P>(self, so_far: P) -> Answer<T, P> {
        match self {
            Self::OutOfBudget => Answer::OutOfBudget(so_far),
            Self::Answered | Self::Stopped => Answer::Stopped(so_far),
        }
    }
}

/// Lets work go on, or notes down why it does not.
pub(super) struct Gate<'s, 'p> {
    solver: &'s Solver<'p>,
    ending: Ending,
}

impl<'s, 'p> Gate<'s, 'p> {
    pub(super) fn new(solver: &'s Solver<'p>) -> Self {
        Self {
            solver,
            ending: Ending::Answered,
        }
    }

    /// Looks at the flag alone.
    pub(super) fn look(&mut self) -> ControlFlow<()> {
        if self.solver.stop.is_set() {
            return self.close(Ending::Stopped);
        }
        Continue(())
    }

    /// Looks at the flag and the budget, and asks the observer.
    pub(super) fn pass(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.tell(progress)?;
        if progress.nodes > self.solver.budget.most_nodes() {
            return self.close(Ending::OutOfBudget);
        }
        Continue(())
    }

    /// Looks at the flag, and asks the observer.
    pub(super) fn tell(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.look()?;
        if let Some(observer) = self.solver.observer
            && observer.progress(progress).is_break()
        {
            return self.close(Ending::Stopped);
        }
        Continue(())
    }

    /// Listens to a search in parts: hands each item to `take`, adds the parts up, and decides
    /// whether the work goes on.
    pub(super) fn listener<'a, T>(
        &'a mut self,
        stats: &'a mut PartStats,
        mut take: impl FnMut(T) -> ControlFlow<()> + 'a,
    ) -> impl FnMut(Event<T, PartStats>) -> ControlFlow<()> + 'a {
        move |event| match event {
            Event::Item(item) => {
                take(item)?;
                self.look()
            }
            Event::Part(part) => {
                stats.add(&part);
                self.look()
            }
            Event::Unfinished(part) => {
                stats.add(&part);
                Continue(())
            }
            Event::Progress(progress) => self.pass(&progress),
        }
    }

    /// Notes down why the work does not go on.
    pub(super) fn close(&mut self, ending: Ending) -> ControlFlow<()> {
        self.ending = ending;
        Break(())
    }

    pub(super) fn ending(&self) -> Ending {
        self.ending
    }
}
