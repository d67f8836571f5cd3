//! Shrinking: from demands that cannot be met together to a minimal conflict, in which every demand is needed.
//!
//! Demands near each of several cells are collected, and their number is doubled until they cannot
//! be met together. Then they are reduced by halving.
//!
//! Source: U. Junker, "`QuickXplain`: preferred explanations and relaxations for
//! over-constrained problems", AAAI 2004.

use std::collections::VecDeque;

use rayon::prelude::*;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::CompactSort;

use super::decide::{ProblemStatus, decide};
use super::model::{DemandModel, PuzzleDemand};
use crate::solve::search::RunContext;

/// The maximum number of starts. A start is a cell from which demands are collected.
const MOST_STARTS: usize = 24;

/// The number of starts that are searched at the same time, on separate threads if there are
/// enough. A start is a cell from which demands are collected.
const STARTS_AT_ONCE: usize = 4;

/// Once a conflict is known and more than this many sets of demands have been tested, no search from a further
/// start begins. The tests typically take a few seconds.
const MOST_TESTS: usize = 1500;

/// The number of demands in the first test.
const FIRST_DEMANDS: usize = 4;

/// The maximum number of answers that are kept for each outcome, met or unmet. A kept answer can save the test
/// of another set of demands.
const MOST_KEPT: usize = 512;

/// One test may use the total work divided by this number, or one second of work if that is more.
const PART_OF_WORK: u64 = 20;

/// While demands are collected, one test may take at most this many times the nodes with which the set of all
/// demands was decided, if it was. Fewer demands may be far harder to decide, and then another start is better.
const HARDER: u64 = 8;

/// Nodes per second of work on a typical machine.
const NODES_A_SECOND: f64 = 3e6;

/// Limits of a search for a conflict.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The work limit, in seconds of one thread of a typical machine. It is converted to nodes, so
    /// every run does the same work on every machine.
    pub seconds: f64,
    /// The threads and the memory available, and the stop flag.
    pub monitor: &'a RunContext,
}

impl Limits<'_> {
    /// The work limit, in nodes.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and is not negative"
    )]
    pub(super) fn nodes(&self) -> u64 {
        (self.seconds * NODES_A_SECOND) as u64
    }
}

/// Indices of demands that cannot be met together, and the engine that proves it.
pub(super) type Shrunk = (Vec<usize>, Engine);

/// The result of testing a set of demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TestAnswer {
    /// The demands can all be met, by these placements.
    Met(Vec<usize>),
    /// The demands cannot be met together, as this engine proved.
    Unmet(Engine),
    /// It is not decided whether the demands can be met together.
    Open,
}

/// Tests sets of demands, and keeps the answers.
#[derive(Clone)]
pub(super) struct DemandTests<'a> {
    pub(super) model: &'a DemandModel<'a>,
    limits: Limits<'a>,
    /// The number of nodes left to spend.
    left: u64,
    /// The maximum number of nodes of a test of demands that are being collected.
    collecting: u64,
    /// Sets of compatible placements, each with the demands that it meets.
    met: VecDeque<(Vec<usize>, Vec<bool>)>,
    unmet: VecDeque<(Vec<bool>, Engine)>,
    /// If a conflict is known: the number of demands that may still be added to the one being
    /// built, so that it stays smaller than the known one.
    free: Option<usize>,
    /// The numbers of sets added to `met` and to `unmet` since the search from this start began.
    added: (usize, usize),
    /// The number of sets of demands tested so far, not counting kept answers.
    done: usize,
}

/// Whether set `a` is a subset of `b`.
fn within(a: &[bool], b: &[bool]) -> bool {
    a.iter().zip(b).all(|(a, b)| !a || *b)
}

