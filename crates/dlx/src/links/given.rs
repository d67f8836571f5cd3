//! Checks by counting whether options that are chosen beforehand can occur together in a solution.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::problem::{Entry, ItemId, OptionId, Problem};

/// Why options cannot be chosen beforehand. Messages count options from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivenError {
    /// A given is not in the problem.
    #[error("the given option {option} is not among the problem's {count} options")]
    Unknown {
        /// The given option, counted from 1.
        option: usize,
        /// The number of options of the problem.
        count: usize,
    },
    /// An option is given twice.
    #[error("option {option} is given twice; give it once")]
    Repeated {
        /// The given option, counted from 1.
        option: usize,
    },
    /// Two givens cover an item that may be covered only once.
    #[error(
        "the given options {first} and {second} both cover the item {item:?}, which may be covered once; leave one of them out"
    )]
    Conflict {
        /// The name of the item that both options cover.
        item: String,
        /// The option given first, counted from 1.
        first: usize,
        /// The option given later that covers the item again, counted from 1.
        second: usize,
    },
    /// The givens cover an item more often than its upper bound allows.
    #[error(
        "the given option {option} covers the item {item:?} once more than its upper bound {most} \
         allows; leave one given out"
    )]
    TooMany {
        /// The name of the item that is covered too often.
        item: String,
        /// The option that exceeds the bound, counted from 1.
        option: usize,
        /// The maximum number of times that the item may be covered.
        most: u32,
    },
    /// Two givens contain a coloured item and do not give it the same colour.
    #[error(
        "the given options {first} and {second} give the item {item:?} different colours; leave \
         one of them out"
    )]
    Colours {
        /// The name of the item to which the options give different colours.
        item: String,
        /// The option given first, counted from 1.
        first: usize,
        /// The option given later that does not give the item the same colour, counted from 1.
        second: usize,
    },
}

pub(crate) fn check(problem: &Problem, givens: &[OptionId]) -> Result<(), GivenError> {
    let mut seen = BTreeSet::new();
    // For each item, how often givens cover it, and the first option that covers it.
    let mut covered: BTreeMap<ItemId, (u32, usize)> = BTreeMap::new();
    // For each coloured item, the entry that sets its colour, and the option of this entry.
    let mut colours: BTreeMap<ItemId, (Entry, usize)> = BTreeMap::new();
    for &given in givens {
        let option = given.index() + 1;
        if given.index() >= problem.option_count() {
            return Err(GivenError::Unknown {
                option,
                count: problem.option_count(),
            });
        }
        if !seen.insert(given) {
            return Err(GivenError::Repeated { option });
        }
        for entry in problem.option_entries(given) {
            let item = entry.item;
            if problem.is_coloured(item) {
                let &mut (other, first) = colours.entry(item).or_insert((entry, option));
                if first != option && !entry.agrees_with(other) {
                    return Err(GivenError::Colours {
                        item: problem.item_name(item).to_owned(),
                        first,
                        second: option,
                    });
                }
                continue;
            }
            let most = problem.bounds(item).map_or(1, |bounds| *bounds.end());
            let (times, first) = covered.entry(item).or_insert((0, option));
            if *times == most {
                let (item, first) = (problem.item_name(item).to_owned(), *first);
                return Err(if most == 1 {
                    GivenError::Conflict {
                        item,
                        first,
                        second: option,
                    }
                } else {
                    GivenError::TooMany { item, option, most }
                });
            }
            *times += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Links;

    #[test]
    fn givens_that_cannot_stand_together_are_refused() {
        let mut problem = Problem::new();
        let a = problem.add_primary("a").unwrap();
        let b = problem.add_bounded("b", 0..=2).unwrap();
        let s = problem.add_secondary("s").unwrap();
        let options: Vec<OptionId> = [vec![a, b], vec![a, s], vec![b, s], vec![b], vec![b]]
            .iter()
            .map(|items| problem.add_option(items).unwrap())
            .collect();
        let mut larger = problem.clone();
        let foreign = larger.add_option(&[a]).unwrap();
        let given = |which: &[usize]| {
            let givens: Vec<OptionId> = which.iter().map(|&at| options[at]).collect();
            Links::new(&problem).given(&givens).map(|_| ())
        };
        let conflict = |item: &str, first, second| {
            Err(GivenError::Conflict {
                item: item.to_owned(),
                first,
                second,
            })
        };
        assert_eq!(given(&[0, 2]), Ok(()));
        assert_eq!(given(&[0, 1]), conflict("a", 1, 2));
        assert_eq!(given(&[2, 1]), conflict("s", 3, 2));
        assert_eq!(given(&[3, 3]), Err(GivenError::Repeated { option: 4 }));
        assert_eq!(
            given(&[0, 3, 4]),
            Err(GivenError::TooMany {
                item: "b".to_owned(),
                option: 5,
                most: 2
            })
        );
        assert_eq!(
            Links::new(&problem).given(&[foreign]).map(|_| ()),
            Err(GivenError::Unknown {
                option: 6,
                count: 5
            })
        );
        // A second call of `given` adds to the givens of the first one.
        let twice = Links::new(&problem)
            .given(&[options[0]])
            .unwrap()
            .given(&[options[1]]);
        assert_eq!(twice.map(|_| ()), conflict("a", 1, 2));
    }
}
