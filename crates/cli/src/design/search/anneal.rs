//! Simulated annealing over the dissections of a board.
//!
//! A step changes the dissection a little and counts the solutions of its pieces. The accepted
//! increase of the distance is drawn first, so that the count can end as soon as it is exceeded.

use super::SearchError;
use super::candidate::{DesignCandidate, DesignFrame};
use super::chain::{Chain, REFUSED, ScoredDissection};
use super::count::{CandidateCount, CandidateCounter};
use super::dissection::Dissection;
use super::distance::{CountTarget, CountedSolutions};
use super::ground::SearchGround;
use super::pool::PiecePool;
use crate::puzzle::{PieceId, Requirement};
use crate::solve::SolveError;
use crate::support::rng::StableRng;
use tilewright_dlx::StopFlag;

/// The mean accepted increase of the distance in the first step after a restart. For example, the
/// distance is ln 2 if a choice has twice as many solutions as allowed.
const HOT: f64 = 0.5;

/// The mean accepted increase of the distance in the last step before a restart.
const COLD: f64 = 0.1;

/// The maximum number of changes tried before a step finds one that leads to a choice of the pool.
const TRIES: usize = 400;

/// The maximum number of changes tried to turn a random dissection into a choice of the pool.
const FITTING_CHANGES: usize = 5000;

/// The maximum number of random dissections tried as the starting point of a chain.
const BEGINNINGS: usize = 4;

/// The maximum number of counts in the cache.
const MEMORY: usize = 1 << 16;

/// The data that all chains share.
#[derive(Debug)]
pub(super) struct Chains<'a> {
    pub(super) ground: SearchGround,
    pub(super) pool: PiecePool<'a>,
    pub(super) counter: CandidateCounter<'a>,
    pub(super) frame: DesignFrame<'a>,
    pub(super) wanted: &'a Requirement,
    /// The minimum and maximum number of cells of a piece.
    pub(super) sizes: (usize, usize),
    pub(super) seed: u64,
    /// The number of steps in which a chain cools from hot to cold.
    pub(super) cooling: u64,
    pub(super) stop: &'a StopFlag,
}

