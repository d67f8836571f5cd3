//! Work in parts: what is heard is the same on any number of threads, whatever the threads do when.

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

/// An item: the number of its part, and its own there.
type Item = (usize, usize);

/// What is heard but for progress, which depends on the clock.
#[derive(Clone, Debug, PartialEq)]
enum Heard {
    Item(Item),
    Part(usize),
    Unfinished(usize),
}

/// Where something goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Panics {
    Nowhere,
    /// When the source is asked for this part.
    Source(usize),
    /// In the work of this part.
    Work(usize),
    /// When so many events have been heard.
    Take(usize),
}

/// A random piece of work.
#[derive(Debug)]
struct Plan {
    /// The number of items of each part.
    parts: Vec<usize>,
    /// Once so many events have been heard, the listener breaks out.
    breaks_after: usize,
    panics: Panics,
    /// Decides who dawdles.
    seed: u64,
}

impl Plan {
    fn random(seed: u64) -> Self {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        // A bundle is 64 items; most parts are tiny, and many have none.
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

    /// Dawdles now and then, longer or shorter, at a place that has this number.
    fn dawdle(&self, place: usize) {
        let mixed = (self.seed ^ place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        match mixed % 16 {
            0 => std::thread::yield_now(),
            1 => (0..mixed % 4096).for_each(|_| std::hint::spin_loop()),
            2 if mixed.is_multiple_of(31) => std::thread::sleep(Duration::from_micros(200)),
            _ => {}
        }
    }

    /// Does the work; what was heard before the listener broke out and after, and how it ended.
    fn run(&self, threads: NonZeroUsize) -> (Vec<Heard>, Vec<Heard>, Ending) {
        let (mut heard, mut after) = (Vec::new(), Vec::new());
        let mut named = 0;
        let mut source = |_: &mut Pulse<'_>| {
            self.dawdle(named);
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
                self.dawdle(part * 1000 + item);
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
                Event::Item(item) => Heard::Item(item),
                Event::Part(part) => Heard::Part(part),
                Event::Unfinished(part) => Heard::Unfinished(part),
                Event::Progress(_) => return Continue(()),
            };
            if broken {
                after.push(event);
                return Break(());
            }
            assert!(self.panics != Panics::Take(heard.len()), "the listener");
            heard.push(event);
            broken = heard.len() >= self.breaks_after;
            if broken { Break(()) } else { Continue(()) }
        };
        let flow = catch_unwind(AssertUnwindSafe(|| {
            in_order_from(threads, &mut source, &work, &mut take)
        }));
        let ending = match flow {
            Ok(Continue(())) => Ending::Done,
            Ok(Break(())) => Ending::Stopped,
            Err(_) => Ending::Panicked,
        };
        (heard, after, ending)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    Done,
    Stopped,
    Panicked,
}

fn stress(seeds: std::ops::Range<u64>) {
    // Panics are part of the plan; their messages would be thousands of lines.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = seeds.clone().find_map(|seed| {
        let plan = Plan::random(seed);
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

type Run = (Vec<Heard>, Vec<Heard>, Ending);

/// Which law a run on several threads breaks, if any.
fn law(plan: &Plan, alone: &Run, together: &Run) -> Option<&'static str> {
    let (heard, after, ending) = together;
    let is_unfinished = |event: &Heard| matches!(event, Heard::Unfinished(_));
    if !after.iter().all(is_unfinished) || heard.iter().any(is_unfinished) {
        return Some("unfinished parts, and nothing else, are heard of after the end");
    }
    // A thread ahead may come to a panic that one thread never comes to, since the listener breaks
    // out or panics before.
    let raced =
        *ending == Ending::Panicked && matches!(plan.panics, Panics::Source(_) | Panics::Work(_));
    if raced {
        return (!alone.0.starts_with(heard)).then_some("what is heard is what one thread tells");
    }
    if alone.2 != *ending {
        return Some("it ends in the same way");
    }
    if alone.0 != *heard {
        return Some("the same events are heard in the same order");
    }
    None
}

#[test]
fn threads_change_nothing_whatever_they_do_when() {
    // Miri takes a thousand times as long.
    stress(0..if cfg!(miri) { 3 } else { 80 });
}

#[test]
#[ignore = "minutes: by hand, after a change to the queue"]
fn threads_change_nothing_whatever_they_do_when_for_long() {
    stress(1_000..60_000);
}

#[test]
fn items_wait_for_their_turn_within_bounds() {
    // The first part is the slowest, and later ones yield more than may wait.
    let shares = [0.25; 4];
    let mut heard = Vec::new();
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
                heard.push(item);
            }
            Continue(())
        },
    );
    assert!(flow.is_continue());
    assert_eq!(heard.len(), 400_000);
    assert!(heard.is_sorted());
}

/// Sources of equal parts, `most` of them or without end.
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
fn work_begins_with_the_first_part_named() {
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
            // All others could be done meanwhile.
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
fn one_item_waits_for_no_other() {
    let heard = AtomicBool::new(false);
    let flow = in_order(
        threads(2),
        &[0.5; 2],
        &|_, sink| {
            let _ = sink.item(());
            // Long work without another item.
            let begun = Instant::now();
            while !heard.load(SeqCst) && begun.elapsed() < Duration::from_secs(30) {
                std::thread::yield_now();
            }
            heard.load(SeqCst)
        },
        &mut |event| match event {
            Event::Item(()) => {
                heard.store(true, SeqCst);
                Continue(())
            }
            Event::Part(in_time) => {
                assert!(in_time, "the item was heard when the part had ended");
                Continue(())
            }
            _ => Continue(()),
        },
    );
    assert!(flow.is_continue());
}

/// A source that looks for a part for ever is stopped where it is.
#[test]
fn a_source_is_interrupted() {
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
fn a_panic_in_a_part_comes_out() {
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
