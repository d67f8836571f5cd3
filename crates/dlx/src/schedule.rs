//! How a search is carried out: by which engine, on how many threads, in how many parts.
//!
//! The parts depend on the problem and on their number alone, not on the threads, and are taken in
//! order. So the solutions come in the same order, and the counts are the same, for every number
//! of threads and for both engines; and a search that was stopped can be resumed after the
//! parts that were done. Only where any order will do, as for a count of solutions, the order within a
//! part is the engine's own, and so is the number of nodes.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use thiserror::Error;

use crate::bits::{Bits, BitsError};
use crate::engine::Engine;
use crate::links::{GivenError, Links};
use crate::parallel::{Event, PartSink, Pulse, WorkPart, in_order_from};
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::search::{Heuristic, Progress, Report, Visitor};
use crate::subtree::{Part, Subtree};
use crate::symmetry::SymmetryId;
use crate::turns::Turn;

/// The bytes that each part may take for the subtrees it has searched: see [`Bits::memo`].
pub(crate) const MEMO: usize = 32 << 20;

/// How long a part waits for its listener when its turns are over, and how often.
const WAIT: Duration = Duration::from_millis(1);
const MOST_WAITS: usize = 1000;

/// Comparing a solution with an image takes as long as so many nodes of [`Bits`], those that take the least
/// time.
const IMAGE: u64 = 4;

/// An engine that walks the search tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum TreeEngine {
    /// [`Links`]
    #[default]
    Links,
    /// [`Bits`], which branches on an item with the fewest options whatever the heuristic.
    Bits,
}

impl From<TreeEngine> for Engine {
    fn from(engine: TreeEngine) -> Self {
        match engine {
            TreeEngine::Links => Self::Links,
            TreeEngine::Bits => Self::Bits,
        }
    }
}

/// Why a search cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The givens cannot be chosen together.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// The problem is too large for [`Bits`].
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// [`Bits`] knows one heuristic.
    #[error(
        "the engine bits branches on an item with the fewest options; for the first item use links"
    )]
    Heuristic,
}

/// How a search is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Schedule {
    /// By which engine.
    pub engine: TreeEngine,
    /// On how many threads.
    pub threads: NonZeroUsize,
    /// In about how many parts: see [`Links::split`]. Parts should be many more than threads, since
    /// they differ in size, and a stopped search loses what was done of the parts under way.
    pub parts: usize,
    /// Whether solutions may come in any order within each part, as for a count: see
    /// [`Bits::in_any_order`]. Another way to the same answers, so it is not written with the rest.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub in_any_order: bool,
}

impl Default for Schedule {
    /// By [`Links`], on one thread, in one part.
    fn default() -> Self {
        Self {
            engine: TreeEngine::default(),
            threads: NonZeroUsize::MIN,
            parts: 1,
            in_any_order: false,
        }
    }
}

/// What was found in a part of a search, and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartStats {
    /// The solutions found: where symmetries are divided out, one of each orbit.
    pub found: u64,
    /// All solutions: the sizes of the orbits, summed.
    pub solutions: u128,
    /// How many of those found have exactly this stabilizer; empty if no symmetries are divided
    /// out. Solutions of one orbit have conjugate stabilizers, and the one counted is that of the
    /// solution handed out.
    pub stabilizers: BTreeMap<Vec<SymmetryId>, u64>,
    /// Nodes and updates by level; engines other than [`Links`] make no updates.
    pub profile: Profile,
}

impl PartStats {
    /// Adds what was found in another part.
    pub fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.solutions += other.solutions;
        for (stabilizer, count) in &other.stabilizers {
            if let Some(sum) = self.stabilizers.get_mut(stabilizer) {
                *sum += count;
            } else {
                self.stabilizers.insert(stabilizer.clone(), *count);
            }
        }
        self.profile.merge(&other.profile);
    }

    /// Counts a solution that is handed out.
    pub(crate) fn take(&mut self, leaf: &Leaf<'_>) {
        self.found += 1;
        self.solutions += leaf.orbit;
        if leaf.stabilizer.is_empty() {
            return;
        }
        if let Some(count) = self.stabilizers.get_mut(leaf.stabilizer) {
            *count += 1;
        } else {
            self.stabilizers.insert(leaf.stabilizer.to_vec(), 1);
        }
    }
}

/// What is decided of each solution of a search: whether it is found, and as what.
pub(crate) trait LeafFilter {
    /// About how many images each solution is compared with.
    fn images(&self) -> u32;

    /// The solution as it is handed out, with its stabilizer and the size of its orbit; `None` if
    /// it is not.
    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<Leaf<'s>>;
}

