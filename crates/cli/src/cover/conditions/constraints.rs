//! Which items say the conditions of a puzzle, and which options cover them.

use std::collections::{BTreeMap, HashMap};

use tilewright_dlx::StopFlag;

use super::constraint::{Constraint, ConstraintId, Key, Laid, MeetingRule};
use super::parts::{Apart, Corners, Lines, Matching, Meeting, PartKeys};
use crate::cover::error::InstanceError;
use crate::puzzle::{Condition, MAX_ENTRIES, Puzzle};

/// The constraints of a puzzle, those of primary items first.
#[derive(Debug, Default)]
pub(crate) struct Constraints {
    pub(crate) all: Vec<Constraint>,
    /// By constraint, the condition of the puzzle that it is a part of, by its index.
    pub(crate) conditions: Vec<usize>,
    /// By constraint, how many options cover its item.
    pub(crate) holders: Vec<u32>,
    /// By option, the constraints whose items it covers; empty if there is no constraint.
    covered: Vec<Box<[Covered]>>,
}

/// That an option covers the item of a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Covered {
    pub(crate) constraint: ConstraintId,
    /// The colour that it gives the item, by its place in [`Puzzle::cell_colors`].
    pub(crate) color: Option<u32>,
}

impl Constraints {
    /// The constraints of a puzzle with these options.
    ///
    /// Cost: time and memory linear in the cells of the options, times the lines of the board over 64 for
    /// `FaultFree`.
    pub(crate) fn of(
        puzzle: &Puzzle,
        laid: &[Laid<'_>],
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        if puzzle.conditions.is_empty() {
            return Ok(Self::default());
        }
        let mut keys: Vec<Vec<Key>> = vec![Vec::new(); laid.len()];
        let mut parts = Vec::new();
        for (index, condition) in puzzle.conditions.iter().enumerate() {
            let part: Box<dyn PartKeys> = match condition {
                Condition::FaultFree => Box::new(Lines::of(puzzle)),
                Condition::NoCrossroads => Box::new(Corners::of(puzzle)),
                Condition::Apart { by, corners } => Box::new(Apart::of(puzzle, *by, *corners)),
                Condition::Matching => Box::new(Matching::of(puzzle)),
                Condition::Differing => {
                    Box::new(Meeting::of(puzzle, MeetingRule::Differing, condition))
                }
                Condition::Meeting { .. } => {
                    Box::new(Meeting::of(puzzle, MeetingRule::Listed, condition))
                }
                Condition::Colorable { .. } | Condition::Symmetric { .. } => continue,
            };
            let number = parts.len();
            for (laid, keys) in laid.iter().zip(&mut keys) {
                stop.check()?;
                let mut add = |key: Key| {
                    keys.push(Key {
                        part: number,
                        ..key
                    });
                };
                part.keys(*laid, &mut add);
            }
            // Each entry is a key while the items are made.
            let entries: usize = keys.iter().map(Vec::len).sum();
            if entries > MAX_ENTRIES {
                return Err(InstanceError::TooManyConstraints);
            }
            parts.push((index, part));
        }
        Self::numbered(&parts, &keys, stop)
    }

    /// Numbers the constraints, each with its options.
    fn numbered(
        parts: &[(usize, Box<dyn PartKeys>)],
        keys: &[Vec<Key>],
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        let mut found: BTreeMap<(usize, (u32, u32)), Tally> = BTreeMap::new();
        for (number, (_, part)) in parts.iter().enumerate() {
            // Lines and corners must be covered, by whatever there is.
            found.extend((0..part.required()).map(|item| ((number, (item, 0)), Tally::default())));
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
                // If all that cover it have the same cell, the cell keeps them apart.
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
        let covered = |key: &Key| {
            Some(Covered {
                constraint: *ids.get(&(key.part, key.item))?,
                color: key.color,
            })
        };
        let covered = |keys: &Vec<Key>| {
            stop.check()?;
            Ok(keys.iter().filter_map(covered).collect())
        };
        let covered = keys.iter().map(covered);
        constraints.covered = covered.collect::<Result<_, InstanceError>>()?;
        Ok(constraints)
    }

    /// The name of a constraint's item: that of the constraint, and behind it a number if an earlier condition of the
    /// puzzle is of the same kind, whose items could have that name too.
    pub(crate) fn item_name(&self, id: ConstraintId, puzzle: &Puzzle) -> String {
        let name = self.all[id.index()].name(puzzle);
        let (earlier, own) = puzzle.conditions.split_at(self.conditions[id.index()]);
        let is_alike = |other: &&Condition| own.first().is_some_and(|own| own.is_alike(other));
        match earlier.iter().filter(is_alike).count() {
            0 => name,
            alike => format!("{name}/{}", alike + 1),
        }
    }

    /// The ids, in order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ConstraintId> + use<> {
        (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).map(ConstraintId)
    }

    /// The constraints whose items an option covers.
    pub(crate) fn covered(&self, option: usize) -> &[Covered] {
        self.covered.get(option).map_or(&[], AsRef::as_ref)
    }
}

#[derive(Debug, Default)]
struct Tally {
    holders: u32,
    sides: [bool; 2],
}
