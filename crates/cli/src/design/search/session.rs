//! A search in progress, and the designs of its candidates.

use super::anneal::Chains;
use super::chain::ScoredDissection;
use super::{Design, LocalSearch, SearchError};
use crate::cover::Instance;
use crate::design::choices::{Choice, ChoiceQuestion, ChoiceRule, Judge};
use crate::puzzle::Puzzle;
use crate::solve::search::RunContext;

pub(super) struct SearchSession<'a> {
    pub(super) search: &'a LocalSearch<'a>,
    pub(super) chains: Chains<'a>,
    pub(super) monitor: &'a RunContext,
}

impl SearchSession<'_> {
    /// Whether two designs have the same pieces and equivalent boards.
    pub(super) fn are_alike(&self, one: &Design, other: &Design) -> bool {
        let frame = &self.chains.frame;
        let shapes = || frame.shape_of(&one.pool) == frame.shape_of(&other.pool);
        one.choice.copies == other.choice.copies && (!frame.varies() || shapes())
    }

    /// The design of a scored dissection, if it meets the requirements.
    pub(super) fn judged(&self, place: &ScoredDissection) -> Result<Option<Design>, SearchError> {
        let pool = self.chains.frame.pool_of(&place.candidate);
        let choice = self.choice(&pool, &place.candidate.copies)?;
        let judge = Judge::new(&pool, self.search.wanted, false, self.monitor.stop())?;
        let is_wanted = judge.holds(&choice)?;
        Ok(is_wanted.then(|| self.design(place, pool, choice, true)))
    }

    pub(super) fn design(
        &self,
        place: &ScoredDissection,
        pool: Puzzle,
        choice: Choice,
        is_wanted: bool,
    ) -> Design {
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

    /// Counts the solutions of a choice of a pool.
    pub(super) fn choice(&self, pool: &Puzzle, copies: &[u32]) -> Result<Choice, SearchError> {
        let instance = Instance::new_until(pool.chosen(copies), self.monitor.stop())?;
        let rule = ChoiceRule::default();
        let question = ChoiceQuestion::new(&instance, &rule);
        let choices = question.count(&self.monitor.quietly())?;
        let choice = choices.iter().next();
        debug_assert!(choice.is_some(), "invariant: a dissection is a solution");
        let choice = choice.ok_or(SearchError::NoDissection)?;
        Ok(Choice {
            copies: copies.to_vec(),
            ..choice
        })
    }
}
