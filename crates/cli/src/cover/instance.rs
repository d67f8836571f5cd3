//! A puzzle together with its exact cover problem and its symmetry group.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use tilewright_dlx::{ItemId, OptionId, Problem, StopFlag};
use tilewright_geometry::{JunctionId, Junctions};

use super::conditions::{ConditionFilter, Constraint, ConstraintId, limited};
use super::error::InstanceError;
use super::matrix::{CoverMatrix, ItemMeaning, Meaning};
use super::orbits::PuzzleSymmetry;
use crate::puzzle::{
    CellBudget, MAX_ENTRIES, PieceId, PieceOrigin, PlacedPiece, Puzzle, Tray, visit_placements,
};

/// The approximate memory, in bytes, for each cell of each placement: in the placement itself and
/// in the exact cover problem together. Measured on the octominoes, see
/// [`crate::puzzle::MAX_ENTRIES`].
const BYTES_PER_ENTRY: u64 = 27;

/// Problems of at most this many bytes are built whatever the memory limit: 32 MiB, about as much
/// as the program itself takes.
pub const MEMORY_NOT_COUNTED: u64 = 32 << 20;

/// An upper bound on [`entries`] without listing placements: every orientation of a piece on every cell.
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

/// The number of cells of all placements, counted without storing them.
fn entries(puzzle: &Puzzle, stop: &StopFlag) -> Result<usize, InstanceError> {
    let (junctions, budget) = (puzzle.junctions(), CellBudget::new(stop));
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

/// A puzzle as an exact cover problem, with the meaning of every item and option, and its symmetry group, which is
/// computed on first use.
///
/// All algorithms take an instance: counting, listing, explaining, grading, drawing solutions. It is built once for a
/// puzzle and never changes.
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
    matrix: CoverMatrix,
    pub(super) symmetry: OnceLock<PuzzleSymmetry>,
}

impl Instance {
    /// Builds the exact cover problem of a puzzle.
    ///
    /// A given becomes an item with a single option, so every search chooses it. The placements of
    /// all pieces are listed in parallel and joined in the order of the pieces.
    ///
    /// # Complexity
    ///
    /// Time and memory linear in the number of entries (placements times cells of each), at most 100 million.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] if the placements, or the items of conditions, exceed [`crate::puzzle::MAX_ENTRIES`], or
    /// if items do not express all conditions of the puzzle. Some solutions of the problem are then not solutions
    /// of the puzzle; use [`with_filter`](Self::with_filter) and test them.
    pub fn new(puzzle: Puzzle) -> Result<Self, InstanceError> {
        Self::new_until(puzzle, &StopFlag::new())
    }

    /// Builds the exact cover problem of a puzzle, as [`new`](Self::new) does, unless `stop` is set
    /// before the end.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); also [`InstanceError::Stopped`].
    pub fn new_until(puzzle: Puzzle, stop: &StopFlag) -> Result<Self, InstanceError> {
        if let Some(condition) = ConditionFilter::first_condition(&puzzle) {
            return Err(InstanceError::Filter {
                condition,
                words: puzzle.conditions[condition].to_string(),
            });
        }
        Self::with_filter_until(puzzle, stop)
    }

