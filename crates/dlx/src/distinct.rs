//! Searches for distinct solutions: visits every orbit of solutions exactly once, without storing solutions.
//!
//! # The cases
//!
//! The search is split into *cases*. A case is a family of solutions (all solutions that use only certain options)
//! with a group H, such that
//!
//! 1. every orbit of solutions meets the family of exactly one case, and
//! 2. every element of the whole group G that carries one solution of the family to another is in H.
//!
//! All solutions with G itself are such a case. Suppose that H has more elements than the identity, and that the
//! options of the family are closed under H. Then a case may be split in one of two ways.
//!
//! **An invariant item.** Let p be covered exactly once and let H permute p's options. A solution has one option of
//! p, and an orbit of solutions has, at p, one orbit of options; so keep one option of each orbit. Let h in H carry a
//! solution with the kept option r to a solution with the kept option r'. Then r and r' are in one orbit; hence r =
//! r' and h fixes r. So the kept options with the same stabilizer form one case, whose group is that stabilizer, and
//! the remaining options are closed under that group. The kept options that only the identity fixes form a case whose
//! solutions are all distinct. (In this way the paper keeps the X pentomino to one quarter of the board, and forbids
//! P to be turned over where X lies on an axis.)
//!
//! **An orbit of items.** Let p1 be covered exactly once, let p1 … pk be its images, and let K be the elements of H
//! that fix p1. Some h carries p1 to pi. It carries the orbits of p1's options under K to sets of options of pi, the
//! same for every such h. Call these sets *labels* and number them; then every solution has one label at each pi.
//! Elements of H permute these k labels. So every orbit has a least label, a. Some element carries it to p1, and an
//! element of K carries the option there to any option with that label. Hence there is one case for each label a: p1
//! keeps one option of label a, and every pi loses its options with a smaller label. The group stays H.
//!
//! # The leaves
//!
//! In a case with a nontrivial group, a solution is accepted if no image of it under H that lies
//! in the family is smaller, compared as sorted lists of options. By condition 2, the solutions of
//! an orbit that lie in the family are images of each other under H, so exactly one of them is
//! accepted. Also by condition 2, all symmetries of an accepted solution are in H, so the same
//! comparisons find its stabilizer.
//!
//! Source: Knuth, "Dancing Links" (2000), for restrictions by hand. The rest is the orbit-stabilizer theorem.

mod case;
mod case_search;
mod cases_task;
mod leaf;
mod plan;

use std::fmt;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

pub use case::{SymmetryBreak, SymmetryCase};
pub use case_search::CaseSearch;
use leaf::{LeafTest, images_of};
use plan::CasePlan;

use crate::forecast::{Forecast, Searched};
use crate::parallel::Event;
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::schedule::{LeafFilter, LeafSolution, PartStats, Schedule};
use crate::search::{Heuristic, Progress};
use crate::stop::{StopFlag, Stopped, unstopped};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// A visitor of a search for distinct solutions.
///
/// Every closure that takes a solution and its stabilizer and returns a `ControlFlow` is a visitor.
pub trait DistinctVisitor {
    /// Receives a solution: its options in the order chosen, and its stabilizer, which is the sorted list of the
    /// symmetries that map it to itself, including the identity. `Break` stops the search.
    fn solution(&mut self, options: &[OptionId], stabilizer: &[SymmetryId]) -> ControlFlow<()>;

    /// Receives the progress over all cases about every 2^14 nodes. The progress counts only distinct solutions.
    /// `Break` stops the search.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        Continue(())
    }
}

impl<F: FnMut(&[OptionId], &[SymmetryId]) -> ControlFlow<()>> DistinctVisitor for F {
    fn solution(&mut self, options: &[OptionId], stabilizer: &[SymmetryId]) -> ControlFlow<()> {
        self(options, stabilizer)
    }
}

