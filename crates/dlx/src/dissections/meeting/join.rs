//! Joins the states of two halves where their regions together form parts.
//!
//! The join chooses the shapes of both halves, one open vertex after the other. At each edge between the halves,
//! it decides whether the regions at its ends merge. This leads to a pair of shapes, and to the blocks that their
//! regions form. The number of partitions of such a pair is a sum over pairs of states whose sizes add up to a
//! part in each block. It is computed from two sorted lists.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use num_bigint::BigUint;

use super::blocks::MergedBlocks;
use super::half::Half;
use super::product::product;
use super::totals::BlockTotals;
use crate::dissections::cut::{HalfSide, JoinEvent, MOST_PLACES, SweepCut};
use crate::dissections::join_position::{JoinEnd, JoinPosition};

/// The units of work between two checks of the watcher.
const PULSE: u64 = 1 << 16;

/// The units of work for one choice of the join. A unit is one list entry read.
const CHOICE: u64 = 12;

pub(super) struct JoinLimits {
    pub(super) work: u64,
    /// The maximum number of entries in all cached lists together.
    pub(super) entries: usize,
}

#[derive(Clone, Copy)]
pub(super) struct PartSize {
    pub(super) size: u32,
    /// The number of bits that store the size of a region.
    pub(super) bits: u32,
}

impl PartSize {
    pub(super) fn new(size: usize, bits: u32) -> Self {
        // The size is at most 65,535, so it fits in 32 bits.
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        Self { size, bits }
    }
}

/// A function that is called with the position of a join and may stop it.
pub(super) type JoinWatcher<'a> = dyn FnMut(&JoinPosition) -> ControlFlow<()> + 'a;

pub(super) struct StateJoin<'a> {
    front: &'a Half,
    back: &'a Half,
    cut: &'a SweepCut,
    part: PartSize,
    /// For each half and open vertex in the order of the join, the code chosen.
    codes: [[u8; MOST_PLACES]; 2],
    totals: [BlockTotals<'a>; 2],
    position: JoinPosition,
    /// The path to the position from which an interrupted join is resumed: its choices that are still to be
    /// repeated.
    earlier: std::vec::IntoIter<usize>,
    checked: u64,
    limits: JoinLimits,
    watcher: &'a mut JoinWatcher<'a>,
}

impl<'a> StateJoin<'a> {
    pub(super) fn new(
        [front, back]: [&'a Half; 2],
        cut: &'a SweepCut,
        part: PartSize,
        position: JoinPosition,
        limits: JoinLimits,
        watcher: &'a mut JoinWatcher<'a>,
    ) -> Self {
        Self {
            front,
            back,
            cut,
            part,
            codes: [[0; MOST_PLACES]; 2],
            totals: [front, back].map(|half| BlockTotals::new(half, part.size, part.bits)),
            earlier: position.choices.into_iter(),
            checked: position.work,
            position: JoinPosition {
                choices: Vec::new(),
                ..position
            },
            limits,
            watcher,
        }
    }

    /// Counts the partitions of the whole graph.
    pub(super) fn count(mut self) -> Result<BigUint, JoinEnd> {
        let roots = [self.front.root.clone(), self.back.root.clone()];
        match self.decide(0, &roots, &MergedBlocks::NONE, 1.0) {
            Continue(()) => Ok(self.position.count.into()),
            Break(end) => Err(end),
        }
    }

    /// Makes the decision `event` and all later ones, for the shapes below the given nodes of each half. This is
    /// the fraction `share` of the whole join.
    fn decide(
        &mut self,
        event: usize,
        below: &[Range<usize>; 2],
        blocks: &MergedBlocks,
        share: f64,
    ) -> ControlFlow<JoinEnd> {
        let Some(&next) = self.cut.events.get(event) else {
            return self.meet(below, blocks, share);
        };
        match next {
            JoinEvent::Place(side, place) => self.place(event, (side, place), below, blocks, share),
            JoinEvent::Edge(front, back) => {
                let (a, b) = (
                    self.region(HalfSide::Front, front),
                    self.region(HalfSide::Back, back),
                );
                let (Some(a), Some(b)) = (a, b) else {
                    return self.decide(event + 1, below, blocks, share);
                };
                if blocks.are_one(a, b) {
                    return self.decide(event + 1, below, blocks, share);
                }
                let may_join = !blocks.are_apart(a, b);
                let share = if may_join { share / 2.0 } else { share };
                if self.first_choice() == 0 && may_join {
                    self.choose(0)?;
                    let mut joined = *blocks;
                    joined.join(a, b);
                    self.decide(event + 1, below, &joined, share)?;
                    self.position.choices.pop();
                }
                self.choose(1)?;
                let mut parted = *blocks;
                parted.part(a, b);
                self.decide(event + 1, below, &parted, share)?;
                self.position.choices.pop();
                Continue(())
            }
            JoinEvent::Last(side, place) => {
                let is_last = self.codes[side as usize][place] & 1 == 1;
                let region = self.region(side, place);
                // All edges of the region are decided, and it has merged with no region of the other half. So
                // it never becomes a part.
                if is_last && region.is_some_and(|region| blocks.is_alone(region)) {
                    self.position.done += share;
                    return Continue(());
                }
                self.decide(event + 1, below, blocks, share)
            }
        }
    }

    /// Tries all codes of an open vertex: those of the nodes in the range that `below` holds for its half.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    fn place(
        &mut self,
        event: usize,
        (side, place): (HalfSide, usize),
        below: &[Range<usize>; 2],
        blocks: &MergedBlocks,
        share: f64,
    ) -> ControlFlow<JoinEnd> {
        let half = match side {
            HalfSide::Front => self.front,
            HalfSide::Back => self.back,
        };
        let nodes = &half.nodes[below[side as usize].clone()];
        let share = share / nodes.len() as f64;
        for (number, node) in nodes.iter().enumerate().skip(self.first_choice()) {
            self.choose(number)?;
            self.codes[side as usize][place] = node.code;
            let mut below = below.clone();
            below[side as usize] = node.below.clone();
            match self.with_place(side, place, blocks) {
                Some(blocks) => self.decide(event + 1, &below, &blocks, share)?,
                None => self.position.done += share,
            }
            self.position.choices.pop();
        }
        Continue(())
    }

