//! Finds the solutions of minimum or maximum total cost.
//!
//! A search with dancing links takes turns with a sweep. The sweep makes a diagram without the items that are open
//! nearly throughout, and then searches the diagram for the best paths. Both give bounds on all solutions that are
//! not found yet. The answer is complete as soon as one of them ends, or the bounds show that no better solution
//! is left. The turns of each grow by a factor of four, and are measured by work, so the answer is the same on
//! every machine.

use super::losses::LossProblem;
use super::stop_check::{Ending, StopCheck};
use super::{Answer, Solution, Solver, SolverError};
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::{FrontierError, FrontierProgress, LightestPaths, LightestRequest};
use crate::links::{Cheapest, cheapest};
use crate::parallel::Advance;
use crate::problem::{ItemId, OptionId};
use crate::search::{Accept, Progress};

/// The number of links that the search visits in its first turn. They take about 20 ms.
const FIRST_LINKS: u64 = 1 << 22;

/// The limit on the work of the sweep's first turn: on the number of states made while the diagram is built or,
/// once it is built, on the number of paths extended along it. Either takes about 20 ms.
#[cfg(feature = "frontier")]
const FIRST_STATES: u64 = 1 << 15;

/// The factor by which each turn is longer than the one before.
const GROWTH: u64 = 4;

/// After this number of turns, all turns have the same length.
const MOST_TURNS: u32 = 16;

/// A solution and the total cost of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostedSolution {
    /// The sum of the costs of the options.
    pub cost: u64,
    /// The options, the givens first.
    pub options: Solution,
}

/// Which solutions are the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// Those of least total cost.
    Least,
    /// Those of greatest total cost.
    Greatest,
}

/// The best solutions found, and how good others may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestSolutions {
    /// The solutions, the best first. Solutions of equal cost are in the order of their sorted lists of options.
    pub solutions: Vec<CostedSolution>,
    /// A bound on the cost of all solutions that are not listed: none of them is better. `None` if no bound is
    /// known, or if all solutions are listed.
    pub bound: Option<u64>,
}

