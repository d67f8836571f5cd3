//! Makes the lists of a block from those of the blocks before it.

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::blocks::NodeBlock;
use super::join::Factor;
use super::lists::ListScratch;
use super::packed::{List, Unusable};
use super::step_arcs::StepArcs;
use super::{CutDemand, Made, SetJoin};
use crate::threads::Pool;

/// The greatest number of nodes whose lists a thread makes before the watcher is checked. That takes about 100
/// ms.
const UNIT: u32 = 1 << 11;
/// The greatest number of bytes that a thread reads for lists before the watcher is checked.
const MOST_READ: u64 = 1 << 25;

/// Reads the lists of nodes of earlier blocks.
pub(in crate::frontier) trait ListSource: Sync {
    type Error: Send;

    /// The length of a node's list, in bytes.
    fn length(&self, node: u32) -> Result<u64, Self::Error>;

    /// Reads the lists of `nodes`, which are in increasing order. Calls `found` with each node and the bytes of
    /// its list; `found` returns `Break` if the bytes are damaged.
    fn read(
        &self,
        nodes: &[u32],
        found: &mut dyn FnMut(u32, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), Self::Error>;
}

/// A function that is called with each node, the bytes of its list, and the number of paths that cross the cut to
/// it.
pub(in crate::frontier) type OnList<'t> = dyn FnMut(u32, &[u8], BigUint) + 't;

/// Why the lists of a block were not made.
#[derive(Debug)]
pub(in crate::frontier) enum BlockEnding<E> {
    Stopped,
    /// The graph cannot be read.
    Unreadable(io::Error),
    Overflow,
    /// Lists of earlier blocks cannot be read.
    Lists(E),
}

/// The resources for making the lists of a block.
pub(in crate::frontier) struct BlockRun<'r, S> {
    pub(in crate::frontier) source: &'r S,
    /// The maximum total size of the lists that all threads read at once, in bytes.
    pub(in crate::frontier) memory: u64,
    pub(in crate::frontier) pool: Option<&'r Pool>,
}

impl SetJoin {
    /// Prepares to make the lists of a block.
    ///
    /// # Errors
    ///
    /// The graph cannot be read.
    pub(in crate::frontier) fn block_join(&self, block: &NodeBlock) -> io::Result<BlockJoin<'_>> {
        let arcs = match block.steps.len() {
            1 => Some(self.halves.step(block.steps.start)?),
            _ => None,
        };
        Ok(BlockJoin {
            join: self,
            steps: block.steps.clone(),
            arcs,
            scratch: BlockScratch::default(),
        })
    }
}

/// Scratch memory for each width of counts, reused from node to node.
#[derive(Default)]
struct BlockScratch {
    narrow: Mutex<Vec<ListScratch<u32>>>,
    middle: Mutex<Vec<ListScratch<u64>>>,
    wide: Mutex<Vec<ListScratch<u128>>>,
    big: Mutex<Vec<ListScratch<BigUint>>>,
}

/// A type of counts that has its own scratch memory in [`BlockScratch`].
trait Width: Factor {
    fn scratch<'j>(join: &'j BlockJoin<'_>) -> &'j Mutex<Vec<ListScratch<Self>>>;
}

pub(in crate::frontier) struct BlockJoin<'j> {
    join: &'j SetJoin,
    steps: Range<usize>,
    /// The arcs of the block's only step; `None` if the block has several steps.
    arcs: Option<StepArcs>,
    scratch: BlockScratch,
}

