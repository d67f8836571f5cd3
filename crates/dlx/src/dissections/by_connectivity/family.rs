//! Lists the ports of all states of a half. A port describes how a state can connect to states of the other half.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::layer::ShapeLayer;
use super::ports::Ports;
use super::rule::{SizeShift, moved, shift};
use super::tally::{SizeCount, SizeTally};
use super::walk::{Port, PortWalk};
use crate::compact::CompactSort;
use crate::dissections::join_position::JoinEnd;

/// How many shapes and port sources are processed between two checks of the watcher.
const PULSE: usize = 1 << 14;

/// Some ports, each with the list of its states. A state may occur in a list several times.
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

    /// The index of the first port with at most `most` states. Ports with more states come first.
    pub(super) fn first_within(&self, most: usize) -> usize {
        self.ports
            .partition_point(|(_, entries)| entries.len() > most)
    }
}

/// All states of one shape, as part of the states of a port.
struct PortSource {
    shape: usize,
    shifts: Range<usize>,
    /// The index of the next source of the same port; `None` for the last one.
    next: Option<usize>,
}

struct FamilyPort {
    port: Port,
    /// The index of the first source of the port. It begins the linked list of the port's sources.
    source: Option<usize>,
    /// The number of states in all sources of the port.
    states: usize,
}

/// All ports of a half, and from which shapes their states come.
pub(super) struct PortFamily<'a> {
    layer: &'a ShapeLayer,
    ports: Vec<FamilyPort>,
    sources: Vec<PortSource>,
    shifts: Vec<SizeShift>,
    /// For each set of edges within parts, the indices of the ports with this set.
    groups: BTreeMap<u32, Vec<usize>>,
    /// The number of states that must be read to make the lists of all ports.
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
    /// [`JoinEnd::Stopped`] once `may_continue` returns false, [`JoinEnd::Outgrown`] if `bounds` are exceeded.
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
        // A port is stored in the vector and as a key of the map, which may have twice the capacity.
        let ports = self.ports.capacity() * 3 * size_of::<FamilyPort>();
        (sources + ports + self.shifts.capacity() * size_of::<SizeShift>()) as u64
    }

    /// Adds the states of a shape to those [ports](Port) in which exactly the edges `joined` lie within parts. Of
    /// `joined` and its images under symmetries, only the least set is used.
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

    /// The sets of edges within parts for which ports exist, in increasing order.
    pub(super) fn sets(&self) -> impl Iterator<Item = u32> {
        self.groups.keys().copied()
    }

    /// The memory needed to join the ports whose set of edges within parts is `joined`, as a number of
    /// [`SizeCount`] entries. It holds two things: a list of all states of these ports, which takes up to three
    /// times its length while it grows by doubling, and a table for the states of one port at a time.
    pub(super) fn entries(&self, joined: u32) -> usize {
        let group = self.groups.get(&joined).into_iter().flatten();
        let states = group.map(|&number| self.ports[number].states);
        let (all, most) = states.fold((0, 0), |(all, most), states| {
            (all + states, states.max(most))
        });
        3 * all + SizeTally::most_places(most)
    }

    /// Lists the ports whose set of edges within parts is `joined`, each with its states. The port with the most
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
            .compact_sort_by_key(|(_, entries)| Reverse(entries.len()));
        Ok(())
    }
}
