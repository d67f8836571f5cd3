//! How far a piece of work is, told to its monitor in words.

use std::ops::ControlFlow;
use std::time::Duration;

use tilewright_dlx::Progress;

use super::kind::{Kind, share_in_words};
use super::monitor::{Monitor, ProgressView};
use super::time_left::{Course, TimeLeft};
use crate::support::clock::Instant;
use crate::support::format::rough;

/// How often the progress is shown, and how long a run goes without.
const REFRESH: Duration = Duration::from_millis(250);

/// Watches a run: shows how far it is, and sees whether it is to stop.
pub struct Watch<'a> {
    monitor: &'a Monitor,
    kind: Kind,
    started: Instant,
    course: Course,
    shown: Instant,
    view: Option<Box<dyn ProgressView>>,
}

impl<'a> Watch<'a> {
    /// Watches from now on.
    pub fn new(monitor: &'a Monitor, kind: Kind) -> Self {
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

    /// Does something that may print to stdout.
    pub fn beside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.print(false, print)
    }

    /// Does something that prints a line here and there, to stderr too.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.print(true, print)
    }

    #[expect(clippy::expect_used, reason = "an invariant of views")]
    fn print<R>(&self, to_stderr: bool, print: impl FnOnce() -> R) -> R {
        let Some(view) = &self.view else {
            return print();
        };
        let mut print = Some(print);
        let mut printed = None;
        view.beside(to_stderr, &mut || {
            printed = print.take().map(|print| print());
        });
        printed.expect("invariant: a view does once what is done beside it")
    }

    /// Hears of the progress. `Break` if the run is to stop.
    pub fn hear(&mut self, progress: &Progress) -> ControlFlow<()> {
        let kind = self.kind;
        let share = match kind {
            Kind::Busy(_) => None,
            Kind::Search | Kind::Sweep | Kind::Sets => Some(progress.fraction),
        };
        self.show(share, |seconds, rest| kind.words(progress, seconds, rest));
        self.flow()
    }

    /// The same, of a run that says in words what it has done; and which share of all that is, if
    /// it knows. `Break` if it is to stop.
    pub fn hear_words(&mut self, fraction: Option<f64>, words: &str) -> ControlFlow<()> {
        self.show(fraction, |seconds, rest| match fraction {
            Some(fraction) => format!("{}{words}  {rest}", share_in_words(fraction, rest)),
            None => format!("{words}, for {} so far", rough(seconds)),
        });
        self.flow()
    }

    /// `Break` if the run is to stop.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.monitor.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Shows nothing more. Returns how long it took, and whether a signal asked
    /// for the end.
    pub fn end(self) -> (Duration, bool) {
        drop(self.view);
        (self.started.elapsed(), self.monitor.is_set())
    }

    /// Shows what was found, how far it is, between what bounds the time left lies.
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
