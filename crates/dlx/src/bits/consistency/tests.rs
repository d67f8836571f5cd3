//! Checks that kernels remove exactly the options that lack support by the definition. Also checks that searches
//! in any order find the same solutions as ordered searches.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Consistency;
use crate::bits::Bits;
use crate::bits::answer::{FEW, MOST};
use crate::bits::block::ColumnBlock;
use crate::bits::kernel::Kernel;
use crate::bits::lanes::{LANES, Lanes};
use crate::bits::position::BitsPosition;
use crate::bits::tests::{PauseAtProgress, search};
use crate::bits::vector::{Dispatched, with_each};
use crate::links::Links;
use crate::problem::{OptionId, Problem};
use crate::search::{Report, Visitor};

/// A random problem. An option covers some of nine consecutive cells. Half of the options also cover a piece, and
/// few a secondary item.
fn runs(rng: &mut Xoshiro256PlusPlus, cells: usize, pieces: usize, options: usize) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<_> = (0..cells)
        .map(|at| problem.add_primary(format!("c{at}")).unwrap())
        .collect();
    let pieces: Vec<_> = (0..pieces)
        .map(|at| problem.add_primary(format!("p{at}")).unwrap())
        .collect();
    let spare = problem.add_secondary("s").unwrap();
    let mut known = BTreeSet::new();
    while problem.option_count() < options {
        let start = rng.random_range(0..cells.len());
        let mut option = vec![cells[start]];
        option.extend((1..9).filter_map(|by| {
            let cell = cells.get(start + by)?;
            rng.random::<bool>().then_some(*cell)
        }));
        if rng.random::<bool>() {
            option.push(pieces[rng.random_range(0..pieces.len())]);
        }
        if rng.random_range(0..9) == 0 {
            option.push(spare);
        }
        if known.insert(option.clone()) {
            problem.add_option(&option).unwrap();
        }
    }
    problem
}

/// Runs a kernel to remove the options that conflict with every live option of one item.
#[derive(Clone, Copy)]
struct AskSupports<'b, const W: usize> {
    block: &'b ColumnBlock,
    item: usize,
    live: [u64; W],
}

impl<const W: usize> Dispatched for AskSupports<'_, W> {
    type Output = (Option<bool>, [u64; W]);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let mut live = self.live;
        let supports = self.block.supports::<W>();
        let removes = kernel.remove_without_support(supports, self.item, &mut live);
        (removes, live)
    }
}

fn compare_removals<const W: usize>(options: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options as u64);
    let problem = runs(&mut rng, 40, 9, options);
    let block = ColumnBlock::new(&problem);
    let sets: Vec<BTreeSet<_>> = (problem.options())
        .map(|option| problem.option_items(option).iter().copied().collect())
        .collect();
    let rounds = if cfg!(miri) { 2 } else { 400 };
    let mut removing = 0;
    for round in 0..rounds {
        let item = rng.random_range(0..problem.primary_count());
        let mut live = [0; W];
        for option in 0..options {
            let lives = rng.random_range(0..8) <= round % 8;
            live[option / 64] |= u64::from(lives) << (option % 64);
        }
        let lives = |option: &usize| live[option / 64] >> (option % 64) & 1 == 1;
        let (holders, others): (Vec<_>, Vec<_>) = (0..options)
            .filter(lives)
            .partition(|&option| sets[option].iter().any(|held| held.index() == item));
        let is_apart = |one: usize, other: usize| sets[one].is_disjoint(&sets[other]);
        let dead = others.iter().filter(|&&option| {
            !holders.is_empty() && holders.iter().all(|&holder| !is_apart(option, holder))
        });
        let mut left = live;
        let mut removes = false;
        for &option in dead {
            left[option / 64] &= !(1 << (option % 64));
            removes = true;
        }
        removing += usize::from(removes);
        let expected = (!holders.is_empty()).then_some(removes);
        let query = AskSupports {
            block: &block,
            item,
            live,
        };
        for (found, rest) in with_each(query) {
            assert_eq!(found, expected);
            if found.is_some() {
                assert_eq!(rest, left);
            }
        }
    }
    assert!(cfg!(miri) || removing > rounds / 10, "{removing}");
}

