//! Counting all goals of a file.
//!
//! The goals are shared out to the threads, each counted on one; what is counted
//! of a goal does not depend on the others.

use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use rayon::prelude::*;

use crate::cover::Instance;
use crate::puzzle::{Goal, Puzzle, PuzzleFile};
use crate::solve::SolveError;
use crate::solve::counting::{Count, CountRequest, Known};
use crate::solve::refute::feasibility::obstacles;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// What was counted of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalCount {
    /// All solutions.
    pub solutions: Known<BigUint>,
    /// Solutions up to the goal's own symmetries.
    pub distinct: Known<BigUint>,
    /// Solutions up to the rotations among them.
    pub distinct_rotations: Known<BigUint>,
    /// Why there is none, if that can be seen without a search.
    pub obstacle: Option<String>,
}

/// The goals of a puzzle, to be counted.
///
/// ```
/// use tilewright::solve::resources::Resources;
/// use tilewright::design::families::{Family, Summary};
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::Monitor;
///
/// // Two dominoes on five cells in a row: which cell may stay open?
/// let text = "(lattice: Square, board: Rect(5, 1), goals: [Holes(count: 1)],
///     pieces: [Set(of: Polyominoes(2), copies: 2)])";
/// let file = load(&Source::new("row.ron", text))?;
/// let family = Family {
///     file: &file,
///     resources: &Resources::default(),
///     monitor: &Monitor::silent(),
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
    /// With what means.
    pub resources: &'a Resources,
    /// Stops the count.
    pub monitor: &'a Monitor,
    /// Whether each goal is counted once more in another way, and compared.
    pub certify: bool,
    /// Whether symmetries are not looked for: the distinct solutions stay unknown.
    pub solutions_alone: bool,
}

impl Family<'_> {
    /// Counts the goals, in the file's order; none for those of which a signal left
    /// nothing known. `hear` is told how many are done.
    ///
    /// Cost: the counts of the goals, one a thread; memory for those under way.
    ///
    /// # Errors
    ///
    /// A goal that has too many placements, or that the engine asked for cannot
    /// count; a certificate that contradicts its count.
    pub fn count(
        &self,
        hear: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Option<GoalCount>>, SolveError> {
        let goals = &self.file.goals;
        let threads = self.resources.threads.get();
        // Few goals are given several threads each.
        let each = (threads / goals.len().max(1)).max(1);
        let at_once = threads.min(goals.len()).max(1);
        let resources = Resources {
            threads: each.try_into().unwrap_or(self.resources.threads),
            memory: Some(self.resources.memory() / at_once as u64),
            ..*self.resources
        };
        let done = AtomicUsize::new(0);
        let count = |goal: &Goal| {
            let count = match self.goal(goal, &resources) {
                // What is known of the other goals is told.
                Err(SolveError::Interrupted) => None,
                count => count?,
            };
            hear(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(count)
        };
        match rayon::ThreadPoolBuilder::new().num_threads(at_once).build() {
            // One by one: goals differ much in what they take.
            Ok(pool) => pool.install(|| goals.par_iter().with_max_len(1).map(count).collect()),
            // The system refuses threads.
            Err(_) => goals.iter().map(count).collect(),
        }
    }

    fn goal(&self, goal: &Goal, resources: &Resources) -> Result<Option<GoalCount>, SolveError> {
        if self.monitor.is_set() {
            return Ok(None);
        }
        let puzzle = self.file.with_goal(goal).puzzle;
        let instance = Instance::with_filter_until(puzzle, self.monitor.stop())?;
        if let Some(obstacle) = obstacles(&instance).into_iter().next() {
            return Ok(Some(GoalCount {
                obstacle: Some(obstacle.message(instance.puzzle())),
                ..self.asked(instance.puzzle(), Count::none())
            }));
        }
        let request = CountRequest {
            solutions_alone: self.solutions_alone,
            certify: self.certify,
        };
        let count = request.count(&instance, resources, &self.monitor.quietly())?;
        let nothing = count.solutions == Known::AtLeast(BigUint::ZERO);
        Ok((!nothing).then(|| self.asked(instance.puzzle(), count)))
    }

    /// Of a count, what was asked for.
    fn asked(&self, puzzle: &Puzzle, count: Count) -> GoalCount {
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

/// What the counts of some goals come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many goals were counted: their solutions are known exactly.
    pub counted: usize,
    /// Those without a solution, by their indices.
    pub impossible: Vec<usize>,
    /// The fewest solutions of a goal that has any, and the goals that have so
    /// many; none if no goal has any. Goals that were not counted are left out.
    pub hardest: Option<(BigUint, Vec<usize>)>,
    /// The most solutions of a goal, likewise.
    pub easiest: Option<(BigUint, Vec<usize>)>,
    /// The solutions of all goals.
    pub solutions: Known<BigUint>,
    /// The same, each up to its goal's own symmetries.
    pub distinct: Known<BigUint>,
    /// The same up to rotations.
    pub distinct_rotations: Known<BigUint>,
}

impl Summary {
    /// Sums up what was counted.
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
            // What was not counted of any goal is not at least 0, but unknown.
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
