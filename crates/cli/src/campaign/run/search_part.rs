//! Searches a part: its children one after the other. A child that takes long is searched in the same way.
//!
//! A *frame* is a part or child whose children are being searched. It adds up their answers since its last
//! result. A result is written at regular intervals and at the end. A part that takes less than an interval
//! therefore has a single result, and a killed process loses only the work since the last interval.

use std::time::Instant;

use tilewright_dlx::{CaseSearch, Subtree};

use super::part_sum::{MOST_LISTED, PartSum};
use super::part_visitor::PartVisitor;
use super::queue::{Claim, DoneChildren};
use super::{PartEnd, Process};
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::part::PartName;
use crate::campaign::results::{ChildRange, MOST_CHILDREN, PartResult};

/// A part is first searched as a whole only if its forecast is at most this fraction of the longest
/// attempt.
const LONG: f64 = 0.25;

/// The maximum depth of frames; deeper subtrees are searched as a whole.
const MOST_LEVELS: usize = 64;

/// The search of a part, child by child.
pub(super) struct SearchPart<'p, 'a, 'w> {
    process: &'p Process<'a, 'w>,
    case: &'p CaseSearch<'w>,
    claim: &'p Claim,
    began: Instant,
    flushed: Instant,
    frames: Vec<SearchFrame>,
    /// Whether the last child took too long. If so, the next child is not first searched as a whole.
    is_slow: bool,
}

/// A node whose children are being searched one by one: the part, or a descendant on the way down
/// from it. The frame has the work done since the node's last result was written.
struct SearchFrame {
    name: PartName,
    of: u32,
    /// The index of the first child in the next result.
    from: u32,
    /// The index of the current child.
    at: u32,
    sum: PartSum,
    /// Whether a result of this frame was already written.
    has_result: bool,
}

/// The outcome of searching a subtree.
enum SearchAttempt {
    Found(PartSum),
    TooLong { seconds: f64 },
    Stopped,
}

impl<'p, 'a, 'w> SearchPart<'p, 'a, 'w> {
    pub(super) fn new(
        process: &'p Process<'a, 'w>,
        case: &'p CaseSearch<'w>,
        claim: &'p Claim,
    ) -> Self {
        Self {
            process,
            case,
            claim,
            began: Instant::now(),
            flushed: Instant::now(),
            frames: Vec::new(),
            is_slow: claim.forecast > 64.0 * LONG * process.attempt().as_secs_f64(),
        }
    }

    pub(super) fn run(mut self, subtree: &Subtree) -> Result<PartEnd, CampaignError> {
        let claim = self.claim;
        let mut wasted = 0.0;
        if claim.known.is_nothing() && claim.forecast <= LONG * self.process.attempt().as_secs_f64()
        {
            match self.attempt(subtree)? {
                SearchAttempt::Found(sum) => {
                    self.push(claim.name.clone(), None, false, sum)?;
                    return Ok(PartEnd::Done);
                }
                SearchAttempt::TooLong { seconds } => wasted = seconds,
                SearchAttempt::Stopped => return Ok(PartEnd::Stopped),
            }
        }
        self.children(claim.name.clone(), subtree, &claim.known, wasted)
    }

    /// Searches the children of a part one after the other.
    fn children(
        &mut self,
        name: PartName,
        below: &Subtree,
        known: &DoneChildren,
        wasted: f64,
    ) -> Result<PartEnd, CampaignError> {
        let children = self.process.work.children(self.case, below)?;
        let of = u32::try_from(children.len()).unwrap_or(u32::MAX);
        if children.is_empty() {
            // All branches end above the level of the children, so there is no solution.
            return self.nothing(name);
        }
        if of > MOST_CHILDREN {
            return self.whole(name, below, wasted);
        }
        if known.of.is_some_and(|known| known != of) {
            let path = self.process.campaign.folder().join("results");
            let why = "a result is of a part with another number of children";
            return Err(CampaignError::damaged(&path, why));
        }
        let sum = PartSum {
            seconds: wasted,
            ..PartSum::default()
        };
        self.frames.push(SearchFrame {
            name: name.clone(),
            of,
            from: 0,
            at: 0,
            sum,
            has_result: false,
        });
        for (child, subtree) in (0..of).zip(&children) {
            if known.has(child) {
                self.pass_over(child)?;
                continue;
            }
            if self.process.is_over() {
                self.put_down(false)?;
                return Ok(PartEnd::Stopped);
            }
            let end = self.child(name.child(child), subtree, known.child(child))?;
            if end != PartEnd::Done {
                return Ok(end);
            }
            if child + 1 < of && self.began.elapsed() > self.process.options.part_budget {
                self.put_down(true)?;
                return Ok(PartEnd::Split);
            }
            if self.flushed.elapsed() >= self.process.recorder.flush_every()
                || self
                    .frames
                    .iter()
                    .any(|frame| frame.sum.listed.len() > MOST_LISTED)
            {
                self.put_down(false)?;
            }
        }
        self.end_frame()?;
        Ok(PartEnd::Done)
    }

    /// Records that a part has no solution.
    fn nothing(&mut self, name: PartName) -> Result<PartEnd, CampaignError> {
        self.take(name, PartSum::default())
    }

    /// Records the answer of a part that was searched as a whole, or of the current child.
    fn take(&mut self, name: PartName, sum: PartSum) -> Result<PartEnd, CampaignError> {
        if let Some(frame) = self.frames.last_mut() {
            frame.sum.add(&sum);
            frame.at += 1;
        } else {
            self.push(name, None, false, sum)?;
        }
        Ok(PartEnd::Done)
    }