impl<'a> DemandTests<'a> {
    /// A tester without answers so far. All its tests together may use `nodes` nodes.
    pub(super) fn new(model: &'a DemandModel<'a>, limits: Limits<'a>, nodes: u64) -> Self {
        Self {
            model,
            limits,
            left: nodes,
            collecting: u64::MAX,
            met: VecDeque::new(),
            unmet: VecDeque::new(),
            free: None,
            added: (0, 0),
            done: 0,
        }
    }

    /// The number of nodes left to spend.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Raises the number of nodes that further tests may use.
    pub(super) fn add_nodes(&mut self, nodes: u64) {
        self.left += nodes;
    }

    fn is_over(&self) -> bool {
        self.left == 0 || self.limits.monitor.is_set()
    }

    /// The set of demands with these indices.
    fn mask(&self, parts: &[usize]) -> Vec<bool> {
        let mut mask = vec![false; self.model.parts.len()];
        for part in parts {
            mask[*part] = true;
        }
        mask
    }

    /// Limits the nodes of each test of collected demands. `nodes` is the number of nodes with which the set of
    /// all demands was decided.
    pub(super) fn limit_collecting(&mut self, nodes: u64) {
        self.collecting = nodes.saturating_mul(HARDER);
    }

    /// The maximum number of nodes of a test.
    fn most(&self) -> u64 {
        let second = Limits {
            seconds: 1.0,
            ..self.limits
        };
        (self.limits.nodes() / PART_OF_WORK).max(second.nodes())
    }

    /// Whether the demands can be met together. Uses a kept answer if one implies the result.
    pub(super) fn test(&mut self, parts: &[usize]) -> TestAnswer {
        self.test_within(parts, self.most())
    }

    /// As [`Self::test`], with at most `most` nodes.
    fn test_within(&mut self, parts: &[usize], most: u64) -> TestAnswer {
        let mask = self.mask(parts);
        if let Some((laid, _)) = self.met.iter().find(|(_, met)| within(&mask, met)) {
            return TestAnswer::Met(laid.clone());
        }
        if let Some((_, engine)) = self.unmet.iter().find(|(unmet, _)| within(unmet, &mask)) {
            return TestAnswer::Unmet(*engine);
        }
        if self.left == 0 {
            return TestAnswer::Open;
        }
        self.done += 1;
        let answer = self.ask(&mask, None, most);
        match &answer {
            TestAnswer::Met(laid) => {
                let laid = self.model.extended(laid, &mask);
                let met = self.model.met(&laid);
                keep(&mut self.met, (laid, met));
                self.added.0 += 1;
            }
            TestAnswer::Unmet(engine) => {
                keep(&mut self.unmet, (mask, *engine));
                self.added.1 += 1;
            }
            TestAnswer::Open => {}
        }
        answer
    }

    /// Whether the demands can be met together. The test may use all nodes that are left, but not the
    /// engine `without`.
    pub(super) fn test_without(&mut self, parts: &[usize], without: Option<Engine>) -> TestAnswer {
        self.ask(&self.mask(parts), without, u64::MAX)
    }

    /// Whether the demands of `mask` can be met together, decided with at most `most` nodes. The
    /// engine `without` is not used.
    fn ask(&mut self, mask: &[bool], without: Option<Engine>, most: u64) -> TestAnswer {
        let Ok(relaxed) = self.model.relax(mask) else {
            return TestAnswer::Open;
        };
        let most = most.min(self.left);
        let (decision, spent) = decide(&relaxed.problem, without, most, self.limits.monitor);
        self.left = self.left.saturating_sub(spent);
        match decision {
            ProblemStatus::Solvable(options) => TestAnswer::Met(relaxed.laid(&options)),
            ProblemStatus::Unsolvable(engine) => TestAnswer::Unmet(engine),
            ProblemStatus::Open => TestAnswer::Open,
        }
    }

    /// Keeps the answer that a set of demands cannot be met.
    pub(super) fn remember_unmet(&mut self, parts: &[usize], engine: Engine) {
        let mask = self.mask(parts);
        keep(&mut self.unmet, (mask, engine));
    }

