//! Work in numbered parts, done by several threads, with the results taken in order by one.
//!
//! Threads take the parts as they come, from a source that names them one by one, so that work
//! begins with the first part and nobody waits for the last. What a part yields is heard on the
//! caller's thread, part by part and in order, so the sequence of items and reports is the same
//! however many threads there are. What comes before its turn waits; once some ten thousand items
//! or reports do, threads ahead of their turn wait too, so memory stays bounded. The thread whose
//! turn it is only ever waits for the caller, so there is always progress.

mod part;
#[cfg(feature = "parallel")]
mod queue;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};

use crate::clock::Interval;
use crate::search::Progress;
use crate::threads::Pool;
pub use part::{Event, PartSink, Pulse, Source, WorkPart};
use part::{PartEvent, TICK, Way};
#[cfg(feature = "parallel")]
use queue::Queue;

/// Does the work of all parts, each of which is given by its share of the whole. Returns whether
/// `take` let the work go on to its end.
///
/// As [`in_order_from`] a source of the numbers of the parts.
pub fn in_order<T: Send, R: Send>(
    threads: NonZeroUsize,
    shares: &[f64],
    work: &(dyn Fn(usize, &mut PartSink<'_, T>) -> R + Sync),
    take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let most = NonZeroUsize::new(shares.len()).unwrap_or(NonZeroUsize::MIN);
    let mut parts = shares.iter().enumerate();
    let mut start = 0.0;
    let mut source = |_: &mut Pulse<'_>| {
        Continue(parts.next().map(|(part, &share)| {
            let part = WorkPart { part, start, share };
            start += share;
            part
        }))
    };
    let work = |&part: &usize, sink: &mut PartSink<'_, T>| work(part, sink);
    in_order_from(threads.min(most), &mut source, &work, take)
}

/// Does the work of all parts that a source names. Returns whether `take` let the work go on to its
/// end.
///
/// The source is asked by the thread that wants a part, by one at a time; all parts before are
/// worked on meanwhile. With one thread the work is done on the caller's; so it is if the system
/// refuses threads. At most some 65,000 parts are named ahead of the one whose turn it is.
///
/// # Panics
///
/// If a part or the source does: its panic comes out here.
pub fn in_order_from<P: Send, T: Send, R: Send>(
    threads: NonZeroUsize,
    source: &mut Source<'_, P>,
    work: &(dyn Fn(&P, &mut PartSink<'_, T>) -> R + Sync),
    take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match Pool::new(threads) {
        #[cfg(feature = "parallel")]
        Some(pool) => Queue::new(source).run(&pool, work, take),
        _ => one_after_the_other(source, work, take),
    }
}

fn one_after_the_other<P, T, R>(
    source: &mut Source<'_, P>,
    work: &(dyn Fn(&P, &mut PartSink<'_, T>) -> R + Sync),
    take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut total = Progress::default();
    let mut tick = Interval::new(TICK);
    loop {
        let next = source(&mut || {
            if tick.is_over() {
                take(Event::Progress(total))
            } else {
                Continue(())
            }
        });
        let Some(WorkPart { part, start, share }) = next? else {
            return Continue(());
        };
        let mut flow = Continue(());
        let mut hear = |told| {
            // Whoever broke out hears no more.
            flow?;
            flow = match told {
                PartEvent::Item(item) => take(Event::Item(item)),
                PartEvent::Progress(more) => {
                    total.nodes += more.nodes;
                    total.solutions += more.solutions;
                    let fraction = (start + share * more.fraction).min(1.0);
                    total.fraction = total.fraction.max(fraction);
                    take(Event::Progress(total))
                }
            };
            flow
        };
        let mut sink = PartSink {
            way: Way::Straight(&mut hear),
            told: Progress::default(),
        };
        let report = work(&part, &mut sink);
        if flow.is_break() {
            let _ = take(Event::Unfinished(report));
            return Break(());
        }
        take(Event::Part(report))?;
    }
}