#[test]
fn options_without_support_are_removed() {
    compare_removals::<8>(300);
    if cfg!(miri) {
        return;
    }
    for options in [500, 600, 1000, 1100, 1900] {
        match options {
            500 => compare_removals::<8>(options),
            _ => compare_removals::<32>(options),
        }
    }
}

/// Runs a kernel to count the options of eight items and to find the items of an option.
#[derive(Clone, Copy)]
struct AskCounts<'c> {
    columns: &'c [Lanes; 8],
    live: [u64; 8],
    lanes: u8,
    seen: Lanes,
    option: usize,
}

impl Dispatched for AskCounts<'_> {
    type Output = ([u64; LANES], Option<[u8; 2]>, [u64; 2]);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let counts = kernel.counts(self.columns, &self.live);
        let changed = kernel.changed(self.lanes, &counts, &self.seen);
        let bit = 1 << (self.option % 64);
        let items = kernel.items(self.columns, 8, self.option / 64, bit);
        (counts.0, changed, items)
    }
}

#[test]
fn kernels_find_the_counts_that_changed() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for round in 0..200 {
        let mut columns = [Lanes::default(); 8];
        for lanes in &mut columns {
            lanes.0 = rng.random();
        }
        // In some rounds few options are live. So some items have no option, some a few and some many.
        let mut live: [u64; 8] = rng.random();
        for live in &mut live {
            *live &= (0..round % 6).fold(u64::MAX, |word, _| word & rng.random::<u64>());
        }
        let counts: [u64; LANES] = std::array::from_fn(|lane| {
            let words = columns.iter().zip(live);
            words
                .map(|(column, live)| u64::from((column.0[lane] & live).count_ones()))
                .sum()
        });
        let (lanes, option) = (rng.random(), rng.random_range(0..512));
        let seen = Lanes(counts.map(|count| count + u64::from(rng.random::<bool>())));
        let asked = |lane: usize| lanes >> lane & 1 == 1;
        let lanes_with = |of: &dyn Fn(u64) -> bool| {
            (0..LANES)
                .filter(|&lane| asked(lane) && counts[lane] != seen.0[lane] && of(counts[lane]))
                .fold(0, |set, lane| set | 1 << lane)
        };
        let few = lanes_with(&|count| count <= FEW);
        let some = lanes_with(&|count| count > FEW && count <= MOST);
        let is_dead = (0..LANES).any(|lane| asked(lane) && counts[lane] == 0);
        let held = (0..LANES)
            .filter(|&lane| columns[option / 64].0[lane] >> (option % 64) & 1 == 1)
            .fold(0, |held, lane| held | 1 << lane);
        let query = AskCounts {
            columns: &columns,
            live,
            lanes,
            seen,
            option,
        };
        for (found, changed, items) in with_each(query) {
            assert_eq!(found, counts);
            assert_eq!(changed, (!is_dead).then_some([few, some]));
            assert_eq!(items, [held, 0]);
        }
    }
}

/// Collects the solutions of a search as sorted lists, and the work that it reports in addition to its nodes.
#[derive(Default)]
struct SolutionSets {
    solutions: Vec<Vec<OptionId>>,
    beyond_nodes: u64,
}

impl Visitor for SolutionSets {
    fn solution(&mut self, options: &[OptionId]) -> std::ops::ControlFlow<()> {
        let mut solution = options.to_vec();
        solution.sort_unstable();
        self.solutions.push(solution);
        Continue(())
    }

    fn beyond_nodes(&mut self, nodes: u64) {
        self.beyond_nodes += nodes;
    }
}

/// Searches a problem with a kernel. Nodes may be made consistent from the first one on.
#[derive(Clone, Copy)]
struct SolveConsistently<'p>(&'p Problem);

impl Dispatched for SolveConsistently<'_> {
    type Output = (Report, Vec<Vec<OptionId>>, u64);

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let mut found = SolutionSets::default();
        let consistently = |at: &mut BitsPosition| at.consistency = Some(Consistency::after(0));
        let report = search(kernel, self.0, &consistently, &mut found);
        let mut paused = PauseAtProgress(SolutionSets::default());
        let pauses = |at: &mut BitsPosition| {
            consistently(at);
            at.report_every(7);
        };
        let again = search(kernel, self.0, &pauses, &mut paused);
        assert_eq!(again, report, "paused every 7 nodes");
        assert_eq!(paused.0.solutions, found.solutions);
        (report, found.solutions, found.beyond_nodes)
    }
}

