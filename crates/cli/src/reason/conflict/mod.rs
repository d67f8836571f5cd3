//! Conflicts: few demands of a puzzle that cannot be met together, of which
//! none can be spared.
//!
//! A demand ([`Part`]) is a cell that must be covered, a piece that must be
//! used, a given that must lie where it lies, a restriction or a condition that must hold. What
//! no demand says stays true throughout: no cell is covered twice, no piece used
//! more often than it has copies, sticks do not cross. A set of demands that
//! cannot be met is a reason why the puzzle has no solution; it is *minimal* if
//! leaving out any one demand makes the rest possible.

mod cases;
mod decide;
mod model;
mod pose;
mod shrink;

use thiserror::Error;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use crate::cover::InstanceError;
use crate::puzzle::{PieceId, Puzzle};
pub use cases::{Cases, Step};
use model::Model;
pub use model::Part;
pub use shrink::Limits;
use shrink::{Answer, Tests};

/// Pieces laid on a board.
pub type Laying = Vec<(PieceId, Box<[BoardCell]>)>;

/// Demands that cannot be met together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The demands: restrictions, conditions, givens, cells, pieces, each in the puzzle's
    /// order.
    pub parts: Vec<Part>,
    /// For each of them a laying of pieces that meets all the others: none if
    /// none was found within the work.
    pub spared: Vec<Option<Laying>>,
    /// The engine that found that they cannot be met, and the one that found it
    /// again, if it did within the work.
    pub engines: (Engine, Option<Engine>),
    /// A proof by cases, if it is short.
    pub cases: Option<Cases>,
}

impl Conflict {
    /// Whether it is proved that no demand can be spared.
    pub fn is_minimal(&self) -> bool {
        self.spared.iter().all(Option::is_some)
    }
}

/// What became of the search for a conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// There is none: the puzzle has this solution.
    Solvable(Laying),
    /// There is this one.
    Conflict(Conflict),
    /// None was found within the work. Whether the puzzle has a solution is known if
    /// this says so.
    Open {
        /// That it has none.
        unsolvable: bool,
    },
}

/// A search for a conflict that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictSearch {
    /// What became of it.
    pub finding: Finding,
    /// Whether more work might find a shorter conflict, or prove more of this one.
    pub is_exhausted: bool,
}

/// Why no conflict is looked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConflictError {
    /// The puzzle has too many placements.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// Looks for a conflict in a puzzle, the smallest of those found from several
/// starts.
///
/// The finding is the same on every run that no signal stops: its limit is work, not time.
///
/// Cost: searches and sweeps of a few hundred problems, most of them easier
/// than the puzzle; half of the work at most goes to the question whether there
/// is a solution.
///
/// # Errors
///
/// [`ConflictError`].
pub fn conflict(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<ConflictSearch, ConflictError> {
    let threads = limits.resources.threads.get();
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(|| among(puzzle, limits)),
        // The system refuses threads: those there are will do.
        Err(_) => among(puzzle, limits),
    }
}

fn among(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<ConflictSearch, ConflictError> {
    let model = Model::of(puzzle)?;
    let all: Vec<usize> = (0..model.parts.len()).collect();
    let nodes = limits.nodes();
    let mut first = Tests::new(&model, *limits, nodes / 2);
    let whole = first.test_without(&all, None);
    // A quarter of the work is left to prove what was found.
    let mut shrinking = Tests::new(&model, *limits, first.left() + nodes / 4);
    match whole {
        Answer::Met(laid) => {
            return Ok(ConflictSearch {
                finding: Finding::Solvable(laying(&model, &laid)),
                is_exhausted: false,
            });
        }
        Answer::Unmet(engine) => shrinking.remember_unmet(&all, engine),
        Answer::Open => {}
    }
    let Some((mut parts, mut engine)) = shrinking.smallest() else {
        return Ok(ConflictSearch {
            finding: Finding::Open {
                unsolvable: matches!(whole, Answer::Unmet(_)),
            },
            is_exhausted: true,
        });
    };
    let left = shrinking.left() + nodes / 4;
    let mut is_exhausted = shrinking.left() == 0;
    let mut tests = Tests::new(&model, *limits, left);
    let spared = spare(&mut tests, &mut parts, &mut engine);
    let second = match tests.test_without(&parts, Some(engine)) {
        Answer::Unmet(engine) => Some(engine),
        Answer::Met(_) | Answer::Open => None,
    };
    is_exhausted |= tests.left() == 0;
    let finding = Finding::Conflict(Conflict {
        spared: spared
            .into_iter()
            .map(|spared| spared.map(|laid| laying(&model, &laid)))
            .collect(),
        engines: (engine, second),
        cases: cases::cases(&model, &parts),
        parts: parts.into_iter().map(|part| model.parts[part]).collect(),
    });
    Ok(ConflictSearch {
        finding,
        is_exhausted,
    })
}

/// Tests each part: is it needed? Parts that are not are left out. For each that
/// stays, placements that meet all the others, if they were found.
fn spare(
    tests: &mut Tests<'_>,
    parts: &mut Vec<usize>,
    engine: &mut Engine,
) -> Vec<Option<Vec<usize>>> {
    let mut spared = Vec::new();
    while spared.len() < parts.len() {
        let others = without(parts, spared.len());
        match tests.test(&others) {
            // What met more demands meets these too.
            Answer::Unmet(by) => (*parts, *engine) = (others, by),
            Answer::Met(laid) => spared.push(Some(laid)),
            Answer::Open => spared.push(None),
        }
    }
    spared
}

fn without(parts: &[usize], at: usize) -> Vec<usize> {
    let mut others = parts.to_vec();
    others.remove(at);
    others
}

fn laying(model: &Model<'_>, laid: &[usize]) -> Laying {
    laid.iter()
        .map(|index| {
            let laid = &model.laid[*index];
            (laid.piece, laid.placement.cells.clone())
        })
        .collect()
}
