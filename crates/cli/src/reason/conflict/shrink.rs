//! Shrinking: from demands that cannot be met together to few of them that
//! cannot, of which none can be spared.
//!
//! From each of several cells, the demands near it are taken, twice as many
//! every time, until they cannot be met; then they are halved.
//!
//! Source: U. Junker, "`QuickXplain`: preferred explanations and relaxations for
//! over-constrained problems", AAAI 2004.

use std::collections::VecDeque;

use rayon::prelude::*;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use super::decide::{Decision, decide};
use super::model::{Model, Part};
use crate::solve::resources::Resources;

/// So many starts at most.
const MOST_STARTS: usize = 24;

/// So many starts are made at a time, each on a thread of its own if there are
/// so many.
const STARTS_AT_ONCE: usize = 4;

/// No further start after so many tests: a few seconds, as a rule.
const MOST_TESTS: usize = 1500;

/// How many demands are taken at first.
const FIRST_DEMANDS: usize = 4;

/// So many answers are kept to spare tests.
const MOST_KEPT: usize = 512;

/// A test takes at most this part of the work there is, or that of a second.
const PART_OF_WORK: u64 = 20;

/// The nodes of a second of work on a typical machine.
const NODES_A_SECOND: f64 = 3e6;

/// How much to work, and whether to stop before.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The work of about so many seconds of one thread: the same on every run and machine.
    pub seconds: f64,
    /// The threads and the memory there are.
    pub resources: &'a Resources,
    /// Whether a signal asks for the end.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// The work in nodes.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and is not negative"
    )]
    pub(super) fn nodes(&self) -> u64 {
        (self.seconds * NODES_A_SECOND) as u64
    }
}

/// Demands, by their indices, and the engine that proves that they cannot be met
/// together.
pub(super) type Shrunk = (Vec<usize>, Engine);

/// What is known of some demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// These placements meet them all.
    Met(Vec<usize>),
    /// They cannot be met, by this engine.
    Unmet(Engine),
    /// It was not found out.
    Open,
}

/// Tests demands, and remembers.
#[derive(Clone)]
pub(super) struct Tests<'a> {
    pub(super) model: &'a Model<'a>,
    limits: Limits<'a>,
    /// The nodes that are left.
    left: u64,
    /// Placements that fit together and which demands they meet.
    met: VecDeque<(Vec<usize>, Vec<bool>)>,
    unmet: VecDeque<(Vec<bool>, Engine)>,
    done: usize,
}

/// Whether every part of `a` is in `b`.
fn within(a: &[bool], b: &[bool]) -> bool {
    a.iter().zip(b).all(|(a, b)| !a || *b)
}

impl<'a> Tests<'a> {
    /// Tests with `nodes` of the work that there is.
    pub(super) fn new(model: &'a Model<'a>, limits: Limits<'a>, nodes: u64) -> Self {
        Self {
            model,
            limits,
            left: nodes,
            met: VecDeque::new(),
            unmet: VecDeque::new(),
            done: 0,
        }
    }

