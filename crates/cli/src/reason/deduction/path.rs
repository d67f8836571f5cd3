//! A person's path to the solution: one placement at a time, always by an easiest step.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::DeductionError;
use super::bits;
use super::clash::unmatched;
use super::effort::{LOOK, TRYING, finding};
use super::explain::explain;
use super::find::{FoundStep, find_all};
use super::follow::Workspace;
use super::place::{needed_count, serving, unserved, ways};
use super::position::Position;
use super::step::Step;
use super::table::DeductionTable;
use super::technique::Technique;
use crate::cover::Instance;
use crate::solve::search::RunContext;

/// A puzzle being solved by deduction: an iterator of [`Step`]s, each of which places a piece. It
/// always takes a step of minimum effort. Of equally easy steps it prefers one next to the previous
/// placement. The same puzzle always gives the same steps.
///
/// The iterator ends when everything is decided, when no deduction applies (there may be several solutions), or
/// when a contradiction shows that there is no solution. If the [`solution`](Self::with_solution) is known, it
/// continues where no deduction applies: it takes a placement from the solution, in a step by [trial and
/// error](Technique::Search).
///
/// # Examples
///
/// ```
/// use tilewright::reason::deduction::{DeductionPath, Technique, Want};
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("strip.ron", r#"(
///     lattice: Square,
///     board: Rect(5, 1),
///     pieces: [Piece(name: "A", cells: Rect(2, 1)), Piece(name: "B", cells: Rect(3, 1))],
///     givens: [(piece: "A", cells: Rect(2, 1))],
/// )"#);
/// let puzzle = load(&source).unwrap().puzzle;
/// let instance = Instance::new(puzzle).unwrap();
/// let mut path = DeductionPath::new(&instance, &[])?;
/// let step = path.next().unwrap();
/// assert_eq!(step.technique, Technique::ForcedCell);
/// assert!(matches!(step.at, Want::Cell(_)) && step.refuted.is_empty());
/// assert!(path.next().is_none() && path.is_solved());
/// # Ok::<(), tilewright::reason::deduction::DeductionError>(())
/// ```
#[derive(Debug)]
pub struct DeductionPath {
    table: DeductionTable,
    position: Position,
    workspace: Workspace,
    /// The options of the only solution as a bit set, if known.
    solution: Option<Vec<u64>>,
    /// Whether the path may continue by trial and error when no deduction applies.
    tries: bool,
    last: Option<usize>,
}

impl DeductionPath {
    /// The path that begins with the puzzle's givens and `givens` placed.
    ///
    /// # Errors
    ///
    /// [`DeductionError`]: the givens clash, or too much is left to place.
    pub fn new(instance: &Instance, givens: &[OptionId]) -> Result<Self, DeductionError> {
        let table = DeductionTable::new(instance, givens)?;
        Ok(Self {
            position: Position::new(&table),
            table,
            workspace: Workspace::new(&RunContext::silent()),
            solution: None,
            tries: false,
            last: None,
        })
    }

    /// Sets the solution, which must be the only one. Where no deduction applies, the path then
    /// takes a placement from it, in a step by [trial and error](Technique::Search).
    #[must_use]
    pub fn with_solution(self, solution: &[OptionId]) -> Self {
        let known = self.table.options_among(solution);
        Self {
            solution: Some(known),
            tries: true,
            ..self
        }
    }

    /// Ends the path early when the monitor is stopped.
    #[must_use]
    pub fn until(self, monitor: &RunContext) -> Self {
        Self {
            workspace: Workspace::new(monitor),
            ..self
        }
    }

    /// Whether the puzzle is solved: no placement is left to decide, and no cell, piece or requirement lacks a
    /// placement.
    pub fn is_solved(&self) -> bool {
        bits::is_empty(&self.position.live) && self.position.starved(&self.table).is_none()
    }

    /// The placements found, in order.
    pub fn placed(&self) -> impl Iterator<Item = OptionId> + '_ {
        let placed = self.position.placed.iter();
        placed.map(|option| self.table.options[*option])
    }

    /// The open cells, in the order of the board.
    pub fn open(&self) -> impl Iterator<Item = BoardCell> + '_ {
        bits::ones(&self.position.open).map(|cell| self.table.cells[cell])
    }

    /// An easiest step, and the option to place; `None` if no step is found.
    fn find(&mut self) -> Option<(FoundStep, usize)> {
        let known = self.solution.as_deref();
        let found = find_all(&mut self.workspace, &self.table, &self.position, 0, known);
        let mut found = found;
        if found.is_empty() && self.tries && !self.workspace.is_interrupted() {
            found.extend(self.trying());
        }
        let distance = |step: &FoundStep| match self.last {
            Some(last) => self.distance(last, step.left[0]),
            None => 0,
        };
        let key = |step: &FoundStep| (step.effort, distance(step), step.technique, step.place);
        let step = found.into_iter().min_by_key(key)?;
        let option = step.left[0];
        Some((step, option))
    }

    /// 0 if an option touches the option placed last, otherwise 1.
    fn distance(&self, last: usize, option: usize) -> usize {
        let mut touching = bits::ones(self.table.masks.row(last)).filter(|cell| {
            bits::meet(
                self.table.neighbours.row(*cell),
                self.table.masks.row(option),
            )
        });
        usize::from(touching.next().is_none())
    }

    /// A step by trial and error: the place of minimum effort, with the solution's options there.
    /// `None` if the solution is not known.
    fn trying(&self) -> Option<FoundStep> {
        let (table, position) = (&self.table, &self.position);
        let solution = self.solution.as_deref()?;
        let effort = |place| {
            let ways = u32::try_from(ways(table, position, place)).unwrap_or(u32::MAX);
            finding(table, position, place).saturating_add(ways.saturating_mul(LOOK))
        };
        let place = unserved(table, position).min_by_key(|place| (effort(*place), *place))?;
        let mut left = serving(table, place).to_vec();
        bits::intersect(&mut left, &position.live);
        bits::intersect(&mut left, solution);
        let left: Vec<usize> = bits::ones(&left).collect();
        (left.len() == needed_count(position, place)).then_some(FoundStep {
            effort: TRYING,
            technique: Technique::Search,
            place,
            left,
        })
    }
}

impl Iterator for DeductionPath {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let Self {
            position, table, ..
        } = self;
        if bits::is_empty(&position.live) || position.starved(table).is_some() {
            return None;
        }
        let (found, option) = self.find()?;
        let open = self.open().collect();
        let Self {
            position, table, ..
        } = self;
        let left = position.room.iter().zip(&table.pieces);
        let left = left
            .filter(|(room, _)| **room > 0)
            .map(|(_, piece)| piece.id);
        let step = Step {
            technique: found.technique,
            at: found.place.want(table),
            needed: found.left.len(),
            placed: table.options[option],
            clash: unmatched(table, position, found.place),
            refuted: explain(&mut self.workspace, table, position, &found),
            effort: found.effort,
            open,
            left: left.collect(),
        };
        self.position.place(&self.table, option);
        self.last = Some(option);
        Some(step)
    }
}