impl Chains<'_> {
    /// Takes `steps` steps, or fewer if it reaches a candidate whose numbers of solutions match.
    /// The chain then stays at that candidate.
    ///
    /// # Errors
    ///
    /// The stop flag was set; the state of the chain is then undefined.
    pub(super) fn advance(&self, chain: &mut Chain, steps: u64) -> Result<(), SearchError> {
        let throw = (chain.number << 40) | chain.round;
        let mut rng = StableRng::new(self.seed, throw);
        // A restart counts as a step, so that a search ends even if every choice has the required
        // number of solutions.
        if chain.here.is_none() && chain.round > 0 {
            chain.steps += 1;
        }
        chain.round += 1;
        let end = chain.steps + steps;
        while chain.steps < end {
            if self.stop.is_set() {
                return Err(SolveError::Interrupted.into());
            }
            if chain.cooled >= self.cooling {
                chain.restart();
            }
            let here = match chain.here.take() {
                Some(here) => Some(here),
                None => self.begin(chain, &mut rng)?,
            };
            let Some(here) = here else {
                // The next round starts from other random dissections.
                chain.steps = end;
                return Ok(());
            };
            let is_reached = here.distance <= 0.0;
            chain.keep(&here);
            if is_reached {
                chain.here = Some(here);
                return Ok(());
            }
            chain.steps += 1;
            chain.cooled += 1;
            let next = self.step(chain, &here, &mut rng)?;
            chain.here = Some(next.unwrap_or(here));
        }
        Ok(())
    }

    /// A dissection into pieces of the pool to start from. `None` if none was found. Random
    /// dissections are changed until one fits; if that fails, the start is a solution of the pool.
    fn begin(
        &self,
        chain: &mut Chain,
        rng: &mut StableRng,
    ) -> Result<Option<ScoredDissection>, SearchError> {
        let mut last = None;
        for _ in 0..BEGINNINGS {
            let board = self.ground.draw_board(rng, self.stop);
            let Some(board) = board.map_err(SolveError::from)? else {
                continue;
            };
            let dissection = self.grow(&board, rng);
            last = Some(board);
            let Some(dissection) = dissection else {
                continue;
            };
            if let Some((dissection, pieces)) = self.fit(dissection, rng)? {
                let place = self.counted_place(chain, dissection, pieces);
                return place.map(Some);
            }
        }
        let Some(board) = last else {
            return Ok(None);
        };
        let solved = self.solved(&board, rng)?;
        solved.map_or(Ok(None), |dissection| self.place(dissection, chain))
    }

    /// A random dissection of a board into an allowed number of regions. `None` if the board is too
    /// small, or is in too many parts.
    fn grow(&self, board: &[usize], rng: &mut StableRng) -> Option<Dissection> {
        let (fewest, most) = self.ground.to_cover(board);
        let numbers = fewest.div_ceil(self.sizes.1)..=most / self.sizes.0;
        let numbers: Vec<usize> = numbers.filter(|&n| self.pool.allows_number(n)).collect();
        let number = *numbers.get(rng.below(numbers.len()))?;
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        Dissection::grow(&self.ground, board, number, rng)
    }

    /// Scores a dissection. `None` if its regions are not a choice of the pool.
    pub(super) fn place(
        &self,
        dissection: Dissection,
        chain: &mut Chain,
    ) -> Result<Option<ScoredDissection>, SearchError> {
        let pieces = self.pool.pieces(&dissection);
        let is_choice = self.pool.allows_number(pieces.len()) && self.misfit(&dissection) == 0;
        let pieces: Option<Vec<PieceId>> = pieces.into_iter().collect();
        let Some(pieces) = pieces.filter(|_| is_choice) else {
            return Ok(None);
        };
        let place = self.counted_place(chain, dissection, pieces);
        place.map(Some)
    }

    /// Whether a chain can reach a candidate.
    pub(super) fn knows(&self, candidate: &DesignCandidate) -> bool {
        self.pool.knows(&candidate.copies) && self.ground.knows(&candidate.off)
    }

    fn candidate(&self, dissection: &Dissection, pieces: &[PieceId]) -> DesignCandidate {
        DesignCandidate {
            copies: self.pool.copies(pieces.iter().copied()),
            off: dissection.off(&self.ground),
        }
    }

    /// The requirements for a candidate, with the order of its symmetry group.
    pub(super) fn target(&self, candidate: &DesignCandidate) -> CountTarget<'_> {
        CountTarget {
            wanted: self.wanted,
            symmetries: self.frame.symmetries_of(candidate),
        }
    }

    /// Scores a dissection, with its solutions counted up to [`CountTarget::most`].
    fn counted_place(
        &self,
        chain: &mut Chain,
        dissection: Dissection,
        pieces: Vec<PieceId>,
    ) -> Result<ScoredDissection, SearchError> {
        let candidate = self.candidate(&dissection, &pieces);
        let target = self.target(&candidate);
        let counted = self.counted(chain, &candidate, target.cap(f64::INFINITY))?;
        Ok(ScoredDissection {
            distance: self.distance(chain, &candidate, target, counted),
            solutions: counted.solutions(),
            dissection,
            pieces,
            candidate,
        })
    }

    /// Changes a dissection until its regions are a choice of the pool.
    fn fit(
        &self,
        mut dissection: Dissection,
        rng: &mut StableRng,
    ) -> Result<Option<(Dissection, Vec<PieceId>)>, SearchError> {
        let mut before = self.misfit(&dissection);
        for _ in 0..FITTING_CHANGES {
            if self.stop.is_set() {
                return Err(SolveError::Interrupted.into());
            }
            if before == 0 {
                break;
            }
            let mut changed = dissection.clone();
            if changed.change(&self.ground, self.sizes, rng).is_none() {
                continue;
            }
            let after = self.misfit(&changed);
            // A change that adds one fault is accepted with probability 1/8.
            if after <= before || (after == before + 1 && rng.below(8) == 0) {
                (dissection, before) = (changed, after);
            }
        }
        let pieces = self.pool.pieces(&dissection).into_iter();
        let pieces: Option<Vec<PieceId>> = pieces.collect();
        Ok(pieces
            .filter(|_| before == 0)
            .map(|pieces| (dissection, pieces)))
    }

    /// The number of faults that keep a dissection from being a choice of the pool.
    fn misfit(&self, dissection: &Dissection) -> u32 {
        let (least, most) = self.sizes;
        let cells = dissection.cells();
        let beyond = cells.iter().map(|cells| {
            let size = cells.len();
            size.saturating_sub(most) + least.saturating_sub(size)
        });
        let beyond = u32::try_from(beyond.sum::<usize>()).unwrap_or(u32::MAX);
        let pieces = self.pool.pieces(dissection);
        let copies = self.pool.copies(pieces.iter().flatten().copied());
        let excess = self.pool.excess(&pieces, &copies);
        (beyond.saturating_add(excess)).saturating_add(self.counter.clashes(&cells))
    }

    /// Draws a bound on the distance, and returns a neighbouring dissection within it. `None` if
    /// the neighbour exceeds the bound, or if none was found.
    fn step(
        &self,
        chain: &mut Chain,
        here: &ScoredDissection,
        rng: &mut StableRng,
    ) -> Result<Option<ScoredDissection>, SearchError> {
        #[expect(clippy::cast_precision_loss, reason = "a share of the way")]
        let share = chain.cooled as f64 / self.cooling.max(1) as f64;
        let heat = HOT * (COLD / HOT).powf(share);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a random number between 0 and 1"
        )]
        let drawn = ((rng.any() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        let bound = here.distance - heat * drawn.ln();
        let Some((dissection, pieces)) = self.neighbour(here, rng)? else {
            return Ok(None);
        };
        let candidate = self.candidate(&dissection, &pieces);
        let (distance, solutions) = if candidate == here.candidate {
            (here.distance, here.solutions)
        } else {
            let target = self.target(&candidate);
            let counted = self.counted(chain, &candidate, target.cap(bound))?;
            let distance = self.distance(chain, &candidate, target, counted);
            (distance, counted.solutions())
        };
        Ok((distance <= bound).then_some(ScoredDissection {
            dissection,
            pieces,
            candidate,
            distance,
            solutions,
        }))
    }

    /// Makes one to three changes that lead to a choice of the pool.
    fn neighbour(
        &self,
        here: &ScoredDissection,
        rng: &mut StableRng,
    ) -> Result<Option<(Dissection, Vec<PieceId>)>, SearchError> {
        for _ in 0..TRIES {
            if self.stop.is_set() {
                return Err(SolveError::Interrupted.into());
            }
            let mut dissection = here.dissection.clone();
            let mut pieces: Vec<Option<PieceId>> = here.pieces.iter().copied().map(Some).collect();
            let mut changed: Vec<u16> = Vec::new();
            for _ in 0..=rng.below(3) {
                changed.extend(
                    dissection
                        .change(&self.ground, self.sizes, rng)
                        .unwrap_or_default(),
                );
            }
            changed.sort_unstable();
            changed.dedup();
            if changed.is_empty() {
                continue;
            }
            let cells = dissection.cells();
            for region in changed.into_iter().map(usize::from) {
                pieces[region] = self.pool.piece(&cells[region]);
            }
            let copies = self.pool.copies(pieces.iter().flatten().copied());
            if self.pool.excess(&pieces, &copies) > 0 || self.counter.clashes(&cells) > 0 {
                continue;
            }
            let pieces: Option<Vec<PieceId>> = pieces.into_iter().collect();
            return Ok(pieces.map(|pieces| (dissection, pieces)));
        }
        Ok(None)
    }

    fn counted(
        &self,
        chain: &mut Chain,
        candidate: &DesignCandidate,
        cap: u64,
    ) -> Result<CandidateCount, SearchError> {
        if let Some(&known) = chain.counts.get(candidate) {
            let is_enough = match known {
                CandidateCount::Solutions(CountedSolutions::AtLeast(number)) => number >= cap,
                CandidateCount::Solutions(CountedSolutions::Exactly(_))
                | CandidateCount::TooLong => true,
            };
            if is_enough {
                return Ok(known);
            }
        }
        let counted = self.counter.count(candidate, cap, self.stop)?;
        if chain.counts.len() >= MEMORY {
            chain.counts.clear();
        }
        chain.counts.insert(candidate.clone(), counted);
        Ok(counted)
    }

    /// The distance of a candidate from the requirements on its number of solutions. If the count
    /// was cut off at its limit, a candidate is assumed to be nearer the fewer ways there are to
    /// place its pieces.
    fn distance(
        &self,
        chain: &Chain,
        candidate: &DesignCandidate,
        target: CountTarget<'_>,
        counted: CandidateCount,
    ) -> f64 {
        let most = target.most();
        match counted {
            CandidateCount::Solutions(CountedSolutions::AtLeast(number)) if number >= most => {
                target.distance(CountedSolutions::AtLeast(most)) + self.counter.crowd(candidate)
            }
            CandidateCount::TooLong => {
                target.distance(CountedSolutions::AtLeast(most)) + self.counter.crowd(candidate)
            }
            CandidateCount::Solutions(solutions) => {
                let refused = chain.refused.contains(candidate);
                target.distance(solutions) + if refused { REFUSED } else { 0.0 }
            }
        }
    }
}
