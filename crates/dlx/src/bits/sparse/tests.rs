//! Compares searches on sparse columns with dancing links.

use std::ops::ControlFlow::{self, Break, Continue};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{SparseColumn, SparseColumns, SparseRooted};
use crate::Links;
use crate::bits::kernel::Kernel;
use crate::bits::lanes::Lanes;
use crate::bits::position::BitsPosition;
use crate::bits::table::BitsTable;
use crate::bits::tests::{PauseAtProgress, run_to_the_end};
use crate::bits::vector::{Dispatched, with_each};
use crate::bits::{Bits, BitsError};
use crate::problem::{Entry, ItemId, OptionId, Problem};
use crate::search::{Report, Visitor};

/// The number of random problems. Under Miri a test takes a thousand times as long.
const ROUNDS: usize = if cfg!(miri) { 3 } else { 60 };

const SOLUTIONS: usize = if cfg!(miri) { 10 } else { 500 };

/// A visitor that keeps the solutions, and stops the search after the first [`SOLUTIONS`].
#[derive(Default)]
struct FirstSparseSolutions(Vec<Vec<OptionId>>);

impl Visitor for FirstSparseSolutions {
    fn solution(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        self.0.push(solution.to_vec());
        if self.0.len() == SOLUTIONS {
            return Break(());
        }
        Continue(())
    }
}

/// Searches a problem on sparse columns with a kernel.
#[derive(Clone, Copy)]
struct SolveSparse<'p>(&'p Problem);

impl Dispatched for SolveSparse<'_> {
    type Output = (Report, Vec<Vec<OptionId>>);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let (columns, options) = SparseColumns::new(self.0);
        let table = BitsTable::new(self.0).in_order(options);
        let search = |interval: Option<u64>, visitor: &mut dyn Visitor| {
            let mut position = BitsPosition::new(&table, columns.words());
            if let Some(interval) = interval {
                position.report_every(interval);
            }
            let columns = &columns;
            run_to_the_end(&table, position, visitor, &mut |start, shared| {
                SparseRooted {
                    shared,
                    columns,
                    givens: &[],
                    start,
                }
                .run(kernel)
            })
        };
        let mut found = FirstSparseSolutions::default();
        let report = search(None, &mut found);
        let mut paused = PauseAtProgress(FirstSparseSolutions::default());
        assert_eq!(search(Some(1), &mut paused), report, "paused at every node");
        assert_eq!(paused.0.0, found.0);
        (report, found.0)
    }
}

/// A random problem similar to a word square. It has primary items, some of them bounded, and options that give
/// letters to cells or cover cells without a letter.
fn random_problem(rng: &mut Xoshiro256PlusPlus, round: usize) -> Problem {
    let mut problem = Problem::new();
    let primary: Vec<ItemId> = (0..5 + round % 3)
        .map(|at| {
            let most = if round.is_multiple_of(3) && at % 3 == 2 {
                rng.random_range(1..=3)
            } else {
                1
            };
            let least = if most > 1 { rng.random_range(0..=1) } else { 1 };
            problem.add_bounded(format!("p{at}"), least..=most).unwrap()
        })
        .collect();
    let secondary: Vec<ItemId> = (0..6)
        .map(|at| problem.add_secondary(format!("s{at}")).unwrap())
        .collect();
    let letters: Vec<_> = ["a", "b", "c"]
        .map(|letter| problem.add_colour(letter).unwrap())
        .to_vec();
    // In the last rounds, there are more options than a block of 512 holds.
    for _ in 0..40 + round * 10 {
        let at = rng.random_range(0..primary.len());
        let mut option = vec![Entry::from(primary[at])];
        if round.is_multiple_of(2) && at + 1 < primary.len() && rng.random_range(0..6) == 0 {
            option.push(primary[at + 1].into());
        }
        for &cell in &secondary {
            if rng.random_range(0..3) == 0 {
                let letter = letters.get(rng.random_range(0..letters.len() + 1));
                // No option gives the last cell a colour.
                let is_plain = cell == secondary[secondary.len() - 1];
                option.push(Entry {
                    item: cell,
                    colour: letter.copied().filter(|_| !is_plain),
                });
            }
        }
        problem.add_coloured_option(&option).unwrap();
    }
    problem
}

#[test]
fn searches_are_those_of_dancing_links() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for round in 0..ROUNDS {
        let problem = random_problem(&mut rng, round);
        let mut expected = FirstSparseSolutions::default();
        let report = Links::new(&problem).run(&mut expected);
        // Small problems are not searched on sparse columns, but with precomputed removals.
        let bits = Bits::new(&problem).unwrap();
        let whole = [bits.clone(), bits.memo(1 << 16)].map(|bits| {
            let mut found = FirstSparseSolutions::default();
            (bits.run(&mut found), found.0)
        });
        for (searched, found) in with_each(SolveSparse(&problem)).into_iter().chain(whole) {
            assert_eq!(found, expected.0);
            assert_eq!(searched.solutions, report.solutions);
            if report.complete {
                assert_eq!(searched.profile.nodes(), report.profile.nodes());
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Holders<'c>(SparseColumn<'c>, &'c [Lanes]);

impl Dispatched for Holders<'_> {
    type Output = u32;

    fn run<K: Kernel>(self, kernel: K) -> u32 {
        kernel.holders(self.0, self.1)
    }
}

#[test]
fn holders_are_counted_bit_by_bit() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for round in 0..ROUNDS {
        let mut lanes = || Lanes(std::array::from_fn(|_| rng.random()));
        let parts: Vec<Lanes> = (0..round % 5).map(|_| lanes()).collect();
        let live: Vec<Lanes> = (0..9).map(|_| lanes()).collect();
        let at: Vec<u16> = (0..9).filter(|_| rng.random()).take(parts.len()).collect();
        let parts = &parts[..at.len()];
        let expected: u32 = (parts.iter().zip(&at))
            .flat_map(|(part, &at)| part.0.iter().zip(live[usize::from(at)].0))
            .map(|(part, live)| (part & live).count_ones())
            .sum();
        let column = SparseColumn { at: &at, parts };
        for holders in with_each(Holders(column, &live)) {
            assert_eq!(holders, expected);
        }
    }
}

fn many_colours(options: usize) -> Problem {
    let mut problem = Problem::new();
    let item = problem.add_primary("p").unwrap();
    let cell = problem.add_secondary("c").unwrap();
    for at in 0..options {
        let colour = problem.add_colour(format!("k{at}")).unwrap();
        problem
            .add_coloured_option(&[item.into(), Entry::coloured(cell, colour)])
            .unwrap();
    }
    problem
}

#[test]
fn problems_with_many_colours_are_limited_by_memory() {
    assert!(Bits::fits(&many_colours(10_000)));
    let error = Bits::new(&many_colours(20_000)).unwrap_err();
    let limit = (1 << 19) / 40;
    assert_eq!(
        error,
        BitsError::Items {
            items: 20_002,
            limit
        }
    );
}
