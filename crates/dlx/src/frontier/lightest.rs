//! Finds the solutions of least total weight, the lightest first, by a best-first search of a relaxed diagram.
//!
//! Items that stay open throughout, as pieces do, multiply the states of a sweep. So the problem is first swept
//! without them. In the graph of that relaxed problem, one pass from the end gives for each node the least weight of
//! a path from there: exact for the relaxed problem, and a lower bound for the original one. Then paths from the root
//! are extended, the one with the least bound first, and count how often they cover the items left out. A path that
//! covers one of them too often, or can no longer cover it often enough, is dropped. Two paths to the same node with
//! the same counts have the same continuations, so only the `most` lightest of them are extended.
//!
//! Among paths with the same bound, the one extended last comes first, so the search dives to a solution as soon as
//! the bound of one is reached. Every path with a lesser bound is extended before, which is the proof: no solution is
//! lighter than the bound of the first open path.
//!
//! Source: Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE
//! Transactions on Systems Science and Cybernetics 4 (1968); bounds from relaxed diagrams as in Bergman, Cire, van
//! Hoeve and Hooker, *Decision Diagrams for Optimization* (2016).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Frontier;
use super::checkpoint::CheckpointWriter;
use super::error::FrontierError;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::{FrontierProgress, FrontierWatcher, from_time_to_time};
use super::run::NoGraph;
use crate::diagram::graph::{Edge, Graph, SKIP};
use crate::links::Accept;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId};

/// The number of paths extended between two calls of the watcher.
const PATHS_BETWEEN_CHECKS: u64 = 1 << 10;

/// The approximate number of bytes of an entry in the table of extended paths.
const BYTES_OF_STATE: usize = 56;

/// A set of options and its weight.
pub(crate) type WeighedSolution = (i64, Vec<OptionId>);

/// A search for the lightest solutions, paused or running.
pub(crate) struct LightestPaths {
    graph: Graph,
    /// By option, its weight.
    weights: Vec<i64>,
    /// By node, the least weight of a path to the end.
    ahead: Vec<i64>,
    left_out: LeftOutItems,
    givens: Vec<OptionId>,
    /// How many solutions are sought.
    most: usize,
    /// Whether paths to the same node with the same counts are merged. They must not be if solutions may be rejected.
    merges: bool,
    /// The open paths by the lower bound on the weight of a solution.
    open: BTreeMap<i64, Vec<OpenPath>>,
    open_len: usize,
    /// How many paths to a node with these counts were extended.
    extended: FxHashMap<(u32, u128), usize>,
    /// The last choice of each extended path, and the index of the path before it.
    choices: Vec<(u32, u32)>,
    found: Vec<WeighedSolution>,
    memory: u64,
}

/// A path that was not extended yet.
#[derive(Clone, Copy, Debug)]
struct OpenPath {
    /// The counters of the items left out.
    covered: u128,
    node: u32,
    /// The index in `choices` of the path without its last choice.
    before: u32,
    /// The last choice: an option, or [`SKIP`].
    option: u32,
}

/// How a turn of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LightestTurn {
    /// All solutions lighter than the limit are found, or the `most` lightest ones.
    Ended,
    /// The number of paths for this turn was extended.
    Left,
    /// The watcher broke out.
    Stopped,
    /// The open paths outgrow the memory.
    Outgrown,
}

