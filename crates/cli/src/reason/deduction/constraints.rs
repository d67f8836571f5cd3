//! The items of the matrix that represent conditions.

use tilewright_dlx::{Entry, ItemId, OptionId};

use crate::cover::conditions::ConstraintId;
use crate::cover::{Instance, ItemMeaning};

/// The items that represent the constraints of conditions, each with its constraint.
pub(super) fn constraints(instance: &Instance) -> impl Iterator<Item = (ItemId, ConstraintId)> {
    let items = instance.problem().items();
    items.filter_map(|item| match instance.item(item) {
        ItemMeaning::Constraint(id) => Some((item, id)),
        _ => None,
    })
}

/// The entries of an option that belong to conditions, each with its constraint.
pub(super) fn constraints_of(
    instance: &Instance,
    option: OptionId,
) -> impl Iterator<Item = (Entry, ConstraintId)> {
    let entries = instance.problem().option_entries(option);
    entries.filter_map(|entry| match instance.item(entry.item) {
        ItemMeaning::Constraint(id) => Some((entry, id)),
        _ => None,
    })
}

/// The items of an option's constraints, except those on colours.
pub(super) fn plain_constraints_of(
    instance: &Instance,
    option: OptionId,
) -> impl Iterator<Item = ItemId> {
    let constraints = constraints_of(instance, option);
    let plain = constraints.filter(|(_, id)| !instance.constraint(*id).is_of_colors());
    plain.map(|(entry, _)| entry.item)
}
