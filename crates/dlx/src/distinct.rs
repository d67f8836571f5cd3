//! Distinct solutions: every orbit of solutions is visited exactly once, and nothing is stored.
//!
//! # The cases
//!
//! The search is split into *cases*. A case is a family of solutions (all those that use none but
//! certain options) with a group H, such that
//!
//! 1. every orbit of solutions meets the family of exactly one case, and
//! 2. whatever element of the whole group G carries one solution of the family to another is in H.
//!
//! All solutions with G itself are such a case. Let H be more than the identity, and let the
//! options of the family be closed under H. Then a case may be split in one of two ways.
//!
//! **An invariant item.** Let p be covered exactly once and let H permute p's options. A solution
//! has one option of p, and an orbit of solutions has, at p, one orbit of options; so keep one
//! option of each. If h in H carries a solution with the option r, which is kept, to one with r',
//! which is kept too, then r and r' are in one orbit; hence r = r' and h fixes r. So the kept
//! options with the same stabilizer make up one case, with that stabilizer for its group; and the
//! options left are closed under that group. The kept options that only the identity fixes are a
//! case whose solutions are all distinct.
//! (This is how the paper keeps the X pentomino to one quarter of the board, and P from being
//! turned over where X lies on an axis.)
//!
//! **An orbit of items.** Let p1 be covered exactly once, let p1 … pk be its images, and let K be
//! the elements of H that keep p1. Some h carries p1 to pi, and carries the orbits of p1's options
//! under K to sets of options of pi, the same for every such h: call them *labels*, number them,
//! and every solution has one label at each pi. Elements of H permute these k labels. So every
//! orbit has a least label, a; some element carries it to p1, and an element of K carries the
//! option there to any one with that label. Hence one case for each label a: p1 keeps one option
//! of label a, and the options of every pi with a smaller label are left out. The group stays H.
//!
//! # The leaves
//!
//! A solution in a case whose group is not trivial is accepted if none of its images under H that
//! lies in the family is less, as a sorted list of options. By 2 the solutions of an orbit that lie
//! in the family are images of each other under H, so exactly one of them is accepted; and by 2
//! what fixes an accepted solution is in H, so the same comparisons find its stabilizer.
//!
//! Source: Knuth, "Dancing Links" (2000), for restrictions by hand; the rest is the orbit-stabilizer
//! theorem.

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
use plan::Plan;

use crate::forecast::{Forecast, Searched};
use crate::parallel::Event;
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::schedule::{Leaf, LeafFilter, PartStats, Schedule};
use crate::search::{Heuristic, Progress};
use crate::stop::{Check, Never, StopFlag, Stopped};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// Whoever listens to a search for distinct solutions.
///
/// Every closure that takes a solution and its stabilizer is a visitor.
pub trait DistinctVisitor {
    /// Takes a solution, the options in the order chosen, and the symmetries that map it to
    /// itself, in order and with the identity. `Break` stops the search.
    fn solution(&mut self, options: &[OptionId], stabilizer: &[SymmetryId]) -> ControlFlow<()>;

    /// Is told of the progress over all cases about every 2^14 nodes; its solutions are the distinct
    /// ones. `Break` stops the search.
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

/// What a search for distinct solutions found and what it took.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DistinctReport {
    /// The solutions handed to the visitor: one of each orbit.
    pub distinct: u64,
    /// All solutions: the sizes of the orbits, summed.
    pub solutions: u128,
    /// How many of the distinct solutions have exactly this stabilizer. Solutions of one orbit have
    /// conjugate stabilizers, and the one counted is that of the solution handed out.
    pub stabilizers: Vec<(Vec<SymmetryId>, u64)>,
    /// Whether all cases were searched; false if the visitor broke out.
    pub complete: bool,
    /// Nodes and updates by level, all cases together.
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
/// // Three upright dominoes, and one upright domino beside two that lie.
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
    plans: Arc<[Plan]>,
    accept: Option<Acceptance<'p>>,
}

/// A condition on solutions.
#[derive(Clone)]
struct Acceptance<'p>(Arc<Accept<'p>>);

/// Whether a solution counts.
type Accept<'p> = dyn Fn(&[OptionId]) -> bool + Send + Sync + 'p;

impl fmt::Debug for Acceptance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Acceptance")
    }
}

