//! The items that express the conditions of a puzzle, and the options that cover them.

use std::collections::{BTreeMap, HashMap};

use tilewright_dlx::StopFlag;

use super::constraint::{Constraint, ConstraintId, FutureOption, ItemKey, MeetingRule, PartKeys};
use super::maximal::MaximalItems;
use super::parts::{ApartItems, CornerItems, LineItems, MatchingItems, MeetingItems};
use crate::cover::error::InstanceError;
use crate::puzzle::{Condition, MAX_ENTRIES, Puzzle};

/// The constraints of a puzzle; those with primary items come first.
#[derive(Debug, Default)]
pub(crate) struct Constraints {
    pub(crate) all: Vec<Constraint>,
    /// For each constraint, the index of its condition in the puzzle.
    pub(crate) conditions: Vec<usize>,
    /// For each constraint, the number of options that cover its item.
    pub(crate) holders: Vec<u32>,
    /// For each option, the constraints whose items it covers. Empty if there are no constraints.
    covered: Vec<Box<[CoveredItem]>>,
}

/// An item of a constraint that an option covers, with the colour that the option gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CoveredItem {
    pub(crate) constraint: ConstraintId,
    /// The colour that the option gives the item, as an index into [`Puzzle::cell_colors`].
    pub(crate) color: Option<u32>,
}

impl Constraints {
    /// The constraints of a puzzle with these options.
    ///
    /// Cost: time and memory linear in the cells of the options; for `FaultFree` multiplied by a 64th of the
    /// number of lines of the board.
    pub(crate) fn of(
        puzzle: &Puzzle,
        laid: &[FutureOption<'_>],
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        if puzzle.conditions.is_empty() {
            return Ok(Self::default());
        }
        let mut keys: Vec<Vec<ItemKey>> = vec![Vec::new(); laid.len()];
        let mut parts = Vec::new();
        for (index, condition) in puzzle.conditions.iter().enumerate() {
            let part: Box<dyn PartKeys> = match condition {
                Condition::FaultFree => Box::new(LineItems::of(puzzle)),
                Condition::NoCrossroads => Box::new(CornerItems::of(puzzle)),
                Condition::Maximal => Box::new(MaximalItems::of(puzzle, laid)),
                Condition::Apart { by, corners } => Box::new(ApartItems::of(puzzle, *by, *corners)),
                Condition::Matching => Box::new(MatchingItems::of(puzzle)),
                Condition::Differing => {
                    Box::new(MeetingItems::of(puzzle, MeetingRule::Differing, condition))
                }
                Condition::Meeting { .. } => {
                    Box::new(MeetingItems::of(puzzle, MeetingRule::Listed, condition))
                }
                Condition::Colorable { .. } | Condition::Symmetric { .. } => continue,
            };
            let number = parts.len();
            // Until the items are numbered, `keys` holds an `ItemKey` for each entry. Therefore the number of
            // entries is limited here.
            let mut entries: usize = keys.iter().map(Vec::len).sum();
            for (laid, keys) in laid.iter().zip(&mut keys) {
                stop.check()?;
                let before = keys.len();
                let mut add = |key: ItemKey| {
                    keys.push(ItemKey {
                        part: number,
                        ..key
                    });
                };
                part.keys(*laid, &mut add);
                entries += keys.len() - before;
                if entries > MAX_ENTRIES {
                    return Err(InstanceError::TooManyConstraints);
                }
            }
            parts.push((index, part));
        }
        Self::numbered(&parts, &keys, stop)
    }

    /// Numbers the constraints, and collects for each option the constraints whose items it covers.
    fn numbered(
        parts: &[(usize, Box<dyn PartKeys>)],
        keys: &[Vec<ItemKey>],
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        let mut found: BTreeMap<(usize, (u32, u32)), ItemTally> = BTreeMap::new();
        for (number, (_, part)) in parts.iter().enumerate() {
            // Lines and corners become items even if no option covers them: the problem then
            // rightly has no solution.
            found.extend(
                (0..part.required()).map(|item| ((number, (item, 0)), ItemTally::default())),
            );
        }
        for key in keys.iter().flatten() {
            stop.check()?;
            let tally = found.entry((key.part, key.item)).or_default();
            tally.holders += 1;
            tally.sides[usize::from(key.side)] = true;
        }
        let mut constraints = Self::default();
        let mut ids = HashMap::new();
        for is_primary in [true, false] {
            for (&(part, item), tally) in &found {
                let (condition, keys) = &parts[part];
                // A secondary item belongs to a pair of cells. If all options that cover it lie on
                // the same cell of the pair, they exclude each other there, and the item is not
                // needed.
                let binds = is_primary || tally.sides == [true, true];
                if (keys.required() > 0) != is_primary || !binds {
                    continue;
                }
                let id = u32::try_from(constraints.all.len()).unwrap_or(u32::MAX);
                ids.insert((part, item), ConstraintId(id));
                constraints.all.push(keys.constraint(item));
                constraints.conditions.push(*condition);
                constraints.holders.push(tally.holders);
            }
        }
        let covered = |key: &ItemKey| {
            Some(CoveredItem {
                constraint: *ids.get(&(key.part, key.item))?,
                color: key.color,
            })
        };
        let covered = |keys: &Vec<ItemKey>| {
            stop.check()?;
            Ok(keys.iter().filter_map(covered).collect())
        };
        let covered = keys.iter().map(covered);
        constraints.covered = covered.collect::<Result<_, InstanceError>>()?;
        Ok(constraints)
    }

    /// The name of a constraint's item. If an earlier condition of the puzzle has the same kind, a
    /// number is appended, because the names of its items could be equal.
    pub(crate) fn item_name(&self, id: ConstraintId, puzzle: &Puzzle) -> String {
        let name = self.all[id.index()].name(puzzle);
        let (earlier, own) = puzzle.conditions.split_at(self.conditions[id.index()]);
        let is_alike = |other: &&Condition| own.first().is_some_and(|own| own.is_alike(other));
        match earlier.iter().filter(is_alike).count() {
            0 => name,
            alike => format!("{name}/{}", alike + 1),
        }
    }

    /// The ids of all constraints, ascending.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ConstraintId> + use<> {
        (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).map(ConstraintId)
    }

    /// The constraints whose items an option covers.
    pub(crate) fn covered(&self, option: usize) -> &[CoveredItem] {
        self.covered.get(option).map_or(&[], AsRef::as_ref)
    }
}

#[derive(Debug, Default)]
struct ItemTally {
    holders: u32,
    sides: [bool; 2],
}
