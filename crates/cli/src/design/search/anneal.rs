//! Simulated annealing over the dissections of a board.
//!
//! A step changes the dissection a little and asks how many solutions its pieces have. How much worse
//! it may be than what there is, is drawn first; then solutions are counted no further than that.

use super::SearchError;
use super::candidate::{Candidate, Frame};
use super::chain::{Chain, Place, REFUSED};
use super::count::{Counted, Counter};
use super::dissection::Dissection;
use super::distance::{Solutions, Target};
use super::ground::Ground;
use super::pool::Pool;
use crate::puzzle::{PieceId, Wanted};
use crate::solve::SolveError;
use crate::support::rng::StableRng;
use tilewright_dlx::StopFlag;

/// How much worse a step may make it at first, on the mean: the logarithm of a factor.
const HOT: f64 = 0.5;

/// The same at the end.
const COLD: f64 = 0.1;

/// So many changes are tried for one that the pool allows.
const TRIES: usize = 400;

/// So many changes are tried to make a choice of the pool of a dissection.
const FITTING_CHANGES: usize = 5000;

/// So many dissections are begun with.
const BEGINNINGS: usize = 4;

/// So many counts are remembered.
const MEMORY: usize = 1 << 16;

/// What all chains have in common.
#[derive(Debug)]
pub(super) struct Chains<'a> {
    pub(super) ground: Ground,
    pub(super) pool: Pool<'a>,
    pub(super) counter: Counter<'a>,
    pub(super) frame: Frame<'a>,
    pub(super) wanted: &'a Wanted,
    /// The fewest and the most cells of a piece.
    pub(super) sizes: (usize, usize),
    pub(super) seed: u64,
    /// How many steps there are from hot to cold.
    pub(super) cooling: u64,
    pub(super) stop: &'a StopFlag,
}

impl Chains<'_> {
    /// Goes on for so many steps, or until a choice is reached that is as wanted by its numbers; then that is
    /// where the chain is.
    ///
    /// # Errors
    ///
    /// It was stopped; then nothing is known of the round.
    pub(super) fn advance(&self, chain: &mut Chain, steps: u64) -> Result<(), SearchError> {
        let throw = (chain.number << 40) | chain.round;
        let mut rng = StableRng::new(self.seed, throw);
        // To begin anew is a step: a search of which all choices are as wanted must end, too.
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
                // Another round draws other beginnings.
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

    /// A dissection into pieces of the pool; none if none was found. One at random is changed until it is one;
    /// of a pool that few dissections are made of, a solution is looked for.
    fn begin(&self, chain: &mut Chain, rng: &mut StableRng) -> Result<Option<Place>, SearchError> {
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

    /// A dissection of a board at random into as many regions as there may be pieces.
    fn grow(&self, board: &[usize], rng: &mut StableRng) -> Option<Dissection> {
        let (fewest, most) = self.ground.to_cover(board);
        let numbers = fewest.div_ceil(self.sizes.1)..=most / self.sizes.0;
        let numbers: Vec<usize> = numbers.filter(|&n| self.pool.allows_number(n)).collect();
        let number = *numbers.get(rng.below(numbers.len()))?;
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        Dissection::grow(&self.ground, board, number, rng)
    }

    /// What a dissection is worth; none if its regions are no choice of the pool.
    pub(super) fn place(
        &self,
        dissection: Dissection,
        chain: &mut Chain,
    ) -> Result<Option<Place>, SearchError> {
        let pieces = self.pool.pieces(&dissection);
        let is_choice = self.pool.allows_number(pieces.len()) && self.misfit(&dissection) == 0;
        let pieces: Option<Vec<PieceId>> = pieces.into_iter().collect();
        let Some(pieces) = pieces.filter(|_| is_choice) else {
            return Ok(None);
        };
        let place = self.counted_place(chain, dissection, pieces);
        place.map(Some)
    }

    /// Whether a chain may have come to a candidate.
    pub(super) fn knows(&self, candidate: &Candidate) -> bool {
        self.pool.knows(&candidate.copies) && self.ground.knows(&candidate.off)
    }

    /// What a dissection into pieces is.
    fn candidate(&self, dissection: &Dissection, pieces: &[PieceId]) -> Candidate {
        Candidate {
            copies: self.pool.copies(pieces.iter().copied()),
            off: dissection.off(&self.ground),
        }
    }

    /// How far a candidate is from what is wanted, by its solutions.
    pub(super) fn target(&self, candidate: &Candidate) -> Target<'_> {
        Target {
            wanted: self.wanted,
            symmetries: self.frame.symmetries_of(candidate),
        }
    }

    /// A place with its solutions counted as far as they ever are.
    fn counted_place(
        &self,
        chain: &mut Chain,
        dissection: Dissection,
        pieces: Vec<PieceId>,
    ) -> Result<Place, SearchError> {
        let candidate = self.candidate(&dissection, &pieces);
        let target = self.target(&candidate);
        let counted = self.counted(chain, &candidate, target.cap(f64::INFINITY))?;
        Ok(Place {
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
            // One worse is taken once in a while.
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

    /// How far a dissection is from a choice of the pool.
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

    /// A dissection near by that is not much worse; none if that is not what was drawn.
    fn step(
        &self,
        chain: &mut Chain,
        here: &Place,
        rng: &mut StableRng,
    ) -> Result<Option<Place>, SearchError> {
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
        Ok((distance <= bound).then_some(Place {
            dissection,
            pieces,
            candidate,
            distance,
            solutions,
        }))
    }

    /// One to three changes that lead to another choice of the pool.
    fn neighbour(
        &self,
        here: &Place,
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
        candidate: &Candidate,
        cap: u64,
    ) -> Result<Counted, SearchError> {
        if let Some(&known) = chain.counts.get(candidate) {
            let is_enough = match known {
                Counted::Solutions(Solutions::AtLeast(number)) => number >= cap,
                Counted::Solutions(Solutions::Exactly(_)) | Counted::TooLong => true,
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

    /// How far a choice is from what is wanted, as far as its numbers tell. Beyond the most that is counted,
    /// what has fewer placements is taken to be nearer.
    fn distance(
        &self,
        chain: &Chain,
        candidate: &Candidate,
        target: Target<'_>,
        counted: Counted,
    ) -> f64 {
        let most = target.most();
        match counted {
            Counted::Solutions(Solutions::AtLeast(number)) if number >= most => {
                target.distance(Solutions::AtLeast(most)) + self.counter.crowd(candidate)
            }
            Counted::TooLong => {
                target.distance(Solutions::AtLeast(most)) + self.counter.crowd(candidate)
            }
            Counted::Solutions(solutions) => {
                let refused = chain.refused.contains(candidate);
                target.distance(solutions) + if refused { REFUSED } else { 0.0 }
            }
        }
    }
}
