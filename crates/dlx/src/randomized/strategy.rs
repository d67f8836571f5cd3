//! Strategies of a search: on which item to branch, and in which order to try its options.

use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::layout::Layout;
use super::number::{ONE, log2};
use super::position::FillPosition;
use super::weights::LearnedWeights;

/// How to choose the item to branch on. Ties are broken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    /// An item with the fewest options.
    Fewest,
    /// An item with the smallest ratio of options to failures.
    FewestByFailures,
    /// The first item, in the order of a sweep, that has few options; the first item if none has few.
    Scan,
}

/// For [`Scan`](Branching::Scan), an item has few options if it has at most this number.
const FEW: u32 = 6;

/// The parameters of a search. Each option has a *key*, a sum of logarithms with factors. Options with small keys
/// are tried first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategy {
    pub(super) branching: Branching,
    /// The factor of the [room](LearnedWeights) of the option's kinds of pieces. Options of kinds that tend to
    /// have few options left come first.
    pub(super) room: i64,
    /// The factor of the mean logarithm of the numbers of options of the option's places. Options on places with
    /// few options come first.
    pub(super) tightness: i64,
    /// The factor of the option's number of items. The product is subtracted from the key, so that large options
    /// come first.
    pub(super) size: i64,
    /// The factor of the random part of the key, a number from 0 to 1.
    pub(super) chance: i64,
    /// The number of nodes of one turn.
    pub(super) turn: u64,
}

impl Strategy {
    /// The strategy for problems whose pieces are all different.
    const AWKWARD_FIRST: Self = Self {
        branching: Branching::Fewest,
        room: 10,
        tightness: 3,
        size: 4,
        chance: 2,
        turn: 2000,
    };

    /// The strategy for problems with many copies of a few pieces. The options of such problems have almost the
    /// same key, apart from its random part.
    const AT_RANDOM: Self = Self {
        branching: Branching::FewestByFailures,
        room: 3,
        tightness: 0,
        size: 4,
        chance: 1,
        turn: 1000,
    };

    /// The strategy for long, narrow boards.
    const SCAN: Self = Self {
        branching: Branching::Scan,
        room: 3,
        tightness: 1,
        size: 4,
        chance: 1,
        turn: 250,
    };

    /// The strategies for problems with a known layout, the best one first.
    pub(super) const WITH_LAYOUT: [Self; 3] = [Self::AWKWARD_FIRST, Self::AT_RANDOM, Self::SCAN];

    /// The strategies for problems without a layout, the best one first.
    pub(super) const WITHOUT: [Self; 2] = [Self::AT_RANDOM, Self::AWKWARD_FIRST];

    /// The item to branch on; `None` if all items are covered as required.
    pub(super) fn item(
        &self,
        position: &FillPosition,
        layout: &Layout,
        weights: &LearnedWeights,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<usize> {
        let mut best = None;
        let mut least = u64::MAX;
        let mut ties = 1;
        for item in position.open_items() {
            let need = position.need(item);
            if need == 0 {
                continue;
            }
            let branches = position.table().size(item).saturating_sub(need - 1);
            let key = match self.branching {
                _ if branches <= 1 => 0,
                Branching::Fewest => u64::from(branches),
                Branching::FewestByFailures => (u64::from(branches) << 32) / weights.failures(item),
                Branching::Scan => {
                    let rank = layout.rank(item).unwrap_or(u32::MAX);
                    (u64::from(branches > FEW) << 32) + u64::from(rank)
                }
            };
            if key > least || (key == least && best.is_none()) {
                continue;
            }
            if key == least {
                ties += 1;
                if below(random, ties) > 0 {
                    continue;
                }
            } else {
                ties = 1;
            }
            least = key;
            best = Some(item);
        }
        best
    }

    /// The key of an option. Options with small keys are tried first.
    pub(super) fn key(
        &self,
        option: u32,
        position: &FillPosition,
        layout: &Layout,
        weights: &LearnedWeights,
        random: &mut Xoshiro256PlusPlus,
    ) -> i64 {
        let table = position.table();
        let (mut room, mut sum, mut places, mut size) = (0, 0, 0, 0);
        for item in table.items(option) {
            size += 1;
            room += weights.room(item);
            if layout.is_place(item) && position.need(item) > 0 {
                sum += log2(table.size(item));
                places += 1;
            }
        }
        let chance = (i64::from(below(random, 1 << 16)) * self.chance * ONE) >> 16;
        let tightness = self.tightness * sum / places.max(1);
        self.room * room + tightness + chance - self.size * ONE * size
    }
}

/// A random number below `end`, almost uniform.
pub(super) fn below(random: &mut Xoshiro256PlusPlus, end: u32) -> u32 {
    (((random.next_u64() >> 32) * u64::from(end)) >> 32) as u32
}
