//! Counts the solutions of one choice of a pool, up to a limit.

use std::ops::ControlFlow::{Break, Continue};

use std::collections::{BTreeMap, HashMap};

use tilewright_dlx::{
    Answer, Budget, ItemId, OptionId, Problem, ProblemError, Solver, StopFlag, Symmetries,
    SymmetryId,
};

use super::candidate::DesignCandidate;
use super::distance::CountedSolutions;
use crate::cover::{Instance, InstanceError, ItemMeaning};
use crate::solve::SolveError;

/// The maximum number of nodes of a count. Searching them takes 0.1 to 0.2 seconds.
const NODES: u64 = 1 << 21;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CandidateCount {
    /// The number of solutions, exact or a lower bound.
    Solutions(CountedSolutions),
    /// The count exceeded its limit of nodes.
    TooLong,
}

impl CandidateCount {
    /// The number of solutions, unless the count exceeded its limit of nodes.
    pub(super) fn solutions(self) -> Option<CountedSolutions> {
        match self {
            Self::Solutions(solutions) => Some(solutions),
            Self::TooLong => None,
        }
    }
}

/// The placements of a pool, from which each candidate's problem is built.
#[derive(Debug)]
pub(super) struct CandidateCounter<'a> {
    pool: &'a Instance,
    symmetries: &'a Symmetries,
    /// For each piece, the number of its givens.
    given: &'a [u32],
    /// For each piece, its placements, except those that are givens.
    placements: Vec<Vec<OptionId>>,
    /// Whether the board of a design may vary.
    varies: bool,
    /// The placements by the cells that they cover. `None` if every dissection into pieces of the
    /// pool is a solution. Some dissections are not solutions if placements are forbidden or sticks
    /// may cross.
    by_cells: Option<HashMap<Vec<usize>, OptionId>>,
    /// For each junction that givens cross, by its item: the number of these givens.
    crossed: HashMap<ItemId, u32>,
}

/// The exact cover problem of a candidate. One piece may be restricted to one placement of each
/// orbit; then the weights give the number of solutions that each solution represents.
struct CandidateProblem {
    problem: Problem,
    /// For each option of the piece that is restricted to one placement of each orbit, the size of
    /// its orbit; 0 for all other options. A solution represents as many solutions as the sum of
    /// its options' weights. Empty if no piece is restricted.
    weights: Vec<u64>,
}

impl<'a> CandidateCounter<'a> {
    pub(super) fn new(
        pool: &'a Instance,
        symmetries: &'a Symmetries,
        given: &'a [u32],
        varies: bool,
    ) -> Self {
        let mut placements = vec![Vec::new(); given.len()];
        for option in pool.problem().options() {
            let meaning = pool.meaning(option);
            if meaning.given.is_none() {
                placements[meaning.piece.index()].push(option);
            }
        }
        let is_junction = |item: ItemId| matches!(pool.item(item), ItemMeaning::Junction(_));
        let may_clash =
            !pool.puzzle().restrictions.is_empty() || pool.problem().items().any(is_junction);
        let mut crossed = HashMap::new();
        let mut by_cells = HashMap::new();
        for option in pool.problem().options().filter(|_| may_clash) {
            let meaning = pool.meaning(option);
            if meaning.given.is_none() {
                let cells = meaning.placement.cells.iter();
                let mut cells: Vec<usize> = cells.map(|cell| cell.index()).collect();
                cells.sort_unstable();
                by_cells.insert(cells, option);
                continue;
            }
            for &item in pool.problem().option_items(option) {
                if is_junction(item) {
                    *crossed.entry(item).or_default() += 1;
                }
            }
        }
        Self {
            pool,
            symmetries,
            given,
            placements,
            varies,
            by_cells: may_clash.then_some(by_cells),
            crossed,
        }
    }

