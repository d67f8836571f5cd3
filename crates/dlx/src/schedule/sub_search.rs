//! Searches one problem in parts. The search pauses after a given number of nodes, and resumes at the same node.

use std::borrow::Cow;
use std::mem::take;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::{
    AcceptAll, LeafFilter, MEMO, Map, PartStats, Schedule, ScheduleError, Take, TreeEngine,
};
use crate::bits::{Bits, BitsSearch, Compiled};
use crate::fuel::Fuel;
use crate::links::{Links, LinksSearch, Splitter};
use crate::parallel::{Advance, Event, PartSink, PartWork, Parts, Pulse, WorkPart};
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::search::{Heuristic, Progress, Report, Visitor};
use crate::subtree::{Part, Subtree};

/// The time to compare a solution with one image, as a multiple of the least time that a node of [`Bits`] takes.
const IMAGE: u64 = 4;

/// A search of one problem, which may be a case of a larger problem.
pub(crate) struct SubSearch<'a> {
    pub(crate) problem: Cow<'a, Problem>,
    pub(crate) heuristic: Heuristic,
    pub(crate) givens: &'a [OptionId],
    /// The number of parts to aim at.
    pub(crate) parts: usize,
    /// The share of this search in the whole work, from 0 to 1.
    pub(crate) share: f64,
    /// The total progress of the searches before this one.
    pub(crate) before: Progress,
    /// Makes the filter for the solutions of one part.
    pub(crate) filter: Box<dyn Fn() -> Box<dyn LeafFilter + 'a> + Send + Sync + 'a>,
}

impl<'a> SubSearch<'a> {
    /// The search for all solutions of a problem, in about `parts` parts.
    pub(crate) fn of_all(
        problem: &'a Problem,
        heuristic: Heuristic,
        givens: &'a [OptionId],
        parts: usize,
    ) -> Self {
        Self {
            problem: Cow::Borrowed(problem),
            heuristic,
            givens,
            parts,
            share: 1.0,
            before: Progress::default(),
            filter: Box::new(|| Box::new(AcceptAll)),
        }
    }

    /// Sets up the search. No node is searched yet.
    pub(crate) fn begin<T: Send>(
        self,
        schedule: &Schedule,
    ) -> Result<SubTask<'a, T>, ScheduleError> {
        let links = Links::new(&self.problem)
            .heuristic(self.heuristic)
            .given(self.givens)?;
        let splitter = links.splitter(self.parts);
        let compiled = match schedule.engine {
            TreeEngine::Links => None,
            TreeEngine::Bits if self.heuristic != Heuristic::Mrv => {
                return Err(ScheduleError::Heuristic);
            }
            TreeEngine::Bits => Some(Bits::compile(&self.problem)?),
        };
        let most = NonZeroUsize::new(self.parts).unwrap_or(NonZeroUsize::MIN);
        Ok(SubTask {
            compiled,
            in_any_order: schedule.in_any_order,
            splitter,
            named: 0,
            parts: Parts::new(schedule.threads.min(most)),
            search: self,
        })
    }
}

/// How many parts are still to be skipped, because an earlier run has completed them.
#[derive(Debug)]
pub(crate) struct CompletedParts(pub(crate) usize);

/// A search of one problem, set up to run.
pub(crate) struct SubTask<'a, T> {
    pub(super) search: SubSearch<'a>,
    /// The problem compiled for [`Bits`]; `None` to search with [`Links`].
    compiled: Option<Arc<Compiled>>,
    in_any_order: bool,
    splitter: Splitter,
    /// How many nodes outside the parts have been counted as spent.
    named: u64,
    parts: Parts<PartSearch<'a>, T, PartStats>,
}

impl<'a, T: Send> SubTask<'a, T> {
    /// The nodes and updates of the search outside all parts.
    pub(crate) fn above(&self) -> Profile {
        self.splitter.above()
    }

    /// Searches until all parts are done, the fuel is used up, or `take` breaks out.
    pub(crate) fn advance(
        &mut self,
        fuel: &Fuel,
        completed: &mut CompletedParts,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Advance {
        let Self {
            search,
            compiled,
            in_any_order,
            splitter,
            named,
            parts,
        } = self;
        let search = &*search;
        let begin = |subtree: &Subtree| {
            let tree = match &*compiled {
                None => TreeSearch::Links(
                    Links::with_checked(&search.problem, search.givens.to_vec())
                        .heuristic(search.heuristic)
                        .begin(Some(subtree)),
                ),
                Some(compiled) => TreeSearch::Bits(Box::new(
                    Bits::with_compiled(&search.problem, Arc::clone(compiled))
                        .with_checked(search.givens)
                        .memo(MEMO)
                        .in_any_order(*in_any_order)
                        .begin_subtree(subtree),
                )),
            };
            PartSearch::new(tree, (search.filter)())
        };
        let mut source = |pulse: &mut Pulse<'_>| {
            loop {
                let next = splitter.next(&mut || {
                    fuel.check()?;
                    pulse()
                })?;
                let above = splitter.nodes_above();
                let _ = fuel.spend(above - *named);
                *named = above;
                let Some(Part {
                    subtree,
                    start,
                    share,
                }) = next
                else {
                    return Continue(None);
                };
                if completed.0 > 0 {
                    completed.0 -= 1;
                    continue;
                }
                let part = begin(&subtree);
                return Continue(Some(WorkPart { part, start, share }));
            }
        };
        let work = PartWork {
            resume: &|part: &mut PartSearch<'a>, sink| {
                part.resume(&search.problem, map, fuel, sink)
            },
            report: &PartSearch::report,
        };
        parts.advance(&mut source, work, &mut |event| {
            take(match event {
                Event::Progress(progress) => Event::Progress(Progress {
                    nodes: search.before.nodes + progress.nodes,
                    solutions: search.before.solutions + progress.solutions,
                    fraction: (search.before.fraction + search.share * progress.fraction).min(1.0),
                }),
                event => event,
            })
        })
    }

    /// Ends the paused search. Returns the results of its unfinished parts.
    pub(crate) fn give_up(&mut self) -> PartStats {
        let mut found = PartStats::default();
        for part in self.parts.give_up(&PartSearch::report) {
            found.add(&part);
        }
        found
    }
}

