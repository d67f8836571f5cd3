//! Short labels of pieces, to be written in every cell of a picture, and
//! their colours in the terminal.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::columns::columns_of;
use super::palette::Paint;
use crate::picture::palette::Scheme;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::support::label::Label;

/// A label for every piece of a puzzle, two characters at most: the whole name, or the shortest beginning of it that
/// no other piece has; letters in turn where names are numbers, and an apostrophe for their mirror images.
#[derive(Debug, Clone)]
pub struct Labels {
    labels: Vec<String>,
    /// By piece; empty if nothing is said of them.
    paints: Vec<Paint>,
}

impl Labels {
    /// Labels for the pieces of `puzzle`.
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        // The faces of a tile are one piece to who looks at it.
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
        // Whole names first, so that `F` keeps its letter beside `F'`.
        let mut taken: BTreeSet<String> = names
            .iter()
            .filter(|name| columns_of(name) <= LONGEST)
            .map(|name| (*name).to_owned())
            .collect();
        let mut given: BTreeMap<&str, String> = BTreeMap::new();
        for name in names {
            if given.contains_key(name) {
                continue;
            }
            let candidates: Box<dyn Iterator<Item = String>> = if columns_of(name) <= LONGEST {
                Box::new(std::iter::once((*name).to_owned()))
            } else if let Some(hand) = name.strip_suffix('\'').and_then(|own| given.get(own)) {
                Box::new(std::iter::once(format!("{hand}'")).chain(symbols()))
            } else if is_numbered(name) {
                Box::new(symbols())
            } else {
                Box::new(initials(name).chain(symbols()))
            };
            let is_short = |label: &String| columns_of(label) <= LONGEST;
            let is_whole = columns_of(name) <= LONGEST;
            let mut free = candidates
                .filter(is_short)
                .filter(|label| is_whole || taken.insert(label.clone()));
            // Beyond two thousand pieces labels come again.
            let again = || symbols().nth(given.len() % 2_000);
            let label = free.next().or_else(again).unwrap_or_default();
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

    /// Which label stands for which name, in one line; none if every label is
    /// the whole name.
    pub fn legend(&self, puzzle: &Puzzle) -> Option<String> {
        let short: Vec<String> = puzzle
            .pieces()
            .filter(|(id, piece)| piece.is_first_face() && self.of(*id) != piece.name)
            .map(|(id, piece)| format!("{} {}", self.of(id), piece.name))
            .collect();
        (!short.is_empty()).then(|| short.join(", "))
    }

    /// The colour of a piece in the terminal.
    pub fn paint(&self, piece: PieceId) -> Option<Paint> {
        self.paints.get(piece.index()).copied()
    }

    /// The label of a piece.
    pub fn of(&self, piece: PieceId) -> &str {
        self.labels.get(piece.index()).map_or("", String::as_str)
    }

    /// The labels of pieces that lie on a board, in their order. Copies of a piece whose parts lie apart could not be
    /// told from each other, so each has a number after the first character of its label.
    pub fn of_placed(&self, puzzle: &Puzzle, placed: &[PieceId]) -> Vec<Cow<'_, str>> {
        let mut times: BTreeMap<PieceId, usize> = BTreeMap::new();
        for piece in placed {
            *times.entry(*piece).or_default() += 1;
        }
        times.retain(|piece, times| *times > 1 && !puzzle.piece(*piece).polyform.is_connected());
        let mut numbers: BTreeMap<PieceId, _> = times
            .into_keys()
            .map(|piece| (piece, NUMBERS.chars()))
            .collect();
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

/// A label has at most this many characters.
const LONGEST: usize = 2;

/// What tells copies apart.
const NUMBERS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

/// Letters and digits that are told apart at a glance, capitals first.
const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghmnqrty234679";

/// Labels for those whose names say nothing: one character each, then two.
fn symbols() -> impl Iterator<Item = String> {
    let pairs = SYMBOLS.chars().flat_map(|first| {
        SYMBOLS
            .chars()
            .map(move |second| format!("{first}{second}"))
    });
    SYMBOLS.chars().map(String::from).chain(pairs)
}

/// The beginning of a name, and its first character with one of the others.
fn initials(name: &str) -> impl Iterator<Item = String> {
    let first = name.chars().next();
    let beginnings = (1..=LONGEST).map(|length| name.chars().take(length).collect());
    let others = name
        .chars()
        .skip(1)
        .map(move |second| first.into_iter().chain([second]).collect());
    beginnings.chain(others)
}

/// Whether a name is made of a size and a number, such as `6-01`, `56-12'` or `5-3-2`: whatever it begins with says
/// nothing.
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