    /// The number of regions of a dissection that are not allowed placements, plus the number of
    /// times that a piece crosses another at a junction. Each region lists its cells in increasing
    /// order.
    pub(super) fn clashes(&self, regions: &[Vec<usize>]) -> u32 {
        let Some(by_cells) = &self.by_cells else {
            return 0;
        };
        let mut crossed = self.crossed.clone();
        let mut clashes = 0;
        for cells in regions {
            let Some(&option) = by_cells.get(cells) else {
                clashes += 1;
                continue;
            };
            for &item in self.pool.problem().option_items(option) {
                if let ItemMeaning::Junction(_) = self.pool.item(item) {
                    let times = crossed.entry(item).or_default();
                    clashes += u32::from(*times > 0);
                    *times += 1;
                }
            }
        }
        clashes
    }

    /// Counts the solutions of a candidate, up to `cap` (at least 1).
    ///
    /// The work is bounded by nodes, so the result is the same on every run.
    ///
    /// # Errors
    ///
    /// The stop flag was set.
    pub(super) fn count(
        &self,
        candidate: &DesignCandidate,
        cap: u64,
        stop: &StopFlag,
    ) -> Result<CandidateCount, SolveError> {
        let posed = self.pose(candidate).map_err(InstanceError::from)?;
        let CandidateProblem { problem, weights } = &posed;
        let mut found = 0;
        let weight = |solution: &[OptionId]| {
            if weights.is_empty() {
                1
            } else {
                solution.iter().map(|option| weights[option.index()]).sum()
            }
        };
        let solver = Solver::new(problem).stop(stop).budget(Budget::nodes(NODES));
        let answer = solver.for_each(&mut |solution| {
            found += weight(solution);
            if found < cap { Continue(()) } else { Break(()) }
        })?;
        Ok(match answer {
            Answer::Known(report) if report.complete => {
                CandidateCount::Solutions(CountedSolutions::Exactly(found))
            }
            Answer::Known(_) => CandidateCount::Solutions(CountedSolutions::AtLeast(found)),
            Answer::OutOfBudget(_) => CandidateCount::TooLong,
            Answer::Stopped(_) => return Err(SolveError::Interrupted),
        })
    }

    /// The exact cover problem of a candidate: that of the pool, restricted to the placements of
    /// the candidate's pieces on its board. One piece is restricted to one placement of each orbit.
    fn pose(&self, candidate: &DesignCandidate) -> Result<CandidateProblem, ProblemError> {
        let copies = &candidate.copies;
        let is_off = self.is_off(candidate);
        let (piece, representatives) = self.representatives(copies, &is_off).unzip();
        let mut weights = Vec::new();
        let pool = self.pool.problem();
        let mut problem = Problem::new();
        let mut items: Vec<Option<ItemId>> = Vec::with_capacity(pool.item_count());
        for item in pool.items() {
            let name = pool.item_name(item);
            let added = match (self.pool.item(item), pool.bounds(item)) {
                (ItemMeaning::Piece(piece), _) => {
                    let left = copies[piece.index()].saturating_sub(self.given[piece.index()]);
                    if left == 0 {
                        items.push(None);
                        continue;
                    }
                    problem.add_bounded(name, left..=left)?
                }
                (ItemMeaning::Cell(cell), _) if is_off[cell.index()] => {
                    items.push(None);
                    continue;
                }
                (ItemMeaning::Cell(_), None) if self.varies => problem.add_primary(name)?,
                (_, Some(bounds)) => problem.add_bounded(name, bounds)?,
                (_, None) => problem.add_secondary(name)?,
            };
            items.push(Some(added));
        }
        let mut entries = Vec::new();
        for option in pool.options() {
            let meaning = self.pool.meaning(option);
            let own = meaning.piece.index();
            if meaning.given.is_none()
                && (copies[own] == self.given[own] || self.reaches(option, &is_off))
            {
                continue;
            }
            if let (Some(piece), Some(representatives)) = (piece, &representatives) {
                let weight = representatives.get(&option).copied().unwrap_or(0);
                if own == piece && weight == 0 {
                    continue;
                }
                weights.push(weight);
            }
            let own = pool.option_items(option).iter();
            entries.clear();
            entries.extend(own.filter_map(|item| items[item.index()]));
            problem.add_option(&entries)?;
        }
        Ok(CandidateProblem { problem, weights })
    }

