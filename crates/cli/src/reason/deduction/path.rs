//! The way of a person: one placement at a time, always the one that is seen most easily.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::DeductionError;
use super::bits;
use super::clash::unmatched;
use super::effort::{LOOK, TRYING, finding};
use super::explain::{explain, region};
use super::find::{Finding, find_all};
use super::follow::Workspace;
use super::place::{serving, wanted, wanting, ways};
use super::position::Position;
use super::step::Step;
use super::table::Table;
use super::technique::Technique;
use crate::cover::Instance;
use crate::solve::search::Monitor;

/// A puzzle being solved by deduction: an iterator of [`Step`]s, each of which places a piece, and
/// takes the least effort of all that can be made; of equals one near the step before. The same
/// puzzle always gives the same steps.
///
/// It ends when all is decided, when no deduction applies (there may be several solutions), or
/// when there can be none. With the [`solution`](Self::with_solution) known it goes on by
/// [trying](Technique::Search) where no deduction applies.
///
/// # Examples
///
/// ```
/// use tilewright::reason::deduction::{Path, Technique, Want};
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
/// let mut path = Path::new(&instance, &[])?;
/// let step = path.next().unwrap();
/// assert_eq!(step.technique, Technique::ForcedCell);
/// assert!(matches!(step.at, Want::Cell(_)) && step.refuted.is_empty());
/// assert!(path.next().is_none() && path.is_solved());
/// # Ok::<(), tilewright::reason::deduction::DeductionError>(())
/// ```
#[derive(Debug)]
pub struct Path {
    table: Table,
    position: Position,
    workspace: Workspace,
    /// The options of a solution, if one is known.
    solution: Option<Vec<u64>>,
    /// Whether steps by trying are made.
    tries: bool,
    last: Option<usize>,
}

impl Path {
    /// The path that begins where the puzzle's givens and these are placed.
    ///
    /// # Errors
    ///
    /// [`DeductionError`]: the givens clash, or there is too much left.
    pub fn new(instance: &Instance, givens: &[OptionId]) -> Result<Self, DeductionError> {
        let table = Table::new(instance, givens)?;
        Ok(Self {
            position: Position::new(&table),
            table,
            workspace: Workspace::new(&Monitor::silent()),
            solution: None,
            tries: false,
            last: None,
        })
    }

    /// Takes the steps that lead to a solution, which must be the only one, by trying if need be.
    #[must_use]
    pub fn with_solution(self, solution: &[OptionId]) -> Self {
        let known = self.table.options_among(solution);
        Self {
            solution: Some(known),
            tries: true,
            ..self
        }
    }

    /// Ends it, unless all is decided, when the monitor says so.
    #[must_use]
    pub fn until(self, monitor: &Monitor) -> Self {
        Self {
            workspace: Workspace::new(monitor),
            ..self
        }
    }

    /// Whether all is decided, and solved.
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

    /// The step that takes the least, and of what it leaves the option to be placed.
    fn find(&mut self) -> Option<(Finding, usize)> {
        let known = self.solution.as_deref();
        let found = find_all(&mut self.workspace, &self.table, &self.position, 0, known);
        let mut found = found;
        if found.is_empty() && self.tries && !self.workspace.is_interrupted() {
            found.extend(self.trying());
        }
        let distance = |step: &Finding| match self.last {
            Some(last) => self.distance(last, step.left[0]),
            None => 0,
        };
        let key = |step: &Finding| (step.effort, distance(step), step.technique, step.place);
        let step = found.into_iter().min_by_key(key)?;
        let option = step.left[0];
        Some((step, option))
    }

    /// Whether an option lies beside another (0) or not (1).
    fn distance(&self, last: usize, option: usize) -> usize {
        let mut beside = bits::ones(self.table.masks.row(last)).filter(|cell| {
            bits::meet(
                self.table.neighbours.row(*cell),
                self.table.masks.row(option),
            )
        });
        usize::from(beside.next().is_none())
    }

    /// The place with the fewest ways, and the option of the solution there.
    fn trying(&self) -> Option<Finding> {
        let (table, position) = (&self.table, &self.position);
        let solution = self.solution.as_deref()?;
        let effort = |place| {
            let ways = u32::try_from(ways(table, position, place)).unwrap_or(u32::MAX);
            finding(table, position, place).saturating_add(ways.saturating_mul(LOOK))
        };
        let place = wanting(table, position).min_by_key(|place| (effort(*place), *place))?;
        let mut left = serving(table, place).to_vec();
        bits::intersect(&mut left, &position.live);
        bits::intersect(&mut left, solution);
        let left: Vec<usize> = bits::ones(&left).collect();
        (left.len() == wanted(position, place)).then_some(Finding {
            effort: TRYING,
            technique: Technique::Search,
            place,
            left,
        })
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let Self {
            position, table, ..
        } = self;
        if bits::is_empty(&position.live) || position.starved(table).is_some() {
            return None;
        }
        let (found, option) = self.find()?;
        let Self {
            position, table, ..
        } = self;
        let region = region(table, position, found.place, option);
        let step = Step {
            technique: found.technique,
            at: found.place.want(table),
            needed: found.left.len(),
            placed: table.options[option],
            clash: unmatched(table, position, found.place),
            refuted: explain(&mut self.workspace, table, position, &found),
            effort: found.effort,
            region,
        };
        self.position.place(&self.table, option);
        self.last = Some(option);
        Some(step)
    }
}
