//! Local search for choices of pieces with the required number of solutions, where a pool has too
//! many choices to count all.
//!
//! For example, a designer needs twelve pieces that fill a tray in one way. [`LocalSearch`] walks
//! over the *dissections* of the board into pieces of the pool, so that each choice has a solution.
//! A step moves a cell from one piece to a neighbouring one, or redraws the borders of two or three
//! neighbouring pieces along a random spanning tree of their cells. (Plans of electoral districts
//! use the same cut: "Recombination", by Deford, Duchin and Solomon, 2019.) A step is accepted if
//! it brings the number of solutions closer to the required one, or not much further away:
//! simulated annealing, Kirkpatrick, Gelatt and Vecchi 1983. The accepted excess is drawn before
//! the count, so a count ends as soon as it is exceeded.
//!
//! The board may also vary: a design then takes cells away from a frame. Cells leave and join the
//! board, and the solutions are those on the board that the dissection covers.
//!
//! Several independent chains walk in rounds of a fixed number of steps, each with its own random
//! numbers. Their results are compared between rounds, in the order of the chains, so a seed gives
//! the same result on any number of threads. A candidate that a chain finds is judged like any
//! other choice of pieces, by a separate count: see [`choices`](super::choices).

mod anneal;
mod boards;
mod candidate;
mod chain;
mod components;
mod count;
mod dissection;
mod distance;
mod ground;
mod pool;
mod question;
mod record;
mod reshape;
mod rounds;
mod session;
mod solved;
#[cfg(test)]
mod tests;
mod walk;

pub use self::question::{Design, LocalSearch, SearchError, SearchProgress, SearchReport};
use super::choices::Judge;
use crate::cover::Instance;
use crate::puzzle::Tray;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::RunContext;
use anneal::Chains;
use boards::DesignBoards;
use candidate::DesignFrame;
use count::CandidateCounter;
use ground::SearchGround;
use pool::PiecePool;
use session::SearchSession;

impl LocalSearch<'_> {
    /// Runs the search, and calls `on_progress` after each round. A run that resumes a checkpoint
    /// has the same result as an uninterrupted run. It must have the same settings as the run that
    /// wrote the checkpoint, except [`steps`](Self::steps).
    ///
    /// Cost: for each step a count of at most 2²¹ nodes, usually far fewer; to resume, also a count
    /// for each design found before.
    ///
    /// # Errors
    ///
    /// [`SearchError`]. A stopped search is not an error: it reports what was found.
    pub fn run(
        &self,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
        on_progress: &mut dyn FnMut(&SearchProgress),
    ) -> Result<SearchReport, SearchError> {
        if self.puzzle.tray != Tray::Flat {
            return Err(SearchError::Depth);
        }
        if let Some(tiles) = self.puzzle.lattice.table().tiles {
            return Err(SearchError::Tiles {
                tiles: tiles.names[1],
            });
        }
        Judge::new(self.puzzle, self.wanted, false, monitor.stop())?;
        let pool = PiecePool::new(self.puzzle, self.rule)?;
        let given = pool.given().to_vec();
        let instance = Instance::new_until(self.puzzle.clone(), monitor.stop())?;
        let group = (instance.symmetry(monitor.stop())).map_err(SolveError::from)?;
        let boards = (self.boards)
            .map(|boards| DesignBoards::new(self.puzzle, boards))
            .transpose()?;
        let order = group.order() as u64;
        let frame = DesignFrame::new(self.puzzle, self.boards, order, monitor.stop())?;
        let chains = Chains {
            ground: SearchGround::of(self.puzzle, boards),
            sizes: pool.sizes().ok_or(SearchError::NoDissection)?,
            pool,
            counter: CandidateCounter::new(&instance, &group.symmetries, &given, frame.varies()),
            frame,
            wanted: self.wanted,
            seed: self.seed,
            cooling: COOLING,
            stop: monitor.stop(),
        };
        let session = SearchSession {
            search: self,
            chains,
            monitor,
        };
        session.run(checkpoint, on_progress)
    }
}

/// The number of steps in which a chain cools from hot to cold. Then it restarts.
const COOLING: u64 = 1000;