    /// A piece that is used once and can be restricted to one placement of each orbit under the
    /// symmetries that keep the choice and the board. Also returns these placements, each with the
    /// size of its orbit. `None` if there is no such piece.
    fn representatives(
        &self,
        copies: &[u32],
        is_off: &[bool],
    ) -> Option<(usize, BTreeMap<OptionId, u64>)> {
        let is_on = |option: OptionId| !self.varies || !self.reaches(option, is_off);
        let image = |g: SymmetryId, option: OptionId| self.symmetries.image(g, option);
        let piece_of = |option: OptionId| self.pool.meaning(option).piece.index();
        let of = |g: SymmetryId, piece: usize| {
            let first = self.placements[piece].first();
            first.map_or(piece, |&option| piece_of(image(g, option)))
        };
        let keeps =
            |g: &SymmetryId| (0..copies.len()).all(|piece| copies[of(*g, piece)] == copies[piece]);
        let used = self.placements.iter().zip(copies);
        let used = used.filter(|(_, copies)| **copies > 0);
        let used = used.flat_map(|(placements, _)| placements).copied();
        let on: Vec<OptionId> = if self.varies {
            used.filter(|&option| is_on(option)).collect()
        } else {
            Vec::new()
        };
        let keeps_board = |g: &SymmetryId| on.iter().all(|&option| is_on(image(*g, option)));
        let kept = self.symmetries.ids().filter(keeps);
        let kept: Vec<SymmetryId> = kept.filter(keeps_board).collect();
        if kept.len() < 2 {
            return None;
        }
        let is_once = |piece: &usize| {
            let piece = *piece;
            copies[piece] == 1
                && self.given[piece] == 0
                && kept.iter().all(|&g| of(g, piece) == piece)
        };
        let representatives = (0..copies.len()).filter(is_once).map(|piece| {
            let mut representatives: BTreeMap<OptionId, u64> = BTreeMap::new();
            for &option in &self.placements[piece] {
                if !is_on(option) {
                    continue;
                }
                let images = kept.iter().map(|&g| image(g, option));
                *representatives
                    .entry(images.min().unwrap_or(option))
                    .or_default() += 1;
            }
            (piece, representatives)
        });
        representatives.min_by_key(|(_, representatives)| representatives.len())
    }
}

impl CandidateCounter<'_> {
    /// For each cell of the frame, whether the candidate's board lacks it.
    fn is_off(&self, candidate: &DesignCandidate) -> Vec<bool> {
        let mut is_off = vec![false; self.pool.puzzle().board.cells().len()];
        for &cell in &candidate.off {
            is_off[cell] = true;
        }
        is_off
    }

    /// Whether a placement covers a cell for which `is_one` is true.
    fn reaches(&self, option: OptionId, is_one: &[bool]) -> bool {
        let cells = &self.pool.meaning(option).placement.cells;
        cells.iter().any(|cell| is_one[cell.index()])
    }

    /// The logarithm of the approximate number of ways to place a candidate's pieces, with overlaps
    /// allowed. It usually grows with the number of solutions.
    #[expect(clippy::cast_precision_loss, reason = "a logarithm of it is taken")]
    pub(super) fn crowd(&self, candidate: &DesignCandidate) -> f64 {
        let is_off = self.is_off(candidate);
        let on_board = |placements: &Vec<OptionId>| {
            let on_board = placements.iter();
            let on_board = on_board.filter(|&&option| !self.reaches(option, &is_off));
            on_board.count()
        };
        let of_one = |(copies, placements): (&u32, &Vec<OptionId>)| {
            let ways = if *copies > 0 { on_board(placements) } else { 0 };
            let ways = (1..=u64::from(*copies)).map(|copy| (ways as f64 / copy as f64).ln_1p());
            ways.sum::<f64>()
        };
        let copies = &candidate.copies;
        copies.iter().zip(&self.placements).map(of_one).sum()
    }
}
