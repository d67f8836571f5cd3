//! A problem with fewer options.

use super::{OptionId, Problem};

impl Problem {
    /// The same items with only those options that `keep` (by index) says, in their order; and
    /// the ids that the options have here.
    pub(crate) fn restricted(&self, keep: &[bool]) -> (Self, Vec<OptionId>) {
        let ids: Vec<OptionId> = self
            .options()
            .filter(|option| keep.get(option.index()) == Some(&true))
            .collect();
        let mut restricted = Self {
            names: self.names.clone(),
            by_name: self.by_name.clone(),
            bounds: self.bounds.clone(),
            entries: Vec::new(),
            ends: Vec::with_capacity(ids.len()),
        };
        for &option in &ids {
            restricted.entries.extend(self.option_items(option));
            restricted.ends.push(restricted.entries.len());
        }
        (restricted, ids)
    }
}
