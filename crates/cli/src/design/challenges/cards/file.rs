//! A file of cards: a file of challenges whose entries name a board and pieces.
//!
//! ```text
//! (
//!     title: "Menagerie: 24 cards",               // optional
//!     puzzle: "menagerie.ron",                    // the pool, with a goal for each board
//!     fingerprint: "6f0c…",                       // optional: identifies the pieces
//!     seed: 1,                                    // optional: the seed of the deal
//!     challenges: [(
//!         id: "k7m2qx", side: "a",                // optional
//!         goal: "newt",                           // if the pool has goals
//!         pieces: ["3I", "4L", "P"],              // a piece used twice is named twice
//!         grade: Easy, rating: 2.3,               // optional
//!     )],
//! )
//! ```

mod entries;

use std::path::{Path, PathBuf};

use super::puzzle::rated;
use crate::cover::Instance;
use crate::design::challenges::outline::{
    ChallengeFields, Heading, NamedPuzzle, check_fingerprint, outline,
};
use crate::design::challenges::{
    Challenge, ChallengeFile, ChallengeFileError, ReadError, StaleStatement, TakenIds,
    pool_fingerprint,
};
use crate::puzzle::{
    Diagnostic, Node, Puzzle, PuzzleFile, Raw, Reader, Source, Span, outer_fields,
};
use crate::reason::deduction::{DeductionError, Grade, Rating};
use crate::solve::search::RunContext;
use crate::support::label::Label;
use entries::CardEntries;

/// A card, or one side of it.
#[derive(Debug)]
pub struct Card {
    /// The id of the card; its sides share it.
    pub id: Label,
    /// The side, if the card has several: `a`, `b`.
    pub side: Option<char>,
    /// The goal whose board the card has; `None` if the pool has no goals.
    pub goal: Option<Label>,
    /// The card's board and pieces, with their exact cover problem.
    pub instance: Instance,
    /// The grade that the file states.
    pub grade: Option<Grade>,
    /// The rating that the file states.
    pub rating: Option<f64>,
    /// The position of the card in the file; empty if it was not read from a file.
    pub span: Span,
}

impl Card {
    /// The names of the card's pieces, each repeated for its copies, in the order of the pool.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        let pieces = self.instance.puzzle().first_faces();
        pieces.flat_map(|(_, piece)| {
            let times = piece.copies_of_tile().max as usize;
            std::iter::repeat_n(piece.name.as_str(), times)
        })
    }

    /// The name of this side, unique in a file, such as `k7m2qx`, `k7m2qx-b`.
    pub fn name(&self) -> Label {
        match self.side {
            None => self.id.clone(),
            Some(side) => Label::escaping(&format!("{}-{side}", self.id)),
        }
    }

    /// The card as a challenge without givens.
    pub fn challenge(&self) -> Challenge {
        Challenge {
            id: self.name(),
            givens: Vec::new(),
            grade: self.grade,
            rating: self.rating,
            level: None,
            puzzle: 0,
            span: self.span,
        }
    }

    /// Rates the card. Also returns the grade and the rating that the file states, if they differ
    /// from the computed rating.
    ///
    /// # Errors
    ///
    /// As [`rated`].
    pub fn rate(
        &self,
        monitor: &RunContext,
    ) -> Result<(Option<Rating>, Option<StaleStatement>), DeductionError> {
        let rating = rated(&self.instance, monitor)?.map(|rated| rated.rating);
        Ok((rating, self.challenge().stale_statement(rating)))
    }
}

/// A file of cards with its pool of pieces.
#[derive(Debug)]
pub struct CardFile {
    /// The title; by default the pool's.
    pub title: Label,
    /// The path of the pool's file.
    pub puzzle_path: PathBuf,
    /// The puzzle whose pieces are the pool.
    pub pool: Puzzle,
    /// The seed of the run that dealt the cards.
    pub seed: Option<u64>,
    /// The cards, in the file's order.
    pub cards: Vec<Card>,
}

impl CardFile {
    /// Whether a text is a file of cards: a file of challenges with an entry that names pieces.
    pub fn is_one(text: &Source) -> bool {
        if !ChallengeFile::is_one(text) {
            return false;
        }
        let reader = Reader::new(text);
        let Ok((_, list)) = outline(reader, text) else {
            return false;
        };
        let entries = list.read::<Vec<Raw<'_>>>().unwrap_or_default();
        entries.into_iter().any(|entry| {
            let fields = outer_fields(reader.node(entry).text());
            fields.iter().any(|(name, _)| *name == "pieces")
        })
    }

