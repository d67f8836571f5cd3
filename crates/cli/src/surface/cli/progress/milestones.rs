//! The times at which progress is printed if stderr is not a terminal.

use std::time::{Duration, Instant};

/// The first progress line is printed this long after the start. Each further one is printed at double the
/// time of the one before, but at most [`LONGEST`] after it.
const FIRST: Duration = Duration::from_secs(30);

/// The longest interval between two lines.
const LONGEST: Duration = Duration::from_secs(600);

/// The times at which progress is printed. The intervals grow, so the log of a run of several days
/// stays short.
#[derive(Debug)]
pub(super) struct Milestones {
    began: Instant,
    next: Duration,
}

impl Default for Milestones {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            next: FIRST,
        }
    }
}

impl Milestones {
    /// The seconds since the start of the run if a progress line is due; otherwise `None`. The next line is then
    /// due at the first milestone after `now`.
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
    fn intervals_double_up_to_the_longest() {
        let mut milestones = Milestones::default();
        let began = milestones.began;
        let reached: Vec<u64> = (0..6000)
            .filter(|seconds| {
                let now = began + Duration::from_secs(*seconds);
                milestones.reach(now).is_some()
            })
            .collect();
        assert_eq!(reached[..6], [30, 60, 120, 240, 480, 960]);
        assert_eq!(reached[6..9], [1560, 2160, 2760]);
    }

    /// Checks that lines missed during a long silence of the task are not printed later.
    #[test]
    fn missed_times_are_skipped() {
        let mut milestones = Milestones::default();
        let late = milestones.began + Duration::from_secs(500);
        assert_eq!(milestones.reach(late), Some(500.0));
        assert_eq!(milestones.reach(late), None);
    }
}
