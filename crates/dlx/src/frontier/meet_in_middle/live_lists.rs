//! Stores the lists of nodes until the last node that needs them has been made.

use std::io;
use std::ops::Range;

use super::cut_graph::CutGraph;
use super::lists::bytes;
use super::packed::List;
use super::step_arcs::StepArcs;
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};
use crate::frontier::count::StateCount;

/// A list, and the number of arcs over which it will still be read.
#[derive(Clone, Debug)]
struct Live<C> {
    list: List<C>,
    readers: u32,
}

#[derive(Clone, Debug)]
struct StepLists<C> {
    first: u32,
    /// The lists of consecutive nodes from `first` on or, if `nodes` is set, of the nodes in `nodes`.
    lists: Vec<Live<C>>,
    /// The nodes whose lists are in `lists`. `None` as long as no dropped list has been removed from `lists`.
    nodes: Option<Vec<u32>>,
    /// The number of lists for which memory is allocated.
    room: usize,
    /// The number of lists that will still be read.
    unread: usize,
}

impl<C> StepLists<C> {
    fn at(&self, node: u32) -> Option<usize> {
        match &self.nodes {
            None => Some((node - self.first) as usize),
            Some(nodes) => nodes.binary_search(&node).ok(),
        }
    }

    /// The size of the step without the contents of the lists, in bytes.
    fn own_bytes(&self) -> u64 {
        let node = self.nodes.as_ref().map_or(0, |_| size_of::<u32>());
        (self.room * (size_of::<Live<C>>() + node)) as u64
    }

    fn push(&mut self, list: List<C>, readers: u32) {
        self.unread += usize::from(readers > 0);
        self.lists.push(Live { list, readers });
    }

    /// Removes the dropped lists from `lists`, if more than half of the lists there are dropped.
    fn compact(&mut self) {
        if 2 * self.unread >= self.lists.len() {
            return;
        }
        let lists = std::mem::take(&mut self.lists).into_iter();
        let nodes: Vec<u32> = match self.nodes.take() {
            Some(nodes) => nodes,
            None => (self.first..).take(lists.len()).collect(),
        };
        let live = nodes.into_iter().zip(lists);
        let live = live.filter(|(_, live)| live.readers > 0);
        let mut nodes = Vec::with_capacity(self.unread);
        self.lists.reserve_exact(self.unread);
        self.room = self.unread;
        for (node, live) in live {
            nodes.push(node);
            self.lists.push(live);
        }
        self.nodes = Some(nodes);
    }
}

/// The lists that will still be read, by step.
#[derive(Clone, Debug)]
pub(super) struct LiveLists<C> {
    steps: Vec<StepLists<C>>,
    pub(super) held: u64,
}

impl<C: StateCount> LiveLists<C> {
    pub(super) fn new() -> Self {
        Self {
            steps: Vec::new(),
            held: 0,
        }
    }

    /// Begins a step or resumes it. Returns the first of its `nodes` that has no list yet.
    pub(super) fn go_on(&mut self, step: usize, nodes: &Range<u32>) -> u32 {
        if self.steps.len() == step {
            self.begin(nodes);
        }
        let made = self.steps.last().map_or(0, |step| step.lists.len());
        u32::try_from(made).map_or(nodes.end, |made| nodes.start + made)
    }

    fn begin(&mut self, nodes: &Range<u32>) {
        let step = StepLists {
            first: nodes.start,
            lists: Vec::with_capacity(nodes.len()),
            nodes: None,
            room: nodes.len(),
            unread: 0,
        };
        self.held += step.own_bytes();
        self.steps.push(step);
    }

    /// Stores the list of the next node of the current step, to be read over `readers` arcs.
    pub(super) fn push(&mut self, list: List<C>, readers: u32) {
        let Some(step) = self.steps.last_mut() else {
            return;
        };
        if readers == 0 {
            step.push(List::default(), 0);
        } else {
            self.held += bytes(&list);
            step.push(list, readers);
        }
    }

