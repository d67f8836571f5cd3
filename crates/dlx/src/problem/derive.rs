//! Derives problems from others: with fewer or reordered options, more items, or different bounds.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{Entry, ItemId, OptionId, Problem, ProblemError};

/// A problem to be derived from another: see [`Problem::derive`].
#[derive(Clone, Debug)]
pub struct Derivation<'p> {
    problem: &'p Problem,
    /// The options to take, in order; `None` for all.
    options: Option<Vec<OptionId>>,
    bounds: BTreeMap<ItemId, (u32, u32)>,
    added: Vec<AddedItem>,
}

/// An item that a derived problem gets in addition to the original items.
#[derive(Clone, Debug)]
struct AddedItem {
    name: String,
    bounds: RangeInclusive<u32>,
    held_by: Vec<OptionId>,
}

/// A problem derived from another, and the original option of each of its options.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// The derived problem.
    pub problem: Problem,
    /// For each option of the derived problem, the original option.
    originals: Vec<OptionId>,
}

impl Derived {
    /// The original option of an option of the derived problem; `None` if the derived problem does not have it.
    pub fn original(&self, option: OptionId) -> Option<OptionId> {
        self.originals.get(option.index()).copied()
    }

    /// The original option of each option of a solution, in the same order.
    pub fn original_solution(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let options = solution.iter();
        options
            .filter_map(|&option| self.original(option))
            .collect()
    }
}

impl Derivation<'_> {
    /// Takes only these options, in this order. An option that is listed twice occurs twice.
    #[must_use]
    pub fn options(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.options = Some(options.into_iter().collect());
        self
    }

    /// Drops the options, among those selected so far, that `keep` rejects. The order stays the
    /// same.
    #[must_use]
    pub fn keep(self, keep: impl FnMut(&OptionId) -> bool) -> Self {
        let taken = match &self.options {
            Some(options) => options.iter().copied().filter(keep).collect(),
            None => self.problem.options().filter(keep).collect(),
        };
        Self {
            options: Some(taken),
            ..self
        }
    }

    /// Replaces the bounds of a primary item.
    #[must_use]
    pub fn bounds(mut self, item: ItemId, bounds: RangeInclusive<u32>) -> Self {
        self.bounds.insert(item, bounds.into_inner());
        self
    }

    /// Adds a primary item after the existing ones. The options in `held_by` get it as their last
    /// item.
    #[must_use]
    pub fn add_primary(self, name: impl Into<String>, held_by: &[OptionId]) -> Self {
        self.add_bounded(name, 1..=1, held_by)
    }

    /// Adds a bounded primary item after the existing ones. The options in `held_by` get it as
    /// their last item.
    #[must_use]
    pub fn add_bounded(
        mut self,
        name: impl Into<String>,
        bounds: RangeInclusive<u32>,
        held_by: &[OptionId],
    ) -> Self {
        self.added.push(AddedItem {
            name: name.into(),
            bounds,
            held_by: held_by.to_vec(),
        });
        self
    }

    /// Makes the derived problem. Each option has its original items, followed by the added ones in order.
    ///
    /// Takes time proportional to the items and entries of both problems.
    ///
    /// # Errors
    ///
    /// An option or an item is not in the original problem, or an item whose bounds are set is not
    /// primary. Bounds contain no number above zero. The name of an added item is taken or has
    /// white space, `|` or `:`. An item is added twice to an option. Or the problem is full.
    pub fn build(self) -> Result<Derived, ProblemError> {
        let from = self.problem;
        let mut more: BTreeMap<OptionId, Vec<ItemId>> = BTreeMap::new();
        let mut problem = from.without_items();
        for item in from.items().take(from.primary_count()) {
            let own = from.bounds.get(item.index()).copied().unwrap_or((1, 1));
            let (least, most) = self.bounds.get(&item).copied().unwrap_or(own);
            problem.add_bounded(from.item_name(item), least..=most)?;
        }
        if let Some(&item) = self.bounds.keys().find(|&&item| !from.is_primary(item)) {
            let name = from.item_name(item).to_owned();
            return Err(ProblemError::NotPrimary { name });
        }
        for added in self.added {
            let item = problem.add_bounded(added.name, added.bounds)?;
            for option in added.held_by {
                check(from, option)?;
                let items = more.entry(option).or_default();
                if items.last() == Some(&item) {
                    let name = problem.item_name(item).to_owned();
                    let option = option.index() + 1;
                    return Err(ProblemError::RepeatedItem { option, name });
                }
                items.push(item);
            }
        }
        let mut items: Vec<ItemId> = problem.items().take(from.primary_count()).collect();
        for item in from.items().skip(from.primary_count()) {
            items.push(problem.add_secondary(from.item_name(item))?);
        }
        let originals = match self.options {
            Some(options) => options,
            None => from.options().collect(),
        };
        for &option in &originals {
            check(from, option)?;
            let own = from.option_entries(option);
            let more = more.get(&option).map_or(&[][..], Vec::as_slice);
            problem.check_room(own.len() + more.len() + 1)?;
            let own = own.map(|Entry { item, colour }| Entry {
                item: items[item.index()],
                colour,
            });
            problem.append_entries(own.chain(more.iter().copied().map(Entry::from)));
        }
        problem.costs = from.costs_of(&originals);
        Ok(Derived { problem, originals })
    }
}

fn check(problem: &Problem, option: OptionId) -> Result<(), ProblemError> {
    let (index, count) = (option.index(), problem.option_count());
    if index < count {
        Ok(())
    } else {
        Err(ProblemError::UnknownOption { index, count })
    }
}

