//! Finds the solutions of least total weight, the lightest first, by a best-first search of a relaxed diagram.
//!
//! Items that stay open throughout, as pieces do, multiply the states of a sweep. So the problem is first swept
//! without them. In the graph of that relaxed problem, one pass from the end gives for each node the least
//! weight of a path from it to the end. It is a lower bound for the original problem, which multipliers of the
//! items left out raise. Then paths from the root are extended, the one with the least bound first, and count
//! how often they cover the items left out. A path that covers one of them too often, or can no longer cover it
//! often enough, is dropped. Two paths to the same node with the same counts have the same continuations, so
//! only the `most` lightest of them are extended.
//!
//! Of the open paths with the same bound, the one opened last is extended first. So the search dives to a solution
//! as soon as the bound of one is reached. Every path with a lesser bound is extended before it. So no solution
//! that is still to be found is lighter than the least bound of an open path.
//!
//! Source: Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE
//! Transactions on Systems Science and Cybernetics 4 (1968); bounds from relaxed diagrams as in Bergman, Cire, van
//! Hoeve and Hooker, *Decision Diagrams for Optimization* (2016).

mod counters;
mod multipliers;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Frontier;
use super::error::FrontierError;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::{FrontierProgress, FrontierWatcher, from_time_to_time};
use crate::diagram::graph::{Edge, Graph, SKIP};
use crate::parallel::Advance;
use crate::problem::{ItemId, OptionId};
use crate::search::Accept;
use counters::{CounterFields, LeftOutItems};
use multipliers::LagrangeBounds;

/// The number of paths extended between two calls of the watcher.
const PATHS_BETWEEN_CHECKS: u64 = 1 << 10;

/// The approximate number of bytes of an entry in the table of extended paths.
const BYTES_OF_STATE: usize = 56;

/// A solution: its weight and its options.
pub(crate) type WeighedSolution = (i64, Vec<OptionId>);

/// A search for the lightest solutions, paused or running.
pub(crate) struct LightestPaths {
    graph: Graph,
    /// The weight of each option, by its index.
    weights: Vec<i64>,
    bounds: LagrangeBounds,
    left_out: LeftOutItems,
    givens: Vec<OptionId>,
    /// The number of solutions to be found.
    most: usize,
    /// Whether only a few of the paths to the same node with the same counters are extended. All are extended if
    /// the caller may accept one of two solutions with the same counters and reject the other.
    merges: bool,
    /// A mask of the counters of certain items, if solutions that cover these items equally often count as one.
    /// `None` if all solutions count separately.
    told: Option<u128>,
    /// The paths still to be extended, by a lower bound on the weight of the solutions along them.
    open: BTreeMap<i64, Vec<OpenPath>>,
    open_len: usize,
    /// By node and counters: how many paths with this node and these counters came up for extension.
    extended: FxHashMap<(u32, u128), usize>,
    /// For each extended path, its last choice, and the index of the path without that choice.
    choices: Vec<(u32, u32)>,
    found: Vec<WeighedSolution>,
    memory: u64,
}

/// A path that is still to be extended.
#[derive(Clone, Copy, Debug)]
struct OpenPath {
    /// How often the path covers each item left out of the graph, as packed counters.
    covered: u128,
    weight: i64,
    /// A lower bound on the weight of the solutions along the path, in the units of [`LagrangeBounds`].
    bound: i64,
    node: u32,
    /// The index in `choices` of the path without its last choice.
    before: u32,
    /// The last choice: an option, or [`SKIP`].
    option: u32,
}

/// Which solutions are sought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LightestRequest<'r> {
    /// The weight of each option, by its index.
    pub(crate) weights: &'r [i64],
    /// The number of solutions to be found.
    pub(crate) most: usize,
    /// If set, solutions that cover each of these items the same number of times count as one, and only the
    /// lightest of them is found. These numbers alone must then decide whether a solution is accepted.
    pub(crate) by: Option<&'r [ItemId]>,
}

