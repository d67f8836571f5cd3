//! Joins two halves: each port of one half with the compatible ports of the other.
//!
//! A state and its image under a symmetry that keeps both halves have the same number of partial partitions. A
//! sweep keeps only one of several images, so the lists contain all images of all states. Thus the total of a port
//! is multiplied by the number of symmetries. Of a set of edges and its images, only the least is listed. So the
//! number of partitions for all these sets together is the product of the lists of both halves, divided by the
//! number of symmetries and by the number of symmetries that keep the set.

use std::ops::{ControlFlow, Range};

use num_bigint::BigUint;

use super::family::{FamilyBounds, PortFamily, PortLists};
use super::layer::ShapeLayer;
use super::pairing::{MOST_LOOKUPS, Pairing};
use super::ports::Ports;
use super::tally::{BATCH, SizeCount, SizeTally};
use super::walk::Port;
use crate::compact::set_of;
use crate::dissections::join_position::{JoinEnd, JoinPosition};

/// The number of units of work between two checks of the watcher. They take about 1 ms.
const PULSE: u64 = 1 << 17;

/// The number of states looked up between two checks of the limit on the work.
const STATES: usize = 1 << 12;

/// The units of work for comparing two ports. A unit is one look-up of a state.
const TRIAL: u64 = 8;

/// A function that is called with the position of a join and may stop it.
pub(in super::super) type ShapeJoinWatcher<'a> = dyn FnMut(&JoinPosition) -> ControlFlow<()> + 'a;

pub(in super::super) struct ShapeJoin<'a> {
    ports: &'a Ports,
    position: JoinPosition,
    /// The units of work done so far.
    work: u64,
    /// The units of work that had been done at the last call of the watcher.
    checked: u64,
    limit: u64,
    watcher: &'a mut ShapeJoinWatcher<'a>,
    pairing: Pairing,
    tally: SizeTally,
}

impl<'a> ShapeJoin<'a> {
    /// Continues a join from `position`. The join gives up after `limit` units of work.
    pub(in super::super) fn new(
        ports: &'a Ports,
        position: JoinPosition,
        limit: u64,
        watcher: &'a mut ShapeJoinWatcher<'a>,
    ) -> Self {
        Self {
            ports,
            checked: position.work,
            work: position.work,
            position,
            limit,
            watcher,
            pairing: Pairing::new(ports.parts),
            tally: SizeTally::new(),
        }
    }

    /// Counts the partitions of the whole graph. `layers` holds the states of the front half (swept from the
    /// beginning) and of the back half (swept from the end).
    pub(in super::super) fn count(
        mut self,
        layers: [&ShapeLayer; 2],
        memory: u64,
    ) -> Result<BigUint, JoinEnd> {
        let ports = self.ports;
        self.check_numbers(layers)?;
        let bounds = FamilyBounds {
            work: self.limit,
            bytes: memory / 4,
        };
        // If a symmetry exchanges the two halves, both have the same ports.
        let front = if ports.is_flipped() {
            None
        } else {
            Some(self.family(layers[0], 0, bounds)?)
        };
        let back = self.family(layers[1], 1, bounds)?;
        let sets = set_of(back.sets());
        let sets: Vec<u32> = match &front {
            Some(front) => front.sets().filter(|set| sets.contains(set)).collect(),
            None => sets.into_iter().collect(),
        };
        let (mut of_front, mut of_back) = (PortLists::default(), PortLists::default());
        let first = self.position.choices.first().copied().unwrap_or(0);
        for (number, &joined) in sets.iter().enumerate().skip(first) {
            self.position.choices = vec![number];
            self.position.done = share(number, sets.len());
            self.pairing.begin(ports, joined);
            let entries = front
                .iter()
                .chain([&back])
                .map(|family| family.entries(joined));
            let bytes = entries.sum::<usize>() * size_of::<SizeCount>();
            if bytes as u64 > memory / 2 {
                return Err(JoinEnd::Outgrown);
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
            self.position.count = count.ok_or(JoinEnd::Outgrown)?;
            self.position.work = self.work;
        }
        Ok(self.position.count.into())
    }

    /// Checks that the numbers of partial partitions of a half, summed over all images, fit in 64 bits.
    fn check_numbers(&mut self, layers: [&ShapeLayer; 2]) -> Result<(), JoinEnd> {
        for layer in layers {
            let mut total = 0_u64;
            for entries in layer.entries.chunks(1 << 16) {
                let ways = entries
                    .iter()
                    .try_fold(total, |total, entry| total.checked_add(entry.1));
                total = ways.ok_or(JoinEnd::Outgrown)?;
                self.works(entries.len() as u64 / 16)?;
            }
            total
                .checked_mul(self.ports.mirrors.len() as u64)
                .ok_or(JoinEnd::Outgrown)?;
        }
        Ok(())
    }

    fn family<'l>(
        &mut self,
        layer: &'l ShapeLayer,
        side: usize,
        bounds: FamilyBounds,
    ) -> Result<PortFamily<'l>, JoinEnd> {
        let ports = self.ports;
        let watcher = &mut self.watcher;
        let position = &self.position;
        let may_continue = &mut || watcher(position).is_continue();
        PortFamily::new(layer, (ports, side), bounds, may_continue)
    }

    /// Adds `work` to the work done. Regularly checks the limit and calls the watcher.
    fn works(&mut self, work: u64) -> Result<(), JoinEnd> {
        self.work += work;
        if self.work < self.checked + PULSE {
            return Ok(());
        }
        self.checked = self.work;
        if self.work > self.limit {
            return Err(JoinEnd::Outgrown);
        }
        match (self.watcher)(&self.position) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(JoinEnd::Stopped),
        }
    }

    /// Counts the partitions if both halves have the same ports. A pair of different ports then counts twice.
    fn of_one(&mut self, lists: &PortLists) -> Result<u128, JoinEnd> {
        let mut sum = 0;
        for number in 0..lists.len() {
            let first = lists.get(number);
            let itself = self.of_list(first, lists, number..number + 1)?;
            sum += itself + 2 * self.of_list(first, lists, number + 1..lists.len())?;
        }
        Ok(sum)
    }

    fn of_both(&mut self, front: &PortLists, back: &PortLists) -> Result<u128, JoinEnd> {
        let mut sum = 0;
        // Of two lists, the longer one is put into a table, in which the states of the shorter one are looked up.
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

    /// The number of partitions that combine a state of `port` with a state of one of those ports of `others`
    /// whose indices are in `numbers`.
    fn of_list(
        &mut self,
        (port, entries): (&Port, &[SizeCount]),
        others: &PortLists,
        numbers: Range<usize>,
    ) -> Result<u128, JoinEnd> {
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
                    return Err(JoinEnd::Outgrown);
                }
                self.works(work)?;
            }
        }
        Ok(sum)
    }

    /// Puts the states of a port into the table.
    fn lay_out(&mut self, port: &Port, entries: &[SizeCount]) -> Result<(), JoinEnd> {
        let width = self.ports.parts.width(port.regions());
        self.tally.clear(entries.len(), width);
        for batch in entries.chunks(BATCH) {
            self.tally.add(batch);
        }
        // The sum of all counts fits in 64 bits.
        debug_assert!(!self.tally.is_over(), "invariant: numbers were checked");
        self.works(entries.len() as u64)
    }
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn share(done: usize, all: usize) -> f64 {
    done as f64 / all as f64
}