impl Problem {
    /// Begins to derive a problem from this one.
    ///
    /// ```
    /// use tilewright_dlx::{Problem, Solver, text};
    ///
    /// let written = |problem: &Problem| {
    ///     let mut out = Vec::new();
    ///     text::write(problem, &mut out).map(|()| String::from_utf8_lossy(&out).into_owned())
    /// };
    /// let problem = text::read("a b | s\na s\nb s\na\nb\n")?;
    /// let option = |at| problem.option(at).unwrap();
    ///
    /// // Without the first option, and with one of the others that hold s or are the last chosen.
    /// let derived = problem
    ///     .derive()
    ///     .keep(|&at| at != option(0))
    ///     .add_primary("required", &[option(1), option(3)])
    ///     .build()?;
    /// assert_eq!(written(&derived.problem)?, "a b required | s\nb s required\na\nb required\n");
    /// let solution = Solver::new(&derived.problem).first()?.known().flatten().unwrap();
    /// let mut original = derived.original_solution(&solution);
    /// original.sort();
    /// assert_eq!(original, [option(1), option(2)]);
    /// assert!(problem.check(&original).is_ok());
    ///
    /// // In reverse order, and a need not be covered.
    /// let a = problem.item("a").unwrap();
    /// let derived = problem.derive().options(problem.options().rev()).bounds(a, 0..=1).build()?;
    /// assert_eq!(written(&derived.problem)?, "0:1|a b | s\nb\na\nb s\na s\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn derive(&self) -> Derivation<'_> {
        Derivation {
            problem: self,
            options: None,
            bounds: BTreeMap::new(),
            added: Vec::new(),
        }
    }

    /// A problem with the same items and only these options, which must be options of this problem. Unlike
    /// [`derive`](Self::derive), it checks nothing and returns no error, since searches derive thousands of
    /// problems.
    pub(crate) fn with_options(&self, options: &[OptionId]) -> Self {
        let mut derived = Self {
            names: self.names.clone(),
            by_name: self.by_name.clone(),
            bounds: self.bounds.clone(),
            entries: Vec::new(),
            ends: Vec::with_capacity(options.len()),
            colours: self.colours.without_entries(),
            costs: self.costs_of(options),
        };
        for &option in options {
            if self.has_colours() {
                derived.append_entries(self.option_entries(option));
            } else {
                derived.entries.extend(self.option_items(option));
                derived.ends.push(derived.entries.len());
            }
        }
        derived
    }

    /// A problem with the same items and only those options for which `keep` is true, by index. Also returns the
    /// original of each option.
    pub(crate) fn restricted(&self, keep: &[bool]) -> (Self, Vec<OptionId>) {
        let is_kept = |option: &OptionId| keep.get(option.index()) == Some(&true);
        let options: Vec<OptionId> = self.options().filter(is_kept).collect();
        (self.with_options(&options), options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn problem() -> Problem {
        text::read("a 0:2|b | s\na s\nb s\na\nb\n").unwrap()
    }

    #[test]
    fn what_is_not_changed_is_the_same() {
        let problem = problem();
        let derived = problem.derive().build().unwrap();
        assert_eq!(derived.problem, problem);
        assert_eq!(derived.originals, problem.options().collect::<Vec<_>>());
        let keep = [true, false, true, true];
        let (restricted, options) = problem.restricted(&keep);
        let derived = problem.derive().keep(|at| keep[at.index()]).build();
        let derived = derived.unwrap();
        assert_eq!((derived.problem, derived.originals), (restricted, options));
    }

    #[test]
    fn an_option_may_be_there_twice_or_not() {
        let problem = problem();
        let last = problem.option(3).unwrap();
        let derived = problem.derive().options([last, last]).build().unwrap();
        let options: Vec<OptionId> = derived.problem.options().collect();
        assert_eq!(derived.original_solution(&options), [last, last]);
        let none = problem.derive().options([last]).keep(|_| false).build();
        assert_eq!(none.unwrap().problem.option_count(), 0);
    }

    #[test]
    fn misuse_is_refused() {
        let problem = problem();
        let mut larger = problem.clone();
        let [a, s] = ["a", "s"].map(|name| problem.item(name).unwrap());
        let foreign = larger.add_option(&[a]).unwrap();
        let first = problem.option(0).unwrap();
        let unknown = ProblemError::UnknownOption { index: 4, count: 4 };
        let refusal = |derivation: Derivation<'_>| derivation.build().unwrap_err();
        assert_eq!(refusal(problem.derive().options([foreign])), unknown);
        assert_eq!(
            refusal(problem.derive().add_primary("new", &[foreign])),
            unknown
        );
        assert_eq!(
            refusal(problem.derive().bounds(s, 0..=1)),
            ProblemError::NotPrimary { name: "s".into() }
        );
        assert_eq!(
            refusal(problem.derive().bounds(a, 0..=0)).to_string(),
            "the item \"a\" is to be covered 0 to 0 times; the upper bound must be at least 1 and \
             not below the lower one"
        );
        assert_eq!(
            refusal(problem.derive().add_primary("new", &[first, first])),
            ProblemError::RepeatedItem {
                option: 1,
                name: "new".into()
            }
        );
        for name in ["a", "s"] {
            assert_eq!(
                refusal(problem.derive().add_primary(name, &[first])),
                ProblemError::DuplicateName { name: name.into() }
            );
        }
    }

    #[test]
    fn added_items_have_their_bounds() {
        let problem = problem();
        let held: Vec<OptionId> = problem.options().take(2).collect();
        let derivation = problem.derive().add_primary("once", &held);
        let derived = derivation.add_bounded("often", 1..=2, &held).build();
        let derived = derived.unwrap().problem;
        let bounds = |name| derived.bounds(derived.item(name).unwrap());
        assert_eq!(bounds("once"), Some(1..=1));
        assert_eq!(bounds("often"), Some(1..=2));
    }
}
