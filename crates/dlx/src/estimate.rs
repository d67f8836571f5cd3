//! Knuth's Monte Carlo estimate of a search: its nodes, updates and solutions, without the search.
//!
//! A walk goes from the root of the tree of [`Links`] down to a leaf. At every node it takes one of the branches, all
//! with the same probability. So it visits a node v with probability 1 / w(v), where the *weight* w(v) is the product
//! of the degrees of the nodes above v. For any f, the sum of w(v) f(v) over the visited nodes v therefore has the
//! sum of f over all nodes of the tree as its expectation. With the following f(v), the estimates have no bias:
//!
//! - **nodes**: the branches of v that try an option, all of them and not only the one taken.
//! - **updates**: those that cover the item of v, made once for all branches; plus those of the branch taken times
//!   the degree of v, as an estimate for all branches. For a bounded item, the updates of a branch are those that
//!   [`Profile`](crate::Profile) counts for it. They are the removal of its own option, but not of earlier options,
//!   and the covering of the option's items, or of the item itself for "no more".
//! - **solutions** and **dead ends**: 1 at a leaf of that kind. Walks that end in a leaf of the other kind count as zero.
//!   (The depth of a leaf does not determine its kind: in IQ Fit, most leaves at full depth still have open
//!   cells.)
//!
//! Givens are chosen before the walks and counted exactly. Weights are `f64`: products of degrees are exact up to
//! 2^53, and have a relative error of 2^-53 for each factor beyond.
//!
//! Walk number i has a separate generator, xoshiro256++ seeded from the seed and i. So an estimate depends only on
//! the problem, the heuristic, the seed and the number of walks.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
//! Computation 29 (1975), 121–136, Theorem 1; D. Blackman and S. Vigna, "Scrambled linear
//! pseudorandom number generators", ACM TOMS 47 (2021), for xoshiro256++.

mod at_least;
mod mean;
mod population;

use std::ops::ControlFlow::{self, Break, Continue};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

pub use mean::Mean;

use crate::links::{GivenError, Links, WalkStep, Walker};
use crate::problem::{OptionId, Problem};
use crate::search::Heuristic;
use crate::stop::{StopFlag, Stopped};
use crate::subtree::Subtree;
use at_least::CutOff;
use mean::RunningMean;

/// In a long walk, `keep_going` is called after this many links have been visited.
const LINKS_PER_QUESTION: u64 = 1 << 22;

/// The estimated work and leaves on one level of the search tree. On level k, k options are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelEstimate {
    /// The number of options tried on this level.
    pub nodes: Mean,
    /// The number of updates on this level: see [`Profile::updates`](crate::Profile::updates).
    pub updates: Mean,
    /// The number of solutions on this level: on level k, those with k options.
    pub solutions: Mean,
    /// The number of leaves on this level that are not solutions.
    pub dead_ends: Mean,
}

/// An estimate of the work of a search and of its number of solutions.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Estimate {
    /// The number of random walks from which the estimate is made.
    pub samples: u64,
    /// The levels, from level 0 to the deepest one reached. Levels that the [`Profile`](crate::Profile) of the
    /// search does not have contain only leaves.
    pub levels: Vec<LevelEstimate>,
    /// The number of options tried, not counting the root: see [`Profile::nodes`](crate::Profile::nodes).
    pub nodes: Mean,
    /// The number of updates: see [`Profile::updates`](crate::Profile::updates).
    pub updates: Mean,
    /// The number of solutions of the problem.
    pub solutions: Mean,
    /// The number of leaves that are not solutions.
    pub dead_ends: Mean,
    /// Lower bounds on the true numbers.
    pub at_least: AtLeast,
}

/// Lower bounds on the work of a search and on its number of solutions. Whatever the tree, each bound is wrong
/// with a probability of at most one in a thousand. Random walks cannot give upper bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AtLeast {
    /// A lower bound on the number of options tried.
    pub nodes: f64,
    /// A lower bound on the number of updates: see [`Profile::updates`](crate::Profile::updates).
    pub updates: f64,
    /// A lower bound on the number of solutions of the problem.
    pub solutions: f64,
}

