//! Explains why a puzzle has no solution, with the simplest reason first.
//!
//! 1. An obstacle visible without a search: areas, pieces without a placement, cells out of reach
//!    ([`crate::solve::refute::feasibility`]).
//! 2. A colouring whose sums cannot match ([`crate::solve::refute::colouring`]).
//! 3. A conflict: a few demands that cannot be met together ([`crate::reason::conflict`]).
//!    A colouring that leaves little freedom is reported with it.

use crate::cover::Instance;
use crate::reason::conflict::{
    Conflict, ConflictError, ConflictSearch, Finding, Laying, Limits, conflict, try_short_search,
};
use crate::solve::refute::colouring::{Argument, TightColouring, tight};
use crate::solve::refute::feasibility::{
    Obstacle, argument_within, beside_givens, plain_obstacles,
};

/// The work limit for colourings is the whole work limit divided by this number.
const COLOURINGS: f64 = 4.0;

/// A reason why there is no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// An obstacle visible without a search.
    Obstacle(Obstacle),
    /// The pieces cannot satisfy a colouring: no sum of their weights is that of the cells to
    /// cover.
    Colouring(Argument),
    /// A few demands that cannot be met together.
    Conflict(Conflict),
}

/// The result of [`explain`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Whether the puzzle has a solution.
    pub verdict: Verdict,
    /// The reasons why there is no solution; empty if there is one.
    pub reasons: Vec<Reason>,
    /// If no short reason was found: a colouring whose sum the pieces can make in few ways only.
    pub tight: Option<TightColouring>,
    /// Whether every colouring was tried and none was a proof.
    pub coloured: bool,
    /// Whether the work limit ended the search before everything was tried.
    pub is_exhausted: bool,
}

/// Whether a puzzle has a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The puzzle has no solution; the rest of the explanation says why.
    Unsolvable,
    /// The puzzle has a solution, for example this one.
    Solvable(Laying),
    /// The work limit was reached, so it is not known whether there is a solution.
    Open,
}

/// Explains why a puzzle has no solution, or finds a solution. With `all`, a conflict is searched for even if
/// there is a simpler reason.
///
/// The limit is work, not time: uninterrupted runs give the same explanation.
///
/// Cost: see [`argument`](crate::solve::refute::colouring::argument) and [`conflict`].
///
/// # Errors
///
/// [`ConflictError`] if a conflict must be searched for and the puzzle has too many placements.
///
/// # Examples
///
/// ```
/// use tilewright::reason::conflict::Limits;
/// use tilewright::solve::search::RunContext;
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::reason::why::{Reason, explain};
///
/// let puzzle = load(&Source::new("example.ron", r#"(
///     lattice: Square,
///     board: Rect(5, 4),
///     pieces: [Set(of: Polyominoes(4))],
/// )"#)).unwrap().puzzle;
/// let instance = Instance::new(puzzle).unwrap();
/// let limits = Limits {
///     seconds: 60.0,
///     monitor: &RunContext::silent(),
/// };
/// // The five tetrominoes fill no rectangle: the T is out of balance.
/// let explanation = explain(&instance, false, &limits).unwrap();
/// assert!(matches!(explanation.reasons[..], [Reason::Colouring(_)]));
/// ```
pub fn explain(
    instance: &Instance,
    all: bool,
    limits: &Limits<'_>,
) -> Result<Explanation, ConflictError> {
    let mut obstacles = plain_obstacles(instance);
    if obstacles.is_empty() {
        obstacles = beside_givens(instance);
    }
    let mut explanation = Explanation {
        verdict: Verdict::Unsolvable,
        reasons: obstacles.into_iter().map(Reason::Obstacle).collect(),
        tight: None,
        coloured: false,
        is_exhausted: false,
    };
    if explanation.reasons.is_empty() {
        // A puzzle with too many placements for this search may still be refuted by a colouring.
        if let Ok(Some(laying)) = try_short_search(instance.puzzle(), limits) {
            explanation.verdict = Verdict::Solvable(laying);
            return Ok(explanation);
        }
        let seconds = limits.seconds / COLOURINGS;
        let (found, is_complete) = argument_within(instance, seconds, &|| limits.monitor.is_set());
        explanation.coloured = found.is_none() && is_complete;
        explanation.is_exhausted = !is_complete;
        explanation.reasons.extend(found.map(Reason::Colouring));
    }
    if !explanation.reasons.is_empty() && !all {
        return Ok(explanation);
    }
    let ConflictSearch {
        finding,
        is_exhausted,
    } = conflict(instance.puzzle(), limits)?;
    explanation.is_exhausted |= is_exhausted;
    match finding {
        Finding::Solvable(laying) => {
            explanation.verdict = Verdict::Solvable(laying);
            explanation.is_exhausted = false;
            return Ok(explanation);
        }
        Finding::Conflict(found) => explanation.reasons.push(Reason::Conflict(found)),
        Finding::Open { unsolvable } => {
            if !unsolvable && explanation.reasons.is_empty() {
                explanation.verdict = Verdict::Open;
            }
        }
    }
    let settled = |reason: &Reason| match reason {
        Reason::Obstacle(_) | Reason::Colouring(_) => true,
        Reason::Conflict(conflict) => conflict.cases.is_some(),
    };
    if !explanation.reasons.iter().any(settled) && !limits.monitor.is_set() {
        explanation.tight = tight(instance);
    }
    Ok(explanation)
}
