//! Local search: pieces of a pool for a board with as many solutions as are wanted, where there are too
//! many choices to count them all.
//!
//! A designer asks for twelve pieces that fill a tray in one way. [`LocalSearch`] walks over the
//! *dissections* of the board into pieces of the pool, so that there always is a solution: a cell goes from one
//! piece to the next, or two or three pieces beside each other are cut anew, along a random spanning tree
//! of their cells. (The cut is that of the plans of electoral districts: "Recombination", by Deford, Duchin and Solomon, 2019.) A
//! step is taken if the pieces then have fewer solutions too many, or not many more: simulated annealing,
//! Kirkpatrick, Gelatt and Vecchi 1983. How many more may be is drawn before they are counted, so a count ends
//! as soon as there are too many.
//!
//! The board may be one of many, too: those that are left of it when cells are taken away. Then cells leave the board, or
//! come to it, as well, and the solutions are those on the board that the dissection covers.
//!
//! Several chains walk by themselves, each with random numbers of its own, in rounds of so many steps; what they
//! have come to is looked at between two rounds, in their order. So the same seed gives the same answer on
//! any number of threads. What a chain seems to have found is judged as any other choice of pieces, by a
//! count of its own: see [`choices`](super::choices).

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
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use anneal::Chains;
use boards::Boards;
use candidate::Frame;
use count::Counter;
use ground::Ground;
use pool::Pool;
use session::Session;

impl LocalSearch<'_> {
    /// Searches, and tells `hear` after each round how far it is. What a checkpoint keeps is gone on from,
    /// and ends as if it had never stopped; [`steps`](Self::steps) may have changed, all else may not.
    ///
    /// Cost: a count for each step, of at most some two million nodes, and far fewer as a rule; to go on
    /// from a checkpoint, a count for each design found before.
    ///
    /// # Errors
    ///
    /// [`SearchError`]. A search that is stopped is none: what was found is reported.
    pub fn run(
        &self,
        resources: &Resources,
        monitor: &Monitor,
        checkpoint: &mut CheckpointFile,
        hear: &mut dyn FnMut(&SearchProgress),
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
        let pool = Pool::new(self.puzzle, self.rule)?;
        let given = pool.given().to_vec();
        let instance = Instance::new_until(self.puzzle.clone(), monitor.stop())?;
        let group = (instance.symmetry(monitor.stop())).map_err(SolveError::from)?;
        let boards = (self.boards)
            .map(|boards| Boards::new(self.puzzle, boards))
            .transpose()?;
        let order = group.order() as u64;
        let frame = Frame::new(self.puzzle, self.boards, order, monitor.stop())?;
        let chains = Chains {
            ground: Ground::of(self.puzzle, boards),
            sizes: pool.sizes().ok_or(SearchError::NoDissection)?,
            pool,
            counter: Counter::new(&instance, &group.symmetries, &given, frame.varies()),
            frame,
            wanted: self.wanted,
            seed: self.seed,
            cooling: COOLING,
            stop: monitor.stop(),
        };
        let session = Session {
            search: self,
            chains,
            resources,
            monitor,
        };
        session.run(checkpoint, hear)
    }
}

/// So many steps lead a chain from hot to cold; then it begins anew.
const COOLING: u64 = 1000;
