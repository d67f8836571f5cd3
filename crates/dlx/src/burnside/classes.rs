//! Counts the solutions that each element of a group fixes, once for each conjugacy class.
//!
//! An element h maps the solutions that g fixes to the solutions that h g h⁻¹ fixes, one to one.
//! So a group of hundreds of elements, such as that of a torus, needs only dozens of counts.

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;

use super::Quotient;
use super::loose::loose;
use crate::compact::set_of;
use crate::problem::{OptionId, Problem};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// Counts the solutions that each element of a group maps to themselves. The result is indexed by element; the
/// entry of the identity, which fixes all solutions, is 0. `count` must count all solutions of a problem, or
/// return `None` to give up.
///
/// Returns `None` if `count` gave up, or if some orbits cover an item with binding bounds more often than others
/// do. No exact cover problem can express this case. Takes one count for every conjugacy class, of a problem with
/// an option for each orbit of options. Also takes time proportional to the options times the order of the group,
/// and to the classes times that order.
///
/// # Errors
///
/// The symmetries do not belong to `problem`.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::burnside::fixed_counts;
/// use tilewright_dlx::{Frontier, Problem, Symmetries};
///
/// // Two of four beads on a ring: only the half turn fixes choices.
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 2..=2)?;
/// for _ in 0..4 {
///     problem.add_option(&[beads])?;
/// }
/// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
/// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
/// let fixed = fixed_counts(&problem, &symmetries, &mut |quotient| {
///     let report = Frontier::new(quotient).count(&mut |_| ControlFlow::Continue(()));
///     Some(report.ok()?.count)
/// })?;
/// assert_eq!(fixed, Some([0_u32, 0, 2, 0].map(Into::into).to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_counts(
    problem: &Problem,
    symmetries: &Symmetries,
    count: &mut dyn FnMut(&Problem) -> Option<BigUint>,
) -> Result<Option<Vec<BigUint>>, ActionError> {
    symmetries.check_problem(problem)?;
    let loose = loose(problem, symmetries);
    let mut fixed = vec![BigUint::ZERO; symmetries.order()];
    for class in conjugacy_classes(problem, symmetries) {
        let Some(&first) = class
            .first()
            .filter(|first| !symmetries.is_identity(**first))
        else {
            continue;
        };
        let number = match Quotient::new(&loose, symmetries, &[first]) {
            None => Some(BigUint::ZERO),
            Some(quotient) if quotient.checks.is_empty() => count(&quotient.problem),
            Some(_) => None,
        };
        let Some(number) = number else {
            return Ok(None);
        };
        for g in class {
            fixed[g.index()].clone_from(&number);
        }
    }
    Ok(Some(fixed))
}

/// The conjugacy classes of a group of automorphisms of `problem`. Each class is sorted; classes are in the order
/// of their first elements.
///
/// Takes time proportional to the classes times the order of the group, and at most to the options times that order.
///
/// ```
/// use tilewright_dlx::burnside::conjugacy_classes;
/// use tilewright_dlx::{Problem, Symmetries};
///
/// // The turns and reflections of three beads on a ring: the identity, two turns, three reflections.
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 0..=3)?;
/// for _ in 0..3 {
///     problem.add_option(&[beads])?;
/// }
/// let moved = |by: usize, of: usize| (0..3).filter_map(|bead| problem.option((by + of * bead) % 3)).collect();
/// let images = [1, 2].into_iter().flat_map(|of| (0..3).map(move |by| (by, of)));
/// let symmetries = Symmetries::new(&problem, images.map(|(by, of)| moved(by, of)).collect())?;
/// let sizes: Vec<usize> = conjugacy_classes(&problem, &symmetries).iter().map(Vec::len).collect();
/// assert_eq!(sizes, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conjugacy_classes(problem: &Problem, symmetries: &Symmetries) -> Vec<Vec<SymmetryId>> {
    let conjugation = Conjugation::new(problem, symmetries);
    let mut seen = vec![false; symmetries.order()];
    let mut classes = Vec::new();
    for g in symmetries.ids() {
        if seen[g.index()] {
            continue;
        }
        let conjugates = symmetries.ids().map(|h| conjugation.conjugate(h, g));
        let mut class: Vec<SymmetryId> = conjugates.collect();
        class.sort_unstable();
        class.dedup();
        for member in &class {
            seen[member.index()] = true;
        }
        classes.push(class);
    }
    classes
}

/// The action of a group on itself by conjugation: h maps g to h g h⁻¹.
pub(super) struct Conjugation<'a> {
    symmetries: &'a Symmetries,
    base: Vec<OptionId>,
    /// Finds an element of the group by the images of the options in `base`.
    by_images: HashMap<Vec<OptionId>, SymmetryId>,
    inverses: Vec<SymmetryId>,
}

