//! Which item is branched on, and in which order its options are tried.

use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::layout::Layout;
use super::number::{ONE, log2};
use super::position::Position;
use super::weights::Weights;

/// Which item is branched on. Ties are broken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    /// One with the fewest options.
    Fewest,
    /// One with the fewest options for each of its failures.
    FewestByFailures,
    /// The first one in the order of a sweep that has few options; else the first one.
    Scan,
}

/// So many options are few for an item of a scan.
const FEW: u32 = 6;

/// How a search decides. The order of an item's options is that of a sum of logarithms, each with a
/// factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategy {
    pub(super) branching: Branching,
    /// For the room that a kind has: awkward ones first.
    pub(super) room: i64,
    /// For the mean number of options of the places covered: tight ones first.
    pub(super) tightness: i64,
    /// For the number of items: large options first.
    pub(super) size: i64,
    /// For a number at random below one.
    pub(super) chance: i64,
    /// How many nodes a turn has.
    pub(super) turn: u64,
}

impl Strategy {
    /// For sets of things that are all different.
    const AWKWARD_FIRST: Self = Self {
        branching: Branching::Fewest,
        room: 10,
        tightness: 3,
        size: 4,
        chance: 2,
        turn: 2000,
    };

    /// For many copies of a few things, where there is nothing to choose but at random.
    const AT_RANDOM: Self = Self {
        branching: Branching::FewestByFailures,
        room: 3,
        tightness: 0,
        size: 4,
        chance: 1,
        turn: 1000,
    };

    /// For long boards.
    const SCAN: Self = Self {
        branching: Branching::Scan,
        room: 3,
        tightness: 1,
        size: 4,
        chance: 1,
        turn: 250,
    };

    /// Those that are raced where the layout is known, the best one first.
    pub(super) const WITH_LAYOUT: [Self; 3] = [Self::AWKWARD_FIRST, Self::AT_RANDOM, Self::SCAN];

    /// Those that are raced where it is not.
    pub(super) const WITHOUT: [Self; 2] = [Self::AT_RANDOM, Self::AWKWARD_FIRST];

    /// An item to branch on; none if all are covered as often as they must be.
    pub(super) fn item(
        &self,
        position: &Position,
        layout: &Layout,
        weights: &Weights,
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

    /// The key by which an option is tried: a smaller one before a greater one.
    pub(super) fn key(
        &self,
        option: u32,
        position: &Position,
        layout: &Layout,
        weights: &Weights,
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

/// A number at random below `end`, each of them about as often.
pub(super) fn below(random: &mut Xoshiro256PlusPlus, end: u32) -> u32 {
    (((random.next_u64() >> 32) * u64::from(end)) >> 32) as u32
}