    /// Searches a subtree as a whole without a limit on its time, because it has too many children.
    fn whole(
        &mut self,
        name: PartName,
        below: &Subtree,
        wasted: f64,
    ) -> Result<PartEnd, CampaignError> {
        let found = self.search(below, false)?;
        if let SearchAttempt::Found(mut sum) = found {
            sum.seconds += wasted;
            return self.take(name, sum);
        }
        self.put_down(false)?;
        Ok(PartEnd::Stopped)
    }

    /// Searches a child: as a whole, or its children one after the other if some of them are done already, or
    /// if the child or the one before takes long. At the maximum depth a child is always searched as a whole.
    fn child(
        &mut self,
        name: PartName,
        subtree: &Subtree,
        known: Option<&DoneChildren>,
    ) -> Result<PartEnd, CampaignError> {
        let began = Instant::now();
        let mut wasted = 0.0;
        let is_deep = self.frames.len() >= MOST_LEVELS;
        if is_deep || (known.is_none() && !self.is_slow) {
            match self.attempt(subtree)? {
                SearchAttempt::Found(sum) => {
                    return self.take(name, sum);
                }
                SearchAttempt::TooLong { seconds } => wasted = seconds,
                SearchAttempt::Stopped => {
                    self.put_down(false)?;
                    return Ok(PartEnd::Stopped);
                }
            }
        }
        let nothing = DoneChildren::default();
        let end = self.children(name, subtree, known.unwrap_or(&nothing), wasted)?;
        self.is_slow = began.elapsed() > self.process.attempt() / 2;
        Ok(end)
    }

    /// Searches a subtree as a whole, unless that takes too long.
    fn attempt(&self, subtree: &Subtree) -> Result<SearchAttempt, CampaignError> {
        self.search(subtree, self.frames.len() < MOST_LEVELS)
    }

    /// Searches a subtree as a whole. With `may_give_up`, the search stops if it takes too long.
    fn search(&self, subtree: &Subtree, may_give_up: bool) -> Result<SearchAttempt, CampaignError> {
        let began = Instant::now();
        let mut visitor = PartVisitor {
            process: self.process,
            began,
            may_give_up,
            lists: self.process.campaign.manifest().question.lists(),
            sum: PartSum::default(),
            gave_up: false,
            failure: None,
        };
        let report = self.case.search(subtree, &mut visitor);
        let PartVisitor {
            mut sum,
            gave_up,
            failure,
            ..
        } = visitor;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let seconds = began.elapsed().as_secs_f64();
        if !report.complete {
            return Ok(if gave_up {
                SearchAttempt::TooLong { seconds }
            } else {
                SearchAttempt::Stopped
            });
        }
        let listed = sum.answer.list;
        sum.answer = PartAnswer::of_search(&report);
        sum.answer.list = listed;
        sum.seconds = seconds;
        Ok(SearchAttempt::Found(sum))
    }

    /// Skips a child that is already done.
    fn pass_over(&mut self, child: u32) -> Result<(), CampaignError> {
        self.put_down_last()?;
        if let Some(frame) = self.frames.last_mut() {
            frame.at = child + 1;
            frame.from = child + 1;
            frame.has_result = true;
        }
        Ok(())
    }

    /// Ends the last frame. Its sum is added to the frame above as the answer of a child, or
    /// becomes the result of the remaining children of the part.
    fn end_frame(&mut self) -> Result<(), CampaignError> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        let is_whole = !frame.has_result;
        if let (true, Some(above)) = (is_whole, self.frames.last_mut()) {
            above.sum.add(&frame.sum);
            above.at += 1;
            return Ok(());
        }
        let SearchFrame {
            name,
            of,
            from,
            sum,
            ..
        } = frame;
        let range = (!is_whole).then_some(ChildRange { from, to: of, of });
        if is_whole || from < of {
            self.push(name, range, false, sum)?;
        }
        // The child has separate results, so its answer is not added to the frame above.
        let done = self.frames.last().map(|above| above.at);
        done.map_or(Ok(()), |child| self.pass_over(child))
    }

    /// Writes what the parts in all frames have found as results. With `split`, the remaining
    /// children become parts.
    fn put_down(&mut self, split: bool) -> Result<(), CampaignError> {
        self.flushed = Instant::now();
        for at in 0..self.frames.len() {
            self.put_down_frame(at, split)?;
        }
        if split {
            self.process.recorder.flush()
        } else {
            Ok(())
        }
    }

    fn put_down_last(&mut self) -> Result<(), CampaignError> {
        match self.frames.len() {
            0 => Ok(()),
            frames => self.put_down_frame(frames - 1, false),
        }
    }

    fn put_down_frame(&mut self, at: usize, split: bool) -> Result<(), CampaignError> {
        let frame = &mut self.frames[at];
        if frame.from == frame.at && !split {
            return Ok(());
        }
        let range = ChildRange {
            from: frame.from,
            to: frame.at,
            of: frame.of,
        };
        frame.from = frame.at;
        frame.has_result = true;
        let (name, sum) = (frame.name.clone(), std::mem::take(&mut frame.sum));
        self.push(name, Some(range), split, sum)
    }

    fn push(
        &self,
        part: PartName,
        children: Option<ChildRange>,
        split: bool,
        sum: PartSum,
    ) -> Result<(), CampaignError> {
        let result = PartResult {
            part,
            children,
            answer: sum.answer,
            split,
            seconds: sum.seconds,
            list: None,
        };
        self.process.recorder.push(result, sum.listed)
    }
}
