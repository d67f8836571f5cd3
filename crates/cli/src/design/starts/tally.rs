//! Counts starts by number of solutions, and keeps the first starts with the fewest and with the
//! most solutions.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::census::StartNumber;
use super::places::StartPlacements;
use super::{StartExtreme, StartsError, StartsQuestion};

/// A number of solutions. `Large` compares greater than all small numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SolutionCount {
    Small(u64),
    /// A number of more than 64 bits.
    Large(BigUint),
}

impl SolutionCount {
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

    /// The logarithm to base 2, rounded down. The number is not zero.
    pub(super) fn bin(&self) -> u64 {
        match self {
            Self::Small(number) => number.checked_ilog2().unwrap_or(0).into(),
            Self::Large(number) => number.bits().saturating_sub(1),
        }
    }
}

/// Sums of fractions with one denominator. Each listed set adds at most 2⁶⁴, and no list has 2⁶⁴
/// sets, so 128 bits suffice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Numerators {
    all: u128,
    /// The number of starts up to symmetry, times the order of the group.
    distinct: u128,
}

#[derive(Debug, Clone)]
pub(super) struct StartTally {
    /// The sums for each bin of solutions and each denominator.
    bins: BTreeMap<(u64, usize), Numerators>,
    pub(super) fewest: Front,
    pub(super) most: Front,
}

/// The starts with the fewest, or with the most, solutions so far. Only the first few of them are
/// kept, up to symmetry.
#[derive(Debug, Clone)]
pub(super) struct Front {
    /// How a better number of solutions compares with the current one: `Less` if the fewest are
    /// sought, `Greater` if the most are.
    beyond: Ordering,
    room: usize,
    found: Option<(SolutionCount, Vec<Vec<u32>>)>,
}

impl Front {
    fn new(beyond: Ordering, room: usize) -> Self {
        Self {
            beyond,
            room,
            found: None,
        }
    }

    /// Whether a start with this number of solutions would be kept.
    fn wants(&self, solutions: &SolutionCount) -> bool {
        let Some((known, sets)) = &self.found else {
            return true;
        };
        let order = solutions.cmp(known);
        order == self.beyond || (order == Ordering::Equal && sets.len() < self.room)
    }

    /// Adds a start, given by the least of its images under the symmetries, if it is among the
    /// starts to keep.
    fn add(&mut self, solutions: &SolutionCount, first_image: Vec<u32>) {
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

    /// The smallest or largest number of solutions that was found, and the starts with it. `None`
    /// if no start was added.
    pub(super) fn extreme(self, question: &StartsQuestion<'_>) -> Option<StartExtreme> {
        let (solutions, sets) = self.found?;
        Some(StartExtreme {
            solutions: solutions.number(),
            starts: sets.iter().map(|set| question.start(set)).collect(),
        })
    }
}

impl StartTally {
    /// An empty tally that keeps at most `room` starts with the fewest solutions, and as many with
    /// the most.
    pub(super) fn new(room: usize) -> Self {
        Self {
            bins: BTreeMap::new(),
            fewest: Front::new(Ordering::Less, room),
            most: Front::new(Ordering::Greater, room),
        }
    }

    /// Keeps a start, given as a sorted set, if it has the fewest or the most solutions so far.
    /// Does not count it.
    pub(super) fn see(&mut self, places: &StartPlacements, set: &[u32], solutions: &SolutionCount) {
        for front in [&mut self.fewest, &mut self.most] {
            if front.wants(solutions) {
                front.add(solutions, places.first_image(set));
            }
        }
    }

    /// Adds `starts / shared` to the number of starts. Adds `stabilizer` times that to the number
    /// up to symmetry, which is kept multiplied by the order of the group.
    fn weigh(&mut self, bin: u64, shared: usize, starts: u128, stabilizer: u128) {
        let sums = self.bins.entry((bin, shared)).or_default();
        sums.all += starts;
        sums.distinct += starts * stabilizer;
    }

    /// Adds the counts of another tally. Its starts come later in the order of all starts.
    pub(super) fn merge(&mut self, later: Self) {
        for (key, more) in later.bins {
            let sums = self.bins.entry(key).or_default();
            sums.all += more.all;
            sums.distinct += more.distinct;
        }
        self.fewest.merge(later.fewest);
        self.most.merge(later.most);
    }

    /// For each bin (the logarithm of the number of solutions), the number of starts.
    ///
    /// # Errors
    ///
    /// The fractions do not add up to whole numbers.
    pub(super) fn numbers(&self, order: usize) -> Result<BTreeMap<u64, StartNumber>, StartsError> {
        // `common` becomes a common multiple of all denominators.
        let mut common = BigUint::from(1_u32);
        for (_, shared) in self.bins.keys() {
            if &common % *shared != BigUint::ZERO {
                common *= *shared;
            }
        }
        let mut sums: BTreeMap<u64, StartNumber> = BTreeMap::new();
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

/// Counts the starts that contain the first placement of an orbit and no placement of an earlier
/// orbit. Up to symmetry, they represent all starts whose earliest orbit this is.
pub(super) struct StartCounter<'a> {
    places: &'a StartPlacements,
    /// The first place after the orbit of the placement.
    orbit_end: u32,
    orbit_size: u128,
    /// Whether a symmetry other than the identity fixes the placement.
    fixed: bool,
    /// For each bin, if `fixed` is false: the number of starts that contain no other placement of
    /// the orbit. Only the identity maps such a start to itself.
    plain: Vec<u64>,
    pub(super) tally: StartTally,
}

impl<'a> StartCounter<'a> {
    pub(super) fn new(
        places: &'a StartPlacements,
        orbit: &std::ops::Range<u32>,
        room: usize,
    ) -> Self {
        Self {
            places,
            orbit_end: orbit.end,
            orbit_size: u128::from(orbit.end - orbit.start),
            fixed: places.fixing(orbit.start) > 1,
            plain: vec![0; 64],
            tally: StartTally::new(room),
        }
    }

    /// Adds a start: a sorted set that begins with the placement.
    pub(super) fn add(&mut self, set: &[u32], solutions: &SolutionCount) {
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

    pub(super) fn finish(mut self) -> StartTally {
        for (bin, count) in (0..).zip(&self.plain) {
            if *count > 0 {
                let starts = u128::from(*count) * self.orbit_size;
                self.tally.weigh(bin, 1, starts, 1);
            }
        }
        self.tally
    }
}
