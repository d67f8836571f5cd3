//! The puzzle: a board, pieces, givens, restrictions and conditions, in terms of geometry.

use std::collections::{BTreeSet, HashMap};

use tilewright_geometry::compact::set_of;
use tilewright_geometry::{Board, BoardCell, Crossing, Junctions, Lattice, Sides};

use super::cell_labels::CellLabels;
use super::condition::Condition;
use super::piece::{Piece, PieceId};
use super::restriction::Restriction;
use super::tray::Tray;
use crate::support::label::Label;

/// A placement that is fixed beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The piece that is fixed.
    pub piece: PieceId,
    /// The cells that the placement covers, sorted.
    pub cells: Vec<BoardCell>,
}

/// A puzzle: a board and the pieces to fill it with.
///
/// A [`PuzzleBuilder`](super::PuzzleBuilder) builds one, and [`load`](super::load) reads one from a
/// file. [`to_ron`](Puzzle::to_ron) writes a file that reads as the same puzzle. A
/// [`PuzzleFile`](super::PuzzleFile) has the other contents of a file: cases, goals, expected
/// numbers, and positions for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The title; by default the name of its file.
    pub title: Label,
    /// The publication that the puzzle is from.
    pub source: Option<Label>,
    /// The lattice of the board and of all pieces.
    pub lattice: Lattice,
    /// How pieces lie on the board.
    pub tray: Tray,
    /// Which pieces may meet at a vertex. It matters only in lattices of sticks.
    pub crossing: Crossing,
    /// The cells to fill.
    pub board: Board,
    /// The pieces, in the order in which pictures and lists show them.
    pub pieces: Vec<Piece>,
    /// The placements fixed beforehand.
    pub givens: Vec<Given>,
    /// The restrictions on placements, in the order of the file; those of a case come last.
    pub restrictions: Vec<Restriction>,
    /// The conditions on solutions, in the order of the file.
    pub conditions: Vec<Condition>,
    /// The labels that pictures write on cells.
    pub labels: CellLabels,
}

impl Puzzle {
    /// The piece with this id, which must be an id of this puzzle.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The id of the piece with exactly this name; `None` if no piece has it.
    pub fn piece_named(&self, name: &str) -> Option<PieceId> {
        let mut pieces = self.pieces();
        pieces.find_map(|(id, piece)| (piece.name == name).then_some(id))
    }

    /// The junctions of the board under the puzzle's rule for crossing.
    ///
    /// Cost: O(n log n) for a board of n cells.
    pub fn junctions(&self) -> Junctions {
        Junctions::of(&self.board, self.crossing)
    }

    /// The colours of the pieces' cells, sorted and without repetition.
    pub fn cell_colors(&self) -> Vec<&Label> {
        let of_pieces = self
            .pieces
            .iter()
            .filter_map(|piece| piece.cell_colors.as_ref());
        let colors: BTreeSet<&Label> = set_of(of_pieces.flat_map(|colors| &colors.colors));
        colors.into_iter().collect()
    }

    /// Whether cells of pieces have colours.
    pub fn has_cell_colors(&self) -> bool {
        self.pieces.iter().any(|piece| piece.cell_colors.is_some())
    }

