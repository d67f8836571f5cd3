//! The progress line on stderr, where a person watches.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilewright_dlx::Progress;

use super::Interrupt;
use super::time_left::Course;
use crate::wording::grouped;

/// How often the progress line is drawn, and how long a run goes without one.
const REFRESH: Duration = Duration::from_millis(250);

/// What a run does, as the progress line tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It walks a search tree.
    Search,
    /// It sweeps over the items, merging states.
    Sweep,
    /// It lists sets of placements.
    Sets,
    /// It draws solutions and makes challenges of them; draws are told as nodes,
    /// challenges as solutions.
    Mine,
    /// It does what these words say, and cannot tell how far it is.
    Busy(&'static str),
}

/// Watches a run: shows how far it is, and sees whether it is to stop.
pub struct Watch<'a> {
    interrupt: &'a Interrupt,
    kind: Kind,
    started: Instant,
    course: Course,
    drawn: Instant,
    bar: Option<ProgressBar>,
    shares_terminal: bool,
}

impl<'a> Watch<'a> {
    /// Watches from now on.
    pub fn new(interrupt: &'a Interrupt, kind: Kind) -> Self {
        let started = Instant::now();
        Self {
            interrupt,
            kind,
            started,
            course: Course::default(),
            drawn: started,
            bar: None,
            shares_terminal: std::io::stdout().is_terminal(),
        }
    }

    /// Does something that may print to stdout.
    pub fn beside<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.bar {
            // The line would stand in the middle of what is printed.
            Some(bar) if self.shares_terminal => bar.suspend(print),
            _ => print(),
        }
    }

    /// Hears of the progress. `Break` if the run is to stop.
    pub fn hear(&mut self, progress: &Progress) -> ControlFlow<()> {
        let seconds = self.started.elapsed().as_secs_f64();
        self.course.pass(seconds, progress.fraction);
        if !self.interrupt.is_quiet() && self.drawn.elapsed() >= REFRESH {
            self.drawn = Instant::now();
            self.draw(progress);
        }
        self.flow()
    }

    /// `Break` if the run is to stop.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.interrupt.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Clears the line. Returns how long it took, and whether a signal asked
    /// for the end.
    pub fn end(self) -> (Duration, bool) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        (self.started.elapsed(), self.interrupt.is_set())
    }

    /// One line on stderr: what was found, how far it is, between what bounds the time left lies.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation
    )]
    fn draw(&mut self, progress: &Progress) {
        const SCALE: f64 = 1e6;
        let bar = self.bar.get_or_insert_with(|| {
            // Hidden where stderr is no terminal.
            let bar = ProgressBar::with_draw_target(
                Some(SCALE as u64),
                ProgressDrawTarget::stderr_with_hz(8),
            );
            if let Ok(style) = ProgressStyle::with_template("{bar:14} {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        let seconds = self.started.elapsed().as_secs_f64();
        let fraction = progress.fraction.clamp(0.0, 1.0);
        let rest = self.course.left(seconds, fraction);
        bar.set_position((fraction * SCALE) as u64);
        let rate = progress.nodes as f64 / seconds / 1e6;
        let percent = fraction * 100.0;
        bar.set_message(match self.kind {
            Kind::Search => format!(
                "{percent:.1} %  {} solutions  {rate:.1} M nodes/s  {rest}",
                grouped(progress.solutions),
            ),
            Kind::Sweep => format!("{percent:.1} %  {rate:.1} M states/s  {rest}"),
            Kind::Sets => format!("{percent:.1} %  {rate:.1} M sets/s  {rest}"),
            Kind::Mine => format!(
                "{percent:.1} %  {} candidates  {} draws  {rest}",
                progress.solutions, progress.nodes,
            ),
            Kind::Busy(words) => format!("{words}, for {} so far", rough(seconds)),
        });
    }
}

/// A time span to one unit, since it is an estimate.
pub(crate) fn rough(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => format!("{:.0} ms", s * 1000.0),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s if s < 700.0 * 86_400.0 => format!("{:.0} days", s / 86_400.0),
        s => format!("{:.0} years", s / 31_557_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_rounded_to_one_unit() {
        assert_eq!(rough(0.042), "42 ms");
        assert_eq!(rough(0.42), "0.4 s");
        assert_eq!(rough(12.3), "12 s");
        assert_eq!(rough(600.0), "10 min");
        assert_eq!(rough(7200.0 * 3.0), "6 h");
        assert_eq!(rough(86_400.0 * 30.0), "30 days");
        assert_eq!(rough(31_557_600.0 * 5.0), "5 years");
    }
}
