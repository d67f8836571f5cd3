//! The numbers by which the planner decides.
//!
//! They were measured in November 2026 on one machine with AVX-512, two cores and 24 GiB, with all
//! puzzles of this repository and of the README's table. Seconds are seconds of one thread on that
//! machine. The planner decides by work, so its decisions are the same on every machine.
//!
//! | what | number |
//! | --- | --- |
//! | a unit of a sweep's work | 8 ns |
//! | a turn of a sweep and a search | 10 ms |
//! | the longest forecast of a search that begins alone | 0.1 s |
//! | how long it runs alone | its forecast, but at least 25 ms and at most 36 ms |
//! | what a sweep gets in any case | a quarter of the search's forecast, but at least 10 ms and at most 50 ms |
//! | a turn of two searches | 65,536 nodes |
//! | what a restricted search gets before the other search is forecast | 0.1 s |
//! | what it gets alone, as a share of the other search's forecast | 3 : 4 |
//!
//! A sweep that is likely to take long does only a fraction of the work of the search. Let *w* be the work that
//! the search has done, *f* its forecast (at least the work that it does alone), and *s* the work that the sweep
//! is likely to need in total.
//!
//! | case | the work of the sweep |
//! | --- | --- |
//! | *w* < *f*, *s* > *f* | *w* / 32 |
//! | *w* ≥ *f*, *s* > 4 *w* | *w* / 64 |
//! | *w* ≥ *f*, 3 *w* < *s* ≤ 4 *w* | *w* / 16 |
//! | *f* ≤ *w* < 4 *f*, 2 *w* < *s* ≤ 3 *w* | *w* / 16 |
//! | *w* ≥ 4 *f*, 2 *w* < *s* ≤ 3 *w* | *w* / 4 |

/// How many units of work the second runner does for each unit of the first one, if the second is favoured and
/// within its forecast, and the first is likely to take longer than that forecast.
pub(super) const SHARE: u64 = 32;
/// Replaces [`SHARE`] while the second runner is beyond its forecast, and the first is likely to take more than
/// twice as long as the second one has taken.
pub(super) const SHARE_OVERDUE: u64 = 16;
/// Replaces [`SHARE`] while the second runner is beyond [`LONG`] times its forecast, and the first runner is
/// likely to take at most [`NEAR`] times as long as the second one has taken.
pub(super) const SHARE_LONG: u64 = 4;
/// How many times its forecast the second runner must have worked before [`SHARE_LONG`] applies.
pub(super) const LONG: u64 = 4;
/// [`SHARE_LONG`] applies only if the first runner is likely to take at most this many times as long as the second
/// one has taken.
pub(super) const NEAR: u64 = 3;
/// How many units of work the second runner does for each unit of the first one, if the second is beyond its
/// forecast, and the first is likely to take more than [`HOPELESS`] times as long as the second one has taken.
pub(super) const SHARE_HOPELESS: u64 = 64;
/// [`SHARE_HOPELESS`] applies if the first runner is likely to take more than this many times as long as the
/// second one has taken.
pub(super) const HOPELESS: u64 = 4;

/// The time of a unit of a sweep's work on one thread, in seconds.
#[cfg(feature = "frontier")]
pub(super) const SWEEP_UNIT: f64 = 8e-9;

/// The length of a turn of a sweep and a search, in seconds of one thread.
#[cfg(feature = "frontier")]
pub(super) const TURN: f64 = 0.01;

/// A search that is forecast to take at most this many seconds of one thread begins alone. It then runs alone for
/// its forecast time, but at least `LEAST_ALONE` and at most `LONGEST_ALONE` seconds.
#[cfg(feature = "frontier")]
pub(super) const SHORT: f64 = 0.1;
/// The minimum time for which a short search runs alone, in seconds of one thread.
#[cfg(feature = "frontier")]
pub(super) const LEAST_ALONE: f64 = 0.025;
/// The maximum time for which a short search runs alone, in seconds of one thread.
#[cfg(feature = "frontier")]
pub(super) const LONGEST_ALONE: f64 = 0.036;

/// Once the sweep has begun, it gets this fraction of the search's forecast time in any case, but at least
/// `LEAST_HEAD` and at most `LONGEST_HEAD` seconds of one thread. After few steps, the forecast of a sweep may be
/// far too high.
#[cfg(feature = "frontier")]
pub(super) const HEAD: f64 = 0.25;
/// The lower limit of the time that [`HEAD`] grants to a sweep, in seconds of one thread.
#[cfg(feature = "frontier")]
pub(super) const LEAST_HEAD: f64 = 0.01;
/// The upper limit of the time that [`HEAD`] grants to a sweep, in seconds of one thread.
#[cfg(feature = "frontier")]
pub(super) const LONGEST_HEAD: f64 = 0.05;

/// The length of a turn of two searches, in nodes. A turn takes a few milliseconds.
pub(super) const QUANTUM: u64 = 1 << 16;

/// The time that the search for one solution of each orbit gets before the search of the whole tree is forecast,
/// in seconds of one thread. For a shorter search, the forecast would take longer than it saves.
pub(super) const HEAD_START: f64 = 0.1;

/// The search for one solution of each orbit runs alone until it has done this fraction of the work that is
/// forecast for the search of the whole tree.
pub(super) const ALONE: f64 = 0.75;

/// If checkpoints are kept, the search of the whole tree ends after this many nodes. Checkpoints do not contain
/// it, so it would begin again after each resumption.
pub(super) const WITH_CHECKPOINTS: u64 = 1 << 20;