    /// As [`new`](Self::new), for callers that test each solution of the problem with [`accepts`](Self::accepts).
    ///
    /// # Errors
    ///
    /// [`InstanceError`] if the placements, or the items of conditions, exceed [`crate::puzzle::MAX_ENTRIES`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::puzzle::Puzzle;
    /// use tilewright_dlx::Solver;
    ///
    /// // Dominoes on 2 × 4 with at most two colours: four vertical ones, or four horizontal ones. Two horizontal dominoes
    /// // one above the other and a vertical one next to them need three.
    /// let text = "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)],
    ///     conditions: [Colorable(2)])";
    /// let instance = Instance::with_filter(Puzzle::from_ron(text)?)?;
    /// let solutions = Solver::new(instance.problem()).list()?.known().expect("the stop flag is not set");
    /// let colorable = solutions.iter().filter(|solution| instance.accepts(solution));
    /// assert_eq!((solutions.len(), colorable.count()), (5, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_filter(puzzle: Puzzle) -> Result<Self, InstanceError> {
        Self::with_filter_until(puzzle, &StopFlag::new())
    }

    /// Builds the exact cover problem of a puzzle, as [`with_filter`](Self::with_filter) does,
    /// unless `stop` is set before the end.
    ///
    /// # Errors
    ///
    /// As [`with_filter`](Self::with_filter); also [`InstanceError::Stopped`].
    pub fn with_filter_until(puzzle: Puzzle, stop: &StopFlag) -> Result<Self, InstanceError> {
        Self::within(puzzle, None, stop)
    }

    /// Builds the exact cover problem of a puzzle, as
    /// [`with_filter_until`](Self::with_filter_until) does, with an optional limit of `memory`
    /// bytes. A problem of at most [`MEMORY_NOT_COUNTED`] bytes is always built.
    ///
    /// # Errors
    ///
    /// As [`with_filter_until`](Self::with_filter_until); also [`InstanceError::Memory`], before the memory is used.
    pub fn within(
        puzzle: Puzzle,
        memory: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        let most = memory.map_or(u64::MAX, |given| given.max(MEMORY_NOT_COUNTED));
        let most = usize::try_from(most / BYTES_PER_ENTRY).unwrap_or(usize::MAX);
        let budget = CellBudget::of(most, stop);
        // Count the entries first if they may be too many, so that a refusal takes no memory.
        if entries_at_most(&puzzle) > most.min(MAX_ENTRIES) {
            let entries = entries(&puzzle, stop)?;
            if let Some(given) = memory.filter(|_| entries > most) {
                let needed = entries as u64 * BYTES_PER_ENTRY;
                return Err(InstanceError::Memory { given, needed });
            }
        }
        Ok(Self {
            matrix: CoverMatrix::build(&puzzle, &budget, stop)?,
            puzzle,
            symmetry: OnceLock::new(),
        })
    }

    /// The approximate sizes, in bytes, of the instance, and of its symmetries together with the cases that a
    /// search for distinct solutions tries.
    pub fn bytes(&self) -> (u64, u64) {
        let options = self.meanings().len() as u64;
        let entries = self.problem().entry_count() as u64;
        let own = (entries + options) * BYTES_PER_ENTRY;
        let isometries = u64::try_from(self.puzzle.board.symmetries_at_most()).unwrap_or(u64::MAX);
        let cells = self.problem().item_count() as u64;
        // For each isometry, two images of every option are stored, and the images of items and
        // cells. Each symmetry case of the search takes a byte for every option.
        let images = isometries.saturating_mul(8 * options + 8 * cells);
        let cases = (1000 * options).min(1 << 28);
        let classes = 4 * entries + 64 * options;
        (own, images.saturating_add(cases + classes))
    }

    /// The puzzle from which the exact cover problem was made.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The exact cover problem, whose items and options [`item`](Self::item) and [`meaning`](Self::meaning)
    /// explain.
    pub fn problem(&self) -> &Problem {
        &self.matrix.problem
    }

    /// The meaning of an item of the problem.
    ///
    /// # Panics
    ///
    /// If the problem does not have the item.
    pub fn item(&self, item: ItemId) -> ItemMeaning {
        self.matrix.items[item.index()]
    }

    /// The meaning of an option of the problem.
    ///
    /// # Panics
    ///
    /// If the problem does not have the option.
    pub fn meaning(&self, option: OptionId) -> &Meaning {
        &self.matrix.meanings[option.index()]
    }

    /// The meaning of each option, in the order of the options.
    pub fn meanings(&self) -> &[Meaning] {
        &self.matrix.meanings
    }

    /// The item of each cell of the board.
    pub fn cells(&self) -> &[ItemId] {
        &self.matrix.cells
    }

    /// The options of the puzzle's givens, in the order of the givens.
    pub fn givens(&self) -> &[OptionId] {
        &self.matrix.givens
    }

    /// Whether the option is one of [`givens`](Self::givens).
    pub fn is_given(&self, option: OptionId) -> bool {
        self.meaning(option).given.is_some()
    }

    /// The piece that an option places, marked if it is a given.
    ///
    /// # Panics
    ///
    /// If the problem does not have the option.
    pub fn placed_piece(&self, option: OptionId) -> PlacedPiece<'_> {
        let meaning = self.meaning(option);
        PlacedPiece {
            piece: meaning.piece,
            cells: &meaning.placement.cells,
            origin: if self.is_given(option) {
                PieceOrigin::Given
            } else {
                PieceOrigin::Placed
            },
        }
    }

    /// The pieces that a solution places, in the order of the puzzle's pieces.
    ///
    /// # Panics
    ///
    /// If an id in `solution` is not that of an option of the problem.
    pub fn placed_pieces(&self, solution: &[OptionId]) -> Vec<PlacedPiece<'_>> {
        // Options are numbered piece by piece.
        let mut options = solution.to_vec();
        options.sort_unstable();
        let placed = options.into_iter().map(|option| self.placed_piece(option));
        placed.collect()
    }

    /// The piece without an item, because the area of the board determines the number of its
    /// copies. `None` if each piece has an item.
    pub fn implied(&self) -> Option<PieceId> {
        self.matrix.implied
    }

    /// The board's junctions: the vertices at which pieces of sticks may not cross. Empty for other lattices.
    pub fn junctions(&self) -> &Junctions {
        &self.matrix.junctions
    }

    /// The constraint with this id.
    ///
    /// # Panics
    ///
    /// If the instance does not have the constraint.
    pub fn constraint(&self, constraint: ConstraintId) -> &Constraint {
        &self.matrix.constraints[constraint.index()]
    }

    /// All constraints that items express.
    pub fn constraints(&self) -> &[Constraint] {
        &self.matrix.constraints
    }

    /// The filter for conditions that items cannot express; `None` if items express all conditions.
    pub fn filter(&self) -> Option<&ConditionFilter> {
        self.matrix.filter.as_ref()
    }

    /// Whether a solution of the problem meets the conditions that items cannot express.
    ///
    /// # Panics
    ///
    /// If an id in `solution` is not that of an option of the problem.
    pub fn accepts(&self, solution: &[OptionId]) -> bool {
        self.filter().is_none_or(|filter| {
            let cells = |option: &OptionId| self.meaning(*option).placement.cells.as_ref();
            filter.accepts(solution.iter().map(cells))
                && !(filter.finds_room() && self.has_room(solution))
        })
    }

    /// Whether one more copy of a piece with limited copies fits.
    fn has_room(&self, solution: &[OptionId]) -> bool {
        let limits = limited(&self.puzzle);
        let tiles = self.puzzle.tiles();
        let mut used = vec![0_u32; self.puzzle.pieces.len()];
        let mut is_full = vec![false; self.puzzle.board.cells().len()];
        let mut crossed: BTreeSet<JunctionId> = BTreeSet::new();
        for option in solution {
            let Meaning {
                piece, placement, ..
            } = self.meaning(*option);
            used[tiles[piece.index()].index()] += 1;
            crossed.extend(&placement.junctions);
            for cell in &placement.cells {
                is_full[cell.index()] = true;
            }
        }
        self.meanings().iter().any(
            |Meaning {
                 piece, placement, ..
             }| {
                limits[piece.index()].is_some_and(|(first, copies)| used[first.index()] < copies)
                    && !placement.cells.iter().any(|cell| is_full[cell.index()])
                    && !placement
                        .junctions
                        .iter()
                        .any(|junction| crossed.contains(junction))
            },
        )
    }
}
