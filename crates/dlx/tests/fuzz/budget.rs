//! How many cases to test, from which seed, and how much processor time a case may take.

use std::cell::RefCell;
use std::fmt::Debug;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

/// The seed of the random cases, unless `PROPTEST_RNG_SEED` sets another.
const SEED: u64 = 13;

/// Settings for testing `cases` cases from a fixed seed. The environment variables `PROPTEST_CASES` and
/// `PROPTEST_RNG_SEED` override the number and the seed.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    let named = |name| std::env::var_os(name).is_some();
    ProptestConfig {
        cases: if named("PROPTEST_CASES") {
            asked.cases
        } else {
            cases
        },
        rng_seed: if named("PROPTEST_RNG_SEED") {
            asked.rng_seed
        } else {
            RngSeed::Fixed(SEED)
        },
        failure_persistence: None,
        max_shrink_iters: 3_000,
        ..asked
    }
}

/// The number of cases of each outcome in a run, and the case that took longest.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    kinds: RefCell<Vec<(&'static str, u32)>>,
    slowest: RefCell<(Duration, String)>,
}

impl Tally {
    /// Counts a case with the outcome `kind`.
    pub(crate) fn add(&self, kind: &'static str) {
        let mut kinds = self.kinds.borrow_mut();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, number)) => *number += 1,
            None => kinds.push((kind, 1)),
        }
    }

    /// The number of cases with the outcome `kind`.
    pub(crate) fn of(&self, kind: &str) -> u32 {
        let kinds = self.kinds.borrow();
        kinds
            .iter()
            .filter(|(known, _)| *known == kind)
            .map(|(_, number)| number)
            .sum()
    }

    /// Runs `work` for a case. Fails if it takes more processor time than `most`.
    pub(crate) fn time<T>(
        &self,
        most: Duration,
        case: &str,
        work: impl FnOnce() -> T,
    ) -> Result<T, TestCaseError> {
        let before = used();
        let result = work();
        let took = used().saturating_sub(before);
        if took > self.slowest.borrow().0 {
            self.slowest.replace((took, format!("{case:.2000}")));
        }
        prop_assert!(
            took <= most,
            "took {took:?}, more than {most:?}: {case:.3000}"
        );
        Ok(result)
    }
}

/// The processor time that this thread has used. Unlike the elapsed time, it does not depend on other processes.
fn used() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Tests `cases` cases, and prints the number of cases of each outcome. Panics if a case fails.
pub(crate) fn run<S: Strategy>(
    name: &str,
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value, &Tally) -> Result<(), TestCaseError>,
) -> Tally
where
    S::Value: Debug,
{
    let tally = Tally::default();
    let config = config(cases);
    let seed = config.rng_seed;
    let mut runner = TestRunner::new(config);
    let result = runner.run(strategy, |case| test(case, &tally));
    println!("{name}, seed {seed:?}: {tally:?}");
    match result {
        Ok(()) => {}
        Err(TestError::Fail(why, case)) => panic!("{name}, seed {seed:?}: {why}\n{case:?}"),
        Err(error) => panic!("{name}, seed {seed:?}: {error}"),
    }
    tally
}