/// All orientations of a piece, each as a set of cells.
fn orientations(rows: &[&str]) -> BTreeSet<Vec<(usize, usize)>> {
    let cells = (0..).zip(rows).flat_map(|(y, row)| {
        let row = row.bytes().enumerate();
        row.filter(|&(_, byte)| byte == b'#')
            .map(move |(x, _)| (x, y))
    });
    let mut cells: Vec<(usize, usize)> = cells.collect();
    let mut all = BTreeSet::new();
    for turn in 0..8 {
        for (x, y) in &mut cells {
            (*x, *y) = if turn == 4 { (*y, *x) } else { (4 - *y, *x) };
        }
        let x = cells.iter().map(|cell| cell.0).min().unwrap();
        let y = cells.iter().map(|cell| cell.1).min().unwrap();
        let mut moved: Vec<_> = cells.iter().map(|cell| (cell.0 - x, cell.1 - y)).collect();
        moved.sort_unstable();
        all.insert(moved);
    }
    all
}

/// The problem of placing some pentominoes on a rectangle.
fn pentominoes(pieces: &[&[&str]], width: usize, height: usize) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<_> = (0..width * height)
        .map(|at| problem.add_primary(format!("c{at}")).unwrap())
        .collect();
    for (at, piece) in pieces.iter().enumerate() {
        let name = problem.add_primary(format!("p{at}")).unwrap();
        for shape in orientations(piece) {
            for (left, top) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
                let covered = shape.iter().map(|&(x, y)| {
                    let (x, y) = (left + x, top + y);
                    (x < width && y < height).then(|| cells[y * width + x])
                });
                if let Some(mut option) = covered.collect::<Option<Vec<_>>>() {
                    option.push(name);
                    problem.add_option(&option).unwrap();
                }
            }
        }
    }
    problem
}

/// The twelve pentominoes as rows of text: F, I, L, N, P, T, U, V, W, X, Y and Z.
const PENTOMINOES: [&[&str]; 12] = [
    &[".##", "##.", ".#."],
    &["#####"],
    &["####", "#..."],
    &["###.", "..##"],
    &["###", "##."],
    &["###", ".#.", ".#."],
    &["#.#", "###"],
    &["###", "#..", "#.."],
    &["##.", ".##", "..#"],
    &[".#.", "###", ".#."],
    &["####", ".#.."],
    &["##.", ".#.", ".##"],
];

/// Uses problems with blocks of 8 and of 32 words, and a larger one whose nodes are packed into smaller blocks.
#[test]
fn searches_in_any_order_find_the_same() {
    let mut boards = vec![(pentominoes(&PENTOMINOES[3..9], 6, 5), 257..=510)];
    if !cfg!(miri) {
        boards.push((pentominoes(&PENTOMINOES[2..8], 6, 5), 257..=510));
        boards.push((pentominoes(&PENTOMINOES, 20, 3), 511..=2048));
        boards.push((pentominoes(&PENTOMINOES, 10, 6), 2049..=16_384));
    }
    for (problem, options) in boards {
        assert!(
            options.contains(&problem.option_count()),
            "{}",
            problem.option_count()
        );
        let mut found = SolutionSets::default();
        let plain = Links::new(&problem).run(&mut found);
        let mut expected = found.solutions;
        expected.sort_unstable();
        let outcomes = with_each(SolveConsistently(&problem));
        for (report, solutions, work) in &outcomes {
            let mut solutions = solutions.clone();
            solutions.sort_unstable();
            assert_eq!(solutions, expected);
            assert!(report.complete && report.profile.nodes() <= plain.profile.nodes());
            // All kernels give the same result.
            assert_eq!((report, work), (&outcomes[0].0, &outcomes[0].2));
        }
    }
}

/// Checks that `in_any_order` does not change a search with few options: none of its nodes is made consistent.
#[test]
fn small_searches_are_the_same_in_any_order() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let problem = runs(&mut rng, 12, 3, 100);
    let list = |bits: &Bits<'_>| {
        let mut list = Vec::new();
        let report = bits.run(&mut |solution: &[OptionId]| {
            list.push(solution.to_vec());
            Continue(())
        });
        (report, list)
    };
    let bits = Bits::new(&problem).unwrap();
    let in_any_order = bits.clone().in_any_order(true);
    assert_eq!(list(&in_any_order), list(&bits));
}
