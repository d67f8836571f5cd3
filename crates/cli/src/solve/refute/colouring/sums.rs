//! The pairs of an area and a sum that placements can make together.

use std::collections::BTreeMap;

use crate::puzzle::Copies;

/// The area of a placement, and the sum of the weights of its cells.
pub(super) type PlacementSum = (u64, i64);

/// A piece reduced to its sums: its copies, and the values that a copy can add.
#[derive(Debug, Clone)]
pub(super) struct Summand {
    pub(super) copies: Copies,
    /// The different sums that one copy can add.
    pub(super) values: Vec<PlacementSum>,
}

/// The remaining work, as a number of 64-bit words that may still be processed. Sets of sums consist of such
/// words, with one bit for each sum.
#[derive(Debug, Clone, Copy)]
pub(super) struct WorkLeft(pub(super) u64);

impl WorkLeft {
    fn take(&mut self, words: usize) -> Option<()> {
        self.0 = self.0.checked_sub(words as u64)?;
        Some(())
    }
}

/// A set of pairs of an area and a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AreaSums {
    /// The sum that the first bit represents.
    low: i64,
    /// For each area, its sums: one bit for each sum.
    rows: BTreeMap<u64, Vec<u64>>,
}

impl AreaSums {
    /// All pairs of an area and a sum that the pieces can make together, if each piece is used in an allowed
    /// number of copies. `None` if a piece has no values, or if the computation exceeds the remaining work.
    ///
    /// Cost: for each copy and each of its values, a pass over the sums so far, which are stored
    /// with one bit for each area and each number in the range of the sums.
    pub(super) fn of(summands: &[Summand], work: &mut WorkLeft) -> Option<Self> {
        let (mut low, mut high) = (0_i64, 0_i64);
        for Summand { copies, values } in summands {
            let least = values.iter().map(|value| value.1).min()?.min(0);
            let most = values.iter().map(|value| value.1).max()?.max(0);
            low = low.checked_add(least.checked_mul(copies.max.into())?)?;
            high = high.checked_add(most.checked_mul(copies.max.into())?)?;
        }
        let width = usize::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?;
        let words = width.div_ceil(64);
        work.take(words)?;
        let mut first = vec![0; words];
        let zero = usize::try_from(-low).ok()?;
        first[zero / 64] |= 1 << (zero % 64);
        let mut sums = Self {
            low,
            rows: BTreeMap::from([(0, first)]),
        };
        for summand in summands {
            sums = sums.plus(summand, work)?;
        }
        Some(sums)
    }

    fn plus(self, Summand { copies, values }: &Summand, work: &mut WorkLeft) -> Option<Self> {
        let mut total = Self {
            low: self.low,
            rows: BTreeMap::new(),
        };
        let mut so_far = self;
        if copies.min == 0 {
            total.join(&so_far);
        }
        for copy in 1..=copies.max {
            let mut next = Self {
                low: so_far.low,
                rows: BTreeMap::new(),
            };
            for (area, row) in &so_far.rows {
                for (more, by) in values {
                    work.take(row.len())?;
                    let target = next
                        .rows
                        .entry(area.checked_add(*more)?)
                        .or_insert_with(|| vec![0; row.len()]);
                    join_shifted(target, row, *by);
                }
            }
            so_far = next;
            if copy == copies.max {
                break;
            }
            if copy >= copies.min {
                work.take(so_far.rows.values().map(Vec::len).sum())?;
                total.join(&so_far);
            }
        }
        total.join(&so_far);
        Some(total)
    }

    fn join(&mut self, other: &Self) {
        for (area, row) in &other.rows {
            let target = self.rows.entry(*area).or_insert_with(|| vec![0; row.len()]);
            join_shifted(target, row, 0);
        }
    }

    pub(super) fn areas(&self) -> impl Iterator<Item = u64> {
        self.rows.keys().copied()
    }

    /// The sums of weights that placements of this total area can make together, in increasing order.
    pub(super) fn at(&self, area: u64) -> impl Iterator<Item = i64> {
        let row = self.rows.get(&area).map_or(&[][..], Vec::as_slice);
        (self.low..)
            .zip(0..row.len() * 64)
            .filter(|(_, bit)| row[bit / 64] >> (bit % 64) & 1 == 1)
            .map(|(sum, _)| sum)
    }
}

/// Joins `row`, shifted by `by` sums, to `target`. Both have the range of all sums, so no bit is
/// shifted out.
fn join_shifted(target: &mut [u64], row: &[u64], by: i64) {
    let distance = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
    let (words, bits) = (distance / 64, distance % 64);
    for (index, word) in row.iter().enumerate().filter(|(_, word)| **word != 0) {
        let parts = if by >= 0 {
            let up = index.checked_add(words);
            [
                (up, word << bits),
                (
                    up.map(|up| up + 1),
                    word.checked_shr(64 - distance_bits(bits)).unwrap_or(0),
                ),
            ]
        } else {
            let down = index.checked_sub(words);
            [
                (down, word >> bits),
                (
                    down.and_then(|down| down.checked_sub(1)),
                    word.checked_shl(64 - distance_bits(bits)).unwrap_or(0),
                ),
            ]
        };
        for (place, part) in parts {
            if let Some(word) = place.and_then(|place| target.get_mut(place)) {
                *word |= part;
            }
        }
    }
}

/// A number of bits below 64, in the type that shifts take.
fn distance_bits(bits: usize) -> u32 {
    u32::try_from(bits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The pairs of an area and a sum that `AreaSums::of` gives, found by enumeration.
    fn slowly(summands: &[Summand]) -> BTreeSet<PlacementSum> {
        let mut sums = BTreeSet::from([(0, 0)]);
        for Summand { copies, values } in summands {
            let mut total = BTreeSet::new();
            for copy in 0..=copies.max {
                if copy >= copies.min {
                    total.extend(&sums);
                }
                sums = sums
                    .iter()
                    .flat_map(|(area, sum)| values.iter().map(move |(a, s)| (area + a, sum + s)))
                    .collect();
            }
            sums = total;
        }
        sums
    }

    #[test]
    fn sums_are_those_of_all_choices() {
        let summand = |min, max, values: &[PlacementSum]| Summand {
            copies: Copies { min, max },
            values: values.to_vec(),
        };
        for summands in [
            vec![],
            vec![summand(1, 1, &[(5, -3), (5, 1)])],
            vec![
                summand(0, 3, &[(2, 0), (3, 64)]),
                summand(2, 2, &[(4, -65), (1, 7)]),
                summand(1, 4, &[(5, 63), (5, -1), (5, 0)]),
            ],
            vec![summand(40, 40, &[(1, 9), (1, -9)])],
        ] {
            let sums = AreaSums::of(&summands, &mut WorkLeft(1_000_000)).unwrap();
            let found: BTreeSet<PlacementSum> = sums
                .areas()
                .flat_map(|area| sums.at(area).map(move |sum| (area, sum)))
                .collect();
            assert_eq!(found, slowly(&summands));
        }
    }

    #[test]
    fn too_much_work_is_not_begun() {
        let huge = Summand {
            copies: Copies {
                min: 65_536,
                max: 65_536,
            },
            values: vec![(1, 1_000_000), (1, -1)],
        };
        assert_eq!(AreaSums::of(&[huge], &mut WorkLeft(1_000_000)), None);
    }
}
