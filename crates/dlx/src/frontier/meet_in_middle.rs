//! Counts the paths of a graph that use each of the given items as often as required.
//!
//! Items that stay open throughout, as pieces do, multiply the states: every shape of the frontier
//! occurs with many sets of used pieces. So the problem is first swept without them. That gives
//! the graph of all ways to fill the board with any number of copies of each piece. Its dead ends
//! are pruned, so it contains no pocket that no pieces fill. Then every node above a cut gets the
//! sets of pieces on the paths to it, with their counts. Every node below the cut gets the sets of
//! pieces on the paths from it to the end. Where an edge crosses the cut, each set from above is
//! joined to the set from below that completes it. Most sets beyond the middle have no completion,
//! and are never made.
//!
//! No option is tried again and no state hashed: a set is an index into an array, and a hierarchy of bitmaps returns
//! the sets of a node in order. A set is dropped as soon as a piece that it lacks can no longer be used. A node needs
//! only its neighbours on the side away from the cut, so the nodes of a step are independent of each other and
//! distributed over threads.
//!
//! Where the lists outgrow the memory, the work is done in parts. Some pieces are selected, and each part fixes which
//! of these lie above the cut.
//!
//! Source: meeting in the middle, as Horowitz and Sahni, "Computing partitions with applications to
//! the knapsack problem", Journal of the ACM 21 (1974), split a set in two.

pub(super) mod block_join;
pub(super) mod blocks;
mod checkpoint;
mod count;
mod cut_graph;
mod entry;
mod forecast;
pub(super) mod item_masks;
mod join;
mod lists;
mod live_lists;
mod packed;
pub(super) mod set_tally;
mod step_arcs;
#[cfg(test)]
mod tests;

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use super::checkpoint::CheckpointWriter;
use super::count::StateCount;
use super::error::FrontierError;
use super::preparation::Preparation;
use super::totals::{OnStep, SweepTotals};
use crate::diagram::graph::Graph;
use crate::threads::Pool;
use cut_graph::CutGraph;
use entry::SetEntry;
use forecast::CutForecast;
use item_masks::{ItemMasks, MOST_ITEMS};
use join::{Factor, Sum, join};
use lists::ListScratch;
use live_lists::LiveLists;
use packed::List;
use set_tally::SetTally;
use step_arcs::{Arc, StepArcs};

/// The number of nodes of a step that are processed between two checks of the watcher and the budget.
const BATCH: u32 = 1 << 10;
/// The number of nodes that a thread processes at once.
const SHARE: u32 = 1 << 4;

/// The approximate number of lists that are read to choose the item that divides the work.
const SAMPLED: usize = 1 << 13;

/// How a join of sets ended.
#[derive(Debug)]
pub(super) enum JoinEnding {
    Done(SweepTotals),
    Stopped,
    /// The graph cannot be read.
    Unreadable(io::Error),
    Overflow,
    /// The lists outgrew the budget; the item with this bit divides them most evenly.
    Outgrown(u32),
}

/// Restricts a join to the paths that use an item above the cut, or to those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Divide {
    /// The item, as a mask with its bit set.
    pub(super) item: u32,
    pub(super) above: bool,
}

impl Divide {
    /// The two parts into which an item divides the work. The second part is counted first. Which part is the
    /// second alternates with `depth`, so that the part counted first of all is about the largest.
    pub(super) fn sides(item: u32, depth: usize) -> [Self; 2] {
        let first = depth.is_multiple_of(2);
        [!first, first].map(|above| Self { item, above })
    }
}

/// The requirements on the paths on one side of the cut. The fields are bit sets of items.
#[derive(Clone, Copy, Debug, Default)]
struct CutDemand {
    /// The items that may not be used on this side.
    barred: u32,
    /// The items that must be used on this side.
    required: u32,
}

/// A graph cut into halves, prepared for joining the sets of items above and below the cut.
pub(super) struct SetJoin {
    /// Whether the paths are also counted by the set of items that they use.
    tallies: bool,
    items: u32,
    mandatory: u32,
    root: u32,
    /// The number of list entries that the join will read, by forecast; zero without a forecast.
    entries: f64,
    halves: CutGraph,
}

/// Where a join, or one part of a divided join, has arrived.
struct SetJoinPosition<C> {
    step: usize,
    /// The number of sets at those nodes of the running step that are finished.
    states: u64,
    lists: LiveLists<C>,
    swept: SweepTotals,
}

impl<C: Factor> SetJoinPosition<C> {
    fn start() -> Self {
        Self {
            step: 0,
            states: 0,
            lists: LiveLists::new(),
            swept: SweepTotals::default(),
        }
    }
}

/// What is made for a node: the list of its sets, and the number of paths that cross the cut to it.
type Made<C> = (List<C>, Sum);