impl Solver<'_> {
    /// Finds the `most` solutions of minimum total [cost](crate::Problem::set_cost), the cheapest first; all
    /// solutions if there are fewer. (Minimum-cost exact cover.)
    ///
    /// The same as [`optimal`](Self::optimal) with [`Sense::Least`].
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b c\na b |4\nb c |2\na |3\nc |2\nb |1\n")?;
    /// let best = Solver::new(&problem).best(2)?.known().expect("it has few nodes");
    /// let costs: Vec<u64> = best.iter().map(|solution| solution.cost).collect();
    /// assert_eq!(costs, [5, 6]);
    /// let mut options: Vec<usize> = best[0].options.iter().map(|option| option.index()).collect();
    /// options.sort();
    /// assert_eq!(options, [1, 2], "b c |2 and a |3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`optimal`](Self::optimal).
    pub fn best(
        &self,
        most: usize,
    ) -> Result<Answer<Vec<CostedSolution>, Vec<CostedSolution>>, SolverError> {
        Ok(match self.optimal(Sense::Least, most, None)? {
            Answer::Known(best) => Answer::Known(best.solutions),
            Answer::Stopped(best) => Answer::Stopped(best.solutions),
            Answer::OutOfBudget(best) => Answer::OutOfBudget(best.solutions),
        })
    }

    /// Finds the `most` solutions of minimum or maximum total [cost](crate::Problem::set_cost), the best first; all
    /// solutions if there are fewer. If `accept` is given, only solutions that it accepts count.
    ///
    /// [`Links`](crate::Links) skips subtrees that cannot be better than the known solutions.
    /// [`Frontier`](crate::Frontier) sweeps without the items that are open nearly throughout, and then searches the
    /// diagram, the best paths first, while it counts these items. Without a selected engine, both take turns. The
    /// sweep may use all [threads](Self::threads) of the solver; everything else runs on one thread. Among solutions
    /// of equal cost, the choice depends on the engine, and is the same on every machine. If the search is stopped or
    /// out of budget, the partial answer holds the best solutions found so far, and a bound on all others.
    ///
    /// At worst it searches as many nodes as without costs. Memory is proportional to the problem, to `most` solutions
    /// and, for the frontier, to the states; where these outgrow the memory, the search continues alone.
    ///
    /// Source: Knuth's program `dlx5.w`; TAOCP 4B, section 7.2.2.1. For the sweep, see
    /// [`Frontier`](crate::Frontier).
    ///
    /// ```
    /// use tilewright_dlx::{Sense, Solver, text};
    ///
    /// // Each of three items may be covered; the values are 4, 3 and 3.
    /// let problem = text::read("0:1|a 0:1|b 0:1|c\na b |4\nb c |3\na |3\n")?;
    /// let best = Solver::new(&problem).optimal(Sense::Greatest, 1, None)?.known().expect("it has few nodes");
    /// assert_eq!(best.solutions[0].cost, 6, "b c |3 and a |3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolverError::KnowsNoCosts`] if another engine than these two was selected. With
    /// [`Frontier`](crate::Frontier) also those of a [diagram](crate::Frontier::diagram).
    pub fn optimal(
        &self,
        sense: Sense,
        most: usize,
        accept: Option<&Accept<'_>>,
    ) -> Result<Answer<BestSolutions, BestSolutions>, SolverError> {
        self.optimal_by(sense, most, None, accept)
    }

    /// Like [`optimal`](Self::optimal), but solutions that cover each of `items` equally often count as one,
    /// and only the best of them is found. If `items` are pieces, each result is the best solution with another
    /// choice of pieces. The work is done by a sweep. If `accept` is given, how often the solution covers
    /// `items` must determine its answer.
    ///
    /// ```
    /// use tilewright_dlx::{Sense, Solver, text};
    ///
    /// // Two options with the item x, two with y; a solution takes one of them.
    /// let problem = text::read("a 0:1|x 0:1|y\na x |5\na x |4\na y |3\na y |2\n")?;
    /// let pieces = ["x", "y"].map(|name| problem.item(name).unwrap());
    /// let best = Solver::new(&problem).optimal_choices(Sense::Greatest, 3, &pieces, None)?;
    /// let costs = best.known().map(|best| best.solutions.iter().map(|one| one.cost).collect());
    /// assert_eq!(costs, Some(vec![5, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Another engine than [`Frontier`](crate::Frontier) was selected; the counters of the items need more than 128 bits;
    /// or one of the errors of a [diagram](crate::Frontier::diagram).
    #[cfg(feature = "frontier")]
    pub fn optimal_choices(
        &self,
        sense: Sense,
        most: usize,
        items: &[ItemId],
        accept: Option<&Accept<'_>>,
    ) -> Result<Answer<BestSolutions, BestSolutions>, SolverError> {
        if let Some(engine) = self.engine.filter(|engine| *engine != Engine::Frontier) {
            return Err(SolverError::KnowsNoCosts { engine });
        }
        self.optimal_by(sense, most, Some(items), accept)
    }

    fn optimal_by(
        &self,
        sense: Sense,
        most: usize,
        by: Option<&[ItemId]>,
        accept: Option<&Accept<'_>>,
    ) -> Result<Answer<BestSolutions, BestSolutions>, SolverError> {
        if let Some(engine) = self.engine.filter(|engine| !knows_costs(*engine)) {
            return Err(SolverError::KnowsNoCosts { engine });
        }
        let mut stop_check = StopCheck::new(self);
        // The search calls the stop check only after some work, and a small search never does. So the flag is
        // checked here.
        if stop_check.check_flag().is_break() || most == 0 {
            return Ok(stop_check.ending().answer(BestSolutions::default()));
        }
        let mut run = BestRun::new(self, (sense, most, by), accept, &mut stop_check)?;
        for turn in 0_u32.. {
            let growth = GROWTH.pow(turn.min(MOST_TURNS));
            if run.is_proved() || run.search(growth, &mut stop_check) {
                break;
            }
            #[cfg(feature = "frontier")]
            if run.is_proved() || run.sweep(growth, &mut stop_check)? {
                break;
            }
            if stop_check.ending() != Ending::Answered {
                return Ok(stop_check.ending().answer(run.best()));
            }
        }
        let best = run.best();
        let bound = best.bound.filter(|_| best.solutions.len() == most);
        Ok(Answer::Known(BestSolutions { bound, ..best }))
    }
}

