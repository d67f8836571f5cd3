//! Divides the choices on one board into parts that can be counted separately.
//!
//! A part fixes the copies of the first pieces whose copies may vary. Different parts have
//! different choices. The parts in order give all choices in lexicographic order.

use std::collections::{BTreeSet, BinaryHeap};
use std::ops::RangeInclusive;

use num_bigint::BigUint;
use thiserror::Error;
use tilewright_dlx::{
    Answer, CheckpointError, Derived, FrontierCheckpoints, ItemId, Observer, SortedTally, StopFlag,
};

use super::items::ChoiceItems;
use super::{ChoiceQuestion, ChoiceSpace, cells_to_cover, items};
use crate::cover::InstanceError;
use crate::puzzle::Puzzle;
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::support::scratch_file::scratch_file;

/// A part is divided by the number of copies of a piece only if at most this many numbers are
/// possible.
const MOST_CHILDREN: u32 = 1 << 16;

/// All choices on one board, counted part by part.
#[derive(Debug)]
pub(crate) struct ChoiceParts<'a> {
    question: ChoiceQuestion<'a>,
    items: ChoiceItems<'a>,
    /// The positions of the items of pieces whose copies may vary, each with the bounds of the
    /// item.
    varying: Vec<(usize, RangeInclusive<u32>)>,
}

/// Why a part cannot be counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub(crate) enum ChoicePartError {
    /// The count was refused, or was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The sweep, or its checkpoint, cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The choices of a part that the rule allows and that have a solution, in lexicographic order.
#[derive(Debug)]
pub(crate) struct ChoiceRows<'p> {
    parts: &'p ChoiceParts<'p>,
    tally: SortedTally,
    /// How often each item is covered. Only the values at `places` differ between choices.
    times: Vec<u32>,
    places: Vec<usize>,
}

impl<'a> ChoiceParts<'a> {
    /// Prepares to divide a question.
    ///
    /// # Errors
    ///
    /// The puzzle has no exact cover problem with an item for each piece.
    pub(crate) fn new(question: ChoiceQuestion<'a>) -> Result<Self, SolveError> {
        let items = ChoiceItems::new(question.instance)?;
        let bounds = |item: ItemId| items.problem().bounds(item);
        let varying = items.items.iter().enumerate().filter_map(|(at, item)| {
            let bounds = bounds(*item).filter(|bounds| bounds.start() < bounds.end())?;
            Some((at, bounds))
        });
        Ok(Self {
            varying: varying.collect(),
            question,
            items,
        })
    }

    /// Divides a part by the next piece, one child for each number of copies. `None` if the part is
    /// a single choice, or if it would have more than [`MOST_CHILDREN`] children.
    pub(crate) fn children(&self, part: &[u32]) -> Option<Vec<Vec<u32>>> {
        let (_, bounds) = self.varying.get(part.len())?;
        if bounds.end() - bounds.start() >= MOST_CHILDREN {
            return None;
        }
        let child = |times| part.iter().copied().chain([times]).collect();
        Some(bounds.clone().map(child).collect())
    }

