//! Measures the progress of one piece of work and shows it as text.

use std::ops::ControlFlow;
use std::time::Duration;

use tilewright_dlx::Progress;

use super::kind::{WorkKind, share_in_words};
use super::run_context::{ProgressView, RunContext};
use super::time_left::{Course, TimeLeft};
use crate::support::clock::Instant;
use crate::support::control_flow::break_if;
use crate::support::format::rough;

/// The shortest time between two progress lines, and before the first.
const REFRESH: Duration = Duration::from_millis(250);

/// Shows the progress and the time left of one piece of work, and checks the stop flag.
pub struct ProgressMeter<'a> {
    monitor: &'a RunContext,
    kind: WorkKind,
    started: Instant,
    course: Course,
    shown: Instant,
    view: Option<Box<dyn ProgressView>>,
}

impl<'a> ProgressMeter<'a> {
    /// Starts the clock and opens a view of the progress.
    pub fn new(monitor: &'a RunContext, kind: WorkKind) -> Self {
        let started = Instant::now();
        Self {
            monitor,
            kind,
            started,
            course: Course::default(),
            shown: started,
            view: monitor.begin(kind),
        }
    }

    /// Runs `print`, which may write to stdout, while the progress display is hidden.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.print(false, print)
    }

    /// Runs `print`, which may write to stdout and stderr, while the progress display is hidden.
    pub fn suspend_all<R>(&self, print: impl FnOnce() -> R) -> R {
        self.print(true, print)
    }

    #[expect(clippy::expect_used, reason = "an invariant of views")]
    fn print<R>(&self, to_stderr: bool, print: impl FnOnce() -> R) -> R {
        let Some(view) = &self.view else {
            return print();
        };
        let mut print = Some(print);
        let mut printed = None;
        view.suspend(to_stderr, &mut || {
            printed = print.take().map(|print| print());
        });
        printed.expect("invariant: a view runs `print` exactly once")
    }

    /// Shows the progress, at most four times a second. `Break` if the stop flag is set.
    pub fn on_progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let kind = self.kind;
        let share = match kind {
            WorkKind::Busy(_) => None,
            WorkKind::Search | WorkKind::Sweep | WorkKind::Sets => Some(progress.fraction),
        };
        self.show(share, |seconds, rest| kind.words(progress, seconds, rest));
        self.flow()
    }

    /// Shows the progress text `words`, with the share done (0 to 1) if it is known.
    /// `Break` if the stop flag is set.
    pub fn on_progress_text(&mut self, fraction: Option<f64>, words: &str) -> ControlFlow<()> {
        self.show(fraction, |seconds, rest| match fraction {
            Some(fraction) => format!("{}{words}  {rest}", share_in_words(fraction, rest)),
            None => format!("{words}, for {} so far", rough(seconds)),
        });
        self.flow()
    }

    /// `Break` if the stop flag is set.
    pub fn flow(&self) -> ControlFlow<()> {
        break_if(self.monitor.is_set())
    }

    /// Closes the view of the progress. Returns the elapsed time, and whether the stop flag was set.
    pub fn end(self) -> (Duration, bool) {
        drop(self.view);
        (self.started.elapsed(), self.monitor.is_set())
    }

    /// Records the share done, and shows a line if the last one is older than [`REFRESH`].
    fn show(&mut self, fraction: Option<f64>, words: impl FnOnce(f64, TimeLeft) -> String) {
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some(fraction) = fraction {
            self.course.pass(seconds, fraction);
        }
        let Some(view) = &mut self.view else {
            return;
        };
        if self.shown.elapsed() < REFRESH {
            return;
        }
        self.shown = Instant::now();
        let left = self.course.left(seconds, fraction.unwrap_or(0.0));
        let fraction = fraction.filter(|_| !self.course.has_failed());
        view.show(fraction, &words(seconds, left));
    }
}