/// A solution that is handed out.
pub(crate) struct Leaf<'s> {
    pub(crate) solution: &'s [OptionId],
    pub(crate) stabilizer: &'s [SymmetryId],
    pub(crate) orbit: u128,
}

/// Finds all solutions, each for itself.
pub(crate) struct Each;

impl LeafFilter for Each {
    fn images(&self) -> u32 {
        0
    }

    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<Leaf<'s>> {
        Some(Leaf {
            solution,
            stabilizer: &[],
            orbit: 1,
        })
    }
}

/// The engine set up for a problem.
enum Tree<'p> {
    Links(Links<'p>),
    Bits(Bits<'p>),
}

impl Tree<'_> {
    fn run_subtree<V: Visitor>(&self, subtree: &Subtree, visitor: &mut V) -> Report {
        match self {
            Self::Links(links) => links.run_subtree(subtree, visitor),
            Self::Bits(bits) => bits.run_subtree(subtree, visitor),
        }
    }
}

/// A search of one problem, which may be a case of a larger one.
pub(crate) struct SubSearch<'a, J> {
    pub(crate) problem: &'a Problem,
    pub(crate) heuristic: Heuristic,
    pub(crate) givens: &'a [OptionId],
    /// About how many parts.
    pub(crate) parts: usize,
    /// Its share of the whole search.
    pub(crate) share: f64,
    /// What was done before it.
    pub(crate) before: Progress,
    /// What it counts its nodes with, if it takes turns with another search.
    pub(crate) turn: Option<Turn<'a>>,
    /// What each part judges solutions by.
    pub(crate) filter: &'a (dyn Fn() -> J + Sync),
}

impl<'a> SubSearch<'a, Each> {
    /// The search for all solutions of a problem, in about so many parts.
    pub(crate) fn of_all(
        problem: &'a Problem,
        heuristic: Heuristic,
        givens: &'a [OptionId],
        parts: usize,
    ) -> Self {
        Self {
            problem,
            heuristic,
            givens,
            parts,
            share: 1.0,
            before: Progress::default(),
            turn: None,
            filter: &|| Each,
        }
    }
}

/// How many parts are still to be left out, since they were done before.
#[derive(Debug)]
pub(crate) struct Skip(pub(crate) usize);

/// What is made of a solution and its stabilizer (empty if no symmetries are divided out).
pub type Map<'a, T> = dyn Fn(&[OptionId], &[SymmetryId]) -> Option<T> + Sync + 'a;

/// Whether a solution counts: a condition that no item says.
pub type Accept<'a> = dyn Fn(&[OptionId]) -> bool + Sync + 'a;

/// What is told of a search; `Break` stops it.
pub type Take<'a, T> = dyn FnMut(Event<T, PartStats>) -> ControlFlow<()> + 'a;

/// How a search in parts ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ended {
    /// Whether all parts were searched; false if the listener broke out.
    pub complete: bool,
    /// What was counted outside all parts.
    pub above: Profile,
}