/// An estimate of a search with [`Links`], set up to run.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Estimator, Problem};
///
/// // Three pigeons with separate holes: 2 · 3 · 4 solutions, which every walk estimates exactly.
/// let mut problem = Problem::new();
/// for holes in 2..=4 {
///     let pigeon = problem.add_primary(holes.to_string())?;
///     for _ in 0..holes {
///         problem.add_option(&[pigeon])?;
///     }
/// }
/// let estimate = Estimator::new(&problem).seed(1).run(&mut |samples| match samples {
///     0..10 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// });
/// assert_eq!(estimate.samples, 10);
/// assert_eq!((estimate.solutions.mean, estimate.solutions.standard_error), (24.0, 0.0));
/// assert_eq!(estimate.nodes.mean, 2.0 + 6.0 + 24.0);
/// # Ok::<(), tilewright_dlx::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimator<'p> {
    links: Links<'p>,
    seed: u64,
}

impl<'p> Estimator<'p> {
    /// Sets up an estimate of the whole problem with the default heuristic and seed 0.
    pub fn new(problem: &'p Problem) -> Self {
        Self {
            links: Links::new(problem),
            seed: 0,
        }
    }

    pub(crate) fn of(links: Links<'p>) -> Self {
        Self { links, seed: 0 }
    }

