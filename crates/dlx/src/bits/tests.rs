//! Compares every kernel with counting bit by bit, and the searches with all kernels with each other.

use std::ops::ControlFlow::{self, Break, Continue};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::answer::{ChildNode, Conflicts, Fewest};
use super::block::ColumnBlock;
use super::kernel::{Kernel, Portable};
use super::lanes::{LANES, Lanes};
use super::memo::Memo;
use super::position::BitsPosition;
use super::root::{Rooted, SearchStart};
use super::row_block::{BLOCK_ROWS, KeptRows, PADDING, RowBlock};
use super::search_state::SearchState;
use super::table::BitsTable;
use super::vector::{Dispatched, dispatch, with_each};
use crate::problem::{OptionId, Problem};
use crate::search::{Progress, Report, Visitor};

fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random word in which about one of 2^`thin` bits is set.
fn word(rng: &mut Xoshiro256PlusPlus, thin: u32) -> u64 {
    (0..thin).fold(u64::MAX, |word, _| word & rng.random::<u64>())
}

#[derive(Clone, Copy)]
struct Extract(u64, u64);

impl Dispatched for Extract {
    type Output = u64;

    fn run<K: Kernel>(self, kernel: K) -> u64 {
        kernel.extract(self.0, self.1)
    }
}

#[test]
fn bits_are_extracted_in_order() {
    let mut rng = random(1);
    for round in 0..400 {
        let mask = match round {
            0 => 0,
            1 => u64::MAX,
            _ => word(&mut rng, round % 5),
        };
        let bits = word(&mut rng, 1);
        let mut expected = 0;
        let mut to = 0;
        for from in 0..64 {
            if mask >> from & 1 == 1 {
                expected |= (bits >> from & 1) << to;
                to += 1;
            }
        }
        for found in with_each(Extract(bits, mask)) {
            assert_eq!(found, expected, "{bits:x} under {mask:x}");
        }
    }
}

#[derive(Clone, Copy)]
struct AskKernel<'c, const W: usize, const M: usize> {
    columns: &'c [Lanes],
    words: usize,
    option: usize,
    live: [u64; W],
    items: [u64; M],
}

impl<const W: usize, const M: usize> Dispatched for AskKernel<'_, W, M> {
    type Output = (Conflicts<W, M>, Option<Fewest>, ChildNode<W, M>, u8);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let (word, bit) = (self.option / 64, 1 << (self.option % 64));
        let hit = kernel.conflicts(self.columns, self.words, word, bit, &self.items);
        let fewest = kernel.fewest(self.columns, self.words, &self.live, &self.items);
        let counted = self.columns.len() / self.words;
        let child = kernel.child(
            self.columns,
            counted,
            self.words,
            word,
            bit,
            &self.live,
            &self.items,
        );
        let held = kernel.held_twice(&self.columns[..self.words], &self.live);
        (hit, some(fewest), child, held)
    }
}

fn some(fewest: Fewest) -> Option<Fewest> {
    (fewest.count != Fewest::NONE).then_some(fewest)
}

/// The results that a kernel must return, computed bit by bit.
fn bit_by_bit<const W: usize, const M: usize>(
    query: &AskKernel<W, M>,
    items: usize,
) -> (Conflicts<W, M>, Option<Fewest>) {
    let column =
        |item: usize, word: usize| query.columns[item / LANES * query.words + word].0[item % LANES];
    let mut hit = Conflicts {
        items: [0; M],
        kill: [0; W],
    };
    let mut counts = Vec::new();
    for item in 0..items {
        let asked = query.items[item / 64] >> (item % 64) & 1 == 1;
        if column(item, query.option / 64) >> (query.option % 64) & 1 == 1 {
            hit.items[item / 64] |= 1 << (item % 64);
            for word in 0..query.words {
                hit.kill[word] |= if asked { column(item, word) } else { 0 };
            }
        }
        if asked {
            let count = (0..query.words)
                .map(|word| (column(item, word) & query.live[word]).count_ones())
                .sum();
            counts.push((count, u32::try_from(item).unwrap()));
        }
    }
    let fewest = counts
        .into_iter()
        .min()
        .map(|(count, item)| Fewest { count, item });
    (hit, fewest)
}