    /// Reads a file of cards and the pool that it names.
    ///
    /// # Errors
    ///
    /// The first error in either of them, with its position: syntax and unknown fields, a pool that
    /// is missing or differs from its fingerprint, unknown boards and pieces, pieces that cannot
    /// cover the board, sides on different boards, an id used twice.
    pub fn load(path: &Path) -> Result<Self, ChallengeFileError> {
        Self::read(&Source::load(path)?, path)
    }

    /// Reads a file of cards from its text, as if the file were at `path`.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(text: &Source, path: &Path) -> Result<Self, ChallengeFileError> {
        Self::read_all(text, path).map_err(|error| error.in_text(text.clone()))
    }

    fn read_all(text: &Source, path: &Path) -> Result<Self, ReadError> {
        let reader = Reader::new(text);
        let (file, list) = outline(reader, text)?;
        let puzzle_node = file.puzzle_node(reader, text)?;
        no_part(reader, &file)?;
        let NamedPuzzle {
            path, file: pool, ..
        } = NamedPuzzle::load(puzzle_node, path)?;
        if let Some(raw) = file.fingerprint {
            let found = pool_fingerprint(&pool.puzzle);
            check_fingerprint(&found, &path, reader.node(raw))?;
        }
        let Heading { title, seed } = file.heading(reader, &pool.puzzle.title)?;
        let cards = cards(reader, &pool, list)?;
        Ok(Self {
            title,
            puzzle_path: path,
            pool: pool.puzzle,
            seed,
            cards,
        })
    }

    /// The pieces that the cards use: see [`pieces_used`].
    ///
    /// # Errors
    ///
    /// As [`pieces_used`].
    pub fn pieces_used(&self) -> Result<Puzzle, usize> {
        pieces_used(&self.pool, &self.cards)
    }
}

/// A pool's puzzle with only the pieces that cards use, each with the largest number of its copies on one card: the
/// set needed to play them all.
///
/// # Errors
///
/// The index of the first given that no card uses. This can only occur in pools with givens.
pub fn pieces_used(pool: &Puzzle, cards: &[Card]) -> Result<Puzzle, usize> {
    let most = |name: &str| {
        let cards = cards.iter().map(|card| card.instance.puzzle());
        let pieces = cards.filter_map(|card| {
            let piece = card.pieces.iter().find(|piece| piece.name == name)?;
            Some(piece.copies_of_tile().max)
        });
        pieces.max()
    };
    let colored = super::puzzle::colored(pool);
    let used = colored.pieces.iter().filter_map(|piece| {
        let copies = most(&piece.name)?;
        Some(piece.clone().exactly(copies))
    });
    pool.with_pieces(used.collect())
}

/// Checks that `goal` and `case` occur only in the entries of the list of cards, not as fields of
/// the file.
fn no_part(reader: Reader<'_>, file: &ChallengeFields<'_>) -> Result<(), Diagnostic> {
    let Some(raw) = file.goal.or(file.case) else {
        return Ok(());
    };
    let span = reader.node(raw).span();
    Err(Diagnostic::error("each card names its own goal", span, "")
        .help("write `goal` in each of the entries, and leave it out here"))
}

/// Reads a list of cards, and gives an id to each card without one.
fn cards<'s>(
    reader: Reader<'s>,
    pool: &PuzzleFile,
    list: Node<'s>,
) -> Result<Vec<Card>, ReadError> {
    let entries = CardEntries::new(reader, pool);
    let mut cards: Vec<Card> = Vec::new();
    for entry in entries.read(list)? {
        cards.push(Card {
            instance: Instance::new(entry.puzzle)?,
            id: entry.id.unwrap_or_default(),
            side: entry.side,
            goal: entry.goal,
            grade: entry.grade,
            rating: entry.rating,
            span: entry.span,
        });
    }
    let mut taken = TakenIds::of(cards.iter().map(|card| &card.id));
    for card in cards.iter_mut().filter(|card| card.id.is_empty()) {
        card.id = taken.of_card([&card.instance]);
    }
    Ok(cards)
}
