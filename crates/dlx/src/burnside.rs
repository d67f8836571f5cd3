//! Burnside's lemma: the number of distinct solutions, from the solutions that each symmetry fixes.
//!
//! The number of orbits of a group is the mean, over its elements, of the number of points that the
//! element fixes. Here the points are solutions. A solution that an automorphism g fixes is a union
//! of orbits of options under g. So these solutions are the solutions of an exact cover problem
//! with one option for each orbit. Three observations make this problem small.
//!
//! - An orbit is left out if it covers an item more often than a solution may, or gives it two colours.
//! - A solution that g fixes covers an item as often as the item's image, so one item of each orbit of items
//!   suffices.
//! - An orbit may cover a bounded item several times. If the orbits that cover it do so at least u
//!   and at most v times, then at least min / v and at most max / u of them are chosen. Unless u =
//!   v, this condition is not sufficient, so the times are summed for each solution found.
//!
//! A count by this method is independent of the restrictions of [`Distinct`](crate::Distinct), so each certifies the
//! other.
//!
//! Source: Burnside, *Theory of Groups of Finite Order* (2nd edition 1911), section 145, who
//! ascribes the lemma to Frobenius.

mod certificate;
mod classes;
#[cfg(feature = "frontier")]
mod counter;
mod enumerator;
mod fixed_by;
mod loose;
mod orbits;
mod subgroups;
mod symmetric;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Continue};
use std::ops::RangeInclusive;

pub use certificate::{Certificate, CertificateError};
pub use classes::{conjugacy_classes, fixed_counts};
#[cfg(feature = "frontier")]
pub use counter::{SymmetricCount, SymmetricCounter};
pub use enumerator::{CoverEnumerator, EnumeratorLimit, wreath_coset};
pub use fixed_by::{CountBy, fixed_counts_by};
pub use orbits::{ByStabilizer, Orbits};
pub use symmetric::{SymmetricReport, symmetric_counts, symmetric_counts_of, symmetric_covers};

use crate::links::Links;
use crate::problem::{Colour, Entry, ItemId, OptionId, Problem};
use crate::profile::Profile;
use crate::search::{Progress, Visitor};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// The number of solutions that a symmetry fixes, and the cost of finding them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FixedReport {
    /// The number of fixed solutions, each of which was passed to the visitor.
    pub count: u64,
    /// Whether the whole tree was searched; false if the visitor broke out.
    pub complete: bool,
    /// Nodes and updates by level, in the search over orbits of options.
    pub profile: Profile,
}

/// Searches for the solutions that `g` maps to themselves, and passes each to the visitor. The identity fixes all
/// solutions.
///
/// The options of a solution come orbit by orbit, in the order in which the orbits are chosen, each orbit from its
/// least option along the powers of `g`. Takes the time of [`Links`] for a problem with an option for each orbit.
///
/// # Errors
///
/// The symmetries do not belong to `problem`, or `g` is not one of them.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::burnside::{Certificate, fixed_covers};
/// use tilewright_dlx::{OptionId, Problem, Symmetries};
///
/// // Two of four beads on a ring, and the four rotations.
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 2..=2)?;
/// for _ in 0..4 {
///     problem.add_option(&[beads])?;
/// }
/// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
/// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
///
/// let mut fixed = Vec::new();
/// for g in symmetries.ids() {
///     let report = fixed_covers(&problem, &symmetries, g, &mut |_: &[OptionId]| {
///         ControlFlow::Continue(())
///     })?;
///     fixed.push(report.count);
/// }
/// assert_eq!(fixed, [6, 0, 2, 0]);
/// // Two neighbours, or two opposite beads.
/// assert_eq!(Certificate::new(fixed)?.orbits, 2_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_covers<V: Visitor + ?Sized>(
    problem: &Problem,
    symmetries: &Symmetries,
    g: SymmetryId,
    visitor: &mut V,
) -> Result<FixedReport, ActionError> {
    symmetries.check_problem(problem)?;
    symmetries.check_element(g)?;
    let Some(quotient) = Quotient::new(problem, symmetries, &[g]) else {
        return Ok(FixedReport {
            count: 0,
            complete: true,
            profile: Profile::default(),
        });
    };
    let mut leaves = Leaves {
        visitor,
        quotient: &quotient,
        times: vec![0; quotient.checks.len()],
        solution: Vec::new(),
        count: 0,
    };
    let report = Links::new(&quotient.problem).run(&mut leaves);
    Ok(FixedReport {
        count: leaves.count,
        complete: report.complete,
        profile: report.profile,
    })
}