/// Which of the first eight items have at least two live options, computed bit by bit.
fn held_twice<const W: usize, const M: usize>(query: &AskKernel<W, M>) -> u8 {
    let count = |lane: usize| -> u32 {
        let columns = query.columns[..query.words].iter().zip(query.live);
        columns
            .map(|(column, live)| (column.0[lane] & live).count_ones())
            .sum()
    };
    (0..LANES).fold(0, |held, lane| held | u8::from(count(lane) > 1) << lane)
}

/// The number of random inputs. Under Miri a test takes a thousand times as long.
const ROUNDS: u32 = if cfg!(miri) { 3 } else { 60 };

fn compare<const W: usize, const M: usize>(words: usize) {
    let mut rng = random(words as u64);
    for round in 0..ROUNDS {
        let items = rng.random_range(1..=64 * M);
        let groups = items.div_ceil(LANES);
        let mut columns = vec![Lanes::default(); groups * words];
        for item in 0..items {
            for word_at in 0..words {
                let thin = if round == 0 { 0 } else { round % 6 };
                columns[item / LANES * words + word_at].0[item % LANES] = word(&mut rng, thin);
            }
        }
        let mut live = [0; W];
        for live in live.iter_mut().take(words) {
            *live = word(&mut rng, round % 4);
        }
        let mut asked = [0; M];
        for item in 0..items {
            asked[item / 64] |=
                u64::from(round % 7 != 6 && rng.random_range(0..4) > 0) << (item % 64);
        }
        if W == 8 {
            // Counts and items must fit in 16 bits together, as in [`Size`](super::size::Size).
            live[W - 1] &= u64::MAX >> 2;
        }
        let query = AskKernel {
            columns: &columns,
            words,
            option: rng.random_range(0..words * 64),
            live,
            items: asked,
        };
        let expected = bit_by_bit(&query, items);
        for found in with_each(query) {
            let (hit, fewest, child, held) = found;
            assert_eq!((hit, fewest), expected, "{W} words, {items} items");
            assert_eq!(held, held_twice(&query), "{W} words, {items} items");
            let below = AskKernel {
                live: child.live,
                items: child.active,
                ..query
            };
            assert_eq!(some(child.fewest), bit_by_bit(&below, items).1);
            let all = AskKernel {
                items: [u64::MAX; M],
                ..query
            };
            let Conflicts { items, kill } = bit_by_bit(&all, all.columns.len() / words * LANES).0;
            let without = |set: &[u64], taken: &[u64]| -> Vec<u64> {
                set.iter()
                    .zip(taken)
                    .map(|(set, taken)| set & !taken)
                    .collect()
            };
            assert_eq!(child.live.to_vec(), without(&query.live, &kill));
            assert_eq!(child.active.to_vec(), without(&query.items, &items));
        }
    }
}

#[test]
fn kernels_agree_with_the_definition() {
    compare::<1, 2>(1);
    compare::<2, 2>(2);
    if cfg!(miri) {
        return;
    }
    compare::<4, 2>(4);
    compare::<8, 2>(8);
    compare::<32, 8>(9);
    compare::<32, 8>(32);
    compare::<256, 16>(33);
    compare::<1024, 64>(257);
}

/// Calls all functions of a kernel that work on rows.
#[derive(Clone, Copy)]
struct AskRows<'r> {
    rows: &'r [RowBlock],
    chosen: u64,
    among: u64,
    item: u64,
}

impl Dispatched for AskRows<'_> {
    type Output = (Vec<u32>, bool, KeptRows, Vec<u64>);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let masks = self
            .rows
            .iter()
            .map(|block| kernel.rows_with(block, self.item));
        let masks = masks.collect();
        let uncovered = kernel.leaves_uncovered(self.rows, self.chosen, self.among);
        let mut to = vec![0; self.rows.as_flattened().len() * LANES + BLOCK_ROWS];
        let kept = kernel.keep_rows(self.rows, self.chosen, self.among, &mut to);
        to.truncate(kept.rows + BLOCK_ROWS);
        (masks, uncovered, kept, to)
    }
}

