//! Reads the list of cards in a file.

use std::collections::HashMap;

use serde::Deserialize;

use crate::design::challenges::cards::puzzle::{colored, colored_as};
use crate::design::challenges::file::entries::{read_id, read_rating};
use crate::design::choices::cells_to_cover;
use crate::puzzle::{
    Diagnostic, Node, PieceId, Puzzle, PuzzleFile, Raw, Reader, Span, Tray, find_piece,
};
use crate::reason::deduction::Grade;
use crate::support::format::counted;
use crate::support::label::Label;

/// The fields of one entry of the list `challenges`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Card", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct CardFields<'s> {
    id: Option<Raw<'s>>,
    side: Option<Raw<'s>>,
    goal: Option<Raw<'s>>,
    pieces: Raw<'s>,
    grade: Option<Grade>,
    rating: Option<Raw<'s>>,
}

/// A card as read. It may still lack an id.
pub(super) struct CardEntry {
    pub(super) id: Option<Label>,
    pub(super) side: Option<char>,
    pub(super) goal: Option<Label>,
    /// The board with exactly the pieces of the card.
    pub(super) puzzle: Puzzle,
    pub(super) grade: Option<Grade>,
    pub(super) rating: Option<f64>,
    pub(super) span: Span,
}

/// Reads cards whose pieces are those of a pool.
pub(super) struct CardEntries<'a, 's> {
    reader: Reader<'s>,
    pool: &'a PuzzleFile,
}

impl<'a, 's> CardEntries<'a, 's> {
    pub(super) fn new(reader: Reader<'s>, pool: &'a PuzzleFile) -> Self {
        Self { reader, pool }
    }