/// The results of a search for distinct solutions, and its cost.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DistinctReport {
    /// The number of solutions passed to the visitor: one for each orbit.
    pub distinct: u64,
    /// The number of all solutions: the sum of the sizes of the orbits.
    pub solutions: u128,
    /// The number of distinct solutions by their exact stabilizer. Solutions of one orbit have conjugate
    /// stabilizers; the one of the solution passed to the visitor is counted.
    pub stabilizers: Vec<(Vec<SymmetryId>, u64)>,
    /// Whether the search was completed; false if the visitor broke out.
    pub complete: bool,
    /// Nodes and updates by level, added up over all cases.
    pub profile: Profile,
}

impl DistinctReport {
    pub(crate) fn of(tally: PartStats, complete: bool) -> Self {
        Self {
            distinct: tally.found,
            solutions: tally.solutions,
            stabilizers: tally.stabilizers.into_iter().collect(),
            complete,
            profile: tally.profile,
        }
    }
}

/// A search for distinct solutions, set up to run.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Distinct, OptionId, Problem, Symmetries, SymmetryId};
///
/// // Dominoes on two rows of three cells, and the four symmetries of the board.
/// let mut problem = Problem::new();
/// let mut cells = Vec::new();
/// for cell in 0..6 {
///     cells.push(problem.add_primary(format!("{},{}", cell / 3, cell % 3))?);
/// }
/// let dominoes = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
/// for (a, b) in dominoes {
///     problem.add_option(&[cells[a], cells[b]])?;
/// }
/// let number = |a: usize, b: usize| dominoes.iter().position(|&d| d == (a.min(b), a.max(b)));
/// let mut images = Vec::new();
/// for turn in [|c| c, |c| c / 3 * 3 + 2 - c % 3, |c| (c + 3) % 6, |c| 5 - c] {
///     let turn: fn(usize) -> usize = turn;
///     let row = dominoes.iter().filter_map(|&(a, b)| problem.option(number(turn(a), turn(b))?));
///     images.push(row.collect());
/// }
/// let symmetries = Symmetries::new(&problem, images)?;
///
/// let mut orders = Vec::new();
/// let report = Distinct::new(&problem, &symmetries)?.run(
///     &mut |_: &[OptionId], stabilizer: &[SymmetryId]| {
///         orders.push(stabilizer.len());
///         ControlFlow::Continue(())
///     },
/// );
/// // Three upright dominoes, and one upright domino next to two horizontal ones.
/// orders.sort();
/// assert_eq!(orders, [2, 4]);
/// assert_eq!((report.distinct, report.solutions), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distinct<'p> {
    problem: &'p Problem,
    symmetries: &'p Symmetries,
    heuristic: Heuristic,
    cases: Arc<[SymmetryCase]>,
    plans: Arc<[CasePlan]>,
    accept: Option<Acceptance<'p>>,
}

#[derive(Clone)]
struct Acceptance<'p>(Arc<Accept<'p>>);

/// A function that decides whether a solution counts.
type Accept<'p> = dyn Fn(&[OptionId]) -> bool + Send + Sync + 'p;

impl fmt::Debug for Acceptance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Acceptance")
    }
}

impl<'p> Distinct<'p> {
    /// Chooses the restrictions of the search, and thus its cases.
    ///
    /// Takes time about proportional to the entries times the order of the group, for each case. Each case takes a
    /// byte for every option. Cases are split no further once there are 1000 of them, or they take 256 MiB, or their
    /// problems have 2^29 entries.
    ///
    /// # Errors
    ///
    /// The symmetries do not belong to `problem`.
    pub fn new(problem: &'p Problem, symmetries: &'p Symmetries) -> Result<Self, ActionError> {
        Self::new_until(problem, symmetries, &StopFlag::new())
    }

