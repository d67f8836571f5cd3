//! Which way to count: sweep everything at once, or the long items apart.
//!
//! Which is faster is not known before. So both are tried in turn, each with a bound on its states
//! that grows, and the one that ends first gives the count. The bounds are numbers of states and no
//! times, so the report is the same on every machine.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::error::FrontierError;
use super::plan::Plan;
use super::residual::Residual;
use super::run::{Attempt, NoGraph, Parts, Run};
use super::sift::{Divide, MOST_ITEMS, Sifted, Sifter, Uses};
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
    watcher: &mut FrontierWatcher,
) -> Result<FrontierReport, FrontierError> {
    let plan = Plan::new(residual, order);
    let long = match &plan {
        Ok(plan) if plan.impossible => {
            return Ok(FrontierReport {
                complete: true,
                ..FrontierReport::default()
            });
        }
        Ok(plan) => plan.long(residual),
        Err(_) => Vec::new(),
    };
    let plan = plan?;
    if long.len() < FEWEST_LONG {
        return match run.count(residual, &plan, true, watcher)? {
            Attempt::Ended(report) => Ok(report),
            // There is no bound.
            Attempt::Capped => Ok(FrontierReport::default()),
        };
    }
    let relaxed = residual.without(&long);
    let mut tried = Tried::default();
    let mut can_relax = true;
    for (apart, whole) in BOUNDS {
        let bounded = Run {
            states: apart,
            ..run
        };
        if can_relax {
            let made = bounded.graph(&relaxed, order, &mut tried.tell(ATTEMPT, watcher));
            match made {
                Ok(graph) => {
                    let sifter = Sifter::new(&graph, &uses(residual, &long));
                    drop(graph);
                    let Some(sifter) = sifter else {
                        return Ok(FrontierReport {
                            complete: true,
                            ..FrontierReport::default()
                        });
                    };
                    tried.end();
                    let sifted = sift(run, &sifter, &mut tried.tell(1.0, watcher));
                    if let Some(report) = sifted {
                        return Ok(report);
                    }
                    can_relax = false;
                }
                Err(NoGraph::Capped) => {}
                Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                    return Ok(FrontierReport::default());
                }
                Err(NoGraph::Refused(_)) => can_relax = false,
            }
        }
        tried.end();
        let bounded = Run {
            states: if can_relax { whole } else { u64::MAX },
            ..run
        };
        let share = if can_relax { ATTEMPT } else { 1.0 };
        // Work is cut only where there is no other way.
        let cut = !can_relax;
        let counted = bounded.count(residual, &plan, cut, &mut tried.tell(share, watcher))?;
        if let Attempt::Ended(report) = counted {
            return Ok(report);
        }
        tried.end();
    }
    // Not reached but by a graph that could not be made without a bound.
    match run.count(residual, &plan, true, watcher)? {
        Attempt::Ended(report) => Ok(report),
        Attempt::Capped => Ok(FrontierReport::default()),
    }
}

/// What the attempts have come to, as the watcher is told.
#[derive(Debug, Default)]
struct Tried {
    /// The share of the whole that those are taken for which have ended.
    fraction: f64,
    work: u64,
    /// The same with the one under way.
    now: (f64, u64),
}

impl Tried {
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

/// Sifts; none if the graph alone leaves too little memory.
fn sift(run: Run, sifter: &Sifter, watcher: &mut FrontierWatcher) -> Option<FrontierReport> {
    let lists = run.memory.checked_sub(sifter.bytes())?;
    (lists >= sifter.bytes()).then(|| sift_within(lists, run, sifter, watcher))
}

/// Sifts, dividing the work where the lists take more than so many bytes.
pub(super) fn sift_within(
    lists: u64,
    run: Run,
    sifter: &Sifter,
    watcher: &mut FrontierWatcher,
) -> FrontierReport {
    let pool = run.pool();
    let mut parts = Parts::new(watcher, sifter.steps());
    // The items that the work is divided by. Parts that would outgrow the memory are of about one
    // size, so once one has, none is tried with fewer.
    let mut items: Vec<u32> = Vec::new();
    while let Some((divides, share)) = parts.next() {
        if let Some(&item) = items.get(divides.len()) {
            parts.cut(&divides, Divide::sides(item, divides.len()), share);
            continue;
        }
        let pool = pool.as_ref();
        let mut tell = |step: usize, spent| parts.pulse.tell(step, spent, share);
        let sifted = match parts.width {
            0 => sifter.run::<u32>(&divides, lists, pool, &mut tell),
            1 => sifter.run::<u64>(&divides, lists, pool, &mut tell),
            2 => sifter.run::<u128>(&divides, lists, pool, &mut tell),
            _ => sifter.run::<BigUint>(&divides, lists, pool, &mut tell),
        };
        match sifted {
            Sifted::Done(swept) => parts.done(&swept, sifter.bytes(), share),
            Sifted::Stopped => return parts.report,
            Sifted::Overflow => parts.widen(divides, share),
            Sifted::Outgrown(item) => {
                items.push(item);
                parts.again(divides, share);
            }
        }
    }
    parts.finish()
}

const _: () = assert!(MOST_ITEMS <= 32, "a set is 32 bits");
