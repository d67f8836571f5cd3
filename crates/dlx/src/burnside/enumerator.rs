//! Counts the orbits of choices from several equal parts, by generating functions.
//!
//! Let a problem consist of parts that share only items which may be covered several times. For example, several
//! boards may share a set of pieces. A [`CoverEnumerator`] holds the number of solutions of a part for each way to
//! cover the shared items. To combine parts, their enumerators are multiplied.
//!
//! Let m parts be equal, each with the solutions X, on which a group K acts that preserves how
//! often a solution covers each item. The symmetries of all parts together form the wreath product
//! of K with the permutations of the parts. Consider an element with a cycle of k parts. Along this
//! cycle, the element fixes as many choices as the product of its actions along the cycle fixes
//! solutions of one part. Each of these choices covers every item k times as often as one such
//! solution. So with Z(x) the mean over K of the enumerators of fixed solutions, the sum over m of
//! the numbers of orbits is
//!
//! ```text
//! exp(Σ tᵏ/k · Z(xᵏ)),   hence   m · h(m) = Σ Z(xᵏ) · h(m − k)   for k = 1 … m
//! ```
//!
//! in the time of a few products, without visiting the elements of the group. If a symmetry q of all parts together
//! permutes the shared items, the same holds for the coset of q ([`wreath_coset`]). Then the coset of qᵏ takes the
//! place of K, and the images of the covered items take the place of their multiples.
//!
//! Source: Pólya, "Kombinatorische Anzahlbestimmungen für Gruppen, Graphen und chemische Verbindungen" (1937), section 27
//! for wreath products ("Kranz").

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::compact::map_of;

/// For each way to cover given items (how often each is covered): the number of solutions, or of orbits of
/// solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverEnumerator {
    terms: BTreeMap<Vec<u32>, BigUint>,
}

/// The limits on the multiplication of enumerators.
#[derive(Clone, Debug)]
pub struct EnumeratorLimit {
    /// For each item, how often it may be covered. Terms that exceed this are left out.
    pub most: Vec<u32>,
    /// How many products of two terms may still be computed.
    pub products: u64,
}

impl CoverEnumerator {
    /// The enumerator of one solution that covers none of `items` items. It is the unit of multiplication.
    pub fn one(items: usize) -> Self {
        Self {
            terms: BTreeMap::from([(vec![0; items], 1_u32.into())]),
        }
    }

    /// Adds `solutions` solutions that cover each item as often as `times` says.
    pub fn add(&mut self, times: Vec<u32>, solutions: BigUint) {
        if solutions != BigUint::ZERO {
            *self.terms.entry(times).or_default() += solutions;
        }
    }

    /// The terms in lexicographic order: how often each item is covered, and the number of solutions that do so.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], &BigUint)> {
        self.terms
            .iter()
            .map(|(times, solutions)| (times.as_slice(), solutions))
    }

    /// The number of solutions that cover each item as often as `times` says.
    pub fn solutions(&self, times: &[u32]) -> BigUint {
        self.terms.get(times).cloned().unwrap_or_default()
    }

    /// The sum of two enumerators, term by term.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (times, solutions) in &other.terms {
            *self.terms.entry(times.clone()).or_default() += solutions;
        }
        self
    }

    /// Divides every number by `by`; `None` if a division leaves a remainder.
    #[must_use]
    pub fn divided(self, by: &BigUint) -> Option<Self> {
        let divide = |(times, solutions): (Vec<u32>, BigUint)| {
            (&solutions % by == BigUint::ZERO).then(|| (times, solutions / by))
        };
        let terms = self.terms.into_iter().map(divide);
        let terms = map_of(terms.collect::<Option<Vec<_>>>()?);
        Some(Self { terms })
    }

    /// The enumerator of `parts` equal parts, where the solution of the first part determines those of the others.
    /// Each later part covers the images, under `permutation`, of the items that the part before it covers.
    /// `permutation[i]` is the image of item i.
    #[must_use]
    pub fn along(&self, permutation: &[usize], parts: usize) -> Self {
        let mut along = Self::default();
        for (times, solutions) in &self.terms {
            let (mut image, mut sum) = (times.clone(), vec![0_u32; times.len()]);
            for _ in 0..parts {
                let mut next = image.clone();
                for ((sum, times), &to) in sum.iter_mut().zip(&image).zip(permutation) {
                    *sum = sum.saturating_add(*times);
                    next[to] = *times;
                }
                image = next;
            }
            along.add(sum, solutions.clone());
        }
        along
    }

    /// The product of two enumerators: it counts the pairs of a solution of each problem. The number of products
    /// of terms is subtracted from `limit.products`. `None` if that is not enough.
    #[must_use]
    pub fn times(&self, other: &Self, limit: &mut EnumeratorLimit) -> Option<Self> {
        let steps = (self.terms.len() as u64).saturating_mul(other.terms.len() as u64);
        limit.products = limit.products.checked_sub(steps)?;
        let mut product = Self::default();
        for (own, solutions) in &self.terms {
            for (others, of_other) in &other.terms {
                let sum = own.iter().zip(others).map(|(a, b)| a.saturating_add(*b));
                let sum: Vec<u32> = sum.collect();
                if sum
                    .iter()
                    .zip(&limit.most)
                    .all(|(times, most)| times <= most)
                {
                    product.add(sum, solutions * of_other);
                }
            }
        }
        Some(product)
    }
}

