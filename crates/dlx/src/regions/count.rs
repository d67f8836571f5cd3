//! Counts of partitions.

use std::ops::ControlFlow;

use super::graph::{Regions, RegionsError, RegionsProgress, RegionsReport, START, WORK, fraction};
use super::meeting::Ends;
use super::plan::Plan;
use super::position::Position;
use super::states::Expansion;

impl Regions {
    /// Counts the partitions into connected parts. `hear` is told of the progress every millisecond or
    /// so, and may break out.
    ///
    /// # Errors
    ///
    /// [`RegionsError::TooWide`] or [`RegionsError::Outgrown`].
    pub fn count(
        &self,
        hear: &mut dyn FnMut(&RegionsProgress) -> ControlFlow<()>,
    ) -> Result<RegionsReport, RegionsError> {
        if !self.divides() {
            return Ok(RegionsReport::none(true));
        }
        let Some(ends) = Ends::new(self, &mut || hear(&START).is_continue())? else {
            return Ok(RegionsReport::none(false));
        };
        ends.count(ends.start(), &mut |_, progress| hear(progress))
    }

    /// Counts the partitions that some automorphisms, and so all of the group that they generate, map
    /// to themselves: parts may go to other parts. An automorphism is the list of the images of
    /// the vertices.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); and [`RegionsError::NoAutomorphism`].
    pub fn count_fixed(
        &self,
        automorphisms: &[Vec<usize>],
        hear: &mut dyn FnMut(&RegionsProgress) -> ControlFlow<()>,
    ) -> Result<RegionsReport, RegionsError> {
        self.check_automorphisms(automorphisms)?;
        if !self.divides() {
            return Ok(RegionsReport::none(true));
        }
        let goes_on = &mut || hear(&START).is_continue();
        let Some(plan) = Plan::new(self, automorphisms, goes_on)? else {
            return Ok(RegionsReport::none(false));
        };
        let mut position = Position::start(&plan.steps, plan.count_words);
        let mut expansion = Expansion::new(self.size);
        let end = plan.steps.len();
        loop {
            let arrives = position.advance(&plan.steps, end, &mut expansion, self.memory);
            if arrives.map_err(|no_room| self.outgrown(no_room))? {
                return Ok(position.report(Some(position.count())));
            }
            let progress = RegionsProgress {
                states: position.states,
                work: position.tried * WORK,
                fraction: fraction(position.step, end),
            };
            if hear(&progress).is_break() {
                return Ok(position.report(None));
            }
        }
    }
}
