//! Checks that work in parts causes the same events for every number and timing of threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilewright_dlx::Progress;
use tilewright_dlx::parallel::{Event, PartSink, Pulse, WorkPart, in_order, in_order_from};

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// A value that a part produces: the index of the part, and the value's index within the part.
type Item = (usize, usize);

/// An event that was passed to the receiver. Reports of progress are left out, since they depend on the clock.
#[derive(Clone, Debug, PartialEq)]
enum ReceivedEvent {
    Item(Item),
    Part(usize),
    Unfinished(usize),
}

/// The event at which the work panics.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Panics {
    Nowhere,
    /// When the source produces the part with this index.
    Source(usize),
    /// When a thread begins to work on the part with this index.
    Work(usize),
    /// When this number of events has been passed to the receiver.
    Take(usize),
}

/// A random plan of work: the number of values that each part produces, the delays, and at most one panic.
#[derive(Debug)]
struct WorkPlan {
    /// For each part, the number of values that it produces.
    parts: Vec<usize>,
    /// The number of events after which the receiver breaks out.
    breaks_after: usize,
    panics: Panics,
    /// The seed of the random delays.
    seed: u64,
}

impl WorkPlan {
    fn random(seed: u64) -> Self {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        // A bundle has 64 values. Most parts produce fewer, and some produce none.
        let most_items = [1, 3, 70, 200][rng.random_range(0..4)];
        let parts: Vec<usize> = (0..rng.random_range(0..60))
            .map(|_| rng.random_range(0..=most_items))
            .collect();
        let events = parts.iter().sum::<usize>() + parts.len();
        let part = rng.random_range(0..=parts.len());
        Self {
            breaks_after: match rng.random_range(0..3) {
                0 => rng.random_range(0..=events) + 1,
                _ => usize::MAX,
            },
            panics: match rng.random_range(0..9) {
                0 => Panics::Source(part),
                1 => Panics::Work(part),
                2 => Panics::Take(rng.random_range(0..=events)),
                _ => Panics::Nowhere,
            },
            parts,
            seed,
        }
    }

    /// May delay the work. Of sixteen values of `place`, one leads to yielding and one to spinning; a few lead to
    /// sleeping for 200 µs.
    fn delay(&self, place: usize) {
        let mixed = (self.seed ^ place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        match mixed % 16 {
            0 => std::thread::yield_now(),
            1 => (0..mixed % 4096).for_each(|_| std::hint::spin_loop()),
            2 if mixed.is_multiple_of(31) => std::thread::sleep(Duration::from_micros(200)),
            _ => {}
        }
    }

    /// Does the work. Returns the events up to the one at which the receiver broke out, the events after it, and
    /// how the work ended.
    fn run(&self, threads: NonZeroUsize) -> (Vec<ReceivedEvent>, Vec<ReceivedEvent>, RunEnding) {
        let (mut received, mut after) = (Vec::new(), Vec::new());
        let mut named = 0;
        let mut source = |_: &mut Pulse<'_>| {
            self.delay(named);
            assert!(self.panics != Panics::Source(named), "the source");
            let part = (named < self.parts.len()).then_some(WorkPart {
                part: named,
                start: 0.0,
                share: 0.0,
            });
            named += 1;
            Continue(part)
        };
        let work = |&part: &usize, sink: &mut PartSink<'_, Item>| {
            assert!(self.panics != Panics::Work(part), "the work");
            for item in 0..self.parts[part] {
                self.delay(part * 1000 + item);
                if sink.item((part, item)).is_break() {
                    break;
                }
                if item % 7 == 0 && sink.progress(&Progress::default()).is_break() {
                    break;
                }
            }
            part
        };
        let mut broken = false;
        let mut take = |event: Event<Item, usize>| -> ControlFlow<()> {
            let event = match event {
                Event::Item(item) => ReceivedEvent::Item(item),
                Event::Part(part) => ReceivedEvent::Part(part),
                Event::Unfinished(part) => ReceivedEvent::Unfinished(part),
                Event::Progress(_) => return Continue(()),
            };
            if broken {
                after.push(event);
                return Break(());
            }
            assert!(self.panics != Panics::Take(received.len()), "the listener");
            received.push(event);
            broken = received.len() >= self.breaks_after;
            if broken { Break(()) } else { Continue(()) }
        };
        let flow = catch_unwind(AssertUnwindSafe(|| {
            in_order_from(threads, &mut source, &work, &mut take)
        }));
        let ending = match flow {
            Ok(Continue(())) => RunEnding::Done,
            Ok(Break(())) => RunEnding::Stopped,
            Err(_) => RunEnding::Panicked,
        };
        (received, after, ending)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum RunEnding {
    Done,
    Stopped,
    Panicked,
}

fn stress(seeds: std::ops::Range<u64>) {
    // Some plans panic. Their messages would fill thousands of lines.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = seeds.clone().find_map(|seed| {
        let plan = WorkPlan::random(seed);
        let alone = plan.run(threads(1));
        let broken = [2, 3, 8, 32].into_iter().find_map(|number| {
            let together = plan.run(threads(number));
            law(&plan, &alone, &together).map(|what| (number, what, together))
        });
        broken.map(|broken| (seed, plan, alone, broken))
    });
    std::panic::set_hook(hook);
    assert!(found.is_none(), "{found:?}");
}

type RunEvents = (Vec<ReceivedEvent>, Vec<ReceivedEvent>, RunEnding);

