//! Finds only the solutions that have a symmetry.
//!
//! These solutions are few, usually about the square root of the total number of solutions.
//! Together with that total, which may be found without listing any, they give the number of orbits
//! and the number of solutions by stabilizer. If even the symmetric solutions are too many to list,
//! they are counted. The solutions that a subgroup H fixes are those whose stabilizer contains H,
//! so those with exactly the stabilizer H are found from the largest subgroup down.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

use num_bigint::BigUint;

use super::loose::loose;
use super::subgroups::{ElementSet, SmallGroup, members};
use super::{Quotient, fixed_covers};
use crate::problem::{OptionId, Problem};
use crate::search::{Progress, Visitor};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// The numbers of solutions that have a symmetry: by symmetry, and by stabilizer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SymmetricReport {
    /// For each element of the group, by index, the number of solutions that it maps to themselves. The entry of
    /// the identity, which fixes all solutions, is 0.
    pub fixed: Vec<BigUint>,
    /// For each stabilizer except the trivial one, the number of solutions with exactly this stabilizer. All these
    /// solutions are counted, whereas [`DistinctReport`](crate::DistinctReport) counts one solution of each orbit.
    pub stabilizers: BTreeMap<Vec<SymmetryId>, BigUint>,
    /// Whether the search was completed; false if `watcher` broke out.
    pub complete: bool,
}

/// Lists and counts the solutions that have a symmetry: those that an element other than the identity maps to
/// themselves.
///
/// `watcher` is called regularly with the total progress, and may break out. Takes the time of [`fixed_covers`] for
/// every element. In addition, each solution found takes the order of the group times the time to copy and sort it.
///
/// # Errors
///
/// The symmetries do not belong to `problem`.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::burnside::symmetric_covers;
/// use tilewright_dlx::{Problem, Symmetries};
///
/// // Two of four beads on a ring, and the four rotations: opposite beads have a half turn.
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 2..=2)?;
/// for _ in 0..4 {
///     problem.add_option(&[beads])?;
/// }
/// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
/// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
/// let report = symmetric_covers(&problem, &symmetries, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.fixed, [0_u32, 0, 2, 0].map(Into::into));
/// assert_eq!(report.stabilizers.into_values().collect::<Vec<_>>(), [2_u32.into()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn symmetric_covers(
    problem: &Problem,
    symmetries: &Symmetries,
    watcher: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<SymmetricReport, ActionError> {
    symmetries.check_problem(problem)?;
    let mut report = SymmetricReport {
        fixed: vec![BigUint::ZERO; symmetries.order()],
        stabilizers: BTreeMap::new(),
        complete: true,
    };
    let mut done = Progress::default();
    for g in symmetries.ids() {
        if symmetries.is_identity(g) {
            continue;
        }
        let mut counting = StabilizerCounter {
            symmetries,
            g,
            watcher,
            done,
            solution: Vec::new(),
            image: Vec::new(),
            stabilizers: &mut report.stabilizers,
        };
        let fixed = fixed_covers(problem, symmetries, g, &mut counting)?;
        report.fixed[g.index()] = fixed.count.into();
        done.nodes += fixed.profile.nodes();
        done.solutions += fixed.count;
        done.fraction += 1.0 / float(symmetries.order());
        if !fixed.complete {
            report.complete = false;
            break;
        }
    }
    Ok(report)
}

/// Makes the same report as [`symmetric_covers`] without listing solutions. `count` must count all solutions of a
/// problem, or return `None` to give up.
///
/// Returns `None` if `count` gave up; if the group has more than 64 elements; or if some orbits of a subgroup
/// cover an item with binding bounds more often than others do. No exact cover problem can express this case.
/// Takes one count for every subgroup that fixes anything, of a problem with an option for each orbit of options.
///
/// # Errors
///
/// The symmetries do not belong to `problem`.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::burnside::{symmetric_counts, symmetric_covers};
/// use tilewright_dlx::{Frontier, Problem, Symmetries};
///
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 2..=2)?;
/// for _ in 0..4 {
///     problem.add_option(&[beads])?;
/// }
/// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
/// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
/// let counted = symmetric_counts(&problem, &symmetries, &mut |quotient| {
///     let report = Frontier::new(quotient).count(&mut |_| ControlFlow::Continue(()));
///     Some(report.ok()?.count)
/// })?;
/// let listed = symmetric_covers(&problem, &symmetries, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(counted, Some(listed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn symmetric_counts(
    problem: &Problem,
    symmetries: &Symmetries,
    count: &mut dyn FnMut(&Problem) -> Option<BigUint>,
) -> Result<Option<SymmetricReport>, ActionError> {
    symmetries.check_problem(problem)?;
    let loose = loose(problem, symmetries);
    symmetric_counts_of(problem, symmetries, &mut |subgroup| match Quotient::new(
        &loose, symmetries, subgroup,
    ) {
        None => Some(BigUint::ZERO),
        Some(quotient) if quotient.checks.is_empty() => count(&quotient.problem),
        Some(_) => None,
    })
}

