//! Counting dissections: puzzles whose pieces are all of one size, each as often as one likes.
//!
//! Every connected set of n cells is a placement then, so a solution is a partition of the board into
//! connected parts of n cells. A sweep that remembers which regions are open, and how large they are,
//! counts these without a look at the placements; and those that a symmetry maps to themselves too, by
//! orbits of cells. Where anything else binds (a given, a missing piece, a bound of copies that
//! matters, a junction), the puzzle is no such case.

use std::num::NonZeroUsize;

use itertools::Itertools as _;
use num_bigint::BigUint;
use tilewright_dlx::burnside::{Orbits, SymmetricReport, symmetric_counts_of};
use tilewright_dlx::{
    Engine, Progress, Regions, RegionsError, RegionsProgress, RegionsReport, SymmetryId,
};
use tilewright_geometry::{Board, BoardCell, BoardCorner, BoardSymmetry, Sides};

use super::total::millions;
use super::{Count, Job};
use crate::cover::cell_order;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Kind, Watch};
use crate::solve::symmetric::requested_kinds;

/// Boards of no more cells are searched in some milliseconds.
const FEW_CELLS: usize = 30;

/// Smaller parts have so few shapes that a sweep over placements has fewer states (measured in
/// November 2026: tetrominoes on 8 × 10 took it a fifth of the time, pentominoes on 7 × 10 two fifths;
/// hexominoes on 6 × 8 three times as long, and at worst, on 7 × 12, half as long).
const LARGE_PART: usize = 6;

/// Boards of more cells are so long and narrow that the numbers are what takes time, which another
/// sweep keeps shorter.
const MANY_CELLS: usize = 10_000;

/// The most symmetries of a board that sweeps make use of; one that wraps around has many.
const MOST_SYMMETRIES: usize = 64;

/// What the sweeps of a count share.
struct Sweeps<'a, 'w> {
    regions: &'a Regions,
    watch: &'a mut Watch<'w>,
    states: u64,
    peak_bytes: u64,
}

impl Sweeps<'_, '_> {
    /// All dissections, from where `checkpoint` knows that a sweep was stopped; none if it was stopped
    /// again.
    fn count_all(
        &mut self,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<BigUint>, SolveError> {
        if let Some(count) = checkpoint.swept() {
            return Ok(Some(count));
        }
        let hear = &mut |progress: &RegionsProgress| self.watch.hear(&as_search(progress));
        let report = if checkpoint.keeps() {
            let report = self.regions.count_on(checkpoint, hear);
            report.map_err(|error| checkpoint.of_sweep(error))?
        } else {
            self.regions.count(hear)?
        };
        if report.complete {
            checkpoint.sweep_ended(&report.count)?;
        }
        Ok(self.counted(&report))
    }

    /// The dissections that some symmetries of the board map to themselves; none if it was stopped.
    fn count(&mut self, symmetries: &[Vec<usize>]) -> Result<Option<BigUint>, RegionsError> {
        let report = self.regions.count_fixed(symmetries, &mut |progress| {
            self.watch.hear(&as_search(progress))
        })?;
        Ok(self.counted(&report))
    }

    fn counted(&mut self, report: &RegionsReport) -> Option<BigUint> {
        self.states += report.states;
        self.peak_bytes = self.peak_bytes.max(report.peak_bytes);
        report.complete.then(|| report.count.clone())
    }
}

fn as_search(progress: &RegionsProgress) -> Progress {
    Progress {
        nodes: progress.states,
        solutions: 0,
        fraction: progress.fraction,
    }
}

impl Job<'_> {
    /// Counts dissections.
    ///
    /// # Errors
    ///
    /// [`SolveError::NoDissection`] if the solutions are none, or what the sweep is refused for.
    pub fn dissections(&self, checkpoint: &mut CheckpointFile) -> Result<Count, SolveError> {
        let Some(regions) = self.regions()? else {
            return Err(SolveError::NoDissection);
        };
        self.by_regions(&regions, checkpoint)
    }

