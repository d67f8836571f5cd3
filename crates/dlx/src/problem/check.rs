//! Verifies that a set of options is a solution.
//!
//! It only counts, and shares no code with the searches, so the results of every engine can be
//! checked with it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use thiserror::Error;

use super::{Colour, Entry, ItemId, OptionId, Problem};

/// Why a set of options is not a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoverError {
    /// An option is not in the problem.
    #[error("option number {index}, counted from 0, is not among the problem's {count} options")]
    UnknownOption {
        /// The option's index in the order of addition.
        index: usize,
        /// The number of options of the problem.
        count: usize,
    },
    /// An option is chosen twice.
    #[error("option number {index}, counted from 0, is chosen twice; an option may be chosen once")]
    RepeatedOption {
        /// The option's index in the order of addition.
        index: usize,
    },
    /// A primary item is covered too few times.
    #[error(
        "the item {name:?} is covered {times} times; it must be covered at least {least} times"
    )]
    TooFew {
        /// The name of the item that is covered too few times.
        name: String,
        /// The number of times that the item is covered.
        times: u32,
        /// The minimum number of times that the item must be covered.
        least: u32,
    },
    /// An item is covered more often than its bounds allow.
    #[error("the item {name:?} is covered {times} times; it may be covered at most {most} times")]
    TooMany {
        /// The name of the item that is covered too often.
        name: String,
        /// The number of times that the item is covered.
        times: u32,
        /// The maximum number of times that the item may be covered.
        most: u32,
    },
    /// Two options contain a coloured item and do not give it the same colour.
    #[error(
        "the options number {first} and {second}, counted from 0, give the item {name:?} \
         different colours"
    )]
    Colours {
        /// The name of the item whose colours differ.
        name: String,
        /// The index of the first option that contains the item.
        first: usize,
        /// The index of the option that gives the item a different colour.
        second: usize,
    },
}

impl Problem {
    /// Checks that a set of options is a solution: every primary item is covered within its bounds, every secondary
    /// item at most once or with one colour, and no option is chosen twice.
    ///
    /// Takes time proportional to the items and the entries of the chosen options.
    ///
    /// # Errors
    ///
    /// The first fault: first among the options in the given order, then among the items in their
    /// order, then among the colours.
    pub fn check(&self, solution: &[OptionId]) -> Result<(), CoverError> {
        let mut chosen = BTreeSet::new();
        let mut times = vec![0_u32; self.item_count()];
        for &option in solution {
            let index = option.index();
            if index >= self.option_count() {
                return Err(CoverError::UnknownOption {
                    index,
                    count: self.option_count(),
                });
            }
            if !chosen.insert(option) {
                return Err(CoverError::RepeatedOption { index });
            }
            for item in self.option_items(option) {
                times[item.index()] += 1;
            }
        }
        self.items()
            .zip(times)
            .filter(|&(item, _)| !self.is_coloured(item))
            .try_for_each(|(item, times)| self.check_item(item, times))?;
        self.check_colours(solution)
    }

    fn check_colours(&self, solution: &[OptionId]) -> Result<(), CoverError> {
        let mut first: BTreeMap<ItemId, (OptionId, Option<Colour>)> = BTreeMap::new();
        for &option in solution {
            let entries = self.option_entries(option);
            for Entry { item, colour } in entries.filter(|entry| self.is_coloured(entry.item)) {
                let (other, given) = *first.entry(item).or_insert((option, colour));
                if other != option && (colour.is_none() || colour != given) {
                    return Err(CoverError::Colours {
                        name: self.item_name(item).to_owned(),
                        first: other.index(),
                        second: option.index(),
                    });
                }
            }
        }
        Ok(())
    }

    fn check_item(&self, item: ItemId, times: u32) -> Result<(), CoverError> {
        let (least, most) = self.bounds(item).map_or((0, 1), RangeInclusive::into_inner);
        let name = || self.item_name(item).to_owned();
        if times < least {
            return Err(CoverError::TooFew {
                name: name(),
                times,
                least,
            });
        }
        if times > most {
            return Err(CoverError::TooMany {
                name: name(),
                times,
                most,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_its_error() {
        let mut problem = Problem::new();
        let a = problem.add_primary("a").unwrap();
        let b = problem.add_bounded("b", 1..=2).unwrap();
        let s = problem.add_secondary("s").unwrap();
        let ab = problem.add_option(&[a, b]).unwrap();
        let b_s = problem.add_option(&[b, s]).unwrap();
        let a_s = problem.add_option(&[a, s]).unwrap();
        let b_only = problem.add_option(&[b]).unwrap();
        let mut larger = problem.clone();
        let foreign = larger.add_option(&[a]).unwrap();

        assert_eq!(problem.check(&[ab]), Ok(()));
        assert_eq!(problem.check(&[b_s, ab]), Ok(()));
        let name = |name: &str| name.to_owned();
        for (solution, error) in [
            (
                vec![foreign],
                CoverError::UnknownOption { index: 4, count: 4 },
            ),
            (vec![ab, ab], CoverError::RepeatedOption { index: 0 }),
            (
                vec![b_s],
                CoverError::TooFew {
                    name: name("a"),
                    times: 0,
                    least: 1,
                },
            ),
            (
                vec![a_s, ab],
                CoverError::TooMany {
                    name: name("a"),
                    times: 2,
                    most: 1,
                },
            ),
            (
                vec![ab, b_s, b_only],
                CoverError::TooMany {
                    name: name("b"),
                    times: 3,
                    most: 2,
                },
            ),
            (
                vec![a_s, b_s],
                CoverError::TooMany {
                    name: name("s"),
                    times: 2,
                    most: 1,
                },
            ),
        ] {
            assert_eq!(problem.check(&solution), Err(error));
        }
    }

    #[test]
    fn options_agree_on_colours() {
        let text = "a b c | s\na s:red\nb s:red\nb s:blue\nc s\nc\na\nb\n";
        let problem = crate::text::read(text).unwrap();
        let check = |options: [usize; 3]| {
            problem.check(&options.map(|option| problem.option(option).unwrap()))
        };
        let conflict = |first, second| {
            Err(CoverError::Colours {
                name: "s".to_owned(),
                first,
                second,
            })
        };
        assert_eq!(check([0, 1, 4]), Ok(()));
        assert_eq!(check([5, 6, 3]), Ok(()), "one option without a colour");
        assert_eq!(check([4, 0, 2]), conflict(0, 2));
        assert_eq!(check([6, 0, 3]), conflict(0, 3));
        assert_eq!(check([3, 5, 2]), conflict(3, 2));
    }
}