impl<'p> Distinct<'p> {
    /// Chooses the restrictions.
    ///
    /// Takes time about proportional to the entries times the order of the group, for each case;
    /// each case takes a byte for every option. No case is split further once there are 1000 of them,
    /// or they take 256 MiB, or their problems have 2^29 entries.
    ///
    /// # Errors
    ///
    /// The symmetries are not those of `problem`.
    pub fn new(problem: &'p Problem, symmetries: &'p Symmetries) -> Result<Self, ActionError> {
        Self::new_until(problem, symmetries, &StopFlag::new())
    }

    /// The same, unless it is stopped.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); and [`ActionError::Stopped`].
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

    /// Restricts nothing: walks the tree of all solutions, as [`Links`](crate::Links) does, and
    /// keeps at the leaves the least of each orbit.
    ///
    /// That is the better way where the restrictions lead the search astray: they change which item
    /// has the fewest options, now and then for the worse.
    ///
    /// # Errors
    ///
    /// The symmetries are not those of `problem`.
    pub fn unrestricted(
        problem: &'p Problem,
        symmetries: &'p Symmetries,
    ) -> Result<Self, ActionError> {
        symmetries.check_problem(problem)?;
        let plan = Plan::whole(problem, symmetries);
        Ok(Self {
            problem,
            symmetries,
            heuristic: Heuristic::default(),
            cases: Arc::new([SymmetryCase {
                restrictions: Vec::new(),
                given: Vec::new(),
                left: plan.group.len(),
            }]),
            plans: Arc::new([plan]),
            accept: None,
        })
    }

    /// Sets which item to branch on.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Takes those solutions alone that `accept` takes: a condition that no item says. It is asked at the
    /// leaves, of one solution of each orbit, and must answer alike for all of an orbit. The options are
    /// those of the problem, in the order chosen.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Distinct, OptionId, Symmetries, SymmetryId, text};
    ///
    /// // Dominoes and single cells in a row of three; no more than two things.
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

    /// The cases, in the order of the search. There may be none if there is no solution.
    pub fn cases(&self) -> &[SymmetryCase] {
        &self.cases
    }

    /// Forecasts the search of all cases: see [`Forecast::of`]. The walks are divided among them
    /// by their shares; where there are many cases, one walk in each is made at least.
    pub fn forecast(&self, most_walks: u64) -> Forecast {
        let Ok(forecast) = self.forecast_checked(most_walks, &Never);
        forecast
    }

    /// The same, unless it is stopped.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn forecast_until(&self, most_walks: u64, stop: &StopFlag) -> Result<Forecast, Stopped> {
        self.forecast_checked(most_walks, stop)
    }

    /// The same, unless there is an answer already: `is_answered` hears what walks have told, before
    /// [`Bits`](crate::Bits) is tried out on a search that takes long, some 20 ms. None if it says so.
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

    fn forecast_checked<C: Check>(
        &self,
        most_walks: u64,
        stop: &C,
    ) -> Result<Forecast, C::Stopped> {
        Forecast::of_all(&self.searched(), most_walks, stop)
    }

    /// The cases as searches.
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

    /// Searches all cases, and hands one solution of each orbit to the visitor.
    ///
    /// The same problem, symmetries and heuristic lead to the same solutions in the same order. A
    /// case takes what [`Links`](crate::Links) takes for the problem without the options that are
    /// left out, and at each solution, if a group of order n is left, n times the time to copy and
    /// sort it.
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

/// How many of `parts` parts, or walks, a case has.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of parts is small, and a guess"
)]
fn parts_of(parts: usize, share: f64) -> usize {
    ((parts as f64 * share).ceil() as usize).max(1)
}

/// Finds one solution of each orbit in the family of a case.
struct InFamily<'p> {
    test: LeafTest<'p>,
    /// The order of the whole group.
    order: usize,
    /// The options of the whole problem by those of the case.
    options: Arc<[OptionId]>,
    solution: Vec<OptionId>,
    accept: Option<Acceptance<'p>>,
}

impl<'p> InFamily<'p> {
    fn new(
        symmetries: &'p Symmetries,
        plan: &'p Plan,
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

    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<Leaf<'s>> {
        self.solution.clear();
        let whole = solution.iter().map(|option| self.options[option.index()]);
        self.solution.extend(whole);
        let stabilizer = self.test.accept(&self.solution)?;
        if (self.accept.as_ref()).is_some_and(|accept| !accept.0(&self.solution)) {
            return None;
        }
        Some(Leaf {
            solution: &self.solution,
            stabilizer,
            orbit: (self.order / stabilizer.len().max(1)) as u128,
        })
    }
}
