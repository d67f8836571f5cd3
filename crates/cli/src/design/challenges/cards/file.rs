//! A file of cards: a file of challenges whose entries name a board and pieces.
//!
//! ```text
//! (
//!     title: "Menagerie: 24 cards",               // optional
//!     puzzle: "menagerie.ron",                    // the pool, with a goal for each board
//!     fingerprint: "6f0c…",                       // optional: which pieces are meant
//!     seed: 1,                                    // optional: what it was dealt with
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

use super::puzzle::CardPuzzle;
use crate::cover::Instance;
use crate::design::challenges::outline::{
    Heading, NamedPuzzle, Outline, check_fingerprint, outline,
};
use crate::design::challenges::{
    CardIdentity, Challenge, ChallengeFile, ChallengeFileError, StaleStatement, pool_fingerprint,
};
use crate::puzzle::{
    Diagnostic, Node, Puzzle, PuzzleFile, Raw, Reader, Source, Span, outer_fields,
};
use crate::reason::deduction::{DeductionError, Grade, Rating};
use crate::solve::search::Monitor;
use crate::support::label::Label;
use entries::Entries;

/// A card, or one of its sides.
#[derive(Debug)]
pub struct Card {
    /// What the card is called; its sides have the same id.
    pub id: Label,
    /// Which side this is, if the card has several: `a`, `b`.
    pub side: Option<char>,
    /// The goal whose board it is; none if the pool has no goals.
    pub goal: Option<Label>,
    /// Its board and pieces.
    pub puzzle: CardPuzzle,
    /// The grade that the file states.
    pub grade: Option<Grade>,
    /// The rating that the file states.
    pub rating: Option<f64>,
    /// Where it stands in the file; empty if it stands in none.
    pub span: Span,
}

impl Card {
    /// What this side of the card is called, unique in a file: `k7m2qx`, `k7m2qx-b`.
    pub fn name(&self) -> Label {
        match self.side {
            None => self.id.clone(),
            Some(side) => Label::escaping(&format!("{}-{side}", self.id)),
        }
    }

    /// The card as a challenge of its own puzzle: nothing is given.
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

    /// Rates the card, and tells what the file states if that is something else.
    ///
    /// # Errors
    ///
    /// As [`CardPuzzle::rate`].
    pub fn rate(
        &self,
        monitor: &Monitor,
    ) -> Result<(Option<Rating>, Option<StaleStatement>), DeductionError> {
        let rating = self.puzzle.rate(monitor)?;
        Ok((rating, self.challenge().stale_statement(rating)))
    }
}

/// A file of cards with its pool of pieces.
#[derive(Debug)]
pub struct CardFile {
    /// What it is called; the pool's title if it has none.
    pub title: Label,
    /// The pool's file.
    pub puzzle_path: PathBuf,
    /// The pool's puzzle.
    pub pool: Puzzle,
    /// What the cards were dealt with.
    pub seed: Option<u64>,
    /// The cards, in the file's order.
    pub cards: Vec<Card>,
}

impl CardFile {
    /// Whether a text is a file of challenges some of which name pieces.
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
    /// The first thing that is wrong in either of them, with its place: syntax and unknown fields, a
    /// pool that is not there or has other pieces than the fingerprint says, boards and pieces that
    /// are not there, pieces that cannot cover the board, sides on different boards, an id used
    /// twice.
    pub fn load(path: &Path) -> Result<Self, ChallengeFileError> {
        Self::read(&Source::load(path)?, path)
    }

    /// Reads a text that stands for a file at `path`.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(text: &Source, path: &Path) -> Result<Self, ChallengeFileError> {
        let wrong = |what: Diagnostic| ChallengeFileError::Wrong {
            what: Box::new(what),
            text: text.clone(),
        };
        let reader = Reader::new(text);
        let (file, list) = outline(reader, text).map_err(wrong)?;
        let puzzle_node = file.puzzle_node(reader, text).map_err(wrong)?;
        no_part(reader, &file).map_err(wrong)?;
        let NamedPuzzle {
            path, file: pool, ..
        } = NamedPuzzle::load(puzzle_node, path, &wrong)?;
        if let Some(raw) = file.fingerprint {
            let found = pool_fingerprint(&pool.puzzle);
            check_fingerprint(&found, &path, reader.node(raw)).map_err(wrong)?;
        }
        let heading = file.heading(reader, &pool.puzzle.title);
        let Heading { title, seed } = heading.map_err(wrong)?;
        let cards = cards(reader, &pool, list, &wrong)?;
        Ok(Self {
            title,
            puzzle_path: path,
            pool: pool.puzzle,
            seed,
            cards,
        })
    }

    /// The pool's puzzle with the pieces that the cards use alone, each as often as one of them
    /// does: what must be made to play them all.
    ///
    /// # Errors
    ///
    /// The first given, by its index, that no card has; there are such only in pools with givens.
    pub fn pieces_used(&self) -> Result<Puzzle, usize> {
        let most = |name: &str| {
            let cards = self
                .cards
                .iter()
                .map(|card| card.puzzle.instance().puzzle());
            let pieces = cards.filter_map(|card| {
                let piece = card.pieces.iter().find(|piece| piece.name == name)?;
                Some(piece.copies_of_tile().max)
            });
            pieces.max()
        };
        let colored = super::puzzle::colored(&self.pool);
        let used = colored.pieces.iter().filter_map(|piece| {
            let copies = most(&piece.name)?;
            Some(piece.clone().exactly(copies))
        });
        self.pool.with_pieces(used.collect())
    }
}

/// Cards name their goals themselves.
fn no_part(reader: Reader<'_>, file: &Outline<'_>) -> Result<(), Diagnostic> {
    let Some(raw) = file.goal.or(file.case) else {
        return Ok(());
    };
    let span = reader.node(raw).span();
    Err(
        Diagnostic::error("cards name their goals themselves", span, "")
            .help("write `goal` in each of the entries, and leave it out here"),
    )
}

/// The cards of a list, each with an id.
fn cards<'s>(
    reader: Reader<'s>,
    pool: &PuzzleFile,
    list: Node<'s>,
    wrong: &dyn Fn(Diagnostic) -> ChallengeFileError,
) -> Result<Vec<Card>, ChallengeFileError> {
    let entries = Entries::new(reader, pool);
    let mut cards: Vec<(Card, bool)> = Vec::new();
    for entry in entries.read(list).map_err(wrong)? {
        let instance = Instance::new(entry.puzzle)?;
        let card = Card {
            id: entry.id.clone().unwrap_or_default(),
            side: entry.side,
            goal: entry.goal,
            puzzle: CardPuzzle::of(instance),
            grade: entry.grade,
            rating: entry.rating,
            span: entry.span,
        };
        cards.push((card, entry.id.is_some()));
    }
    let mut identity = CardIdentity::default();
    for (card, _) in cards.iter().filter(|(_, has_id)| *has_id) {
        identity.take(&card.id);
    }
    let cards = cards.into_iter().map(|(card, has_id)| {
        if has_id {
            return card;
        }
        let id = identity.id([card.puzzle.instance()]);
        Card { id, ..card }
    });
    Ok(cards.collect())
}
