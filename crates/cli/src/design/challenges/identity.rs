//! What tells puzzles and challenges apart, for ever.
//!
//! A booklet names a challenge by its id, and a file of challenges names its
//! puzzle by a fingerprint. Both are hashes of what the puzzle *is*: board,
//! pieces, placements, by names and coordinates; not of how its file is laid
//! out, nor of the order in which this version of the program lists things.

use std::collections::BTreeSet;

use itertools::Itertools;
use sha2::{Digest, Sha256};
use tilewright_dlx::OptionId;

use super::SymmetryClasses;
use crate::cover::{Instance, Meaning};
use crate::puzzle::{Condition, Likeness, Puzzle};
use crate::support::label::Label;

/// How many letters an id has, unless a shorter one is taken: a thousand
/// challenges of a puzzle have a longer one among them once in two thousand
/// times.
const SHORTEST: usize = 6;

/// Crockford's base 32: no letter that looks like a digit, and no u.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A hash of a puzzle's lattice, board, pieces, placements and givens, in 32
/// hexadecimal digits.
///
/// Puzzles that differ in title, source, colours, expectations or the order of
/// their pieces have the same.
///
/// Cost: a sort of the placements and a pass over their cells.
pub fn fingerprint(instance: &Instance) -> String {
    let puzzle = instance.puzzle();
    let mut hash = Sha256::new();
    hash.update(format!("lattice {}\n", puzzle.lattice));
    let board = &puzzle.board;
    for (cell, index) in board.indices().map(|at| (board.cell(at), at)).sorted() {
        let mark = if board.is_required(index) { '#' } else { '?' };
        hash.update(format!("{mark} {}\n", puzzle.lattice.coordinates(cell)));
    }
    for piece in puzzle.pieces.iter().sorted_by_key(|piece| &piece.name) {
        hash.update(format!("piece {:?} {}\n", piece.name, piece.copies));
    }
    let mut lines: Vec<String> = instance
        .problem()
        .options()
        .map(|option| {
            let is_given = instance.is_given(option);
            let word = if is_given { "given" } else { "option" };
            format!("{word} {}\n", line(puzzle, instance.meaning(option)))
        })
        .collect();
    for condition in &puzzle.conditions {
        lines.push(format!("condition {}\n", condition.to_ron()));
        if let Condition::Apart {
            by: Likeness::Color,
            ..
        } = condition
        {
            // Here colours are more than paint.
            let pieces = puzzle.pieces.iter();
            let colored = pieces.filter_map(|piece| Some((piece.color?, piece)));
            lines.extend(colored.map(|(color, piece)| format!("color {color} {:?}\n", piece.name)));
        }
    }
    // Faces of one shape differ in their colours alone.
    let colored =
        (puzzle.pieces.iter()).filter_map(|piece| Some((piece, piece.cell_colors.as_ref()?)));
    lines.extend(colored.map(|(piece, colors)| {
        let (tile, copies) = (&colors.tile, colors.copies);
        format!(
            "colors {:?} {:?} {tile:?} {copies}\n",
            piece.name, colors.colors
        )
    }));
    lines.sort_unstable();
    for line in lines {
        hash.update(line);
    }
    in_hexadecimal(&hash.finalize())
}

/// A placement in words that need no index: `"X" 1,0;0,1;1,1;2,1;1,2`.
fn line(puzzle: &Puzzle, meaning: &Meaning) -> String {
    let cells = meaning.placement.cells.iter();
    let cells = cells.map(|cell| puzzle.board.cell(*cell)).sorted();
    let cells = cells.map(|cell| puzzle.lattice.coordinates(cell)).join(";");
    format!("{:?} {cells}", puzzle.piece(meaning.piece).name)
}

/// Gives challenges of one puzzle their ids, no two the same.
///
/// An id is the beginning of a hash of the puzzle's fingerprint and the
/// canonical givens, so a challenge has the same id in whatever run and
/// whichever way round it is found. It has six letters, more if those are taken
/// by another challenge of the set.
#[derive(Debug)]
pub struct Identity<'a> {
    instance: &'a Instance,
    symmetry_classes: &'a SymmetryClasses<'a>,
    fingerprint: String,
    taken: TakenIds,
}

impl<'a> Identity<'a> {
    /// For the challenges of a puzzle; no id is taken yet.
    pub fn new(instance: &'a Instance, symmetry_classes: &'a SymmetryClasses<'a>) -> Self {
        Self::beside(instance, symmetry_classes, TakenIds::default())
    }

    /// For the challenges of a puzzle that stand beside those of others, whose ids are taken.
    pub fn beside(
        instance: &'a Instance,
        symmetry_classes: &'a SymmetryClasses<'a>,
        taken: TakenIds,
    ) -> Self {
        Self {
            instance,
            symmetry_classes,
            fingerprint: fingerprint(instance),
            taken,
        }
    }

    /// The ids that are taken, for the challenges of another puzzle.
    pub fn into_taken(self) -> TakenIds {
        self.taken
    }

    /// The puzzle's fingerprint.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Takes an id that was given otherwise; whether it was free.
    pub fn take(&mut self, id: &str) -> bool {
        self.taken.take(id)
    }

    /// The id of a challenge, which is taken from now on.
    pub fn id(&mut self, givens: &[OptionId]) -> Label {
        let mut hash = Sha256::new();
        hash.update(format!("{}\n", self.fingerprint));
        for option in self.symmetry_classes.canonical(givens) {
            let line = line(self.instance.puzzle(), self.instance.meaning(option));
            hash.update(format!("{line}\n"));
        }
        self.taken.shortest(&hash.finalize())
    }
}