impl Frontier<'_> {
    /// Prepares a search for the `most` lightest solutions; `weights` are by option. `None` if the sweep of the relaxed
    /// problem makes more than about `states` states.
    ///
    /// # Errors
    ///
    /// As [`diagram`](Self::diagram).
    pub(crate) fn lightest(
        &self,
        weights: &[i64],
        most: usize,
        states: u64,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<LightestPaths>, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let plan = SweepPlan::new(&residual, &order, &mut Preparation::new(watcher))?;
        let (items, fields) = CounterFields::of(&residual, &plan.lasting());
        let relaxed = residual.without(&items);
        let writer = &mut CheckpointWriter::nowhere();
        let allows = |until: &[u64]| until.last().is_none_or(|&made| made <= states);
        let graph = match self.run().graph(&relaxed, &order, &allows, writer, watcher) {
            Ok(_) if plan.impossible => Graph::new(),
            Ok(graph) => graph,
            Err(NoGraph::Refused(error)) => return Err(error),
            Err(NoGraph::Capped(_)) => return Ok(None),
        };
        let preparation = &mut Preparation::new(watcher);
        let left_out = fields.count(&residual, &items, &graph, preparation)?;
        let ahead = least_weights(&graph, weights, preparation)?;
        let given = self.givens.iter().map(|given| weights[given.index()]);
        let given: i64 = given.sum();
        let root = graph.root().map(|node| {
            let path = OpenPath {
                covered: left_out.start,
                node,
                before: SKIP,
                option: SKIP,
            };
            (given + ahead[node as usize], vec![path])
        });
        Ok(Some(LightestPaths {
            graph,
            weights: weights.to_vec(),
            ahead,
            left_out,
            givens: self.givens.clone(),
            most,
            merges: true,
            open_len: root.iter().len(),
            open: root.into_iter().collect(),
            extended: FxHashMap::default(),
            choices: Vec::new(),
            found: Vec::new(),
            memory: self.memory,
        }))
    }
}

impl LightestPaths {
    /// No solution that is not [found](Self::found) yet is lighter. `None` if there is none.
    pub(crate) fn bound(&self) -> Option<i64> {
        self.open.keys().next().copied()
    }

    /// The solutions found, the lightest first.
    pub(crate) fn found(&self) -> &[WeighedSolution] {
        &self.found
    }

    /// Extends paths, at most `paths` of them, to solutions lighter than `limit`.
    pub(crate) fn advance(
        &mut self,
        paths: u64,
        limit: Option<i64>,
        accept: Option<&Accept<'_>>,
        watcher: &mut FrontierWatcher,
    ) -> LightestTurn {
        self.merges = accept.is_none();
        let mut done = 0;
        while self.found.len() < self.most {
            let Some(mut entry) = self.open.first_entry() else {
                return LightestTurn::Ended;
            };
            let bound = *entry.key();
            if limit.is_some_and(|limit| bound >= limit) {
                return LightestTurn::Ended;
            }
            if done >= paths {
                return LightestTurn::Left;
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
                    return LightestTurn::Stopped;
                }
                if self.bytes() > self.memory {
                    self.push(bound, path);
                    return LightestTurn::Outgrown;
                }
            }
            if !self.may_extend(path) {
                continue;
            }
            let Ok(at) = u32::try_from(self.choices.len()) else {
                self.push(bound, path);
                return LightestTurn::Outgrown;
            };
            self.choices.push((path.option, path.before));
            if path.node == 0 {
                self.finish(bound, at, accept);
            } else {
                self.extend(bound, path, at, limit);
            }
        }
        LightestTurn::Ended
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

    /// Counts one more path to this node with these counters; false if enough paths were extended there.
    fn may_extend(&mut self, path: OpenPath) -> bool {
        if !self.merges {
            return true;
        }
        let count = self.extended.entry((path.node, path.covered)).or_default();
        *count += 1;
        *count <= self.most
    }

