//! Checks that damaged texts, diagrams and checkpoints are read correctly, or cause an error that names the fault.

use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow::Continue;
use std::time::Duration;

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use tilewright_dlx::text::{read, write};
use tilewright_dlx::{Frontier, FrontierCheckpoints, OptionId, Problem, SolutionDiagram};

use crate::budget::{Tally, run};
use crate::damage;
use crate::engines::agree;
use crate::random;
use crate::tape::{Tape, tapes};
use crate::wide;

/// The maximum processor time for one input, in a build without optimizations.
const MOST: Duration = Duration::from_secs(5);

/// The length of the checksum at the end of a file, in bytes.
const CHECKSUM: usize = 32;

fn written(problem: &Problem) -> String {
    let mut out = Vec::new();
    write(problem, &mut out).expect("written to memory");
    String::from_utf8(out).expect("text")
}

/// Asserts that all engines that finish agree on the number of solutions.
fn solved(problem: &Problem, tally: &Tally) -> Result<(), TestCaseError> {
    tally.add(if agree(problem)? { "counted" } else { "begun" });
    Ok(())
}

#[test]
fn damaged_texts_are_read_or_refused() {
    // A problem without primary items cannot be written as text.
    let problems = random::problem().prop_filter("primary", |problem| problem.primary_count() > 0);
    let strategy = (problems, tapes());
    let tally = run(
        "exact cover texts",
        2_000,
        &strategy,
        |(problem, numbers), tally| {
            let good = written(&problem);
            let words = damage::words(["a b 0:3|c 2|d | s t s:red", good.as_str()]);
            let mut tape = Tape::new(&numbers);
            let text = if tape.once_in(4) {
                good.clone()
            } else {
                damage::text(&mut tape, &good, &words)
            };
            let read = tally.time(MOST, &text, || read(&text))?;
            match read {
                Err(error) => {
                    prop_assert_ne!(&text, &good, "what is written can be read");
                    let (message, span) = (error.to_string(), error.span());
                    prop_assert!(message.starts_with("line "), "{message}: {text:?}");
                    prop_assert!(text.get(span).is_some(), "{message}: {text:?}");
                    tally.add("refused");
                    Ok(())
                }
                Ok(problem) => {
                    prop_assert_eq!(&read_again(&problem)?, &problem, "{:?}", text);
                    tally.time(MOST, &text, || solved(&problem, tally))?
                }
            }
        },
    );
    let (accepted, counted) = (tally.of("counted") + tally.of("begun"), tally.of("counted"));
    assert!(counted * 10 >= accepted * 6, "{tally:?}");
    assert!(accepted * 4 >= accepted + tally.of("refused"), "{tally:?}");
}

fn read_again(problem: &Problem) -> Result<Problem, TestCaseError> {
    read(&written(problem)).map_err(|error| TestCaseError::fail(error.to_string()))
}

