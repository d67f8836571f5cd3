//! Reports the progress of a run that a signal stopped.

mod how_far;

pub(super) use self::how_far::DesignStop;
use super::Designs;
use crate::support::format::{counted, grouped};
use crate::surface::cli::commands::say;

impl Designs<'_> {
    pub(super) fn say_stopped(&self, stop: DesignStop) {
        let (done, all) = match (stop, &self.sample) {
            (DesignStop::Counted(done), Some(sample)) => (done, counted(sample.drawn, "choice")),
            (DesignStop::Counted(done), None) => (done, counted(self.goals.len(), "goal")),
            (DesignStop::Judged(stop), _) => {
                let judged = grouped(stop.judged);
                let solvable = counted(self.selection.solvable, "choice");
                if !stop.is_complete {
                    say::interrupted(format_args!("{judged} choices were judged, not all"));
                } else if stop.judged < self.selection.solvable {
                    say::interrupted(format_args!("{judged} of {solvable} were judged"));
                } else {
                    say::interrupted(format_args!(
                        "{solvable} were counted and judged; numbers missing from the table were not computed"
                    ));
                }
                return;
            }
        };
        say::interrupted(format_args!("{} of {all} were counted", grouped(done)));
    }
}
