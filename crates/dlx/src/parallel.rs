//! Does work in numbered parts on several threads; one thread takes the results in order.
//!
//! Threads take the parts from a source that produces them one by one, so work begins before the last part is
//! known. The results of a part are the values that it produces, and its report. They arrive on the caller's
//! thread, in the order of the parts. So the sequence of values and reports does not depend on the number of
//! threads. Results of later parts wait for their turn. When about 32,000 values or 65,000 reports wait, the
//! threads that work ahead wait too, so memory stays bounded. The thread that works on the part whose turn it is
//! waits only for the caller, so the work always advances.
//!
//! Work may pause with unfinished parts and resume later. In between, all its threads have ended.

mod part;
#[cfg(feature = "parallel")]
mod queue;
mod sequence;
#[cfg(all(test, feature = "parallel"))]
mod tests;

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};

use crate::threads::Pool;
pub(crate) use part::PartWork;
pub use part::{Advance, Event, PartSink, PartSource, Pulse, WorkPart};
#[cfg(feature = "parallel")]
use queue::PartQueue;
use sequence::Sequence;

/// Does the work of all parts. `shares` holds each part's share of the whole work. Returns `Continue` if all parts
/// were done, and `Break` if `take` broke out.
///
/// Works like [`in_order_from`] with the indices of the parts as its source.
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

/// Does the work of all parts that a source produces. Returns `Continue` if all parts were done,
/// and `Break` if `take` or the source broke out.
///
/// A thread that needs a part calls the source, one thread at a time; meanwhile the others work on
/// earlier parts. With one thread, or if the system refuses to start threads, the work is done on
/// the caller's thread. At most about 65,000 parts are produced ahead of the part whose turn it is.
///
/// # Panics
///
/// If a part or the source panics. The panic is passed on.
pub fn in_order_from<P: Send, T: Send, R: Send>(
    threads: NonZeroUsize,
    source: &mut PartSource<'_, P>,
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
        resume: &|(part, report), sink| {
            *report = Some(work(part, sink));
            Continue(())
        },
        report: &|(_, report): (P, Option<R>)| match report {
            Some(report) => report,
            None => unreachable!("invariant: a part that is not left has been worked on"),
        },
    };
    match Parts::new(threads).advance(&mut source, work, take) {
        Advance::Done => Continue(()),
        Advance::Left | Advance::Stopped => Break(()),
    }
}

/// Work in parts that can pause and resume, on one thread or on several.
pub(crate) enum Parts<P, T, R> {
    Sequence(Sequence<P>),
    #[cfg(feature = "parallel")]
    Queue(Pool, PartQueue<P, T, R>),
    #[cfg(not(feature = "parallel"))]
    #[expect(
        dead_code,
        reason = "there are no threads: the types are used all the same"
    )]
    Queue(Pool, std::marker::PhantomData<(T, R)>),
}

impl<P: Send, T: Send, R: Send> Parts<P, T, R> {
    /// Prepares work of which no part has begun. With one thread, or if the system refuses to start threads, it
    /// will be done on the caller's thread.
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        match Pool::new(threads) {
            #[cfg(feature = "parallel")]
            Some(pool) => Self::Queue(pool, PartQueue::new()),
            _ => Self::Sequence(Sequence::new()),
        }
    }

    /// Works until all parts are done, a part or the source pauses, or `take` breaks out.
    ///
    /// It may be called again only after it has returned [`Advance::Left`].
    pub(crate) fn advance(
        &mut self,
        source: &mut PartSource<'_, P>,
        work: PartWork<'_, P, T, R>,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Advance {
        match self {
            Self::Sequence(sequence) => sequence.advance(source, work, take),
            #[cfg(feature = "parallel")]
            Self::Queue(pool, queue) => queue.advance(pool, source, work, take),
            #[cfg(not(feature = "parallel"))]
            Self::Queue(pool, _) => match *pool {},
        }
    }

    /// Gives up the paused work. Returns the reports of the unfinished parts.
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
