//! What is to be counted.

use std::sync::OnceLock;

use tilewright_dlx::{Distinct, Forecast, ItemId, Problem};

use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::refute::feasibility::Obstacle;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// What is to be counted.
pub struct Job<'a> {
    /// Its exact cover problem.
    pub instance: &'a Instance,
    /// Its automorphisms.
    pub group: &'a PuzzleSymmetry,
    /// The search for one solution of each kind.
    pub distinct: &'a Distinct<'a>,
    /// The same, of solutions that the puzzle's conditions accept.
    pub(super) restricted: Distinct<'a>,
    /// With what means.
    pub resources: &'a Resources,
    /// Stops the count.
    pub monitor: &'a Monitor,
    /// What the restricted search is forecast to take, once that is wanted.
    pub(super) forecast: OnceLock<Forecast>,
    /// The order of sweeps, once one is wanted.
    pub(super) order: OnceLock<Vec<ItemId>>,
    /// The problem that sweeps count, once one is wanted, if the group makes
    /// it another one.
    pub(super) folded: OnceLock<Option<Problem>>,
    /// Whether it was proved that there is no solution, once that was tried.
    pub(super) refuted: OnceLock<Option<Obstacle>>,
}
