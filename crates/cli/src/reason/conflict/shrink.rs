//! Shrinking: from demands that cannot be met together to few of them that
//! cannot, of which none can be spared.
//!
//! From each of several cells, the demands near it are taken, twice as many
//! every time, until they cannot be met; then they are halved.
//!
//! Source: U. Junker, "`QuickXplain`: preferred explanations and relaxations for
//! over-constrained problems", AAAI 2004.

use std::collections::VecDeque;
use std::time::Duration;

use rayon::prelude::*;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use super::decide::{Decision, decide};
use super::model::{Model, Part};
use crate::solve::resources::Resources;
use crate::support::clock::Instant;

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

/// A test takes at most this part of the time there is, and a second.
const PART_OF_TIME: u32 = 20;

/// Until when to work, and whether to stop before.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// When the time is over.
    pub deadline: Instant,
    /// How much time there was.
    pub time: Duration,
    /// The threads and the memory there are.
    pub resources: &'a Resources,
    /// Whether a signal asks for the end.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// Whether to stop.
    pub fn over(&self) -> bool {
        (self.interrupted)() || Instant::now() >= self.deadline
    }

    /// The same, but for a part of the time.
    #[must_use]
    pub(super) fn without(self, part: Duration) -> Self {
        Self {
            deadline: self.deadline.checked_sub(part).unwrap_or(self.deadline),
            ..self
        }
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
    pub(super) fn new(model: &'a Model<'a>, limits: Limits<'a>) -> Self {
        Self {
            model,
            limits,
            met: VecDeque::new(),
            unmet: VecDeque::new(),
            done: 0,
        }
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
        let until = Instant::now() + (self.limits.time / PART_OF_TIME).max(Duration::from_secs(1));
        let stop = || self.limits.over() || Instant::now() >= until;
        let answer = self.ask(&mask, None, &stop);
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

    /// Whether demands can be met, without an engine, for as long as there is
    /// time.
    pub(super) fn test_without(&self, parts: &[usize], without: Option<Engine>) -> Answer {
        self.ask(&self.mask(parts), without, &|| self.limits.over())
    }

    fn ask(
        &self,
        mask: &[bool],
        without: Option<Engine>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Answer {
        let Ok(posed) = self.model.pose(mask) else {
            return Answer::Open;
        };
        match decide(&posed.problem, without, self.limits.resources, stop) {
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
    /// was found.
    pub(super) fn smallest(&self) -> Option<Shrunk> {
        let mut best: Option<Shrunk> = None;
        let mut done = 0;
        for starts in starts(self.model).chunks(STARTS_AT_ONCE) {
            if self.limits.over() || (best.is_some() && done > MOST_TESTS) {
                break;
            }
            let found: Vec<(Option<Shrunk>, usize)> = starts
                .par_iter()
                .map(|start| {
                    let mut tests = self.clone();
                    (tests.from(&order(self.model, *start)), tests.done)
                })
                .collect();
            for (conflict, tests) in found {
                done += tests;
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
            if size >= order.len() || self.limits.over() {
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
