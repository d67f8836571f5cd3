//! Bounds on the time left of a run, computed from its pace so far.
//!
//! They are only bounds, since the share of a search tree that is done is an estimate and can be
//! far off. It assumes that all subtrees of a node are equally large. They are not, so the pace
//! changes. The more it has changed so far, the further apart the bounds are. The run so far is cut
//! into its last half, the quarter before, the eighth before that, and so on. The fastest and the
//! slowest of these paces, times a margin, give the bounds.
//!
//! The margins are measured (November 2026), over 25 searches of 0.4 to 60 million nodes, at 1,789
//! evenly spaced times. With margins of 2 and 2 the time left lay within the bounds at 69 % of
//! these times, and with 16 and 4 at 96 %; for 21 of the searches at 95 % or more. The median ratio
//! of the upper bound to the lower one was then 240. Sweeps have no bounds: in 17 of 21 the
//! reported share was below a tenth just before the end, and the bounds held at 23 % of the times.
//!
//! A run that takes longer than predicted from its average pace, with the same margin, has a wrong
//! estimate of the share done. From then on neither share nor bounds are shown. Otherwise a search
//! whose last subtree is the largest would show 100 % for most of its time.

use crate::support::format::rough;

/// The time left, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TimeLeft {
    /// Too little is done for an estimate.
    Unknown,
    /// At least this many seconds.
    AtLeast(f64),
    /// Between these numbers of seconds.
    Between(f64, f64),
    /// Not known, since the run takes longer than predicted, so its share of the work done is wrong.
    Longer,
}

/// The largest ratio of an upper bound to a lower bound at which the two are shown.
const MOST_APART: f64 = 1e4;

/// The smallest lower bound, in seconds, that is shown without an upper bound. A predicted end of a run is also
/// at least this far ahead.
const LEAST_SHOWN: f64 = 1.0;

/// Nothing is shown until a run has taken this many seconds.
const SHORTEST: f64 = 1.0;

/// Nothing is shown until this share of the work is done.
const LEAST_DONE: f64 = 0.01;

/// An upper bound is shown only once this share of the work is done.
const ENOUGH: f64 = 0.1;

/// The factor by which the pace of the remaining work may exceed the fastest pace so far. It is large because
/// large subtrees often come first.
const FASTER: f64 = 16.0;

/// The factor by which the pace of the remaining work may fall below the slowest pace so far.
const SLOWER: f64 = 4.0;

/// The number of stretches whose paces are compared: the last half of the run so far, the quarter
/// before it, and so on.
const STRETCHES: i32 = 4;

/// The ratio between the times of two consecutive samples.
const APART: f64 = 1.1;

/// Samples of the share done over time.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    /// The samples, in order: a time in seconds, and the share of the work done then. A resumed run begins
    /// with a share above zero.
    moments: Vec<(f64, f64)>,
    /// The time at which the run must have ended according to its predictions so far, in seconds: the earliest
    /// of them. Each prediction is made from the average pace, with the margin [`SLOWER`]. `None` before the
    /// first prediction.
    latest_end: Option<f64>,
    has_failed: bool,
}

impl Course {
    /// Records the share done after `seconds`. The share never decreases. Keeps about 25 samples
    /// for each factor of ten in time.
    pub(super) fn pass(&mut self, seconds: f64, done: f64) {
        let is_apart = |last: &(f64, f64)| seconds >= (last.0 * APART).max(0.01);
        if self.moments.last().is_none_or(is_apart) {
            self.moments.push((seconds, done));
        }
        self.expect(seconds, done);
    }

    /// Records whether the run takes longer than predicted, and predicts its end again.
    fn expect(&mut self, seconds: f64, done: f64) {
        self.has_failed |= self.latest_end.is_some_and(|end| seconds > end);
        let Some(&(began, before)) = self.moments.first() else {
            return;
        };
        let (spent, gained) = (seconds - began, done - before);
        if spent < SHORTEST || gained < ENOUGH * (1.0 - before) {
            return;
        }
        let rest = (1.0 - done).max(0.0) * spent / gained;
        let end = seconds + (rest * SLOWER).max(LEAST_SHOWN);
        self.latest_end = Some(self.latest_end.map_or(end, |latest| latest.min(end)));
    }

    /// Whether the run has taken longer than predicted. The share of the work done is then wrong.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// The last sample at or before `seconds`; `None` if there is none.
    fn at(&self, seconds: f64) -> Option<(f64, f64)> {
        let after = self.moments.partition_point(|(at, _)| *at <= seconds);
        self.moments.get(after.checked_sub(1)?).copied()
    }