/// The number of orbits of choices from `parts` equal parts that a coset of the wreath product fixes, as an
/// enumerator. `cycle` gives, for each length of a cycle, the mean over the coset of one part,
/// [`along`](CoverEnumerator::along) the cycle. For the coset that is the group itself, these are all orbits.
///
/// `None` if the limit is exceeded, or if a number is not an integer: then `cycle` does not belong to a group.
///
/// ```
/// use tilewright_dlx::burnside::{CoverEnumerator, EnumeratorLimit, wreath_coset};
///
/// // Two tilings of a square by dominoes, one up to symmetry; eight squares: one choice up to symmetry.
/// let mut orbits = CoverEnumerator::default();
/// orbits.add(vec![2], 1_u32.into());
/// let mut limit = EnumeratorLimit { most: vec![16], products: 1000 };
/// let eight = wreath_coset(8, &mut |length| Some(orbits.along(&[0], length)), &mut limit).unwrap();
/// assert_eq!(eight.solutions(&[16]), 1_u32.into());
/// ```
pub fn wreath_coset(
    parts: usize,
    cycle: &mut dyn FnMut(usize) -> Option<CoverEnumerator>,
    limit: &mut EnumeratorLimit,
) -> Option<CoverEnumerator> {
    let mut cycles = Vec::with_capacity(parts);
    let mut choices = vec![CoverEnumerator::one(limit.most.len())];
    for count in 1..=parts {
        cycles.push(cycle(count)?);
        let mut sum = CoverEnumerator::default();
        for (own, rest) in cycles.iter().zip(choices.iter().rev()) {
            sum = sum.plus(&own.times(rest, limit)?);
        }
        choices.push(sum.divided(&count.into())?);
    }
    choices.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours three equal rings of two beads each with two colours. A ring is one of three necklaces up to
    /// symmetry, so the choices are the multisets of three necklaces.
    #[test]
    fn choices_from_equal_parts_are_multisets_of_orbits() {
        let mut necklaces = CoverEnumerator::default();
        for black in 0..=2 {
            necklaces.add(vec![black], 1_u32.into());
        }
        let mut limit = EnumeratorLimit {
            most: vec![6],
            products: 1000,
        };
        let mut cycle = |length| Some(necklaces.along(&[0], length));
        let three = wreath_coset(3, &mut cycle, &mut limit).unwrap();
        let by_black: Vec<u64> = three
            .iter()
            .map(|(_, count)| count.to_u64_digits()[0])
            .collect();
        assert_eq!(by_black, [1, 1, 2, 2, 2, 1, 1]);
        limit.products = 3;
        assert_eq!(wreath_coset(3, &mut cycle, &mut limit), None);
    }

    /// Checks that the limit counts products of terms: three terms times four terms are twelve products.
    #[test]
    fn products_are_counted() {
        let terms = |count: u32| {
            let mut all = CoverEnumerator::default();
            for times in 0..count {
                all.add(vec![times], 1_u32.into());
            }
            all
        };
        let mut limit = EnumeratorLimit {
            most: vec![4],
            products: 23,
        };
        let product = terms(3).times(&terms(4), &mut limit).unwrap();
        assert_eq!(limit.products, 11);
        let solutions = [0, 1, 2, 3, 4, 5].map(|times| product.solutions(&[times]));
        assert_eq!(
            solutions,
            [1_u32, 2, 3, 3, 2, 0].map(BigUint::from),
            "none above 4"
        );
        assert_eq!(terms(3).times(&terms(4), &mut limit), None);
    }
}
