//! A puzzle, its exact cover problem and its symmetry group in one object.

use std::sync::OnceLock;

use tilewright_dlx::{ItemId, OptionId, Problem, StopFlag};
use tilewright_geometry::Junctions;

use super::conditions::{Constraint, ConstraintId, LeafFilter};
use super::error::InstanceError;
use super::matrix::{ItemMeaning, Matrix, Meaning};
use super::orbits::PuzzleSymmetry;
use crate::puzzle::{
    Budget, MAX_ENTRIES, PieceId, PieceOrigin, PlacedPiece, Puzzle, Tray, visit_placements,
};

/// The memory that a cell of a placement takes in the placement and the problem, about: measured on the octominoes, see
/// [`crate::puzzle::MAX_ENTRIES`].
const BYTES_PER_ENTRY: u64 = 27;

/// What is made before a search is held against the memory given from this number of bytes on: 32 MiB, about what the program
/// itself takes.
pub const MEMORY_NOT_COUNTED: u64 = 32 << 20;

/// The most that [`entries`] can be, without a look at the placements: every orientation of a piece on every cell.
fn entries_at_most(puzzle: &Puzzle) -> usize {
    let pieces = puzzle.pieces().map(|(_, piece)| {
        let orientations = piece.polyform.orientations(piece.sides).len();
        orientations.saturating_mul(piece.polyform.size() + 1)
    });
    let layers = match puzzle.tray {
        Tray::Flat => 1,
        Tray::Projected { layers } => layers as usize,
    };
    let places = puzzle.board.cells().len().saturating_mul(layers);
    pieces.fold(0, usize::saturating_add).saturating_mul(places)
}

/// The cells of all placements, which are not kept.
fn entries(puzzle: &Puzzle, stop: &StopFlag) -> Result<usize, InstanceError> {
    let (junctions, budget) = (puzzle.junctions(), Budget::new(stop));
    for (piece, _) in puzzle.pieces() {
        visit_placements(
            puzzle,
            &junctions,
            piece,
            &puzzle.restrictions,
            &budget,
            &mut |_| {},
        )?;
    }
    Ok(budget.taken())
}

/// A puzzle as an exact cover problem, with the meaning of every item and option,
/// and its symmetry group, found when it is first asked for.
///
/// All algorithms take an instance: counting, listing, explaining, grading,
/// drawing solutions. It is made once for a puzzle and never changes.
///
/// ```
/// use tilewright::cover::{Instance, ItemMeaning};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("tray.ron", r#"(
///     lattice: Square,
///     board: Rect(4, 5),
///     pieces: [Set(of: Polyominoes(4), copies: (0, 5))],
/// )"#);
/// let instance = Instance::new(load(&source)?.puzzle)?;
/// // The cells, then the pieces.
/// assert_eq!(instance.problem().primary_count(), 20 + 5);
/// let first = instance.problem().items().next().expect("an item");
/// assert!(matches!(instance.item(first), ItemMeaning::Cell(cell) if cell.index() == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Instance {
    puzzle: Puzzle,
    matrix: Matrix,
    pub(super) symmetry: OnceLock<PuzzleSymmetry>,
}

impl Instance {
    /// Builds the exact cover problem of a puzzle.
    ///
    /// A given becomes an item with one option, so that every search takes it.
    /// Placements are found piece by piece, in parallel, and joined in the order
    /// of the pieces.
    ///
    /// Cost: time and memory linear in the number of entries (placements times
    /// cells of each), 100 million at most.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] if the placements exceed [`crate::puzzle::MAX_ENTRIES`], or if items do not say
    /// all conditions of the puzzle: then solutions of the problem may be none of the puzzle, and
    /// [`with_filter`](Self::with_filter) is for those who look.
    pub fn new(puzzle: Puzzle) -> Result<Self, InstanceError> {
        Self::new_until(puzzle, &StopFlag::new())
    }

    /// The same, unless it is stopped.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new), or [`InstanceError::Stopped`].
    pub fn new_until(puzzle: Puzzle, stop: &StopFlag) -> Result<Self, InstanceError> {
        if let Some(condition) = LeafFilter::first_condition(&puzzle) {
            return Err(InstanceError::Filter {
                condition,
                words: puzzle.conditions[condition].to_string(),
            });
        }
        Self::with_filter_until(puzzle, stop)
    }

