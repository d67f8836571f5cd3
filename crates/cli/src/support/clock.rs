//! The one place that asks what time it is.
//!
//! In a browser without the page that tells the time, every moment is the same: no time limit is
//! ever reached, and whoever listens stops what takes too long.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(feature = "studio-wasm", target_family = "wasm", target_os = "unknown"))]
pub(crate) use told::CLOCK;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use told::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod told {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Who tells the time since the page was opened, if anybody does.
    pub(crate) static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// A moment, since the page was opened.
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