#[test]
fn rows_are_kept_and_counted() {
    let mut rng = random(3);
    let most = if cfg!(miri) { 5 } else { 32 };
    for round in 0..ROUNDS * 4 {
        let blocks = rng.random_range(1..=most);
        let thin = round % 5;
        let mut rows = vec![PADDING; blocks * BLOCK_ROWS];
        let padding = rng.random_range(0..BLOCK_ROWS);
        for row in &mut rows[..blocks * BLOCK_ROWS - padding] {
            *row = word(&mut rng, thin) & (PADDING - 1) | u64::from(rng.random::<u16>()) << 54;
        }
        let query = AskRows {
            rows: rows.as_chunks().0.as_chunks().0,
            chosen: word(&mut rng, round % 7) & (PADDING - 1),
            among: (word(&mut rng, round % 3) & (PADDING - 1)).max(1),
            item: 1 << rng.random_range(0..53),
        };
        let apart = |row: &&u64| **row & (query.chosen | PADDING) == 0;
        let left: Vec<u64> = rows.iter().filter(apart).copied().collect();
        let counts = (0..53)
            .filter(|item| query.among >> item & 1 == 1)
            .map(|item| {
                let holders = left.iter().filter(|row| *row >> item & 1 == 1).count();
                (u32::try_from(holders).unwrap(), item)
            });
        let (count, item) = counts.min().unwrap();
        let kept = KeptRows {
            rows: left.len(),
            fewest: Fewest { count, item },
        };
        let padded: Vec<u64> = left.iter().copied().chain([PADDING; BLOCK_ROWS]).collect();
        for (masks, uncovered, found, to) in with_each(query) {
            for (at, row) in rows.iter().enumerate() {
                let holds = masks[at / BLOCK_ROWS] >> (at % BLOCK_ROWS) & 1 == 1;
                assert_eq!(holds, row & query.item != 0);
            }
            assert_eq!((uncovered, found), (count == 0, kept));
            assert_eq!(to, padded);
        }
    }
}

/// Searches stop after this many solutions.
const SOLUTIONS: usize = if cfg!(miri) { 10 } else { 500 };

/// A visitor that keeps the solutions of a search, and the work that the search reports in addition to its nodes.
/// Stops the search after the first [`SOLUTIONS`] solutions.
#[derive(Debug, Default, PartialEq, Eq)]
struct FirstSolutions {
    solutions: Vec<Vec<OptionId>>,
    beyond_nodes: u64,
}

impl Visitor for FirstSolutions {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solutions.push(options.to_vec());
        if self.solutions.len() == SOLUTIONS {
            return Break(());
        }
        Continue(())
    }

    fn beyond_nodes(&mut self, nodes: u64) {
        self.beyond_nodes += nodes;
    }
}

/// Searches a problem with a kernel, once without a pause and once paused at every node. Checks that both searches
/// agree.
#[derive(Clone, Copy)]
struct SolveBlock<'p>(&'p Problem);

impl Dispatched for SolveBlock<'_> {
    type Output = (Report, FirstSolutions);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let mut found = FirstSolutions::default();
        let report = search(kernel, self.0, &|_| (), &mut found);
        let mut paused = PauseAtProgress(FirstSolutions::default());
        let again = search(kernel, self.0, &|at| at.report_every(1), &mut paused);
        assert_eq!(
            (&again, &paused.0),
            (&report, &found),
            "paused at every node"
        );
        (report, found)
    }
}

/// A visitor that breaks out at every report of progress. It passes all other calls to another visitor.
pub(super) struct PauseAtProgress<V>(pub(super) V);

impl<V: Visitor> Visitor for PauseAtProgress<V> {
    fn solution(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        self.0.solution(solution)
    }

    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        Break(())
    }

    fn beyond_nodes(&mut self, nodes: u64) {
        self.0.beyond_nodes(nodes);
    }
}

impl BitsPosition {
    /// Makes the search report progress after every `nodes` nodes.
    pub(super) fn report_every(&mut self, nodes: u64) {
        (self.interval, self.next_report) = (nodes, nodes);
    }
}

/// Runs a search to its end. Resumes it whenever the visitor breaks out at a node.
pub(super) fn run_to_the_end(
    table: &BitsTable,
    mut position: BitsPosition,
    visitor: &mut dyn Visitor,
    run: &mut dyn FnMut(SearchStart<'_>, &mut SearchState<'_>) -> ControlFlow<()>,
) -> Report {
    let mut start = SearchStart::Root;
    loop {
        let mut shared = SearchState::new(table, visitor, position);
        let flow = run(start, &mut shared);
        position = shared.into_position();
        if flow.is_continue() || position.paused_at.is_none() {
            return position.report(flow.is_continue());
        }
        start = SearchStart::Paused;
    }
}