impl Frontier<'_> {
    /// Prepares a search for the lightest solutions. `None` if the sweep of the relaxed problem makes more than about
    /// `states` states. `limit` is the weight of a known solution.
    ///
    /// # Errors
    ///
    /// As [`diagram`](Self::diagram). Or the counters of the items in `request.by` do not fit into 128 bits, or
    /// one of these items has colours.
    pub(crate) fn lightest(
        &self,
        request: LightestRequest<'_>,
        states: u64,
        limit: Option<i64>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<LightestPaths>, FrontierError> {
        let LightestRequest { weights, most, by } = request;
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let plan = SweepPlan::new(&residual, &order, &mut Preparation::new(watcher))?;
        let mut items = by.unwrap_or(&[]).to_vec();
        let lasting = plan.lasting(plan.steps.len() * 3 / 4).into_iter();
        items.extend(lasting.filter(|item| by.is_none_or(|by| !by.contains(item))));
        let told = by.map_or(0, <[ItemId]>::len);
        let (items, fields) = CounterFields::of(&residual, &items, told)?;
        let relaxed = residual.without(&items);
        let graph = match (self.run()).graph_within(&relaxed, &order, states, watcher)? {
            Some(_) if plan.impossible => Graph::new(),
            Some(graph) => graph,
            None => return Ok(None),
        };
        let preparation = &mut Preparation::new(watcher);
        let left_out = fields.count(&residual, &items, &graph, preparation)?;
        let given = self.givens.iter().map(|given| weights[given.index()]);
        let given: i64 = given.sum();
        let limit = limit.map(|limit| limit - given);
        let bounds = LagrangeBounds::of(&graph, weights, &left_out, limit, preparation)?;
        let root = graph.root().and_then(|node| {
            Some(OpenPath {
                covered: left_out.after(left_out.start, SKIP, node)?,
                weight: given,
                bound: bounds.units(given) + bounds.at(node),
                node,
                before: SKIP,
                option: SKIP,
            })
        });
        let mut paths = LightestPaths {
            graph,
            weights: weights.to_vec(),
            bounds,
            left_out,
            givens: self.givens.clone(),
            most,
            merges: true,
            told: by.map(|_| fields.mask(told)),
            open_len: 0,
            open: BTreeMap::new(),
            extended: FxHashMap::default(),
            choices: Vec::new(),
            found: Vec::new(),
            memory: self.memory,
        };
        if let Some(root) = root {
            paths.push(paths.key(&root), root);
        }
        Ok(Some(paths))
    }
}

impl LightestPaths {
    /// A lower bound on the weight of every solution that is not yet [found](Self::found). `None` if no such
    /// solution is left.
    pub(crate) fn bound(&self) -> Option<i64> {
        self.open.keys().next().copied()
    }

    /// The solutions found, the lightest first.
    pub(crate) fn found(&self) -> &[WeighedSolution] {
        &self.found
    }

    /// Extends paths, at most `paths` of them, to solutions lighter than `limit`. The search is done when all
    /// these solutions are found, or the `most` lightest ones.
    ///
    /// # Errors
    ///
    /// The watcher broke out, or the open paths outgrow the memory.
    pub(crate) fn advance(
        &mut self,
        paths: u64,
        limit: Option<i64>,
        accept: Option<&Accept<'_>>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Advance, FrontierError> {
        self.merges = accept.is_none() || self.told.is_some();
        let mut done = 0;
        while self.found.len() < self.most {
            let Some(mut entry) = self.open.first_entry() else {
                break;
            };
            let bound = *entry.key();
            if limit.is_some_and(|limit| bound >= limit) {
                break;
            }
            if done >= paths {
                return Ok(Advance::Left);
            }
            let path = entry.get_mut().pop();
            if entry.get().is_empty() {
                entry.remove();
            }
            let Some(path) = path else { continue };
            self.open_len -= 1;
            done += 1;
            if done % PATHS_BETWEEN_CHECKS == 0 {
                let states = self.choices.len() as u64;
                let progress = FrontierProgress {
                    states,
                    work: done,
                    ..FrontierProgress::default()
                };
                if watcher(&progress).is_break() {
                    self.push(bound, path);
                    return Err(FrontierError::Interrupted);
                }
                if self.bytes() > self.memory {
                    return Err(self.outgrown(bound, path));
                }
            }
            if !self.may_extend(path) {
                continue;
            }
            let Ok(at) = u32::try_from(self.choices.len()) else {
                return Err(self.outgrown(bound, path));
            };
            self.choices.push((path.option, path.before));
            if path.node == 0 {
                self.finish(path.weight, at, accept);
            } else {
                self.extend(path, at, limit);
            }
        }
        Ok(Advance::Done)
    }