/// Whether an engine can find the solutions of minimum or maximum total cost.
fn knows_costs(engine: Engine) -> bool {
    match engine {
        Engine::Links => true,
        #[cfg(feature = "frontier")]
        Engine::Frontier => true,
        _ => false,
    }
}

/// A search and a sweep for the best solutions. In both, the best solutions are those of least weight: a weight
/// is a cost or, if the greatest cost is sought, its negative.
struct BestRun<'s, 'p> {
    #[cfg_attr(
        not(feature = "frontier"),
        expect(dead_code, reason = "only a sweep needs its settings")
    )]
    solver: &'s Solver<'p>,
    sense: Sense,
    most: usize,
    accept: Option<&'s Accept<'s>>,
    /// If given, solutions that cover each of these items equally often count as one.
    #[cfg(feature = "frontier")]
    by: Option<&'s [ItemId]>,
    /// The weight of each option, by its index.
    weights: Vec<i64>,
    /// The search; `None` if another engine was selected.
    search: Option<Box<dyn Cheapest>>,
    /// If solutions of greatest cost are sought, the problem of least cost that is searched instead.
    losses: Option<LossProblem>,
    #[cfg(feature = "frontier")]
    sweep: BestSweep,
}

/// The state of the sweep for the best solutions.
#[cfg(feature = "frontier")]
enum BestSweep {
    /// The diagram is not made yet.
    Diagram,
    Paths(Box<LightestPaths>),
    /// The diagram cannot be made, or another engine was selected.
    Refused,
}

