//! A part of a sweep, done by all threads of the process.

use std::ops::ControlFlow::{Break, Continue};
use std::time::Instant;

use tilewright_dlx::{CheckpointError, DividedSweep, FrontierReport, SweepSide};

use super::queue::Claim;
use super::sweep_checkpoint::SweepCheckpoint;
use super::{PartEnd, Process};
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::results::{ChildRange, PartResult};
use crate::solve::SolveError;

/// A part of a sweep that is split has two halves.
const HALVES: ChildRange = ChildRange {
    from: 0,
    to: 0,
    of: 2,
};

impl Process<'_, '_> {
    pub(super) fn sweep_part(
        &self,
        sweep: &DividedSweep,
        claim: &Claim,
        sides: &[SweepSide],
    ) -> Result<PartEnd, CampaignError> {
        if self.options.again.is_some() {
            return self.sweep_part_backwards(sweep, claim, sides);
        }
        let folder = self.campaign.folder();
        let every = self.recorder.flush_every();
        let cannot = CampaignError::file("write", folder);
        let mut checkpoint = SweepCheckpoint::of(folder, &claim.name, every).map_err(cannot)?;
        let began = Instant::now();
        let may_split = sweep.halves(sides).is_some();
        let mut counted = self.count_part(sweep, sides, may_split, &mut checkpoint)?;
        if counted.is_none() {
            checkpoint.remove();
            counted = self.count_part(sweep, sides, may_split, &mut checkpoint)?;
        }
        let Some((report, is_late)) = counted else {
            let why = "a checkpoint cannot be read that was just written";
            return Err(CampaignError::damaged(folder, why));
        };
        let mut result = self.no_result(claim, began);
        let end = if report.complete {
            result.answer = PartAnswer::of_sweep(report.count);
            PartEnd::Done
        } else if is_late && !self.is_over() {
            result.children = Some(HALVES);
            result.split = true;
            PartEnd::Split
        } else {
            return Ok(PartEnd::Stopped);
        };
        self.recorder.push(result, &[])?;
        // Until the result is on the disk, the checkpoint is of use.
        self.recorder.flush()?;
        checkpoint.remove();
        Ok(end)
    }

    /// Counts a part by a sweep of its own, from the other end.
    fn sweep_part_backwards(
        &self,
        sweep: &DividedSweep,
        claim: &Claim,
        sides: &[SweepSide],
    ) -> Result<PartEnd, CampaignError> {
        let began = Instant::now();
        let mut failure = None;
        let report = self.work.job().count_part_backwards(sweep, sides, &mut || {
            if let Err(error) = self.recorder.beat() {
                failure.get_or_insert(error);
            }
            failure.is_some() || self.is_over()
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        let report = report?;
        if !report.complete {
            return Ok(PartEnd::Stopped);
        }
        let mut result = self.no_result(claim, began);
        result.answer = PartAnswer::of_sweep(report.count);
        self.recorder.push(result, &[])?;
        Ok(PartEnd::Done)
    }

    /// The result of a part that was begun then, without what was found.
    pub(super) fn no_result(&self, claim: &Claim, began: Instant) -> PartResult {
        let threads = f64::from(u32::try_from(self.work.resources.threads.get()).unwrap_or(1));
        PartResult {
            part: claim.name.clone(),
            children: None,
            answer: PartAnswer::default(),
            split: false,
            seconds: began.elapsed().as_secs_f64() * threads,
            list: None,
        }
    }

    /// Counts a part, and says whether it took too long; none if the checkpoint is damaged.
    fn count_part(
        &self,
        sweep: &DividedSweep,
        sides: &[SweepSide],
        may_split: bool,
        checkpoint: &mut SweepCheckpoint,
    ) -> Result<Option<(FrontierReport, bool)>, CampaignError> {
        let began = Instant::now();
        let mut failure = None;
        let mut is_late = false;
        let counted = sweep.count(sides, Some(checkpoint), &mut |_| {
            is_late = may_split && began.elapsed() > self.options.part_budget;
            if let Err(error) = self.recorder.beat() {
                failure.get_or_insert(error);
            }
            if failure.is_some() || is_late || self.is_over() {
                Break(())
            } else {
                Continue(())
            }
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        match counted.map_err(|error| self.checkpoint_error(error)) {
            Ok(report) => Ok(Some((report, is_late))),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error),
        }
    }

    /// Why a count on a checkpoint failed; none if the checkpoint is of no use.
    pub(super) fn checkpoint_error(&self, error: CheckpointError) -> Option<CampaignError> {
        let folder = self.campaign.folder();
        Some(match error {
            CheckpointError::Foreign
            | CheckpointError::Damaged
            | CheckpointError::Version { .. }
            | CheckpointError::Other => return None,
            CheckpointError::Frontier(error) => SolveError::Sweep(error).into(),
            CheckpointError::Solver(error) => SolveError::from(error).into(),
            CheckpointError::Read(error) => CampaignError::file("read", folder)(error),
            CheckpointError::Write(error) => CampaignError::file("write", folder)(error),
            error => CampaignError::file("read", folder)(std::io::Error::other(error)),
        })
    }
}
