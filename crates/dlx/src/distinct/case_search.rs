//! Searches one case of a search for distinct solutions, subtree by subtree, in any order.
//!
//! A [`Schedule`](crate::Schedule) distributes the parts of a search over the threads of one process, in order. If
//! several processes share a search, each must be able to name a part, search it and report its solutions,
//! independently of the others. So a part is a [`Subtree`] of a case, which is the same for both engines and on
//! every machine.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::plan::CasePlan;
use super::{Acceptance, Distinct, DistinctReport, DistinctVisitor, InFamily};
use crate::bits::{Bits, BitsError, Compiled};
use crate::estimate::{Estimator, Mean};
use crate::links::Links;
use crate::problem::{OptionId, Problem};
use crate::schedule::{LeafFilter, MEMO, PartStats, TreeEngine};
use crate::search::{Heuristic, Progress, Visitor};
use crate::stop::{StopFlag, Stopped};
use crate::subtree::{Part, Subtree};
use crate::symmetry::Symmetries;

/// One case of a search for distinct solutions, ready to be searched in parts.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{
///     Distinct, OptionId, StopFlag, Subtree, Symmetries, SymmetryId, TreeEngine, text,
/// };
///
/// // Four switches, and no symmetry.
/// let problem = text::read("a b c d\na\na\nb\nb\nc\nc\nd\nd\n")?;
/// let identity: Vec<OptionId> = problem.options().collect();
/// let symmetries = Symmetries::new(&problem, vec![identity])?;
/// let distinct = Distinct::new(&problem, &symmetries)?;
/// let case = distinct.case_search(0, TreeEngine::Bits)?.expect("there is one case");
///
/// let parts = case.parts(&Subtree::root(), 4, &StopFlag::new())?;
/// let mut found = 0;
/// // In any order, by any number of processes. A part is split into smaller ones in the same way as the whole.
/// for part in parts.iter().rev() {
///     for smaller in case.parts(&part.subtree, 2, &StopFlag::new())? {
///         let mut ignore = |_: &[OptionId], _: &[SymmetryId]| ControlFlow::Continue(());
///         found += case.search(&smaller.subtree, &mut ignore).distinct;
///     }
/// }
/// assert_eq!(found, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CaseSearch<'p> {
    /// The problem of the case, without the options that the case leaves out.
    problem: Problem,
    /// For each option of the case's problem, the same option in the whole problem.
    options: Arc<[OptionId]>,
    heuristic: Heuristic,
    symmetries: &'p Symmetries,
    plan: &'p CasePlan,
    /// The problem compiled for [`Bits`]; `None` if [`Links`] searches it.
    bits: Option<Arc<Compiled>>,
    accept: Option<Acceptance<'p>>,
}

impl Distinct<'_> {
    /// Prepares one of the [cases](Self::cases), given by its index, to be searched by `engine`. `None` if there
    /// is no case with this index.
    ///
    /// Takes as long as copying the problem and, for [`Bits`], compiling it.
    ///
    /// # Errors
    ///
    /// The problem is too large for [`Bits`].
    pub fn case_search(
        &self,
        case: usize,
        engine: TreeEngine,
    ) -> Result<Option<CaseSearch<'_>>, BitsError> {
        let Some(plan) = self.plans.get(case) else {
            return Ok(None);
        };
        let (problem, options) = self.problem.restricted(&plan.keep);
        let bits = match engine {
            TreeEngine::Links => None,
            TreeEngine::Bits => Some(Bits::compile(&problem)?),
        };
        Ok(Some(CaseSearch {
            problem,
            options: options.into(),
            heuristic: self.heuristic,
            symmetries: self.symmetries,
            plan,
            bits,
            accept: self.accept.clone(),
        }))
    }
}

impl CaseSearch<'_> {
    /// An estimate of this case's share of the whole search. The shares of all cases add up to 1.
    pub fn share(&self) -> f64 {
        self.plan.share
    }

    fn links(&self) -> Links<'_> {
        Links::new(&self.problem).heuristic(self.heuristic)
    }

    /// Splits a subtree into about `count` parts, in the order of the search, as [`Links::split`] splits the whole
    /// tree. The share of a part is its share of the subtree. A subtree that does not exist has no parts.
    ///
    /// Takes as long as building the links and searching the tree above the parts.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn parts(
        &self,
        below: &Subtree,
        count: usize,
        stop: &StopFlag,
    ) -> Result<Vec<Part>, Stopped> {
        let mut splitter = self.links().splitter_below(below, count);
        let mut pulse = || match stop.check() {
            Ok(()) => Continue(()),
            Err(Stopped) => Break(()),
        };
        let mut parts = Vec::new();
        while let Some(splitter) = &mut splitter {
            match splitter.next(&mut pulse) {
                Continue(Some(part)) => parts.push(part),
                Continue(None) => break,
                Break(()) => return Err(Stopped),
            }
        }
        Ok(parts)
    }

    /// Estimates the number of nodes of each subtree from `walks` random walks: see [`Estimator`].
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn estimate_nodes(
        &self,
        subtrees: &[Subtree],
        walks: u64,
        stop: &StopFlag,
    ) -> Result<Vec<Mean>, Stopped> {
        Estimator::of(self.links()).nodes_below(subtrees, walks, stop)
    }

    /// Searches one subtree, and passes its accepted solutions to the visitor. Each represents one orbit. A
    /// subtree that does not exist has no solutions.
    ///
    /// Takes as long as [`Distinct::run`] takes for the subtree. With [`Links`], the time to build the links is
    /// added.
    pub fn search<V: DistinctVisitor + ?Sized>(
        &self,
        subtree: &Subtree,
        visitor: &mut V,
    ) -> DistinctReport {
        let mut listener = DistinctListener {
            family: self.family(),
            visitor,
            found: PartStats::default(),
        };
        let report = match &self.bits {
            None => self.links().run_subtree(subtree, &mut listener),
            Some(compiled) => Bits::with_compiled(&self.problem, Arc::clone(compiled))
                .memo(MEMO)
                .run_subtree(subtree, &mut listener),
        };
        let mut found = listener.found;
        found.profile = report.profile;
        DistinctReport::of(found, report.complete)
    }

    fn family(&self) -> InFamily<'_> {
        let options = Arc::clone(&self.options);
        InFamily::new(self.symmetries, self.plan, options, self.accept.clone())
    }
}

