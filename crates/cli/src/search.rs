//! A search that a person may watch and stop.
//!
//! Wraps an engine's run: shows progress on stderr when that is a terminal,
//! and ends cleanly when a signal asks for it.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use tilewright_dlx::burnside::{FixedReport, fixed_covers};
use tilewright_dlx::{
    Distinct, DistinctReport, DistinctVisitor, Links, OptionId, Problem, Progress, Report,
    Symmetries, SymmetryId, Visitor,
};

use crate::failure::Failure;

/// How often the progress line is drawn, and how long a run goes without one.
const REFRESH: Duration = Duration::from_millis(250);

/// How a watched search ended.
#[derive(Debug, Clone)]
pub struct Ended<R = Report> {
    /// What the engine reports.
    pub report: R,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether a signal stopped it.
    pub interrupted: bool,
}

/// Set by Ctrl-C or a request to terminate; a second one ends the program at
/// once.
#[derive(Debug, Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for the signals from now on.
    ///
    /// # Errors
    ///
    /// If the system refuses the handlers.
    pub fn listen() -> Result<Self, Failure> {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the first signal finds the flag unset.
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)))
                .map_err(|error| anyhow::Error::new(error).context("cannot listen for Ctrl-C"))?;
        }
        Ok(Self(flag))
    }

    /// Listens for nothing: for programs that use the library.
    pub fn never() -> Self {
        Self(Arc::new(AtomicBool::new(false)))
    }

    /// Whether a signal has come.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs `links`, handing solutions to `visit`, whose error stops the search.
///
/// # Errors
///
/// The visitor's.
pub fn run(
    links: &Links<'_>,
    interrupt: &Interrupt,
    mut visit: impl FnMut(&[OptionId]) -> Result<ControlFlow<()>, Failure>,
) -> Result<Ended, Failure> {
    let mut watch = Watch::new(interrupt, |options: &[OptionId], _: &[SymmetryId]| {
        visit(options)
    });
    let report = links.run(&mut Plain(&mut watch));
    let complete = report.complete;
    watch.end(report, complete)
}

/// Runs a search for distinct solutions, handing each with its stabilizer to
/// `visit`, whose error stops the search.
///
/// # Errors
///
/// The visitor's.
pub fn run_distinct(
    distinct: &Distinct<'_>,
    interrupt: &Interrupt,
    visit: impl FnMut(&[OptionId], &[SymmetryId]) -> Result<ControlFlow<()>, Failure>,
) -> Result<Ended<DistinctReport>, Failure> {
    let mut watch = Watch::new(interrupt, visit);
    let report = distinct.run(&mut watch);
    let complete = report.complete;
    watch.end(report, complete)
}

/// Counts the solutions that a symmetry maps to themselves.
///
/// # Errors
///
/// None of its own.
pub fn run_fixed(
    problem: &Problem,
    symmetries: &Symmetries,
    symmetry: SymmetryId,
    interrupt: &Interrupt,
) -> Result<Ended<FixedReport>, Failure> {
    let mut watch = Watch::new(interrupt, |_: &[OptionId], _: &[SymmetryId]| {
        Ok(ControlFlow::Continue(()))
    });
    let report = fixed_covers(problem, symmetries, symmetry, &mut Plain(&mut watch));
    let complete = report.complete;
    watch.end(report, complete)
}

/// What all searches are watched by.
struct Watch<'a, F> {
    visit: F,
    interrupt: &'a Interrupt,
    failure: Option<Failure>,
    started: Instant,
    drawn: Instant,
    bar: Option<ProgressBar>,
    shares_terminal: bool,
}

/// A [`Watch`] of a search that knows nothing of symmetry.
struct Plain<'w, W>(&'w mut W);

impl<'a, F> Watch<'a, F>
where
    F: FnMut(&[OptionId], &[SymmetryId]) -> Result<ControlFlow<()>, Failure>,
{
    fn new(interrupt: &'a Interrupt, visit: F) -> Self {
        let started = Instant::now();
        Self {
            visit,
            interrupt,
            failure: None,
            started,
            drawn: started,
            bar: None,
            shares_terminal: std::io::stdout().is_terminal(),
        }
    }

    fn end<R>(self, report: R, complete: bool) -> Result<Ended<R>, Failure> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        Ok(Ended {
            interrupted: !complete && self.interrupt.is_set(),
            report,
            elapsed: self.started.elapsed(),
        })
    }

    fn hand_on(&mut self, options: &[OptionId], stabilizer: &[SymmetryId]) -> ControlFlow<()> {
        // A solution found is counted, so it is handed on before any stop.
        let visited = match &self.bar {
            // The line would stand in the middle of what is printed.
            Some(bar) if self.shares_terminal => bar.suspend(|| (self.visit)(options, stabilizer)),
            _ => (self.visit)(options, stabilizer),
        };
        match visited {
            Ok(_) if self.interrupt.is_set() => ControlFlow::Break(()),
            Ok(flow) => flow,
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn look(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.interrupt.is_set() {
            return ControlFlow::Break(());
        }
        if self.drawn.elapsed() >= REFRESH {
            self.drawn = Instant::now();
            self.draw(progress);
        }
        ControlFlow::Continue(())
    }
}

impl<F> Visitor for Plain<'_, Watch<'_, F>>
where
    F: FnMut(&[OptionId], &[SymmetryId]) -> Result<ControlFlow<()>, Failure>,
{
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.0.hand_on(options, &[])
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0.look(progress)
    }
}

impl<F> DistinctVisitor for Watch<'_, F>
where
    F: FnMut(&[OptionId], &[SymmetryId]) -> Result<ControlFlow<()>, Failure>,
{
    fn solution(&mut self, options: &[OptionId], stabilizer: &[SymmetryId]) -> ControlFlow<()> {
        self.hand_on(options, stabilizer)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.look(progress)
    }
}

impl<F> Watch<'_, F> {
    /// One line on stderr: what was found, how far it is, how long it may take.
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
        let rest = if fraction > 1e-6 {
            format!(
                "about {} left",
                rough(seconds * (1.0 - fraction) / fraction)
            )
        } else {
            "time left unknown".to_owned()
        };
        bar.set_position((fraction * SCALE) as u64);
        bar.set_message(format!(
            "{:.1} %  {} solutions  {:.1} M nodes/s  {rest}",
            fraction * 100.0,
            progress.solutions,
            progress.nodes as f64 / seconds / 1e6,
        ));
    }
}

/// A time span to one unit, since it is an estimate.
pub(crate) fn rough(seconds: f64) -> String {
    match seconds {
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
        assert_eq!(rough(0.42), "0.4 s");
        assert_eq!(rough(12.3), "12 s");
        assert_eq!(rough(600.0), "10 min");
        assert_eq!(rough(7200.0 * 3.0), "6 h");
        assert_eq!(rough(86_400.0 * 30.0), "30 days");
        assert_eq!(rough(31_557_600.0 * 5.0), "5 years");
    }
}
