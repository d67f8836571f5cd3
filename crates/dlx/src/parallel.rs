//! Work in numbered parts, done by several threads, with the results taken in order by one.
//!
//! Threads take the parts as they come, from a source that names them one by one, so that work
//! begins with the first part and nobody waits for the last. What a part yields is heard on the
//! caller's thread, part by part and in order, so the sequence of items and reports is the same
//! however many threads there are. What comes before its turn waits; once some ten thousand items
//! or reports do, threads ahead of their turn wait too, so memory stays bounded. The thread whose
//! turn it is only ever waits for the caller, so there is always progress.
//!
//! Work may be left, with parts under way, and be gone on with later: then all threads have ended.

mod part;
#[cfg(feature = "parallel")]
mod queue;
mod sequence;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};

use crate::threads::Pool;
pub(crate) use part::PartWork;
pub use part::{Advance, Event, PartSink, Pulse, Source, WorkPart};
#[cfg(feature = "parallel")]
use queue::Queue;
use sequence::Sequence;

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
    let mut source = |pulse: &mut Pulse<'_>| {
        let next = source(pulse)?;
        Continue(next.map(|WorkPart { part, start, share }| WorkPart {
            part: (part, None),
            start,
            share,
        }))
    };
    let work = PartWork {
        go_on: &|(part, report), sink| {
            *report = Some(work(part, sink));
            Continue(())
        },
        report: &|(_, report): (P, Option<R>)| match report {
            Some(report) => report,
            None => unreachable!("invariant: a part that is not left has been worked on"),
        },
    };
    match Parts::new(threads).go_on(&mut source, work, take) {
        Advance::Done => Continue(()),
        Advance::Left | Advance::Stopped => Break(()),
    }
}

/// Work in parts that may be left and gone on with.
pub(crate) enum Parts<P, T, R> {
    Sequence(Sequence<P>),
    #[cfg(feature = "parallel")]
    Queue(Pool, Queue<P, T, R>),
    #[cfg(not(feature = "parallel"))]
    #[expect(
        dead_code,
        reason = "there are no threads: the types are used all the same"
    )]
    Queue(Pool, std::marker::PhantomData<(T, R)>),
}

impl<P: Send, T: Send, R: Send> Parts<P, T, R> {
    /// Before the first part. With one thread the work is done on the caller's; so it is if the system
    /// refuses threads.
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        match Pool::new(threads) {
            #[cfg(feature = "parallel")]
            Some(pool) => Self::Queue(pool, Queue::new()),
            _ => Self::Sequence(Sequence::new()),
        }
    }

    /// Goes on until all is done, the parts or the source leave off, or `take` breaks out.
    ///
    /// After that it must not be gone on with, but after [`Advance::Left`].
    pub(crate) fn go_on(
        &mut self,
        source: &mut Source<'_, P>,
        work: PartWork<'_, P, T, R>,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Advance {
        match self {
            Self::Sequence(sequence) => sequence.go_on(source, work, take),
            #[cfg(feature = "parallel")]
            Self::Queue(pool, queue) => queue.go_on(pool, source, work, take),
            #[cfg(not(feature = "parallel"))]
            Self::Queue(pool, _) => match *pool {},
        }
    }

    /// Gives up what was left: the reports of the parts under way.
    pub(crate) fn give_up(&mut self, report: &dyn Fn(P) -> R) -> Vec<R> {
        match self {
            Self::Sequence(sequence) => sequence.give_up(report).into_iter().collect(),
            #[cfg(feature = "parallel")]
            Self::Queue(_, queue) => queue.give_up(report),
            #[cfg(not(feature = "parallel"))]
            Self::Queue(pool, _) => match *pool {},
        }
    }
}