    /// The nodes that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    fn is_over(&self) -> bool {
        self.left == 0 || (self.limits.interrupted)()
    }

    /// The demands in force by their indices.
    fn mask(&self, parts: &[usize]) -> Vec<bool> {
        let mut mask = vec![false; self.model.parts.len()];
        for part in parts {
            mask[*part] = true;
        }
        mask
    }

    /// Whether demands can be met.
    pub(super) fn test(&mut self, parts: &[usize]) -> Answer {
        let mask = self.mask(parts);
        if let Some((laid, _)) = self.met.iter().find(|(_, met)| within(&mask, met)) {
            return Answer::Met(laid.clone());
        }
        if let Some((_, engine)) = self.unmet.iter().find(|(unmet, _)| within(unmet, &mask)) {
            return Answer::Unmet(*engine);
        }
        self.done += 1;
        let second = Limits {
            seconds: 1.0,
            ..self.limits
        };
        let most = (self.limits.nodes() / PART_OF_WORK).max(second.nodes());
        let answer = self.ask(&mask, None, most);
        match &answer {
            Answer::Met(laid) => {
                let laid = self.model.extended(laid, &mask);
                let met = self.model.met(&laid);
                keep(&mut self.met, (laid, met));
            }
            Answer::Unmet(engine) => keep(&mut self.unmet, (mask, *engine)),
            Answer::Open => {}
        }
        answer
    }

    /// Whether demands can be met, without an engine, with all the work that is left.
    pub(super) fn test_without(&mut self, parts: &[usize], without: Option<Engine>) -> Answer {
        self.ask(&self.mask(parts), without, u64::MAX)
    }

    /// The same with `most` nodes.
    fn ask(&mut self, mask: &[bool], without: Option<Engine>, most: u64) -> Answer {
        let Ok(posed) = self.model.pose(mask) else {
            return Answer::Open;
        };
        let most = most.min(self.left);
        let Limits {
            resources,
            interrupted,
            ..
        } = self.limits;
        let (decision, spent) = decide(&posed.problem, without, most, resources, interrupted);
        self.left = self.left.saturating_sub(spent);
        match decision {
            Decision::Solvable(options) => Answer::Met(posed.laid(&options)),
            Decision::Unsolvable(engine) => Answer::Unmet(engine),
            Decision::Open => Answer::Open,
        }
    }

    /// Remembers that demands cannot be met.
    pub(super) fn remember_unmet(&mut self, parts: &[usize], engine: Engine) {
        let mask = self.mask(parts);
        keep(&mut self.unmet, (mask, engine));
    }

    /// The smallest of the conflicts found from several starts; none if none
    /// was found. Those that are made at a time have equal parts of the work that is left.
    pub(super) fn smallest(&mut self) -> Option<Shrunk> {
        let mut best: Option<Shrunk> = None;
        let mut done = 0;
        for starts in starts(self.model).chunks(STARTS_AT_ONCE) {
            if self.is_over() || (best.is_some() && done > MOST_TESTS) {
                break;
            }
            let each = self.left / STARTS_AT_ONCE as u64;
            let found: Vec<(Option<Shrunk>, usize, u64)> = starts
                .par_iter()
                .map(|start| {
                    let mut tests = Self {
                        left: each,
                        ..self.clone()
                    };
                    let found = tests.from(&order(self.model, *start));
                    (found, tests.done, each - tests.left)
                })
                .collect();
            for (conflict, tests, spent) in found {
                done += tests;
                self.left -= spent;
                self.limits.resources.say(|| match &conflict {
                    Some((parts, _)) => {
                        format!("conflict: {} demands, {tests} tests", parts.len())
                    }
                    None => format!("conflict: none found, {tests} tests"),
                });
                let Some((parts, engine)) = conflict else {
                    continue;
                };
                if (best.as_ref()).is_none_or(|(best, _)| parts.len() < best.len()) {
                    best = Some((parts, engine));
                }
            }
        }
        best
    }

    /// A conflict among demands in this order, if one is found, and the engine
    /// that proves it.
    fn from(&mut self, order: &[usize]) -> Option<Shrunk> {
        let grown = self.grown(order)?;
        let mut conflict = self.halved(&[], false, grown);
        conflict.sort_unstable();
        match self.test(&conflict) {
            Answer::Unmet(engine) => Some((conflict, engine)),
            Answer::Met(_) | Answer::Open => None,
        }
    }

    /// The shortest beginning of the order, of those tried, that cannot be met.
    fn grown<'o>(&mut self, order: &'o [usize]) -> Option<&'o [usize]> {
        let mut size = FIRST_DEMANDS;
        loop {
            let taken = &order[..size.min(order.len())];
            if matches!(self.test(taken), Answer::Unmet(_)) {
                return Some(taken);
            }
            if size >= order.len() || self.is_over() {
                return None;
            }
            size = size.saturating_mul(2);
        }
    }

    /// Some of `parts` that cannot be met together with `base`, as few as will
    /// do, the first ones rather than the last; `changed` if the base has grown
    /// since the last test. The recursion is as deep as the parts can be
    /// halved.
    fn halved(&mut self, base: &[usize], changed: bool, parts: &[usize]) -> Vec<usize> {
        if changed && matches!(self.test(base), Answer::Unmet(_)) {
            return Vec::new();
        }
        if parts.len() <= 1 {
            return parts.to_vec();
        }
        let (first, second) = parts.split_at(parts.len() / 2);
        let joined = [base, first].concat();
        let of_second = self.halved(&joined, true, second);
        let joined = [base, &of_second].concat();
        let of_first = self.halved(&joined, !of_second.is_empty(), first);
        [of_first, of_second].concat()
    }
}

fn keep<T>(kept: &mut VecDeque<T>, answer: T) {
    if kept.len() == MOST_KEPT {
        kept.pop_back();
    }
    kept.push_front(answer);
}

/// Where orders of the demands start: at several cells, and once at the pieces (none).
fn starts(model: &Model<'_>) -> Vec<Option<BoardCell>> {
    let cells = model.puzzle.board.indices();
    // Corners and edges come first and last in reading order; a step that is
    // no divisor of the width meets all columns.
    let step = cells.len().div_ceil(MOST_STARTS).max(1);
    cells
        .step_by(step)
        .map(Some)
        .chain(std::iter::once(None))
        .collect()
}

/// An order in which demands are taken: by their distance from a cell, pieces
/// last; or pieces first.
fn order(model: &Model<'_>, start: Option<BoardCell>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..model.parts.len()).collect();
    let Some(start) = start else {
        order.sort_by_key(|part| matches!(model.parts[*part], Part::Cell(_)));
        return order;
    };
    let distance = distances(model, start);
    order.sort_by_key(|part| match &model.parts[*part] {
        Part::Restriction(_) | Part::Condition(_) => (0, 0),
        Part::Given(index) => {
            let given = &model.puzzle.givens[*index];
            let nearest = given.cells.iter().map(|cell| distance[cell.index()]).min();
            (0, nearest.unwrap_or(usize::MAX))
        }
        Part::Cell(cell) => (0, distance[cell.index()]),
        Part::Piece(_) | Part::Constraint(_) => (1, 0),
    });
    order
}

/// How many steps from neighbour to neighbour each cell of the board is away.
fn distances(model: &Model<'_>, start: BoardCell) -> Vec<usize> {
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