    /// Like [`new`](Self::new), but can be stopped.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new); and [`ActionError::Stopped`].
    pub fn new_until(
        problem: &'p Problem,
        symmetries: &'p Symmetries,
        stop: &StopFlag,
    ) -> Result<Self, ActionError> {
        symmetries.check_problem(problem)?;
        let (cases, plans) = plan::plan(problem, symmetries, stop)?;
        Ok(Self {
            problem,
            symmetries,
            heuristic: Heuristic::default(),
            cases: cases.into(),
            plans: plans.into(),
            accept: None,
        })
    }

    /// A search without restrictions: it walks the tree of all solutions, as [`Links`](crate::Links) does, and
    /// keeps the least solution of each orbit at the leaves. This can be faster, since restrictions change which
    /// item has the fewest options, sometimes for the worse.
    ///
    /// # Errors
    ///
    /// The symmetries do not belong to `problem`.
    pub fn unrestricted(
        problem: &'p Problem,
        symmetries: &'p Symmetries,
    ) -> Result<Self, ActionError> {
        symmetries.check_problem(problem)?;
        let plan = CasePlan::whole(problem, symmetries);
        Ok(Self {
            problem,
            symmetries,
            heuristic: Heuristic::default(),
            cases: Arc::new([SymmetryCase {
                restrictions: Vec::new(),
                given: Vec::new(),
                stabilizer_order: plan.group.len(),
            }]),
            plans: Arc::new([plan]),
            accept: None,
        })
    }

    /// Sets how the item to branch on is chosen.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Keeps only the solutions that `accept` accepts, for a condition that items cannot express. `accept` is
    /// called with one solution of each orbit, and must return the same for all solutions of an orbit. It receives
    /// the options in the order chosen.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Distinct, OptionId, Symmetries, SymmetryId, text};
    ///
    /// // Dominoes and single cells in a row of three; at most two pieces.
    /// let problem = text::read("a b c\na b\nb c\na\nb\nc\n")?;
    /// let symmetries = Symmetries::trivial(&problem);
    /// let few = |options: &[OptionId]| options.len() < 3;
    /// let distinct = Distinct::new(&problem, &symmetries)?.accepting(few);
    /// let report = distinct.run(&mut |_: &[OptionId], _: &[SymmetryId]| ControlFlow::Continue(()));
    /// assert_eq!((report.distinct, report.solutions), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn accepting<'t>(
        &self,
        accept: impl Fn(&[OptionId]) -> bool + Send + Sync + 't,
    ) -> Distinct<'t>
    where
        'p: 't,
    {
        Distinct {
            accept: Some(Acceptance(Arc::new(accept))),
            ..self.clone()
        }
    }

    /// The cases, in the order in which they are searched. If there is no solution, there may be no case.
    pub fn cases(&self) -> &[SymmetryCase] {
        &self.cases
    }

    /// Whether any case has restrictions. If none has, the search is the [unrestricted](Self::unrestricted) one.
    pub fn is_restricted(&self) -> bool {
        (self.cases.iter()).any(|case| !case.restrictions.is_empty())
    }

    /// Forecasts the search of all cases: see [`Forecast::of`]. The random walks are divided among the cases in
    /// proportion to their shares; each case gets at least one.
    pub fn forecast(&self, most_walks: u64) -> Forecast {
        unstopped(|stop| self.forecast_until(most_walks, stop))
    }

    /// Like [`forecast`](Self::forecast), but can be stopped.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn forecast_until(&self, most_walks: u64, stop: &StopFlag) -> Result<Forecast, Stopped> {
        Forecast::of_all(&self.searched(), most_walks, stop)
    }

    /// Like [`forecast_until`](Self::forecast_until), but ends early if the forecast is no longer needed.
    /// `is_answered` receives the forecast from the walks, before [`Bits`](crate::Bits) is tried out, which takes
    /// about 20 ms on a long search. If `is_answered` returns true, the result is `None`.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn forecast_unless(
        &self,
        most_walks: u64,
        stop: &StopFlag,
        is_answered: &mut dyn FnMut(&Forecast) -> bool,
    ) -> Result<Option<Forecast>, Stopped> {
        Forecast::unless_answered(&self.searched(), most_walks, stop, is_answered)
    }

    /// The searches of all cases, as the input of a forecast.
    fn searched(&self) -> Vec<Searched<'_>> {
        let cases = self.plans.iter().map(|plan| Searched {
            problem: self.problem,
            keep: Some(&plan.keep),
            givens: &[],
            share: plan.share,
            images: images_of(&plan.group),
        });
        cases.collect()
    }

    /// Searches all cases, and passes one solution of each orbit to the visitor.
    ///
    /// The same problem, symmetries and heuristic give the same solutions in the same order. A case takes as long as
    /// [`Links`](crate::Links) takes for the problem without the options that are left out. If the case has a group
    /// of order n, each solution takes n times the time to copy and sort it in addition.
    #[expect(
        clippy::missing_panics_doc,
        reason = "only a fault of this library panics"
    )]
    pub fn run<V: DistinctVisitor + ?Sized>(&self, visitor: &mut V) -> DistinctReport {
        let mut tally = PartStats::default();
        let ended = self.run_on(
            &Schedule::default(),
            0,
            &|solution, stabilizer| Some((solution.to_vec(), stabilizer.to_vec())),
            &mut |event| match event {
                Event::Item((solution, stabilizer)) => visitor.solution(&solution, &stabilizer),
                Event::Part(part) | Event::Unfinished(part) => {
                    tally.add(&part);
                    Continue(())
                }
                Event::Progress(progress) => visitor.progress(&progress),
            },
        );
        #[expect(
            clippy::expect_used,
            reason = "what is refused is givens, and problems by Bits"
        )]
        let ended = ended.expect("invariant: Links takes every problem without givens");
        tally.profile.merge(&ended.above);
        DistinctReport::of(tally, ended.complete)
    }
}

