//! Joins two halves: each port of the one with those of the other that go together with it.
//!
//! A half has as many ways to a state as to its image under a symmetry that keeps both halves. A sweep
//! tells but one of some images, so the lists hold all images of all states: of a port as many times its
//! ways as there are symmetries, and this only for the first one of the images of a set of edges. So
//! the ways of a set of edges and its images, all together, are the product of both lists divided by the
//! number of symmetries and by that of those which keep the set.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use num_bigint::BigUint;

use super::family::{Bounds, Family, Lists};
use super::layer::ShapeLayer;
use super::pairing::{MOST_LOOKUPS, Pairing};
use super::ports::Ports;
use super::tally::{BATCH, Entry, Tally};
use super::walk::Port;
use crate::regions::join_position::{End, JoinPosition};

/// The work between two looks at whether to go on: a millisecond or so.
const PULSE: u64 = 1 << 17;

/// The states that are looked up between two looks at the work.
const STATES: usize = 1 << 12;

/// The work of trying two ports.
const TRIAL: u64 = 8;

/// Is told of the position, and may break out.
pub(in super::super) type Hear<'a> = dyn FnMut(&JoinPosition) -> ControlFlow<()> + 'a;

/// A join under way.
pub(in super::super) struct ShapeJoin<'a> {
    ports: &'a Ports,
    position: JoinPosition,
    /// The work of this set of edges, and when `hear` was told last.
    work: u64,
    heard: u64,
    limit: u64,
    hear: &'a mut Hear<'a>,
    pairing: Pairing,
    tally: Tally,
}

impl<'a> ShapeJoin<'a> {
    /// A join that goes on from a position, and ends beyond so much work.
    pub(in super::super) fn new(
        ports: &'a Ports,
        position: JoinPosition,
        limit: u64,
        hear: &'a mut Hear<'a>,
    ) -> Self {
        Self {
            ports,
            heard: position.work,
            work: position.work,
            position,
            limit,
            hear,
            pairing: Pairing::new(ports.parts),
            tally: Tally::new(),
        }
    }

    /// Counts all ways, of the states of the front and of the back with so many places.
    pub(in super::super) fn count(
        mut self,
        layers: [&ShapeLayer; 2],
        memory: u64,
    ) -> Result<BigUint, End> {
        let ports = self.ports;
        self.check_numbers(layers)?;
        let bounds = Bounds {
            work: self.limit,
            bytes: memory / 4,
        };
        // Where a symmetry exchanges both halves, they have the same ports.
        let front = if ports.is_flipped() {
            None
        } else {
            Some(self.family(layers[0], 0, bounds)?)
        };
        let back = self.family(layers[1], 1, bounds)?;
        let sets: BTreeSet<u32> = back.sets().collect();
        let sets: Vec<u32> = match &front {
            Some(front) => front.sets().filter(|set| sets.contains(set)).collect(),
            None => sets.into_iter().collect(),
        };
        let (mut of_front, mut of_back) = (Lists::default(), Lists::default());
        let first = self.position.choices.first().copied().unwrap_or(0);
        for (number, &joined) in sets.iter().enumerate().skip(first) {
            self.position.choices = vec![number];
            self.position.done = share(number, sets.len());
            self.pairing.begin(ports, joined);
            let entries = front
                .iter()
                .chain([&back])
                .map(|family| family.entries(joined));
            let bytes = entries.sum::<usize>() * size_of::<Entry>();
            if bytes as u64 > memory / 2 {
                return Err(End::Outgrown);
            }
            back.list(joined, &mut of_back, &mut |work| self.works(work))?;
            let sum = match &front {
                Some(front) => {
                    front.list(joined, &mut of_front, &mut |work| self.works(work))?;
                    self.of_both(&of_front, &of_back)?
                }
                None => self.of_one(&of_back)?,
            };
            let mirrors = ports.mirrors.iter();
            let keeping = mirrors
                .filter(|mirror| mirror.image(joined) == joined)
                .count();
            let images = (keeping * ports.mirrors.len()) as u128;
            debug_assert!(sum % images == 0, "invariant: images are alike");
            let count = self.position.count.checked_add(sum / images);
            self.position.count = count.ok_or(End::Outgrown)?;
            self.position.work = self.work;
        }
        Ok(self.position.count.into())
    }