/// Counts the accepted solutions, and passes them to a visitor.
struct DistinctListener<'a, V: ?Sized> {
    family: InFamily<'a>,
    visitor: &'a mut V,
    found: PartStats,
}

impl<V: DistinctVisitor + ?Sized> Visitor for DistinctListener<'_, V> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let Some(leaf) = self.family.leaf(options) else {
            return Continue(());
        };
        self.found.take(&leaf);
        self.visitor.solution(leaf.solution, leaf.stabilizer)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.visitor.progress(&Progress {
            solutions: self.found.found,
            ..*progress
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::SymmetryId;
    use crate::text;

    /// A problem of four switches, some of whose positions exclude each other.
    const PROBLEM: &str = "a b c d | s t\na s\na t\na\nb s\nb\nb t\nc\nc s\nd\nd t\nc d\na b\n";

    fn solutions(case: &CaseSearch<'_>, below: &Subtree) -> Vec<Vec<OptionId>> {
        let mut found = Vec::new();
        let mut visitor = |solution: &[OptionId], _: &[SymmetryId]| {
            found.push(solution.to_vec());
            Continue(())
        };
        let report = case.search(below, &mut visitor);
        assert!(report.complete);
        assert_eq!(report.distinct, found.len() as u64);
        found
    }

    /// Splits a subtree into parts, these into smaller parts, and so on, `depth` times. Returns the smallest
    /// parts, in order.
    fn leaves(case: &CaseSearch<'_>, below: &Subtree, count: usize, depth: u32) -> Vec<Subtree> {
        if depth == 0 {
            return vec![below.clone()];
        }
        let parts = case.parts(below, count, &StopFlag::new()).unwrap();
        let parts = parts
            .iter()
            .flat_map(|part| leaves(case, &part.subtree, count, depth - 1));
        parts.collect()
    }

    #[test]
    fn parts_of_parts_are_the_whole_in_order() {
        let problem = text::read(PROBLEM).unwrap();
        let symmetries = Symmetries::new(&problem, vec![problem.options().collect()]).unwrap();
        let distinct = Distinct::new(&problem, &symmetries).unwrap();
        let mut whole = Vec::new();
        distinct.run(&mut |solution: &[OptionId], _: &[SymmetryId]| {
            whole.push(solution.to_vec());
            Continue(())
        });
        assert!(whole.len() > 20);
        for engine in [TreeEngine::Links, TreeEngine::Bits] {
            let case = distinct.case_search(0, engine).unwrap().unwrap();
            for (count, depth) in [(2, 1), (2, 2), (3, 3), (100, 1), (100, 2)] {
                let parts = leaves(&case, &Subtree::root(), count, depth);
                let found: Vec<_> = parts
                    .iter()
                    .flat_map(|part| solutions(&case, part))
                    .collect();
                assert_eq!(found, whole, "{engine:?}, {count} parts, {depth} deep");
            }
            let nowhere = Subtree::new(vec![1000]);
            assert_eq!(solutions(&case, &nowhere), Vec::<Vec<OptionId>>::new());
            assert_eq!(case.parts(&nowhere, 4, &StopFlag::new()), Ok(Vec::new()));
        }
        assert!(
            distinct
                .case_search(1, TreeEngine::Links)
                .unwrap()
                .is_none()
        );
    }

    /// Uses a tree in which all subtrees of a level are alike, so that the estimates are exact.
    #[test]
    fn subtrees_are_estimated() {
        let problem = text::read("a b c\na\na\nb\nb\nb\nc\nc\n").unwrap();
        let symmetries = Symmetries::new(&problem, vec![problem.options().collect()]).unwrap();
        let distinct = Distinct::new(&problem, &symmetries).unwrap();
        let case = distinct.case_search(0, TreeEngine::Links).unwrap().unwrap();
        let subtrees = [
            Subtree::root(),
            Subtree::new(vec![1]),
            Subtree::new(vec![1, 0]),
        ];
        let nodes = case.estimate_nodes(&subtrees, 5, &StopFlag::new()).unwrap();
        let nodes: Vec<f64> = nodes.iter().map(|mean| mean.mean).collect();
        // The search first chooses an option of a or c, then one of the other of these two, and last one of b.
        assert_eq!(nodes, [2.0 + 4.0 + 12.0, 2.0 + 6.0, 3.0]);
    }
}