impl<'a> Conjugation<'a> {
    pub(super) fn new(problem: &Problem, symmetries: &'a Symmetries) -> Self {
        let base = base(problem, symmetries);
        let images = |g: SymmetryId| base.iter().map(move |&option| symmetries.image(g, option));
        let by_images = symmetries.ids().map(|g| (images(g).collect(), g)).collect();
        let mut conjugation = Self {
            symmetries,
            base,
            by_images,
            inverses: Vec::new(),
        };
        let inverses = symmetries.ids().map(|g| conjugation.inverse(g)).collect();
        conjugation.inverses = inverses;
        conjugation
    }

    /// The product of some elements, which applies them one after the other, the first one first.
    #[expect(clippy::expect_used, reason = "an invariant of groups")]
    pub(super) fn product(&self, one_by_one: &[SymmetryId]) -> SymmetryId {
        let image = |&option: &OptionId| {
            let each = one_by_one.iter();
            each.fold(option, |option, &g| self.symmetries.image(g, option))
        };
        let images: Vec<OptionId> = self.base.iter().map(image).collect();
        let product = self.by_images.get(&images).copied();
        product.expect("invariant: a group holds all products")
    }

    /// The inverse of an element: its last power before the powers reach the identity.
    fn inverse(&self, g: SymmetryId) -> SymmetryId {
        let mut power = g;
        loop {
            let next = self.product(&[power, g]);
            if self.symmetries.is_identity(next) {
                return power;
            }
            power = next;
        }
    }

    /// The conjugate h g h⁻¹ of g.
    fn conjugate(&self, h: SymmetryId, g: SymmetryId) -> SymmetryId {
        self.product(&[self.inverses[h.index()], g, h])
    }

    /// All conjugates of a subgroup. Each is a sorted list of elements.
    pub(super) fn conjugates(&self, subgroup: &[SymmetryId]) -> BTreeSet<Vec<SymmetryId>> {
        let conjugated = |h: SymmetryId| {
            let elements = subgroup.iter().map(|&g| self.conjugate(h, g));
            let mut conjugate: Vec<SymmetryId> = elements.collect();
            conjugate.sort_unstable();
            conjugate
        };
        set_of(self.symmetries.ids().map(conjugated))
    }
}

/// A few options whose images distinguish all elements of the group.
fn base(problem: &Problem, symmetries: &Symmetries) -> Vec<OptionId> {
    let mut base = Vec::new();
    // `alike` holds a number for each element. Elements with the same images of the base so far have the same
    // number.
    let mut alike = vec![0_usize; symmetries.order()];
    let mut count = 1;
    for option in problem.options() {
        if count == symmetries.order() {
            break;
        }
        let mut numbers: HashMap<(usize, OptionId), usize> = HashMap::new();
        let finer: Vec<usize> = symmetries
            .ids()
            .zip(&alike)
            .map(|(g, &number)| {
                let next = numbers.len();
                *numbers
                    .entry((number, symmetries.image(g, option)))
                    .or_insert(next)
            })
            .collect();
        if numbers.len() > count {
            count = numbers.len();
            alike = finer;
            base.push(option);
        }
    }
    base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::burnside::fixed_covers;

    /// Uses the colourings of `n` beads on a ring in two colours. The ring may be rotated and turned over.
    #[test]
    fn classes_fix_what_their_elements_fix() {
        for n in 3..=7_usize {
            let mut problem = Problem::new();
            for bead in 0..n {
                let place = problem.add_primary(format!("{bead}")).unwrap();
                // One option for a black bead, one for a white bead.
                problem.add_option(&[place]).unwrap();
                problem.add_option(&[place]).unwrap();
            }
            let moved = |by: usize, over: bool| -> Vec<OptionId> {
                let bead = |at: usize| {
                    if over {
                        (n - at + by) % n
                    } else {
                        (at + by) % n
                    }
                };
                let options = (0..2 * n).map(|o| problem.option(2 * bead(o / 2) + o % 2));
                options.map(Option::unwrap).collect()
            };
            let images = (0..n)
                .flat_map(|by| [moved(by, false), moved(by, true)])
                .collect();
            let symmetries = Symmetries::new(&problem, images).unwrap();
            let classes = conjugacy_classes(&problem, &symmetries);
            // Dihedral groups have (n + 3) / 2 classes for odd n, n / 2 + 3 for even n.
            let expected = if n % 2 == 1 { n.midpoint(3) } else { n / 2 + 3 };
            assert_eq!(classes.len(), expected);
            let elements: usize = classes.iter().map(Vec::len).sum();
            assert_eq!(elements, symmetries.order(), "each is in one class, once");
            let counted = fixed_counts(&problem, &symmetries, &mut |quotient| {
                let links = crate::Links::new(quotient);
                let report = links.run(&mut |_: &[OptionId]| std::ops::ControlFlow::Continue(()));
                Some(report.solutions.into())
            });
            let counted = counted.unwrap().unwrap();
            for g in symmetries.ids().filter(|&g| !symmetries.is_identity(g)) {
                let listed = fixed_covers(&problem, &symmetries, g, &mut |_: &[OptionId]| {
                    std::ops::ControlFlow::Continue(())
                });
                assert_eq!(counted[g.index()], listed.unwrap().count.into());
            }
        }
    }
}
