//! One chain of simulated annealing over the dissections of a board.
//!
//! A step changes the dissection a little and asks how many solutions its pieces have. How much worse
//! it may be than what there is, is drawn first; then solutions are counted no further than that.

use std::collections::{BTreeSet, HashMap};

use super::SearchError;
use super::count::{Counted, Counter};
use super::dissection::{Dissection, Ground};
use super::distance::{Solutions, Target};
use super::pool::Pool;
use crate::puzzle::PieceId;
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

/// A choice that is no further away than another one by its numbers, but is not as wanted, is taken to
/// be so much worse.
const REFUSED: f64 = 1.0;

/// So many counts are remembered.
const MEMORY: usize = 1 << 16;

/// What all chains have in common.
#[derive(Debug)]
pub(super) struct Chains<'a> {
    pub(super) ground: Ground,
    pub(super) pool: Pool<'a>,
    pub(super) counter: Counter<'a>,
    pub(super) target: Target<'a>,
    /// The fewest and the most cells of a piece.
    pub(super) sizes: (usize, usize),
    pub(super) seed: u64,
    /// How many steps there are from hot to cold.
    pub(super) cooling: u64,
    pub(super) stop: &'a StopFlag,
}

/// What a chain has come to: all that it goes on from.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    pub(super) number: u64,
    /// How many rounds are done.
    pub(super) round: u64,
    /// How many steps were taken.
    pub(super) steps: u64,
    /// How many of them since it began anew.
    pub(super) cooled: u64,
    /// The dissection that it is at.
    pub(super) here: Option<Place>,
    /// The best one.
    pub(super) best: Option<Place>,
    /// Choices that are as wanted by their numbers alone.
    pub(super) refused: BTreeSet<Vec<u32>>,
    /// Counts made before, for speed alone.
    counts: HashMap<Vec<u32>, Counted>,
}

/// A dissection and what it is worth.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) dissection: Dissection,
    pub(super) pieces: Vec<PieceId>,
    pub(super) copies: Vec<u32>,
    pub(super) distance: f64,
    /// Its solutions, as far as they were counted.
    pub(super) solutions: Option<Solutions>,
}

impl Chain {
    pub(super) fn new(number: u64) -> Self {
        Self {
            number,
            round: 0,
            steps: 0,
            cooled: 0,
            here: None,
            best: None,
            refused: BTreeSet::new(),
            counts: HashMap::new(),
        }
    }

    /// Takes note that a choice is not as wanted, though its numbers are.
    pub(super) fn refuse(&mut self, place: Place) {
        self.refused.insert(place.copies.clone());
        if let Some(best) = &mut self.best
            && best.copies == place.copies
        {
            best.distance = REFUSED;
        }
        self.here = Some(Place {
            distance: REFUSED,
            ..place
        });
    }

    /// The same without what it remembers for speed alone.
    pub(super) fn without_counts(&self) -> Self {
        Self {
            round: self.round,
            steps: self.steps,
            cooled: self.cooled,
            here: self.here.clone(),
            best: self.best.clone(),
            refused: self.refused.clone(),
            ..Self::new(self.number)
        }
    }