    /// The time left for a run that has done the share `done` of its work in `seconds`.
    pub(super) fn left(&self, seconds: f64, done: f64) -> TimeLeft {
        if self.has_failed {
            return TimeLeft::Longer;
        }
        match self.bounds(seconds, done) {
            TimeLeft::AtLeast(least) if least < LEAST_SHOWN => TimeLeft::Unknown,
            TimeLeft::Between(least, most) if most > least * MOST_APART => TimeLeft::Unknown,
            bounds => bounds,
        }
    }

    fn bounds(&self, seconds: f64, done: f64) -> TimeLeft {
        let Some(&(began, before)) = self.moments.first() else {
            return TimeLeft::Unknown;
        };
        let (spent, gained) = (seconds - began, done - before);
        if spent < SHORTEST || gained < LEAST_DONE * (1.0 - before) {
            return TimeLeft::Unknown;
        }
        let (mut slowest, mut fastest) = (gained / spent, gained / spent);
        let mut end = (seconds, done);
        for stretch in 1..=STRETCHES {
            let Some(start) = self.at(began + spent * 0.5_f64.powi(stretch)) else {
                break;
            };
            if end.0 - start.0 > 0.0 {
                let pace = (end.1 - start.1) / (end.0 - start.0);
                (slowest, fastest) = (slowest.min(pace), fastest.max(pace));
            }
            end = start;
        }
        let rest = (1.0 - done).max(0.0);
        let least = rest / fastest / FASTER;
        if gained < ENOUGH * (1.0 - before) || slowest <= 0.0 {
            TimeLeft::AtLeast(least)
        } else {
            TimeLeft::Between(least, rest / slowest * SLOWER)
        }
    }
}

