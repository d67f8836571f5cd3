//! The puzzle: a board, pieces, givens, restrictions and conditions, in the words of geometry.

use std::collections::{BTreeSet, HashMap};

use tilewright_geometry::{Board, BoardCell, Crossing, Junctions, Lattice, Sides};

use super::cell_labels::CellLabels;
use super::condition::Condition;
use super::piece::{Piece, PieceId};
use super::restriction::Restriction;
use super::tray::Tray;
use crate::support::label::Label;

/// A placement fixed beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The piece.
    pub piece: PieceId,
    /// The cells it covers, sorted.
    pub cells: Vec<BoardCell>,
}

/// A puzzle: what is to be filled, and with what.
///
/// It is made by a [`PuzzleBuilder`](super::PuzzleBuilder) or read from a file
/// ([`load`](super::load)), and [writes itself](Puzzle::to_ron) as a file that reads as the same
/// puzzle. What a file says beyond that (cases, goals, expected numbers, places for messages)
/// stands in a [`PuzzleFile`](super::PuzzleFile).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// What it is called; a file without a title is called by the file's name.
    pub title: Label,
    /// Where it was published.
    pub source: Option<Label>,
    /// Its lattice.
    pub lattice: Lattice,
    /// How pieces come to lie on the board.
    pub tray: Tray,
    /// Which pieces may meet at a vertex; it matters to sticks only.
    pub crossing: Crossing,
    /// Its board.
    pub board: Board,
    /// Its pieces; the order is that of pictures and lists.
    pub pieces: Vec<Piece>,
    /// Its givens.
    pub givens: Vec<Given>,
    /// What always holds of the placements.
    pub restrictions: Vec<Restriction>,
    /// What a solution must meet besides covering the board.
    pub conditions: Vec<Condition>,
    /// What is written on its cells.
    pub labels: CellLabels,
}

impl Puzzle {
    /// The piece of that index.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The piece of that name.
    pub fn piece_named(&self, name: &str) -> Option<PieceId> {
        let mut pieces = self.pieces();
        pieces.find_map(|(id, piece)| (piece.name == name).then_some(id))
    }

    /// The junctions of the board by the puzzle's rule of crossing.
    ///
    /// Cost: O(n log n) for a board of n cells.
    pub fn junctions(&self) -> Junctions {
        Junctions::of(&self.board, self.crossing)
    }

    /// The colours that cells of pieces have, in order.
    pub fn cell_colors(&self) -> Vec<&Label> {
        let of_pieces = self
            .pieces
            .iter()
            .filter_map(|piece| piece.cell_colors.as_ref());
        let colors: BTreeSet<&Label> = of_pieces.flat_map(|colors| &colors.colors).collect();
        colors.into_iter().collect()
    }

    /// Whether cells of pieces have colours.
    pub fn has_cell_colors(&self) -> bool {
        self.pieces.iter().any(|piece| piece.cell_colors.is_some())
    }

    /// Whether cells of these two colours may lie side by side, on two pieces, by all conditions.
    pub fn lets_meet(&self, one: &Label, other: &Label) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.lets_meet(one, other))
    }

    /// By piece, the first face of its tile; a piece without coloured cells is the first of its own.
    ///
    /// What is asked of a piece is asked of all faces of a tile together: see
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

    /// The tiles by their first faces, in the order of the pieces; a piece without coloured cells is one.
    pub fn first_faces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        let tiles = self.tiles();
        self.pieces()
            .filter(move |(id, _)| tiles[id.index()] == *id)
    }

    /// The faces of the tile of which this is the first face, itself among them; none if it is another face. A piece
    /// without coloured cells is its own.
    pub(crate) fn faces_of_tile(&self, tile: PieceId) -> Vec<PieceId> {
        if self.piece(tile).cell_colors.is_none() {
            return vec![tile];
        }
        let faces = self.pieces().zip(self.tiles());
        let faces = faces.filter(|(_, of)| *of == tile);
        faces.map(|((id, _), _)| id).collect()
    }

    /// By piece, how many of the givens are of its tile, at the first face; none at the others.
    pub(crate) fn givens_of_tiles(&self) -> Vec<u32> {
        let tiles = self.tiles();
        let mut givens = vec![0; self.pieces.len()];
        for given in &self.givens {
            givens[tiles[given.piece.index()].index()] += 1;
        }
        givens
    }

    /// The faces of a tile that turning the first makes of it, without turning it over.
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

    /// How the tile may be laid of which this is the first face, as far as its faces tell: none if it
    /// looks the same in every way. Of a piece without coloured cells, its own sides.
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

    /// The cells that ask for one colour of all those that pieces have, with it.
    pub fn asked_colors(&self) -> Vec<(BoardCell, &Label)> {
        let known = self.cell_colors().len();
        let allowed = self.allowed_colors().into_iter();
        let only = allowed.filter(|(_, colors)| colors.len() == 1 && known > 1);
        only.map(|(cell, colors)| (cell, colors[0])).collect()
    }

    /// The cells that ask for some of the colours that pieces have, with those that they allow, in order.
    ///
    /// Cost: cells, times colours, times restrictions.
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

    /// The cells at the edge of the board: those with a neighbour that is no cell of it.
    pub fn border(&self) -> impl Iterator<Item = BoardCell> + '_ {
        let is_outside = |cell| self.board.index_of(cell).is_none();
        let at_edge = move |cell: &BoardCell| {
            let mut neighbours = self.lattice.neighbours(self.board.cell(*cell));
            neighbours.any(is_outside)
        };
        self.board.indices().filter(at_edge)
    }

    /// Drops the pieces with 0 copies, which are the last ones, so that all other indices stay; and the restrictions
    /// about them, of which the indices of those kept are returned.
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

    /// The pieces with their indices.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        (0..).map(PieceId).zip(&self.pieces)
    }
}