/// The number of parts (or walks) for a case whose share of all `parts` is `share`; at least 1.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of parts is small, and a guess"
)]
fn parts_of(parts: usize, share: f64) -> usize {
    ((parts as f64 * share).ceil() as usize).max(1)
}

/// Accepts one solution of each orbit that has solutions in a case.
struct InFamily<'p> {
    test: LeafTest<'p>,
    /// The order of the whole symmetry group.
    order: usize,
    /// For each option of the case's problem, the same option in the whole problem.
    options: Arc<[OptionId]>,
    solution: Vec<OptionId>,
    accept: Option<Acceptance<'p>>,
}

impl<'p> InFamily<'p> {
    fn new(
        symmetries: &'p Symmetries,
        plan: &'p CasePlan,
        options: Arc<[OptionId]>,
        accept: Option<Acceptance<'p>>,
    ) -> Self {
        Self {
            test: LeafTest::new(symmetries, &plan.group, &plan.keep),
            order: symmetries.order(),
            options,
            solution: Vec::new(),
            accept,
        }
    }
}

impl LeafFilter for InFamily<'_> {
    fn images(&self) -> u32 {
        self.test.images()
    }

    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<LeafSolution<'s>> {
        self.solution.clear();
        let whole = solution.iter().map(|option| self.options[option.index()]);
        self.solution.extend(whole);
        let stabilizer = self.test.accept(&self.solution)?;
        if (self.accept.as_ref()).is_some_and(|accept| !accept.0(&self.solution)) {
            return None;
        }
        Some(LeafSolution {
            solution: &self.solution,
            stabilizer,
            orbit: (self.order / stabilizer.len().max(1)) as u128,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::parts_of;

    #[test]
    fn a_case_has_its_share_of_the_parts_and_at_least_one() {
        let parts = [(100, 1.0), (100, 0.25), (10, 0.25), (100, 0.0), (0, 1.0)];
        let of_cases = parts.map(|(parts, share)| parts_of(parts, share));
        assert_eq!(of_cases, [100, 25, 3, 1, 1]);
    }
}
