//! Counts the solutions of every goal of a file.
//!
//! The goals are distributed among the threads. Their counts are independent.

use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use rayon::prelude::*;

use crate::cover::Instance;
use crate::puzzle::{Goal, Puzzle, PuzzleFile};
use crate::solve::SolveError;
use crate::solve::counting::{CountRequest, CountResult, Known};
use crate::solve::refute::feasibility::obstacles;
use crate::solve::search::RunContext;

/// How many solutions one goal has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalCount {
    /// The total number of solutions.
    pub solutions: Known<BigUint>,
    /// The number of solutions up to the goal's own symmetries.
    pub distinct: Known<BigUint>,
    /// The number of solutions up to rotations only.
    pub distinct_rotations: Known<BigUint>,
    /// Why there is no solution, if that is found without a search.
    pub obstacle: Option<String>,
}

/// Counts the solutions of each goal of a puzzle file.
///
/// ```
/// use tilewright::design::families::{Family, Summary};
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::RunContext;
///
/// // Two dominoes on five cells in a row: which cell may stay open?
/// let text = "(lattice: Square, board: Rect(5, 1), goals: [Holes(count: 1)],
///     pieces: [Set(of: Polyominoes(2), copies: 2)])";
/// let file = load(&Source::new("row.ron", text))?;
/// let family = Family {
///     file: &file,
///     monitor: &RunContext::silent(),
///     certify: false,
///     solutions_alone: false,
/// };
/// let counts = family.count(&|_| ()).expect("rows are counted");
/// // Not the second, and not the fourth.
/// assert_eq!(Summary::of(&counts).impossible, [1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Family<'a> {
    /// The puzzle with its goals.
    pub file: &'a PuzzleFile,
    /// The resources, the stop flag and the progress.
    pub monitor: &'a RunContext,
    /// Whether to count each goal again by another method, and compare.
    pub certify: bool,
    /// Whether only the total numbers of solutions are counted. The numbers of distinct solutions
    /// are then unknown.
    pub solutions_alone: bool,
}

impl Family<'_> {
    /// Counts the solutions of each goal, in the file's order. `None` for goals without a result
    /// before a stop. `on_progress` receives the number of goals done.
    ///
    /// Cost: that of counting each goal, one goal per thread. The memory is that of the counts in
    /// progress.
    ///
    /// # Errors
    ///
    /// A goal has too many placements, the requested engine cannot count it, or a certificate
    /// contradicts its count.
    pub fn count(
        &self,
        on_progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Option<GoalCount>>, SolveError> {
        let goals = &self.file.goals;
        // With fewer goals than threads, each goal has several threads.
        let threads = self.monitor.resources.threads.get();
        let at_once = threads.min(goals.len()).max(1);
        let each = self.monitor.share(at_once);
        let done = AtomicUsize::new(0);
        let count = |goal: &Goal| {
            let count = match self.goal(goal, &each) {
                // An interrupted goal is left out, and the other goals are still reported.
                Err(SolveError::Interrupted) => None,
                count => count?,
            };
            on_progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(count)
        };
        match rayon::ThreadPoolBuilder::new().num_threads(at_once).build() {
            // Each thread takes one goal at a time, since some goals take far longer than others.
            Ok(pool) => pool.install(|| goals.par_iter().with_max_len(1).map(count).collect()),
            // If the system refuses to start more threads, this thread does all the work.
            Err(_) => goals.iter().map(count).collect(),
        }
    }

    fn goal(&self, goal: &Goal, monitor: &RunContext) -> Result<Option<GoalCount>, SolveError> {
        if monitor.is_set() {
            return Ok(None);
        }
        let puzzle = self.file.with_goal(goal).puzzle;
        let instance = Instance::with_filter_until(puzzle, monitor.stop())?;
        if let Some(obstacle) = obstacles(&instance).into_iter().next() {
            return Ok(Some(GoalCount {
                obstacle: Some(obstacle.message(instance.puzzle())),
                ..self.asked(instance.puzzle(), CountResult::none())
            }));
        }
        let request = CountRequest {
            solutions_alone: self.solutions_alone,
            certify: self.certify,
        };
        let count = request.count(&instance, monitor)?;
        let nothing = count.solutions == Known::AtLeast(BigUint::ZERO);
        Ok((!nothing).then(|| self.asked(instance.puzzle(), count)))
    }

    /// Converts the result of a count to that of a goal, and drops numbers that were not requested.
    fn asked(&self, puzzle: &Puzzle, count: CountResult) -> GoalCount {
        let count = if self.solutions_alone {
            count.of_solutions_alone()
        } else {
            count
        };
        GoalCount {
            solutions: count.solutions,
            distinct: count.distinct,
            distinct_rotations: count.distinct_rotations,
            obstacle: count.refuted.map(|obstacle| obstacle.message(puzzle)),
        }
    }
}

/// Totals and extremes over the counts of goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The number of goals whose number of solutions is known exactly.
    pub counted: usize,
    /// The indices of goals without a solution.
    pub impossible: Vec<usize>,
    /// The minimum number of solutions of a solvable goal, and the goals with that number. `None`
    /// if no goal has a solution. Goals without an exact count are left out.
    pub hardest: Option<(BigUint, Vec<usize>)>,
    /// The maximum number of solutions of a goal, and the goals with that number. The same goals
    /// are left out as for `hardest`.
    pub easiest: Option<(BigUint, Vec<usize>)>,
    /// The total number of solutions of all goals.
    pub solutions: Known<BigUint>,
    /// The total number of solutions of all goals, each up to its goal's own symmetries.
    pub distinct: Known<BigUint>,
    /// The total number of solutions of all goals, each up to rotations.
    pub distinct_rotations: Known<BigUint>,
}

impl Summary {
    /// Sums up the counts of the goals of a file. Goals without a count are left out.
    pub fn of(counts: &[Option<GoalCount>]) -> Self {
        let counted = || {
            let all = counts.iter().enumerate();
            all.filter_map(|(at, count)| Some((at, count.as_ref()?.solutions.exact()?)))
        };
        let possible = || counted().filter(|(_, solutions)| **solutions != BigUint::ZERO);
        let with = |wanted: Option<&BigUint>| {
            let wanted = wanted?;
            let goals = possible().filter(|(_, solutions)| *solutions == wanted);
            Some((wanted.clone(), goals.map(|(at, _)| at).collect()))
        };
        let sum = |of: fn(&GoalCount) -> &Known<BigUint>| {
            let numbers = counts
                .iter()
                .map(|count| count.as_ref().map_or(&Known::Unknown, of));
            let is_known = |number: &&Known<BigUint>| **number != Known::Unknown;
            // If no goal was counted up to symmetry, the sum is unknown rather than at least 0.
            if counts.is_empty() || numbers.clone().any(|number| is_known(&number)) {
                numbers.sum()
            } else {
                Known::Unknown
            }
        };
        Self {
            counted: counted().count(),
            impossible: counted()
                .filter(|(_, solutions)| **solutions == BigUint::ZERO)
                .map(|(at, _)| at)
                .collect(),
            hardest: with(possible().map(|(_, solutions)| solutions).min()),
            easiest: with(possible().map(|(_, solutions)| solutions).max()),
            solutions: sum(|count| &count.solutions),
            distinct: sum(|count| &count.distinct),
            distinct_rotations: sum(|count| &count.distinct_rotations),
        }
    }
}
