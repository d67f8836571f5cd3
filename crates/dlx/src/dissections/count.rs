//! Counts the partitions of a graph into connected parts.

use std::ops::ControlFlow;

use super::graph::{
    Dissections, DissectionsError, DissectionsProgress, DissectionsReport, START, WORK, fraction,
};
use super::meeting::EndPlans;
use super::plan::DissectionPlan;
use super::position::DissectionPosition;
use super::states::Expansion;

impl Dissections {
    /// Counts the partitions into connected parts. `watcher` is called about every millisecond with the progress, and
    /// may break out.
    ///
    /// # Errors
    ///
    /// [`DissectionsError::TooWide`] or [`DissectionsError::Outgrown`].
    pub fn count(
        &self,
        watcher: &mut dyn FnMut(&DissectionsProgress) -> ControlFlow<()>,
    ) -> Result<DissectionsReport, DissectionsError> {
        if !self.divides() {
            return Ok(DissectionsReport::none(true));
        }
        let Some(ends) = EndPlans::new(self, &mut || watcher(&START).is_continue())? else {
            return Ok(DissectionsReport::none(false));
        };
        ends.count(ends.start(), &mut |_, progress| watcher(progress))
    }

    /// Counts the partitions that the given automorphisms, and so the group that they generate, map to themselves.
    /// They may permute the parts. An automorphism is the list of the images of the vertices.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); and [`DissectionsError::NoAutomorphism`].
    pub fn count_fixed(
        &self,
        automorphisms: &[Vec<usize>],
        watcher: &mut dyn FnMut(&DissectionsProgress) -> ControlFlow<()>,
    ) -> Result<DissectionsReport, DissectionsError> {
        self.check_automorphisms(automorphisms)?;
        if !self.divides() {
            return Ok(DissectionsReport::none(true));
        }
        let may_continue = &mut || watcher(&START).is_continue();
        let Some(plan) = DissectionPlan::new(self, automorphisms, may_continue)? else {
            return Ok(DissectionsReport::none(false));
        };
        let mut position = DissectionPosition::start(&plan.steps, plan.count_words);
        let mut expansion = Expansion::new(self.size);
        let end = plan.steps.len();
        loop {
            let arrives = position.advance(&plan.steps, end, &mut expansion, self.memory);
            if arrives.map_err(|no_room| self.outgrown(no_room))? {
                return Ok(position.report(Some(position.count())));
            }
            let progress = DissectionsProgress {
                states: position.states,
                work: position.tried * WORK,
                fraction: fraction(position.step, end),
            };
            if watcher(&progress).is_break() {
                return Ok(position.report(None));
            }
        }
    }
}
