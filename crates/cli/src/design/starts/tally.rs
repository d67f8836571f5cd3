//! Starts as they are counted: by number of solutions, and the first of those
//! that have the fewest and the most.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::census::Number;
use super::places::Places;
use super::{Extreme, Question, StartsError};

/// A number of solutions; large ones are greater than all small ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Solutions {
    Small(u64),
    /// More than 64 bits hold.
    Large(BigUint),
}

impl Solutions {
    pub(super) fn of(number: &BigUint) -> Self {
        match u64::try_from(number) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::Large(number.clone()),
        }
    }

    pub(super) fn number(&self) -> BigUint {
        match self {
            Self::Small(number) => (*number).into(),
            Self::Large(number) => number.clone(),
        }
    }

    /// The whole logarithm to base 2; numbers are not zero.
    pub(super) fn bin(&self) -> u64 {
        match self {
            Self::Small(number) => number.checked_ilog2().unwrap_or(0).into(),
            Self::Large(number) => number.bits().saturating_sub(1),
        }
    }
}

/// Sums of fractions, by their denominators. Each set that is listed adds at
/// most 2^64, and no list has as many sets, so 128 bits hold them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Numerators {
    all: u128,
    /// Up to symmetry, times the order of the group.
    distinct: u128,
}

/// Starts that were counted.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// By bin of solutions and denominator.
    bins: BTreeMap<(u64, usize), Numerators>,
    pub(super) fewest: Front,
    pub(super) most: Front,
}

/// The first starts, up to symmetry, of those that go furthest.
#[derive(Debug, Clone)]
pub(super) struct Front {
    /// How a number compares with another that it goes beyond.
    beyond: Ordering,
    room: usize,
    found: Option<(Solutions, Vec<Vec<u32>>)>,
}

impl Front {
    fn new(beyond: Ordering, room: usize) -> Self {
        Self {
            beyond,
            room,
            found: None,
        }
    }

    /// Whether starts of so many solutions belong to the front.
    fn wants(&self, solutions: &Solutions) -> bool {
        let Some((known, sets)) = &self.found else {
            return true;
        };
        let order = solutions.cmp(known);
        order == self.beyond || (order == Ordering::Equal && sets.len() < self.room)
    }

    /// Adds a start by the first of its images.
    fn add(&mut self, solutions: &Solutions, first_image: Vec<u32>) {
        match &mut self.found {
            Some((known, sets)) if known == solutions => {
                if sets.len() < self.room && !sets.contains(&first_image) {
                    sets.push(first_image);
                }
            }
            Some((known, _)) if solutions.cmp(known) != self.beyond => {}
            _ => {
                let mut sets = vec![first_image];
                sets.truncate(self.room);
                self.found = Some((solutions.clone(), sets));
            }
        }
    }

    fn merge(&mut self, later: Self) {
        if let Some((solutions, sets)) = later.found {
            if sets.is_empty() && self.wants(&solutions) {
                self.found = Some((solutions, sets));
                return;
            }
            for set in sets {
                self.add(&solutions, set);
            }
        }
    }

    /// How far it goes, and its starts.
    pub(super) fn extreme(self, question: &Question<'_>) -> Option<Extreme> {
        let (solutions, sets) = self.found?;
        Some(Extreme {
            solutions: solutions.number(),
            starts: sets.iter().map(|set| question.start(set)).collect(),
        })
    }
}

impl Tally {
    /// Nothing counted; so many starts of each front are kept.
    pub(super) fn new(room: usize) -> Self {
        Self {
            bins: BTreeMap::new(),
            fewest: Front::new(Ordering::Less, room),
            most: Front::new(Ordering::Greater, room),
        }
    }

    /// Takes note of a sorted set for the fronts alone.
    pub(super) fn see(&mut self, places: &Places, set: &[u32], solutions: &Solutions) {
        for front in [&mut self.fewest, &mut self.most] {
            if front.wants(solutions) {
                front.add(solutions, places.first_image(set));
            }
        }
    }

    /// Adds a start: a `1 / shared` of so many starts, and of `distinct` times
    /// as many up to symmetry, that times the order of the group.
    fn weigh(&mut self, bin: u64, shared: usize, starts: u128, stabilizer: u128) {
        let sums = self.bins.entry((bin, shared)).or_default();
        sums.all += starts;
        sums.distinct += starts * stabilizer;
    }

    /// Adds what was counted later.
    pub(super) fn merge(&mut self, later: Self) {
        for (key, more) in later.bins {
            let sums = self.bins.entry(key).or_default();
            sums.all += more.all;
            sums.distinct += more.distinct;
        }
        self.fewest.merge(later.fewest);
        self.most.merge(later.most);
    }

    /// How many starts have how many solutions: by bin of solutions.
    ///
    /// # Errors
    ///
    /// The fractions do not add up.
    pub(super) fn numbers(&self, order: usize) -> Result<BTreeMap<u64, Number>, StartsError> {
        // Every denominator divides the product of those there are.
        let mut common = BigUint::from(1_u32);
        for (_, shared) in self.bins.keys() {
            if &common % *shared != BigUint::ZERO {
                common *= *shared;
            }
        }
        let mut sums: BTreeMap<u64, Number> = BTreeMap::new();
        for ((bin, shared), numerators) in &self.bins {
            let sum = sums.entry(*bin).or_default();
            sum.all += &common / *shared * numerators.all;
            sum.distinct += &common / *shared * numerators.distinct;
        }
        let whole = |sum: &mut BigUint, by: &BigUint| {
            if &*sum % by != BigUint::ZERO {
                return Err(StartsError::NotWhole);
            }
            *sum /= by;
            Ok(())
        };
        for sum in sums.values_mut() {
            whole(&mut sum.all, &common)?;
            whole(&mut sum.distinct, &(&common * order))?;
        }
        Ok(sums)
    }
}

/// Counts the starts that are listed with one placement.
pub(super) struct Counter<'a> {
    places: &'a Places,
    /// The places of its orbit end here.
    orbit_end: u32,
    orbit_size: u128,
    /// Whether a symmetry sends it to itself.
    fixed: bool,
    /// By bin of solutions, starts with no other of the orbit and no symmetry.
    plain: Vec<u64>,
    pub(super) tally: Tally,
}

impl<'a> Counter<'a> {
    pub(super) fn new(places: &'a Places, orbit: &std::ops::Range<u32>, room: usize) -> Self {
        Self {
            places,
            orbit_end: orbit.end,
            orbit_size: u128::from(orbit.end - orbit.start),
            fixed: places.fixing(orbit.start) > 1,
            plain: vec![0; 64],
            tally: Tally::new(room),
        }
    }

    /// Adds a start: a sorted set that begins with the placement.
    pub(super) fn add(&mut self, set: &[u32], solutions: &Solutions) {
        let shared = set.partition_point(|at| *at < self.orbit_end);
        let bin = solutions.bin();
        let plain = usize::try_from(bin)
            .ok()
            .filter(|_| shared == 1 && !self.fixed);
        if let Some(count) = plain.and_then(|bin| self.plain.get_mut(bin)) {
            *count += 1;
        } else {
            let stabilizer = self.places.stabilizer(set) as u128;
            self.tally.weigh(bin, shared, self.orbit_size, stabilizer);
        }
        self.tally.see(self.places, set, solutions);
    }

    /// What was counted.
    pub(super) fn finish(mut self) -> Tally {
        for (bin, count) in (0..).zip(&self.plain) {
            if *count > 0 {
                let starts = u128::from(*count) * self.orbit_size;
                self.tally.weigh(bin, 1, starts, 1);
            }
        }
        self.tally
    }
}
