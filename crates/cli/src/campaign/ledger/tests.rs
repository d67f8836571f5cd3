//! Checks that the sum counts every child exactly once, with results in any order, repeated or
//! overlapping.

use num_bigint::BigUint;
use proptest::prelude::*;
use tilewright_dlx::Engine;

use super::Ledger;
use crate::campaign::answer::PartAnswer;
use crate::campaign::part::PartName;
use crate::campaign::results::{Author, ChildRange, PartResult};

/// The number of children of the part, and of each child.
const OF: u32 = 4;

/// The number of solutions in a child of a child.
fn value(child: u32, grandchild: u32) -> u64 {
    u64::from(child * 7 + grandchild * 3 + 1)
}

fn answer(found: u64) -> PartAnswer {
    PartAnswer {
        found,
        solutions: BigUint::from(found),
        ..PartAnswer::default()
    }
}

fn sum(children: impl Iterator<Item = u32>) -> u64 {
    children
        .flat_map(|child| (0..OF).map(move |grandchild| value(child, grandchild)))
        .sum()
}

/// A result: of the whole part, of a range of its children, or of a range of the children of a child.
#[derive(Clone, Debug)]
enum Found {
    Whole,
    Children(u32, u32),
    Grandchildren(u32, u32, u32),
}

impl Found {
    fn result(&self, wrong: u64) -> PartResult {
        let top = PartName::new(0);
        let range = |from, to| Some(ChildRange { from, to, of: OF });
        let (part, children, found) = match *self {
            Self::Whole => (top, None, sum(0..OF)),
            Self::Children(from, to) => (top, range(from, to), sum(from..to)),
            Self::Grandchildren(child, from, to) => {
                let found = (from..to).map(|grandchild| value(child, grandchild)).sum();
                (top.child(child), range(from, to), found)
            }
        };
        PartResult {
            part,
            children,
            answer: answer(found + wrong),
            split: false,
            seconds: 1.0,
            list: None,
        }
    }

    /// The grandchildren that the result covers, one bit each.
    fn covers(&self) -> u32 {
        let bits = |from: u32, to: u32| (from..to).fold(0, |all, bit| all | 1 << bit);
        match *self {
            Self::Whole => bits(0, OF * OF),
            Self::Children(from, to) => bits(from * OF, to * OF),
            Self::Grandchildren(child, from, to) => bits(child * OF + from, child * OF + to),
        }
    }
}

fn found() -> impl Strategy<Value = Found> {
    let range = (0..OF).prop_flat_map(|from| (Just(from), from + 1..=OF));
    prop_oneof![
        1 => Just(Found::Whole),
        4 => range.clone().prop_map(|(from, to)| Found::Children(from, to)),
        8 => (0..OF, range).prop_map(|(child, (from, to))| Found::Grandchildren(child, from, to)),
    ]
}

fn ledger(results: Vec<PartResult>) -> Ledger {
    let mut ledger = Ledger::new(1);
    let author = Author::new("", "here", "0/1".to_owned(), Engine::Bits);
    for (at, result) in results.into_iter().enumerate() {
        ledger.add_file(at.to_string(), author.clone(), vec![result]);
    }
    ledger
}

proptest! {
    #[test]
    fn what_is_done_is_the_whole(all in proptest::collection::vec(found(), 0..24)) {
        let ledger = ledger(all.iter().map(|found| found.result(0)).collect());
        prop_assert_eq!(ledger.contradictions(), Vec::<String>::new());
        let covered = all.iter().fold(0, |covered, found| covered | found.covers());
        if ledger.is_done(0) {
            prop_assert_eq!(covered, (1 << (OF * OF)) - 1);
            prop_assert_eq!(ledger.total().unwrap(), Some(answer(sum(0..OF))));
            prop_assert_eq!(ledger.missing(10), Vec::new());
        } else {
            prop_assert_eq!(ledger.total().unwrap(), None);
            prop_assert_eq!(ledger.missing(10), vec![PartName::new(0)]);
            prop_assert!(ledger.so_far().found < sum(0..OF));
        }
        // Adds the results of a process that continues from these results and does the missing
        // children.
        let node = ledger.node(&PartName::new(0)).unwrap();
        let mut rest: Vec<PartResult> = all.iter().map(|found| found.result(0)).collect();
        let open = node.covering().map_or_else(|| (0..OF).collect(), |covering| covering.open);
        let open = if ledger.is_done(0) { Vec::new() } else { open };
        rest.extend(open.iter().map(|&child| Found::Children(child, child + 1).result(0)));
        prop_assert_eq!(self::ledger(rest).total().unwrap(), Some(answer(sum(0..OF))));
    }

    #[test]
    fn a_wrong_result_of_what_is_known_is_seen(
        all in proptest::collection::vec(found(), 1..24),
        which in any::<proptest::sample::Index>(),
    ) {
        let wrong = which.get(&all).clone();
        let mut results: Vec<PartResult> = all.iter().map(|found| found.result(0)).collect();
        results.push(wrong.result(1));
        let ledger = ledger(results);
        prop_assert!(!ledger.contradictions().is_empty());
        prop_assert!(ledger.total().is_err());
    }
}
