//! What a text says of lattice, board and pieces, though other things in it are wrong: what a person
//! who is drawing a puzzle has so far.

use tilewright_geometry::{Cell, Lattice, Mark};

use super::file::PuzzleFields;
use super::lattice::LatticeFile;
use super::node::{Raw, Reader};
use super::pieces::read_pieces;
use super::shapes::read_cells;
use super::source::Source;
use crate::puzzle::Piece;

/// A puzzle on its way: each part as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// The lattice.
    pub lattice: Lattice,
    /// The cells of the board, in their order, which may be none. None if the board cannot be read,
    /// or is several boards that stand together.
    pub board: Option<Vec<(Cell, Mark)>>,
    /// The pieces, which may be none. None if they cannot be read.
    pub pieces: Option<Vec<Piece>>,
    /// How many pieces each entry of the list makes.
    pub entries: Vec<usize>,
}

/// Reads as much of a puzzle as can be read; none if the text is no RON struct, or names no
/// lattice.
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
    let LatticeFile(lattice) = reader.read_raw(fields.lattice?).ok()?;
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
    Some(Sketch {
        lattice,
        board,
        pieces,
        entries,
    })
}

/// The pieces that each entry of a list makes.
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
        // The last entry that begins no later than the piece's own place.
        let begins = |raw: &Raw<'_>| reader.node(*raw).span().start <= span.start;
        let entry = entries.partition_point(begins).checked_sub(1)?;
        counted[entry] += 1;
    }
    let mut pieces = found.pieces.into_iter();
    let take = |count: usize| pieces.by_ref().take(count).collect();
    Some(counted.into_iter().map(take).collect())
}
