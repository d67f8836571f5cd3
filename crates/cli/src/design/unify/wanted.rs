//! The work: which solution, which clues, and a check of both.

use fixedbitset::FixedBitSet;
use num_bigint::BigUint;
use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::{
    Answer, Bits, CoverError, DiagramError, Engine, Frontier, OptionId, ProblemError,
};

use super::choose::{BestSolutions, Choice, among_all, among_some};
use super::clue::{self, By, Clue, under};
use super::least::{FewestClues, Indistinct, least};
use super::oracle::{BySearch, InDiagram};
use crate::cover::Instance;
use crate::cover::notation::Pattern;
use crate::design::challenges::SymmetryClasses;
use crate::design::difference_oracle::{DifferenceOracle, NoAnswer, subset};
use crate::design::unify::oracle::solver;
use crate::solve::search::Monitor;
use crate::solve::space::{Filter, Space, SpaceError};

/// Which solution is to be the one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The one that needs the fewest clues.
    Any,
    /// That of a number, from 1, in the order of the diagram.
    Number(BigUint),
    /// One that matches these patterns: that which needs the fewest clues.
    Holding(Vec<Pattern>),
}

/// What is asked.
pub struct Unify<'a> {
    /// Its exact cover problem.
    pub instance: &'a Instance,
    /// Its automorphisms.
    pub symmetry_classes: &'a SymmetryClasses<'a>,
    /// All its solutions; none if there is no diagram of them.
    pub space: Option<&'a Space<'a>>,
    /// What a clue tells.
    pub by: By,
    /// Which solution is to be left.
    pub wanted: Target,
    /// Where random numbers begin.
    pub seed: u64,
    /// How many bytes a count may take that checks the answer.
    pub memory: u64,
    /// Stops the work.
    pub monitor: &'a Monitor,
}

/// The answer.
#[derive(Debug, Clone)]
pub struct UnifyAnswer {
    /// The solution that is left, its options in order.
    pub solution: Vec<OptionId>,
    /// How it was chosen.
    pub choice: Choice,
    /// The clues that leave it; none if none were found in time.
    pub clues: Option<Vec<Clue>>,
    /// What is known of fewer clues.
    pub least: FewestClues,
    /// No solution of the puzzle needs fewer clues than these.
    pub any_at_least: usize,
    /// The engine that has found the same one solution under the clues, in
    /// another way; none if each took too long.
    pub checked_by: Option<&'static str>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum UnifyError {
    /// There is nothing to choose from.
    #[error("there is no solution")]
    NoSolution,
    /// No solution matches the patterns.
    #[error("no solution holds all these placements")]
    NoneHolds,
    /// No clues suffice.
    #[error(
        "nothing tells this solution from another one: {}",
        match .0 {
            By::Givens => "that one has the same placements, and more",
            By::Cells => "that one has the same pieces on the same cells, or covers more cells; \
                          try --by givens",
        }
    )]
    Indistinct(By),
    /// A number without a diagram.
    #[error("solutions have no numbers without the diagram of all of them: tell placements")]
    NoNumbers,
    /// There is no such solution.
    #[error("there is no solution {number}: they are numbered from 1 to {count}")]
    Beyond {
        /// The number asked for.
        number: BigUint,
        /// How many solutions there are.
        count: BigUint,
    },
    /// A diagram is too large.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A diagram cannot be asked.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The problem has no room for clues.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A solution was not found in time.
    #[error("no solution was found in time")]
    TooLong,
    /// A signal came before a solution was found.
    #[error("interrupted")]
    Stopped,
    /// What one engine calls a solution is none.
    #[error("an engine found what is no solution: please report this fault of the program")]
    NotASolution(#[from] CoverError),
    /// Two engines contradict each other.
    #[error("two engines contradict each other: please report this fault of the program")]
    Contradiction,
}

impl From<NoAnswer> for UnifyError {
    fn from(error: NoAnswer) -> Self {
        match error {
            NoAnswer::Stopped => Self::Stopped,
            NoAnswer::TooLong => Self::TooLong,
        }
    }
}

