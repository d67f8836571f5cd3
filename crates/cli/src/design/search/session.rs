//! A search under way: chains that walk in rounds, and what they have found.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::anneal::Chains;
use super::chain::{Chain, Place};
use super::distance::Solutions;
use super::record::SearchRecord;
use super::{Design, LocalSearch, SearchError, SearchProgress, SearchReport};
use crate::cover::Instance;
use crate::design::choices::{Choice, ChoiceQuestion, ChoiceRule, Judge};
use crate::puzzle::Puzzle;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// So many chains walk at once.
pub(super) const CHAINS: u64 = 8;

/// So many steps are taken in a round, by each of them.
pub(super) const ROUND: u64 = 16;

/// A search under way.
pub(super) struct Session<'a> {
    pub(super) search: &'a LocalSearch<'a>,
    pub(super) chains: Chains<'a>,
    pub(super) resources: &'a Resources,
    pub(super) monitor: &'a Monitor,
}

/// How far a search has come, between two rounds.
pub(super) struct Walk {
    pub(super) chains: Vec<Chain>,
    pub(super) designs: Vec<Design>,
    /// After how many steps the last round was begun.
    pub(super) begun: u64,
}

impl Walk {
    fn new() -> Self {
        Self {
            chains: (0..CHAINS).map(Chain::new).collect(),
            designs: Vec::new(),
            begun: 0,
        }
    }

    fn steps(&self) -> u64 {
        self.chains.iter().map(|chain| chain.steps).sum()
    }

    /// The place of the chains that is nearest to what is wanted.
    fn nearest(&self) -> Option<&Place> {
        let best = self.chains.iter().filter_map(|chain| chain.best.as_ref());
        best.min_by(|one, other| one.distance.total_cmp(&other.distance))
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress {
            steps: self.steps(),
            designs: self.designs.len(),
            nearest: self.nearest().and_then(|place| match place.solutions {
                Some(Solutions::Exactly(number)) => Some(number),
                _ => None,
            }),
        }
    }
}