    /// Whether all conditions allow neighbouring cells of two pieces to have these colours.
    pub fn lets_meet(&self, one: &Label, other: &Label) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.lets_meet(one, other))
    }

    /// For each piece, the first face of its tile. A piece without coloured cells is its own first
    /// face.
    ///
    /// The bounds of the number of copies of a tile count the copies of all its faces: see
    /// [`Piece::copies_of_tile`].
    pub fn tiles(&self) -> Vec<PieceId> {
        let mut first: HashMap<&Label, PieceId> = HashMap::new();
        let mut tiles = Vec::with_capacity(self.pieces.len());
        for (id, piece) in self.pieces() {
            let of_tile = piece.cell_colors.as_ref();
            tiles.push(of_tile.map_or(id, |colors| *first.entry(&colors.tile).or_insert(id)));
        }
        tiles
    }

    /// The first faces of all tiles, in the order of the pieces. A piece without coloured cells counts as a tile.
    pub fn first_faces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        let tiles = self.tiles();
        self.pieces()
            .filter(move |(id, _)| tiles[id.index()] == *id)
    }

    /// All faces of the tile with this first face, including it. Empty if the piece is not a first face. A piece
    /// without coloured cells is its own only face.
    pub(crate) fn faces_of_tile(&self, tile: PieceId) -> Vec<PieceId> {
        if self.piece(tile).cell_colors.is_none() {
            return vec![tile];
        }
        let faces = self.pieces().zip(self.tiles());
        let faces = faces.filter(|(_, of)| *of == tile);
        faces.map(|((id, _), _)| id).collect()
    }

    /// For each piece, the number of givens of its tile if it is a first face; 0 for other faces.
    pub(crate) fn givens_of_tiles(&self) -> Vec<u32> {
        let tiles = self.tiles();
        let mut givens = vec![0; self.pieces.len()];
        for given in &self.givens {
            givens[tiles[given.piece.index()].index()] += 1;
        }
        givens
    }

    /// The faces that show the same side of a tile as its first face: the rotations of that face.
    pub fn front_faces(&self, tile: PieceId) -> Vec<PieceId> {
        let first = self.piece(tile);
        let rotations = self.lattice.symmetries(Sides::OneSided).iter();
        let images: Vec<Piece> = rotations
            .filter_map(|rotation| first.face_image(rotation))
            .collect();
        let is_front = |face: &Piece| images.iter().any(|image| face.is_face(image));
        let faces = self.pieces().filter(|(_, face)| is_front(face));
        faces.map(|(id, _)| id).collect()
    }

    /// The sides of the tile with this first face, derived from its faces. `None` if it looks the
    /// same in all orientations. For a piece without coloured cells, the sides of the piece.
    pub fn sides_of_tile(&self, tile: PieceId) -> Option<Sides> {
        if self.piece(tile).cell_colors.is_none() {
            return Some(self.piece(tile).sides);
        }
        let faces = self.faces_of_tile(tile).len();
        let fronts = self.front_faces(tile).len();
        match (faces, fronts) {
            (faces, fronts) if faces > fronts => Some(Sides::Free),
            (2.., _) => Some(Sides::OneSided),
            _ => None,
        }
    }

    /// The cells that allow exactly one of the pieces' colours, each with this colour.
    pub fn asked_colors(&self) -> Vec<(BoardCell, &Label)> {
        let known = self.cell_colors().len();
        let allowed = self.allowed_colors().into_iter();
        let only = allowed.filter(|(_, colors)| colors.len() == 1 && known > 1);
        only.map(|(cell, colors)| (cell, colors[0])).collect()
    }

    /// The cells that allow only some of the pieces' colours, with the allowed colours sorted.
    ///
    /// Cost: one test for each combination of a cell, a colour and a restriction.
    pub fn allowed_colors(&self) -> Vec<(BoardCell, Vec<&Label>)> {
        let known = self.cell_colors();
        let rules = self.restrictions.iter();
        let rules: Vec<&Restriction> = rules
            .filter(|rule| matches!(rule, Restriction::Colored { .. }))
            .collect();
        if rules.is_empty() {
            return Vec::new();
        }
        let allowed = |cell: BoardCell| {
            let may = |color: &&Label| rules.iter().all(|rule| rule.allows_color(cell, color));
            let left: Vec<&Label> = known.iter().copied().filter(may).collect();
            (left.len() < known.len()).then_some((cell, left))
        };
        self.board.indices().filter_map(allowed).collect()
    }

    /// The cells with at least one neighbour outside the board.
    pub fn border(&self) -> impl Iterator<Item = BoardCell> + '_ {
        let is_outside = |cell| self.board.index_of(cell).is_none();
        let at_edge = move |cell: &BoardCell| {
            let mut neighbours = self.lattice.neighbours(self.board.cell(*cell));
            neighbours.any(is_outside)
        };
        self.board.indices().filter(at_edge)
    }

    /// Drops the pieces with 0 copies and the restrictions about them. These pieces must be the
    /// last ones, so that other ids stay valid. Returns the indices of the restrictions that are
    /// kept.
    pub(super) fn leave_out_unused(&mut self) -> Vec<usize> {
        let used = self.pieces.iter().filter(|piece| !piece.is_left_out());
        self.pieces.truncate(used.count());
        let restrictions = std::mem::take(&mut self.restrictions).into_iter();
        let (kept, restrictions) = (restrictions.enumerate())
            .filter(|(_, restriction)| restriction.is_about_pieces(self.pieces.len()))
            .unzip();
        self.restrictions = restrictions;
        kept
    }

    /// The pieces with their ids.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        (0..).map(PieceId).zip(&self.pieces)
    }
}
