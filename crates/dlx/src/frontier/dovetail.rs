//! Dovetailing: a sweep of everything at once, and a join of the long items, in turn.
//!
//! Which is faster is not known before. So both are tried in turn, each with a bound on its states
//! that grows, and the one that ends first gives the count. The bounds are numbers of states and no
//! times, so the report is the same on every machine.

use std::io;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::checkpoint::{Failed, Keeping, Source, damaged, put};
use super::error::FrontierError;
use super::meet_in_middle::{Divide, Joined, MOST_ITEMS, SetJoin, Uses};
use super::parts::Parts;
use super::plan::Plan;
use super::preparation::Preparation;
use super::residual::Residual;
use super::run::{Attempt, NoGraph, Refusal, Run};
use super::{FrontierProgress, FrontierReport, FrontierWatcher};
use crate::problem::ItemId;

/// The most states, in turn: of a sweep without the long items, and of a whole one. A state of the
/// first takes as long as some four of the second, for it is met twice and leads to more.
const BOUNDS: [(u64, u64); 4] = [
    (1 << 18, 1 << 22),
    (1 << 23, 1 << 27),
    (1 << 28, 1 << 31),
    (u64::MAX, u64::MAX),
];
/// Fewer long items are not worth a graph.
const FEWEST_LONG: usize = 3;
/// The share of the work that a bounded attempt is told as.
const ATTEMPT: f64 = 0.02;

/// Counts by the way that ends first.
pub(super) fn count(
    run: Run,
    residual: &Residual,
    order: &[ItemId],
    keeping: &mut Keeping<'_>,
    watcher: &mut FrontierWatcher,
) -> Result<FrontierReport, Refusal> {
    let plan = Plan::new(residual, order, &mut Preparation::new(watcher))?;
    if plan.impossible {
        return Ok(FrontierReport::no_solution());
    }
    let long = plan.long(residual);
    if long.len() < FEWEST_LONG {
        return run.count_all(residual, &plan, keeping, watcher);
    }
    let ways = Ways {
        run,
        residual,
        order,
        plan: &plan,
        relaxed: residual.without(&long),
        uses: uses(residual, &long),
    };
    let mut race = keeping.read(RaceState::load)?.unwrap_or_default();
    for (round, (apart, whole)) in BOUNDS.into_iter().enumerate().skip(race.round) {
        race.round = round;
        if race.can_relax
            && race.phase != Phase::Sweep
            && let Some(report) = ways.apart(apart, &mut race, keeping, watcher)?
        {
            return Ok(report);
        }
        race.end();
        if let Some(report) = ways.whole(whole, &mut race, keeping, watcher)? {
            return Ok(report);
        }
        race.end();
        race.phase = Phase::Graph;
    }
    // Not reached but by a graph that could not be made without a bound.
    race.round = BOUNDS.len();
    race.begin(Phase::Sweep, keeping);
    run.count_all(residual, &plan, keeping, watcher)
}

/// The two ways of counting a problem.
struct Ways<'a> {
    run: Run,
    residual: &'a Residual<'a>,
    order: &'a [ItemId],
    plan: &'a Plan,
    /// The problem without the long items.
    relaxed: Residual<'a>,
    uses: Uses,
}

impl Ways<'_> {
    /// Counts with the long items apart, if the graph without them has at most so many states; goes
    /// on where an earlier run was stopped. None if this way does not come to its end.
    fn apart(
        &self,
        states: u64,
        race: &mut RaceState,
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<FrontierReport>, Refusal> {
        let resumed = match race.phase {
            Phase::Join => keeping.read(SetJoin::load)?,
            _ => None,
        };
        let join = if let Some(join) = resumed {
            join
        } else {
            race.begin(Phase::Graph, keeping);
            let bounded = Run { states, ..self.run };
            let graph = {
                let told = &mut race.tell(ATTEMPT, watcher);
                bounded.graph(&self.relaxed, self.order, keeping, told)
            };
            keeping.forget();
            match graph {
                Ok(graph) => match SetJoin::new(&graph, &self.uses) {
                    Some(join) => join,
                    None => return Ok(Some(FrontierReport::no_solution())),
                },
                Err(NoGraph::Capped) => return Ok(None),
                Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                    return Ok(Some(FrontierReport::nothing_yet()));
                }
                Err(NoGraph::Refused(_)) => {
                    race.can_relax = false;
                    return Ok(None);
                }
            }
        };
        race.end();
        race.begin(Phase::Join, keeping);
        let report = join_sets(self.run, &join, keeping, &mut race.tell(1.0, watcher))?;
        if report.is_none() {
            keeping.forget();
            race.can_relax = false;
        }
        Ok(report)
    }

    /// Counts by a whole sweep of at most so many states, or of any number where there is no other
    /// way. None if it has more.
    fn whole(
        &self,
        states: u64,
        race: &mut RaceState,
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<FrontierReport>, Refusal> {
        race.begin(Phase::Sweep, keeping);
        if !race.can_relax {
            let told = &mut race.tell(1.0, watcher);
            let counted = self.run.count_all(self.residual, self.plan, keeping, told);
            return counted.map(Some);
        }
        let bounded = Run { states, ..self.run };
        let told = &mut race.tell(ATTEMPT, watcher);
        // Work is cut only where there is no other way.
        match bounded.count(self.residual, self.plan, false, keeping, told)? {
            Attempt::Ended(report) => Ok(Some(report)),
            Attempt::Capped => Ok(None),
        }
    }
}