    /// Sees to it that the numbers of ways of a half, and all of their images, come to 64 bits.
    fn check_numbers(&mut self, layers: [&ShapeLayer; 2]) -> Result<(), End> {
        for layer in layers {
            let mut total = 0_u64;
            for entries in layer.entries.chunks(1 << 16) {
                let ways = entries
                    .iter()
                    .try_fold(total, |total, entry| total.checked_add(entry.1));
                total = ways.ok_or(End::Outgrown)?;
                self.works(entries.len() as u64 / 16)?;
            }
            total
                .checked_mul(self.ports.mirrors.len() as u64)
                .ok_or(End::Outgrown)?;
        }
        Ok(())
    }

    fn family<'l>(
        &mut self,
        layer: &'l ShapeLayer,
        side: usize,
        bounds: Bounds,
    ) -> Result<Family<'l>, End> {
        let ports = self.ports;
        let hear = &mut self.hear;
        let position = &self.position;
        let goes_on = &mut || hear(position).is_continue();
        Family::new(layer, (ports, side), bounds, goes_on)
    }

    /// Takes note of work, and looks at times whether to go on.
    fn works(&mut self, work: u64) -> Result<(), End> {
        self.work += work;
        if self.work < self.heard + PULSE {
            return Ok(());
        }
        self.heard = self.work;
        if self.work > self.limit {
            return Err(End::Outgrown);
        }
        match (self.hear)(&self.position) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Stopped),
        }
    }

    /// The ways of two halves that have the same ports: a pair of them counts twice.
    fn of_one(&mut self, lists: &Lists) -> Result<u128, End> {
        let mut sum = 0;
        for number in 0..lists.len() {
            let first = lists.get(number);
            let itself = self.of_list(first, lists, number..number + 1)?;
            sum += itself + 2 * self.of_list(first, lists, number + 1..lists.len())?;
        }
        Ok(sum)
    }

    fn of_both(&mut self, front: &Lists, back: &Lists) -> Result<u128, End> {
        let mut sum = 0;
        // The longer of two lists is looked up in.
        for number in 0..front.len() {
            let first = front.get(number);
            let shorter = back.first_within(first.1.len())..back.len();
            sum += self.of_list(first, back, shorter)?;
        }
        for number in 0..back.len() {
            let first = back.get(number);
            let shorter = match first.1.len().checked_sub(1) {
                Some(most) => front.first_within(most)..front.len(),
                None => 0..0,
            };
            sum += self.of_list(first, front, shorter)?;
        }
        Ok(sum)
    }

    /// The ways of the states of a port with those of some others.
    fn of_list(
        &mut self,
        (port, entries): (&Port, &[Entry]),
        others: &Lists,
        numbers: Range<usize>,
    ) -> Result<u128, End> {
        let mut sum = 0;
        let mut is_laid_out = false;
        for number in numbers {
            self.works(TRIAL)?;
            let (other, list) = others.get(number);
            if !self.pairing.take(port, other) {
                continue;
            }
            if !is_laid_out {
                self.lay_out(port, entries)?;
                is_laid_out = true;
            }
            for states in list.chunks(STATES) {
                let (ways, work) = self.pairing.sum(&self.tally, states);
                sum += ways;
                if work > MOST_LOOKUPS {
                    return Err(End::Outgrown);
                }
                self.works(work)?;
            }
        }
        Ok(sum)
    }

    /// Makes a table of the states of a port.
    fn lay_out(&mut self, port: &Port, entries: &[Entry]) -> Result<(), End> {
        let width = self.ports.parts.width(port.regions());
        self.tally.clear(entries.len(), width);
        for batch in entries.chunks(BATCH) {
            self.tally.add(batch);
        }
        // All numbers together come to 64 bits.
        debug_assert!(!self.tally.is_over(), "invariant: numbers were checked");
        self.works(entries.len() as u64)
    }
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn share(done: usize, all: usize) -> f64 {
    done as f64 / all as f64
}
