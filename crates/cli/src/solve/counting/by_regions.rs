//! Counts dissections: puzzles whose pieces all have one size and any number of copies.
//!
//! Every connected set of n cells is then a placement, so a solution is a partition of the board
//! into connected parts of n cells. A sweep whose state records the open regions and their sizes
//! counts these without looking at placements. It also counts those that a symmetry maps to
//! themselves, by orbits of cells. A puzzle with any further restriction (a given, a missing piece,
//! a bound of copies that matters, a junction) is not a dissection.

use std::num::NonZeroUsize;

use itertools::Itertools as _;
use num_bigint::BigUint;
use tilewright_dlx::burnside::{Orbits, SymmetricReport, symmetric_counts_of};
use tilewright_dlx::{
    Dissections, DissectionsError, DissectionsProgress, DissectionsReport, Engine, Progress,
    SymmetryId,
};
use tilewright_geometry::{Board, BoardCell, BoardCorner, BoardSymmetry, Sides};

use super::sweep_problem::millions;
use super::{CountResult, CountTask};
use crate::cover::cell_order;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, WorkKind};
use crate::solve::symmetric::requested_kinds;

/// The solutions of a board with at most this many cells are not counted as dissections, since a search takes only
/// a few milliseconds.
const FEW_CELLS: usize = 30;

/// Parts must have at least this many cells. Smaller parts have few shapes, so a sweep over
/// placements has fewer states. The time of a sweep over placements divided by the time of
/// `regions` (November 2026): 0.2 for tetrominoes on 8 × 10, 0.4 for pentominoes on 7 × 10, 3 for
/// hexominoes on 6 × 8, and at worst 0.5 for hexominoes on 7 × 12.
const LARGE_PART: usize = 6;

/// The solutions of a board with more cells than this are not counted as dissections. A sweep can
/// count them only if the board is long and narrow. Arithmetic with large numbers then takes most of
/// the time, and a sweep over placements keeps these numbers shorter.
const MANY_CELLS: usize = 10_000;

/// Sweeps use at most this many symmetries of a board. A board that wraps around can have more.
const MOST_SYMMETRIES: usize = 64;

/// The sweeps of one count: their progress, and the sum and peak of their costs.
struct Sweeps<'a, 'w> {
    regions: &'a Dissections,
    meter: &'a mut ProgressMeter<'w>,
    states: u64,
    peak_bytes: u64,
}

impl Sweeps<'_, '_> {
    /// Counts all dissections, resuming a sweep that `checkpoint` holds. `None` if the count was
    /// stopped.
    fn count_all(
        &mut self,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<BigUint>, SolveError> {
        if let Some(count) = checkpoint.swept() {
            return Ok(Some(count));
        }
        let on_progress =
            &mut |progress: &DissectionsProgress| self.meter.on_progress(&as_search(progress));
        let report = self.regions.count_on(checkpoint.of_sweeps(), on_progress);
        let report = report.map_err(|error| checkpoint.of_sweep(error))?;
        if report.complete {
            checkpoint.sweep_ended(&report.count)?;
        }
        Ok(self.counted(&report))
    }

    /// Counts the dissections that all of `symmetries` fix. `None` if the count was stopped.
    fn count(&mut self, symmetries: &[Vec<usize>]) -> Result<Option<BigUint>, DissectionsError> {
        let report = self.regions.count_fixed(symmetries, &mut |progress| {
            self.meter.on_progress(&as_search(progress))
        })?;
        Ok(self.counted(&report))
    }

    fn counted(&mut self, report: &DissectionsReport) -> Option<BigUint> {
        self.states += report.states;
        self.peak_bytes = self.peak_bytes.max(report.peak_bytes);
        report.complete.then(|| report.count.clone())
    }
}

fn as_search(progress: &DissectionsProgress) -> Progress {
    Progress {
        nodes: progress.states,
        solutions: 0,
        fraction: progress.fraction,
    }
}

impl CountTask<'_> {
    /// Counts the solutions as dissections of the board.
    ///
    /// # Errors
    ///
    /// [`SolveError::NoDissection`] if the solutions are not dissections, or the error of the
    /// sweep.
    pub fn dissections(&self, checkpoint: &mut CheckpointFile) -> Result<CountResult, SolveError> {
        let Some(regions) = self.regions()? else {
            return Err(SolveError::NoDissection);
        };
        self.by_regions(&regions, checkpoint)
    }

    /// Counts the solutions as dissections, if they are dissections into parts of at least
    /// [`LARGE_PART`] cells, on a board with more than [`FEW_CELLS`] and at most [`MANY_CELLS`]
    /// cells. No forecast is made, because random walks are useless here: nearly all of them end in
    /// a pocket that is too small, before they reach any of the many solutions.
    pub(super) fn try_dissections(
        &self,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        // The checkpoint has a forecast, so a search has begun. It is resumed.
        if checkpoint.forecast().is_some() {
            return Ok(None);
        }
        let Some(regions) = self.large_regions()? else {
            return Ok(None);
        };
        match self.by_regions(&regions, checkpoint) {
            // Zero solutions: look for the reason, even if the sweep was short.
            Ok(count) if count.solutions.exact() == Some(&BigUint::ZERO) => {
                let refuted = self.refuted(|| self.forecast().ok()).cloned();
                Ok(Some(refuted.map_or(count, CountResult::refuted)))
            }
            Err(SolveError::Dissections(error)) => {
                self.monitor.resources.say(|| format!("regions: {error}"));
                checkpoint.forget_sweep()?;
                Ok(None)
            }
            counted => counted.map(Some),
        }
    }

