//! Chooses the target solution, finds the fewest clues that leave it, and checks both.

use fixedbitset::FixedBitSet;
use num_bigint::BigUint;
use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::{
    Answer, Bits, CoverError, DiagramError, Engine, Frontier, OptionId, ProblemError,
};

use super::choose::{BestSolutions, TargetChoice, among_all, among_some};
use super::clue::{self, By, Clue, under};
use super::least::{FewestClues, Indistinct, least};
use super::oracle::{BySearch, InDiagram};
use crate::cover::Instance;
use crate::cover::notation::PlacementPattern;
use crate::design::challenges::SymmetryClasses;
use crate::design::difference_oracle::{DifferenceOracle, NoAnswer, subset};
use crate::design::min_clues::oracle::solver;
use crate::solve::search::RunContext;
use crate::solve::space::{Filter, Space, SpaceError};
use crate::support::control_flow::break_if;

/// The solution that the clues must leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClueTarget {
    /// A solution that needs the fewest clues.
    Any,
    /// The solution with this number, counted from 1, in the order of the diagram.
    Number(BigUint),
    /// Among the solutions that match these patterns, one that needs the fewest clues.
    Holding(Vec<PlacementPattern>),
}

/// A search for the fewest clues that leave one solution.
pub struct MinClues<'a> {
    /// The puzzle and its exact cover problem.
    pub instance: &'a Instance,
    /// The puzzle's symmetries.
    pub symmetry_classes: &'a SymmetryClasses<'a>,
    /// The diagram of all solutions, if there is one.
    pub space: Option<&'a Space<'a>>,
    /// What counts as one clue.
    pub by: By,
    /// The solution that the clues must leave.
    pub target: ClueTarget,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The memory limit of a count that checks the result, in bytes.
    pub memory: u64,
    /// The stop flag and the progress reports.
    pub monitor: &'a RunContext,
}

/// The fewest clues found, and the solution they leave.
#[derive(Debug, Clone)]
pub struct MinCluesAnswer {
    /// The options of the target solution, sorted.
    pub solution: Vec<OptionId>,
    /// How the solution was chosen.
    pub choice: TargetChoice,
    /// The clues, which are true of this solution only; `None` if none were found within the
    /// limits.
    pub clues: Option<Vec<Clue>>,
    /// The result of the search for the fewest clues of this solution.
    pub least: FewestClues,
    /// A lower bound on the number of clues that any solution of the puzzle needs.
    pub any_at_least: usize,
    /// The engine by which the clues were confirmed to leave only this solution. Another engine
    /// found them. `None` if every check took too long.
    pub checked_by: Option<&'static str>,
}

/// Why a search for the fewest clues has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MinCluesError {
    /// The puzzle has no solution.
    #[error("there is no solution")]
    NoSolution,
    /// No solution matches the patterns.
    #[error("no solution contains all these placements")]
    NoneHolds,
    /// Even all clues together leave another solution.
    #[error(
        "no clues make this solution the only one: {}",
        match .0 {
            By::Givens => "another solution has the same placements, and more",
            By::Cells => "another solution has the same pieces on the same cells, or covers more \
                          cells; try --by givens",
        }
    )]
    Indistinct(By),
    /// The target is a number, but there is no diagram in which the solutions are numbered.
    #[error(
        "solutions have no numbers here, because there is no diagram of all of them: name \
         placements instead"
    )]
    NoNumbers,
    /// The number of the target is too large.
    #[error("there is no solution {number}: solutions are numbered from 1 to {count}")]
    Beyond {
        /// The requested number.
        number: BigUint,
        /// The number of solutions.
        count: BigUint,
    },
    /// A computation on a diagram of solutions failed.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The solution space cannot be filtered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The engine library refused an item or an option for the clues.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// No solution was found within the limits.
    #[error("no solution was found within the time limit")]
    TooLong,
    /// The stop flag was set before a solution was found.
    #[error("interrupted")]
    Stopped,
    /// An engine returned options that are not a solution.
    #[error("an engine found a wrong solution: this is a bug in tilewright, please report it")]
    NotASolution(#[from] CoverError),
    /// Two engines contradict each other.
    #[error("two engines contradict each other: this is a bug in tilewright, please report it")]
    Contradiction,
}

impl From<NoAnswer> for MinCluesError {
    fn from(error: NoAnswer) -> Self {
        match error {
            NoAnswer::Stopped => Self::Stopped,
            NoAnswer::TooLong => Self::TooLong,
        }
    }
}