    fn keep(&mut self, here: &Place) {
        let is_better = |best: &Place| here.distance < best.distance;
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(here.clone());
        }
    }

    /// Begins anew from another dissection.
    pub(super) fn restart(&mut self) {
        self.here = None;
        self.cooled = 0;
    }
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

    /// A dissection into pieces of the pool; none if none was found.
    fn begin(&self, chain: &mut Chain, rng: &mut StableRng) -> Result<Option<Place>, SearchError> {
        let (fewest, most) = self.ground.cells();
        let numbers = fewest.div_ceil(self.sizes.1)..=most / self.sizes.0;
        let numbers: Vec<usize> = numbers.filter(|&n| self.pool.allows_number(n)).collect();
        for _ in 0..BEGINNINGS {
            let Some(&number) = numbers.get(rng.below(numbers.len())) else {
                break;
            };
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            let Some(dissection) = self.ground.dissect(number, rng) else {
                continue;
            };
            if let Some((dissection, pieces, copies)) = self.fit(dissection, rng)? {
                let place = self.counted_place(chain, dissection, pieces, copies);
                return place.map(Some);
            }
        }
        Ok(None)
    }

    /// What a dissection is worth; none if its regions are no choice of the pool.
    pub(super) fn place(
        &self,
        dissection: Dissection,
        chain: &mut Chain,
    ) -> Result<Option<Place>, SearchError> {
        let pieces = self.pool.pieces(&dissection);
        let copies = self.pool.copies(&pieces);
        let is_choice = self.pool.allows_number(pieces.len()) && self.misfit(&dissection) == 0;
        let pieces: Option<Vec<PieceId>> = pieces.into_iter().collect();
        let Some(pieces) = pieces.filter(|_| is_choice) else {
            return Ok(None);
        };
        let place = self.counted_place(chain, dissection, pieces, copies);
        place.map(Some)
    }

    /// A place with its solutions counted as far as they ever are.
    fn counted_place(
        &self,
        chain: &mut Chain,
        dissection: Dissection,
        pieces: Vec<PieceId>,
        copies: Vec<u32>,
    ) -> Result<Place, SearchError> {
        let cap = self.target.cap(f64::INFINITY);
        let counted = self.counted(chain, &copies, cap)?;
        Ok(Place {
            distance: self.distance(chain, &copies, counted),
            solutions: counted.solutions(),
            dissection,
            pieces,
            copies,
        })
    }

    /// Changes a dissection until its regions are a choice of the pool.
    #[expect(clippy::type_complexity, reason = "taken apart at once")]
    fn fit(
        &self,
        mut dissection: Dissection,
        rng: &mut StableRng,
    ) -> Result<Option<(Dissection, Vec<PieceId>, Vec<u32>)>, SearchError> {
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
        let pieces = self.pool.pieces(&dissection);
        let copies = self.pool.copies(&pieces);
        let pieces: Option<Vec<PieceId>> = pieces.into_iter().collect();
        Ok(pieces
            .filter(|_| before == 0)
            .map(|pieces| (dissection, pieces, copies)))
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
        let copies = self.pool.copies(&pieces);
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
        let Some((dissection, pieces, copies)) = self.neighbour(here, rng) else {
            return Ok(None);
        };
        let (distance, solutions) = if copies == here.copies {
            (here.distance, here.solutions)
        } else {
            let cap = self.target.cap(bound);
            let counted = self.counted(chain, &copies, cap)?;
            (self.distance(chain, &copies, counted), counted.solutions())
        };
        Ok((distance <= bound).then_some(Place {
            dissection,
            pieces,
            copies,
            distance,
            solutions,
        }))
    }

    /// One to three changes that lead to another choice of the pool.
    fn neighbour(
        &self,
        here: &Place,
        rng: &mut StableRng,
    ) -> Option<(Dissection, Vec<PieceId>, Vec<u32>)> {
        for _ in 0..TRIES {
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
            let copies = self.pool.copies(&pieces);
            if self.pool.excess(&pieces, &copies) > 0 || self.counter.clashes(&cells) > 0 {
                continue;
            }
            let pieces: Option<Vec<PieceId>> = pieces.into_iter().collect();
            return Some((dissection, pieces?, copies));
        }
        None
    }

    fn counted(&self, chain: &mut Chain, copies: &[u32], cap: u64) -> Result<Counted, SearchError> {
        if let Some(&known) = chain.counts.get(copies) {
            let is_enough = match known {
                Counted::Solutions(Solutions::AtLeast(number)) => number >= cap,
                Counted::Solutions(Solutions::Exactly(_)) | Counted::TooLong => true,
            };
            if is_enough {
                return Ok(known);
            }
        }
        let counted = self.counter.count(copies, cap, self.stop)?;
        if chain.counts.len() >= MEMORY {
            chain.counts.clear();
        }
        chain.counts.insert(copies.to_vec(), counted);
        Ok(counted)
    }

    /// How far a choice is from what is wanted, as far as its numbers tell. Beyond the most that is counted,
    /// what has fewer placements is taken to be nearer.
    fn distance(&self, chain: &Chain, copies: &[u32], counted: Counted) -> f64 {
        let most = self.target.most();
        match counted {
            Counted::Solutions(Solutions::AtLeast(number)) if number >= most => {
                self.target.distance(Solutions::AtLeast(most)) + self.counter.crowd(copies)
            }
            Counted::TooLong => {
                self.target.distance(Solutions::AtLeast(most)) + self.counter.crowd(copies)
            }
            Counted::Solutions(solutions) => {
                let refused = chain.refused.contains(copies);
                self.target.distance(solutions) + if refused { REFUSED } else { 0.0 }
            }
        }
    }
}
