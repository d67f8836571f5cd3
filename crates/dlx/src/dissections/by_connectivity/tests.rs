//! Compares the hash tables of states with B-tree maps, and the counts of boards with those of a single sweep over
//! states.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::tally::{BATCH, SizeTally};
use crate::dissections::meeting::EndPlans;
use crate::dissections::tests::stopped_at_every_report;
use crate::{Dissections, DissectionsError, StopFlag};

/// The cells of a rectangle of squares or hexagons, without some of them.
struct Cells {
    width: usize,
    height: usize,
    is_hex: bool,
    all: Vec<(usize, usize)>,
}

impl Cells {
    fn of(width: usize, height: usize, is_hex: bool) -> Self {
        let cells = (0..width * height).map(|at| (at % width, at / width));
        Self {
            width,
            height,
            is_hex,
            all: cells.collect(),
        }
    }

    fn place(&self, x: usize, y: usize) -> Option<usize> {
        self.all.iter().position(|&cell| cell == (x, y))
    }

    /// The sets of cells around one corner, as offsets from the first cell of each set.
    fn corners(&self) -> &[&[(usize, usize)]] {
        if self.is_hex {
            &[&[(0, 0), (1, 0), (0, 1)], &[(1, 0), (0, 1), (1, 1)]]
        } else {
            &[&[(0, 0), (1, 0), (0, 1), (1, 1)]]
        }
    }

    fn faces(&self) -> Vec<Vec<usize>> {
        let mut faces = Vec::new();
        for at in 0..self.width * self.height {
            let (x, y) = (at % self.width, at / self.width);
            for corner in self.corners() {
                let cells = corner
                    .iter()
                    .filter_map(|(dx, dy)| self.place(x + dx, y + dy));
                faces.push(cells.collect());
            }
        }
        faces
    }

    fn neighbours(&self) -> Vec<Vec<usize>> {
        let are_near = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
            let (x, y) = (c.wrapping_sub(a), d.wrapping_sub(b));
            let steps = [(1, 0), (0, 1), (usize::MAX, 1)];
            let steps = &steps[..if self.is_hex { 3 } else { 2 }];
            let back = (x.wrapping_neg(), y.wrapping_neg());
            steps.iter().any(|step| *step == (x, y) || *step == back)
        };
        let near =
            |cell| (0..self.all.len()).filter(move |&other| are_near(cell, &self.all[other]));
        self.all.iter().map(|cell| near(cell).collect()).collect()
    }

    /// The images of a cell under the half turn of the rectangle and, for squares, under both mirrors.
    fn images(&self, (x, y): (usize, usize)) -> Vec<(usize, usize)> {
        let (across, along) = (self.width - 1 - x, self.height - 1 - y);
        let images = [(across, along), (across, y), (x, along)];
        images[..if self.is_hex { 1 } else { 3 }].to_vec()
    }

    /// Removes the cells `holes` and their images.
    fn without(mut self, holes: &[u8]) -> Self {
        let is_cell = |&(x, y): &(usize, usize)| holes[y * self.width + x] > 0;
        let are_cells =
            |cell: &(usize, usize)| is_cell(cell) && self.images(*cell).iter().all(is_cell);
        self.all = self.all.iter().copied().filter(are_cells).collect();
        self
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let count = self.images((0, 0)).len();
        let image = |number: usize, cell| {
            let (x, y) = self.images(cell)[number];
            self.place(x, y).unwrap()
        };
        let images = |number| self.all.iter().map(|&cell| image(number, cell)).collect();
        (0..count).map(images).collect()
    }

    /// The graph of the cells, to be cut into parts of `size` cells. It has its faces and those symmetries whose
    /// bits are set in `given`.
    fn regions(&self, size: usize, given: u8) -> Dissections {
        let symmetries = self.symmetries().into_iter().enumerate();
        let given = symmetries.filter(|(number, _)| given >> number & 1 == 1);
        let given: Vec<Vec<usize>> = given.map(|(_, images)| images).collect();
        let regions = Dissections::new(self.neighbours(), size).unwrap();
        let regions = regions.symmetries(&given).unwrap();
        regions.faces(&self.faces(), &StopFlag::new()).unwrap()
    }
}

fn count(regions: &Dissections) -> BigUint {
    let report = regions.count(&mut |_| Continue(())).unwrap();
    assert!(report.complete);
    report.count
}

fn goes_by_connectivity(regions: &Dissections) -> bool {
    let ends = EndPlans::new(regions, &mut || true).unwrap();
    ends.unwrap().by_connectivity().is_some()
}

/// Counts the dissections of n × n squares (OEIS A172477) and of n × n hexagons. The expected
/// numbers for hexagons come from sweeps over single states.
#[test]
fn squares_and_hexagons() {
    for (side, expected) in [
        (3, 10_u64),
        (4, 117),
        (5, 4_006),
        (6, 451_206),
        (7, 158_753_814),
        (8, 187_497_290_034),
    ] {
        let given = if side < 7 { 0..8 } else { 7..8 };
        for given in given {
            let regions = Cells::of(side, side, false).regions(side, given);
            assert!(goes_by_connectivity(&regions));
            assert_eq!(count(&regions), expected.into(), "{side} {given}");
        }
    }
    for (side, expected) in [(5, 12_027_u64), (6, 3_089_708), (7, 2_980_428_880)] {
        let regions = Cells::of(side, side, true).regions(side, 1);
        assert!(goes_by_connectivity(&regions));
        assert_eq!(count(&regions), expected.into(), "{side}");
    }
}

