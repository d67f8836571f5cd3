//! The numbers by which the planner decides, in one table.
//!
//! They were measured in November 2026 on one machine with AVX-512, two cores and 24 GiB, by the planner's
//! losses over all puzzles of this repository and by the puzzles of the README's table. Seconds are those of
//! one thread there; what is decided by them is decided by work, so it is the same on every machine.
//!
//! | what | number |
//! | --- | --- |
//! | a unit of a sweep's work | 8 ns |
//! | a turn of a sweep and a search | 10 ms |
//! | a search that is short, and goes first | up to 0.1 s: alone for 25 to 36 ms |
//! | what a sweep has in any case | a quarter of the search's forecast: 10 to 50 ms |
//! | the share of a sweep that is likely to take longer than the search's forecast | 1 : 32 |
//! | the same once the search is overdue; overdue by 4; hopeless (4 times as long) | 1 : 16; 1 : 4; 1 : 64 |
//! | a turn of two searches | 65,536 nodes |
//! | what a restricted search has before the other one is forecast | 0.1 s |
//! | and alone, of what the other one is forecast to take | 3 : 4 |

/// Where the second one is favoured and the first one is likely to take far longer, the first one has
/// one unit of work to so many of the second one: as long as that one is within its forecast, beyond it,
/// where it is beyond `LONG` times the forecast and the first one likely to take no more than `NEAR` times
/// as long, and where that is likely to take more than `HOPELESS` times as long.
pub(super) const SHARE: u64 = 32;
pub(super) const SHARE_OVERDUE: u64 = 16;
pub(super) const SHARE_LONG: u64 = 4;
pub(super) const LONG: u64 = 4;
pub(super) const NEAR: u64 = 3;
pub(super) const SHARE_HOPELESS: u64 = 64;
pub(super) const HOPELESS: u64 = 4;

/// The seconds of one thread that a turn of a sweep and a search lasts.
#[cfg(feature = "frontier")]
pub(super) const TURN: f64 = 0.01;

/// A search that is forecast to take no longer than so many seconds of one thread begins alone, for as
/// long as it is forecast to, within bounds.
#[cfg(feature = "frontier")]
pub(super) const SHORT: f64 = 0.1;
#[cfg(feature = "frontier")]
pub(super) const LEAST_ALONE: f64 = 0.025;
#[cfg(feature = "frontier")]
pub(super) const LONGEST_ALONE: f64 = 0.036;

/// What the sweep has before a search that does not begin alone, whatever it is likely to take: a share of
/// what the search is forecast to take, within bounds in seconds of one thread. As long as it has
/// taken few steps, what it is likely to take may be far too much.
#[cfg(feature = "frontier")]
pub(super) const HEAD: f64 = 0.25;
#[cfg(feature = "frontier")]
pub(super) const LEAST_HEAD: f64 = 0.01;
#[cfg(feature = "frontier")]
pub(super) const LONGEST_HEAD: f64 = 0.05;

/// The nodes of a turn of two searches: milliseconds.
pub(super) const QUANTUM: u64 = 1 << 16;

/// The seconds of one thread that a restricted search has to begin with: less would not pay for a
/// forecast of the other one.
pub(super) const HEAD_START: f64 = 0.1;

/// The share of what is forecast for the whole tree up to which the restricted search goes on alone.
pub(super) const ALONE: f64 = 0.75;

/// Where checkpoints are kept, the search of the whole tree, of which they hold nothing, ends after this
/// many nodes: it must not be caught up with again and again.
pub(super) const WITH_CHECKPOINTS: u64 = 1 << 20;
