//! Writes a file of cards.

use std::path::Path;

use itertools::Itertools;

use super::file::Card;
use crate::design::challenges::write::{difficulty, heading};

/// Cards as text that [`CardFile`](super::CardFile) reads.
#[derive(Debug, Clone, Copy)]
pub struct CardText<'a> {
    /// The title of the file.
    pub title: &'a str,
    /// The path to the pool's file, relative to the folder of the card file.
    pub puzzle_path: &'a Path,
    /// The fingerprint of the pool, as `pool_fingerprint` computes it.
    pub fingerprint: &'a str,
    /// The seed of the run that dealt the cards.
    pub seed: Option<u64>,
    /// The cards, in the order of the file.
    pub cards: &'a [Card],
}

impl CardText<'_> {
    /// The content of the card file, in RON.
    pub fn ron(&self) -> String {
        let fingerprint = format!("fingerprint: {:?},", self.fingerprint);
        let mut text = heading(self.title, self.puzzle_path, &[fingerprint], self.seed);
        for card in self.cards {
            text += &entry(card);
        }
        text += "    ],\n)\n";
        text
    }
}

fn entry(card: &Card) -> String {
    let mut text = format!("        (\n            id: {:?},\n", card.id);
    if let Some(side) = card.side {
        text += &format!("            side: \"{side}\",\n");
    }
    if let Some(goal) = &card.goal {
        text += &format!("            goal: {goal:?},\n");
    }
    let pieces = card.pieces();
    let pieces = pieces.map(|name| format!("{name:?}")).join(", ");
    text += &format!("            pieces: [{pieces}],\n");
    text + &difficulty(card.grade, card.rating) + "        ),\n"
}
