//! Progress on stderr: a progress line on a terminal, otherwise lines of text at growing intervals.

mod milestones;

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::solve::search::{ProgressSink, ProgressView, WorkKind};
use crate::support::format::rough;
use milestones::Milestones;

/// Shows progress on stderr.
#[derive(Debug, Default)]
pub(super) struct StderrObserver {
    /// The times at which progress is printed if stderr is not a terminal. All work of the command
    /// shares them.
    milestones: Arc<Mutex<Milestones>>,
}

impl ProgressSink for StderrObserver {
    fn begin(&self, _: WorkKind) -> Box<dyn ProgressView> {
        Box::new(StderrView {
            milestones: Arc::clone(&self.milestones),
            bar: None,
            shares_terminal: std::io::stdout().is_terminal(),
        })
    }
}

/// The progress of one task on stderr.
struct StderrView {
    milestones: Arc<Mutex<Milestones>>,
    bar: Option<ProgressBar>,
    /// Whether stdout is a terminal. It is then assumed to be the same terminal as that of stderr.
    shares_terminal: bool,
}

impl ProgressView for StderrView {
    fn show(&mut self, fraction: Option<f64>, words: &str) {
        if std::io::stderr().is_terminal() {
            self.draw(fraction, words.to_owned());
        } else if let Some(so_far) = self.milestone() {
            stderr_line!("running for {}: {words}", rough(so_far));
        }
    }

    fn suspend(&self, to_stderr: bool, print: &mut dyn FnMut()) {
        match &self.bar {
            // If the progress line were not hidden, it would end up in the middle of the output.
            Some(bar) if to_stderr || self.shares_terminal => bar.suspend(print),
            _ => print(),
        }
    }
}

impl StderrView {
    /// The seconds since the program started, if a line of progress is due; otherwise `None`. Once this has
    /// returned a time, that line is no longer due for the other tasks of the command.
    fn milestone(&self) -> Option<f64> {
        let milestones = self.milestones.lock();
        let mut milestones = milestones.unwrap_or_else(PoisonError::into_inner);
        milestones.reach(Instant::now())
    }

    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "a share of a small number"
    )]
    fn draw(&mut self, fraction: Option<f64>, words: String) {
        const SCALE: f64 = 1e6;
        let bar = self.bar.get_or_insert_with(|| {
            ProgressBar::with_draw_target(Some(SCALE as u64), ProgressDrawTarget::stderr_with_hz(8))
        });
        let template = match fraction {
            Some(_) => "{bar:14} {wide_msg}",
            None => "{wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position((fraction.unwrap_or(0.0).clamp(0.0, 1.0) * SCALE) as u64);
        bar.set_message(words);
    }
}

impl Drop for StderrView {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
