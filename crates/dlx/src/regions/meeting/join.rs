//! Joins the states of two halves wherever regions of the one and of the other make up parts.
//!
//! Shapes of both halves are chosen place by place, and edge by edge which regions become one. What is
//! left in the end is a pair of shapes and the blocks that their regions make up: such pairs have as
//! many ways as their states with sizes that come to a part in each block, which is read off two
//! sorted lists.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use num_bigint::BigUint;

use super::blocks::Blocks;
use super::half::Half;
use super::product::product;
use super::totals::Totals;
use crate::regions::cut::{Cut, Event, MOST_PLACES, Side};
use crate::regions::join_position::{End, JoinPosition};

/// The work between two looks at whether to go on.
const PULSE: u64 = 1 << 16;

/// The work of one choice of a node or of what becomes of an edge.
const CHOICE: u64 = 12;

/// What a join may take.
pub(super) struct Limits {
    pub(super) work: u64,
    /// The entries of lists that are kept.
    pub(super) entries: usize,
}

/// The vertices of a part.
#[derive(Clone, Copy)]
pub(super) struct PartSize {
    pub(super) size: u32,
    /// The bits of a size.
    pub(super) bits: u32,
}

impl PartSize {
    pub(super) fn new(size: usize, bits: u32) -> Self {
        // Parts are of 65,535 vertices at most.
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        Self { size, bits }
    }
}

/// Is told of the position, and may break out.
pub(super) type Hear<'a> = dyn FnMut(&JoinPosition) -> ControlFlow<()> + 'a;

/// A join under way.
pub(super) struct Join<'a> {
    front: &'a Half,
    back: &'a Half,
    cut: &'a Cut,
    part: PartSize,
    /// By place, the codes chosen.
    codes: [[u8; MOST_PLACES]; 2],
    totals: [Totals<'a>; 2],
    position: JoinPosition,
    /// Where an earlier join was stopped: the choices that are still to be found again.
    earlier: std::vec::IntoIter<usize>,
    heard: u64,
    limits: Limits,
    hear: &'a mut Hear<'a>,
}

impl<'a> Join<'a> {
    pub(super) fn new(
        [front, back]: [&'a Half; 2],
        cut: &'a Cut,
        part: PartSize,
        position: JoinPosition,
        limits: Limits,
        hear: &'a mut Hear<'a>,
    ) -> Self {
        Self {
            front,
            back,
            cut,
            part,
            codes: [[0; MOST_PLACES]; 2],
            totals: [front, back].map(|half| Totals::new(half, part.size, part.bits)),
            earlier: position.choices.into_iter(),
            heard: position.work,
            position: JoinPosition {
                choices: Vec::new(),
                ..position
            },
            limits,
            hear,
        }
    }

    /// Counts all ways.
    pub(super) fn count(mut self) -> Result<BigUint, End> {
        let roots = [self.front.root.clone(), self.back.root.clone()];
        match self.decide(0, &roots, &Blocks::NONE, 1.0) {
            Continue(()) => Ok(self.position.count.into()),
            Break(end) => Err(end),
        }
    }

    /// Decides an event and all after it, between the shapes below some nodes: a share of all.
    fn decide(
        &mut self,
        event: usize,
        below: &[Range<usize>; 2],
        blocks: &Blocks,
        share: f64,
    ) -> ControlFlow<End> {
        let Some(&next) = self.cut.events.get(event) else {
            return self.meet(below, blocks, share);
        };
        match next {
            Event::Place(side, place) => self.place(event, (side, place), below, blocks, share),
            Event::Edge(front, back) => {
                let (a, b) = (
                    self.region(Side::Front, front),
                    self.region(Side::Back, back),
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
            Event::Last(side, place) => {
                let is_last = self.codes[side as usize][place] & 1 == 1;
                let region = self.region(side, place);
                // Without an edge to the other half it never becomes a part.
                if is_last && region.is_some_and(|region| blocks.is_alone(region)) {
                    self.position.done += share;
                    return Continue(());
                }
                self.decide(event + 1, below, blocks, share)
            }
        }
    }

    /// Takes each node for a place in turn.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    fn place(
        &mut self,
        event: usize,
        (side, place): (Side, usize),
        below: &[Range<usize>; 2],
        blocks: &Blocks,
        share: f64,
    ) -> ControlFlow<End> {
        let half = match side {
            Side::Front => self.front,
            Side::Back => self.back,
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

    /// The blocks once the region of a place is known; none if it is one with a region next to it.
    fn with_place(&self, side: Side, place: usize, blocks: &Blocks) -> Option<Blocks> {
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

    /// The region of a place, if it is open.
    fn region(&self, side: Side, place: usize) -> Option<u8> {
        let label = self.codes[side as usize][place] / 2;
        label.checked_sub(1).map(|region| side.first() + region)
    }

    /// Adds up the ways of some shapes of both halves, all with the same regions.
    fn meet(
        &mut self,
        shapes: &[Range<usize>; 2],
        blocks: &Blocks,
        share: f64,
    ) -> ControlFlow<End> {
        let [front, back] = shapes;
        let with_back = |front| back.clone().map(move |back| (front, back));
        let pairs = front.clone().flat_map(with_back);
        for (number, (front, back)) in pairs.enumerate().skip(self.first_choice()) {
            self.choose(number)?;
            if is_apart(&self.front.shapes[front].apart, Side::Front, blocks)
                && is_apart(&self.back.shapes[back].apart, Side::Back, blocks)
            {
                self.add(front, back, blocks);
            }
            self.position.choices.pop();
        }
        self.position.done += share;
        Continue(())
    }

    /// Adds up the ways of two shapes.
    fn add(&mut self, front: usize, back: usize, blocks: &Blocks) {
        let mut numbers = [u8::MAX; 2 * MOST_PLACES];
        let mut count = 0;
        let mut of_front = [0; MOST_PLACES];
        let mut of_back = [0; MOST_PLACES];
        let regions = self.front.shapes[front].regions;
        for (region, number) in (Side::Front.first()..).zip(&mut of_front[..regions]) {
            let block = &mut numbers[usize::from(blocks.block(region))];
            if *block == u8::MAX {
                *block = count;
                count += 1;
            }
            *number = *block;
        }
        let of_front = &of_front[..regions];
        let regions = self.back.shapes[back].regions;
        for (region, number) in (Side::Back.first()..).zip(&mut of_back[..regions]) {
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
        let made: u64 = self.totals.iter_mut().map(Totals::take_work).sum();
        self.position.work += work + made;
        if self.totals.iter().map(Totals::entries).sum::<usize>() > self.limits.entries {
            // They are made again as they are wanted.
            self.totals.iter_mut().for_each(Totals::clear);
        }
    }

    /// The first choice to be looked at: those before it an earlier join has done.
    fn first_choice(&mut self) -> usize {
        self.earlier.next().unwrap_or(0)
    }

    /// Makes a choice, and looks at times whether to go on.
    fn choose(&mut self, number: usize) -> ControlFlow<End> {
        self.position.choices.push(number);
        self.position.work += CHOICE;
        if self.position.work < self.heard + PULSE {
            return Continue(());
        }
        self.heard = self.position.work;
        if self.position.work > self.limits.work {
            return Break(End::Outgrown);
        }
        (self.hear)(&self.position).map_break(|()| End::Stopped)
    }
}

/// Whether pairs of regions that must not meet are of different blocks.
fn is_apart(pairs: &[(u8, u8)], side: Side, blocks: &Blocks) -> bool {
    let mut pairs = pairs.iter();
    pairs.all(|(a, b)| !blocks.are_one(side.first() + a, side.first() + b))
}
