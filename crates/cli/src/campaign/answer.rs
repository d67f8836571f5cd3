//! What was found in a part: numbers of solutions, and a checksum of what is listed.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use tilewright_dlx::{BlockCount, DistinctReport, OptionId, PartStats, Symmetries, SymmetryId};

use super::manifest::CampaignQuestion;
use crate::support::format::counted;

/// The answer of a part, or of several of its children together.
///
/// If parts have no solutions in common, the sum of their answers is the answer of their union.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartAnswer {
    /// The number of orbit representatives found, of listed solutions, or of choices of pieces, depending on
    /// the question.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub found: u64,
    /// The total number of solutions, all images included.
    #[serde(with = "decimal")]
    pub solutions: BigUint,
    /// The number of solutions found for each stabilizer except the trivial one. A stabilizer is a
    /// list of indices of symmetries.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "pairs")]
    pub stabilizers: BTreeMap<Vec<usize>, u64>,
    /// A checksum of the listed solutions or choices, or of a sweep's lists. It is independent of
    /// their order, and changes if an entry is missing, duplicated or altered.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub list: u64,
    /// For a sweep: the number of solutions in each slice, by the index of the slice.
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
    /// The answer of a finished search.
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

    /// The answer of a part of a sweep, from the counts of the nodes in the part.
    pub(super) fn of_lists(made: BlockCount) -> Self {
        Self {
            solutions: made.count,
            list: made.lists,
            slices: made.slices,
            ..Self::default()
        }
    }

    /// Adds a listed solution to the checksum.
    pub(super) fn list(&mut self, solution: &[OptionId]) {
        self.list_numbers(solution.iter().map(|option| option.index() as u64));
    }

    /// Adds a choice of pieces with its solutions to the answer. `times` is how often each piece's items are
    /// covered.
    pub(super) fn choice(&mut self, times: &[u32], solutions: &BigUint) {
        self.found += 1;
        self.solutions += solutions;
        let times = times.iter().copied().map(u64::from);
        self.list_numbers(times.chain(solutions.iter_u64_digits()));
    }

    fn list_numbers(&mut self, numbers: impl Iterator<Item = u64>) {
        // The hash function FNV-1a.
        let hash = numbers.fold(0xcbf2_9ce4_8422_2325_u64, |hash, number| {
            (hash ^ number).wrapping_mul(0x0100_0000_01b3)
        });
        self.list = self.list.wrapping_add(hash | 1);
    }

    /// Adds the answer of a part that has no solutions in common with this one.
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

    /// Converts the answer to the statistics of a search; `None` if it refers to an unknown symmetry or its
    /// numbers are impossible.
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

    /// The numbers for display: `25 solutions`, or for choices of pieces `3 choices with 25 solutions`.
    pub fn in_words(&self, question: CampaignQuestion) -> String {
        let solutions = counted(&self.solutions, "solution");
        match question {
            CampaignQuestion::Design => {
                format!("{} with {solutions}", counted(self.found, "choice"))
            }
            _ => solutions,
        }
    }

    /// Whether no solutions and no choices of pieces were found.
    pub fn is_empty(&self) -> bool {
        self.found == 0 && self.solutions == BigUint::ZERO
    }
}

/// Writes large integers as text, because some JSON readers would round them.
mod decimal {
    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// The maximum number of decimal digits accepted. No count of this program has more.
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

/// Writes a map from integers to large integers as a list of pairs.
mod decimals {
    use std::collections::BTreeMap;

    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct NumberPair(usize, #[serde(with = "super::decimal")] BigUint);

    pub(super) fn serialize<S: Serializer>(
        map: &BTreeMap<usize, BigUint>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        let pairs = map
            .iter()
            .map(|(at, number)| NumberPair(*at, number.clone()));
        pairs.collect::<Vec<_>>().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<usize, BigUint>, D::Error> {
        let pairs = Vec::<NumberPair>::deserialize(from)?;
        Ok(pairs
            .into_iter()
            .map(|NumberPair(at, number)| (at, number))
            .collect())
    }
}

/// Writes a map whose keys are lists, which JSON does not allow, as a list of pairs.
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