    /// The smallest of the conflicts found from several starts, and the first of equal ones; `None` if none
    /// was found.
    ///
    /// The starts with the fewest collected demands come first. Answers from one start save tests
    /// of later ones. Once a conflict is known, the search from a start ends when it cannot find a
    /// smaller one, or after the mean work of the starts so far.
    pub(super) fn smallest(&mut self) -> Option<Shrunk> {
        let orders = starts(self.model).into_iter();
        let orders: Vec<Vec<usize>> = orders.map(|start| order(self.model, start)).collect();
        let mut grown: Vec<&[usize]> = Vec::new();
        for orders in orders.chunks(STARTS_AT_ONCE) {
            let found = self.at_once(orders, u64::MAX, |tests, order| tests.grown(order));
            let found = orders.iter().zip(found);
            grown.extend(found.filter_map(|(order, size)| Some(&order[..size?])));
        }
        grown.sort_by_key(|demands| demands.len());
        let mut best: Option<Shrunk> = None;
        let mut work = self.left;
        for starts in grown.chunks(STARTS_AT_ONCE) {
            if self.is_over() || (best.is_some() && self.done > MOST_TESTS) {
                break;
            }
            let most = best.as_ref().map(|(parts, _)| parts.len() - 1);
            let before = self.left;
            let found = self.at_once(starts, work, |tests, demands| {
                tests.free = most;
                tests.shrunk(demands)
            });
            for (parts, engine) in found.into_iter().flatten() {
                if (best.as_ref()).is_none_or(|(best, _)| parts.len() < best.len()) {
                    best = Some((parts, engine));
                }
            }
            if best.is_some() {
                work = work.min((before - self.left) / STARTS_AT_ONCE as u64);
            }
        }
        best
    }

    /// Runs `operation` on each of `starts` in parallel, and returns the results. Each run may use an equal part
    /// of the nodes that are left, but at most `work` nodes. The answers of all tests are kept.
    fn at_once<S: Sync, R: Send>(
        &mut self,
        starts: &[S],
        work: u64,
        operation: impl Fn(&mut Self, &S) -> Option<R> + Sync,
    ) -> Vec<Option<R>> {
        let each = (self.left / STARTS_AT_ONCE as u64).min(work);
        let found: Vec<(Option<R>, Self)> = starts
            .par_iter()
            .map(|start| {
                let mut tests = Self {
                    left: each,
                    done: 0,
                    added: (0, 0),
                    ..self.clone()
                };
                (operation(&mut tests, start), tests)
            })
            .collect();
        let merge = |(found, tests): (Option<R>, Self)| {
            self.done += tests.done;
            self.left -= each - tests.left;
            for answer in tests.met.into_iter().take(tests.added.0) {
                keep(&mut self.met, answer);
            }
            for answer in tests.unmet.into_iter().take(tests.added.1) {
                keep(&mut self.unmet, answer);
            }
            found
        };
        found.into_iter().map(merge).collect()
    }

    /// Reduces demands that cannot be met together to a conflict, with the engine that proves it.
    /// `None` if a better conflict is known, or if tests were not decided.
    fn shrunk(&mut self, demands: &[usize]) -> Option<Shrunk> {
        let mut conflict = self.halved(&[], false, demands)?;
        conflict.sort_unstable();
        let answer = self.test(&conflict);
        let (number, tests) = (conflict.len(), self.done);
        (self.limits.monitor.resources)
            .say(|| format!("conflict: {number} demands, {tests} tests"));
        match answer {
            TestAnswer::Unmet(engine) => Some((conflict, engine)),
            TestAnswer::Met(_) | TestAnswer::Open => None,
        }
    }