impl Session<'_> {
    pub(super) fn run(
        &self,
        checkpoint: &mut CheckpointFile,
        hear: &mut dyn FnMut(&SearchProgress),
    ) -> Result<SearchReport, SearchError> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.resources.threads.get())
            .build()
            .ok()
            .filter(|_| self.resources.threads > NonZeroUsize::MIN);
        let mut walk = self.begin(checkpoint)?;
        let ended = loop {
            if walk.designs.len() >= self.search.designs || walk.steps() >= self.search.steps {
                break self.end(&walk);
            }
            match self.round(&mut walk, threads.as_ref()) {
                Ok(()) => hear(&walk.progress()),
                Err(error) => break Err(error),
            }
            if checkpoint.is_due() {
                checkpoint.keep_state(&SearchRecord::of(&walk, self.search.puzzle))?;
            }
        };
        match ended {
            Err(SearchError::Solve(SolveError::Interrupted)) => {
                checkpoint.stop_with_state(&SearchRecord::of(&walk, self.search.puzzle))?;
                Ok(self.stopped(&walk))
            }
            ended => ended,
        }
    }

    /// Where a run begins: anew, or where one before was stopped.
    fn begin(&self, checkpoint: &CheckpointFile) -> Result<Walk, SearchError> {
        let Some(record) = checkpoint.state::<SearchRecord>()? else {
            return Ok(Walk::new());
        };
        let walk = record.walk(self)?;
        let walk = walk.ok_or_else(|| checkpoint.damaged())?;
        if walk.begun >= self.search.steps {
            return Err(SearchError::Further {
                taken: walk.begun,
                steps: self.search.steps,
            });
        }
        Ok(walk)
    }

    /// All chains take some steps, and what they have found is looked at. If it is stopped, nothing has
    /// changed.
    fn round(
        &self,
        walk: &mut Walk,
        threads: Option<&rayon::ThreadPool>,
    ) -> Result<(), SearchError> {
        let begun = walk.steps();
        let before: Vec<Chain> = walk.chains.iter().map(Chain::without_counts).collect();
        let chains = &mut walk.chains;
        let advance = |chain: &mut Chain| self.chains.advance(chain, ROUND);
        let round = match threads {
            Some(threads) => threads.install(|| {
                let chains = chains.par_iter_mut().with_max_len(1);
                chains.map(advance).collect()
            }),
            None => chains.iter_mut().try_for_each(advance),
        };
        if round.is_ok() && chains.iter().all(|chain| chain.best.is_none()) {
            return Err(SearchError::NoDissection);
        }
        let looked = round.and_then(|()| self.look(chains, &walk.designs));
        match looked {
            Ok(found) => {
                walk.designs.extend(found);
                walk.begun = begun;
                Ok(())
            }
            Err(error) => {
                walk.chains = before;
                Err(error)
            }
        }
    }

    /// Judges what the chains seem to have found, in their order; the designs that are not known yet.
    fn look(&self, chains: &mut [Chain], known: &[Design]) -> Result<Vec<Design>, SearchError> {
        let mut found = Vec::new();
        for chain in chains {
            let Some(here) = chain.here.take_if(|here| here.distance <= 0.0) else {
                continue;
            };
            if let Some(design) = self.judged(&here)? {
                let mut known = known.iter().chain(&found);
                if !known.any(|known| self.are_alike(known, &design)) {
                    found.push(design);
                }
                chain.restart();
            } else {
                chain.refuse(here);
            }
        }
        Ok(found)
    }

    /// Whether two designs have the same pieces, and boards that are alike.
    pub(super) fn are_alike(&self, one: &Design, other: &Design) -> bool {
        let frame = &self.chains.frame;
        let shapes = || frame.shape_of(&one.pool) == frame.shape_of(&other.pool);
        one.choice.copies == other.choice.copies && (!frame.varies() || shapes())
    }

    /// The design of a place, if it is as wanted.
    pub(super) fn judged(&self, place: &Place) -> Result<Option<Design>, SearchError> {
        let pool = self.chains.frame.pool_of(&place.candidate);
        let choice = self.choice(&pool, &place.candidate.copies)?;
        let judge = Judge::new(&pool, self.search.wanted, false, self.monitor.stop())?;
        let is_wanted = judge.holds(&choice)?;
        Ok(is_wanted.then(|| self.design(place, pool, choice, true)))
    }

    /// What a search has come to at its end: the nearest choice, if it found none.
    fn end(&self, walk: &Walk) -> Result<SearchReport, SearchError> {
        let mut designs = walk.designs.clone();
        designs.truncate(self.search.designs);
        if designs.is_empty()
            && let Some(place) = walk.nearest()
        {
            let pool = self.chains.frame.pool_of(&place.candidate);
            let choice = self.choice(&pool, &place.candidate.copies)?;
            designs.push(self.design(place, pool, choice, false));
        }
        Ok(SearchReport {
            designs,
            steps: walk.steps(),
            is_interrupted: false,
        })
    }

    /// What a search has come to that was stopped, as far as it is known by then.
    fn stopped(&self, walk: &Walk) -> SearchReport {
        let mut designs = walk.designs.clone();
        designs.truncate(self.search.designs);
        if designs.is_empty()
            && let Some(place) = walk.nearest()
            && let Some(Solutions::Exactly(solutions)) = place.solutions
        {
            let pool = self.chains.frame.pool_of(&place.candidate);
            let choice = Choice::new(place.candidate.copies.clone(), solutions.into());
            designs.push(self.design(place, pool, choice, false));
        }
        SearchReport {
            designs,
            steps: walk.steps(),
            is_interrupted: true,
        }
    }

    fn design(&self, place: &Place, pool: Puzzle, choice: Choice, is_wanted: bool) -> Design {
        let frame = self.search.puzzle.board.cells();
        let own = |at: &usize| pool.board.index_of(frame[*at]);
        let regions = place.dissection.cells();
        let regions = regions
            .iter()
            .map(|region| region.iter().filter_map(own).collect());
        Design {
            choice,
            solution: place.pieces.iter().copied().zip(regions).collect(),
            pool,
            is_wanted,
        }
    }

    /// Counts the solutions of a choice of a pool by itself.
    fn choice(&self, pool: &Puzzle, copies: &[u32]) -> Result<Choice, SearchError> {
        let instance = Instance::new(pool.chosen(copies))?;
        let rule = ChoiceRule::default();
        let question = ChoiceQuestion::new(&instance, &rule);
        let choices = question.count(self.resources, &self.monitor.quietly())?;
        let choice = choices.iter().next();
        debug_assert!(choice.is_some(), "invariant: a dissection is a solution");
        let choice = choice.ok_or(SearchError::NoDissection)?;
        Ok(Choice {
            copies: copies.to_vec(),
            ..choice
        })
    }
}
