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
//! Several chains walk by themselves, each with random numbers of its own, in rounds of so many steps; what they
//! have come to is looked at between two rounds, in their order. So the same seed gives the same answer on
//! any number of threads. What a chain seems to have found is judged as any other choice of pieces, by a
//! count of its own: see [`choices`](super::choices).

mod chain;
mod count;
mod dissection;
mod distance;
mod pool;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;

use rayon::prelude::*;
use thiserror::Error;
use tilewright_geometry::BoardCell;

use super::choices::{Choice, ChoiceQuestion, ChoiceRule, Judge, JudgeError};
use crate::cover::{Instance, InstanceError};
use crate::puzzle::{PieceId, Puzzle, Tray, Wanted};
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::support::label::Label;
use chain::{Chain, Chains, Place};
use count::Counter;
use dissection::Ground;
use distance::{Solutions, Target};
use pool::Pool;

/// So many chains walk at once.
const CHAINS: u64 = 8;

/// So many steps are taken in a round, by each of them.
const ROUND: u64 = 16;

/// A search for choices of the pieces of a pool that are as wanted.
///
/// ```
/// use tilewright::design::choices::ChoiceRule;
/// use tilewright::design::search::LocalSearch;
/// use tilewright::puzzle::{Piece, Puzzle, Wanted};
/// use tilewright::solve::resources::Resources;
/// use tilewright::solve::search::Monitor;
/// use tilewright_geometry::{Board, Lattice, rectangle};
///
/// // Pieces of three to five cells, all different, that fill 5 × 4 in one way.
/// let square = Lattice::Square;
/// let mut pool = Vec::new();
/// for size in 3..=5 {
///     for piece in Piece::all_of_size(square, size)? {
///         let name = format!("{size}{}", piece.name);
///         pool.push(Piece::new(&name, piece.polyform)?.with_copies(0..=1)?);
///     }
/// }
/// let puzzle = Puzzle::builder(square)
///     .board(Board::new(square, rectangle(square, 5, 4)?, [])?)
///     .pieces(pool)
///     .build()?;
/// let search = LocalSearch {
///     puzzle: &puzzle,
///     rule: &ChoiceRule::default(),
///     wanted: &Wanted::Distinct("1".parse()?),
///     seed: 1,
///     steps: 10_000,
///     designs: 1,
/// };
/// let report = search.run(&Resources::default(), &Monitor::silent(), &mut |_| {})?;
/// let design = &report.designs[0];
/// assert!(design.is_wanted);
/// assert_eq!(design.choice.distinct.exact(), Some(&1_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LocalSearch<'a> {
    /// The pool and the board.
    pub puzzle: &'a Puzzle,
    /// What is asked of a choice beside the bounds of the copies.
    pub rule: &'a ChoiceRule,
    /// What is wanted of it.
    pub wanted: &'a Wanted,
    /// Another seed makes other designs.
    pub seed: u64,
    /// How many steps are taken at most, by all chains together.
    pub steps: u64,
    /// The search ends when so many designs are found.
    pub designs: usize,
}

/// Why there is nothing to search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// In a tray with depth the cells that a piece covers do not tell what piece it is.
    #[error("a search dissects a flat board; this tray has depth")]
    Depth,
    /// Two pieces cannot be told apart by their shapes.
    #[error("{one} and {other} have one shape; a search takes one piece of a shape, with copies")]
    Twins {
        /// The first.
        one: Label,
        /// The second.
        other: Label,
    },
    /// No dissection of the board into pieces of the pool was found.
    #[error(
        "no dissection of the board into pieces of the pool was found: it may be that there is none; \
         allow other numbers, sizes or copies"
    )]
    NoDissection,
    /// What is wanted cannot be told.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A count was stopped, or cannot be made.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<InstanceError> for SearchError {
    fn from(error: InstanceError) -> Self {
        Self::Solve(error.into())
    }
}

/// What a search has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchReport {
    /// The designs found, in the order of their discovery; if there is none, the nearest choice.
    pub designs: Vec<Design>,
    /// How many steps were taken.
    pub steps: u64,
    /// Whether it was stopped before its end.
    pub is_interrupted: bool,
}

/// A choice of pieces that was found, with a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    /// The choice.
    pub choice: Choice,
    /// A solution: by piece besides the givens, the cells that it covers.
    pub solution: Vec<(PieceId, Vec<BoardCell>)>,
    /// Whether the choice is as wanted.
    pub is_wanted: bool,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// How many steps were taken, of all that may be.
    pub steps: u64,
    /// How many designs were found.
    pub designs: usize,
    /// The solutions of the nearest choice, where they are known.
    pub nearest: Option<u64>,
}

impl LocalSearch<'_> {
    /// Searches, and tells `hear` after each round how far it is.
    ///
    /// Cost: a count for each step, of at most some two million nodes, and far fewer as a rule.
    ///
    /// # Errors
    ///
    /// [`SearchError`]. A search that is stopped is none: what was found is reported.
    pub fn run(
        &self,
        resources: &Resources,
        monitor: &Monitor,
        hear: &mut dyn FnMut(&SearchProgress),
    ) -> Result<SearchReport, SearchError> {
        if self.puzzle.tray != Tray::Flat {
            return Err(SearchError::Depth);
        }
        let judge = Judge::new(self.puzzle, self.wanted, false, monitor.stop())?;
        let pool = Pool::new(self.puzzle, self.rule)?;
        let given = pool.given().to_vec();
        let instance = Instance::new(self.puzzle.clone())?;
        let group = (instance.symmetry(monitor.stop())).map_err(SolveError::from)?;
        let chains = Chains {
            ground: Ground::of(self.puzzle),
            sizes: pool.sizes().ok_or(SearchError::NoDissection)?,
            pool,
            counter: Counter::new(&instance, &group.symmetries, &given),
            target: Target {
                wanted: self.wanted,
                symmetries: group.order() as u64,
            },
            seed: self.seed,
            cooling: COOLING,
            stop: monitor.stop(),
        };
        let session = Session {
            search: self,
            chains,
            judge,
            resources,
            monitor,
        };
        session.run(hear)
    }
}

