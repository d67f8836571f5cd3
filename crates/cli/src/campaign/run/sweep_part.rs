//! Works on a part of a sweep: on its children one after the other, each with all threads of the
//! process. The lists of finished children are written regularly.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::time::{Duration, Instant};

use tilewright_dlx::{
    BlockCount, DividedSweep, ListWriter, PartMaker, SweepBlock, SweepListError, SweepPartError,
};

use super::queue::Claim;
use super::{NAP, PartEnd, Process};
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::lists::ListFolder;
use crate::campaign::manifest::SWEEP;
use crate::campaign::results::{ChildRange, FOLDER as RESULTS, PartResult, results_name};
use crate::support::control_flow::break_if;

/// The maximum size of lists in memory, in bytes, unless 1 / `WRITTEN` of the memory limit is less.
/// Lists that reach this size are written to files.
const MOST_BYTES: usize = 64 << 20;
/// Lists in memory may take up to 1 / `WRITTEN` of the memory limit.
const WRITTEN: u64 = 8;

/// The minimum time after which a part is split. Writing the files of a shorter part would take longer than the part.
const SHORTEST_BUDGET: Duration = Duration::from_millis(50);

/// The longest time to wait for a missing file of lists: network file systems may show new files late.
const PATIENCE: Duration = Duration::from_secs(5);

/// The children done since the last result.
struct PendingLists {
    from: u32,
    to: u32,
    answer: PartAnswer,
    writer: ListWriter,
    began: Instant,
}

impl PendingLists {
    fn at(child: u32, sweep: &DividedSweep) -> Self {
        Self {
            from: child,
            to: child,
            answer: PartAnswer::default(),
            writer: sweep.list_writer(),
            began: Instant::now(),
        }
    }
}

impl Process<'_, '_> {
    pub(super) fn sweep_part(
        &self,
        sweep: &DividedSweep,
        claim: &Claim,
    ) -> Result<PartEnd, CampaignError> {
        let name = &claim.name;
        let block = sweep.block(name.part(), name.children()).ok_or_else(|| {
            let path = self.campaign.folder().join(SWEEP);
            CampaignError::damaged(&path, "its parts differ from those of the campaign")
        })?;
        if self.options.again.is_some() {
            return self.slices_again(sweep, claim);
        }
        self.sweep_lists.files.set(claim.reads.clone());
        match self.blocks(sweep, claim, &block) {
            Err(SweepPartFailure::Lists(error)) => self.make_lists_again(claim, error),
            Err(SweepPartFailure::Graph(error)) => Err(CampaignError::SweepFile {
                path: self.campaign.folder().join(SWEEP),
                source: error.into(),
            }),
            Err(SweepPartFailure::Campaign(error)) => Err(error),
            Ok(end) => Ok(end),
        }
    }

    fn blocks(
        &self,
        sweep: &DividedSweep,
        claim: &Claim,
        block: &SweepBlock,
    ) -> Result<PartEnd, SweepPartFailure> {
        let mut children = sweep.children(block);
        let may_split = !children.is_empty();
        if !may_split {
            children.push(block.clone());
        }
        let of = u32::try_from(children.len()).unwrap_or(u32::MAX);
        let memory = self.work.monitor.resources.memory() / WRITTEN;
        let most_bytes = usize::try_from(memory).map_or(MOST_BYTES, |bytes| bytes.min(MOST_BYTES));
        let budget = self.options.part_budget.max(SHORTEST_BUDGET);
        let began = Instant::now();
        let mut maker = sweep.maker(claim.name.part(), &self.sweep_lists.reader)?;
        let mut pending = PendingLists::at(0, sweep);
        for (at, child) in (0..).zip(&children) {
            if claim.known.has(at) {
                self.put_down(claim, of, pending, false)?;
                pending = PendingLists::at(at + 1, sweep);
                continue;
            }
            let is_late = may_split && at > 0 && began.elapsed() > budget;
            if is_late {
                self.put_down(claim, of, pending, true)?;
                return Ok(PartEnd::Split);
            }
            match self.block(&mut maker, child, &mut pending.writer) {
                Err(SweepPartError::Interrupted) => {
                    self.put_down(claim, of, pending, false)?;
                    return Ok(PartEnd::Stopped);
                }
                made => pending.answer.add(&PartAnswer::of_lists(made?)),
            }
            pending.to = at + 1;
            let is_due = pending.began.elapsed() >= self.recorder.flush_every()
                || pending.writer.bytes() >= most_bytes;
            if is_due && pending.to < of {
                self.put_down(claim, of, pending, false)?;
                pending = PendingLists::at(at + 1, sweep);
            }
        }
        self.put_down(claim, of, pending, false)?;
        Ok(PartEnd::Done)
    }

    /// Makes the lists of a set of nodes.
    fn block(
        &self,
        maker: &mut PartMaker<'_>,
        block: &SweepBlock,
        writer: &mut ListWriter,
    ) -> Result<BlockCount, SweepPartError> {
        maker.make(block, writer, &mut |_| {
            if let Err(error) = self.recorder.beat() {
                self.fail(error);
            }
            break_if(self.has_failed() || self.is_over())
        })
    }

