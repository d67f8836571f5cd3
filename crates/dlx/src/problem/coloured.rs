//! The methods of [`Problem`] that handle [colours](super::colour).

use std::borrow::Cow;

use super::colour::{Colour, Entry};
use super::{ItemId, OptionId, Problem, ProblemError};

impl Problem {
    /// Adds a colour, or finds the existing one with this name.
    ///
    /// # Errors
    ///
    /// The name is empty or has white space, `|` or `:`; or there are 2^32 - 1 colours.
    pub fn add_colour(&mut self, name: impl Into<String>) -> Result<Colour, ProblemError> {
        let name = name.into();
        if let Some(&colour) = self.colours.by_name.get(&name) {
            return Ok(colour);
        }
        if name.is_empty() {
            return Err(ProblemError::EmptyColour);
        }
        let is_bad = |&c: &char| c.is_whitespace() || c == '|' || c == ':';
        if let Some(character) = name.chars().find(is_bad) {
            return Err(ProblemError::BadColour { name, character });
        }
        let limit = u32::MAX as usize;
        let colour = Colour::new(self.colours.names.len()).ok_or(ProblemError::Full { limit })?;
        self.colours.by_name.insert(name.clone(), colour);
        self.colours.names.push(name);
        Ok(colour)
    }

    /// Adds an option that covers items in the given order, and may give secondary items colours.
    ///
    /// ```
    /// use tilewright_dlx::{Entry, Problem, Solver};
    ///
    /// // Two tiles that meet in an edge, each either way round.
    /// let mut problem = Problem::new();
    /// let [left, right] = [problem.add_primary("left")?, problem.add_primary("right")?];
    /// let edge = problem.add_secondary("edge")?;
    /// let [red, blue] = [problem.add_colour("red")?, problem.add_colour("blue")?];
    /// for (tile, colour) in [(left, red), (left, blue), (right, red), (right, blue)] {
    ///     problem.add_coloured_option(&[tile.into(), Entry::coloured(edge, colour)])?;
    /// }
    /// assert_eq!(Solver::new(&problem).list()?.known().map(|list| list.len()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`add_option`](Self::add_option); or a primary item has a colour; or a colour is
    /// not in this problem.
    pub fn add_coloured_option(&mut self, entries: &[Entry]) -> Result<OptionId, ProblemError> {
        let items: Vec<ItemId> = entries.iter().map(|entry| entry.item).collect();
        self.check_option(&items)?;
        let option = self.option_count() + 1;
        for entry in entries {
            let Some(colour) = entry.colour else { continue };
            let name = || self.item_name(entry.item).to_owned();
            if self.is_primary(entry.item) {
                let name = name();
                return Err(ProblemError::ColouredPrimary { option, name });
            }
            if colour.index() >= self.colours.names.len() {
                let (name, index) = (name(), colour.index());
                return Err(ProblemError::UnknownColour {
                    option,
                    name,
                    index,
                });
            }
        }
        let id = self.next_option()?;
        self.append_entries(entries.iter().copied());
        Ok(id)
    }

    /// Appends an option whose entries have been checked.
    pub(super) fn append_entries(&mut self, entries: impl Iterator<Item = Entry>) {
        for entry in entries {
            self.colours.append(entry, self.entries.len());
            self.entries.push(entry.item);
        }
        self.ends.push(self.entries.len());
    }

    /// The colour with this name; `None` if there is none.
    pub fn colour(&self, name: &str) -> Option<Colour> {
        self.colours.by_name.get(name).copied()
    }

    /// The name of a colour; empty if the colour is not in this problem.
    pub fn colour_name(&self, colour: Colour) -> &str {
        let name = self.colours.names.get(colour.index());
        name.map_or("", String::as_str)
    }