/// A problem with an option for each orbit of options of another problem.
struct Quotient {
    problem: Problem,
    /// For each option of `problem`, the orbit that it represents.
    orbits: Vec<Vec<OptionId>>,
    /// The bounds of the *checked* items. Some orbits cover such an item more often than others do, so how often
    /// it is covered must be added up for each solution.
    checks: Vec<(u64, u64)>,
    /// For each option of `problem`, the indices of the checked items that it covers, and how often it covers
    /// each.
    summands: Vec<Vec<(usize, u64)>>,
}

/// An orbit of options, and the items that it covers: how often, and with which colour. Of each orbit of items,
/// only the representative is listed.
type Covering = (Vec<OptionId>, BTreeMap<ItemId, (u32, Option<Colour>)>);

impl Quotient {
    /// The quotient by the group that some elements generate; `None` if the bounds alone rule out every solution.
    /// The symmetries must be those of the problem.
    fn new(problem: &Problem, symmetries: &Symmetries, generators: &[SymmetryId]) -> Option<Self> {
        let coverings = coverings(problem, symmetries, generators);
        // For each item, the minimum and the maximum number of times that an orbit covers it.
        let mut range: BTreeMap<ItemId, (u32, u32)> = BTreeMap::new();
        for (&item, &(times, _)) in coverings.iter().flat_map(|(_, times)| times) {
            let (least, most) = range.entry(item).or_insert((times, times));
            *least = times.min(*least);
            *most = times.max(*most);
        }
        let mut quotient = Self {
            problem: problem.without_items(),
            orbits: Vec::new(),
            checks: Vec::new(),
            summands: Vec::new(),
        };
        let mut ids: BTreeMap<ItemId, ItemId> = BTreeMap::new();
        let mut checks: BTreeMap<ItemId, usize> = BTreeMap::new();
        let kept = kept_items(problem, symmetries, generators);
        for item in problem.items().filter(|item| kept[item.index()]) {
            let Some(bounds) = problem.bounds(item) else {
                ids.insert(item, quotient.add_item(problem.item_name(item), None));
                continue;
            };
            let (least, most) = bounds.into_inner();
            // If no orbit covers the item, it does not matter which range is used.
            let &(fewest, largest) = range.get(&item).unwrap_or(&(1, 1));
            let (few, many) = (least.div_ceil(largest), most / fewest);
            if few > many {
                return None;
            }
            let bounds = Some(few..=many);
            ids.insert(item, quotient.add_item(problem.item_name(item), bounds));
            let is_bound = (least, most) != (0, u32::MAX);
            if is_bound && fewest < largest {
                checks.insert(item, quotient.checks.len());
                quotient.checks.push((least.into(), most.into()));
            }
        }
        for (orbit, times) in coverings {
            let entry = |(item, &(_, colour)): (&ItemId, &(u32, _))| Entry {
                item: ids[item],
                colour,
            };
            let entries: Vec<Entry> = times.iter().map(entry).collect();
            quotient.add_orbit(orbit, &entries);
            let summand = |(item, &(times, _)): (&ItemId, &(u32, Option<Colour>))| {
                Some((*checks.get(item)?, u64::from(times)))
            };
            quotient
                .summands
                .push(times.iter().filter_map(summand).collect());
        }
        Some(quotient)
    }

    /// Adds an item to the quotient: a secondary one if `bounds` is `None`.
    #[expect(clippy::expect_used, reason = "an invariant of the items kept")]
    fn add_item(&mut self, name: &str, bounds: Option<RangeInclusive<u32>>) -> ItemId {
        let added = match bounds {
            Some(bounds) => self.problem.add_bounded(name, bounds),
            None => self.problem.add_secondary(name),
        };
        added.expect("invariant: the items of a problem, in their order, make a problem")
    }