/// Gives cards their ids, no two the same: as [`Identity`], from the fingerprints of the puzzles of
/// their sides.
#[derive(Debug, Default)]
pub struct CardIdentity {
    taken: TakenIds,
}

impl CardIdentity {
    /// Takes an id that was given otherwise; whether it was free.
    pub fn take(&mut self, id: &str) -> bool {
        self.taken.take(id)
    }

    /// The id of a card with these sides, which is taken from now on.
    pub fn id<'i>(&mut self, sides: impl IntoIterator<Item = &'i Instance>) -> Label {
        let mut hash = Sha256::new();
        for side in sides {
            hash.update(format!("{}\n", fingerprint(side)));
        }
        self.taken.shortest(&hash.finalize())
    }
}

/// A hash of the pieces that cards are made of, by names and shapes, in 32 hexadecimal digits.
pub fn pool_fingerprint(pool: &Puzzle) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("lattice {}\n", pool.lattice));
    for piece in pool.pieces.iter().sorted_by_key(|piece| &piece.name) {
        let shape = piece.polyform.canonical(piece.sides);
        let cells = shape.cells().iter();
        let cells = cells.map(|cell| pool.lattice.coordinates(*cell)).join(";");
        let (name, sides) = (&piece.name, piece.sides);
        hash.update(format!("piece {name:?} {sides:?} {cells}\n"));
    }
    in_hexadecimal(&hash.finalize())
}

/// The first 16 bytes of a hash.
fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .join("")
}

/// The ids that are taken.
#[derive(Debug, Default)]
pub struct TakenIds(BTreeSet<String>);

impl TakenIds {
    /// Takes an id; whether it was free.
    pub fn take(&mut self, id: &str) -> bool {
        self.0.insert(id.to_owned())
    }

    /// The shortest beginning of a hash that is free, which is taken from now on.
    fn shortest(&mut self, hash: &[u8]) -> Label {
        let mut letters = letters(hash);
        let length = (SHORTEST..letters.len())
            .find(|length| !self.0.contains(&letters[..*length]))
            .unwrap_or(letters.len());
        letters.truncate(length);
        let label = Label::escaping(&letters);
        self.0.insert(letters);
        label
    }
}

/// Bytes in base 32, five bits a letter; bits left over at the end are dropped.
fn letters(bytes: &[u8]) -> String {
    let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
    (0..bytes.len() * 8 / 5)
        .map(|letter| (0..5).fold(0, |value, i| value << 1 | bit(letter * 5 + i)))
        .map(|value| char::from(LETTERS[value]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::orbits::PuzzleSymmetry;
    use crate::puzzle::{Source, load};

    /// RFC 4648, section 10, writes "foobar" as MZXW6YTBOI in its own letters:
    /// the values 12 25 23 22 30 24 19 1 14 8, the last but for the padding.
    #[test]
    fn letters_are_base_32() {
        let values = [12, 25, 23, 22, 30, 24, 19, 1, 14];
        let expected: String = values
            .map(|value| char::from(LETTERS[value]))
            .iter()
            .collect();
        assert_eq!(letters(b"foobar"), expected);
    }

    fn with(text: &str, then: impl FnOnce(&Instance, &PuzzleSymmetry)) {
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let group = PuzzleSymmetry::of(&instance).unwrap();
        then(&instance, &group);
    }

    fn fingerprint_of(text: &str) -> String {
        let mut found = String::new();
        with(text, |instance, _| {
            found = fingerprint(instance);
        });
        found
    }

    #[test]
    fn fingerprints_tell_puzzles_and_not_files_apart() {
        let one = "(lattice: Square, board: Rect(4, 2), pieces: [
            Piece(name: \"A\", cells: Rect(2, 2)), Piece(name: \"B\", cells: Rect(4, 1))])";
        let turned = "(title: \"T\", lattice: Square, board: Rect(4, 2), pieces: [
            Piece(name: \"B\", cells: Rect(4, 1), color: \"#112233\"),
            Piece(name: \"A\", cells: Rect(2, 2))])";
        assert_eq!(fingerprint_of(one), fingerprint_of(turned));
        for other in [
            one.replace("Rect(4, 2)", "Rect(2, 4)"),
            one.replace("\"A\"", "\"C\""),
            one.replace("Rect(4, 1))", "Rect(4, 1), copies: 2)"),
            one.replace(
                "Rect(4, 2)",
                "Union([Rect(4, 1), Optional(Shift((0, 1), Rect(4, 1)))])",
            ),
            one.replace("])", "], givens: [(piece: \"A\", cells: Rect(2, 2))])"),
        ] {
            assert_ne!(fingerprint_of(one), fingerprint_of(&other), "{other}");
        }
    }

    #[test]
    fn images_share_an_id_and_a_taken_id_grows() {
        let text =
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)])";
        with(text, |instance, group| {
            let symmetry_classes = SymmetryClasses::new(instance, group);
            let givens: Vec<OptionId> = instance.problem().options().take(2).collect();
            let first = Identity::new(instance, &symmetry_classes).id(&givens);
            assert_eq!(first.len(), SHORTEST);
            for image in symmetry_classes.images(&givens) {
                let mut identity = Identity::new(instance, &symmetry_classes);
                assert_eq!(identity.id(&image), first);
                let longer = identity.id(&image);
                assert_eq!((longer.len(), &longer[..SHORTEST]), (SHORTEST + 1, &*first));
            }
        });
    }
}