impl std::fmt::Display for TimeLeft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Unknown => f.write_str("time left unknown"),
            Self::Longer => f.write_str("longer than forecast"),
            Self::AtLeast(least) => write!(f, "at least {} left", rough(least)),
            Self::Between(least, most) => {
                write!(f, "between {} and {} left", rough(least), rough(most))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use tilewright_dlx::parallel::Event;
    use tilewright_dlx::{Distinct, Schedule, TreeEngine};

    use super::*;
    use crate::cover::Instance;
    use crate::cover::orbits::PuzzleSymmetry;
    use crate::puzzle::{Source, load};

    #[test]
    fn nothing_is_said_too_early() {
        let mut course = Course::default();
        assert_eq!(course.left(5.0, 0.5), TimeLeft::Unknown);
        course.pass(0.0, 0.0);
        assert_eq!(course.left(0.9, 0.5), TimeLeft::Unknown);
        assert_eq!(course.left(50.0, 0.009), TimeLeft::Unknown);
    }

    #[test]
    fn an_even_pace_gives_the_margins_alone() {
        let mut course = Course::default();
        for tenth in 0..=200 {
            let seconds = f64::from(tenth) / 10.0;
            course.pass(seconds, seconds / 100.0);
        }
        let TimeLeft::Between(least, most) = course.left(20.0, 0.2) else {
            panic!("enough was done");
        };
        assert!((least - 5.0).abs() < 0.2 && (most - 320.0).abs() < 8.0);
        let TimeLeft::AtLeast(least) = course.left(5.0, 0.05) else {
            panic!("it is too early for an upper bound");
        };
        assert!((least - 95.0 / 16.0).abs() < 0.2);
    }

    /// Checks that the share that earlier runs completed is not part of this run's pace.
    #[test]
    fn a_run_that_is_taken_up_has_its_own_pace() {
        let mut course = Course::default();
        course.pass(0.0, 0.5);
        course.pass(3.0, 0.75);
        let TimeLeft::Between(least, most) = course.left(3.0, 0.75) else {
            panic!("half of the rest is done");
        };
        assert!(least <= 3.0 && most >= 3.0);
    }

    #[test]
    fn a_changing_pace_widens_the_bounds() {
        let mut course = Course::default();
        // In the first second the share grew by 0.2, and then by only 0.01 between samples.
        for (seconds, done) in [
            (0.0, 0.0),
            (1.0, 0.2),
            (2.0, 0.21),
            (4.0, 0.22),
            (8.0, 0.23),
        ] {
            course.pass(seconds, done);
        }
        let TimeLeft::Between(least, most) = course.left(8.0, 0.23) else {
            panic!("enough was done");
        };
        assert!(least < 3.0 && most > 500.0, "{least} {most}");
    }

    /// Checks a search whose last subtree takes most of the time. Its share of the work done is
    /// overestimated, and hardly grows while that subtree is searched.
    #[test]
    fn a_run_beyond_its_forecast_says_so() {
        let mut course = Course::default();
        for tenth in 0..=40_u32 {
            let seconds = f64::from(tenth) / 10.0;
            course.pass(seconds, (seconds / 4.0).min(0.9996));
            assert!(!course.has_failed(), "{seconds}");
        }
        for (seconds, done) in [(4.9, 0.9997), (5.1, 0.9997)] {
            course.pass(seconds, done);
        }
        assert!(course.has_failed());
        assert_eq!(course.left(5.1, 0.9997), TimeLeft::Longer);
        course.pass(6.0, 0.9998);
        assert_eq!(course.left(6.0, 0.9998), TimeLeft::Longer);
    }

    /// Checks a run that does half of its work in one second, then nearly nothing: "between 13 ms
    /// and 17 days" is useless.
    #[test]
    fn bounds_far_apart_are_not_shown() {
        let mut course = Course::default();
        for (seconds, done) in [(0.0, 0.0), (1.0, 0.5), (2.0, 0.500_001), (2.5, 0.500_002)] {
            course.pass(seconds, done);
        }
        assert!(matches!(
            course.bounds(2.5, 0.500_002),
            TimeLeft::Between(..)
        ));
        assert_eq!(course.left(2.5, 0.500_002), TimeLeft::Unknown);
        let mut course = Course::default();
        course.pass(0.0, 0.0);
        course.pass(1.0, 0.09);
        assert_eq!(course.left(1.0, 0.09), TimeLeft::Unknown);
    }

    #[test]
    fn bounds_in_words() {
        let words = [
            TimeLeft::Longer,
            TimeLeft::Unknown,
            TimeLeft::AtLeast(12.0),
            TimeLeft::Between(12.0, 600.0),
        ]
        .map(|left| left.to_string());
        assert_eq!(
            words,
            [
                "longer than forecast",
                "time left unknown",
                "at least 12 s left",
                "between 12 s and 10 min left"
            ]
        );
    }

    /// Counts how often the true time left lies within the bounds shown, in searches of the puzzles that the
    /// environment variable `PUZZLES` names. Time is simulated: a fixed number of nodes counts as a second, so
    /// that a few million nodes are a long run.
    #[test]
    #[ignore = "minutes: searches of a hundred million nodes"]
    fn the_time_left_lies_within_its_bounds() {
        let paths = std::env::var("PUZZLES").unwrap_or_default();
        let mut all = ShownSamples::default();
        for path in paths.split_whitespace() {
            let held = held(path);
            let ratio = held.ratios.get(held.ratios.len() / 2);
            println!("{path}: {held:?}, median ratio {ratio:.0?}");
            all.within += held.within;
            all.bounded += held.bounded;
        }
        println!("{} of {} within", all.within, all.bounded);
        assert!(all.within * 100 >= all.bounded * 95);
    }

    /// How often the bounds shown during a run contained the true time left.
    #[derive(Default)]
    struct ShownSamples {
        seconds: f64,
        /// The number of samples with bounds.
        bounded: usize,
        /// The number of samples with bounds that contain the true time left.
        within: usize,
        /// The ratios of the upper bounds to the lower ones, sorted.
        ratios: Vec<f64>,
    }

    impl std::fmt::Debug for ShownSamples {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let (within, bounded) = (self.within, self.bounded);
            write!(f, "{:.1} s, {within} of {bounded} within", self.seconds)
        }
    }

    fn held(path: &str) -> ShownSamples {
        const NODES_A_SECOND: f64 = 2e5;
        let text = std::fs::read_to_string(path).unwrap();
        let puzzle = load(&Source::new(path, &text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
        let threads = std::num::NonZeroUsize::MIN;
        let schedule: Schedule = distinct
            .forecast(200)
            .schedule(TreeEngine::Bits, threads, true);
        let mut course = Course::default();
        let mut said: Vec<(f64, TimeLeft)> = Vec::new();
        let mut end = 0.0;
        let ended = distinct.run_on::<()>(&schedule, 0, &|_, _| None, &mut |event| {
            if let Event::Progress(progress) = event {
                #[expect(clippy::cast_precision_loss, reason = "a clock")]
                let seconds = progress.nodes as f64 / NODES_A_SECOND;
                course.pass(seconds, progress.fraction);
                said.push((seconds, course.left(seconds, progress.fraction)));
                end = seconds;
            }
            Continue(())
        });
        assert!(ended.unwrap().complete);
        let mut held = ShownSamples {
            seconds: end,
            ..ShownSamples::default()
        };
        let mut last = 0.0;
        // Keep evenly spaced samples.
        said.retain(|(at, _)| {
            let is_kept = *at >= last + (end / 400.0).max(0.25);
            if is_kept {
                last = *at;
            }
            is_kept
        });
        for (at, left) in said {
            let true_left = end - at;
            let within = match left {
                TimeLeft::Unknown | TimeLeft::Longer => continue,
                TimeLeft::AtLeast(least) => least <= true_left,
                TimeLeft::Between(least, most) => {
                    held.ratios.push(most / least);
                    least <= true_left && true_left <= most
                }
            };
            held.bounded += 1;
            held.within += usize::from(within);
        }
        held.ratios.sort_by(f64::total_cmp);
        held
    }
}