    /// Sets how the item to branch on is chosen.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.links = self.links.heuristic(heuristic);
        self
    }

    /// Sets the seed of the random numbers. The default is 0.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Chooses options beforehand, as [`Links::given`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Links::given`].
    pub fn given(mut self, options: &[OptionId]) -> Result<Self, GivenError> {
        self.links = self.links.given(options)?;
        Ok(self)
    }

    /// Estimates the number of nodes of each subtree from `walks` walks that begin at its root. The nodes on the
    /// path to the subtree are not counted.
    pub(crate) fn nodes_below(
        &self,
        subtrees: &[Subtree],
        walks: u64,
        stop: &StopFlag,
    ) -> Result<Vec<Mean>, Stopped> {
        let mut walker = self.links.walker();
        let key = SplitMix64::seed_from_u64(self.seed).next_u64();
        let mut walk = Vec::new();
        let mut means = Vec::with_capacity(subtrees.len());
        for subtree in subtrees {
            let way = subtree.branches();
            let mut samples = RunningMean::default();
            let mut count = 0.0;
            for sample in 0..walks {
                stop.check()?;
                let mut generator = Xoshiro256PlusPlus::seed_from_u64(key.wrapping_add(sample));
                let (mut steps, mut ahead) = (0, way.iter());
                let draw = |degree: u32| match ahead.next() {
                    Some(&branch) => branch,
                    None => generator.random_range(0..degree),
                };
                let mut nodes = 0.0;
                let mut weight = 1.0;
                let mut on_step = |step: &WalkStep| {
                    if steps >= way.len() {
                        nodes += weight * f64::from(step.options);
                        weight *= f64::from(step.degree);
                    }
                    steps += 1;
                    if stop.check().is_err() {
                        Break(())
                    } else {
                        Continue(())
                    }
                };
                let _ = self::sample(&mut walker, draw, &mut on_step, &mut walk);
                count += 1.0;
                samples.add(nodes, count);
            }
            means.push(samples.mean(count));
        }
        Ok(means)
    }

    /// Estimates the number of solutions from `populations` populations of `size` walks each. The standard error is
    /// that of the mean over the populations.
    ///
    /// In a population, walks that reach a dead end are replaced by copies of others. So populations reach
    /// solutions that few single walks would reach. Like single walks, they have no bias.
    ///
    /// On each level, every walk is repeated from the root. Each branch of each walk takes 4 bytes of memory. The
    /// same seed gives the same estimate, bit by bit.
    ///
    /// Source: Aldous and Vazirani, "'Go with the winners' algorithms", FOCS 1994.
    ///
    /// ```
    /// use tilewright_dlx::{Estimator, StopFlag, text};
    ///
    /// // Two solutions, and most walks come to a dead end.
    /// let problem = text::read("a b c d\na b\nc d\na c\nb d\na d\na\n")?;
    /// let mean = Estimator::new(&problem).solutions_by_populations(20, 100, &StopFlag::new())?;
    /// assert!((mean.mean - 2.0).abs() < 0.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The stop flag was set.
    pub fn solutions_by_populations(
        &self,
        populations: u64,
        size: usize,
        stop: &StopFlag,
    ) -> Result<Mean, Stopped> {
        let mut walker = self.links.walker();
        let key = SplitMix64::seed_from_u64(self.seed).next_u64();
        let mut samples = RunningMean::default();
        let mut count = 0.0;
        for population in 0..populations {
            let seed = key.wrapping_add(population);
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            count += 1.0;
            let found = population::solutions(&mut walker, size, &mut generator, stop)?;
            samples.add(found, count);
        }
        Ok(samples.mean(count))
    }

    /// Makes random walks as long as `keep_going` continues. It is called before every walk with the number of
    /// walks so far, and during a long walk. A walk during which it breaks out is discarded.
    ///
    /// A walk takes time proportional to its updates plus, at each node, the number of items and the number of
    /// options of the chosen item. The same seed and number of walks give the same estimate, bit by bit.
    pub fn run(&self, keep_going: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Estimate {
        let mut walker = self.links.walker();
        let key = SplitMix64::seed_from_u64(self.seed).next_u64();
        let mut total = WalkSums::default();
        let mut levels: Vec<WalkSums> = Vec::new();
        let mut walk = Vec::new();
        let mut samples = 0_u64;
        let mut count = 0.0;
        let (mut links, items) = (0, self.links.items());
        let mut bounds = [(); 3].map(|()| CutOff::new());
        while keep_going(samples).is_continue() {
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(key.wrapping_add(samples));
            // The type is `u32`, since random numbers of the type `usize` would depend on the machine.
            let draw = |degree: u32| generator.random_range(0..degree);
            let mut on_step = |step: &WalkStep| {
                links += items + step.shared + step.own;
                if links < LINKS_PER_QUESTION {
                    return Continue(());
                }
                links = 0;
                keep_going(samples)
            };
            if sample(&mut walker, draw, &mut on_step, &mut walk).is_break() {
                break;
            }
            samples += 1;
            count += 1.0;
            // A level that no earlier walk reached has had samples of zero so far, so its mean is zero.
            levels.resize(levels.len().max(walk.len()), WalkSums::default());
            let zeros = std::iter::repeat(&WalkCounts::ZERO);
            for (tally, counts) in levels.iter_mut().zip(walk.iter().chain(zeros)) {
                tally.add(counts, count);
            }
            let whole = walk.iter().fold(WalkCounts::ZERO, WalkCounts::plus);
            total.add(&whole, count);
            let values = [whole.nodes, whole.updates, whole.solutions];
            for (bound, value) in bounds.iter_mut().zip(values) {
                bound.add(value);
            }
        }
        let [least_nodes, least_updates, least_solutions] = bounds.map(|bound| bound.bound());
        let LevelEstimate {
            nodes,
            updates,
            solutions,
            dead_ends,
        } = total.estimate(count);
        Estimate {
            samples,
            levels: levels.iter().map(|level| level.estimate(count)).collect(),
            nodes,
            updates,
            solutions,
            dead_ends,
            at_least: AtLeast {
                nodes: least_nodes,
                updates: least_updates,
                solutions: least_solutions,
            },
        }
    }
}

/// What one walk contributes to the estimates of one level.
#[derive(Clone, Copy, Debug)]
struct WalkCounts {
    nodes: f64,
    updates: f64,
    solutions: f64,
    dead_ends: f64,
}

