//! A join of sets in a checkpoint: the two halves of the graph, and the lists under way.

use std::io;
use std::ops::ControlFlow;

use super::cut_graph::CutGraph;
use super::lists::{Entry, List, bytes};
use super::{Divide, Factor, Lists, MOST_ITEMS, Position, SetJoin};
use crate::frontier::checkpoint::{CheckpointWriter, Sink, Source, damaged, put};
use crate::frontier::count::Count;
use crate::frontier::sweep::{OnStep, Spent, Swept};
use crate::frontier::work_list::Side;

impl SetJoin {
    /// The place before the first node.
    pub(super) fn start<C: Factor>(&self) -> Position<C> {
        let nodes = self.halves.nodes();
        Position {
            step: 0,
            from: 0,
            states: 0,
            lists: Lists {
                by_node: vec![List::default(); nodes],
                readers: self.halves.readers.clone(),
                held: bytes::<C>(0) * nodes as u64,
            },
            swept: Swept::default(),
        }
    }

    /// Tells of the progress, and keeps a checkpoint if one is due or the watcher breaks out.
    pub(super) fn pause<C: Factor>(
        &self,
        place: &Position<C>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> ControlFlow<()> {
        let graph = |sink: &mut Sink| self.save(sink);
        let save = |sink: &mut Sink| place.save(sink);
        let spent = Spent {
            states: place.swept.states,
            work: place.swept.work,
        };
        if on_step(place.step, spent).is_break() {
            // That it cannot be written, the writer knows.
            let _ = writer.write(&graph, &save);
            return ControlFlow::Break(());
        }
        if writer.is_due(|| self.bytes() + place.lists.held) {
            writer.write(&graph, &save)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        for number in [self.items, self.mandatory, self.root] {
            sink.number(number.into())?;
        }
        self.halves.save(sink)
    }

    /// Reads the graph from a checkpoint.
    pub(in crate::frontier) fn load(source: &mut Source) -> io::Result<Self> {
        let (items, mandatory, root) = (source.small::<u32>()?, source.small()?, source.small()?);
        if items as usize > MOST_ITEMS {
            return Err(damaged());
        }
        let join = Self {
            items,
            mandatory,
            root,
            halves: CutGraph::load(items, source)?,
        };
        let fits = mandatory < 1 << items && (root as usize) < join.halves.nodes();
        if fits { Ok(join) } else { Err(damaged()) }
    }

    pub(super) fn load_place<C: Factor>(&self, source: &mut Source) -> io::Result<Position<C>> {
        let halves = &self.halves;
        let mut place = self.start::<C>();
        place.step = source.small()?;
        place.from = source.small()?;
        place.states = source.counter()?;
        place.swept = Swept::load(source)?;
        let lists = &mut place.lists;
        let mut next = 0_usize;
        for _ in 0..source.length(2)? {
            let node = next.checked_add(source.small()?).ok_or_else(damaged)?;
            let list = load_list(self.items, source)?;
            lists.held += bytes::<C>(list.len()) - bytes::<C>(0);
            *lists.by_node.get_mut(node).ok_or_else(damaged)? = list;
            next = node + 1;
        }
        // What the nodes before this place have read is read no more.
        let steps = halves.steps.get(..place.step).ok_or_else(damaged)?;
        let here = halves.steps.get(place.step).ok_or_else(damaged)?;
        if place.from > here.end {
            return Err(damaged());
        }
        let here = here.start..place.from;
        for node in steps.iter().cloned().flatten().chain(here) {
            for arc in halves.arcs(node).iter().chain(halves.crossing(node)) {
                let readers = &mut lists.readers[arc.from as usize];
                *readers = readers.checked_sub(1).ok_or_else(damaged)?;
            }
        }
        Ok(place)
    }
}

impl<C: Factor> Position<C> {
    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.step as u64)?;
        sink.number(self.from.into())?;
        sink.number(self.states)?;
        self.swept.save(sink)?;
        let lists = &self.lists.by_node;
        let filled = lists.iter().filter(|list| !list.is_empty()).count();
        sink.number(filled as u64)?;
        let mut gap = 0;
        for list in lists {
            if list.is_empty() {
                gap += 1;
                continue;
            }
            sink.number(gap)?;
            save_list(list, sink)?;
            gap = 0;
        }
        Ok(())
    }
}

/// Upwards, so the differences are small.
fn save_list<C: Count>(list: &[Entry<C>], sink: &mut Sink) -> io::Result<()> {
    sink.number(list.len() as u64)?;
    let mut least = 0;
    for entry in list {
        sink.number((entry.set - least).into())?;
        entry.count.save(sink)?;
        least = entry.set + 1;
    }
    Ok(())
}

fn load_list<C: Count>(items: u32, source: &mut Source) -> io::Result<List<C>> {
    let length = source.length(2)?;
    let mut least = 0_u32;
    (0..length)
        .map(|_| {
            let set = least.checked_add(source.small()?).ok_or_else(damaged)?;
            if set >> items != 0 {
                return Err(damaged());
            }
            least = set + 1;
            let count = C::load(source)?;
            Ok(Entry { set, count })
        })
        .collect()
}

impl Side for Divide {
    fn save(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.item.into());
        put(bytes, self.above.into());
    }

    fn load(source: &mut Source) -> io::Result<Self> {
        Ok(Self {
            item: source.small()?,
            above: source.number()? != 0,
        })
    }
}