    /// An entry as written in the text format: the item, followed by `:` and its colour if it has
    /// one.
    ///
    /// ```
    /// let problem = tilewright_dlx::text::read("a | s\na s:red\n")?;
    /// let option = problem.option(0).unwrap();
    /// let names: Vec<_> = problem.option_entries(option).map(|entry| problem.entry_name(entry)).collect();
    /// assert_eq!(names, ["a", "s:red"]);
    /// # Ok::<(), tilewright_dlx::text::TextError>(())
    /// ```
    pub fn entry_name(&self, entry: Entry) -> Cow<'_, str> {
        let item = self.item_name(entry.item);
        match entry.colour {
            Some(colour) => Cow::Owned(format!("{item}:{}", self.colour_name(colour))),
            None => Cow::Borrowed(item),
        }
    }

    /// The number of colours that were added, used or not.
    pub fn colour_count(&self) -> usize {
        self.colours.names.len()
    }

    /// Whether some option gives an item a colour.
    pub fn has_colours(&self) -> bool {
        !self.colours.of_entries.is_empty()
    }

    /// Whether some option gives this item a colour.
    pub fn is_coloured(&self, item: ItemId) -> bool {
        self.colours.is_coloured.get(item.index()) == Some(&true)
    }

    /// The items of an option with their colours, in the given order; empty if the option is not in this problem.
    pub fn option_entries(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = Entry> + Clone + '_ {
        let range = self.entry_range(option);
        let colours = self.colours.of_entries.get(range.clone()).unwrap_or(&[]);
        let items = self.entries[range].iter().enumerate();
        items.map(|(at, &item)| Entry {
            item,
            colour: colours.get(at).copied().flatten(),
        })
    }

    /// A problem with the same colours but without items and options.
    pub(crate) fn without_items(&self) -> Self {
        Self {
            colours: self.colours.without_entries(),
            ..Self::default()
        }
    }

    /// Whether every primary item must be covered exactly once and no item has colours. Then an
    /// item is finished as soon as an option with it is chosen.
    pub(crate) fn is_exact(&self) -> bool {
        !self.has_bounded() && !self.has_colours()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_back() {
        let mut problem = Problem::new();
        let a = problem.add_primary("a").unwrap();
        let [s, t] = ["s", "t"].map(|name| problem.add_secondary(name).unwrap());
        let plain = problem.add_option(&[a, s]).unwrap();
        assert!(!problem.has_colours());
        let red = problem.add_colour("red").unwrap();
        assert_eq!(problem.add_colour("red"), Ok(red));
        assert!(!problem.has_colours(), "no entry has it");
        let entries = [a.into(), Entry::coloured(s, red), t.into()];
        let coloured = problem.add_coloured_option(&entries).unwrap();
        let last = problem.add_option(&[t, a]).unwrap();
        assert!(problem.has_colours() && problem.is_coloured(s) && !problem.is_coloured(t));
        assert_eq!(
            (problem.colour("red"), problem.colour("blue")),
            (Some(red), None)
        );
        assert_eq!(
            (problem.colour_name(red), problem.colour_count()),
            ("red", 1)
        );
        let read = |option| problem.option_entries(option).collect::<Vec<_>>();
        assert_eq!(read(plain), [a, s].map(Entry::from));
        assert_eq!(read(coloured), entries);
        assert_eq!(read(last), [t, a].map(Entry::from));
    }

    #[test]
    fn misuse_of_colours_is_refused() {
        let mut problem = Problem::new();
        let a = problem.add_primary("a").unwrap();
        let s = problem.add_secondary("s").unwrap();
        assert_eq!(problem.add_colour(""), Err(ProblemError::EmptyColour));
        for bad in ["a b", "a|", ":a"] {
            let error = problem.add_colour(bad).unwrap_err();
            assert!(matches!(error, ProblemError::BadColour { .. }), "{error}");
        }
        let mut larger = problem.clone();
        let red = larger.add_colour("red").unwrap();
        let name = |item: &str| item.to_owned();
        assert_eq!(
            larger.add_coloured_option(&[Entry::coloured(a, red)]),
            Err(ProblemError::ColouredPrimary {
                option: 1,
                name: name("a")
            })
        );
        assert_eq!(
            problem.add_coloured_option(&[a.into(), Entry::coloured(s, red)]),
            Err(ProblemError::UnknownColour {
                option: 1,
                name: name("s"),
                index: 0
            })
        );
        assert!(!larger.has_colours(), "a refused option leaves no trace");
    }
}
