//! Converts the work of a sweep to seconds and back.

use super::constants::SWEEP_UNIT;

/// The approximate [work](crate::FrontierProgress::work) that a sweep does in `seconds` seconds on one thread of a
/// typical machine; at most `u64::MAX`.
///
/// ```
/// use tilewright_dlx::portfolio::{sweep_seconds, sweep_work_in};
///
/// assert!((124_999_999..=125_000_001).contains(&sweep_work_in(1.0)));
/// assert_eq!(sweep_work_in(f64::INFINITY), u64::MAX);
/// assert!((sweep_seconds(1e9) - 8.0).abs() < 1e-9);
/// ```
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it saturates, and is not negative"
)]
pub fn sweep_work_in(seconds: f64) -> u64 {
    (seconds / SWEEP_UNIT) as u64
}

/// The approximate time in which a sweep does `work` units of work, in seconds on one thread of a typical machine.
pub fn sweep_seconds(work: f64) -> f64 {
    work * SWEEP_UNIT
}
