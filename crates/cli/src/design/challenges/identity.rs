//! Permanent identities of puzzles and challenges.
//!
//! A booklet names a challenge by its id, and a file of challenges names its puzzle by a
//! fingerprint. Both are hashes of the puzzle's content: board, pieces and placements, by names and
//! coordinates. They do not depend on the layout of its file, nor on the order in which this
//! version of the program lists things.

use std::collections::BTreeSet;

use itertools::Itertools;
use sha2::{Digest, Sha256};
use tilewright_dlx::{OptionId, StopFlag, SymmetryError};

use super::{Challenge, SymmetryClasses};
use crate::cover::{Instance, Meaning};
use crate::puzzle::{Condition, Likeness, Puzzle};
use crate::support::label::Label;

/// The minimum length of an id. An id is longer if another challenge has the same prefix. Among a
/// thousand challenges of a puzzle, the probability that one needs a longer id is 1/2000.
const SHORTEST: usize = 6;

/// Crockford's base 32: no letter that looks like a digit, and no u.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A hash of a puzzle's lattice, board, pieces, placements and givens, in 32 hexadecimal digits.
///
/// It does not depend on the title, the source, the colours, the expectations or the order of the
/// pieces.
///
/// Cost: a sort of the placements and a pass over their cells.
pub(crate) fn fingerprint(instance: &Instance) -> String {
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
            // A condition that keeps pieces of one colour apart depends on the colours of the
            // pieces, so the hash includes them.
            let pieces = puzzle.pieces.iter();
            let colored = pieces.filter_map(|piece| Some((piece.color?, piece)));
            lines.extend(colored.map(|(color, piece)| format!("color {color} {:?}\n", piece.name)));
        }
    }
    // The faces of a tile may have the same shape and differ only in the colours of their cells, so
    // the hash includes these.
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

/// A placement as text without indices: `"X" 1,0;0,1;1,1;2,1;1,2`.
fn line(puzzle: &Puzzle, meaning: &Meaning) -> String {
    let cells = meaning.placement.cells.iter();
    let cells = cells.map(|cell| puzzle.board.cell(*cell)).sorted();
    let cells = cells.map(|cell| puzzle.lattice.coordinates(cell)).join(";");
    format!("{:?} {cells}", puzzle.piece(meaning.piece).name)
}

/// Gives the challenges of one puzzle unique ids.
///
/// An id is the beginning of a hash of the puzzle's fingerprint and the canonical givens. So a
/// challenge has the same id in every run, even if another image of it is found. The id has six
/// letters, or more if another challenge of the set begins with the same six.
#[derive(Debug)]
pub(crate) struct ChallengeIds<'a> {
    instance: &'a Instance,
    symmetry_classes: &'a SymmetryClasses<'a>,
    fingerprint: String,
    taken: TakenIds,
}

impl<'a> ChallengeIds<'a> {
    /// The ids for a puzzle, with no id taken yet.
    pub(crate) fn new(instance: &'a Instance, symmetry_classes: &'a SymmetryClasses<'a>) -> Self {
        Self {
            instance,
            symmetry_classes,
            fingerprint: fingerprint(instance),
            taken: TakenIds::default(),
        }
    }

    /// Returns the id of a challenge, and marks it as taken.
    pub(crate) fn id(&mut self, givens: &[OptionId]) -> Label {
        let mut hash = Sha256::new();
        hash.update(format!("{}\n", self.fingerprint));
        for option in self.symmetry_classes.canonical(givens) {
            let line = line(self.instance.puzzle(), self.instance.meaning(option));
            hash.update(format!("{line}\n"));
        }
        self.taken.shortest(&hash.finalize())
    }
}

/// Gives ids to the challenges without one. They belong to puzzles with these instances. The ids differ
/// from each other and from those that other challenges have.
pub(crate) fn name_the_nameless<'i>(
    instances: impl IntoIterator<Item = &'i Instance>,
    challenges: &mut [Challenge],
) -> Result<(), SymmetryError> {
    let mut taken = TakenIds::of(challenges.iter().map(|challenge| &challenge.id));
    for (at, instance) in instances.into_iter().enumerate() {
        let is_nameless =
            |challenge: &&mut Challenge| challenge.id.is_empty() && challenge.puzzle == at;
        let mut nameless = challenges.iter_mut().filter(is_nameless).peekable();
        if nameless.peek().is_none() {
            continue;
        }
        // Files are read before the run has a stop flag, and the results of a stopped run must not be
        // lost. So this step cannot be stopped.
        let group = instance.symmetry(&StopFlag::new())?;
        let symmetry_classes = SymmetryClasses::new(instance, group);
        let mut identity = ChallengeIds {
            taken,
            ..ChallengeIds::new(instance, &symmetry_classes)
        };
        for challenge in nameless {
            challenge.id = identity.id(&challenge.givens);
        }
        taken = identity.taken;
    }
    Ok(())
}

/// A hash of the pieces of cards, by names and shapes, in 32 hexadecimal digits.
pub(crate) fn pool_fingerprint(pool: &Puzzle) -> String {
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

/// The first 16 bytes of a hash, in hexadecimal.
fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .join("")
}

#[derive(Debug, Default)]
pub(crate) struct TakenIds(BTreeSet<String>);

impl TakenIds {
    /// A set in which these ids are taken.
    pub(crate) fn of<'i>(ids: impl Iterator<Item = &'i Label>) -> Self {
        Self(ids.map(Label::to_string).collect())
    }

    /// Returns the id of a card with these sides, and marks it as taken. It is the beginning of a hash
    /// of the fingerprints of the sides, like that of a challenge.
    pub(crate) fn of_card<'i>(&mut self, sides: impl IntoIterator<Item = &'i Instance>) -> Label {
        let mut hash = Sha256::new();
        for side in sides {
            hash.update(format!("{}\n", fingerprint(side)));
        }
        self.shortest(&hash.finalize())
    }

    /// Returns the shortest free prefix of a hash, and marks it as taken.
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

/// Bytes in base 32, five bits per letter. Bits left over at the end are dropped.
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

    /// Checks an example of RFC 4648, section 10, which writes "foobar" as MZXW6YTBOI in its own
    /// letters. The values are 12 25 23 22 30 24 19 1 14 8; the last includes padding.
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
            let first = ChallengeIds::new(instance, &symmetry_classes).id(&givens);
            assert_eq!(first.len(), SHORTEST);
            for image in symmetry_classes.images(&givens) {
                let mut identity = ChallengeIds::new(instance, &symmetry_classes);
                assert_eq!(identity.id(&image), first);
                let longer = identity.id(&image);
                assert_eq!((longer.len(), &longer[..SHORTEST]), (SHORTEST + 1, &*first));
            }
        });
    }
}
