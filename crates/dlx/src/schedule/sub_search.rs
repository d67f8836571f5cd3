//! The search of one problem, in parts, as a task: it is left when it has done so much work, and goes on
//! where it was.

use std::borrow::Cow;
use std::mem::take;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::{Each, LeafFilter, MEMO, Map, PartStats, Schedule, ScheduleError, Take, TreeEngine};
use crate::bits::{Bits, BitsSearch, Compiled};
use crate::fuel::Fuel;
use crate::links::{Links, LinksSearch, Splitter};
use crate::parallel::{Advance, Event, PartSink, PartWork, Parts, Pulse, WorkPart};
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::search::{Heuristic, Progress, Report, Visitor};
use crate::subtree::{Part, Subtree};

/// Comparing a solution with an image takes as long as so many nodes of [`Bits`], those that take the least
/// time.
const IMAGE: u64 = 4;

/// A search of one problem, which may be a case of a larger one.
pub(crate) struct SubSearch<'a, J> {
    pub(crate) problem: Cow<'a, Problem>,
    pub(crate) heuristic: Heuristic,
    pub(crate) givens: &'a [OptionId],
    /// About how many parts.
    pub(crate) parts: usize,
    /// Its share of the whole search.
    pub(crate) share: f64,
    /// What was done before it.
    pub(crate) before: Progress,
    /// What each part judges solutions by.
    pub(crate) filter: Box<dyn Fn() -> J + Send + Sync + 'a>,
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
            problem: Cow::Borrowed(problem),
            heuristic,
            givens,
            parts,
            share: 1.0,
            before: Progress::default(),
            filter: Box::new(|| Each),
        }
    }
}

impl<'a, J: LeafFilter + Send> SubSearch<'a, J> {
    /// Begins the search.
    pub(crate) fn begin<T: Send>(
        self,
        schedule: &Schedule,
    ) -> Result<SubTask<'a, T, J>, ScheduleError> {
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

/// How many parts are still to be left out, since they were done before.
#[derive(Debug)]
pub(crate) struct Skip(pub(crate) usize);

/// A search of one problem under way.
pub(crate) struct SubTask<'a, T, J> {
    search: SubSearch<'a, J>,
    /// None for links.
    compiled: Option<Arc<Compiled>>,
    in_any_order: bool,
    splitter: Splitter,
    /// The nodes above the parts named, which are spent.
    named: u64,
    parts: Parts<PartSearch<J>, T, PartStats>,
}

impl<T: Send, J: LeafFilter + Send> SubTask<'_, T, J> {
    /// What was counted outside all parts.
    pub(crate) fn above(&self) -> Profile {
        self.splitter.above()
    }

    /// Searches until all is done, the fuel is spent or `take` breaks out.
    pub(crate) fn go_on(
        &mut self,
        fuel: &Fuel,
        skip: &mut Skip,
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
                if skip.0 > 0 {
                    skip.0 -= 1;
                    continue;
                }
                let part = begin(&subtree);
                return Continue(Some(WorkPart { part, start, share }));
            }
        };
        let work = PartWork {
            go_on: &|part: &mut PartSearch<J>, sink| part.go_on(&search.problem, map, fuel, sink),
            report: &PartSearch::report,
        };
        parts.go_on(&mut source, work, &mut |event| {
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

    /// Gives up what was left: what the parts under way have found.
    pub(crate) fn give_up(&mut self) -> PartStats {
        let mut found = PartStats::default();
        for part in self.parts.give_up(&PartSearch::report) {
            found.add(&part);
        }
        found
    }
}

/// An engine's search of a subtree.
enum TreeSearch {
    Links(LinksSearch),
    Bits(Box<BitsSearch>),
}

impl TreeSearch {
    fn go_on(&mut self, problem: &Problem, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        match self {
            Self::Links(search) => search.go_on(problem, visitor),
            Self::Bits(search) => search.go_on(visitor),
        }
    }

    fn end(self, complete: bool) -> Report {
        match self {
            Self::Links(search) => search.end(complete),
            Self::Bits(search) => search.end(complete),
        }
    }

    /// The nodes that one more image of a solution takes as long as.
    fn per_image(&self) -> u64 {
        match self {
            // Its nodes are said to take as long as those with solutions do.
            Self::Links(_) => 0,
            Self::Bits(_) => IMAGE,
        }
    }
}

/// The search of one part.
struct PartSearch<J> {
    /// None once it has come to its end.
    search: Option<TreeSearch>,
    filter: J,
    tally: PartStats,
    /// The nodes that are spent.
    spent: u64,
    /// How many nodes take as long as it takes to judge a solution, and those that were not spent yet.
    per_solution: u64,
    beyond: u64,
}

impl<J: LeafFilter> PartSearch<J> {
    fn new(search: TreeSearch, filter: J) -> Self {
        Self {
            per_solution: search.per_image() * u64::from(filter.images()),
            search: Some(search),
            filter,
            tally: PartStats::default(),
            spent: 0,
            beyond: 0,
        }
    }

    fn go_on<T>(
        &mut self,
        problem: &Problem,
        map: &Map<'_, T>,
        fuel: &Fuel,
        sink: &mut PartSink<'_, T>,
    ) -> ControlFlow<()> {
        let Some(mut search) = self.search.take() else {
            return Continue(());
        };
        let mut listener = Listener {
            part: self,
            map,
            fuel,
            sink,
        };
        if search.go_on(problem, &mut listener).is_break() {
            self.search = Some(search);
            return Break(());
        }
        let report = search.end(true);
        let nodes = report.profile.nodes();
        let _ = listener.spend(nodes);
        let _ = listener.sink.progress(&Progress {
            nodes,
            solutions: listener.part.tally.found,
            fraction: 1.0,
        });
        self.tally.profile = report.profile;
        Continue(())
    }

    /// What was found until here.
    fn report(self) -> PartStats {
        let mut tally = self.tally;
        if let Some(search) = self.search {
            tally.profile = search.end(false).profile;
        }
        tally
    }
}

/// Listens to the search of one part.
struct Listener<'l, 'f, T, J> {
    part: &'l mut PartSearch<J>,
    map: &'l Map<'l, T>,
    fuel: &'l Fuel,
    sink: &'l mut PartSink<'f, T>,
}

impl<T, J> Listener<'_, '_, T, J> {
    /// Spends the nodes of this part, `nodes` by now.
    fn spend(&mut self, nodes: u64) -> ControlFlow<()> {
        let part = &mut *self.part;
        let more = nodes.saturating_sub(part.spent) + take(&mut part.beyond);
        part.spent = nodes;
        self.fuel.spend(more)
    }
}

impl<T, J: LeafFilter> Visitor for Listener<'_, '_, T, J> {
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
        // The progress is told next.
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