    /// Reads the list of cards. Entries with the same id are different sides of one card.
    pub(super) fn read(&self, list: Node<'s>) -> Result<Vec<CardEntry>, Diagnostic> {
        let mut known: HashMap<Label, Vec<usize>> = HashMap::new();
        let mut entries: Vec<CardEntry> = Vec::new();
        for raw in list.read::<Vec<Raw<'s>>>()? {
            let entry = self.entry(self.reader.node(raw))?;
            if let Some(id) = &entry.id {
                let others = known.entry(id.clone()).or_default();
                for other in others.iter().map(|at| &entries[*at]) {
                    check_sides(other, &entry, id)?;
                }
                others.push(entries.len());
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    fn entry(&self, node: Node<'s>) -> Result<CardEntry, Diagnostic> {
        let entry: CardFields<'s> = node.read()?;
        let side = entry.side.map(|raw| self.side(raw)).transpose()?;
        let id = entry.id.map(|raw| read_id(self.reader.node(raw)));
        let id = id.transpose()?;
        if let (Some(_), Some(raw), None) = (side, entry.side, &id) {
            let span = self.reader.node(raw).span();
            return Err(Diagnostic::error("this side has no card", span, "")
                .help("the sides of a card have the same id: write it, `id: \"train\"`"));
        }
        let (goal, board) = self.board(entry.goal, node)?;
        Ok(CardEntry {
            puzzle: self.chosen(&board, self.reader.node(entry.pieces))?,
            id,
            side,
            goal,
            grade: entry.grade,
            rating: (entry.rating.map(|raw| read_rating(self.reader.node(raw)))).transpose()?,
            span: node.span(),
        })
    }

    fn side(&self, raw: Raw<'s>) -> Result<char, Diagnostic> {
        let node = self.reader.node(raw);
        let side: String = node.read()?;
        let mut letters = side.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ 'a'..='z'), None) => Ok(letter),
            _ => Err(node
                .error(format!("{side:?} is not a side"))
                .help("a side is a small letter: \"a\" or \"b\"")),
        }
    }

    /// The board of an entry, with all pieces of the pool.
    fn board(
        &self,
        goal: Option<Raw<'s>>,
        entry: Node<'s>,
    ) -> Result<(Option<Label>, Puzzle), Diagnostic> {
        let Some(raw) = goal else {
            let Some(first) = self.pool.goals.first() else {
                return Ok((None, colored(&self.pool.puzzle)));
            };
            let message = "that file has several boards, and none is named";
            let help = format!("name a goal: `goal: {:?}`", first.name);
            return Err(entry.error(message).help(help));
        };
        let node = self.reader.node(raw);
        let name: String = node.read()?;
        // The error points into the text of the pool, but the mistake is in the file of cards.
        let goal = self.pool.goal(&name).map_err(|error| Diagnostic {
            primary: (node.span(), String::new()),
            ..*error
        })?;
        let puzzle = self.pool.with_goal(goal).puzzle;
        Ok((
            Some(goal.name.clone()),
            colored_as(&self.pool.puzzle, puzzle),
        ))
    }

    /// The puzzle of a card: the board with exactly the pieces in `list`.
    fn chosen(&self, board: &Puzzle, list: Node<'s>) -> Result<Puzzle, Diagnostic> {
        let mut copies = vec![0_u32; board.pieces.len()];
        let tiles = board.tiles();
        for raw in list.read::<Vec<Raw<'s>>>()? {
            let node = self.reader.node(raw);
            let piece = tiles[find_piece(board, node)?.index()];
            let used = &mut copies[piece.index()];
            *used += 1;
            let most = board.piece(piece).copies_of_tile().max;
            if *used > most {
                let times = match most {
                    1 => "one copy".to_owned(),
                    _ => format!("{most} copies"),
                };
                let name = &board.piece(piece).name;
                return Err(Diagnostic::error(
                    format!("the pool has {times} of {name}"),
                    node.span(),
                    "one more",
                ));
            }
        }
        let tile = |piece: PieceId| tiles[piece.index()].index();
        let is_lacking = |given: &&crate::puzzle::Given| copies[tile(given.piece)] == 0;
        if let Some(given) = board.givens.iter().find(is_lacking) {
            let name = &board.piece(given.piece).name;
            let message = format!("{name} is given on this board, but is missing here");
            return Err(list.error(message));
        }
        if copies.iter().all(|copies| *copies == 0) {
            return Err(list.error("a card has at least one piece"));
        }
        if board.tray == Tray::Flat {
            covers(board, &copies, list)?;
        }
        Ok(board.chosen(&copies))
    }
}

/// Checks that two entries with the same id are sides of one card.
fn check_sides(first: &CardEntry, second: &CardEntry, id: &Label) -> Result<(), Diagnostic> {
    let sides = (first.side, second.side);
    if sides.0.is_none() || sides.0 == sides.1 || sides.1.is_none() {
        return Err(Diagnostic::error(
            format!("two challenges have the id {id:?}"),
            second.span,
            "again here",
        )
        .context(first.span, "first here")
        .help("write `side: \"a\"` and `side: \"b\"` for the two sides of a card"));
    }
    if first.goal != second.goal {
        return Err(Diagnostic::error(
            format!("the sides of the card {id:?} have different boards"),
            second.span,
            "another board",
        )
        .context(first.span, "first here")
        .help("both sides of a card have the same board, filled with different pieces"));
    }
    Ok(())
}

/// Checks that the pieces have as many cells as the board.
fn covers(board: &Puzzle, copies: &[u32], list: Node<'_>) -> Result<(), Diagnostic> {
    let pieces = board.pieces.iter().zip(copies);
    let area: u64 = pieces
        .map(|(piece, copies)| piece.polyform.size() as u64 * u64::from(*copies))
        .sum();
    let wanted = cells_to_cover(&board.board);
    if wanted.contains(&area) {
        return Ok(());
    }
    let (least, most) = wanted.into_inner();
    let has = if least == most {
        format!("the board has {least}")
    } else {
        format!("the board has {least} to {most}")
    };
    let message = format!("these pieces have {} in all, {has}", counted(area, "cell"));
    Err(list.error(message))
}