    /// Tests the first demands of `order`: each time twice as many as before, until they cannot be met
    /// together. Returns their number; `None` if no tested prefix is unmet.
    fn grown(&mut self, order: &[usize]) -> Option<usize> {
        let most = self.most().min(self.collecting);
        let mut size = FIRST_DEMANDS;
        loop {
            size = size.min(order.len());
            if matches!(self.test_within(&order[..size], most), TestAnswer::Unmet(_)) {
                return Some(size);
            }
            if size == order.len() || self.is_over() {
                return None;
            }
            size = size.saturating_mul(2);
        }
    }

    /// A subset of `parts` that cannot be met together with `base`, preferably of the first parts.
    /// It is minimal if every test is decided. `changed` says whether the base has grown since the
    /// last test. `None` if another conflict is better by now. The recursion depth is logarithmic
    /// in the number of parts.
    fn halved(&mut self, base: &[usize], changed: bool, parts: &[usize]) -> Option<Vec<usize>> {
        if self.free.is_some() && self.left == 0 {
            return None;
        }
        if changed && matches!(self.test(base), TestAnswer::Unmet(_)) {
            return Some(Vec::new());
        }
        if parts.len() <= 1 {
            if let Some(free) = &mut self.free {
                *free = free.checked_sub(parts.len())?;
            }
            return Some(parts.to_vec());
        }
        let (first, second) = parts.split_at(parts.len() / 2);
        let joined = [base, first].concat();
        let of_second = self.halved(&joined, true, second)?;
        let joined = [base, &of_second].concat();
        let of_first = self.halved(&joined, !of_second.is_empty(), first)?;
        Some([of_first, of_second].concat())
    }
}

fn keep<T>(kept: &mut VecDeque<T>, answer: T) {
    if kept.len() == MOST_KEPT {
        kept.pop_back();
    }
    kept.push_front(answer);
}

/// The points from which conflicts are searched for: several cells, around which demands are
/// collected, and `None` for an order of demands that begins with pieces.
fn starts(model: &DemandModel<'_>) -> Vec<Option<BoardCell>> {
    let cells = model.puzzle.board.indices();
    // The cells are in reading order. If the step does not divide the width of the board, the
    // starts are in different columns.
    let step = cells.len().div_ceil(MOST_STARTS).max(1);
    cells
        .step_by(step)
        .map(Some)
        .chain(std::iter::once(None))
        .collect()
}

/// The order in which demands are collected: by their distance from a cell, pieces last. Without a
/// cell, pieces come first.
fn order(model: &DemandModel<'_>, start: Option<BoardCell>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..model.parts.len()).collect();
    let Some(start) = start else {
        order.compact_sort_by_key(|part| matches!(model.parts[*part], PuzzleDemand::Cell(_)));
        return order;
    };
    let distance = distances(model, start);
    order.compact_sort_by_key(|part| match &model.parts[*part] {
        PuzzleDemand::Restriction(_) | PuzzleDemand::Condition(_) => (0, 0),
        PuzzleDemand::Given(index) => {
            let given = &model.puzzle.givens[*index];
            let nearest = given.cells.iter().map(|cell| distance[cell.index()]).min();
            (0, nearest.unwrap_or(usize::MAX))
        }
        PuzzleDemand::Cell(cell) => (0, distance[cell.index()]),
        PuzzleDemand::Piece(_) | PuzzleDemand::Constraint(_) => (1, 0),
    });
    order
}

/// The distance of each cell of the board from `start`, in steps between neighbours; `usize::MAX` if
/// unreachable.
fn distances(model: &DemandModel<'_>, start: BoardCell) -> Vec<usize> {
    let puzzle = model.puzzle;
    let mut distance = vec![usize::MAX; puzzle.board.cells().len()];
    distance[start.index()] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        let next = distance[cell.index()] + 1;
        let neighbours = puzzle.lattice.neighbours(puzzle.board.cell(cell));
        for other in neighbours.filter_map(|other| puzzle.board.index_of(other)) {
            if distance[other.index()] == usize::MAX {
                distance[other.index()] = next;
                queue.push_back(other);
            }
        }
    }
    distance
}