    /// Counts dissections if the puzzle's solutions are some, into parts of [`LARGE_PART`] cells at
    /// least, on a board of more than [`FEW_CELLS`] and no more than [`MANY_CELLS`]. It needs no
    /// forecast, and random walks give none: nearly all of them end where a pocket is too small, before
    /// anything is seen of the many solutions.
    pub(super) fn try_dissections(
        &self,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<Count>, SolveError> {
        // A search that was begun goes on.
        if checkpoint.forecast().is_some() {
            return Ok(None);
        }
        let Some(regions) = self.large_regions()? else {
            return Ok(None);
        };
        match self.by_regions(&regions, checkpoint) {
            // The reason is told however short the sweep was.
            Ok(count) if count.solutions.exact() == Some(&BigUint::ZERO) => {
                let refuted = self.refuted(|| self.forecast().ok()).cloned();
                Ok(Some(refuted.map_or(count, Count::refuted)))
            }
            Err(SolveError::Regions(error)) => {
                self.resources.say(|| format!("regions: {error}"));
                checkpoint.forget_sweep()?;
                Ok(None)
            }
            counted => counted.map(Some),
        }
    }

    /// Whether [`count`](Self::count) takes the engine `regions` where none is asked for: a process then counts in
    /// seconds what a search cannot forecast.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn prefers_regions(&self) -> Result<bool, SolveError> {
        let is_filtered =
            self.instance.filter().is_some() || !requested_kinds(self.instance).is_empty();
        Ok(!is_filtered && self.large_regions()?.is_some())
    }

    /// The regions of dissections into large parts, on a board that is neither small nor very large; none if the
    /// solutions are no such dissections.
    fn large_regions(&self) -> Result<Option<Regions>, SolveError> {
        let cells = self.instance.cells().len();
        if cells <= FEW_CELLS || cells > MANY_CELLS {
            return Ok(None);
        }
        let regions = self.regions()?;
        Ok(regions.filter(|regions| regions.part_size() >= LARGE_PART))
    }

    /// Counts by sweeps over the board.
    fn by_regions(
        &self,
        regions: &Regions,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Count, SolveError> {
        let mut watch = Watch::new(self.monitor, Kind::Sweep);
        let mut sweeps = Sweeps {
            regions,
            watch: &mut watch,
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
                None => self.orbits(solutions, &mut |progress| sweeps.watch.hear(progress))?,
            };
        }
        let (states, peak_bytes) = (sweeps.states, sweeps.peak_bytes);
        self.resources.say(|| {
            let mebibytes = millions(peak_bytes) * 1e6 / 1_048_576.0;
            let states = millions(states);
            format!("regions: {states:.2} M states, {mebibytes:.1} MiB at most")
        });
        let engine = Engine::Regions;
        let solutions = solutions.unwrap_or_default();
        let count = self.divided(&solutions, is_known, orbits, engine, watch, checkpoint)?;
        // More threads have nothing to do.
        let threads = NonZeroUsize::MIN;
        Ok(Count { threads, ..count })
    }

    /// The dissections that have a symmetry; none if it was stopped, or they cannot be swept.
    fn symmetric_dissections(
        &self,
        sweeps: &mut Sweeps<'_, '_>,
    ) -> Result<Option<SymmetricReport>, SolveError> {
        let count = &mut |subgroup: &[SymmetryId]| {
            let symmetries = subgroup.iter().map(|&id| self.cell_images(id));
            let symmetries: Vec<Vec<usize>> = symmetries.collect();
            // What is too wide for a sweep is listed.
            sweeps.count(&symmetries).ok().flatten()
        };
        let symmetries = &self.group.symmetries;
        Ok(symmetric_counts_of(
            self.instance.problem(),
            symmetries,
            count,
        )?)
    }

    /// The images of the cells under a symmetry of the board.
    fn cell_images(&self, id: SymmetryId) -> Vec<usize> {
        let cells = self.instance.puzzle().board.indices();
        cells
            .map(|cell| self.group.image(id, cell).index())
            .collect()
    }

    /// The board as a graph, if the puzzle's solutions are its dissections.
    fn regions(&self) -> Result<Option<Regions>, SolveError> {
        let (puzzle, stop) = (self.instance.puzzle(), self.monitor.stop());
        let board = &puzzle.board;
        // What is seen at once.
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
        let Some(mut regions) = Regions::of_problem(problem, cells, &neighbours, stop)? else {
            return Ok(None);
        };
        for order in cell_order::sorted_cells(puzzle) {
            stop.check()?;
            let order: Vec<usize> = order.into_iter().map(BoardCell::index).collect();
            regions = regions.order(&order)?;
        }
        // Of any board: what is asked of its pieces is nothing to dissections.
        let symmetries = board.symmetries(Sides::Free).take(MOST_SYMMETRIES);
        let images = |symmetry: BoardSymmetry| {
            let images = board.indices().map(|cell| symmetry.image(cell));
            images.map(BoardCell::index).collect()
        };
        let symmetries: Vec<Vec<usize>> = symmetries.map(images).collect();
        let regions = regions
            .symmetries(&symmetries)?
            .faces(&faces(board), stop)?;
        Ok(Some(regions.memory(self.resources.memory())))
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
