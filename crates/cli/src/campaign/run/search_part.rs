//! A part of a search: its children in turn, and those of a child that takes long.
//!
//! A *frame* is a part, or a child, whose children are under way. It sums up what came of them since
//! its last result; a result is written of that sum when it is time to put down what there is, and at
//! the end. So a part that was never put down is one result, and what is lost by a kill is what was
//! done since the last time.

use std::time::Instant;

use tilewright_dlx::{CaseSearch, Subtree};

use super::part_sum::{MOST_LISTED, Sum};
use super::part_visitor::PartVisitor;
use super::queue::{Claim, Known};
use super::{PartEnd, Process};
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::part::PartName;
use crate::campaign::results::{ChildRange, MOST_CHILDREN, PartResult};

/// A part that is forecast to take more than this share of the longest attempt is searched by
/// its children at once.
const LONG: f64 = 0.25;

/// No child has children of its own below so many levels.
const MOST_LEVELS: usize = 64;

/// The work on a part.
pub(super) struct SearchPart<'p, 'a, 'w> {
    process: &'p Process<'a, 'w>,
    case: &'p CaseSearch<'w>,
    claim: &'p Claim,
    began: Instant,
    flushed: Instant,
    frames: Vec<Frame>,
    /// Whether the children of children are searched at once, since the last one took long.
    is_slow: bool,
}

/// What was done of a part since its last result.
struct Frame {
    name: PartName,
    of: u32,
    /// The first child of the next result.
    from: u32,
    /// The child under way.
    at: u32,
    sum: Sum,
    /// Whether there is a result already.
    has_result: bool,
}

/// How the search of a subtree ended.
enum Attempt {
    Found(Sum),
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
                Attempt::Found(sum) => {
                    self.push(claim.name.clone(), None, false, sum)?;
                    return Ok(PartEnd::Done);
                }
                Attempt::TooLong { seconds } => wasted = seconds,
                Attempt::Stopped => return Ok(PartEnd::Stopped),
            }
        }
        self.children(claim.name.clone(), subtree, &claim.known, wasted)
    }

    /// Does the children of a part one after the other.
    fn children(
        &mut self,
        name: PartName,
        below: &Subtree,
        known: &Known,
        wasted: f64,
    ) -> Result<PartEnd, CampaignError> {
        let children = self.process.work.children(self.case, below)?;
        let of = u32::try_from(children.len()).unwrap_or(u32::MAX);
        if children.is_empty() {
            // Every way down ends before it comes to a part: there is no solution.
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
        let sum = Sum {
            seconds: wasted,
            ..Sum::default()
        };
        self.frames.push(Frame {
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

    /// Takes note that there is no solution in a part.
    fn nothing(&mut self, name: PartName) -> Result<PartEnd, CampaignError> {
        self.take(name, Sum::default())
    }

    /// Takes what was found in a part of the list, or in the child under way.
    fn take(&mut self, name: PartName, sum: Sum) -> Result<PartEnd, CampaignError> {
        if let Some(frame) = self.frames.last_mut() {
            frame.sum.add(&sum);
            frame.at += 1;
        } else {
            self.push(name, None, false, sum)?;
        }
        Ok(PartEnd::Done)
    }

    /// Searches a subtree whole, however long it takes: it has too many children.
    fn whole(
        &mut self,
        name: PartName,
        below: &Subtree,
        wasted: f64,
    ) -> Result<PartEnd, CampaignError> {
        let found = self.search(below, false)?;
        if let Attempt::Found(mut sum) = found {
            sum.seconds += wasted;
            return self.take(name, sum);
        }
        self.put_down(false)?;
        Ok(PartEnd::Stopped)
    }

    /// Does one child: at once, or by its own children if it takes long.
    fn child(
        &mut self,
        name: PartName,
        subtree: &Subtree,
        known: Option<&Known>,
    ) -> Result<PartEnd, CampaignError> {
        let began = Instant::now();
        let mut wasted = 0.0;
        let is_deep = self.frames.len() >= MOST_LEVELS;
        if is_deep || (known.is_none() && !self.is_slow) {
            match self.attempt(subtree)? {
                Attempt::Found(sum) => {
                    return self.take(name, sum);
                }
                Attempt::TooLong { seconds } => wasted = seconds,
                Attempt::Stopped => {
                    self.put_down(false)?;
                    return Ok(PartEnd::Stopped);
                }
            }
        }
        let nothing = Known::default();
        let end = self.children(name, subtree, known.unwrap_or(&nothing), wasted)?;
        self.is_slow = began.elapsed() > self.process.attempt() / 2;
        Ok(end)
    }

    /// Searches a subtree whole, if it does not take too long.
    fn attempt(&self, subtree: &Subtree) -> Result<Attempt, CampaignError> {
        self.search(subtree, self.frames.len() < MOST_LEVELS)
    }

    /// Searches a subtree whole, unless that takes too long and it may be given up.
    fn search(&self, subtree: &Subtree, may_give_up: bool) -> Result<Attempt, CampaignError> {
        let began = Instant::now();
        let mut visitor = PartVisitor {
            process: self.process,
            began,
            may_give_up,
            lists: self.process.campaign.manifest().question.lists(),
            sum: Sum::default(),
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
                Attempt::TooLong { seconds }
            } else {
                Attempt::Stopped
            });
        }
        let listed = sum.answer.list;
        sum.answer = PartAnswer::of_search(&report);
        sum.answer.list = listed;
        sum.seconds = seconds;
        Ok(Attempt::Found(sum))
    }

    /// Leaves out a child that is done.
    fn pass_over(&mut self, child: u32) -> Result<(), CampaignError> {
        self.put_down_last()?;
        if let Some(frame) = self.frames.last_mut() {
            frame.at = child + 1;
            frame.from = child + 1;
            frame.has_result = true;
        }
        Ok(())
    }

    /// Ends the last frame: what it has is the next child of the one before, or the rest of a part.
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
        let Frame {
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
        // The child has results of its own.
        let done = self.frames.last().map(|above| above.at);
        done.map_or(Ok(()), |child| self.pass_over(child))
    }

    /// Writes what all frames have; the children left are parts from now on if they are `split`.
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
        sum: Sum,
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
