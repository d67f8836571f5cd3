//! The order and the numbers of cards.

use std::collections::BTreeMap;

use crate::support::label::Label;

/// A side of a card. A one-sided card has one, without a letter.
pub(super) struct CardSide<T> {
    pub(super) id: Label,
    pub(super) letter: Option<char>,
    /// The index of the side in the file.
    pub(super) place: usize,
    pub(super) side: T,
}

/// The cards in the order of the ranks of their last sides. Each side has a number such as `3`, or
/// `3a` on a two-sided card.
pub(super) fn numbered<T, R: Ord>(
    sides: impl IntoIterator<Item = CardSide<T>>,
    rank: impl Fn(&T) -> R,
) -> Vec<Vec<(String, T)>> {
    let mut by_id: BTreeMap<Label, Vec<CardSide<T>>> = BTreeMap::new();
    for side in sides {
        by_id.entry(side.id.clone()).or_default().push(side);
    }
    let mut cards: Vec<Vec<CardSide<T>>> = by_id.into_values().collect();
    for sides in &mut cards {
        sides.sort_by_key(|side| side.letter);
    }
    cards.sort_by_key(|sides| sides.last().map(|side| (rank(&side.side), side.place)));
    let cards = (1_u32..).zip(cards).map(|(number, sides)| {
        let sides = sides.into_iter().map(|side| {
            let letter = side.letter.map_or_else(String::new, String::from);
            (format!("{number}{letter}"), side.side)
        });
        sides.collect()
    });
    cards.collect()
}