    /// Writes the lists and the result of finished children.
    fn put_down(
        &self,
        claim: &Claim,
        of: u32,
        pending: PendingLists,
        split: bool,
    ) -> Result<(), CampaignError> {
        let PendingLists { from, to, .. } = pending;
        if from == to && !split {
            return Ok(());
        }
        let is_all = (from, to) == (0, of) && !split;
        let result = PartResult {
            children: (!is_all).then_some(ChildRange { from, to, of }),
            split,
            answer: pending.answer,
            ..self.no_result(claim, pending.began)
        };
        self.recorder.push(result, pending.writer.finish())?;
        self.recorder.flush()
    }

    /// Handles lists of earlier parts that cannot be read. The results with these lists are set
    /// aside, so that their parts are done again. If another process has finished the current part
    /// meanwhile, nothing is set aside, because the lists are no longer needed.
    fn make_lists_again(
        &self,
        claim: &Claim,
        error: SweepListError,
    ) -> Result<PartEnd, CampaignError> {
        let lost = match error {
            SweepListError::Missing { name: Some(_), .. } => self.lost_lists(claim)?,
            SweepListError::Missing { part, .. } => {
                let all: BTreeSet<String> = self.queue().lists_of(part).into_iter().collect();
                if all.is_empty() {
                    let why = "results of parts of a sweep have no lists";
                    return Err(CampaignError::damaged(
                        &self.campaign.folder().join(RESULTS),
                        why,
                    ));
                }
                all
            }
            SweepListError::Damaged { name } => BTreeSet::from([name]),
            SweepListError::Read { name, source } => {
                let path = ListFolder::of(self.campaign.folder()).path(&name);
                return Err(CampaignError::file("read", &path)(source));
            }
            error => return Err(CampaignError::SweepPart(error.into())),
        };
        if !self.queue().is_done_by_now(&claim.name)? && !self.is_over() {
            for name in lost {
                self.recorder.set_aside(&results_name(&name))?;
            }
        }
        Ok(PartEnd::Postponed)
    }

    /// The missing lists that unfinished parts need. Waits up to `PATIENCE` for them to appear.
    fn lost_lists(&self, claim: &Claim) -> Result<BTreeSet<String>, CampaignError> {
        let began = Instant::now();
        loop {
            let lost = self.queue().lost_lists();
            let is_over = began.elapsed() >= PATIENCE || self.is_over();
            if lost.is_empty() || is_over || self.queue().is_done_by_now(&claim.name)? {
                return Ok(lost);
            }
            self.recorder.beat()?;
            std::thread::sleep(NAP);
        }
    }

    /// Counts the solutions in each slice of a part by another method. The new result repeats the
    /// known one, but with these counts.
    fn slices_again(&self, sweep: &DividedSweep, claim: &Claim) -> Result<PartEnd, CampaignError> {
        let began = Instant::now();
        let Some(answer) = &claim.answer else {
            // Only a part that is done can be rechecked.
            return Ok(PartEnd::Done);
        };
        let mut slices = BTreeMap::new();
        for slice in sweep.slices_of(claim.name.part()) {
            let report = self.work.job().count_slice(sweep, slice, &mut || {
                if let Err(error) = self.recorder.beat() {
                    self.fail(error);
                }
                self.has_failed() || self.is_over()
            })?;
            if !report.complete {
                return Ok(PartEnd::Stopped);
            }
            slices.insert(slice, report.count);
        }
        let answer = PartAnswer {
            slices,
            ..answer.clone()
        };
        let result = PartResult {
            answer,
            ..self.no_result(claim, began)
        };
        self.recorder.push(result, Vec::new())?;
        Ok(PartEnd::Done)
    }

    /// A result without an answer, for a part begun at `began`.
    pub(super) fn no_result(&self, claim: &Claim, began: Instant) -> PartResult {
        let threads =
            f64::from(u32::try_from(self.work.monitor.resources.threads.get()).unwrap_or(1));
        PartResult {
            part: claim.name.clone(),
            children: None,
            answer: PartAnswer::default(),
            split: false,
            seconds: began.elapsed().as_secs_f64() * threads,
            list: None,
        }
    }
}

enum SweepPartFailure {
    Lists(SweepListError),
    Graph(io::Error),
    Campaign(CampaignError),
}

impl From<CampaignError> for SweepPartFailure {
    fn from(error: CampaignError) -> Self {
        Self::Campaign(error)
    }
}

impl From<SweepPartError> for SweepPartFailure {
    fn from(error: SweepPartError) -> Self {
        match error {
            SweepPartError::Lists(error) => Self::Lists(error),
            SweepPartError::Graph(error) => Self::Graph(error),
            error => Self::Campaign(CampaignError::SweepPart(error)),
        }
    }
}