    /// Opens the paths with one more choice; the path itself is number `at` of the extended ones.
    fn extend(&mut self, bound: i64, path: OpenPath, at: u32, limit: Option<i64>) {
        let so_far = bound - self.ahead[path.node as usize];
        // The paths of a bound are a stack, so the first edge is pushed last.
        for edge in (0..self.graph.edges(path.node).len()).rev() {
            let Edge { option, target } = self.graph.edges(path.node)[edge];
            let Some(covered) = self.left_out.after(path.covered, option, target) else {
                continue;
            };
            let weight = self.weights.get(option as usize).copied().unwrap_or(0);
            let bound = so_far + weight + self.ahead[target as usize];
            if limit.is_some_and(|limit| bound >= limit) {
                continue;
            }
            let enough = |count: &usize| *count >= self.most;
            if self.merges && self.extended.get(&(target, covered)).is_some_and(enough) {
                continue;
            }
            self.push(
                bound,
                OpenPath {
                    covered,
                    node: target,
                    before: at,
                    option,
                },
            );
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

/// By node, the least weight of a path from there to the end.
fn least_weights(
    graph: &Graph,
    weights: &[i64],
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<i64>, FrontierError> {
    let mut ahead = vec![0; graph.nodes()];
    for node in graph.inner() {
        let edges = preparation.edges(graph, node)?.iter();
        let weight = |edge: &Edge| edge.option().map_or(0, |option| weights[option]);
        let all = edges.map(|edge| weight(edge) + ahead[edge.target as usize]);
        ahead[node as usize] = all.min().unwrap_or(0);
    }
    Ok(ahead)
}

/// The place of a counter, whose guard bit is above its `width` bits.
#[derive(Clone, Copy, Debug)]
struct CounterField {
    shift: u32,
    width: u32,
    /// The value before the item is covered: one more than `most` sets the guard bit.
    zero: u128,
}

/// The counters of the items left out, packed into 128 bits.
struct CounterFields(Vec<CounterField>);

impl CounterFields {
    /// Gives counters to as many of the items as fit. Returns these items.
    fn of(residual: &Residual, items: &[ItemId]) -> (Vec<ItemId>, Self) {
        let mut options = vec![0_u32; residual.problem.item_count()];
        for &option in &residual.options {
            for item in residual.problem.option_items(option) {
                options[item.index()] += 1;
            }
        }
        let (mut kept, mut fields) = (Vec::new(), Vec::new());
        let mut shift = 0;
        for &item in items {
            let most = residual.most(item).min(options[item.index()]);
            let width = u32::BITS - most.leading_zeros();
            if shift + width < u128::BITS && width > 0 {
                let zero = (1 << width) - 1 - u128::from(most);
                fields.push(CounterField { shift, width, zero });
                kept.push(item);
                shift += width + 1;
            }
        }
        (kept, Self(fields))
    }

    /// The counters of `items` along a graph.
    fn count(
        &self,
        residual: &Residual,
        items: &[ItemId],
        graph: &Graph,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<LeftOutItems, FrontierError> {
        let problem = residual.problem;
        let mut field_of = vec![None; problem.item_count()];
        for (item, field) in items.iter().zip(&self.0) {
            field_of[item.index()] = Some(*field);
        }
        let mut adds = vec![0_u128; problem.option_count()];
        let mut last = vec![u32::MAX; problem.item_count()];
        let floors = graph.floors(problem.option_count());
        for &option in &residual.options {
            let own = problem.option_items(option);
            preparation.advance(own.len())?;
            for &item in own {
                if let Some(field) = field_of[item.index()] {
                    adds[option.index()] |= 1 << field.shift;
                    if let Some(floor) = floors[option.index()] {
                        last[item.index()] = last[item.index()].min(floor);
                    }
                }
            }
        }
        let needs = items.iter().zip(&self.0);
        let needs = needs.filter(|(item, _)| residual.least(**item) > 0);
        let needs = needs.map(|(item, field)| CounterNeed {
            last: last[item.index()],
            mask: ((1 << field.width) - 1) << field.shift,
            least: (field.zero + u128::from(residual.least(*item))) << field.shift,
        });
        Ok(LeftOutItems {
            start: self.0.iter().map(|field| field.zero << field.shift).sum(),
            guards: self
                .0
                .iter()
                .map(|field| 1 << (field.shift + field.width))
                .sum(),
            adds,
            needs: needs.collect(),
        })
    }
}

/// The items left out of the graph: counters of how often a path covers them.
#[derive(Debug)]
struct LeftOutItems {
    start: u128,
    guards: u128,
    /// By option, a one in the counter of each of its items.
    adds: Vec<u128>,
    needs: Vec<CounterNeed>,
}

/// A lower bound of a counter.
#[derive(Clone, Copy, Debug)]
struct CounterNeed {
    /// The lowest node whose step has an option with the item.
    last: u32,
    mask: u128,
    least: u128,
}

impl LeftOutItems {
    /// The counters after a choice that leads to the node `target`; `None` if an item is covered too often, or too
    /// rarely for the options that follow.
    fn after(&self, covered: u128, option: u32, target: u32) -> Option<u128> {
        let covered = covered + self.adds.get(option as usize).copied().unwrap_or(0);
        let meets = |need: &CounterNeed| target >= need.last || covered & need.mask >= need.least;
        (covered & self.guards == 0 && self.needs.iter().all(meets)).then_some(covered)
    }
}
