//! Are these permutations a group, and does each come from a permutation of the items?
//!
//! A list of distinct permutations with the identity is a group if it is closed under composition
//! with elements that generate all of it, so elements are taken as generators, each outside the
//! group generated so far, until that group is the whole list: at most log2 |G| of them. Then
//! `h`, `s` in the list imply `h` followed by `s` in the list for every generator `s`, hence for
//! every product of generators, that is, for every element; and inverses are powers.

use std::collections::HashMap;

use super::SymmetryError;
use crate::problem::{Colour, Entry, ItemId, OptionId, Problem};
use crate::stop::StopFlag;

/// Checks that every row is a permutation of all options.
pub(super) fn permutations(
    problem: &Problem,
    images: &[Vec<OptionId>],
    stop: &StopFlag,
) -> Result<(), SymmetryError> {
    let options = problem.option_count();
    for (element, row) in (1..).zip(images) {
        stop.check()?;
        if row.len() != options {
            return Err(SymmetryError::Length {
                element,
                images: row.len(),
                options,
            });
        }
        let mut source: Vec<Option<usize>> = vec![None; options];
        for (option, image) in (1..).zip(row) {
            let unknown = SymmetryError::UnknownImage {
                element,
                option,
                image: image.index() + 1,
                options,
            };
            let source = source.get_mut(image.index()).ok_or(unknown)?;
            if let Some(first) = source.replace(option) {
                return Err(SymmetryError::RepeatedImage {
                    element,
                    first,
                    second: option,
                });
            }
        }
    }
    Ok(())
}

/// Checks that the rows are distinct and a group; returns the place of the identity.
pub(super) fn group(
    problem: &Problem,
    images: &[Vec<OptionId>],
    stop: &StopFlag,
) -> Result<usize, SymmetryError> {
    let mut place: HashMap<&[OptionId], usize> = HashMap::with_capacity(images.len());
    for (at, row) in images.iter().enumerate() {
        stop.check()?;
        if let Some(first) = place.insert(row, at) {
            return Err(SymmetryError::Repeated {
                first: first + 1,
                second: at + 1,
            });
        }
    }
    let identity: Vec<OptionId> = problem.options().collect();
    let &identity = place.get(&identity[..]).ok_or(SymmetryError::NoIdentity)?;

    // For each generator, where each element goes when the generator follows it.
    let mut followed: Vec<Vec<usize>> = Vec::new();
    let mut reached = vec![false; images.len()];
    reached[identity] = true;
    for second in 0..images.len() {
        if reached[second] {
            continue;
        }
        let mut row = Vec::with_capacity(images.len());
        for (first, images_first) in images.iter().enumerate() {
            stop.check()?;
            let product: Vec<OptionId> = images_first
                .iter()
                .map(|image| images[second][image.index()])
                .collect();
            let &product = place.get(&product[..]).ok_or(SymmetryError::NotClosed {
                first: first + 1,
                second: second + 1,
            })?;
            row.push(product);
        }
        followed.push(row);
        reached.fill(false);
        reached[identity] = true;
        let mut open = vec![identity];
        while let Some(element) = open.pop() {
            for row in &followed {
                let next = row[element];
                if !reached[next] {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
    }
    Ok(identity)
}

/// What two items must share to be exchangeable: kind and bounds (`None` for secondary items), the
/// options that hold them, and which of these give them the same colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Class {
    bounds: Option<(u32, u32)>,
    options: Vec<OptionId>,
    /// By option, the number of its colour in the order in which they come, and 0 for none; empty if
    /// there is no colour.
    colours: Vec<u32>,
}

impl Class {
    /// The class of the item to which a permutation of the options carries one of this class.
    fn image(&self, row: &[OptionId]) -> Self {
        let images = self.options.iter().map(|option| row[option.index()]);
        let mut options: Vec<OptionId> = images.clone().collect();
        options.sort_unstable();
        let mut colours = Vec::new();
        if !self.colours.is_empty() {
            let mut moved: Vec<(OptionId, u32)> =
                images.zip(self.colours.iter().copied()).collect();
            moved.sort_unstable();
            colours = numbered(moved.into_iter().map(|(_, colour)| colour));
        }
        Self {
            bounds: self.bounds,
            options,
            colours,
        }
    }
}

/// Numbers colours in the order in which they come; 0 stays.
fn numbered(colours: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers = HashMap::from([(0, 0)]);
    let number = |colour| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(colour).or_insert(next)
    };
    colours.map(number).collect()
}

/// The class of each item.
fn classes(problem: &Problem) -> Vec<Class> {
    let kind = |item| {
        problem
            .bounds(item)
            .map(std::ops::RangeInclusive::into_inner)
    };
    let empty = |item| Class {
        bounds: kind(item),
        options: Vec::new(),
        colours: Vec::new(),
    };
    let mut classes: Vec<Class> = problem.items().map(empty).collect();
    for option in problem.options() {
        for Entry { item, colour } in problem.option_entries(option) {
            let class = &mut classes[item.index()];
            class.options.push(option);
            if problem.is_coloured(item) {
                class.colours.push(colour.map_or(0, Colour::number));
            }
        }
    }
    for class in &mut classes {
        class.colours = numbered(std::mem::take(&mut class.colours).into_iter());
    }
    classes
}

/// The first item of each class, and how many items the class has.
fn firsts<'c>(problem: &Problem, classes: &'c [Class]) -> HashMap<&'c Class, (ItemId, usize)> {
    let mut firsts: HashMap<&Class, (ItemId, usize)> = HashMap::with_capacity(classes.len());
    for (item, class) in problem.items().zip(classes) {
        firsts.entry(class).or_insert((item, 0)).1 += 1;
    }
    firsts
}

/// The first item of each item's class.
pub(super) fn representatives(problem: &Problem) -> Vec<ItemId> {
    let classes = classes(problem);
    let firsts = firsts(problem, &classes);
    let first = |(item, class)| firsts.get(class).map_or(item, |&(first, _)| first);
    problem.items().zip(&classes).map(first).collect()
}

/// Checks that every row is an automorphism; returns for each the first item of the class to which
/// it carries each item.
pub(super) fn automorphisms(
    problem: &Problem,
    images: &[Vec<OptionId>],
    stop: &StopFlag,
) -> Result<Vec<Vec<ItemId>>, SymmetryError> {
    let classes = classes(problem);
    let firsts = firsts(problem, &classes);
    let mut rows = Vec::with_capacity(images.len());
    for (element, row) in (1..).zip(images) {
        let mut items = Vec::with_capacity(classes.len());
        for (item, class) in problem.items().zip(&classes) {
            stop.check()?;
            // A row maps distinct classes to distinct ones, so equal sizes make it a bijection.
            let size = firsts.get(class).map(|&(_, size)| size);
            let image = firsts
                .get(&class.image(row))
                .filter(|&&(_, image_size)| Some(image_size) == size);
            let &(image, _) = image.ok_or_else(|| SymmetryError::NoAutomorphism {
                element,
                item: problem.item_name(item).to_owned(),
            })?;
            items.push(image);
        }
        rows.push(items);
    }
    Ok(rows)
}
