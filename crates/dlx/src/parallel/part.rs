//! Parts of work, the source that produces them, and the sink for their results.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::search::Progress;

/// The time between two reports of progress to the caller of the work.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// A part of the work, and its position in the whole work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkPart<P> {
    /// The description of the part, for the function that does the work.
    pub part: P,
    /// The share of the whole work that comes before this part, from 0 to 1.
    pub start: f64,
    /// The part's share of the whole work, from 0 to 1.
    pub share: f64,
}

/// A function that a source calls while it looks for the next part. On `Break` the source must break out.
pub type Pulse<'p> = dyn FnMut() -> ControlFlow<()> + 'p;

/// A function that produces the parts one by one, and `None` after the last. While it looks for the next part, it
/// must keep calling its argument, and break out if the argument does.
pub type PartSource<'s, P> =
    dyn FnMut(&mut Pulse<'_>) -> ControlFlow<(), Option<WorkPart<P>>> + Send + 's;

/// An event that work in parts reports to the caller. Each part has its turn, in the order of the parts: the
/// values that it has produced and its report reach the caller then.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<T, R> {
    /// A value, produced by the part whose turn it is.
    Item(T),
    /// The report of the part whose turn it is. The part has ended.
    Part(R),
    /// The report of a part that had not ended, or whose turn had not come, when the caller stopped
    /// the work.
    Unfinished(R),
    /// The progress of the whole work.
    Progress(Progress),
}

/// The functions by which the work of a part is done and reported.
pub(crate) struct PartWork<'w, P, T, R> {
    /// Works on a part until the part ends or pauses. Returns `Break` if it pauses.
    pub(crate) resume: &'w (dyn Fn(&mut P, &mut PartSink<'_, T>) -> ControlFlow<()> + Sync),
    /// Makes the report of a part that has ended or was stopped.
    pub(crate) report: &'w (dyn Fn(P) -> R + Sync),
}

impl<P, T, R> Clone for PartWork<'_, P, T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, T, R> Copy for PartWork<'_, P, T, R> {}

/// The state of the work when a call that advances it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// All parts are done; nothing is left to resume.
    Done,
    /// The work has paused and can be resumed.
    Left,
    /// The caller broke out, and the work cannot be resumed.
    Stopped,
}

/// Receives the values that a part produces, and its progress.
pub struct PartSink<'a, T> {
    pub(super) target: SinkTarget<'a, T>,
    /// The last progress that this part has reported.
    pub(super) reported: Progress,
}

pub(super) enum SinkTarget<'a, T> {
    /// The caller itself, if the work is done on its thread.
    Straight(&'a mut dyn FnMut(PartEvent<T>) -> ControlFlow<()>),
    /// The queue to the caller, if the work is done on another thread.
    #[cfg(feature = "parallel")]
    Queued(&'a dyn Outlet<T>),
}

pub(super) enum PartEvent<T> {
    Item(T),
    Progress(Progress),
}

/// Receives the results of a part from a working thread.
#[cfg(feature = "parallel")]
pub(super) trait Outlet<T> {
    fn item(&self, item: T) -> ControlFlow<()>;
    /// Reports the work done since the last report, and the fraction of the part that is done.
    fn progress(&self, more: &Progress) -> ControlFlow<()>;
}

impl<T> PartSink<'_, T> {
    /// Passes on a value that the part has produced. On `Break` the part must end.
    pub fn item(&mut self, item: T) -> ControlFlow<()> {
        match &mut self.target {
            SinkTarget::Straight(take) => take(PartEvent::Item(item)),
            #[cfg(feature = "parallel")]
            SinkTarget::Queued(outlet) => outlet.item(item),
        }
    }

    /// Reports the progress of this part. On `Break` the part must end.
    pub fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let more = Progress {
            nodes: progress.nodes.saturating_sub(self.reported.nodes),
            solutions: progress.solutions.saturating_sub(self.reported.solutions),
            fraction: progress.fraction,
        };
        self.reported = *progress;
        match &mut self.target {
            SinkTarget::Straight(take) => take(PartEvent::Progress(more)),
            #[cfg(feature = "parallel")]
            SinkTarget::Queued(outlet) => outlet.progress(&more),
        }
    }
}
