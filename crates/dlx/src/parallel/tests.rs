//! Tests of work in parts that is paused while many values wait for the caller.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Barrier;

use super::{Advance, Event, PartSink, PartWork, Parts, Pulse, WorkPart};

/// The later parts pause again and again, and together produce more values than may wait for the caller. Only then
/// does the first part produce values.
#[test]
fn the_part_whose_turn_it_is_never_waits_for_others() {
    const PAUSES: u32 = 4;
    const FIRST: usize = 1000;
    const LATER: usize = 20_000;
    let begun = Barrier::new(3);
    let resume = |(number, round): &mut (usize, u32), sink: &mut PartSink<'_, usize>| {
        *round += 1;
        if *round == 1 {
            begun.wait();
        }
        let pauses = *round <= PAUSES;
        let items = match (*number, pauses) {
            (0, true) => 0,
            (0, false) => FIRST,
            _ => LATER,
        };
        for _ in 0..items {
            sink.item(*number)?;
        }
        if pauses { Break(()) } else { Continue(()) }
    };
    let work = PartWork {
        resume: &resume,
        report: &|(number, _): (usize, u32)| number,
    };
    let mut parts = Parts::new(NonZeroUsize::new(3).unwrap());
    let mut numbers = 0..3;
    let mut source = |_: &mut Pulse<'_>| {
        Continue(numbers.next().map(|number| WorkPart {
            part: (number, 0),
            start: 0.0,
            share: 0.0,
        }))
    };
    let mut items = Vec::new();
    let mut take = |event| {
        if let Event::Item(item) = event {
            items.push(item);
        }
        Continue(())
    };
    while parts.advance(&mut source, work, &mut take) == Advance::Left {}
    let of_later = LATER * (PAUSES as usize + 1);
    assert!(items.is_sorted());
    let counts = [0, 1, 2].map(|part| items.iter().filter(|&&item| item == part).count());
    assert_eq!(counts, [FIRST, of_later, of_later]);
}