/// Checks a count in which a sweep drops a state but not its image. Neither state has a completion.
#[test]
fn a_state_that_leads_nowhere_may_lack_its_image() {
    let holes: Vec<u8> = (0..30)
        .map(|at| u8::from(![0, 4, 7, 22, 25, 29].contains(&at)))
        .collect();
    let cells = Cells::of(5, 6, false).without(&holes);
    let plain = Dissections::new(cells.neighbours(), 12).unwrap();
    assert_eq!(count(&plain), 233_u32.into());
    let mirror = cells.symmetries().swap_remove(1);
    let mirrored = plain.symmetries(&[mirror]).unwrap();
    assert_eq!(count(&mirrored), 233_u32.into());
}

/// Checks that the count falls back to another method if the counts of a half exceed 64 bits.
#[test]
fn numbers_have_room() {
    for (width, height, size) in [(2, 70, 2), (2, 100, 2), (4, 30, 8), (3, 60, 9), (3, 90, 9)] {
        let cells = Cells::of(width, height, false);
        let plain = Dissections::new(cells.neighbours(), size).unwrap();
        let expected = count(&plain);
        for given in [0, 2, 7] {
            assert_eq!(count(&cells.regions(size, given)), expected, "{height}");
        }
    }
}

#[test]
fn counts_stop() {
    let regions = Cells::of(7, 7, false).regions(7, 3);
    let (stops, report) = stopped_at_every_report(&regions);
    assert_eq!(report.count, 158_753_814_u32.into());
    assert!(stops > 10);
}

#[test]
fn counts_keep_to_their_memory() {
    let regions = Cells::of(6, 6, false).regions(6, 7);
    let counted = (0..30).filter(|shift| {
        let regions = regions.clone().memory(1 << shift);
        let report = regions.count(&mut |_| Continue(()));
        match &report {
            Ok(report) => assert_eq!(report.count, 451_206_u32.into(), "{shift}"),
            Err(error) => assert_eq!(*error, DissectionsError::Outgrown { budget: 1 << shift }),
        }
        report.is_ok()
    });
    assert!((5..20).contains(&counted.count()));
}

#[test]
fn tallies_say_when_numbers_outgrow_them() {
    for width in [4, 63] {
        let mut tally = SizeTally::new();
        tally.clear(4, width);
        tally.add(&[(3, u64::MAX - 1), (5, 7)]);
        tally.add(&[(3, 1), (5, u64::MAX - 7)]);
        assert!(!tally.is_over());
        tally.add(&[(5, 1)]);
        assert!(tally.is_over());
        tally.clear(4, width);
        assert!(!tally.is_over() && tally.len() == 0 && tally.ways(3) == 0);
    }
}

proptest! {
    /// Compares both kinds of tables, used in alternation, with B-tree maps.
    #[test]
    fn tallies_are_maps(
        rounds in proptest::collection::vec(
            (proptest::collection::vec((0_u64..1 << 10, 0_u64..1 << 40), 0..2000), any::<bool>()),
            1..4,
        ),
    ) {
        let mut tally = SizeTally::new();
        for (entries, is_direct) in rounds {
            tally.clear(128, if is_direct { 10 } else { 60 });
            let mut expected: BTreeMap<u64, u64> = BTreeMap::new();
            for &(sizes, ways) in &entries {
                *expected.entry(sizes).or_default() += ways;
            }
            entries.chunks(BATCH).for_each(|batch| tally.add(batch));
            prop_assert_eq!(tally.len(), expected.len());
            for sizes in 0..1 << 10 {
                prop_assert_eq!(tally.ways(sizes), expected.get(&sizes).copied().unwrap_or(0));
            }
            let mut drained = vec![(1, 1)];
            tally.drain(&mut drained);
            prop_assert_eq!(drained.remove(0), (1, 1));
            drained.sort_unstable();
            prop_assert_eq!(drained, expected.into_iter().collect::<Vec<_>>());
        }
    }

    /// Compares the counts of boards with holes, for all possible sizes of parts, with those of a single sweep
    /// over states.
    #[test]
    fn boards_are_cut_as_by_a_single_sweep(
        (width, height) in (2_usize..=5, 3_usize..=6),
        is_hex in any::<bool>(),
        holes in proptest::collection::vec(0_u8..12, 30),
        given in 0_u8..8,
        divisor in any::<prop::sample::Index>(),
    ) {
        let cells = Cells::of(width, height, is_hex).without(&holes);
        let count_of = cells.all.len();
        let sizes = (1..=count_of.clamp(1, 12)).filter(|size| count_of.is_multiple_of(*size));
        let sizes: Vec<usize> = sizes.collect();
        let size = sizes[divisor.index(sizes.len())];
        let plain = Dissections::new(cells.neighbours(), size).unwrap();
        let expected = plain.count_fixed(&[], &mut |_| Continue(())).unwrap().count;
        prop_assert_eq!(count(&cells.regions(size, given)), expected);
    }
}