impl<'s, 'p> BestRun<'s, 'p> {
    fn new(
        solver: &'s Solver<'p>,
        (sense, most, by): (Sense, usize, Option<&'s [ItemId]>),
        accept: Option<&'s Accept<'s>>,
        stop_check: &mut StopCheck<'_, '_>,
    ) -> Result<Self, SolverError> {
        let problem = solver.problem;
        let weight = |option| match sense {
            Sense::Least => i64::from(problem.cost(option)),
            Sense::Greatest => -i64::from(problem.cost(option)),
        };
        let mut run = Self {
            solver,
            sense,
            most,
            accept,
            #[cfg(feature = "frontier")]
            by,
            weights: problem.options().map(weight).collect(),
            search: None,
            losses: None,
            #[cfg(feature = "frontier")]
            sweep: match solver.engine {
                None | Some(Engine::Frontier) => BestSweep::Diagram,
                Some(_) => BestSweep::Refused,
            },
        };
        if by.is_none() && matches!(solver.engine, None | Some(Engine::Links)) {
            let mut pass = |progress: &Progress| stop_check.check(progress);
            let costs: Vec<u64> = problem
                .options()
                .map(|at| problem.cost(at).into())
                .collect();
            run.losses = match sense {
                Sense::Least => None,
                Sense::Greatest => Some(LossProblem::of(problem)?),
            };
            let (problem, costs) = match &run.losses {
                Some(losses) => (&losses.problem, &losses.losses),
                None => (problem, &costs),
            };
            // If `pass` breaks out, the stop check has recorded why.
            let search = cheapest(problem, costs, &solver.givens, most, &mut pass);
            run.search = search.continue_value();
        }
        Ok(run)
    }

    /// Continues the search for a turn. Returns whether the search has ended.
    fn search(&mut self, growth: u64, stop_check: &mut StopCheck<'_, '_>) -> bool {
        let Some(search) = &mut self.search else {
            return false;
        };
        let (losses, accept) = (&self.losses, self.accept);
        let original = |found: &[OptionId]| match losses {
            Some(losses) => losses.original(found.to_vec()),
            None => found.to_vec(),
        };
        let accept_original =
            accept.map(|accept| move |found: &[OptionId]| accept(&original(found)));
        let accept = accept_original.as_ref().map(|accept| accept as &Accept<'_>);
        let mut pass = |progress: &Progress| stop_check.check(progress);
        search.advance(FIRST_LINKS * growth, accept, &mut pass) == Advance::Done
    }

    /// Continues the sweep for a turn. Returns whether the sweep has ended.
    #[cfg(feature = "frontier")]
    fn sweep(
        &mut self,
        growth: u64,
        stop_check: &mut StopCheck<'_, '_>,
    ) -> Result<bool, SolverError> {
        if stop_check.ending() != Ending::Answered {
            return Ok(false);
        }
        let limit = self.limit(&self.found());
        let searched = self.search.as_ref().map_or(0, |search| search.nodes());
        let mut watcher = |progress: &FrontierProgress| {
            let nodes = searched.saturating_add(progress.states);
            stop_check.check(&Progress {
                nodes,
                ..progress.into()
            })
        };
        let states = FIRST_STATES * growth;
        let swept = match &mut self.sweep {
            BestSweep::Refused => return Ok(false),
            BestSweep::Diagram => {
                let threads = self.solver.most_threads();
                let sweep = self.solver.frontier.clone().threads(threads);
                let request = LightestRequest {
                    weights: &self.weights,
                    most: self.most,
                    by: self.by,
                };
                let paths = sweep.lightest(request, states, limit, &mut watcher);
                paths.map(|paths| {
                    if let Some(paths) = paths {
                        self.sweep = BestSweep::Paths(Box::new(paths));
                    }
                    Advance::Left
                })
            }
            BestSweep::Paths(paths) => paths.advance(states, limit, self.accept, &mut watcher),
        };
        match swept {
            Ok(advance) => return Ok(advance == Advance::Done),
            Err(FrontierError::Interrupted) => {}
            Err(error) if self.search.is_none() => return Err(error.into()),
            Err(_) => self.sweep = BestSweep::Refused,
        }
        Ok(false)
    }

    /// The best solutions found so far, each with its weight, the best first.
    fn found(&self) -> Vec<(i64, Vec<OptionId>)> {
        let mut found = Vec::new();
        if let Some(search) = &self.search {
            found.extend(
                search
                    .found()
                    .into_iter()
                    .map(|options| match &self.losses {
                        Some(losses) => losses.original(options),
                        None => options,
                    }),
            );
        }
        #[cfg(feature = "frontier")]
        if let BestSweep::Paths(paths) = &self.sweep {
            found.extend(paths.found().iter().map(|(_, options)| options.clone()));
        }
        let weighed = found.into_iter().map(|options| {
            let weights = options.iter().map(|option| self.weights[option.index()]);
            let mut sorted = options.clone();
            sorted.sort_unstable();
            (weights.sum::<i64>(), sorted, options)
        });
        let mut weighed: Vec<_> = weighed.collect();
        weighed.sort_unstable();
        weighed.dedup_by(|one, other| one.1 == other.1);
        weighed.truncate(self.most);
        weighed
            .into_iter()
            .map(|(weight, _, options)| (weight, options))
            .collect()
    }

    /// The weight that a new solution must stay below to be listed among the best. `None` if fewer than `most`
    /// solutions are known.
    fn limit(&self, found: &[(i64, Vec<OptionId>)]) -> Option<i64> {
        let last = found.last().filter(|_| found.len() == self.most);
        last.map(|(weight, _)| *weight)
    }

    /// A lower bound on the weight of every solution that has not been found yet.
    fn bound(&self) -> Option<i64> {
        let of_search = self.search.as_ref().map(|search| match &self.losses {
            None => i64::try_from(search.bound()).unwrap_or(i64::MAX),
            Some(losses) => {
                i64::try_from(losses.value_at_most(search.bound())).map_or(i64::MIN, |value| -value)
            }
        });
        #[cfg(feature = "frontier")]
        if let BestSweep::Paths(paths) = &self.sweep {
            return of_search.max(paths.bound());
        }
        of_search
    }

    /// Whether no solution can be better than the known ones.
    fn is_proved(&self) -> bool {
        let bound = self.bound();
        self.limit(&self.found())
            .is_some_and(|limit| bound.is_some_and(|bound| limit <= bound))
    }

    fn best(&self) -> BestSolutions {
        let cost = |weight: i64| match self.sense {
            Sense::Least => u64::try_from(weight).unwrap_or(0),
            Sense::Greatest => u64::try_from(-weight).unwrap_or(0),
        };
        let costed = |(weight, options)| CostedSolution {
            cost: cost(weight),
            options,
        };
        let found = self.found();
        let bound = match (self.bound(), self.limit(&found)) {
            (Some(bound), Some(limit)) => Some(bound.min(limit)),
            (bound, limit) => bound.or(limit),
        };
        BestSolutions {
            solutions: found.into_iter().map(costed).collect(),
            bound: bound.map(cost),
        }
    }
}