    /// The list of a node of a finished step. Empty or `None` once all its readers have read it.
    #[inline]
    pub(super) fn of(&self, step: usize, node: u32) -> Option<&List<C>> {
        let step = self.steps.get(step)?;
        Some(&step.lists.get(step.at(node)?)?.list)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &List<C>> {
        let lists = self.steps.iter().flat_map(|step| &step.lists);
        lists.map(|live| &live.list)
    }

    /// Records that `nodes` have read the lists at their arcs, and drops lists that no other node will read.
    /// Returns the number of entries read.
    pub(super) fn release(
        &mut self,
        halves: &CutGraph,
        step: &StepArcs,
        nodes: &Range<u32>,
    ) -> u64 {
        let mut read = 0;
        for arc in step.all(nodes) {
            let Some(from) = self.steps.get_mut(halves.step_of(arc.from)) else {
                continue;
            };
            let Some(at) = from.at(arc.from) else {
                continue;
            };
            let live = &mut from.lists[at];
            read += live.list.len() as u64;
            if live.readers == 0 {
                continue;
            }
            live.readers -= 1;
            if live.readers == 0 {
                self.held -= bytes(&live.list);
                live.list = List::default();
                from.unread -= 1;
            }
        }
        read
    }

    /// Frees the entries of dropped lists, in the steps in which more than half of the lists are dropped. Called
    /// at the end of a step.
    pub(super) fn compact(&mut self) {
        for step in &mut self.steps {
            let before = step.own_bytes();
            step.compact();
            self.held = self.held - before + step.own_bytes();
        }
    }

    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.steps.len() as u64)?;
        for step in &self.steps {
            sink.number(step.lists.len() as u64)?;
            sink.number(u64::from(step.nodes.is_some()))?;
            if let Some(nodes) = &step.nodes {
                for node in nodes {
                    sink.number((node - step.first).into())?;
                }
            }
            for live in &step.lists {
                sink.number(live.readers.into())?;
                live.list.save(sink)?;
            }
        }
        Ok(())
    }

    /// Reads the lists of the steps in `until` from a checkpoint. The last of these steps is unfinished.
    pub(super) fn load(
        until: &[Range<u32>],
        items: u32,
        source: &mut CheckedFile,
    ) -> io::Result<Self> {
        let mut lists = Self::new();
        if source.length(2)? != until.len() {
            return Err(damaged());
        }
        for (at, nodes) in until.iter().enumerate() {
            lists.begin(nodes);
            let under_way = at + 1 == until.len();
            lists.load_step(nodes, under_way, items, source)?;
        }
        Ok(lists)
    }

    fn load_step(
        &mut self,
        nodes: &Range<u32>,
        under_way: bool,
        items: u32,
        source: &mut CheckedFile,
    ) -> io::Result<()> {
        let length = source.length(1)?;
        let few = source.number()? != 0;
        let fits = match (few, under_way) {
            (true, true) => false,
            (false, false) => length == nodes.len(),
            _ => length <= nodes.len(),
        };
        let step = self.steps.last_mut().filter(|_| fits);
        let step = step.ok_or_else(damaged)?;
        let begun = step.own_bytes();
        if few {
            step.lists = Vec::with_capacity(length);
            step.room = length;
            let mut few = Vec::with_capacity(length);
            for _ in 0..length {
                let at: u32 = source.small()?;
                few.push(nodes.start.checked_add(at).ok_or_else(damaged)?);
            }
            step.nodes = Some(few);
        }
        for _ in 0..length {
            let readers = source.small()?;
            let list = List::load(items, source)?;
            if readers > 0 {
                self.held += bytes(&list);
            } else if !list.is_empty() {
                return Err(damaged());
            }
            step.push(list, readers);
        }
        self.held = self.held - begun + step.own_bytes();
        Ok(())
    }
}