impl BlockJoin<'_> {
    /// Makes the lists of `nodes`, or of all nodes if the block has several steps. Counts have 32 bits, 64 bits,
    /// 128 bits or any size for a `width` of 0, 1, 2 or 3. `watch` is called with the number of sets made since
    /// its last call.
    pub(in crate::frontier) fn make<S: ListSource>(
        &self,
        width: u32,
        nodes: &Range<u32>,
        run: &BlockRun<'_, S>,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
        on_list: &mut OnList,
    ) -> Result<(), BlockEnding<S::Error>> {
        match width {
            0 => self.make_with::<u32, S>(nodes, run, watch, on_list),
            1 => self.make_with::<u64, S>(nodes, run, watch, on_list),
            2 => self.make_with::<u128, S>(nodes, run, watch, on_list),
            _ => self.make_with::<BigUint, S>(nodes, run, watch, on_list),
        }
    }

    fn make_with<C: Width, S: ListSource>(
        &self,
        within: &Range<u32>,
        run: &BlockRun<'_, S>,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
        on_list: &mut OnList,
    ) -> Result<(), BlockEnding<S::Error>> {
        let mut own: FxHashMap<u32, List<C>> = FxHashMap::default();
        if let Some(arcs) = &self.arcs {
            let nodes = self.nodes(self.steps.start, within);
            return self.step(nodes, arcs, &mut own, run, watch, on_list);
        }
        for step in self.steps.clone() {
            let arcs = self.join.halves.step(step);
            let arcs = arcs.map_err(BlockEnding::Unreadable)?;
            let nodes = self.nodes(step, within);
            self.step(nodes, &arcs, &mut own, run, watch, on_list)?;
        }
        Ok(())
    }

    /// The nodes of a step that lie in `within`.
    fn nodes(&self, step: usize, within: &Range<u32>) -> Range<u32> {
        let all = &self.join.halves.steps[step];
        all.start.max(within.start)..all.end.min(within.end)
    }

    /// Makes the lists of consecutive nodes of one step.
    fn step<C: Width, S: ListSource>(
        &self,
        nodes: Range<u32>,
        arcs: &StepArcs,
        own: &mut FxHashMap<u32, List<C>>,
        run: &BlockRun<'_, S>,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
        on_list: &mut OnList,
    ) -> Result<(), BlockEnding<S::Error>> {
        let threads = run.pool.map_or(1, Pool::threads);
        let most = MOST_READ.min(run.memory / threads as u64);
        let units = units(nodes, arcs, most, |node| match own.get(&node) {
            Some(_) => Ok(0),
            None => run.source.length(node),
        });
        let units = units.map_err(BlockEnding::Lists)?;
        for units in units.chunks(threads) {
            let unit = UnitRun {
                join: self.join,
                arcs,
                own,
                source: run.source,
                scratch: C::scratch(self),
            };
            let made: Vec<_> = match run.pool {
                Some(pool) if units.len() > 1 => pool.map(units, |nodes| unit.make(nodes.clone())),
                _ => units.iter().map(|nodes| unit.make(nodes.clone())).collect(),
            };
            let mut sets = 0;
            for (nodes, made) in units.iter().zip(made) {
                for (node, (list, sum)) in nodes.clone().zip(made?) {
                    sets += list.len() as u64;
                    let is_read = arcs.readers(node) > 0;
                    let bytes = list.to_bytes();
                    on_list(node, if is_read { &bytes } else { &[] }, sum.big());
                    if is_read && self.arcs.is_none() {
                        own.insert(node, list);
                    }
                }
            }
            if watch(sets).is_break() {
                return Err(BlockEnding::Stopped);
            }
        }
        Ok(())
    }
}

macro_rules! width {
    ($count:ty, $scratch:ident) => {
        impl Width for $count {
            fn scratch<'j>(join: &'j BlockJoin<'_>) -> &'j Mutex<Vec<ListScratch<Self>>> {
                &join.scratch.$scratch
            }
        }
    };
}

width!(u32, narrow);
width!(u64, middle);
width!(u128, wide);
width!(BigUint, big);

/// Divides nodes into units of work for a thread. A unit has at most `UNIT` nodes and reads at most `most` bytes;
/// a single node may read more.
fn units<E>(
    nodes: Range<u32>,
    arcs: &StepArcs,
    most: u64,
    length: impl Fn(u32) -> Result<u64, E>,
) -> Result<Vec<Range<u32>>, E> {
    let (mut units, mut start, mut bytes) = (Vec::new(), nodes.start, 0);
    for node in nodes.clone() {
        let mut own = 0;
        for arc in arcs.all(&(node..node + 1)) {
            own += length(arc.from)?;
        }
        if node > start && (bytes + own > most || node - start == UNIT) {
            units.push(start..node);
            (start, bytes) = (node, 0);
        }
        bytes += own;
    }
    if start < nodes.end {
        units.push(start..nodes.end);
    }
    Ok(units)
}

struct UnitRun<'r, C, S> {
    join: &'r SetJoin,
    arcs: &'r StepArcs,
    /// The lists made so far for this block, by node.
    own: &'r FxHashMap<u32, List<C>>,
    source: &'r S,
    scratch: &'r Mutex<Vec<ListScratch<C>>>,
}

impl<C: Factor, S: ListSource> UnitRun<'_, C, S> {
    fn make(&self, nodes: Range<u32>) -> Result<Vec<Made<C>>, BlockEnding<S::Error>> {
        let arcs = self.arcs.all(&nodes).iter().map(|arc| arc.from);
        let mut needed: Vec<u32> = arcs.filter(|from| !self.own.contains_key(from)).collect();
        needed.sort_unstable();
        needed.dedup();
        let read = self.read(&needed)?;
        let list = |node: u32| self.own.get(&node).or_else(|| read.get(&node));
        let demands = [CutDemand::default(); 2];
        let made = (self.join).gather_all(nodes, demands, self.arcs, &list, self.scratch);
        made.ok_or(BlockEnding::Overflow)
    }

    fn read(&self, nodes: &[u32]) -> Result<FxHashMap<u32, List<C>>, BlockEnding<S::Error>> {
        let mut lists = FxHashMap::default();
        lists.reserve(nodes.len());
        let mut is_wide = false;
        let read = self.source.read(nodes, &mut |node, bytes| {
            match List::of_bytes(bytes, self.join.items) {
                Ok(list) => {
                    lists.insert(node, list);
                }
                Err(Unusable::Wide) => is_wide = true,
                Err(Unusable::Damaged) => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        read.map_err(BlockEnding::Lists)?;
        if is_wide {
            return Err(BlockEnding::Overflow);
        }
        Ok(lists)
    }
}