    /// About `wanted` parts, in order, each with its share of all choices. Leaves out parts without
    /// an allowed choice, if [`ChoiceSpace`] can count them.
    ///
    /// Cost: computing a [`ChoiceSpace`] for each part.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub(crate) fn divide(
        &self,
        wanted: usize,
        stop: &StopFlag,
    ) -> Result<Vec<(Vec<u32>, f64)>, SolveError> {
        let mut open = BinaryHeap::from([(self.size(&[]), Vec::new())]);
        let mut parts = Vec::new();
        while open.len() + parts.len() < wanted {
            stop.check()?;
            let Some((size, part)) = open.pop() else {
                break;
            };
            match self.children(&part) {
                Some(children) if size > BigUint::from(1_u32) => {
                    let sized = children.into_iter().map(|part| (self.size(&part), part));
                    open.extend(sized.filter(|(size, _)| *size > BigUint::ZERO));
                }
                _ => parts.push((size, part)),
            }
        }
        parts.extend(open);
        parts.sort_by(|(_, one), (_, other)| one.cmp(other));
        let all: BigUint = parts.iter().map(|(size, _)| size).sum();
        let share = |size: BigUint| thousandths(&size, &all);
        Ok(parts
            .into_iter()
            .map(|(size, part)| (part, share(size)))
            .collect())
    }

    /// The number of choices of a part, with or without solutions, or an upper bound if it is
    /// unknown.
    fn size(&self, part: &[u32]) -> BigUint {
        let rule = self.question.rule;
        let puzzle = self.restricted(part);
        let cells = cells_to_cover(&puzzle.board);
        if let Some(space) = ChoiceSpace::new(rule, &puzzle, cells) {
            return space.size();
        }
        let left = self.varying.iter().skip(part.len());
        left.map(|(_, bounds)| BigUint::from(bounds.end() - bounds.start()) + 1_u32)
            .product()
    }

    /// The puzzle with the copies of the first pieces fixed as in `part`.
    fn restricted(&self, part: &[u32]) -> Puzzle {
        let mut puzzle = self.question.instance.puzzle().clone();
        let (tiles, givens) = (puzzle.tiles(), puzzle.givens_of_tiles());
        for (times, (at, _)) in part.iter().zip(&self.varying) {
            let tile = self.items.pieces[*at];
            let copies = times.saturating_add(givens[tile.index()]);
            let faces = puzzle.pieces.iter_mut().zip(&tiles);
            for (face, _) in faces.filter(|(_, own)| **own == tile) {
                *face = face.clone().exactly(copies);
            }
        }
        puzzle
    }

    /// Counts the solutions of the choices of a part. `None` if the observer breaks off or the stop
    /// flag is set. A sweep resumes from `checkpoints`, if given.
    ///
    /// Cost: that of [`Solver::count_by_sorted`](tilewright_dlx::Solver::count_by_sorted).
    ///
    /// # Errors
    ///
    /// The requested engine cannot count the part, data that outgrows the memory cannot be written
    /// to a file, or the checkpoint is damaged, belongs to another count, or cannot be read or
    /// written.
    pub(crate) fn count(
        &self,
        part: &[u32],
        monitor: &RunContext,
        observer: &dyn Observer,
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
    ) -> Result<Option<ChoiceRows<'_>>, ChoicePartError> {
        let problem = self.derived(part).map_err(SolveError::from)?.problem;
        let places = self.places(part);
        let base = self.items.problem();
        let named = |at: &usize| problem.item(base.item_name(self.items.items[*at]));
        let named: Vec<ItemId> = places.iter().filter_map(named).collect();
        let solver = self
            .question
            .solver(&problem, monitor, observer)?
            .spill(|| Ok(Box::new(scratch_file()?)));
        let Answer::Known(tally) = solver.count_by_sorted(&named, checkpoints)? else {
            return Ok(None);
        };
        Ok(Some(ChoiceRows {
            times: self.times(part),
            parts: self,
            tally,
            places,
        }))
    }

    /// The problem of a part: the items of the first pieces are covered exactly as often as the
    /// part says.
    fn derived(&self, part: &[u32]) -> Result<Derived, InstanceError> {
        let base = self.items.problem();
        let mut derivation = base.derive();
        let mut unused = BTreeSet::new();
        for (times, (at, _)) in part.iter().zip(&self.varying) {
            let item = self.items.items[*at];
            if *times == 0 {
                unused.insert(item.index());
            } else {
                derivation = derivation.bounds(item, *times..=*times);
            }
        }
        let derivation = derivation.keep(|option| {
            let mut items = base.option_items(*option).iter();
            !items.any(|item| unused.contains(&item.index()))
        });
        Ok(derivation.build()?)
    }

    /// The positions of the items that may be covered a different number of times in different
    /// choices of a part. Never empty: if there is no such item, one position is returned anyway.
    fn places(&self, part: &[u32]) -> Vec<usize> {
        let first = part.len().min(self.varying.len().saturating_sub(1));
        let places: Vec<usize> = self.varying[first..].iter().map(|(at, _)| *at).collect();
        if places.is_empty() { vec![0] } else { places }
    }

    /// How often each item is covered if the part fixes that, otherwise the item's lower bound.
    fn times(&self, part: &[u32]) -> Vec<u32> {
        let problem = self.items.problem();
        let least = |item: &ItemId| problem.bounds(*item).map_or(0, |bounds| *bounds.start());
        let mut times: Vec<u32> = self.items.items.iter().map(least).collect();
        for (fixed, (at, _)) in part.iter().zip(&self.varying) {
            times[*at] = *fixed;
        }
        times
    }
}

/// Approximately `part / whole`. Both are first shifted right by the same number of bits, so that
/// `whole` has at most 53.
fn thousandths(part: &BigUint, whole: &BigUint) -> f64 {
    let shift = whole.bits().saturating_sub(53);
    let number = |of: &BigUint| {
        let words = (of >> shift).to_u64_digits();
        #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
        let number = words.first().copied().unwrap_or(0) as f64;
        number
    };
    number(part) / number(whole).max(1.0)
}

impl ChoiceRows<'_> {
    /// The next choice in lexicographic order: how often each piece's item is covered, and the
    /// number of solutions. `None` after the last.
    ///
    /// # Errors
    ///
    /// Data that outgrew the memory cannot be read back.
    pub(crate) fn next(&mut self) -> Result<Option<(&[u32], BigUint)>, SolveError> {
        let ChoiceParts {
            question, items, ..
        } = self.parts;
        while let Some((times, solutions)) = self.tally.next()? {
            for (at, times) in self.places.iter().zip(times) {
                self.times[*at] = times;
            }
            let copies = items::copies(&items.givens, &items.pieces, &self.times);
            if question.rule.allows(&copies) {
                return Ok(Some((&self.times, solutions)));
            }
        }
        Ok(None)
    }
}
