//! Short labels of pieces for every cell of a picture, and their terminal colours.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::compact::{map_of, set_of};

use super::columns::columns_of;
use super::palette::Paint;
use crate::picture::palette::Scheme;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::support::label::Label;

/// A label of at most two characters for every piece of a puzzle. It is the name itself if that is short
/// enough. Otherwise it is the shortest prefix, or the first character with a later one, that no other
/// piece has as its label; if there is none, one or two free letters or digits. Names such as `6-01` get
/// letters in turn. A mirror image has the label of the original with an apostrophe.
#[derive(Debug, Clone)]
pub struct Labels {
    labels: Vec<String>,
    /// The terminal colours of each piece; empty if the labels were made from names alone.
    paints: Vec<Paint>,
}

impl Labels {
    /// Labels for the pieces of `puzzle`.
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        // The faces of a tile share one label.
        let names = puzzle.pieces.iter().map(Piece::name_of_tile);
        let names: Vec<&str> = names.map(Label::as_str).collect();
        let scheme = Scheme::of_puzzle(puzzle);
        let paints = puzzle
            .pieces()
            .map(|(id, _)| Paint::of(scheme.fill(id).color));
        Self {
            paints: paints.collect(),
            ..Self::of_names(&names)
        }
    }

    fn of_names(names: &[&str]) -> Self {
        // Names that are short enough are reserved first, so that no other piece gets such a name
        // as its label.
        let short = names.iter().filter(|name| columns_of(name) <= LONGEST);
        let mut taken: BTreeSet<String> = set_of(short.map(|name| (*name).to_owned()));
        let mut given: BTreeMap<&str, String> = BTreeMap::new();
        let symbols: Vec<String> = symbols().collect();
        // A symbol stays taken, so the search for the next free one continues after it.
        let mut left = symbols.iter();
        for name in names {
            if given.contains_key(name) {
                continue;
            }
            if columns_of(name) <= LONGEST {
                given.insert(name, (*name).to_owned());
                continue;
            }
            let of_name: Box<dyn Iterator<Item = String>> =
                if let Some(hand) = name.strip_suffix('\'').and_then(|own| given.get(own)) {
                    Box::new(std::iter::once(format!("{hand}'")))
                } else if is_numbered(name) {
                    Box::new(std::iter::empty())
                } else {
                    Box::new(initials(name))
                };
            let mut candidates = of_name
                .filter(|label| columns_of(label) <= LONGEST)
                .chain(left.by_ref().cloned());
            let free = candidates.find(|label| taken.insert(label.clone()));
            // If all symbols are taken, after about 2,000 pieces, labels repeat.
            let again = || symbols.get(given.len() % 2_000).cloned();
            let label = free.or_else(again).unwrap_or_default();
            given.insert(name, label);
        }
        let labels = names
            .iter()
            .map(|name| given.get(name).cloned().unwrap_or_default());
        Self {
            labels: labels.collect(),
            paints: Vec::new(),
        }
    }

    /// The labels with the names that they abbreviate, in one line; `None` if every label is the whole name.
    pub fn legend(&self, puzzle: &Puzzle) -> Option<String> {
        let short: Vec<String> = puzzle
            .pieces()
            .filter(|(id, piece)| piece.is_first_face() && self.of(*id) != piece.name)
            .map(|(id, piece)| format!("{} {}", self.of(id), piece.name))
            .collect();
        (!short.is_empty()).then(|| short.join(", "))
    }

    /// The terminal colour of a piece; `None` for labels made from names alone.
    pub fn paint(&self, piece: PieceId) -> Option<Paint> {
        self.paints.get(piece.index()).copied()
    }

    /// The label of a piece; empty for an unknown piece.
    pub fn of(&self, piece: PieceId) -> &str {
        self.labels.get(piece.index()).map_or("", String::as_str)
    }

    /// The labels of the pieces on a board, in the order of `placed`. The parts of several copies
    /// of a disconnected piece would be indistinguishable, so the second character of their labels
    /// is the number of the copy.
    pub fn of_placed(&self, puzzle: &Puzzle, placed: &[PieceId]) -> Vec<Cow<'_, str>> {
        let mut times: BTreeMap<PieceId, usize> = BTreeMap::new();
        for piece in placed {
            *times.entry(*piece).or_default() += 1;
        }
        times.retain(|piece, times| *times > 1 && !puzzle.piece(*piece).polyform.is_connected());
        let mut numbers = map_of(times.into_keys().map(|piece| (piece, NUMBERS.chars())));
        let label = |piece: &PieceId| {
            let own = self.of(*piece);
            let numbers = numbers.get_mut(piece)?;
            let first: String = own.chars().take(1).collect();
            let mut all = numbers.map(|number| format!("{first}{number}"));
            all.find(|label| !self.labels.contains(label))
        };
        let labels = placed.iter().map(label).collect::<Vec<_>>();
        let labels = labels.into_iter().zip(placed);
        labels
            .map(|(label, piece)| label.map_or_else(|| self.of(*piece).into(), Cow::from))
            .collect()
    }
}

/// The maximum width of a label, in terminal columns.
const LONGEST: usize = 2;

/// The characters for the numbers of copies in labels, in order.
const NUMBERS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

/// Letters and digits that are easy to distinguish, capitals first.
const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghmnqrty234679";

/// The labels for pieces whose names give none, in the order in which they are used: first the single
/// characters, then all pairs.
fn symbols() -> impl Iterator<Item = String> {
    let pairs = SYMBOLS.chars().flat_map(|first| {
        SYMBOLS
            .chars()
            .map(move |second| format!("{first}{second}"))
    });
    SYMBOLS.chars().map(String::from).chain(pairs)
}

/// Candidates for the label of a name: its prefixes, then its first character followed by each of the
/// others.
fn initials(name: &str) -> impl Iterator<Item = String> {
    let first = name.chars().next();
    let beginnings = (1..=LONGEST).map(|length| name.chars().take(length).collect());
    let others = name
        .chars()
        .skip(1)
        .map(move |second| first.into_iter().chain([second]).collect());
    beginnings.chain(others)
}

/// Whether a name is a size and a number, such as `6-01`, `56-12'` or `5-3-2`. Prefixes of such
/// names mean nothing.
fn is_numbered(name: &str) -> bool {
    let mut parts = name.trim_end_matches('\'').rsplit('-');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = parts.next().is_some_and(is_number);
    number
        && parts
            .next()
            .is_some_and(|size| size.ends_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_distinct() {
        let names = ["F", "F'", "Green", "Gray", "Purple", "Pink", "LightGreen"];
        let labels = Labels::of_names(&names);
        assert_eq!(labels.labels, ["F", "F'", "G", "Gr", "P", "Pi", "L"]);
    }

    #[test]
    fn numbered_names_get_letters() {
        let names = [
            "5-01", "5-02", "5-02'", "A", "45-1", "5-3-2", "six-pack", "V-2",
        ];
        let labels = Labels::of_names(&names);
        assert_eq!(labels.labels, ["B", "C", "C'", "A", "D", "E", "s", "V"]);
    }

    #[test]
    fn many_pieces_still_have_labels_of_their_own() {
        let names: Vec<String> = (1..=2000).map(|number| format!("9-{number:04}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let labels: BTreeSet<String> = Labels::of_names(&names).labels.into_iter().collect();
        assert_eq!(labels.len(), 2000);
        assert!(
            labels
                .iter()
                .all(|label| (1..=2).contains(&label.chars().count()))
        );
    }
}
