//! When long work is told of where no person watches.

use std::time::{Duration, Instant};

/// After how long it is told of at first; then after twice as long each time.
const FIRST: Duration = Duration::from_secs(30);

/// And then so often.
const LONGEST: Duration = Duration::from_secs(600);

/// The times at which work is told of: few enough lines for the log of a run of days.
#[derive(Debug)]
pub(super) struct Milestones {
    began: Instant,
    next: Duration,
}

impl Default for Milestones {
    /// Work that begins now.
    fn default() -> Self {
        Self {
            began: Instant::now(),
            next: FIRST,
        }
    }
}

impl Milestones {
    /// The seconds since the beginning, if the next of these times has come.
    pub(super) fn reach(&mut self, now: Instant) -> Option<f64> {
        let so_far = now.duration_since(self.began);
        if so_far < self.next {
            return None;
        }
        while self.next <= so_far {
            self.next += self.next.min(LONGEST);
        }
        Some(so_far.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_of_ever_less_often() {
        let mut milestones = Milestones::default();
        let began = milestones.began;
        let told: Vec<u64> = (0..6000)
            .filter(|seconds| {
                let now = began + Duration::from_secs(*seconds);
                milestones.reach(now).is_some()
            })
            .collect();
        assert_eq!(told[..6], [30, 60, 120, 240, 480, 960]);
        assert_eq!(told[6..9], [1560, 2160, 2760]);
    }

    /// Work that says nothing for long doesn't make up for it.
    #[test]
    fn times_that_were_missed_are_missed() {
        let mut milestones = Milestones::default();
        let late = milestones.began + Duration::from_secs(500);
        assert_eq!(milestones.reach(late), Some(500.0));
        assert_eq!(milestones.reach(late), None);
    }
}
