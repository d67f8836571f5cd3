//! Campaign parts that count the choices from a pool of pieces. All threads of the process count
//! one part together.

use std::ops::ControlFlow::{self, Break};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tilewright_dlx::{CheckpointError, Engine, FrontierCheckpoints, Observer, Progress};

use super::choice_checkpoint::ChoiceCheckpoint;
use super::queue::Claim;
use super::{PartEnd, Process};
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::lists;
use crate::campaign::results::ChildRange;
use crate::design::choices::{ChoicePartError, ChoiceParts, ChoiceRows};
use crate::solve::SolveError;
use crate::support::control_flow::break_if;

/// The maximum size of the choices of a part, in bytes. If they take more, the part is split, as if it
/// took too long.
const MOST_LISTED: usize = 128 << 20;

/// The minimum time after which an original part is split. It doubles with each split, because a part that is
/// split loses its work: on a machine so slow that a part cannot be counted in the time the user set, parts
/// would otherwise be split to the end.
const SHORTEST_BUDGET: Duration = Duration::from_millis(25);

/// The number of choices read between checks for the end of the run.
const ROWS: u64 = 1 << 12;

/// The outcome of counting a part.
enum ChoiceCount<'c> {
    All(Box<ChoiceRows<'c>>),
    Stopped,
    Late,
    /// The checkpoint is unusable.
    Damaged,
}

/// Observes the count of a part, and ends it if it takes too long or if the run must end.
struct CountClock<'p, 'a, 'w> {
    process: &'p Process<'a, 'w>,
    began: Instant,
    /// The time after which the part is split; `None` if it cannot be split.
    budget: Option<Duration>,
    is_late: AtomicBool,
    failure: Mutex<Option<CampaignError>>,
}

impl Observer for CountClock<'_, '_, '_> {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        let process = self.process;
        if self
            .budget
            .is_some_and(|budget| self.began.elapsed() > budget)
        {
            self.is_late.store(true, Relaxed);
        }
        if let Err(error) = process.recorder.beat() {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
            return Break(());
        }
        break_if(self.is_late.load(Relaxed) || process.is_over())
    }
}

/// The minimum time after which a part that came from this number of splits is split again.
fn shortest_budget(splits: usize) -> Duration {
    let factor = u32::try_from(splits).ok();
    let factor = factor.and_then(|splits| 2_u32.checked_pow(splits));
    SHORTEST_BUDGET.saturating_mul(factor.unwrap_or(u32::MAX))
}

impl Process<'_, '_> {
    pub(super) fn design_part(
        &self,
        choices: &ChoiceParts<'_>,
        claim: &Claim,
        part: &[u32],
    ) -> Result<PartEnd, CampaignError> {
        let began = Instant::now();
        let folder = self.campaign.folder();
        let children = match self.options.again {
            None => choices.children(part).map(|children| children.len()),
            Some(_) => None,
        };
        let children = children.and_then(|children| u32::try_from(children).ok());
        let keeps = self.options.again.is_none() && self.work.engine() == Engine::Frontier;
        let mut checkpoint = if keeps {
            let every = self.recorder.flush_every();
            let opened = ChoiceCheckpoint::of(folder, &claim.name, every);
            Some(opened.map_err(CampaignError::file("write", folder))?)
        } else {
            None
        };
        let may_split = children.is_some();
        let splits = claim.name.children().len();
        let budget = may_split.then(|| self.options.part_budget.max(shortest_budget(splits)));
        let mut counted = self.count_choices(choices, part, budget, checkpoint.as_mut())?;
        if let (ChoiceCount::Damaged, Some(checkpoint)) = (&counted, &mut checkpoint) {
            checkpoint.remove();
            counted = self.count_choices(choices, part, budget, Some(checkpoint))?;
        }
        let mut listed = Vec::new();
        let found = match counted {
            ChoiceCount::Damaged => {
                let why = "a checkpoint cannot be read that was just written";
                return Err(CampaignError::damaged(folder, why));
            }
            ChoiceCount::Stopped => return Ok(PartEnd::Stopped),
            ChoiceCount::Late => None,
            ChoiceCount::All(rows) => {
                let found = self.listed(*rows, may_split, &mut listed)?;
                if found.is_none() && self.is_over() {
                    return Ok(PartEnd::Stopped);
                }
                found
            }
        };
        let mut result = self.no_result(claim, began);
        let end = if let Some(answer) = found {
            result.answer = answer;
            PartEnd::Done
        } else {
            listed.clear();
            let of = children.unwrap_or(1);
            result.children = Some(ChildRange { from: 0, to: 0, of });
            result.split = true;
            PartEnd::Split
        };
        self.recorder.push(result, listed)?;
        if let Some(checkpoint) = checkpoint.filter(ChoiceCheckpoint::is_there) {
            // Write the result first: the checkpoint is needed until then.
            self.recorder.flush()?;
            checkpoint.remove();
        }
        Ok(end)
    }