/// The law that the run on several threads, `together`, violates, if any.
fn law(plan: &WorkPlan, alone: &RunEvents, together: &RunEvents) -> Option<&'static str> {
    let (received, after, ending) = together;
    let is_unfinished = |event: &ReceivedEvent| matches!(event, ReceivedEvent::Unfinished(_));
    if !after.iter().all(is_unfinished) || received.iter().any(is_unfinished) {
        return Some("after the end only unfinished parts are received");
    }
    // A thread that works ahead may panic at a point that a single thread never reaches, because the receiver of
    // the events breaks out or panics first.
    let panicked_ahead = *ending == RunEnding::Panicked
        && matches!(plan.panics, Panics::Source(_) | Panics::Work(_));
    if panicked_ahead {
        return (!alone.0.starts_with(received))
            .then_some("the events are the first ones of a single thread");
    }
    if alone.2 != *ending {
        return Some("it ends in the same way");
    }
    if alone.0 != *received {
        return Some("the same events are received in the same order");
    }
    None
}

#[test]
fn threads_change_no_events_whatever_their_timing() {
    // Under Miri, the test takes about a thousand times as long.
    stress(0..if cfg!(miri) { 3 } else { 80 });
}

#[test]
#[ignore = "minutes: by hand, after a change to the queue"]
fn threads_change_no_events_in_long_stress_tests() {
    stress(1_000..60_000);
}

#[test]
fn items_wait_for_their_turn_within_bounds() {
    // The first part takes longest, and the others produce more values than may wait for it.
    let shares = [0.25; 4];
    let mut received = Vec::new();
    let flow = in_order(
        threads(4),
        &shares,
        &|part, sink| {
            if part == 0 {
                std::thread::sleep(Duration::from_millis(50));
            }
            for item in 0..100_000_u32 {
                if sink.item((part, item)).is_break() {
                    break;
                }
            }
            part
        },
        &mut |event| {
            if let Event::Item(item) = event {
                received.push(item);
            }
            Continue(())
        },
    );
    assert!(flow.is_continue());
    assert_eq!(received.len(), 400_000);
    assert!(received.is_sorted());
}

/// A source of at most `most` equal parts. `named` counts the parts produced.
fn equal_parts(
    named: &AtomicUsize,
    most: usize,
) -> impl FnMut(&mut Pulse<'_>) -> ControlFlow<(), Option<WorkPart<usize>>> + Send + '_ {
    move |_| {
        let part = named.fetch_add(1, SeqCst);
        Continue((part < most).then_some(WorkPart {
            part,
            start: 0.0,
            share: 0.0,
        }))
    }
}

#[test]
fn work_begins_with_the_first_part_produced() {
    for number in [1, 2, 8] {
        let named = AtomicUsize::new(0);
        let mut first = None;
        let flow = in_order_from::<usize, usize, ()>(
            threads(number),
            &mut equal_parts(&named, usize::MAX),
            &|&part, sink| {
                let _ = sink.item(part);
                while sink.progress(&Progress::default()).is_continue() {
                    std::thread::yield_now();
                }
            },
            &mut |event| match event {
                Event::Item(item) => {
                    first = Some(item);
                    Break(())
                }
                _ => Continue(()),
            },
        );
        assert_eq!((flow, first), (Break(()), Some(0)));
        assert!(named.load(SeqCst) <= number, "a part for each thread");
    }
}

#[test]
fn threads_do_not_run_ahead_without_bound() {
    let named = AtomicUsize::new(0);
    let most = 200_000;
    let mut parts = 0;
    let flow = in_order_from::<usize, (), usize>(
        threads(2),
        &mut equal_parts(&named, most),
        &|&part, _| {
            // While the first part sleeps, the other thread has time for all other parts.
            if part == 0 {
                std::thread::sleep(Duration::from_millis(300));
                let ahead = named.load(SeqCst);
                assert!(ahead < 100_000, "{ahead} parts are named");
            }
            part
        },
        &mut |event| {
            if let Event::Part(part) = event {
                assert_eq!(part, parts);
                parts += 1;
            }
            Continue(())
        },
    );
    assert!(flow.is_continue());
    assert_eq!(parts, most);
}

#[test]
fn a_single_item_is_handed_over_without_waiting() {
    let received = AtomicBool::new(false);
    let flow = in_order(
        threads(2),
        &[0.5; 2],
        &|_, sink| {
            let _ = sink.item(());
            // The part works for a long time without producing another value.
            let begun = Instant::now();
            while !received.load(SeqCst) && begun.elapsed() < Duration::from_secs(30) {
                std::thread::yield_now();
            }
            received.load(SeqCst)
        },
        &mut |event| match event {
            Event::Item(()) => {
                received.store(true, SeqCst);
                Continue(())
            }
            Event::Part(in_time) => {
                assert!(in_time, "the item was received when the part had ended");
                Continue(())
            }
            _ => Continue(()),
        },
    );
    assert!(flow.is_continue());
}

#[test]
fn a_source_that_never_finds_a_part_is_interrupted() {
    for number in [1, 2] {
        let mut source = |pulse: &mut Pulse<'_>| -> ControlFlow<(), Option<WorkPart<()>>> {
            loop {
                pulse()?;
                std::thread::yield_now();
            }
        };
        let mut ticks = 0;
        let flow =
            in_order_from::<(), (), ()>(threads(number), &mut source, &|(), _| (), &mut |event| {
                assert!(matches!(event, Event::Progress(_)));
                ticks += 1;
                if ticks == 3 { Break(()) } else { Continue(()) }
            });
        assert_eq!((flow, ticks), (Break(()), 3));
    }
}

#[test]
fn a_panic_in_a_part_is_passed_on() {
    let result = catch_unwind(|| {
        in_order::<(), ()>(
            threads(2),
            &[0.5; 8],
            &|part, _| assert!(part != 3, "the fourth part"),
            &mut |_| Continue(()),
        )
    });
    assert!(result.is_err());
}
