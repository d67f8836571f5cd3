//! The ways of a graph that use each of some items as often as they should.
//!
//! Items that stay open throughout, as pieces do, multiply the states: every shape of the frontier
//! comes with many sets of pieces used. So the problem is swept without them first. That gives the
//! graph of all ways to fill the board with as many copies of each piece as one likes, its dead ends
//! pruned; there is no pocket in it that no pieces fill. Then every node gets the sets of pieces
//! that lead to it, with their counts. No option is tried again and no state hashed: a set is an
//! index into an array, and a hierarchy of bitmaps gives the sets of a node back in order. A set is
//! dropped as soon as a piece that it lacks can no longer be used.
//!
//! A node needs the nodes with an edge to it, so the nodes of a step are independent of each other
//! and shared out among threads.

use std::ops::Range;
use std::sync::Mutex;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::sweep::{Spent, Swept, Tell};
use super::tally::Tally;
use crate::diagram::graph::Graph;

/// The most items that a set may have: a thread holds 2^20 counts.
pub(super) const MOST_ITEMS: usize = 20;
/// Nodes of a step between two looks at the clock and at the budget.
const BATCH: u32 = 1 << 12;
/// Nodes that a thread takes at once.
const SHARE: u32 = 1 << 6;
/// What a node's list takes beyond its sets and counts.
const LIST: u64 = 64;

/// How sifting ended.
#[derive(Debug)]
pub(super) enum Sifted {
    Done(Swept),
    Stopped,
    Overflow,
    Outgrown(Divide),
}

/// An item that must be used, or must not, by the ways to the nodes below one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Divide {
    /// The lowest of the nodes above.
    above: u32,
    item: u32,
    used: bool,
}

impl Divide {
    /// The other side.
    pub(super) fn other(self) -> Self {
        Self {
            used: !self.used,
            ..self
        }
    }
}

/// An edge, seen from its target.
#[derive(Clone, Copy, Debug, Default)]
struct Arrival {
    source: u32,
    /// The items that the option uses.
    uses: u32,
}

/// The sets at a node, upwards, and their counts.
#[derive(Clone, Debug)]
struct List<C> {
    sets: Vec<u32>,
    counts: Vec<C>,
}

impl<C: Tally> List<C> {
    fn bytes(&self) -> u64 {
        let each = size_of::<u32>() as u64 + size_of::<C>() as u64 + C::HEAP;
        LIST + self.sets.len() as u64 * each
    }
}

/// A graph turned round, ready to be sifted.
pub(super) struct Sifter {
    items: u32,
    /// The items that every solution uses.
    must: u32,
    root: u32,
    /// By node, where its arrivals end.
    ends: Vec<u32>,
    arrivals: Vec<Arrival>,
    /// By node, how many edges leave it.
    leaving: Vec<u32>,
    /// By node, the items that some way from it uses.
    reach: Vec<u32>,
    /// The nodes of each step, in the order of the sweep.
    steps: Vec<Range<u32>>,
}

impl Sifter {
    /// Turns a graph round. `uses` says by option which of the first `items` bits it uses, `must`
    /// which of them must be used. None if the graph has no way.
    pub(super) fn new(graph: &Graph, items: usize, uses: &[u32], must: u32) -> Option<Self> {
        let root = graph.root()?;
        let nodes = graph.nodes();
        let mut ends = vec![0_u32; nodes];
        for edge in graph.all_edges() {
            ends[edge.target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // The arrivals of the nodes before it; each arrival below moves it on by one.
            (sum, *end) = (sum + *end, sum);
        }
        let mut arrivals = vec![Arrival::default(); sum as usize];
        let (mut leaving, mut reach) = (vec![0; nodes], vec![0; nodes]);
        for node in graph.inner() {
            let edges = graph.edges(node);
            leaving[node as usize] = u32::try_from(edges.len()).unwrap_or(u32::MAX);
            for edge in edges {
                let uses = edge.option().map_or(0, |option| uses[option]);
                let target = edge.target as usize;
                reach[node as usize] |= uses | reach[target];
                arrivals[ends[target] as usize] = Arrival { source: node, uses };
                ends[target] += 1;
            }
        }
        let mut steps: Vec<Range<u32>> = graph.steps().collect();
        steps.push(0..1);
        steps.sort_unstable_by_key(|nodes| std::cmp::Reverse(nodes.start));
        steps.dedup();
        Some(Self {
            // At most `MOST_ITEMS`.
            items: u32::try_from(items).unwrap_or(u32::MAX),
            must,
            root,
            ends,
            arrivals,
            leaving,
            reach,
            steps,
        })
    }

    /// The bytes that the graph takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.arrivals.len() * size_of::<Arrival>() + self.ends.len() * 12) as u64
    }

