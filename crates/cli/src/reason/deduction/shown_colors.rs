//! The colours that options show to neighbouring cells, and clashes between them.

use std::collections::BTreeMap;

use tilewright_dlx::{Colour, Entry, OptionId};
use tilewright_geometry::compact::CompactSort;

use super::constraints::constraints_of;
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;

/// A colour that an option shows at a pair of adjacent cells. The constraint of the pair defines
/// which colours may meet there.
#[derive(Debug, Clone, Copy)]
struct ShownColor {
    at: ConstraintId,
    color: Option<Colour>,
}

impl ShownColor {
    fn clashes(self, other: Self) -> bool {
        self.at == other.at && (self.color.is_none() || self.color != other.color)
    }
}

/// The colours shown by all options of a table.
#[derive(Debug, Default)]
pub(super) struct ShownColors {
    /// For each option, the colours it shows, sorted by constraint. Empty if no cells have colours.
    options: Vec<(OptionId, Box<[ShownColor]>)>,
    /// For the constraint of each pair of adjacent cells, the colours that givens show there.
    givens: BTreeMap<ConstraintId, Vec<(OptionId, ShownColor)>>,
}

impl ShownColors {
    pub(super) fn of(instance: &Instance, options: &[OptionId], givens: &[OptionId]) -> Self {
        if !instance.puzzle().has_cell_colors() {
            return Self::default();
        }
        let mut of_givens: BTreeMap<ConstraintId, Vec<_>> = BTreeMap::new();
        for given in givens {
            for shown in shown_by(instance, *given) {
                let known = of_givens.entry(shown.at).or_default();
                known.push((*given, shown));
            }
        }
        Self {
            options: options
                .iter()
                .map(|option| (*option, shown_by(instance, *option)))
                .collect(),
            givens: of_givens,
        }
    }

    /// Whether an option clashes with none of the givens.
    pub(super) fn suits_givens(&self, option: usize) -> bool {
        self.with_given(option).is_none()
    }

    fn shown(&self, option: usize) -> &[ShownColor] {
        self.options.get(option).map_or(&[], |(_, shown)| shown)
    }

    /// A given with which an option clashes in colour, and the constraint at which they clash.
    /// `None` if no given clashes with the option.
    pub(super) fn with_given(&self, option: usize) -> Option<(OptionId, ConstraintId)> {
        let (own, shown) = self.options.get(option)?;
        shown.iter().find_map(|shown| {
            let givens = self.givens.get(&shown.at)?.iter();
            let mut others = givens.filter(|(given, _)| given != own);
            let clashing = others.find(|(_, other)| shown.clashes(*other));
            clashing.map(|(with, _)| (*with, shown.at))
        })
    }

    /// The constraint at which an option clashes with a placed one, if any.
    pub(super) fn with_placed(&self, option: usize, placed: usize) -> Option<ConstraintId> {
        let others = self.shown(placed);
        let clashes = |shown: &&ShownColor| {
            let first = others.partition_point(|other| other.at < shown.at);
            let same = others[first..].iter();
            same.take_while(|other| other.at == shown.at)
                .any(|other| shown.clashes(*other))
        };
        let clashing = self.shown(option).iter().find(clashes);
        clashing.map(|shown| shown.at)
    }
}

/// The colours that an option shows, sorted by constraint.
fn shown_by(instance: &Instance, option: OptionId) -> Box<[ShownColor]> {
    let of_colors = constraints_of(instance, option)
        .filter(|(_, id)| instance.constraint(*id).is_of_colors())
        .map(|(Entry { colour, .. }, at)| ShownColor { at, color: colour });
    let mut shown: Vec<ShownColor> = of_colors.collect();
    shown.compact_sort_by_key(|shown| shown.at);
    shown.into()
}
