//! Work in numbered parts, done by several threads, with the results taken in order by one.
//!
//! Threads take the parts as they come. What a part yields is heard on the caller's thread, part by
//! part and in order, so the sequence of items and reports is the same however many threads there
//! are. What comes before its turn waits; once some ten thousand items do, threads ahead of their
//! turn wait too, so memory stays bounded. The thread whose turn it is only ever waits for the
//! caller, so there is always progress.

mod queue;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};

use crate::search::Progress;
use queue::Queue;

/// What the caller hears of work in parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<T, R> {
    /// Something that the part whose turn it is yields.
    Item(T),
    /// That part has ended, and returned this.
    Part(R),
    /// The work was stopped, and a part whose turn had not come or not ended returned this.
    Unfinished(R),
    /// The work goes on; how far it has come in all.
    Progress(Progress),
}

/// Where a part of the work puts what it yields.
pub struct Feed<'a, T> {
    way: Way<'a, T>,
    /// What this part has told of its progress.
    told: Progress,
}

enum Way<'a, T> {
    /// To the caller, who does the work.
    Straight(&'a mut dyn FnMut(Told<T>) -> ControlFlow<()>),
    /// To the queue, from a thread.
    Queued(&'a dyn Outlet<T>),
}

/// What a part tells.
enum Told<T> {
    Item(T),
    Progress(Progress),
}

/// Where a thread puts what a part yields.
trait Outlet<T> {
    fn item(&self, item: T) -> ControlFlow<()>;
    /// Tells of so much more done since the last time, and of the part's own fraction.
    fn progress(&self, more: &Progress) -> ControlFlow<()>;
}

impl<T> Feed<'_, T> {
    /// Yields an item. `Break` asks the part to end.
    pub fn item(&mut self, item: T) -> ControlFlow<()> {
        match &mut self.way {
            Way::Straight(take) => take(Told::Item(item)),
            Way::Queued(outlet) => outlet.item(item),
        }
    }

    /// Tells how far this part has come. `Break` asks the part to end.
    pub fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let more = Progress {
            nodes: progress.nodes.saturating_sub(self.told.nodes),
            solutions: progress.solutions.saturating_sub(self.told.solutions),
            fraction: progress.fraction,
        };
        self.told = *progress;
        match &mut self.way {
            Way::Straight(take) => take(Told::Progress(more)),
            Way::Queued(outlet) => outlet.progress(&more),
        }
    }
}

/// Does the work of all parts, each of which is given by its share of the whole. Returns whether `take` let the work go on to its end.
///
/// With one thread the work is done on the caller's; so it is if the system refuses threads. A
/// panic in a part comes out here.
pub fn in_order<T: Send, R: Send>(
    threads: NonZeroUsize,
    shares: &[f64],
    work: &(dyn Fn(usize, &mut Feed<'_, T>) -> R + Sync),
    take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let threads = threads.get().min(shares.len());
    if threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        return Queue::new(shares).run(&pool, work, take);
    }
    one_after_the_other(shares, work, take)
}

fn one_after_the_other<T, R>(
    shares: &[f64],
    work: &(dyn Fn(usize, &mut Feed<'_, T>) -> R + Sync),
    take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut total = Progress::default();
    let mut done = 0.0;
    for (part, share) in shares.iter().enumerate() {
        let mut flow = Continue(());
        let mut hear = |told| {
            // Whoever broke out hears no more.
            flow?;
            flow = match told {
                Told::Item(item) => take(Event::Item(item)),
                Told::Progress(more) => {
                    total.nodes += more.nodes;
                    total.solutions += more.solutions;
                    total.fraction = (done + share * more.fraction).min(1.0);
                    take(Event::Progress(total))
                }
            };
            flow
        };
        let mut feed = Feed {
            way: Way::Straight(&mut hear),
            told: Progress::default(),
        };
        let report = work(part, &mut feed);
        done += share;
        if flow.is_break() {
            let _ = take(Event::Unfinished(report));
            return Break(());
        }
        take(Event::Part(report))?;
    }
    Continue(())
}