    fn count_choices<'c>(
        &self,
        choices: &'c ChoiceParts<'_>,
        part: &[u32],
        budget: Option<Duration>,
        checkpoint: Option<&mut ChoiceCheckpoint>,
    ) -> Result<ChoiceCount<'c>, CampaignError> {
        let clock = CountClock {
            process: self,
            began: Instant::now(),
            budget,
            is_late: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        let mut monitor = self.work.monitor.clone();
        monitor.resources.engine = Some(self.work.engine());
        let checkpoint = checkpoint.map(|checkpoint| checkpoint as &mut dyn FrontierCheckpoints);
        let counted = choices.count(part, &monitor, &clock, checkpoint);
        let failure = clock.failure.into_inner();
        if let Some(failure) = failure.unwrap_or_else(PoisonError::into_inner) {
            return Err(failure);
        }
        match counted {
            Ok(Some(rows)) => Ok(ChoiceCount::All(Box::new(rows))),
            Ok(None) if clock.is_late.into_inner() && !self.is_over() => Ok(ChoiceCount::Late),
            Ok(None) => Ok(ChoiceCount::Stopped),
            Err(ChoicePartError::Solve(error)) => Err(error.into()),
            Err(ChoicePartError::Checkpoint(error)) => match self.checkpoint_error(error) {
                Some(error) => Err(error),
                None => Ok(ChoiceCount::Damaged),
            },
        }
    }

    /// Encodes the choices into `listed`; `None` if they are too many for one result, or if the run must end.
    fn listed(
        &self,
        mut rows: ChoiceRows<'_>,
        may_split: bool,
        listed: &mut Vec<u8>,
    ) -> Result<Option<PartAnswer>, CampaignError> {
        let mut answer = PartAnswer::default();
        while let Some((times, solutions)) = rows.next()? {
            answer.choice(times, &solutions);
            lists::put_choice(times, &solutions, listed);
            let is_too_much = may_split && listed.len() > MOST_LISTED;
            if is_too_much || (answer.found % ROWS == 0 && self.is_over()) {
                return Ok(None);
            }
        }
        Ok(Some(answer))
    }

    /// Converts an error of a count with a checkpoint; `None` if only the checkpoint is unusable.
    fn checkpoint_error(&self, error: CheckpointError) -> Option<CampaignError> {
        let folder = self.campaign.folder();
        Some(match error {
            CheckpointError::Foreign
            | CheckpointError::Damaged
            | CheckpointError::Version { .. }
            | CheckpointError::Other => return None,
            CheckpointError::Frontier(error) => SolveError::from(error).into(),
            CheckpointError::Solver(error) => SolveError::from(error).into(),
            CheckpointError::Read(error) => CampaignError::file("read", folder)(error),
            CheckpointError::Write(error) => CampaignError::file("write", folder)(error),
            error => CampaignError::file("read", folder)(std::io::Error::other(error)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_split_doubles_the_shortest_time() {
        let times = [0, 1, 5, 20, 200].map(shortest_budget);
        assert_eq!(times[0], SHORTEST_BUDGET);
        assert_eq!(times[1], SHORTEST_BUDGET * 2);
        assert_eq!(times[2], SHORTEST_BUDGET * 32);
        assert!(times[3] > Duration::from_hours(7) && times[4] > times[3]);
    }
}
