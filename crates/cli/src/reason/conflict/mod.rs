//! Conflicts: a few demands of a puzzle that cannot be met together, although any fewer of them
//! can.
//!
//! A demand ([`PuzzleDemand`]) is a cell that must be covered, a piece that must be used, a given
//! that must be placed, or a restriction or condition that must hold. Some rules apply always: no
//! cell is covered twice, no piece is used more often than it has copies, and sticks do not cross.
//! A set of demands that cannot be met together is a reason why the puzzle has no solution. It is
//! *minimal* if the other demands can be met whenever one is dropped.

mod cases;
mod decide;
mod model;
mod relaxed_problem;
mod shrink;

use thiserror::Error;
use tilewright_dlx::Engine;
use tilewright_geometry::BoardCell;

use crate::cover::InstanceError;
use crate::puzzle::{PieceId, Puzzle};
pub use cases::{CaseStep, Cases};
use model::DemandModel;
pub use model::PuzzleDemand;
pub use shrink::Limits;
use shrink::{DemandTests, TestAnswer};

/// The maximum number of nodes of the search for a solution before anything else is tried.
const SHORT_NODES: u64 = 100_000;

/// Placed pieces, each with the cells that it covers.
pub type Laying = Vec<(PieceId, Box<[BoardCell]>)>;

/// Demands that cannot be met together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The demands: restrictions, conditions, givens, cells, pieces, each kind in the puzzle's order.
    pub parts: Vec<PuzzleDemand>,
    /// For each demand, placements that meet all other demands; `None` if none were found within
    /// the work limit.
    pub spared: Vec<Option<Laying>>,
    /// The engine that proved the conflict, and a second engine that confirmed it; `None` if none
    /// did within the work limit.
    pub engines: (Engine, Option<Engine>),
    /// A proof by cases, if it is short.
    pub cases: Option<Cases>,
}

impl Conflict {
    /// Whether every demand was proved to be necessary for the conflict.
    pub fn is_minimal(&self) -> bool {
        self.spared.iter().all(Option::is_some)
    }
}

/// The result of a search for a conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// There is no conflict: the puzzle has this solution.
    Solvable(Laying),
    /// Why the puzzle has no solution.
    Conflict(Conflict),
    /// No conflict was found within the work limit.
    Open {
        /// Whether the puzzle was proved to have no solution.
        unsolvable: bool,
    },
}

/// The result of a search for a conflict, and whether it is final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictSearch {
    /// The conflict, or why there is none.
    pub finding: Finding,
    /// Whether more work might find a shorter conflict, or prove more about the conflict found.
    pub is_exhausted: bool,
}

/// Why a search for a conflict cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConflictError {
    /// The puzzle has too many placements.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// Searches for a conflict in a puzzle: the smallest of those found from several starts.
///
/// The limit is work, not time: uninterrupted runs give the same result.
///
/// Cost: searches and sweeps of a few hundred problems, most of them easier than the puzzle. At
/// most half of the work is spent on deciding whether there is a solution.
///
/// # Errors
///
/// [`ConflictError`] if the puzzle has too many placements.
pub fn conflict(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<ConflictSearch, ConflictError> {
    let threads = limits.monitor.resources.threads.get();
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(|| among(puzzle, limits)),
        // The system refused the threads of a separate pool: use the global pool.
        Err(_) => among(puzzle, limits),
    }
}

/// The solution that [`conflict`] finds, if a short search finds it; otherwise `None`.
///
/// Cost: some tens of thousands of nodes of a search.
///
/// # Errors
///
/// [`ConflictError`] if the puzzle has too many placements.
pub(crate) fn try_short_search(
    puzzle: &Puzzle,
    limits: &Limits<'_>,
) -> Result<Option<Laying>, ConflictError> {
    let model = DemandModel::of(puzzle, limits.monitor.stop())?;
    let all: Vec<usize> = (0..model.parts.len()).collect();
    let nodes = limits.nodes().min(SHORT_NODES);
    let answer = DemandTests::new(&model, *limits, nodes).test_without(&all, None);
    Ok(match answer {
        TestAnswer::Met(laid) => Some(laying(&model, &laid)),
        TestAnswer::Unmet(_) | TestAnswer::Open => None,
    })
}

fn among(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<ConflictSearch, ConflictError> {
    let model = match DemandModel::of(puzzle, limits.monitor.stop()) {
        Err(InstanceError::Stopped(_)) => {
            return Ok(ConflictSearch {
                finding: Finding::Open { unsolvable: false },
                is_exhausted: true,
            });
        }
        model => model?,
    };
    let all: Vec<usize> = (0..model.parts.len()).collect();
    let nodes = limits.nodes();
    let mut first = DemandTests::new(&model, *limits, nodes / 2);
    let whole = first.test_without(&all, None);
    // A quarter of the work is reserved for proving the shrunk conflict.
    let mut tests = DemandTests::new(&model, *limits, first.left() + nodes / 4);
    match whole {
        TestAnswer::Met(laid) => {
            return Ok(ConflictSearch {
                finding: Finding::Solvable(laying(&model, &laid)),
                is_exhausted: false,
            });
        }
        TestAnswer::Unmet(engine) => {
            tests.remember_unmet(&all, engine);
            tests.limit_collecting(nodes / 2 - first.left());
        }
        TestAnswer::Open => {}
    }
    let Some((mut parts, mut engine)) = tests.smallest() else {
        return Ok(ConflictSearch {
            finding: Finding::Open {
                unsolvable: matches!(whole, TestAnswer::Unmet(_)),
            },
            is_exhausted: true,
        });
    };
    let mut is_exhausted = tests.left() == 0;
    tests.add_nodes(nodes / 4);
    let spared = spare(&mut tests, &mut parts, &mut engine);
    let second = match tests.test_without(&parts, Some(engine)) {
        TestAnswer::Unmet(engine) => Some(engine),
        TestAnswer::Met(_) | TestAnswer::Open => None,
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

/// Tests whether each demand is needed, and drops those that are not. Returns, for each remaining
/// demand, placements that meet all the others, if they were found.
fn spare(
    tests: &mut DemandTests<'_>,
    parts: &mut Vec<usize>,
    engine: &mut Engine,
) -> Vec<Option<Vec<usize>>> {
    let mut spared = Vec::new();
    while spared.len() < parts.len() {
        let others = without(parts, spared.len());
        match tests.test(&others) {
            // The demand is not needed. What `spared` holds for other demands stays valid: these placements
            // meet all demands but one, so also those that remain.
            TestAnswer::Unmet(by) => (*parts, *engine) = (others, by),
            TestAnswer::Met(laid) => spared.push(Some(laid)),
            TestAnswer::Open => spared.push(None),
        }
    }
    spared
}

fn without(parts: &[usize], at: usize) -> Vec<usize> {
    let mut others = parts.to_vec();
    others.remove(at);
    others
}

fn laying(model: &DemandModel<'_>, laid: &[usize]) -> Laying {
    laid.iter()
        .map(|index| {
            let laid = &model.laid[*index];
            (laid.piece, laid.placement.cells.clone())
        })
        .collect()
}