    /// The blocks after the region of an open vertex is chosen. `None` if this region already belongs to the same
    /// block as a different region at a neighbour of the vertex: these two must not merge.
    fn with_place(
        &self,
        side: HalfSide,
        place: usize,
        blocks: &MergedBlocks,
    ) -> Option<MergedBlocks> {
        let mut blocks = *blocks;
        let Some(region) = self.region(side, place) else {
            return Some(blocks);
        };
        let codes = &self.codes[side as usize];
        if codes[..place]
            .iter()
            .all(|code| code / 2 != codes[place] / 2)
        {
            blocks.add(region);
        }
        for &other in &self.cut.near[side as usize][place] {
            match self.region(side, other) {
                Some(other) if other != region => {
                    if blocks.are_one(region, other) {
                        return None;
                    }
                    blocks.part(region, other);
                }
                _ => {}
            }
        }
        Some(blocks)
    }

    /// The index of the region chosen for an open vertex, among the regions of both halves; `None` if the region
    /// is closed.
    fn region(&self, side: HalfSide, place: usize) -> Option<u8> {
        let label = self.codes[side as usize][place] / 2;
        label.checked_sub(1).map(|region| side.first() + region)
    }

    /// For each pair of a front shape and a back shape in the given ranges, adds its number of partitions to the
    /// count.
    fn meet(
        &mut self,
        shapes: &[Range<usize>; 2],
        blocks: &MergedBlocks,
        share: f64,
    ) -> ControlFlow<JoinEnd> {
        let [front, back] = shapes;
        let with_back = |front| back.clone().map(move |back| (front, back));
        let pairs = front.clone().flat_map(with_back);
        for (number, (front, back)) in pairs.enumerate().skip(self.first_choice()) {
            self.choose(number)?;
            if is_apart(&self.front.shapes[front].apart, HalfSide::Front, blocks)
                && is_apart(&self.back.shapes[back].apart, HalfSide::Back, blocks)
            {
                self.add(front, back, blocks);
            }
            self.position.choices.pop();
        }
        self.position.done += share;
        Continue(())
    }

    /// Adds the number of partitions of one pair of shapes to the count.
    fn add(&mut self, front: usize, back: usize, blocks: &MergedBlocks) {
        let mut numbers = [u8::MAX; 2 * MOST_PLACES];
        let mut count = 0;
        let mut of_front = [0; MOST_PLACES];
        let mut of_back = [0; MOST_PLACES];
        let regions = self.front.shapes[front].regions;
        for (region, number) in (HalfSide::Front.first()..).zip(&mut of_front[..regions]) {
            let block = &mut numbers[usize::from(blocks.block(region))];
            if *block == u8::MAX {
                *block = count;
                count += 1;
            }
            *number = *block;
        }
        let of_front = &of_front[..regions];
        let regions = self.back.shapes[back].regions;
        for (region, number) in (HalfSide::Back.first()..).zip(&mut of_back[..regions]) {
            *number = numbers[usize::from(blocks.block(region))];
        }
        let of_back = &of_back[..regions];
        let [totals, others] = &mut self.totals;
        let front = totals.of(front, of_front);
        let back = others.of(back, of_back);
        let full = (0..u32::from(count)).fold(0_u64, |full, block| {
            full.wrapping_add(u64::from(self.part.size) << (block * self.part.bits))
        });
        let (sum, work) = product(front, back, full);
        self.position.count = self.position.count.wrapping_add(sum);
        let made: u64 = self.totals.iter_mut().map(BlockTotals::take_work).sum();
        self.position.work += work + made;
        if self.totals.iter().map(BlockTotals::entries).sum::<usize>() > self.limits.entries {
            // The lists are dropped, and computed again when they are needed.
            self.totals.iter_mut().for_each(BlockTotals::clear);
        }
    }

    /// The index of the first choice to try at the current decision. It is greater than 0 only where a resumed
    /// join repeats its path: earlier choices are finished.
    fn first_choice(&mut self) -> usize {
        self.earlier.next().unwrap_or(0)
    }

    /// Records a choice, and regularly checks the limit and calls the watcher.
    fn choose(&mut self, number: usize) -> ControlFlow<JoinEnd> {
        self.position.choices.push(number);
        self.position.work += CHOICE;
        if self.position.work < self.checked + PULSE {
            return Continue(());
        }
        self.checked = self.position.work;
        if self.position.work > self.limits.work {
            return Break(JoinEnd::Outgrown);
        }
        (self.watcher)(&self.position).map_break(|()| JoinEnd::Stopped)
    }
}

/// Whether the regions of each pair, of the half `side`, are in different blocks.
fn is_apart(pairs: &[(u8, u8)], side: HalfSide, blocks: &MergedBlocks) -> bool {
    let mut pairs = pairs.iter();
    pairs.all(|(a, b)| !blocks.are_one(side.first() + a, side.first() + b))
}
