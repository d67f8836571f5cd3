//! Reads the valid parts of an unfinished puzzle: lattice, board and pieces. Editors display these
//! parts while the user draws.

use std::ops::Range;

use tilewright_geometry::{Cell, Lattice, Mark};

use super::file::{PuzzleFields, RestrictionFile, TrayFile};
use super::goals::{GoalSketch, sketch_goal, sketch_labels};
use super::lattice::read_lattice;
use super::node::{Node, Raw, Reader};
use super::pieces::read_pieces;
use super::shapes::{read_cells, read_solid_shape};
use super::source::Source;
use crate::puzzle::Piece;
use crate::support::label::Label;

/// An unfinished puzzle: the parts that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// The lattice, the only part that must be readable.
    pub lattice: Lattice,
    /// The cells of the board in order, possibly none. `None` if the board cannot be read or has
    /// several parts.
    pub board: Option<Vec<(Cell, Mark)>>,
    /// The pieces, possibly none. `None` if they cannot be read.
    pub pieces: Option<Vec<Piece>>,
    /// For each entry of `pieces:`, the number of pieces that it defines.
    pub entries: Vec<usize>,
    /// The groups of labelled cells, possibly none. `None` if they cannot be read.
    pub labels: Option<Vec<Vec<(Cell, Label)>>>,
    /// The goals, possibly none. `None` if the value is not a list.
    pub goals: Option<Vec<GoalSketch>>,
    /// The number of layers of a tray with depth; 0 if it is flat.
    pub layers: i64,
    /// The entries of `restrict:` that require one colour: their index, the colour, and the cells.
    pub colored: Vec<(usize, String, Vec<Cell>)>,
}

impl Sketch {
    /// For the piece with this index: the index of the entry of `pieces:` that defines it, and the
    /// indices of all pieces that this entry defines.
    pub fn entry_of(&self, piece: usize) -> Option<(usize, Range<usize>)> {
        let mut first = 0;
        for (entry, count) in self.entries.iter().enumerate() {
            let made = first..first + count;
            if made.contains(&piece) {
                return Some((entry, made));
            }
            first = made.end;
        }
        None
    }
}

/// Reads the valid parts of a puzzle. `None` if the text is not a RON struct or has no valid lattice.
///
/// Cost: that of [`load`](super::load).
///
/// # Examples
///
/// ```
/// use tilewright::puzzle::{Source, load, sketch};
///
/// let source = Source::new("new.ron", "(lattice: Square, board: Rect(3, 2), pieces: [], givens: 7)");
/// assert!(load(&source).is_err());
/// let sketch = sketch(&source).unwrap();
/// assert_eq!(sketch.board.unwrap().len(), 6);
/// assert_eq!(sketch.pieces, Some(Vec::new()));
/// ```
pub fn sketch(source: &Source) -> Option<Sketch> {
    let reader = Reader::new(source);
    let fields: PuzzleFields<'_> = reader.root().read().ok()?;
    let lattice = read_lattice(reader, reader.node(fields.lattice?)).ok()?;
    let board = match (fields.board, fields.boards) {
        (Some(board), None) => read_cells(reader, lattice, reader.node(board)).ok(),
        (None, None) => Some(Vec::new()),
        _ => None,
    };
    let read = fields.pieces.map_or_else(
        || Some(Vec::new()),
        |pieces| read_entries(reader, lattice, pieces),
    );
    let (pieces, entries) = match read {
        Some(read) => {
            let entries = read.iter().map(Vec::len).collect();
            (Some(read.into_iter().flatten().collect()), entries)
        }
        None => (None, Vec::new()),
    };
    let none = || Some(Vec::new());
    let goals = |list| {
        let goals: Vec<Raw<'_>> = reader.read_raw(list).ok()?;
        let goals = goals.into_iter().map(|raw| reader.node(raw));
        Some(
            goals
                .map(|node| sketch_goal(reader, lattice, node))
                .collect(),
        )
    };
    let restrict = fields.restrict.and_then(|raw| reader.read_raw(raw).ok());
    let restrict: Vec<Raw<'_>> = restrict.unwrap_or_default();
    let colored = restrict.into_iter().enumerate().filter_map(|(at, raw)| {
        let (color, cells) = read_colored(reader, lattice, reader.node(raw))?;
        Some((at, color, cells))
    });
    let tray = fields.tray.map(|raw| reader.read_raw(raw));
    Some(Sketch {
        lattice,
        board,
        pieces,
        entries,
        labels: (fields.labels).map_or_else(none, |list| sketch_labels(reader, lattice, list)),
        goals: fields.goals.map_or_else(|| Some(Vec::new()), goals),
        layers: match tray {
            Some(Ok(TrayFile::Projected { layers })) => layers,
            _ => 0,
        },
        colored: colored.collect(),
    })
}

fn read_entries<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    list: Raw<'s>,
) -> Option<Vec<Vec<Piece>>> {
    let node = reader.node(list);
    let entries: Vec<Raw<'_>> = node.read().ok()?;
    if entries.is_empty() {
        return Some(Vec::new());
    }
    let found = read_pieces(reader, lattice, node).ok()?;
    let mut counted = vec![0; entries.len()];
    for span in &found.spans {
        // The entry of a piece is the last one that begins at or before the piece's span.
        let begins = |raw: &Raw<'_>| reader.node(*raw).span().start <= span.start;
        let entry = entries.partition_point(begins).checked_sub(1)?;
        counted[entry] += 1;
    }
    let mut pieces = found.pieces.into_iter();
    let take = |count: usize| pieces.by_ref().take(count).collect();
    Some(counted.into_iter().map(take).collect())
}

/// The colour and the cells of an entry of `restrict:`, if it is `Colored` and names a single colour; otherwise
/// `None`.
fn read_colored<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    node: Node<'s>,
) -> Option<(String, Vec<Cell>)> {
    let RestrictionFile::Colored {
        color: Some(color),
        cells,
        ..
    } = node.read().ok()?
    else {
        return None;
    };
    let cells = read_solid_shape(reader, lattice, reader.node(cells)).ok()?;
    Some((reader.read_raw(color).ok()?, cells))
}
