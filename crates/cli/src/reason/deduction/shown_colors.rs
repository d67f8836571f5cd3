//! The colours that options show beside them, and which of these clash.

use std::collections::BTreeMap;

use tilewright_dlx::{Colour, Entry, OptionId};

use super::constraints::constraints_of;
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;

/// What an option shows at a pair of cells: the constraint says how that goes with what the other
/// cell shows.
#[derive(Debug, Clone, Copy)]
struct Shown {
    at: ConstraintId,
    color: Option<Colour>,
}

impl Shown {
    fn clashes(self, other: Self) -> bool {
        self.at == other.at && (self.color.is_none() || self.color != other.color)
    }
}

/// What all options of a table show beside them.
#[derive(Debug, Default)]
pub(super) struct ShownColors {
    /// By option, in the order of constraints; empty if no cell has a colour.
    options: Vec<(OptionId, Box<[Shown]>)>,
    /// The same of givens, by constraint.
    givens: BTreeMap<ConstraintId, Vec<(OptionId, Shown)>>,
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

    /// Whether an option clashes with no given.
    pub(super) fn suits_givens(&self, option: usize) -> bool {
        self.with_given(option).is_none()
    }

    fn shown(&self, option: usize) -> &[Shown] {
        self.options.get(option).map_or(&[], |(_, shown)| shown)
    }

    /// The given with which an option clashes, and where.
    pub(super) fn with_given(&self, option: usize) -> Option<(OptionId, ConstraintId)> {
        let (own, shown) = self.options.get(option)?;
        shown.iter().find_map(|shown| {
            let givens = self.givens.get(&shown.at)?.iter();
            let mut others = givens.filter(|(given, _)| given != own);
            let clashing = others.find(|(_, other)| shown.clashes(*other));
            clashing.map(|(with, _)| (*with, shown.at))
        })
    }

    /// Where an option clashes with one that is placed.
    pub(super) fn with_placed(&self, option: usize, placed: usize) -> Option<ConstraintId> {
        let others = self.shown(placed);
        let clashes = |shown: &&Shown| {
            let first = others.partition_point(|other| other.at < shown.at);
            let same = others[first..].iter();
            same.take_while(|other| other.at == shown.at)
                .any(|other| shown.clashes(*other))
        };
        let clashing = self.shown(option).iter().find(clashes);
        clashing.map(|shown| shown.at)
    }
}

/// What an option shows, in the order of constraints.
fn shown_by(instance: &Instance, option: OptionId) -> Box<[Shown]> {
    let of_colors = constraints_of(instance, option)
        .filter(|(_, id)| instance.constraint(*id).is_of_colors())
        .map(|(Entry { colour, .. }, at)| Shown { at, color: colour });
    let mut shown: Vec<Shown> = of_colors.collect();
    shown.sort_by_key(|shown| shown.at);
    shown.into()
}
