//! What came of a part.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use tilewright_dlx::{BlockCount, DistinctReport, OptionId, PartStats, Symmetries, SymmetryId};

use super::manifest::Question;
use crate::support::format::counted;

/// What was found in a part, or in some of its children together.
///
/// Answers of parts that share no solution add up to that of all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartAnswer {
    /// Solutions that stand for their orbits; those alone that are listed; or choices of pieces.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub found: u64,
    /// All solutions.
    #[serde(with = "decimal")]
    pub solutions: BigUint,
    /// How many of those found have more symmetries than the identity, by the numbers of these.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "pairs")]
    pub stabilizers: BTreeMap<Vec<usize>, u64>,
    /// A sum over the solutions or the choices listed, or the lists of a sweep, in which any two of them that are exchanged, and any that is
    /// missing or there twice, make a difference.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub list: u64,
    /// By the number of a slice of what a sweep counts, its solutions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "decimals")]
    pub slices: BTreeMap<usize, BigUint>,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl PartAnswer {
    /// What a search found.
    pub(super) fn of_search(report: &DistinctReport) -> Self {
        let several = report.stabilizers.iter().filter(|(all, _)| all.len() > 1);
        Self {
            found: report.distinct,
            solutions: report.solutions.into(),
            stabilizers: several
                .map(|(all, count)| (all.iter().map(|id| id.index()).collect(), *count))
                .collect(),
            ..Self::default()
        }
    }

    /// What came of some nodes of a sweep.
    pub(super) fn of_lists(made: BlockCount) -> Self {
        Self {
            solutions: made.count,
            list: made.lists,
            slices: made.slices,
            ..Self::default()
        }
    }

    /// Takes note of a solution that is listed.
    pub(super) fn list(&mut self, solution: &[OptionId]) {
        self.list_numbers(solution.iter().map(|option| option.index() as u64));
    }

    /// Takes note of a choice of pieces: how often the items of each are covered, and the solutions.
    pub(super) fn choice(&mut self, times: &[u32], solutions: &BigUint) {
        self.found += 1;
        self.solutions += solutions;
        let times = times.iter().copied().map(u64::from);
        self.list_numbers(times.chain(solutions.iter_u64_digits()));
    }

    fn list_numbers(&mut self, numbers: impl Iterator<Item = u64>) {
        // FNV-1a.
        let hash = numbers.fold(0xcbf2_9ce4_8422_2325_u64, |hash, number| {
            (hash ^ number).wrapping_mul(0x0100_0000_01b3)
        });
        self.list = self.list.wrapping_add(hash | 1);
    }

    /// Adds what was found elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.solutions += &other.solutions;
        for (stabilizer, count) in &other.stabilizers {
            *self.stabilizers.entry(stabilizer.clone()).or_default() += count;
        }
        self.list = self.list.wrapping_add(other.list);
        for (slice, count) in &other.slices {
            *self.slices.entry(*slice).or_default() += count;
        }
    }

    /// The same, so that it can be counted on as a search's own; none if it names a symmetry that is
    /// not there, or more solutions than can be.
    pub(super) fn stats(&self, symmetries: &Symmetries) -> Option<PartStats> {
        let ids: Vec<SymmetryId> = symmetries.ids().collect();
        let mut stats = PartStats {
            found: self.found,
            solutions: u128::try_from(&self.solutions).ok()?,
            ..PartStats::default()
        };
        let mut plain = self.found;
        for (stabilizer, count) in &self.stabilizers {
            let stabilizer = stabilizer.iter().map(|at| ids.get(*at).copied());
            stats
                .stabilizers
                .insert(stabilizer.collect::<Option<_>>()?, *count);
            plain = plain.checked_sub(*count)?;
        }
        if plain > 0 {
            stats.stabilizers.insert(vec![symmetries.identity()], plain);
        }
        Some(stats)
    }

    /// What was found, in words: `25 solutions`, of choices of pieces `3 choices with 25 solutions`.
    pub fn in_words(&self, question: Question) -> String {
        let solutions = counted(&self.solutions, "solution");
        match question {
            Question::Design => format!("{} with {solutions}", counted(self.found, "choice")),
            _ => solutions,
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found == 0 && self.solutions == BigUint::ZERO
    }
}

/// Large numbers as text: some readers of JSON would round them.
mod decimal {
    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// More digits than any count of this program has.
    const MOST_DIGITS: usize = 10_000;

    pub(super) fn serialize<S: Serializer>(number: &BigUint, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigUint, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        if text.len() > MOST_DIGITS {
            return Err(D::Error::custom("too many digits"));
        }
        text.parse().map_err(D::Error::custom)
    }
}

/// Large numbers by small ones, as a list of pairs.
mod decimals {
    use std::collections::BTreeMap;

    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Pair(usize, #[serde(with = "super::decimal")] BigUint);

    pub(super) fn serialize<S: Serializer>(
        map: &BTreeMap<usize, BigUint>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        let pairs = map.iter().map(|(at, number)| Pair(*at, number.clone()));
        pairs.collect::<Vec<_>>().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<usize, BigUint>, D::Error> {
        let pairs = Vec::<Pair>::deserialize(from)?;
        Ok(pairs
            .into_iter()
            .map(|Pair(at, number)| (at, number))
            .collect())
    }
}

/// A map with lists for keys, which JSON has not, as a list of pairs.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        map: &BTreeMap<Vec<usize>, u64>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        map.iter().collect::<Vec<_>>().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<Vec<usize>, u64>, D::Error> {
        Ok(Vec::<(Vec<usize>, u64)>::deserialize(from)?
            .into_iter()
            .collect())
    }
}