/// Searches a problem with a kernel, in one block of columns. `set_up` changes the position before the search
/// begins.
pub(super) fn search<K: Kernel>(
    kernel: K,
    problem: &Problem,
    set_up: &dyn Fn(&mut BitsPosition),
    visitor: &mut dyn Visitor,
) -> Report {
    let (block, table) = (ColumnBlock::new(problem), BitsTable::new(problem));
    let mut position = BitsPosition::new(&table, 1);
    set_up(&mut position);
    run_to_the_end(&table, position, visitor, &mut |start, shared| {
        Rooted {
            shared,
            block: &block,
            givens: &[],
            start,
        }
        .run(kernel)
    })
}

#[test]
fn searches_of_all_kernels_agree() {
    let mut rng = random(7);
    for round in 0..ROUNDS as usize / 2 {
        let mut problem = Problem::new();
        let (rows, pairs) = (8 + round % 3, 4 * round);
        let items: Vec<_> = (0..rows * 2)
            .map(|at| {
                let most = if at % 7 == 6 {
                    1 + rng.random_range(0..3)
                } else {
                    1
                };
                problem.add_bounded(format!("p{at}"), 1..=most).unwrap()
            })
            .collect();
        let spare = problem.add_secondary("s").unwrap();
        for _ in 0..60 + pairs {
            let start = rng.random_range(0..items.len());
            let mut option = vec![items[start]];
            option.extend((1..4).filter_map(|by| {
                let item = items.get(start + by)?;
                rng.random::<bool>().then_some(*item)
            }));
            if rng.random_range(0..9) == 0 {
                option.push(spare);
            }
            problem.add_option(&option).unwrap();
        }
        let outcomes = with_each(SolveBlock(&problem));
        for outcome in &outcomes {
            assert_eq!(outcome, &outcomes[0]);
        }
        assert_eq!(dispatch(SolveBlock(&problem)), outcomes[0]);
    }
    assert_eq!(Portable.extract(6, 4), 1);
}

/// Uses a domino problem, in which the same regions recur, so that the search reports solutions of known subtrees.
#[test]
fn a_search_with_a_memo_resumes_where_it_paused() {
    #[derive(Clone, Copy)]
    struct WithMemo<'p>(&'p Problem);

    impl Dispatched for WithMemo<'_> {
        type Output = ();

        fn run<K: Kernel>(self, kernel: K) {
            let remembers = |at: &mut BitsPosition| at.memo = Some(Memo::new(1 << 20));
            let mut found = FirstSolutions::default();
            let report = search(kernel, self.0, &remembers, &mut found);
            let mut paused = PauseAtProgress(FirstSolutions::default());
            let pauses = |at: &mut BitsPosition| {
                remembers(at);
                at.report_every(3);
            };
            let again = search(kernel, self.0, &pauses, &mut paused);
            assert_eq!((again, paused.0), (report, found));
        }
    }

    let mut problem = Problem::new();
    let cells: Vec<_> = (0..24)
        .map(|at| problem.add_primary(format!("c{at}")).unwrap())
        .collect();
    for at in 0..24 {
        for (next, fits) in [(at + 1, at % 4 < 3), (at + 4, at < 20)] {
            if fits {
                problem.add_option(&[cells[at], cells[next]]).unwrap();
            }
        }
    }
    with_each(WithMemo(&problem));
}

/// Uses problems with many options and few items, so that the searches of some kernels end in
/// rows.
#[test]
fn searches_in_rows_agree_with_those_in_columns() {
    let mut rng = random(11);
    for round in 0..ROUNDS as usize / 6 {
        let mut problem = Problem::new();
        let cells: Vec<_> = (0..20 + 4 * round)
            .map(|at| problem.add_primary(format!("c{at}")).unwrap())
            .collect();
        let spare = ["s", "t"].map(|name| problem.add_secondary(name).unwrap());
        while problem.option_count() < 270 + 40 * round {
            let start = rng.random_range(0..cells.len());
            let mut option = vec![cells[start]];
            option.extend((1..6).filter_map(|by| {
                let cell = cells.get(start + by)?;
                rng.random::<bool>().then_some(*cell)
            }));
            if rng.random_range(0..9) == 0 {
                option.push(spare[round % 2]);
            }
            problem.add_option(&option).unwrap();
        }
        let outcomes = with_each(SolveBlock(&problem));
        assert!(!outcomes[0].1.solutions.is_empty());
        assert!(outcomes[0].1.beyond_nodes > 0);
        for outcome in &outcomes {
            assert_eq!(outcome, &outcomes[0]);
        }
    }
}