impl SetJoin {
    /// Cuts a graph into halves where the join is forecast to be cheapest. `None` if the graph has no path.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`].
    pub(super) fn new(
        graph: &Graph,
        uses: &ItemMasks,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Option<Self>, FrontierError> {
        let Some(root) = graph.root() else {
            return Ok(None);
        };
        let CutForecast { cut, entries, .. } = forecast::cut(graph, root, uses, preparation)?;
        let steps = cut_graph::steps(graph, cut);
        let join = Self::cut_at(graph, root, uses, (cut, steps), preparation)?;
        Ok(Some(Self { entries, ..join }))
    }

    /// Cuts a graph just below the node `cut`. `steps` are the ranges of nodes of the steps of both halves.
    fn cut_at(
        graph: &Graph,
        root: u32,
        uses: &ItemMasks,
        (cut, steps): (u32, Vec<Range<u32>>),
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        Ok(Self {
            tallies: false,
            items: uses.items,
            mandatory: uses.mandatory,
            root,
            entries: 0.0,
            halves: CutGraph::new(graph, uses, cut, steps, preparation)?,
        })
    }

    /// Makes the join also count the paths by the set of items that they use. This takes 8 bytes for each possible
    /// set in each thread.
    pub(super) fn tally(self) -> Self {
        Self {
            tallies: true,
            ..self
        }
    }

    pub(super) fn entries(&self) -> f64 {
        self.entries
    }

    pub(super) fn bytes(&self) -> u64 {
        self.halves.bytes()
    }

    pub(super) fn steps(&self) -> usize {
        self.halves.steps.len()
    }

    /// Counts the paths that all the restrictions in `divides` allow.
    pub(super) fn run<C: Factor>(
        &self,
        divides: &[Divide],
        budget: u64,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> JoinEnding {
        let halves = &self.halves;
        let demands = self.demands(divides);
        let scratch = Mutex::new(Vec::new());
        let Ok(resumed) = writer.read(|source| self.load_place(&scratch, source)) else {
            return JoinEnding::Stopped;
        };
        if writer.read_all().is_err() {
            return JoinEnding::Stopped;
        }
        let mut place = resumed.unwrap_or_else(SetJoinPosition::start);
        for (step, nodes) in halves.steps.iter().enumerate().skip(place.step) {
            place.step = step;
            let from = place.lists.go_on(step, nodes);
            let arcs = match halves.step(step) {
                Ok(arcs) => arcs,
                Err(error) => return JoinEnding::Unreadable(error),
            };
            for first in (from..nodes.end).step_by(BATCH as usize) {
                if self.pause(&place, &scratch, writer, on_step).is_break() {
                    return JoinEnding::Stopped;
                }
                let SetJoinPosition {
                    lists,
                    swept,
                    states,
                    ..
                } = &mut place;
                let batch = first..nodes.end.min(first.saturating_add(BATCH));
                let list = |node: u32| lists.of(halves.step_of(node), node);
                let gather = |from: u32| {
                    let share = from..batch.end.min(from.saturating_add(SHARE));
                    self.gather_all(share, demands, &arcs, &list, &scratch)
                };
                let shares = batch.clone().step_by(SHARE as usize);
                let made: Option<Vec<Vec<Made<C>>>> = match pool {
                    Some(pool) if batch.len() > SHARE as usize => {
                        let shares: Vec<u32> = shares.collect();
                        pool.map(&shares, |&from| gather(from))
                            .into_iter()
                            .collect()
                    }
                    _ => shares.map(gather).collect(),
                };
                let Some(made) = made else {
                    return JoinEnding::Overflow;
                };
                for (node, (list, sum)) in batch.clone().zip(made.into_iter().flatten()) {
                    *states += list.len() as u64;
                    swept.count += sum.big();
                    lists.push(list, arcs.readers(node));
                }
                swept.peak_bytes = swept.peak_bytes.max(lists.held);
                if lists.held > budget
                    && let Some(item) = self.divide(divides, lists)
                {
                    return JoinEnding::Outgrown(item);
                }
                swept.work += lists.release(halves, &arcs, &batch);
            }
            place.lists.compact();
            let states = std::mem::take(&mut place.states);
            place.swept.states += states;
            place.swept.peak_states = place.swept.peak_states.max(states);
        }
        if self.tallies && Self::end_tally(scratch, &mut place.swept, writer).is_break() {
            return JoinEnding::Stopped;
        }
        JoinEnding::Done(place.swept)
    }

    /// Adds up the tallies of all threads, and adds them to the tally of the writer.
    fn end_tally<C: StateCount>(
        scratch: Mutex<Vec<ListScratch<C>>>,
        swept: &mut SweepTotals,
        writer: &mut CheckpointWriter<'_>,
    ) -> ControlFlow<()> {
        let threads = scratch.into_inner().unwrap_or_else(PoisonError::into_inner);
        let tallies = threads.into_iter().filter_map(|scratch| scratch.tally);
        let all = tallies.reduce(|mut all, more| {
            all.add_all(more);
            all
        });
        for (set, sum) in all.iter().flat_map(SetTally::iter) {
            if let Some(tally) = &mut writer.tally {
                let count: Vec<u64> = sum.iter_u64_digits().collect();
                tally.add(&[set.into()], &count)?;
            }
            swept.count += sum;
        }
        ControlFlow::Continue(())
    }

    /// The requirements on the paths above and below the cut that follow from the divisions.
    fn demands(&self, divides: &[Divide]) -> [CutDemand; 2] {
        let side = |above| {
            let on_side = divides.iter().filter(|divide| divide.above == above);
            on_side.fold(0, |items, divide| items | divide.item)
        };
        let (above, below) = (side(true), side(false));
        [
            CutDemand {
                barred: below,
                required: above,
            },
            // An optional item that is not used above the cut need not be used below it either.
            CutDemand {
                barred: above,
                required: below & self.mandatory,
            },
        ]
    }

    /// Makes the lists of some nodes of one step. For nodes below the cut, also counts the paths that cross to
    /// them. `None` if a count overflows.
    fn gather_all<'l, C: Factor + 'l>(
        &self,
        nodes: Range<u32>,
        demands: [CutDemand; 2],
        step: &StepArcs,
        list: &(dyn Fn(u32) -> Option<&'l List<C>> + Sync),
        spare: &Mutex<Vec<ListScratch<C>>>,
    ) -> Option<Vec<Made<C>>> {
        let spared = spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut scratch = spared.unwrap_or_else(|| ListScratch::new(self.items, self.tallies));
        let made = nodes
            .map(|node| self.gather(node, demands, step, list, &mut scratch))
            .collect();
        if let Ok(mut spare) = spare.lock() {
            spare.push(scratch);
        }
        made
    }

    fn gather<'l, C: Factor + 'l>(
        &self,
        node: u32,
        [above, below]: [CutDemand; 2],
        step: &StepArcs,
        list: &(dyn Fn(u32) -> Option<&'l List<C>> + Sync),
        scratch: &mut ListScratch<C>,
    ) -> Option<Made<C>> {
        let halves = &self.halves;
        let is_above = node >= halves.cut;
        let (demand, start) = if is_above {
            (above, self.root)
        } else {
            (below, 0)
        };
        let list = |arc: &Arc| list(arc.from);
        let add_all = |scratch: &mut ListScratch<C>, arcs: &[Arc], starts: bool, barred: u32| {
            (!starts || scratch.add(0, &C::one()))
                && arcs
                    .iter()
                    .filter(|arc| arc.uses & barred == 0)
                    .all(|arc| list(arc).is_none_or(|list| scratch.add_list(list, arc.uses)))
        };
        if !add_all(scratch, step.inner(node), node == start, demand.barred) {
            return None;
        }
        let made = scratch.take(step.need(node, self.mandatory, demand.required));
        let mut sum = Sum::default();
        let (over, starts) = (step.over(node), node == self.root);
        let has_room = if is_above || made.is_empty() {
            true
        } else if self.mandatory == self.all() {
            // Every item must be used, so a set is completed only by the set of all other items. The sets of this
            // node have no item that is barred below the cut. So the sets that complete them have all of these
            // items, as required above the cut.
            scratch.put(&made);
            if starts {
                let one = List::pack(&[SetEntry::one()]);
                scratch.complete(self.mandatory, 0, &one, &mut sum);
            }
            for arc in over.iter().filter(|arc| arc.uses & above.barred == 0) {
                if let Some(list) = list(arc) {
                    scratch.complete(self.mandatory, arc.uses, list, &mut sum);
                }
            }
            scratch.clear(&made);
            true
        } else {
            let has_room = add_all(scratch, over, starts, above.barred);
            let crossed = scratch.take(above.required);
            match &mut scratch.tally {
                None => join(&crossed, &made, self.mandatory, &mut |_, one, other| {
                    one.multiply(other, &mut sum);
                }),
                Some(tally) => join(&crossed, &made, self.mandatory, &mut |set, one, other| {
                    tally.add_product(set, one, other);
                }),
            }
            has_room
        };
        let list = List::pack(&made);
        scratch.give_back(made);
        has_room.then_some((list, sum))
    }

    fn all(&self) -> u32 {
        (1 << self.items) - 1
    }

    /// The bit of the item that divides the sets most evenly; `None` if no item divides them.
    fn divide<C: Factor>(&self, divides: &[Divide], lists: &LiveLists<C>) -> Option<u32> {
        let mut used = [0_u64; MOST_ITEMS];
        let mut all = 0_u64;
        // Only a sample of the lists is read, to limit the time.
        let every = lists.iter().count() / SAMPLED + 1;
        for list in lists.iter().step_by(every) {
            list.each(|set, _| {
                all += 1;
                for (item, used) in used.iter_mut().enumerate() {
                    *used += u64::from(set >> item & 1);
                }
            });
        }
        let divided = |item: &u32| divides.iter().any(|divide| divide.item == 1 << item);
        (0..self.items)
            .filter(|item| !divided(item))
            .map(|item| (used[item as usize].min(all - used[item as usize]), item))
            .max_by_key(|&(less, item)| (less, std::cmp::Reverse(item)))
            .filter(|&(less, _)| less > 0)
            .map(|(_, item)| 1 << item)
    }
}