/// So many steps lead a chain from hot to cold; then it begins anew.
const COOLING: u64 = 1000;

/// A search under way.
struct Session<'a> {
    search: &'a LocalSearch<'a>,
    chains: Chains<'a>,
    judge: Judge<'a>,
    resources: &'a Resources,
    monitor: &'a Monitor,
}

impl Session<'_> {
    fn run(&self, hear: &mut dyn FnMut(&SearchProgress)) -> Result<SearchReport, SearchError> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.resources.threads.get())
            .build()
            .ok()
            .filter(|_| self.resources.threads > NonZeroUsize::MIN);
        let mut walking: Vec<Chain> = (0..CHAINS).map(Chain::new).collect();
        let mut designs: Vec<Design> = Vec::new();
        let mut is_interrupted = false;
        let steps = |walking: &[Chain]| walking.iter().map(|chain| chain.steps).sum::<u64>();
        while designs.len() < self.search.designs && steps(&walking) < self.search.steps {
            let before: Vec<Chain> = walking.iter().map(Chain::without_counts).collect();
            let round = if let Some(threads) = &threads {
                threads.install(|| {
                    let walking = walking.par_iter_mut().with_max_len(1);
                    walking
                        .map(|chain| self.chains.advance(chain, ROUND))
                        .collect()
                })
            } else {
                let mut walking = walking.iter_mut();
                walking.try_for_each(|chain| self.chains.advance(chain, ROUND))
            };
            if round.is_ok() && walking.iter().all(|chain| chain.best.is_none()) {
                return Err(SearchError::NoDissection);
            }
            let looked = round.and_then(|()| self.look(&mut walking, &mut designs));
            match looked {
                Ok(()) => {}
                Err(SearchError::Solve(SolveError::Interrupted)) => {
                    walking = before;
                    is_interrupted = true;
                    break;
                }
                Err(error) => return Err(error),
            }
            hear(&SearchProgress {
                steps: steps(&walking),
                designs: designs.len(),
                nearest: nearest(&walking).and_then(|place| match place.solutions {
                    Some(Solutions::Exactly(number)) => Some(number),
                    _ => None,
                }),
            });
        }
        designs.truncate(self.search.designs);
        if designs.is_empty()
            && let Some(place) = nearest(&walking)
        {
            designs.extend(self.unwanted(place, is_interrupted)?);
        }
        Ok(SearchReport {
            designs,
            steps: steps(&walking),
            is_interrupted,
        })
    }

    /// Judges what the chains seem to have found, in their order.
    fn look(&self, walking: &mut [Chain], designs: &mut Vec<Design>) -> Result<(), SearchError> {
        let mut found = Vec::new();
        for chain in walking {
            let Some(here) = chain.here.take_if(|here| here.distance <= 0.0) else {
                continue;
            };
            let choice = self.choice(&here.copies)?;
            if self.judge.holds(&choice)? {
                let known = designs.iter().chain(&found);
                let mut known = known.map(|design: &Design| &design.choice.copies);
                if !known.any(|copies| *copies == here.copies) {
                    found.push(self.design(&here, choice, true));
                }
                chain.restart();
            } else {
                chain.refuse(here);
            }
        }
        designs.extend(found);
        Ok(())
    }

    /// The nearest choice of a search that found none.
    fn unwanted(&self, place: &Place, is_interrupted: bool) -> Result<Option<Design>, SearchError> {
        if !is_interrupted {
            let choice = match self.choice(&place.copies) {
                Err(SearchError::Solve(SolveError::Interrupted)) => return Ok(None),
                choice => choice?,
            };
            return Ok(Some(self.design(place, choice, false)));
        }
        let Some(Solutions::Exactly(solutions)) = place.solutions else {
            return Ok(None);
        };
        let choice = Choice::new(place.copies.clone(), solutions.into());
        Ok(Some(self.design(place, choice, false)))
    }

    fn design(&self, place: &Place, choice: Choice, is_wanted: bool) -> Design {
        let board = &self.search.puzzle.board;
        let cells: Vec<BoardCell> = board.indices().collect();
        let regions = place.dissection.cells();
        let regions = regions
            .iter()
            .map(|region| region.iter().map(|&at| cells[at]).collect());
        Design {
            choice,
            solution: place.pieces.iter().copied().zip(regions).collect(),
            is_wanted,
        }
    }

    /// Counts the solutions of a choice by itself.
    fn choice(&self, copies: &[u32]) -> Result<Choice, SearchError> {
        let puzzle = self.search.puzzle.chosen(copies);
        let instance = Instance::new(puzzle)?;
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

/// The place of the chains that is nearest to what is wanted.
fn nearest(walking: &[Chain]) -> Option<&Place> {
    let best = walking.iter().filter_map(|chain| chain.best.as_ref());
    best.min_by(|one, other| one.distance.total_cmp(&other.distance))
}