    /// The steps of the graph.
    pub(super) fn steps(&self) -> usize {
        self.steps.len()
    }

    fn arrivals(&self, node: u32) -> &[Arrival] {
        let at = node as usize;
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.arrivals[from as usize..self.ends[at] as usize]
    }

    /// Counts the ways on the given sides of the divisions.
    pub(super) fn run<C: Tally>(
        &self,
        divides: &[Divide],
        budget: u64,
        pool: Option<&ThreadPool>,
        tell: &mut Tell,
    ) -> Sifted {
        let mut lists: Vec<Option<List<C>>> = vec![None; self.ends.len()];
        let mut leaving = self.leaving.clone();
        let scratch = Mutex::new(Vec::new());
        let mut swept = Swept::default();
        let mut held = LIST * lists.len() as u64;
        for (step, nodes) in self.steps.iter().enumerate() {
            let mut states = 0;
            let mut first = nodes.start;
            while first < nodes.end {
                let spent = Spent {
                    states: swept.states,
                    work: swept.work,
                };
                if tell(step, spent).is_break() {
                    return Sifted::Stopped;
                }
                let batch = first..nodes.end.min(first.saturating_add(BATCH));
                let gather = |from: u32| {
                    let share = from..batch.end.min(from.saturating_add(SHARE));
                    self.gather_all(share, divides, &lists, &scratch)
                };
                let shares = batch.clone().step_by(SHARE as usize);
                let made: Option<Vec<Vec<List<C>>>> = match pool {
                    Some(pool) if batch.len() > SHARE as usize => {
                        let shares: Vec<u32> = shares.collect();
                        pool.install(|| shares.into_par_iter().map(gather).collect())
                    }
                    _ => shares.map(gather).collect(),
                };
                let Some(made) = made else {
                    return Sifted::Overflow;
                };
                for (node, list) in batch.clone().zip(made.into_iter().flatten()) {
                    states += list.sets.len() as u64;
                    held += list.bytes();
                    lists[node as usize] = Some(list);
                }
                first = batch.end;
                swept.peak_bytes = swept.peak_bytes.max(held);
                if held > budget
                    && let Some(divide) = self.divide(nodes.start..first, &lists)
                {
                    return Sifted::Outgrown(divide);
                }
            }
            swept.states += states;
            swept.peak_states = swept.peak_states.max(states);
            for arrival in nodes.clone().flat_map(|node| self.arrivals(node)) {
                let source = arrival.source as usize;
                let read = lists[source].as_ref().map_or(0, |list| list.sets.len());
                swept.work += read as u64;
                leaving[source] -= 1;
                if leaving[source] == 0 {
                    held -= lists[source].take().map_or(0, |list| list.bytes());
                }
            }
        }
        if let Some(Some(list)) = lists.first() {
            swept.count = list.counts.iter().map(C::big).sum();
        }
        Sifted::Done(swept)
    }