impl Schedule {
    /// Searches a problem. Every solution is given to `map`, on the thread that finds it; what
    /// that makes of it, if anything, is heard by `take`, on the caller's thread and in order.
    /// The first `done` parts are left out.
    ///
    /// `take` is told of every part with its [`PartStats`]; `Break` stops the search.
    ///
    /// # Errors
    ///
    /// As [`Links::given`]; or the engine is [`Bits`], and the problem too large for it or the
    /// heuristic another one.
    pub fn run<T: Send>(
        &self,
        problem: &Problem,
        heuristic: Heuristic,
        givens: &[OptionId],
        done: usize,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Ended, ScheduleError> {
        let sub = SubSearch::of_all(problem, heuristic, givens, self.parts);
        self.run_sub(&sub, &mut Skip(done), map, take)
    }

    /// Searches one problem of a larger search.
    pub(crate) fn run_sub<T: Send, J: LeafFilter>(
        &self,
        sub: &SubSearch<'_, J>,
        skip: &mut Skip,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Ended, ScheduleError> {
        let links = Links::new(sub.problem)
            .heuristic(sub.heuristic)
            .given(sub.givens)?;
        let mut splitter = links.splitter(sub.parts);
        // What the splitter has counted above the parts, and no part has counted in turn yet.
        let uncounted = AtomicU64::new(0);
        let mut named = 0;
        let tree = match self.engine {
            TreeEngine::Links => Tree::Links(links),
            TreeEngine::Bits if sub.heuristic != Heuristic::Mrv => {
                return Err(ScheduleError::Heuristic);
            }
            TreeEngine::Bits => {
                let bits = Bits::new(sub.problem)?.given(sub.givens)?.memo(MEMO);
                Tree::Bits(bits.in_any_order(self.in_any_order))
            }
        };
        let mut source = |pulse: &mut Pulse<'_>| {
            loop {
                let next = splitter.next(pulse)?;
                if sub.turn.is_some() {
                    let above = splitter.above().nodes();
                    uncounted.fetch_add(above - named, Relaxed);
                    named = above;
                }
                let Some(Part {
                    subtree,
                    start,
                    share,
                }) = next
                else {
                    return Continue(None);
                };
                if skip.0 > 0 {
                    skip.0 -= 1;
                    continue;
                }
                let part = subtree;
                return Continue(Some(WorkPart { part, start, share }));
            }
        };
        let most = NonZeroUsize::new(sub.parts).unwrap_or(NonZeroUsize::MIN);
        let flow = in_order_from(
            self.threads.min(most),
            &mut source,
            &|subtree: &Subtree, sink| {
                if let Some(turn) = sub.turn {
                    // Whoever listens breaks off, if this was too much.
                    let _ = turn.count(uncounted.swap(0, Relaxed));
                }
                let filter = (sub.filter)();
                let per_image = match self.engine {
                    // Its nodes are said to take as long as those with solutions do.
                    TreeEngine::Links => 0,
                    TreeEngine::Bits => IMAGE,
                };
                let mut listener = Listener {
                    per_solution: per_image * u64::from(filter.images()),
                    filter,
                    map,
                    sink,
                    tally: PartStats::default(),
                    turn: sub.turn,
                    counted: 0,
                    beyond: 0,
                };
                let report = tree.run_subtree(subtree, &mut listener);
                listener.count(report.profile.nodes());
                let Listener {
                    sink, mut tally, ..
                } = listener;
                let _ = sink.progress(&Progress {
                    nodes: report.profile.nodes(),
                    solutions: tally.found,
                    fraction: 1.0,
                });
                tally.profile = report.profile;
                tally
            },
            &mut |event| {
                take(match event {
                    Event::Progress(progress) => Event::Progress(Progress {
                        nodes: sub.before.nodes + progress.nodes,
                        solutions: sub.before.solutions + progress.solutions,
                        fraction: (sub.before.fraction + sub.share * progress.fraction).min(1.0),
                    }),
                    event => event,
                })
            },
        );
        if flow.is_continue()
            && let Some(turn) = sub.turn
        {
            let _ = turn.count(uncounted.into_inner());
        }
        Ok(Ended {
            complete: flow.is_continue(),
            above: splitter.above(),
        })
    }
}

/// Listens to the search of one part.
struct Listener<'a, 'f, T, J> {
    filter: J,
    map: &'a Map<'a, T>,
    sink: &'a mut PartSink<'f, T>,
    tally: PartStats,
    turn: Option<Turn<'a>>,
    /// The nodes counted in turn.
    counted: u64,
    /// How many nodes take as long as it takes to judge a solution, and those that were not counted yet.
    per_solution: u64,
    beyond: u64,
}

impl<T, J> Listener<'_, '_, T, J> {
    /// Counts the nodes of this part, `nodes` by now, and waits for its turn. If there is none, the
    /// part goes on until the listener breaks off, so that what is heard of it is never taken for
    /// the whole part.
    fn count(&mut self, nodes: u64) {
        let more = nodes.saturating_sub(self.counted) + std::mem::take(&mut self.beyond);
        self.counted = nodes;
        if let Some(turn) = self.turn {
            let _ = turn.count(more);
        }
    }
}

impl<T, J: LeafFilter> Visitor for Listener<'_, '_, T, J> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.beyond += self.per_solution;
        let Some(leaf) = self.filter.leaf(options) else {
            return Continue(());
        };
        self.tally.take(&leaf);
        match (self.map)(leaf.solution, leaf.stabilizer) {
            Some(item) => self.sink.item(item),
            None => Continue(()),
        }
    }

    fn beyond_nodes(&mut self, nodes: u64) {
        if let Some(turn) = self.turn {
            // Whoever listens breaks off, if this was too much.
            let _ = turn.count(nodes);
        }
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.count(progress.nodes);
        let progress = Progress {
            solutions: self.tally.found,
            ..*progress
        };
        for _ in 0..MOST_WAITS {
            self.sink.progress(&progress)?;
            if !self.turn.is_some_and(|turn| turn.is_over()) {
                break;
            }
            // The listener breaks off soon: until then nothing is searched in vain.
            std::thread::sleep(WAIT);
        }
        Continue(())
    }
}