/// Makes the same report as [`symmetric_covers`] from the number of solutions that each nontrivial subgroup fixes.
/// `count` receives elements that generate a subgroup, and must return the number of solutions that the subgroup
/// fixes, or `None` to give up.
///
/// Returns `None` if `count` gave up, or if the group has more than 64 elements. `count` is not called for a
/// subgroup that contains a subgroup without fixed solutions.
///
/// # Errors
///
/// The symmetries do not belong to `problem`.
///
/// ```
/// use tilewright_dlx::burnside::symmetric_counts_of;
/// use tilewright_dlx::{Problem, Symmetries};
///
/// // Two of four beads on a ring: a half turn fixes two choices, all four turns none.
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 2..=2)?;
/// for _ in 0..4 {
///     problem.add_option(&[beads])?;
/// }
/// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
/// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
/// let report = symmetric_counts_of(&problem, &symmetries, &mut |subgroup| {
///     Some(if subgroup.len() == 2 { 2_u32 } else { 0 }.into())
/// })?;
/// assert_eq!(report.expect("every subgroup is counted").fixed, [0_u32, 0, 2, 0].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn symmetric_counts_of(
    problem: &Problem,
    symmetries: &Symmetries,
    count: &mut dyn FnMut(&[SymmetryId]) -> Option<BigUint>,
) -> Result<Option<SymmetricReport>, ActionError> {
    symmetries.check_problem(problem)?;
    let ids: Vec<SymmetryId> = symmetries.ids().collect();
    let Some(group) = SmallGroup::new(problem, symmetries) else {
        return Ok(None);
    };
    let Some(fixed) = fixed_by_subgroups(symmetries, &group, count) else {
        return Ok(None);
    };
    let mut report = SymmetricReport {
        fixed: vec![BigUint::ZERO; ids.len()],
        stabilizers: BTreeMap::new(),
        complete: true,
    };
    let mut exact: Vec<(ElementSet, BigUint)> = Vec::new();
    for (subgroup, solutions) in fixed.into_iter().rev() {
        let larger = exact
            .iter()
            .filter(|(larger, _)| larger & subgroup == subgroup);
        let with_more: BigUint = larger.map(|(_, solutions)| solutions).sum();
        exact.push((subgroup, solutions - with_more));
    }
    for (subgroup, solutions) in exact {
        if solutions == BigUint::ZERO {
            continue;
        }
        for at in members(subgroup).filter(|&at| !symmetries.is_identity(ids[at])) {
            report.fixed[at] += &solutions;
        }
        let stabilizer = members(subgroup).map(|at| ids[at]).collect();
        report.stabilizers.insert(stabilizer, solutions);
    }
    Ok(Some(report))
}

/// For each nontrivial subgroup, the number of solutions that it fixes, from the smallest subgroup up. Subgroups
/// that fix none are left out. `None` if `count` gives up.
fn fixed_by_subgroups(
    symmetries: &Symmetries,
    group: &SmallGroup,
    count: &mut dyn FnMut(&[SymmetryId]) -> Option<BigUint>,
) -> Option<Vec<(ElementSet, BigUint)>> {
    let ids: Vec<SymmetryId> = symmetries.ids().collect();
    let mut fixed: Vec<(ElementSet, BigUint)> = Vec::new();
    let mut without: Vec<ElementSet> = Vec::new();
    for subgroup in group.subgroups().into_iter().skip(1) {
        let contains = |&smaller: &ElementSet| subgroup & smaller == smaller;
        if without.iter().any(contains) {
            continue;
        }
        let generators: Vec<SymmetryId> = members(subgroup).map(|at| ids[at]).collect();
        let solutions = count(&generators)?;
        if solutions == BigUint::ZERO {
            without.push(subgroup);
        } else {
            fixed.push((subgroup, solutions));
        }
    }
    Some(fixed)
}

/// Converts the order of a group to a float. The order fits in 32 bits.
fn float(order: usize) -> f64 {
    u32::try_from(order).map_or(f64::INFINITY, f64::from)
}

/// A visitor that counts the solutions that `g` fixes, separately for each stabilizer.
struct StabilizerCounter<'a> {
    symmetries: &'a Symmetries,
    g: SymmetryId,
    watcher: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    done: Progress,
    solution: Vec<OptionId>,
    image: Vec<OptionId>,
    stabilizers: &'a mut BTreeMap<Vec<SymmetryId>, BigUint>,
}

impl StabilizerCounter<'_> {
    fn fixes(&mut self, g: SymmetryId) -> bool {
        self.image.clear();
        let images = self.solution.iter();
        self.image
            .extend(images.map(|&option| self.symmetries.image(g, option)));
        self.image.sort_unstable();
        self.image == self.solution
    }
}

impl Visitor for StabilizerCounter<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solution.clear();
        self.solution.extend_from_slice(options);
        self.solution.sort_unstable();
        let mut stabilizer = Vec::new();
        for h in self.symmetries.ids() {
            let identity = self.symmetries.is_identity(h);
            if identity || h == self.g || self.fixes(h) {
                // A solution that several elements fix is counted only once, for the first of them.
                if !identity && h < self.g {
                    return Continue(());
                }
                stabilizer.push(h);
            }
        }
        *self.stabilizers.entry(stabilizer).or_default() += 1_u32;
        Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watcher)(&Progress {
            nodes: self.done.nodes + progress.nodes,
            solutions: self.done.solutions + progress.solutions,
            fraction: self.done.fraction + progress.fraction / float(self.symmetries.order()),
        })
    }
}
