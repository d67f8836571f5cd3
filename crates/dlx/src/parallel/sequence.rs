//! Does work in parts on the caller's thread, one part after the other.

use std::ops::ControlFlow::{self, Continue};

use super::part::{
    Advance, Event, PartEvent, PartSink, PartSource, PartWork, SinkTarget, TICK, WorkPart,
};
use crate::clock::Interval;
use crate::search::Progress;

/// Work in parts that is done one part after the other.
pub(crate) struct Sequence<P> {
    /// The paused part, and the last progress that it has reported.
    paused: Option<(WorkPart<P>, Progress)>,
    total: Progress,
}

impl<P> Sequence<P> {
    pub(super) fn new() -> Self {
        Self {
            paused: None,
            total: Progress::default(),
        }
    }

    /// Works until all parts are done, a part or the source pauses, or the caller breaks out.
    pub(super) fn advance<T, R>(
        &mut self,
        source: &mut PartSource<'_, P>,
        work: PartWork<'_, P, T, R>,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Advance {
        let mut tick = Interval::new(TICK);
        loop {
            let (mut part, reported) = match self.paused.take() {
                Some(paused) => paused,
                None => match self.next(source, &mut tick, take) {
                    Ok(part) => (part, Progress::default()),
                    Err(advance) => return advance,
                },
            };
            let mut flow = Continue(());
            let (reported, flow_of_part) = {
                let WorkPart { part, start, share } = &mut part;
                let total = &mut self.total;
                let mut on_event = |event| {
                    // If the caller has broken out, it receives no more events.
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
                    target: SinkTarget::Straight(&mut on_event),
                    reported,
                };
                let flow_of_part = (work.resume)(part, &mut sink);
                (sink.reported, flow_of_part)
            };
            if flow.is_break() {
                let _ = take(Event::Unfinished((work.report)(part.part)));
                return Advance::Stopped;
            }
            if flow_of_part.is_break() {
                self.paused = Some((part, reported));
                return Advance::Left;
            }
            if take(Event::Part((work.report)(part.part))).is_break() {
                return Advance::Stopped;
            }
        }
    }

    /// Gets the next part from the source. If there is none, returns the state of the work as an error.
    fn next<T, R>(
        &self,
        source: &mut PartSource<'_, P>,
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

    /// Gives up the paused part. Returns its report.
    pub(super) fn give_up<R>(&mut self, report: &dyn Fn(P) -> R) -> Option<R> {
        self.paused.take().map(|(part, _)| report(part.part))
    }
}