/// Damages a file. In most cases, the checksum is corrected afterwards, so that only the checks of the contents
/// can find the damage.
fn damaged(tape: &mut Tape, good: &[u8]) -> Vec<u8> {
    if tape.once_in(8) {
        return damage::bytes(tape, good);
    }
    let body = &good[..good.len() - CHECKSUM];
    // The first 44 bytes identify the file and its problem. Damage to them would be found before anything else is
    // read.
    let head = if tape.once_in(8) {
        0
    } else {
        44.min(body.len())
    };
    let mut bytes = body[..head].to_vec();
    bytes.extend(damage::bytes(tape, &body[head..]));
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

#[test]
fn damaged_diagrams_are_read_or_refused() {
    let strategy = (random::problem(), tapes());
    let tally = run("diagrams", 2_000, &strategy, |(problem, numbers), tally| {
        let diagram = Frontier::new(&problem).diagram(&mut |_| Continue(()));
        let diagram = diagram.expect("a small diagram");
        let mut good = Vec::new();
        diagram.save(&mut good).expect("written to memory");
        let mut tape = Tape::new(&numbers);
        let bytes = if tape.once_in(8) {
            good.clone()
        } else {
            damaged(&mut tape, &good)
        };
        let loaded = tally.time(MOST, "", || {
            SolutionDiagram::load(&problem, &mut Cursor::new(&bytes))
        })?;
        match loaded {
            Err(error) => {
                prop_assert_ne!(&bytes, &good, "what is saved can be loaded");
                prop_assert!(!error.to_string().is_empty());
                tally.add("refused");
            }
            Ok(loaded) => {
                prop_assert!(bytes != good || loaded.count() == diagram.count());
                tally.time(MOST, "", || query_all(&problem, &loaded))?;
                tally.add("loaded");
            }
        }
        Ok(())
    });
    assert!(tally.of("loaded") * 10 >= tally.of("refused"), "{tally:?}");
}

/// Calls each query of a diagram.
fn query_all(problem: &Problem, diagram: &SolutionDiagram) {
    let count = diagram.count();
    let some: Vec<OptionId> = problem.options().take(2).collect();
    let _ = diagram.nth(&count);
    let _ = diagram.nth(&(count / 2_u32));
    let _ = diagram.iter().take(100).count();
    let _ = diagram.sample(1).take(3).count();
    let _ = diagram.by_size();
    let _ = diagram.holding();
    for option in &some {
        let _ = diagram.holding_with(*option);
    }
    let _ = diagram.counter().holding(&some);
    for (with, without) in [(&some[..], &[][..]), (&[][..], &some[..])] {
        let _ = diagram.restrict(with, without).map(|left| left.count());
    }
    let _ = diagram.restrict_to_any(&some).map(|left| left.count());
}

/// Keeps checkpoints in memory. If `last` is set, a count resumes from it and writes no checkpoints.
#[derive(Default)]
struct DamagedCheckpoints {
    last: Option<Vec<u8>>,
    all: Vec<Vec<u8>>,
}

impl FrontierCheckpoints for DamagedCheckpoints {
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        let reader = |bytes: &Vec<u8>| Box::new(Cursor::new(bytes.clone())) as Box<dyn Read>;
        Ok(self.last.as_ref().map(reader))
    }

    fn due(&mut self, _: u64) -> bool {
        self.last.is_none()
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.all.push(bytes);
        Ok(())
    }
}

#[test]
fn damaged_checkpoints_are_read_or_refused() {
    let problems = prop_oneof![9 => random::problem(), 1 => wide::problem()];
    let strategy = (problems, 0_u64..20_000, tapes());
    let tally = run(
        "checkpoints of sweeps",
        2_000,
        &strategy,
        |(problem, memory, numbers), tally| {
            let mut frontier = Frontier::new(&problem);
            if memory % 2 == 0
                && frontier
                    .clone()
                    .memory(memory)
                    .count(&mut |_| Continue(()))
                    .is_ok()
            {
                frontier = frontier.memory(memory);
            }
            let mut kept = DamagedCheckpoints::default();
            let whole = frontier
                .count_on(Some(&mut kept), &mut |_| Continue(()))
                .expect("a small count");
            if kept.all.is_empty() {
                tally.add("no checkpoint");
                return Ok(());
            }
            let mut tape = Tape::new(&numbers);
            let good = tape.pick(&kept.all).clone();
            let bytes = if tape.once_in(8) {
                good.clone()
            } else {
                damaged(&mut tape, &good)
            };
            let mut kept = DamagedCheckpoints {
                last: Some(bytes.clone()),
                all: Vec::new(),
            };
            let resumed = tally.time(MOST, "", || {
                frontier.count_on(Some(&mut kept), &mut |_| Continue(()))
            })?;
            match resumed {
                Err(error) => {
                    prop_assert_ne!(&bytes, &good, "what is kept can be resumed");
                    prop_assert!(!error.to_string().is_empty());
                    tally.add("refused");
                }
                Ok(resumed) => {
                    prop_assert!(bytes != good || resumed == whole);
                    tally.add("resumed");
                }
            }
            Ok(())
        },
    );
    assert!(tally.of("resumed") * 20 >= tally.of("refused"), "{tally:?}");
}
