//! The clock. All other modules read the time through it.
//!
//! In a browser the page must set a clock. Without one the time never changes, so no time limit is
//! reached, and only the stop flag ends long work.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(feature = "studio-wasm", target_family = "wasm", target_os = "unknown"))]
pub(crate) use page_clock::CLOCK;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use page_clock::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page_clock {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The function that returns the time since the page was opened, if the page sets one.
    pub(crate) static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// A point in time, as the time since the page was opened.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, later: Duration) -> Self {
            Self(self.0.saturating_add(later))
        }
    }
}