    /// The same for those who ask [`accepts`](Self::accepts) of each solution of the problem.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] if the placements exceed [`crate::puzzle::MAX_ENTRIES`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::puzzle::Puzzle;
    /// use tilewright_dlx::Solver;
    ///
    /// // Dominoes on 2 × 4 that take no more than two colours: four that stand, or four that lie. Two that lie
    /// // one over the other and one that stands beside them take three.
    /// let text = "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)],
    ///     conditions: [Colorable(2)])";
    /// let instance = Instance::with_filter(Puzzle::from_ron(text)?)?;
    /// let solutions = Solver::new(instance.problem()).list()?.known().expect("nobody stops it");
    /// let colorable = solutions.iter().filter(|solution| instance.accepts(solution));
    /// assert_eq!((solutions.len(), colorable.count()), (5, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_filter(puzzle: Puzzle) -> Result<Self, InstanceError> {
        Self::with_filter_until(puzzle, &StopFlag::new())
    }

    /// The same, unless it is stopped.
    ///
    /// # Errors
    ///
    /// Those of [`with_filter`](Self::with_filter), or [`InstanceError::Stopped`].
    pub fn with_filter_until(puzzle: Puzzle, stop: &StopFlag) -> Result<Self, InstanceError> {
        Self::within(puzzle, None, stop)
    }

    /// The same within `memory` bytes, if they are limited, unless it is stopped; a problem of at most
    /// [`MEMORY_NOT_COUNTED`] bytes is always made.
    ///
    /// # Errors
    ///
    /// As [`with_filter_until`](Self::with_filter_until); [`InstanceError::Memory`], found before it is taken.
    pub fn within(
        puzzle: Puzzle,
        memory: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        let most = memory.map_or(u64::MAX, |given| given.max(MEMORY_NOT_COUNTED));
        let most = usize::try_from(most / BYTES_PER_ENTRY).unwrap_or(usize::MAX);
        let budget = Budget::of(most, stop);
        // What may be too much is counted first, so that a refusal takes no memory.
        if entries_at_most(&puzzle) > most.min(MAX_ENTRIES) {
            let entries = entries(&puzzle, stop)?;
            if let Some(given) = memory.filter(|_| entries > most) {
                let needed = entries as u64 * BYTES_PER_ENTRY;
                return Err(InstanceError::Memory { given, needed });
            }
        }
        Ok(Self {
            matrix: Matrix::build(&puzzle, &budget, stop)?,
            puzzle,
            symmetry: OnceLock::new(),
        })
    }

    /// About the bytes that it takes, and its symmetries and the cases of a search with them.
    pub fn bytes(&self) -> (u64, u64) {
        let options = self.meanings().len() as u64;
        let entries = self.problem().entry_count() as u64;
        let own = (entries + options) * BYTES_PER_ENTRY;
        let isometries = u64::try_from(self.puzzle.board.symmetries_at_most()).unwrap_or(u64::MAX);
        let cells = self.problem().item_count() as u64;
        // Each isometry has the images of options twice, and those of items and cells; each case a byte for each option.
        let images = isometries.saturating_mul(8 * options + 8 * cells);
        let cases = (1000 * options).min(1 << 28);
        let classes = 4 * entries + 64 * options;
        (own, images.saturating_add(cases + classes))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The exact cover problem.
    pub fn problem(&self) -> &Problem {
        &self.matrix.problem
    }

    /// What an item of the problem stands for.
    ///
    /// # Panics
    ///
    /// The item is that of a larger problem.
    pub fn item(&self, item: ItemId) -> ItemMeaning {
        self.matrix.items[item.index()]
    }

    /// What an option of the problem stands for.
    ///
    /// # Panics
    ///
    /// The option is that of a larger problem.
    pub fn meaning(&self, option: OptionId) -> &Meaning {
        &self.matrix.meanings[option.index()]
    }

    /// What each option stands for, in the order of the options.
    pub fn meanings(&self) -> &[Meaning] {
        &self.matrix.meanings
    }

    /// The item of each cell, by its index on the board.
    pub fn cells(&self) -> &[ItemId] {
        &self.matrix.cells
    }

    /// The options of the puzzle's givens, in the puzzle's order.
    pub fn givens(&self) -> &[OptionId] {
        &self.matrix.givens
    }

    /// Whether an option is that of a given.
    pub fn is_given(&self, option: OptionId) -> bool {
        self.meaning(option).given.is_some()
    }

    /// The piece that an option places, marked if the puzzle gives it.
    ///
    /// # Panics
    ///
    /// The option is that of a larger problem.
    pub fn placed_piece(&self, option: OptionId) -> PlacedPiece<'_> {
        let meaning = self.meaning(option);
        PlacedPiece {
            piece: meaning.piece,
            cells: &meaning.placement.cells,
            standing: if self.is_given(option) {
                PieceOrigin::Given
            } else {
                PieceOrigin::Placed
            },
        }
    }

    /// The pieces that a solution places, in the order of the puzzle's.
    ///
    /// # Panics
    ///
    /// An option is that of a larger problem.
    pub fn placed_pieces(&self, solution: &[OptionId]) -> Vec<PlacedPiece<'_>> {
        // Options are numbered piece by piece.
        let mut options = solution.to_vec();
        options.sort_unstable();
        let placed = options.into_iter().map(|option| self.placed_piece(option));
        placed.collect()
    }

    /// The piece that needs no item, because the number of its copies follows
    /// from the area of the board.
    pub fn implied(&self) -> Option<PieceId> {
        self.matrix.implied
    }

    /// The board's junctions.
    pub fn junctions(&self) -> &Junctions {
        &self.matrix.junctions
    }

    /// What a condition asks for or forbids, as an item says it.
    ///
    /// # Panics
    ///
    /// The constraint is that of another puzzle with more of them.
    pub fn constraint(&self, constraint: ConstraintId) -> &Constraint {
        &self.matrix.constraints[constraint.index()]
    }

    /// What the conditions ask for or forbid, as far as items say it.
    pub fn constraints(&self) -> &[Constraint] {
        &self.matrix.constraints
    }

    /// The conditions that no items say; none if there are none.
    pub fn filter(&self) -> Option<&LeafFilter> {
        self.matrix.filter.as_ref()
    }

    /// Whether a solution of the problem meets the conditions that no items say.
    ///
    /// # Panics
    ///
    /// An option is that of a larger problem.
    pub fn accepts(&self, solution: &[OptionId]) -> bool {
        self.filter().is_none_or(|filter| {
            let cells = |option: &OptionId| self.meaning(*option).placement.cells.as_ref();
            filter.accepts(solution.iter().map(cells))
        })
    }
}