    /// Whether [`count`](Self::count) uses the engine `regions` if none is requested. This engine then takes
    /// seconds, while the time that a search would take cannot be forecast.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn prefers_regions(&self) -> Result<bool, SolveError> {
        let is_filtered =
            self.instance.filter().is_some() || !requested_kinds(self.instance).is_empty();
        Ok(!is_filtered && self.large_regions()?.is_some())
    }

    /// The board as a graph for dissections into large parts. `None` if it is too small, too large,
    /// or the solutions are not dissections.
    fn large_regions(&self) -> Result<Option<Dissections>, SolveError> {
        let cells = self.instance.cells().len();
        if cells <= FEW_CELLS || cells > MANY_CELLS {
            return Ok(None);
        }
        let regions = self.regions()?;
        Ok(regions.filter(|regions| regions.part_size() >= LARGE_PART))
    }

    /// Counts the dissections of the board by sweeps, and the symmetric ones by further sweeps if solutions up
    /// to symmetry are requested.
    fn by_regions(
        &self,
        regions: &Dissections,
        checkpoint: &mut CheckpointFile,
    ) -> Result<CountResult, SolveError> {
        let mut meter = ProgressMeter::new(self.monitor, WorkKind::Sweep);
        let mut sweeps = Sweeps {
            regions,
            meter: &mut meter,
            states: 0,
            peak_bytes: 0,
        };
        let solutions = sweeps.count_all(checkpoint)?;
        let is_known = solutions.is_some();
        let mut orbits = None;
        if let Some(solutions) = &solutions {
            orbits = match self.symmetric_dissections(&mut sweeps)? {
                Some(report) => {
                    let (problem, symmetries) = (self.instance.problem(), &self.group.symmetries);
                    let (fixed, stabilizers) = (&report.fixed, Some(&report.stabilizers));
                    let orbits = Orbits::of_all(problem, symmetries, solutions, fixed, stabilizers);
                    Some(orbits?)
                }
                None if self.monitor.is_set() => None,
                None => self.orbits(solutions, &mut |progress| {
                    sweeps.meter.on_progress(progress)
                })?,
            };
        }
        let (states, peak_bytes) = (sweeps.states, sweeps.peak_bytes);
        self.monitor.resources.say(|| {
            let mebibytes = millions(peak_bytes) * 1e6 / 1_048_576.0;
            let states = millions(states);
            format!("regions: {states:.2} M states, {mebibytes:.1} MiB at most")
        });
        let engine = Engine::Regions;
        let solutions = solutions.unwrap_or_default();
        let count = self.divided(&solutions, is_known, orbits, engine, meter, checkpoint)?;
        // Sweeps that count dissections use one thread.
        let threads = NonZeroUsize::MIN;
        Ok(CountResult { threads, ..count })
    }

    /// Counts the dissections that have a symmetry. `None` if the count was stopped, or if the
    /// board is too wide for such a sweep.
    fn symmetric_dissections(
        &self,
        sweeps: &mut Sweeps<'_, '_>,
    ) -> Result<Option<SymmetricReport>, SolveError> {
        let count = &mut |subgroup: &[SymmetryId]| {
            let symmetries = subgroup.iter().map(|&id| self.cell_images(id));
            let symmetries: Vec<Vec<usize>> = symmetries.collect();
            // If the sweep is too wide, the symmetric dissections are listed instead.
            sweeps.count(&symmetries).ok().flatten()
        };
        let symmetries = &self.group.symmetries;
        Ok(symmetric_counts_of(
            self.instance.problem(),
            symmetries,
            count,
        )?)
    }

    /// The image of each cell under a symmetry of the board.
    fn cell_images(&self, id: SymmetryId) -> Vec<usize> {
        let cells = self.instance.puzzle().board.indices();
        cells
            .map(|cell| self.group.image(id, cell).index())
            .collect()
    }

    /// The board as a graph, if the puzzle's solutions are its dissections.
    fn regions(&self) -> Result<Option<Dissections>, SolveError> {
        let (puzzle, stop) = (self.instance.puzzle(), self.monitor.stop());
        let board = &puzzle.board;
        // Quick checks come first.
        if board.optional_count() > 0 || !puzzle.givens.is_empty() {
            return Ok(None);
        }
        let neighbours = |&cell| {
            let others = board.lattice().neighbours(cell);
            let others = others.filter_map(|other| board.index_of(other));
            others.map(BoardCell::index).collect()
        };
        let neighbours: Vec<Vec<usize>> = board.cells().iter().map(neighbours).collect();
        let (problem, cells) = (self.instance.problem(), self.instance.cells());
        let Some(mut regions) = Dissections::of_problem(problem, cells, &neighbours, stop)? else {
            return Ok(None);
        };
        for order in cell_order::sorted_cells(puzzle) {
            stop.check()?;
            let order: Vec<usize> = order.into_iter().map(BoardCell::index).collect();
            regions = regions.order(&order)?;
        }
        // All symmetries of the board apply, since its dissections do not depend on the pieces.
        let symmetries = board.symmetries(Sides::Free).take(MOST_SYMMETRIES);
        let images = |symmetry: BoardSymmetry| {
            let images = board.indices().map(|cell| symmetry.image(cell));
            images.map(BoardCell::index).collect()
        };
        let symmetries: Vec<Vec<usize>> = symmetries.map(images).collect();
        let regions = regions
            .symmetries(&symmetries)?
            .faces(&faces(board), stop)?;
        Ok(Some(regions.memory(self.monitor.resources.memory())))
    }
}

/// The cells around each corner, board by board.
fn faces(board: &Board) -> Vec<Vec<usize>> {
    let around = |corner: BoardCorner| {
        let parts = corner
            .cells
            .into_iter()
            .map(|cell| (board.part_of(cell), cell.index()));
        parts.into_group_map().into_values()
    };
    board.corners().into_iter().flat_map(around).collect()
}