    /// The lists of some nodes of one step; none if a count has no room.
    fn gather_all<C: Tally>(
        &self,
        nodes: Range<u32>,
        divides: &[Divide],
        lists: &[Option<List<C>>],
        spare: &Mutex<Vec<Scratch<C>>>,
    ) -> Option<Vec<List<C>>> {
        let spared = spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut scratch = spared.unwrap_or_else(|| Scratch::new(self.items));
        let made = nodes
            .map(|node| {
                if node == self.root && !scratch.add(0, &C::one()) {
                    return None;
                }
                for arrival in self.arrivals(node) {
                    let Some(Some(list)) = lists.get(arrival.source as usize) else {
                        continue;
                    };
                    let (mut without, mut with) = (arrival.uses, 0);
                    let mut barred = false;
                    for divide in divides
                        .iter()
                        .filter(|divide| arrival.source >= divide.above)
                    {
                        if !divide.used {
                            barred |= arrival.uses & divide.item != 0;
                        } else if node < divide.above {
                            with |= divide.item & !arrival.uses;
                        }
                    }
                    if barred {
                        continue;
                    }
                    // One comparison for both: none of the used items, all of the wanted ones.
                    without |= with;
                    for (set, count) in list.sets.iter().zip(&list.counts) {
                        if set & without == with && !scratch.add(set | arrival.uses, count) {
                            return None;
                        }
                    }
                }
                Some(scratch.list(self.reach[node as usize], self.must))
            })
            .collect();
        if let Ok(mut spare) = spare.lock() {
            spare.push(scratch);
        }
        made
    }

    /// The item that divides the sets at these nodes most evenly, if one divides them.
    fn divide<C>(&self, nodes: Range<u32>, lists: &[Option<List<C>>]) -> Option<Divide> {
        let mut used = [0_u64; 32];
        let mut all = 0_u64;
        let lists = &lists[nodes.start as usize..nodes.end as usize];
        for set in lists.iter().flatten().flat_map(|list| &list.sets) {
            all += 1;
            for (item, used) in used.iter_mut().enumerate() {
                *used += u64::from(set >> item & 1);
            }
        }
        let step = self.steps.iter().find(|step| step.contains(&nodes.start))?;
        let (less, item) = (0..self.items)
            .map(|item| (used[item as usize].min(all - used[item as usize]), item))
            .max_by_key(|&(less, item)| (less, std::cmp::Reverse(item)))?;
        (less > 0).then_some(Divide {
            above: step.end,
            item: 1 << item,
            used: false,
        })
    }
}

/// A count for every set, and which of them are not zero.
struct Scratch<C> {
    counts: Vec<C>,
    /// A bit for each count.
    words: Vec<u64>,
    /// A bit for each word.
    tops: Vec<u64>,
}

impl<C: Tally> Scratch<C> {
    fn new(items: u32) -> Self {
        let sets = 1_usize << items;
        Self {
            counts: vec![C::default(); sets],
            words: vec![0; sets.div_ceil(64)],
            tops: vec![0; sets.div_ceil(64 * 64)],
        }
    }

    /// Adds to the count of a set; false if it has no room.
    #[inline]
    fn add(&mut self, set: u32, count: &C) -> bool {
        let at = set as usize;
        let sum = &mut self.counts[at];
        if sum.is_empty() {
            *sum = count.clone();
            self.words[at >> 6] |= 1 << (at & 63);
            self.tops[at >> 12] |= 1 << (at >> 6 & 63);
            return true;
        }
        sum.add(count)
    }

    /// Takes all counts out: those of the sets that with `reach` hold all of `must`.
    fn list(&mut self, reach: u32, must: u32) -> List<C> {
        let (mut sets, mut counts) = (Vec::new(), Vec::new());
        for (top, tops) in self.tops.iter_mut().enumerate() {
            while *tops != 0 {
                let word = top << 6 | tops.trailing_zeros() as usize;
                *tops &= *tops - 1;
                let mut bits = std::mem::take(&mut self.words[word]);
                while bits != 0 {
                    let at = word << 6 | bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let count = std::mem::take(&mut self.counts[at]);
                    // Less than 2^20.
                    let set = u32::try_from(at).unwrap_or(u32::MAX);
                    if (set | reach) & must == must {
                        sets.push(set);
                        counts.push(count);
                    }
                }
            }
        }
        sets.shrink_to_fit();
        counts.shrink_to_fit();
        List { sets, counts }
    }
}
