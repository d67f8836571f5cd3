//! Begins a local search with a random solution of the whole pool. Used if no random dissection can
//! be changed into one whose regions are a choice of pieces.

use tilewright_dlx::{Answer, Budget, Solver, SolverError};

use super::SearchError;
use super::anneal::Chains;
use super::candidate::DesignCandidate;
use super::dissection::Dissection;
use crate::cover::Instance;
use crate::solve::SolveError;
use crate::support::rng::StableRng;

/// The maximum number of nodes of a search for a solution of the pool.
const MOST_NODES: u64 = 1 << 16;

impl Chains<'_> {
    /// The dissection of a board by a random solution of the pool. `None` if there is no solution,
    /// or if none was found within 2¹⁶ nodes.
    pub(super) fn solved(
        &self,
        board: &[usize],
        rng: &mut StableRng,
    ) -> Result<Option<Dissection>, SearchError> {
        let seed = rng.any();
        let Ok(instance) = Instance::new(self.frame.pool_of(&self.without_copies(board))) else {
            return Ok(None);
        };
        let found = Solver::new(instance.problem())
            .given(instance.givens())
            .map_err(|error| SolveError::from(SolverError::from(error)))?
            .stop(self.stop)
            .budget(Budget::nodes(MOST_NODES))
            .any(seed)
            .map_err(SolveError::from)?;
        let solution = match found {
            Answer::Known(Some(solution)) => solution,
            Answer::Known(None) | Answer::OutOfBudget(()) => return Ok(None),
            Answer::Stopped(()) => return Err(SolveError::Interrupted.into()),
        };
        let (frame, own) = (self.frame.board(), &instance.puzzle().board);
        let mut regions: Vec<Option<u16>> = vec![None; frame.cells().len()];
        let placed = solution.iter().map(|option| instance.meaning(*option));
        let placed = placed.filter(|meaning| meaning.given.is_none());
        for (region, meaning) in (0..u16::MAX).zip(placed) {
            for cell in &meaning.placement.cells {
                let at = frame.index_of(own.cell(*cell));
                let of = at.and_then(|at| regions.get_mut(at.index()));
                if let Some(of) = of {
                    *of = Some(region);
                }
            }
        }
        Ok(Dissection::new(regions, &self.ground))
    }

    /// A candidate with this board and no pieces, since the pieces are not known yet.
    fn without_copies(&self, board: &[usize]) -> DesignCandidate {
        let mut off = self.ground.free.clone();
        off.retain(|at| !board.contains(at));
        DesignCandidate {
            copies: Vec::new(),
            off,
        }
    }
}
