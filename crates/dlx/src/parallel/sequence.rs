//! The work of parts on the caller's thread, one after the other.

use std::ops::ControlFlow::{self, Continue};

use super::part::{Advance, Event, PartEvent, PartSink, PartWork, Source, TICK, Way, WorkPart};
use crate::clock::Interval;
use crate::search::Progress;

/// Parts that are done one after the other.
pub(crate) struct Sequence<P> {
    /// The part that was left, and what it has told of its progress.
    left: Option<(WorkPart<P>, Progress)>,
    total: Progress,
}

impl<P> Sequence<P> {
    pub(super) fn new() -> Self {
        Self {
            left: None,
            total: Progress::default(),
        }
    }

    /// Goes on until all is done, a part or the source leaves off, or the caller breaks out.
    pub(super) fn go_on<T, R>(
        &mut self,
        source: &mut Source<'_, P>,
        work: PartWork<'_, P, T, R>,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Advance {
        let mut tick = Interval::new(TICK);
        loop {
            let (mut part, told) = match self.left.take() {
                Some(left) => left,
                None => match self.next(source, &mut tick, take) {
                    Ok(part) => (part, Progress::default()),
                    Err(advance) => return advance,
                },
            };
            let mut flow = Continue(());
            let (told, left) = {
                let WorkPart { part, start, share } = &mut part;
                let total = &mut self.total;
                let mut hear = |event| {
                    // Whoever broke out hears no more.
                    flow?;
                    flow = match event {
                        PartEvent::Item(item) => take(Event::Item(item)),
                        PartEvent::Progress(more) => {
                            total.nodes += more.nodes;
                            total.solutions += more.solutions;
                            let fraction = (*start + *share * more.fraction).min(1.0);
                            total.fraction = total.fraction.max(fraction);
                            take(Event::Progress(*total))
                        }
                    };
                    flow
                };
                let mut sink = PartSink {
                    way: Way::Straight(&mut hear),
                    told,
                };
                let left = (work.go_on)(part, &mut sink);
                (sink.told, left)
            };
            if flow.is_break() {
                let _ = take(Event::Unfinished((work.report)(part.part)));
                return Advance::Stopped;
            }
            if left.is_break() {
                self.left = Some((part, told));
                return Advance::Left;
            }
            if take(Event::Part((work.report)(part.part))).is_break() {
                return Advance::Stopped;
            }
        }
    }

    /// The next part, or why there is none.
    fn next<T, R>(
        &self,
        source: &mut Source<'_, P>,
        tick: &mut Interval,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Result<WorkPart<P>, Advance> {
        let mut flow = Continue(());
        let next = source(&mut || {
            if flow.is_continue() && tick.is_over() {
                flow = take(Event::Progress(self.total));
            }
            flow
        });
        match next {
            Continue(Some(part)) if flow.is_continue() => Ok(part),
            Continue(None) if flow.is_continue() => Err(Advance::Done),
            _ if flow.is_break() => Err(Advance::Stopped),
            _ => Err(Advance::Left),
        }
    }

    /// Gives up the part that was left.
    pub(super) fn give_up<R>(&mut self, report: &dyn Fn(P) -> R) -> Option<R> {
        self.left.take().map(|(part, _)| report(part.part))
    }
}
