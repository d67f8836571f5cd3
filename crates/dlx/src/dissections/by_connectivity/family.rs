//! Lists the ports of all states of a half: what each state can connect to in the other half.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::layer::ShapeLayer;
use super::ports::Ports;
use super::rule::{SizeShift, moved, shift};
use super::tally::{SizeCount, SizeTally};
use super::walk::{Port, PortWalk};
use crate::dissections::join_position::JoinEnd;

/// The work, in sources and shapes, between two checks of the watcher.
const PULSE: usize = 1 << 14;

/// Ports, each with its states; a state may occur several times.
#[derive(Default)]
pub(super) struct PortLists {
    ports: Vec<(Port, Range<usize>)>,
    entries: Vec<SizeCount>,
}

impl PortLists {
    fn clear(&mut self) {
        self.ports.clear();
        self.entries.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ports.len()
    }

    pub(super) fn get(&self, number: usize) -> (&Port, &[SizeCount]) {
        let (port, entries) = &self.ports[number];
        (port, &self.entries[entries.clone()])
    }

    /// The index of the first port with at most `most` states.
    pub(super) fn first_within(&self, most: usize) -> usize {
        self.ports
            .partition_point(|(_, entries)| entries.len() > most)
    }
}

/// States of one shape that belong to a port.
struct PortSource {
    shape: usize,
    shifts: Range<usize>,
    /// The next source in the list of the same port.
    next: Option<usize>,
}

struct FamilyPort {
    port: Port,
    /// The first source in the list of this port.
    source: Option<usize>,
    /// The number of states of all sources.
    states: usize,
}

/// All ports of a half, and the shapes that they come from.
pub(super) struct PortFamily<'a> {
    layer: &'a ShapeLayer,
    ports: Vec<FamilyPort>,
    sources: Vec<PortSource>,
    shifts: Vec<SizeShift>,
    /// The indices of the ports by their set of edges within parts.
    groups: BTreeMap<u32, Vec<usize>>,
    /// The number of states read to make all lists.
    work: u64,
}

#[derive(Clone, Copy)]
pub(super) struct FamilyBounds {
    pub(super) work: u64,
    pub(super) bytes: u64,
}

impl<'a> PortFamily<'a> {
    /// Finds the ports of all shapes of a half.
    ///
    /// # Errors
    ///
    /// [`JoinEnd::Stopped`] once `may_continue` returns false, [`JoinEnd::Outgrown`] beyond the bounds.
    pub(super) fn new(
        layer: &'a ShapeLayer,
        (ports, side): (&Ports, usize),
        bounds: FamilyBounds,
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Result<Self, JoinEnd> {
        let mut family = Self {
            layer,
            ports: Vec::new(),
            sources: Vec::new(),
            shifts: Vec::new(),
            groups: BTreeMap::new(),
            work: 0,
        };
        let mut ids = FxHashMap::default();
        let mut walk = PortWalk::new(ports, side);
        let (mut tried, mut checked) = (0, 0);
        for number in 0..layer.len() {
            let done = number + family.sources.len() + tried;
            if done >= checked + PULSE {
                checked = done;
                if !may_continue() {
                    return Err(JoinEnd::Stopped);
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
                return Err(JoinEnd::Outgrown);
            }
        }
        Ok(family)
    }

    fn bytes(&self) -> u64 {
        let sources = self.sources.capacity() * size_of::<PortSource>();
        // A port is in the list, and in the index, which may be twice as large.
        let ports = self.ports.capacity() * 3 * size_of::<FamilyPort>();
        (sources + ports + self.shifts.capacity() * size_of::<SizeShift>()) as u64
    }

    /// Adds the states of a shape for a set of edges within parts, under the least image of the set.
    fn add(
        &mut self,
        walk: &PortWalk<'_>,
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
                self.ports.push(FamilyPort {
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
            self.sources.push(PortSource {
                shape,
                shifts: first..self.shifts.len(),
                next,
            });
        }
    }

    /// The sets of edges within parts that have states, in order.
    pub(super) fn sets(&self) -> impl Iterator<Item = u32> {
        self.groups.keys().copied()
    }

    /// The number of entries to reserve for the ports with these edges within parts: for a list of
    /// their states, which grows by doubling, and for a table of the states of one port.
    pub(super) fn entries(&self, joined: u32) -> usize {
        let group = self.groups.get(&joined).into_iter().flatten();
        let states = group.map(|&number| self.ports[number].states);
        let (all, most) = states.fold((0, 0), |(all, most), states| {
            (all + states, states.max(most))
        });
        3 * all + SizeTally::most_places(most)
    }

    /// Lists the ports with these edges within parts, each with its states. The port with the most
    /// states comes first.
    pub(super) fn list(
        &self,
        joined: u32,
        lists: &mut PortLists,
        works: &mut dyn FnMut(u64) -> Result<(), JoinEnd>,
    ) -> Result<(), JoinEnd> {
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
