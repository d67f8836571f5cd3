//! Parts of work, where they come from and where they put what they yield.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::search::Progress;

/// How often the caller hears that the work goes on.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// A part of the work, and its place in the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkPart<P> {
    /// What is to be done.
    pub part: P,
    /// The share of the whole that lies before it, from 0 to 1.
    pub start: f64,
    /// Its own share.
    pub share: f64,
}

/// Asked by a source between two parts; `Break` asks it to break out.
pub type Pulse<'p> = dyn FnMut() -> ControlFlow<()> + 'p;

/// Names the parts one by one, `None` after the last. While it looks for the next part, it calls
/// what it is given again and again, and breaks out if that does.
pub type Source<'s, P> =
    dyn FnMut(&mut Pulse<'_>) -> ControlFlow<(), Option<WorkPart<P>>> + Send + 's;

/// What the caller is told of work in parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<T, R> {
    /// Something that the part whose turn it is yields.
    Item(T),
    /// That part has ended, and returned this.
    Part(R),
    /// The work was stopped, and a part whose turn had not come or not ended returned this.
    Unfinished(R),
    /// The work goes on; how far it has come in all.
    Progress(Progress),
}

/// How work in parts is done.
pub(crate) struct PartWork<'w, P, T, R> {
    /// Goes on with a part until it ends or is to be left: `Break` if it is left.
    pub(crate) go_on: &'w (dyn Fn(&mut P, &mut PartSink<'_, T>) -> ControlFlow<()> + Sync),
    /// What a part returns that has ended, or was stopped.
    pub(crate) report: &'w (dyn Fn(P) -> R + Sync),
}

impl<P, T, R> Clone for PartWork<'_, P, T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, T, R> Copy for PartWork<'_, P, T, R> {}

/// How far work in parts has come when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// All is done.
    Done,
    /// It has been left, and can be gone on with.
    Left,
    /// The caller broke out.
    Stopped,
}

/// Where a part of the work puts what it yields.
pub struct PartSink<'a, T> {
    pub(super) way: Way<'a, T>,
    /// What this part has told of its progress.
    pub(super) told: Progress,
}

pub(super) enum Way<'a, T> {
    /// To the caller, who does the work.
    Straight(&'a mut dyn FnMut(PartEvent<T>) -> ControlFlow<()>),
    /// To the queue, from a thread.
    #[cfg(feature = "parallel")]
    Queued(&'a dyn Outlet<T>),
}

/// What a part tells.
pub(super) enum PartEvent<T> {
    Item(T),
    Progress(Progress),
}

/// Where a thread puts what a part yields.
#[cfg(feature = "parallel")]
pub(super) trait Outlet<T> {
    fn item(&self, item: T) -> ControlFlow<()>;
    /// Tells of so much more done since the last time, and of the part's own fraction.
    fn progress(&self, more: &Progress) -> ControlFlow<()>;
}

impl<T> PartSink<'_, T> {
    /// Yields an item. `Break` asks the part to end.
    pub fn item(&mut self, item: T) -> ControlFlow<()> {
        match &mut self.way {
            Way::Straight(take) => take(PartEvent::Item(item)),
            #[cfg(feature = "parallel")]
            Way::Queued(outlet) => outlet.item(item),
        }
    }

    /// Tells how far this part has come. `Break` asks the part to end.
    pub fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let more = Progress {
            nodes: progress.nodes.saturating_sub(self.told.nodes),
            solutions: progress.solutions.saturating_sub(self.told.solutions),
            fraction: progress.fraction,
        };
        self.told = *progress;
        match &mut self.way {
            Way::Straight(take) => take(PartEvent::Progress(more)),
            #[cfg(feature = "parallel")]
            Way::Queued(outlet) => outlet.progress(&more),
        }
    }
}
