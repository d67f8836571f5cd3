//! The rounds of a search: the chains walk, then their candidates are judged.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::chain::Chain;
use super::distance::CountedSolutions;
use super::record::SearchRecord;
use super::session::SearchSession;
use super::walk::{ROUND, Walk};
use super::{Design, SearchError, SearchProgress, SearchReport};
use crate::design::choices::Choice;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;

impl SearchSession<'_> {
    pub(super) fn run(
        &self,
        checkpoint: &mut CheckpointFile,
        on_progress: &mut dyn FnMut(&SearchProgress),
    ) -> Result<SearchReport, SearchError> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.monitor.resources.threads.get())
            .build()
            .ok()
            .filter(|_| self.monitor.resources.threads > NonZeroUsize::MIN);
        let mut walk = self.begin(checkpoint)?;
        let ended = loop {
            if walk.designs.len() >= self.search.designs || walk.steps() >= self.search.steps {
                break self.end(&walk);
            }
            match self.round(&mut walk, threads.as_ref()) {
                Ok(()) => on_progress(&walk.progress()),
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

    /// The state in which a run begins: new chains, or the chains of the checkpoint.
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

    /// Makes all chains take some steps, then judges their candidates. A stopped round changes
    /// nothing.
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

    /// Judges the candidates of the chains, in order. Returns the designs that are not in `known`.
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

    /// The report at the end, with the nearest choice if no design was found.
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

    /// The report of a stopped search, without further counts.
    fn stopped(&self, walk: &Walk) -> SearchReport {
        let mut designs = walk.designs.clone();
        designs.truncate(self.search.designs);
        if designs.is_empty()
            && let Some(place) = walk.nearest()
            && let Some(CountedSolutions::Exactly(solutions)) = place.solutions
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
}