    /// Puts a path back among the open paths. Returns the error that these outgrow the memory.
    fn outgrown(&mut self, bound: i64, path: OpenPath) -> FrontierError {
        self.push(bound, path);
        let budget = self.memory;
        FrontierError::Outgrown { budget }
    }

    fn push(&mut self, bound: i64, path: OpenPath) {
        self.open.entry(bound).or_default().push(path);
        self.open_len += 1;
    }

    fn bytes(&self) -> u64 {
        let open = self.open_len * size_of::<OpenPath>();
        let states = self.extended.len() * BYTES_OF_STATE;
        let choices = self.choices.len() * size_of::<(u32, u32)>();
        self.graph.bytes() + (open + states + choices) as u64
    }

    /// Counts a path among those that reach its node with its counters. Returns false if enough of these were
    /// extended before, so that this path need not be.
    fn may_extend(&mut self, path: OpenPath) -> bool {
        if !self.merges {
            return true;
        }
        let most = self.most_extended();
        let state = self.state(path.node, path.covered);
        let count = self.extended.entry(state).or_default();
        *count += 1;
        *count <= most
    }

    /// Extends a path by each choice at its node, and adds the resulting paths to the open ones. `at` is the
    /// path's index in `choices`.
    fn extend(&mut self, path: OpenPath, at: u32, limit: Option<i64>) {
        // Of the open paths with the same bound, the one opened last is extended first. So the path along the
        // first edge is opened last.
        for edge in (0..self.graph.edges(path.node).len()).rev() {
            let edge = self.graph.edges(path.node)[edge];
            let Edge { option, target } = edge;
            let Some(covered) = self.left_out.after(path.covered, option, target) else {
                continue;
            };
            let next = OpenPath {
                covered,
                weight: path.weight + self.weights.get(option as usize).copied().unwrap_or(0),
                bound: path.bound + self.bounds.added(path.node, edge),
                node: target,
                before: at,
                option,
            };
            let key = self.key(&next);
            if limit.is_some_and(|limit| key >= limit) {
                continue;
            }
            let enough = |count: &usize| *count >= self.most_extended();
            let state = self.state(target, covered);
            if self.merges && self.extended.get(&state).is_some_and(enough) {
                continue;
            }
            self.push(key, next);
        }
    }

    /// The maximum number of paths that are extended among those that reach the same node with the same counts.
    fn most_extended(&self) -> usize {
        if self.told.is_some() { 1 } else { self.most }
    }

    /// The node and the counters by which paths are merged. At the end, only the counters in `told` matter.
    fn state(&self, node: u32, covered: u128) -> (u32, u128) {
        match self.told {
            Some(told) if node == 0 => (node, covered & told),
            _ => (node, covered),
        }
    }

    /// A lower bound on the weight of the solutions along a path. For a path that has reached the end, this is
    /// its weight.
    fn key(&self, path: &OpenPath) -> i64 {
        if path.node == 0 {
            path.weight
        } else {
            self.bounds.whole(path.bound)
        }
    }

    /// Keeps the solution of a path that has reached the end, if it is accepted.
    fn finish(&mut self, weight: i64, at: u32, accept: Option<&Accept<'_>>) {
        let mut options = Vec::new();
        let mut next = at;
        while next != SKIP {
            let (option, before) = self.choices[next as usize];
            options.extend(
                (option != SKIP)
                    .then(|| OptionId::new(option as usize))
                    .flatten(),
            );
            next = before;
        }
        options.extend(self.givens.iter().rev());
        options.reverse();
        if accept.is_none_or(|accept| accept(&options)) {
            self.found.push((weight, options));
        }
    }
}