impl Unify<'_> {
    /// Finds the fewest clues, on the threads of the rayon pool that it is
    /// called in.
    ///
    /// # Errors
    ///
    /// [`UnifyError`].
    pub fn run(&self) -> Result<UnifyAnswer, UnifyError> {
        let chosen = self.chosen()?;
        for solution in &chosen.solutions {
            self.instance.problem().check(solution)?;
        }
        let all = clue::all(self.instance, self.by);
        let several = chosen.solutions.len() > 1;
        let found: Vec<(Vec<Clue>, Result<FewestClues, Indistinct>)> = chosen
            .solutions
            .par_iter()
            .map(|solution| {
                let clues = clue::of(&all, solution);
                let least = self.least(solution, &clues);
                (clues, least)
            })
            .collect();
        let is_exact = found
            .iter()
            .all(|(_, least)| least.as_ref().is_ok_and(FewestClues::is_least) || least.is_err());
        let best = found
            .into_iter()
            .zip(&chosen.solutions)
            .filter_map(|((clues, least), solution)| Some((clues, least.ok()?, solution)))
            // The first of those that need equally few.
            .min_by_key(|(_, least, _)| least.clues.as_ref().map_or(usize::MAX, Vec::len));
        let Some((clues, mut least, solution)) = best else {
            return Err(UnifyError::Indistinct(self.by));
        };
        let needed = least.clues.as_ref().map(Vec::len);
        let choice = match chosen.choice {
            Choice::FewestOf(_) if needed == Some(chosen.at_least) => Choice::Fewest,
            Choice::Fewest if several && !is_exact => Choice::FewestOf(chosen.solutions.len()),
            choice => choice,
        };
        least.at_least = least.at_least.max(chosen.at_least);
        let given = least
            .clues
            .as_ref()
            .map(|numbers| subset(clues.len(), |number| numbers.contains(&number)));
        let checked_by = match &given {
            Some(given) => self.check(solution, &clues, given)?,
            None => None,
        };
        let mut solution = solution.clone();
        solution.sort_unstable();
        Ok(UnifyAnswer {
            solution,
            choice,
            clues: given.map(|given| given.ones().map(|clue| clues[clue].clone()).collect()),
            least,
            any_at_least: chosen.at_least,
            checked_by,
        })
    }

    /// The solutions that may be the one.
    fn chosen(&self) -> Result<BestSolutions, UnifyError> {
        let Some(space) = self.space else {
            return self.first();
        };
        let diagram = space.diagram();
        if diagram.count() == BigUint::ZERO {
            return Err(UnifyError::NoSolution);
        }
        match &self.wanted {
            Target::Any if diagram.count() == 1_u32.into() => Ok(among_some(diagram, self.seed)),
            Target::Any => {
                let instance = self.instance;
                Ok(among_all(
                    instance,
                    self.by,
                    diagram,
                    self.symmetry_classes,
                    self.seed,
                )?)
            }
            Target::Number(number) => {
                let count = diagram.count();
                if *number == BigUint::ZERO || *number > count {
                    return Err(UnifyError::Beyond {
                        number: number.clone(),
                        count,
                    });
                }
                let solution = diagram.nth(&(number - 1_u32))?;
                Ok(asked(solution))
            }
            Target::Holding(patterns) => {
                let mut left = space.clone();
                for pattern in patterns {
                    left = left.filtered(&Filter::With(pattern.clone()))?;
                }
                if left.count() == BigUint::ZERO {
                    return Err(UnifyError::NoneHolds);
                }
                Ok(among_some(left.diagram(), self.seed))
            }
        }
    }

    /// Without a diagram, the first solution that a search finds.
    fn first(&self) -> Result<BestSolutions, UnifyError> {
        let patterns = match &self.wanted {
            Target::Any => &[][..],
            Target::Number(_) => return Err(UnifyError::NoNumbers),
            Target::Holding(patterns) => patterns,
        };
        let clues: Vec<Clue> = patterns
            .iter()
            .map(|pattern| Clue {
                piece: pattern.piece,
                cells: pattern.cells.clone(),
                options: pattern.matching(self.instance),
            })
            .collect();
        let under = under(self.instance.problem(), clues.iter())?;
        match solver(&under, self.monitor).first() {
            Ok(Answer::Known(Some(solution))) => Ok(BestSolutions {
                choice: Choice::First,
                ..asked(solution)
            }),
            Ok(Answer::Known(None)) if patterns.is_empty() => Err(UnifyError::NoSolution),
            Ok(Answer::Known(None)) => Err(UnifyError::NoneHolds),
            Ok(Answer::Stopped(())) => Err(UnifyError::Stopped),
            Ok(Answer::OutOfBudget(())) | Err(_) => Err(UnifyError::TooLong),
        }
    }

    fn least(&self, solution: &[OptionId], clues: &[Clue]) -> Result<FewestClues, Indistinct> {
        match self.space {
            Some(space) => least(&InDiagram {
                problem: self.instance.problem(),
                diagram: space.diagram(),
                solution,
                clues,
                monitor: self.monitor,
            }),
            None => least(&self.by_search(solution, clues)),
        }
    }

    fn by_search<'s>(&'s self, solution: &'s [OptionId], clues: &'s [Clue]) -> BySearch<'s> {
        BySearch {
            problem: self.instance.problem(),
            solution,
            clues,
            monitor: self.monitor,
        }
    }

    /// The engine that finds the same one solution under the clues in another
    /// way than they were found: a search if the diagram found them, with
    /// `links` if `bits` did; or, where that takes too long, a sweep.
    fn check(
        &self,
        solution: &[OptionId],
        clues: &[Clue],
        given: &FixedBitSet,
    ) -> Result<Option<&'static str>, UnifyError> {
        let under = under(
            self.instance.problem(),
            given.ones().map(|clue| &clues[clue]),
        )?;
        let bits = Bits::fits(&under);
        if self.space.is_some() {
            let name = if bits { "bits" } else { "links" };
            match self.by_search(solution, clues).difference(given) {
                Ok(None) => return Ok(Some(name)),
                Ok(Some(_)) => return Err(UnifyError::Contradiction),
                Err(_) => {}
            }
        } else if bits {
            let links = solver(&under, self.monitor).engine(Engine::Links);
            match links.other_than(solution) {
                Ok(Answer::Known(None)) => return Ok(Some("links")),
                Ok(Answer::Known(Some(_))) => return Err(UnifyError::Contradiction),
                Ok(Answer::Stopped(()) | Answer::OutOfBudget(())) | Err(_) => {}
            }
        }
        let sweep = Frontier::new(&under).memory(self.memory).count(&mut |_| {
            if self.monitor.is_set() {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        match sweep {
            Ok(report) if report.complete && report.count == 1_u32.into() => Ok(Some("frontier")),
            Ok(report) if report.complete => Err(UnifyError::Contradiction),
            _ => Ok(None),
        }
    }
}

fn asked(solution: Vec<OptionId>) -> BestSolutions {
    BestSolutions {
        solutions: vec![solution],
        at_least: 0,
        choice: Choice::Asked,
    }
}