/// A search of one subtree by either engine.
enum TreeSearch {
    Links(LinksSearch),
    Bits(Box<BitsSearch>),
}

impl TreeSearch {
    fn resume(&mut self, problem: &Problem, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        match self {
            Self::Links(search) => search.resume(problem, visitor),
            Self::Bits(search) => search.resume(visitor),
        }
    }

    fn end(self, complete: bool) -> Report {
        match self {
            Self::Links(search) => search.end(complete),
            Self::Bits(search) => search.end(complete),
        }
    }

    /// The time to compare a solution with one more image, in nodes of the engine.
    fn per_image(&self) -> u64 {
        match self {
            // A node of dancing links is assumed to take so long that the comparisons need not be counted.
            Self::Links(_) => 0,
            Self::Bits(_) => IMAGE,
        }
    }
}

/// The search of one part, and its results so far.
struct PartSearch<'a> {
    /// The search of the part; `None` once it has ended.
    search: Option<TreeSearch>,
    filter: Box<dyn LeafFilter + 'a>,
    tally: PartStats,
    /// The number of nodes of this part that have been counted as spent.
    spent: u64,
    /// The time to decide whether a solution is counted, in nodes.
    per_solution: u64,
    beyond: u64,
}

impl<'a> PartSearch<'a> {
    fn new(search: TreeSearch, filter: Box<dyn LeafFilter + 'a>) -> Self {
        Self {
            per_solution: search.per_image() * u64::from(filter.images()),
            search: Some(search),
            filter,
            tally: PartStats::default(),
            spent: 0,
            beyond: 0,
        }
    }

    fn resume<T>(
        &mut self,
        problem: &Problem,
        map: &Map<'_, T>,
        fuel: &Fuel,
        sink: &mut PartSink<'_, T>,
    ) -> ControlFlow<()> {
        let Some(mut search) = self.search.take() else {
            return Continue(());
        };
        let mut visitor = SubtreeVisitor {
            part: self,
            map,
            fuel,
            sink,
        };
        if search.resume(problem, &mut visitor).is_break() {
            self.search = Some(search);
            return Break(());
        }
        let report = search.end(true);
        let nodes = report.profile.nodes();
        let _ = visitor.spend(nodes);
        let _ = visitor.sink.progress(&Progress {
            nodes,
            solutions: visitor.part.tally.found,
            fraction: 1.0,
        });
        self.tally.profile = report.profile;
        Continue(())
    }

    /// The results of the part, even if it is unfinished.
    fn report(self) -> PartStats {
        let mut tally = self.tally;
        if let Some(search) = self.search {
            tally.profile = search.end(false).profile;
        }
        tally
    }
}

/// Receives the solutions and the progress of the search of one part.
struct SubtreeVisitor<'l, 'f, 'a, T> {
    part: &'l mut PartSearch<'a>,
    map: &'l Map<'l, T>,
    fuel: &'l Fuel,
    sink: &'l mut PartSink<'f, T>,
}

impl<T> SubtreeVisitor<'_, '_, '_, T> {
    /// Adds the number of nodes that this part has searched since the last call to the work spent. `nodes` is the
    /// number of nodes that the part has searched in total.
    fn spend(&mut self, nodes: u64) -> ControlFlow<()> {
        let part = &mut *self.part;
        let more = nodes.saturating_sub(part.spent) + take(&mut part.beyond);
        part.spent = nodes;
        self.fuel.spend(more)
    }
}

impl<T> Visitor for SubtreeVisitor<'_, '_, '_, T> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let part = &mut *self.part;
        part.beyond += part.per_solution;
        let Some(leaf) = part.filter.leaf(options) else {
            return Continue(());
        };
        part.tally.take(&leaf);
        match (self.map)(leaf.solution, leaf.stabilizer) {
            Some(item) => self.sink.item(item),
            None => Continue(()),
        }
    }

    fn beyond_nodes(&mut self, nodes: u64) {
        // The result is ignored: the search calls `progress` next, which returns `Break` if no fuel is left.
        let _ = self.fuel.spend(nodes);
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let flow = self.spend(progress.nodes);
        self.sink.progress(&Progress {
            solutions: self.part.tally.found,
            ..*progress
        })?;
        flow
    }
}