/// What is attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The graph without the long items.
    Graph,
    /// Joining sets of the long items along the graph.
    Join,
    /// A sweep of the whole.
    Sweep,
}

/// Which attempt is under way, and what those before have come to as the watcher is told.
#[derive(Debug)]
struct RaceState {
    round: usize,
    phase: Phase,
    can_relax: bool,
    /// The share of the whole that those are taken for which have ended.
    fraction: f64,
    work: u64,
    /// The same with the one under way.
    now: (f64, u64),
}

impl Default for RaceState {
    fn default() -> Self {
        Self {
            round: 0,
            phase: Phase::Graph,
            can_relax: true,
            fraction: 0.0,
            work: 0,
            now: (0.0, 0),
        }
    }
}

impl RaceState {
    /// Begins a phase, and has checkpoints say so from now on.
    fn begin(&mut self, phase: Phase, keeping: &mut Keeping<'_>) {
        self.phase = phase;
        keeping.attempt.clear();
        keeping.part.clear();
        for number in [
            self.round as u64,
            phase as u64,
            self.can_relax.into(),
            self.fraction.to_bits(),
            self.work,
        ] {
            put(&mut keeping.attempt, number);
        }
    }

    fn load(source: &mut Source) -> io::Result<Self> {
        let round = source.small()?;
        let phases = [Phase::Graph, Phase::Join, Phase::Sweep];
        let phase = phases.get(source.small::<usize>()?).ok_or_else(damaged)?;
        let can_relax = source.number()? != 0;
        let now = (f64::from_bits(source.number()?), source.counter()?);
        Ok(Self {
            round,
            phase: *phase,
            can_relax,
            fraction: now.0,
            work: now.1,
            now,
        })
    }

    /// Tells of an attempt that is taken for a share of the whole, or for the rest if that is less.
    fn tell<'a>(
        &'a mut self,
        share: f64,
        watcher: &'a mut FrontierWatcher,
    ) -> impl FnMut(&FrontierProgress) -> ControlFlow<()> + 'a {
        let share = share.min(1.0 - self.fraction);
        move |progress| {
            self.now = (self.fraction + share, self.work + progress.work);
            watcher(&FrontierProgress {
                work: self.now.1,
                fraction: self.fraction + share * progress.fraction,
                ..*progress
            })
        }
    }

    /// The attempt has ended.
    fn end(&mut self) {
        (self.fraction, self.work) = self.now;
    }
}

/// Which of the long items each option uses, and which must be used.
pub(super) fn uses(residual: &Residual, long: &[ItemId]) -> Uses {
    let problem = residual.problem;
    let mut bits = vec![0; problem.item_count()];
    let mut must = 0;
    let (low, high): (Vec<ItemId>, Vec<ItemId>) =
        long.iter().partition(|item| residual.least(**item) == 0);
    for (at, &item) in low.iter().chain(&high).enumerate() {
        bits[item.index()] = 1 << at;
        must |= residual.least(item) << at;
    }
    let options = problem
        .options()
        .map(|option| {
            let items = problem.option_items(option).iter();
            items.fold(0, |all, item| all | bits[item.index()])
        })
        .collect();
    Uses {
        options,
        // At most `MOST_ITEMS`.
        items: u32::try_from(long.len()).unwrap_or(u32::MAX),
        must,
    }
}

/// Joins sets; none if the graph alone leaves too little memory.
fn join_sets(
    run: Run,
    join: &SetJoin,
    keeping: &mut Keeping<'_>,
    watcher: &mut FrontierWatcher,
) -> Result<Option<FrontierReport>, Failed> {
    let lists = run.memory.checked_sub(join.bytes());
    let lists = lists.filter(|&lists| lists >= join.bytes());
    lists
        .map(|lists| join_sets_within(lists, run, join, keeping, watcher))
        .transpose()
}

/// Joins sets, dividing the work where the lists take more than so many bytes.
pub(super) fn join_sets_within(
    lists: u64,
    run: Run,
    join: &SetJoin,
    keeping: &mut Keeping<'_>,
    watcher: &mut FrontierWatcher,
) -> Result<FrontierReport, Failed> {
    let pool = run.pool();
    let mut parts = Parts::begin(watcher, join.steps(), keeping)?;
    while let Some((divides, share)) = parts.next() {
        // Parts that would outgrow the memory are of about one size, so once one has, none is
        // tried with fewer items.
        if let Some(&item) = parts.items.get(divides.len()) {
            parts.cut(&divides, Divide::sides(item, divides.len()), share);
            continue;
        }
        let pool = pool.as_ref();
        let width = parts.width;
        keeping.part = parts.kept(&divides, share);
        let mut tell = |step: usize, spent| parts.pulse.tell(step, spent, share);
        let joined = match width {
            0 => join.run::<u32>(&divides, lists, pool, keeping, &mut tell),
            1 => join.run::<u64>(&divides, lists, pool, keeping, &mut tell),
            2 => join.run::<u128>(&divides, lists, pool, keeping, &mut tell),
            _ => join.run::<BigUint>(&divides, lists, pool, keeping, &mut tell),
        };
        match joined {
            Joined::Done(swept) => parts.done(&swept, join.bytes(), share),
            Joined::Stopped => return Ok(parts.report),
            Joined::Overflow => parts.widen(divides, share),
            Joined::Outgrown(item) => {
                parts.items.push(item);
                parts.again(divides, share);
            }
        }
    }
    Ok(parts.finish())
}

const _: () = assert!(MOST_ITEMS <= 32, "a set is 32 bits");
