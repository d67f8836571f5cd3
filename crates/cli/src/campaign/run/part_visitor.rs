//! Visits the solutions of a subtree, and ends its search if it takes too long.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;

use tilewright_dlx::{DistinctVisitor, OptionId, Progress, SymmetryId};

use super::Process;
use super::part_sum::{MOST_LISTED, PartSum};
use crate::campaign::error::CampaignError;
use crate::campaign::lists;

pub(super) struct PartVisitor<'p, 'a, 'w> {
    pub(super) process: &'p Process<'a, 'w>,
    pub(super) began: Instant,
    pub(super) may_give_up: bool,
    pub(super) lists: bool,
    pub(super) sum: PartSum,
    pub(super) gave_up: bool,
    pub(super) failure: Option<CampaignError>,
}

impl DistinctVisitor for PartVisitor<'_, '_, '_> {
    fn solution(&mut self, options: &[OptionId], stabilizer: &[SymmetryId]) -> ControlFlow<()> {
        if self.lists {
            lists::put(options, stabilizer, &mut self.sum.listed);
            self.sum.answer.list(options);
            if self.may_give_up && self.sum.listed.len() > MOST_LISTED {
                self.gave_up = true;
                return Break(());
            }
        }
        Continue(())
    }

    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.process.is_over() {
            return Break(());
        }
        if self.may_give_up && self.began.elapsed() > self.process.attempt() {
            self.gave_up = true;
            return Break(());
        }
        match self.process.recorder.beat() {
            Ok(()) => Continue(()),
            Err(error) => {
                self.failure = Some(error);
                Break(())
            }
        }
    }
}
