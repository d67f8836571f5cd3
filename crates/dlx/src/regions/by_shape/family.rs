//! The ports of all states of a half.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::layer::ShapeLayer;
use super::ports::Ports;
use super::rule::{Shift, moved, shift};
use super::tally::{Entry, Tally};
use super::walk::{Port, Walk};
use crate::regions::join_position::End;

/// The sources, and the shapes, between two looks at whether to go on.
const PULSE: usize = 1 << 14;

/// Some ports, and of each its states, some of them more than once.
#[derive(Default)]
pub(super) struct Lists {
    ports: Vec<(Port, Range<usize>)>,
    entries: Vec<Entry>,
}

impl Lists {
    fn clear(&mut self) {
        self.ports.clear();
        self.entries.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ports.len()
    }

    pub(super) fn get(&self, number: usize) -> (&Port, &[Entry]) {
        let (port, entries) = &self.ports[number];
        (port, &self.entries[entries.clone()])
    }

    /// The number of the first port with so few states, or fewer.
    pub(super) fn first_within(&self, most: usize) -> usize {
        self.ports
            .partition_point(|(_, entries)| entries.len() > most)
    }
}

/// States of a shape that become such of a port.
struct Source {
    shape: usize,
    shifts: Range<usize>,
    /// Another source of the same port.
    next: Option<usize>,
}

/// A port of a family.
struct Member {
    port: Port,
    /// One of its sources.
    source: Option<usize>,
    /// The states of all of them.
    states: usize,
}

/// All ports of a half, and of which shapes they are made.
pub(super) struct Family<'a> {
    layer: &'a ShapeLayer,
    ports: Vec<Member>,
    sources: Vec<Source>,
    shifts: Vec<Shift>,
    /// The ports by the edges within parts.
    groups: BTreeMap<u32, Vec<usize>>,
    /// The states that are looked at to make all lists.
    work: u64,
}

/// What a family may take.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) work: u64,
    pub(super) bytes: u64,
}

impl<'a> Family<'a> {
    /// Finds the ports of all shapes of a half.
    ///
    /// # Errors
    ///
    /// [`End::Stopped`] once `goes_on` says no, [`End::Outgrown`] beyond the bounds.
    pub(super) fn new(
        layer: &'a ShapeLayer,
        (ports, side): (&Ports, usize),
        bounds: Bounds,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, End> {
        let mut family = Self {
            layer,
            ports: Vec::new(),
            sources: Vec::new(),
            shifts: Vec::new(),
            groups: BTreeMap::new(),
            work: 0,
        };
        let mut ids = FxHashMap::default();
        let mut walk = Walk::new(ports, side);
        let (mut tried, mut heard) = (0, 0);
        for number in 0..layer.len() {
            let done = number + family.sources.len() + tried;
            if done >= heard + PULSE {
                heard = done;
                if !goes_on() {
                    return Err(End::Stopped);
                }
            }
            let shape = layer.shape(number);
            let (regions, count) = shape.read(ports.places[side]);
            walk.begin(shape, &regions, count);
            tried += walk.tried();
            for &joined in walk.found() {
                family.add(&walk, number, joined, &mut ids);
            }
            let is_over = walk.is_over() || family.work > bounds.work;
            if is_over || family.bytes() > bounds.bytes {
                return Err(End::Outgrown);
            }
        }
        Ok(family)
    }

    fn bytes(&self) -> u64 {
        let sources = self.sources.capacity() * size_of::<Source>();
        // Once in the list, and once in the index, which may be twice as large.
        let ports = self.ports.capacity() * 3 * size_of::<Member>();
        (sources + ports + self.shifts.capacity() * size_of::<Shift>()) as u64
    }

    /// Adds the states of a shape where these edges are within parts, by the first image of the edges.
    fn add(
        &mut self,
        walk: &Walk<'_>,
        shape: usize,
        joined: u32,
        ids: &mut FxHashMap<Port, usize>,
    ) {
        let ports = walk.ports;
        let images = ports.mirrors.iter().map(|mirror| mirror.image(joined));
        let least = images.min().unwrap_or(joined);
        for mirror in &ports.mirrors {
            if mirror.image(joined) != least {
                continue;
            }
            let (port, order) = walk.port(joined, mirror);
            let first = self.shifts.len();
            for (to, &region) in order.iter().enumerate() {
                shift(
                    &mut self.shifts,
                    first,
                    usize::from(region) - 1,
                    to,
                    ports.parts,
                );
            }
            let new = self.ports.len();
            let id = *ids.entry(port).or_insert(new);
            if id == new {
                self.ports.push(Member {
                    port,
                    source: None,
                    states: 0,
                });
                self.groups.entry(least).or_default().push(id);
            }
            let member = &mut self.ports[id];
            let states = self.layer.of(shape).len();
            member.states += states;
            self.work += states as u64;
            let next = member.source.replace(self.sources.len());
            self.sources.push(Source {
                shape,
                shifts: first..self.shifts.len(),
                next,
            });
        }
    }

    /// The sets of edges within parts of which there are states, in order.
    pub(super) fn sets(&self) -> impl Iterator<Item = u32> {
        self.groups.keys().copied()
    }

    /// The entries that there is to be room for, to go through the ports with these edges within parts: a list
    /// of their states, which grows by doubling, and a table of those of one port.
    pub(super) fn entries(&self, joined: u32) -> usize {
        let group = self.groups.get(&joined).into_iter().flatten();
        let states = group.map(|&number| self.ports[number].states);
        let (all, most) = states.fold((0, 0), |(all, most), states| {
            (all + states, states.max(most))
        });
        3 * all + Tally::most_places(most)
    }

    /// Finds the ports with these edges within parts, each with its states, those with the most first.
    pub(super) fn list(
        &self,
        joined: u32,
        lists: &mut Lists,
        works: &mut dyn FnMut(u64) -> Result<(), End>,
    ) -> Result<(), End> {
        lists.clear();
        for &number in self.groups.get(&joined).into_iter().flatten() {
            let start = lists.entries.len();
            let member = &self.ports[number];
            let mut next = member.source;
            while let Some(source) = next {
                let source = &self.sources[source];
                next = source.next;
                let entries = self.layer.of(source.shape);
                let shifts = &self.shifts[source.shifts.clone()];
                let moved = entries
                    .iter()
                    .map(|&(sizes, ways)| (moved(sizes, shifts), ways));
                lists.entries.extend(moved);
                works(entries.len() as u64)?;
            }
            let end = lists.entries.len();
            lists.ports.push((member.port, start..end));
        }
        lists
            .ports
            .sort_by_key(|(_, entries)| Reverse(entries.len()));
        Ok(())
    }
}
