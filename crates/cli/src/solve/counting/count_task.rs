//! The input of a count, and the intermediate results of its steps.

use std::sync::OnceLock;

use tilewright_dlx::{Distinct, Forecast, ItemId, Problem};

use super::precedent::Precedent;
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::refute::feasibility::Obstacle;
use crate::solve::search::RunContext;

/// A count of one puzzle: its problem, its symmetries, the resources, and intermediate results
/// computed once.
pub struct CountTask<'a> {
    /// The puzzle and its exact cover problem.
    pub instance: &'a Instance,
    /// The automorphisms to divide out.
    pub group: &'a PuzzleSymmetry,
    /// The search for one solution of each orbit.
    pub distinct: &'a Distinct<'a>,
    /// The restricted search: that of `distinct`, with the puzzle's conditions as its filter.
    pub(super) restricted: Distinct<'a>,
    /// The resources, the stop flag and the progress.
    pub monitor: &'a RunContext,
    /// The forecast of the search `restricted`; empty until it is needed.
    pub(super) forecast: OnceLock<Forecast>,
    /// The order in which sweeps take the items; empty until it is needed.
    pub(super) order: OnceLock<Vec<ItemId>>,
    /// The problem that sweeps count, with symmetries divided out. The inner `None` is the original
    /// problem. Empty until it is needed.
    pub(super) folded: OnceLock<Option<Problem>>,
    /// A proof that there is no solution; the inner `None` if none was found. Empty until one has
    /// been looked for.
    pub(super) refuted: OnceLock<Option<Obstacle>>,
    /// How a similar puzzle was counted; `None` if no such count is known.
    pub(super) precedent: Option<Precedent>,
    /// How this count was made; empty until it ends.
    pub(super) ended: OnceLock<Precedent>,
}
