//! Clashes of colour: what would fit, but shows a colour that does not go beside its neighbour's.

use std::collections::BTreeMap;

use tilewright_dlx::{Colour, Entry, OptionId};

use super::bits;
use super::place::{Place, serving};
use super::position::Position;
use super::table::{Table, constraints_of};
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;

/// A placement that would fit but for a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColorClash {
    /// The placement.
    pub option: OptionId,
    /// The one beside which it would lie.
    pub with: OptionId,
    /// The pair of cells that would clash: one of either.
    pub at: ConstraintId,
}

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

    fn with_placed(&self, option: usize, placed: usize) -> Option<ConstraintId> {
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

/// The first way to serve a place that would fit but for a colour; none if there is no such way.
pub(super) fn unmatched(table: &Table, position: &Position, place: Place) -> Option<ColorClash> {
    bits::ones(serving(table, place))
        .filter(|option| !position.is_live(*option))
        .filter(|option| position.room[table.piece_of[*option]] > 0)
        .filter(|option| {
            bits::ones(table.masks.row(*option)).all(|cell| bits::contains(&position.open, cell))
        })
        .find_map(|option| {
            let shown = &table.shown;
            let placed = || {
                let mut placed = position.placed.iter();
                placed.find_map(|other| {
                    let at = shown.with_placed(option, *other)?;
                    Some((table.options[*other], at))
                })
            };
            let (with, at) = shown.with_given(option).or_else(placed)?;
            let option = table.options[option];
            Some(ColorClash { option, with, at })
        })
}
