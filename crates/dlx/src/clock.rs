//! The only module that reads the system clock.
//!
//! The time decides only how often progress is reported. Where there is no clock (without the feature `std`, and
//! on `wasm32-unknown-unknown`, where reading the time panics), every interval is always over, so progress is
//! reported more often.

use std::time::Duration;

#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod system {
    use std::time::{Duration, Instant};

    #[derive(Debug)]
    pub(super) struct Since(Instant);

    impl Since {
        pub(super) fn now() -> Self {
            Self(Instant::now())
        }

        pub(super) fn elapsed(&self) -> Duration {
            self.0.elapsed()
        }
    }
}

#[cfg(not(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
)))]
mod system {
    use std::time::Duration;

    #[derive(Debug)]
    pub(super) struct Since;

    impl Since {
        pub(super) fn now() -> Self {
            Self
        }

        #[expect(clippy::unused_self, reason = "as where there is a clock")]
        pub(super) fn elapsed(&self) -> Duration {
            Duration::MAX
        }
    }
}

/// A repeated period of time, such as that between two reports of progress.
#[derive(Debug)]
pub(crate) struct Interval {
    period: Duration,
    begun: system::Since,
}

impl Interval {
    pub(crate) fn new(period: Duration) -> Self {
        Self {
            period,
            begun: system::Since::now(),
        }
    }

    /// Whether the current interval is over. If it is, begins the next one.
    pub(crate) fn is_over(&mut self) -> bool {
        if self.begun.elapsed() < self.period {
            return false;
        }
        self.begun = system::Since::now();
        true
    }
}