    #[expect(clippy::expect_used, reason = "an invariant of orbits")]
    fn add_orbit(&mut self, orbit: Vec<OptionId>, entries: &[Entry]) {
        let added = self.problem.add_coloured_option(entries);
        added.expect(
            "invariant: an orbit covers the first of the orbit of a primary item, and no more items \
             than its options do",
        );
        self.orbits.push(orbit);
    }
}

/// For each item, whether the quotient keeps it: whether it is the first item of its [class](Symmetries::class)
/// and represents its orbit under the generated group.
fn kept_items(problem: &Problem, symmetries: &Symmetries, generators: &[SymmetryId]) -> Vec<bool> {
    let mut kept = vec![true; problem.item_count()];
    for item in problem.items() {
        if symmetries.class(item) != item {
            kept[item.index()] = false;
        } else if kept[item.index()] {
            let image = |g, item| symmetries.item_image(g, item);
            for other in orbit(item, generators, image).into_iter().skip(1) {
                kept[other.index()] = false;
            }
        }
    }
    kept
}

/// The orbit of `first` under the generated group, in breadth-first order.
fn orbit<T: Copy + Ord>(
    first: T,
    generators: &[SymmetryId],
    image: impl Fn(SymmetryId, T) -> T,
) -> Vec<T> {
    let mut orbit = vec![first];
    let mut seen = BTreeSet::from([first]);
    let mut at = 0;
    while at < orbit.len() {
        for &g in generators {
            let image = image(g, orbit[at]);
            if seen.insert(image) {
                orbit.push(image);
            }
        }
        at += 1;
    }
    orbit
}

/// The orbits of options under the generated group. Orbits that cover an item more often than a solution may, or
/// give it two colours, are left out.
fn coverings(
    problem: &Problem,
    symmetries: &Symmetries,
    generators: &[SymmetryId],
) -> Vec<Covering> {
    let kept = kept_items(problem, symmetries, generators);
    let mut seen = vec![false; problem.option_count()];
    let mut coverings = Vec::new();
    for first in problem.options() {
        if seen[first.index()] {
            continue;
        }
        let orbit = orbit(first, generators, |g, option| symmetries.image(g, option));
        let mut times: BTreeMap<ItemId, (u32, Option<Colour>)> = BTreeMap::new();
        let mut agrees = true;
        for &option in &orbit {
            seen[option.index()] = true;
            for Entry { item, colour } in problem.option_entries(option) {
                if kept[item.index()] {
                    let (times, given) = times.entry(item).or_insert((0, colour));
                    *times += 1;
                    agrees &= *given == colour;
                }
            }
        }
        let most = |item, colour: Option<Colour>| match problem.bounds(item) {
            Some(bounds) => *bounds.end(),
            None if colour.is_some() => u32::MAX,
            None => 1,
        };
        let is_within = |(&item, &(times, colour)): (&ItemId, &(u32, Option<Colour>))| {
            times <= most(item, colour)
        };
        if agrees && times.iter().all(is_within) {
            coverings.push((orbit, times));
        }
    }
    coverings
}

/// A visitor of the search over orbits. The search does not enforce the bounds of some items. This visitor checks
/// them by adding up how often the orbits cover these items, and passes the solutions within the bounds to another
/// visitor.
struct Leaves<'a, V: ?Sized> {
    visitor: &'a mut V,
    quotient: &'a Quotient,
    times: Vec<u64>,
    solution: Vec<OptionId>,
    count: u64,
}

impl<V: Visitor + ?Sized> Visitor for Leaves<'_, V> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.times.fill(0);
        self.solution.clear();
        for option in options {
            for &(check, times) in &self.quotient.summands[option.index()] {
                self.times[check] += times;
            }
            self.solution.extend(&self.quotient.orbits[option.index()]);
        }
        let checks = &self.quotient.checks;
        let within = |(times, &(least, most)): (&u64, &(u64, u64))| (least..=most).contains(times);
        if !self.times.iter().zip(checks).all(within) {
            return Continue(());
        }
        self.count += 1;
        self.visitor.solution(&self.solution)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.visitor.progress(&Progress {
            solutions: self.count,
            ..*progress
        })
    }
}