impl MinClues<'_> {
    /// Finds the fewest clues, on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// [`MinCluesError`].
    pub fn run(&self) -> Result<MinCluesAnswer, MinCluesError> {
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
            // Of solutions with equally few clues, the first is taken.
            .min_by_key(|(_, least, _)| least.clues.as_ref().map_or(usize::MAX, Vec::len));
        let Some((clues, mut least, solution)) = best else {
            return Err(MinCluesError::Indistinct(self.by));
        };
        let needed = least.clues.as_ref().map(Vec::len);
        let choice = match chosen.choice {
            TargetChoice::FewestOf(_) if needed == Some(chosen.at_least) => TargetChoice::Fewest,
            TargetChoice::Fewest if several && !is_exact => {
                TargetChoice::FewestOf(chosen.solutions.len())
            }
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
        Ok(MinCluesAnswer {
            solution,
            choice,
            clues: given.map(|given| given.ones().map(|clue| clues[clue].clone()).collect()),
            least,
            any_at_least: chosen.at_least,
            checked_by,
        })
    }

    /// The candidates for the solution that the clues must leave.
    fn chosen(&self) -> Result<BestSolutions, MinCluesError> {
        let Some(space) = self.space else {
            return self.first();
        };
        let diagram = space.diagram();
        if diagram.count() == BigUint::ZERO {
            return Err(MinCluesError::NoSolution);
        }
        match &self.target {
            ClueTarget::Any if diagram.count() == 1_u32.into() => {
                Ok(among_some(diagram, self.seed))
            }
            ClueTarget::Any => {
                let instance = self.instance;
                Ok(among_all(
                    instance,
                    self.by,
                    diagram,
                    self.symmetry_classes,
                    self.seed,
                )?)
            }
            ClueTarget::Number(number) => {
                let count = diagram.count();
                if *number == BigUint::ZERO || *number > count {
                    return Err(MinCluesError::Beyond {
                        number: number.clone(),
                        count,
                    });
                }
                let solution = diagram.nth(&(number - 1_u32))?;
                Ok(asked(solution))
            }
            ClueTarget::Holding(patterns) => {
                let mut left = space.clone();
                for pattern in patterns {
                    left = left.filtered(&Filter::With(pattern.clone()))?;
                }
                if left.count() == BigUint::ZERO {
                    return Err(MinCluesError::NoneHolds);
                }
                Ok(among_some(left.diagram(), self.seed))
            }
        }
    }

    /// The target if there is no diagram of all solutions: the first solution that a search finds.
    fn first(&self) -> Result<BestSolutions, MinCluesError> {
        let patterns = match &self.target {
            ClueTarget::Any => &[][..],
            ClueTarget::Number(_) => return Err(MinCluesError::NoNumbers),
            ClueTarget::Holding(patterns) => patterns,
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
                choice: TargetChoice::First,
                ..asked(solution)
            }),
            Ok(Answer::Known(None)) if patterns.is_empty() => Err(MinCluesError::NoSolution),
            Ok(Answer::Known(None)) => Err(MinCluesError::NoneHolds),
            Ok(Answer::Stopped(())) => Err(MinCluesError::Stopped),
            Ok(Answer::OutOfBudget(())) | Err(_) => Err(MinCluesError::TooLong),
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

    /// Confirms the clues with another engine than the one that found them: a search if the diagram
    /// was used, `links` if `bits` was used. If that takes too long, a sweep confirms them.
    fn check(
        &self,
        solution: &[OptionId],
        clues: &[Clue],
        given: &FixedBitSet,
    ) -> Result<Option<&'static str>, MinCluesError> {
        let under = under(
            self.instance.problem(),
            given.ones().map(|clue| &clues[clue]),
        )?;
        let bits = Bits::fits(&under);
        if self.space.is_some() {
            let name = if bits { "bits" } else { "links" };
            match self.by_search(solution, clues).difference(given) {
                Ok(None) => return Ok(Some(name)),
                Ok(Some(_)) => return Err(MinCluesError::Contradiction),
                Err(_) => {}
            }
        } else if bits {
            let links = solver(&under, self.monitor).engine(Engine::Links);
            match links.other_than(solution) {
                Ok(Answer::Known(None)) => return Ok(Some("links")),
                Ok(Answer::Known(Some(_))) => return Err(MinCluesError::Contradiction),
                Ok(Answer::Stopped(()) | Answer::OutOfBudget(())) | Err(_) => {}
            }
        }
        let sweep = Frontier::new(&under)
            .memory(self.memory)
            .count(&mut |_| break_if(self.monitor.is_set()));
        match sweep {
            Ok(report) if report.complete && report.count == 1_u32.into() => Ok(Some("frontier")),
            Ok(report) if report.complete => Err(MinCluesError::Contradiction),
            _ => Ok(None),
        }
    }
}

fn asked(solution: Vec<OptionId>) -> BestSolutions {
    BestSolutions {
        solutions: vec![solution],
        at_least: 0,
        choice: TargetChoice::Asked,
    }
}