impl WalkCounts {
    const ZERO: Self = Self {
        nodes: 0.0,
        updates: 0.0,
        solutions: 0.0,
        dead_ends: 0.0,
    };

    fn plus(self, other: &Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            updates: self.updates + other.updates,
            solutions: self.solutions + other.solutions,
            dead_ends: self.dead_ends + other.dead_ends,
        }
    }
}

/// The running means over all walks, for one level or for the whole tree.
#[derive(Clone, Copy, Debug, Default)]
struct WalkSums {
    nodes: RunningMean,
    updates: RunningMean,
    solutions: RunningMean,
    dead_ends: RunningMean,
}

impl WalkSums {
    fn add(&mut self, counts: &WalkCounts, count: f64) {
        self.nodes.add(counts.nodes, count);
        self.updates.add(counts.updates, count);
        self.solutions.add(counts.solutions, count);
        self.dead_ends.add(counts.dead_ends, count);
    }

    fn estimate(&self, count: f64) -> LevelEstimate {
        LevelEstimate {
            nodes: self.nodes.mean(count),
            updates: self.updates.mean(count),
            solutions: self.solutions.mean(count),
            dead_ends: self.dead_ends.mean(count),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "updates of one node: far below 2^53"
)]
fn float(updates: u64) -> f64 {
    updates as f64
}

/// Makes one walk, and sets `levels` to its contribution to each level. `on_step` is called at every node; if it
/// breaks out, so does this function.
fn sample(
    walker: &mut Walker,
    draw: impl FnMut(u32) -> u32,
    on_step: &mut dyn FnMut(&WalkStep) -> ControlFlow<()>,
    levels: &mut Vec<WalkCounts>,
) -> ControlFlow<()> {
    levels.clear();
    levels.extend(walker.givens().iter().map(|level| WalkCounts {
        nodes: float(level.nodes),
        updates: float(level.updates),
        ..WalkCounts::ZERO
    }));
    let mut weight = 1.0;
    let mut here = weight;
    let walked = walker.walk(draw, |step: &WalkStep| {
        let degree = f64::from(step.degree);
        let level = level(levels, step.depth);
        level.nodes += weight * f64::from(step.options);
        level.updates += weight * (float(step.shared) + degree * float(step.own));
        here = weight;
        weight *= degree;
        on_step(step)
    });
    let Some((depth, solved)) = walked else {
        return ControlFlow::Break(());
    };
    // At a dead end, `weight` has become zero, since it was multiplied by the degree. `here` is the weight before
    // that.
    let level = level(levels, depth);
    if solved {
        level.solutions += weight;
    } else {
        level.dead_ends += here;
    }
    Continue(())
}

fn level(levels: &mut Vec<WalkCounts>, depth: usize) -> &mut WalkCounts {
    if depth >= levels.len() {
        levels.resize(depth + 1, WalkCounts::ZERO);
    }
    &mut levels[depth]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// Problems in Knuth's text format. They have ordinary, bounded and secondary items, and dead ends on several
    /// levels.
    const PROBLEMS: [&str; 6] = [
        "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n",
        "a b c d | s t\na b s\na c\nb d t\nc d s\nc t\nd\nb\na s t\nb c\n",
        "0:2|a 2:3|b 1:1|c\na b\nb c\na c\nb\nb\na\nc\na b c\n",
        "2:4|coins 0:1|first | s\ncoins first\ncoins s\ncoins\ncoins first s\ncoins\n",
        "0:1|a 0:9|b c | s\na s\nb s\na b\nc b\nc s\nb\nc a\n",
        "3:3|x a\nx\nx a\nx\na\n",
    ];

    /// Checks that the estimate has no bias for populations of any size, and that larger populations have smaller
    /// errors.
    #[test]
    fn populations_have_the_solutions_for_their_mean() {
        let stop = StopFlag::new();
        for text in PROBLEMS {
            let problem = text::read(text).unwrap();
            let mut solutions = 0;
            let report = Links::new(&problem).run(&mut |_: &[OptionId]| {
                solutions += 1;
                Continue(())
            });
            assert_eq!(report.solutions, solutions);
            let mut errors = Vec::new();
            for size in [1, 3, 30] {
                let estimator = Estimator::new(&problem).seed(7);
                let found = estimator
                    .solutions_by_populations(3000, size, &stop)
                    .unwrap();
                let off = (found.mean - float(solutions)).abs();
                assert!(
                    off <= 5.0 * found.standard_error + 1e-9,
                    "{text}: {found:?}"
                );
                errors.push(found.standard_error);
            }
            assert!(
                errors.is_sorted_by(|more, less| less <= more),
                "{text}: {errors:?}"
            );
        }
        let problem = text::read(PROBLEMS[0]).unwrap();
        stop.set();
        let stopped = Estimator::new(&problem).solutions_by_populations(2, 2, &stop);
        assert!(stopped.is_err());
    }

    fn near(found: f64, expected: u64) -> bool {
        (found - float(expected)).abs() <= 1e-9 * float(expected + 1)
    }

    /// Makes every possible walk once, weighted with its probability. The expectations must equal the counts of
    /// the search.
    #[test]
    fn the_expectation_over_all_walks_is_the_search() {
        for text in PROBLEMS {
            let problem = text::read(text).unwrap();
            for heuristic in [Heuristic::Mrv, Heuristic::First] {
                for givens in [&[][..], &[problem.option(1).unwrap()]] {
                    let links = Links::new(&problem).heuristic(heuristic).given(givens);
                    expect(&links.unwrap());
                }
            }
        }
    }

    fn expect(links: &Links) {
        let mut found: Vec<u64> = Vec::new();
        let report = links.run(&mut |solution: &[OptionId]| {
            found.resize(found.len().max(solution.len() + 1), 0);
            found[solution.len()] += 1;
            Continue(())
        });
        let mut walker = links.walker();
        let mut sums: Vec<WalkCounts> = Vec::new();
        let mut certain = 0.0;
        // The branches of the next walk and their degrees. They advance like the digits of an odometer.
        let mut path: Vec<(u32, u32)> = Vec::new();
        let mut walk = Vec::new();
        loop {
            let mut at = 0;
            let draw = |degree| {
                if at == path.len() {
                    path.push((0, degree));
                }
                at += 1;
                assert_eq!(path[at - 1].1, degree, "the matrix was not put back");
                path[at - 1].0
            };
            let flow = sample(&mut walker, draw, &mut |_| Continue(()), &mut walk);
            assert!(flow.is_continue());
            let probability: f64 = path
                .iter()
                .map(|&(_, degree)| 1.0 / f64::from(degree))
                .product();
            certain += probability;
            sums.resize(sums.len().max(walk.len()), WalkCounts::ZERO);
            for (sum, counts) in sums.iter_mut().zip(&walk) {
                sum.nodes += probability * counts.nodes;
                sum.updates += probability * counts.updates;
                sum.solutions += probability * counts.solutions;
            }
            while path
                .pop_if(|&mut (branch, degree)| branch + 1 == degree)
                .is_some()
            {}
            let Some((branch, _)) = path.last_mut() else {
                break;
            };
            *branch += 1;
        }
        assert!(near(certain, 1));
        let levels = report.profile.levels();
        assert!(sums.len() >= levels.len().max(found.len()));
        for (at, sum) in sums.iter().enumerate() {
            let level = levels.get(at).copied().unwrap_or_default();
            let solutions = found.get(at).copied().unwrap_or(0);
            assert!(near(sum.nodes, level.nodes), "{sum:?} {level:?}");
            assert!(near(sum.updates, level.updates), "{sum:?} {level:?}");
            assert!(near(sum.solutions, solutions), "{sum:?} {solutions}");
        }
    }
}
