//! How the isometries of a board map placements and pieces.

use std::collections::HashMap;

use tilewright_dlx::OptionId;
use tilewright_geometry::{Board, BoardCell, BoardSymmetry, Sides};

use crate::cover::Instance;
use crate::puzzle::{PieceId, PieceSet, Puzzle};
use crate::support::label::Label;

/// The image of each piece under an isometry that keeps the givens.
#[derive(Debug)]
pub(super) struct PieceImages {
    /// For each piece, the piece whose placements are the images of its placements, if any.
    pub(super) placed: Vec<Option<PieceId>>,
    /// For a piece with givens: the number of givens, and the piece to which their images belong.
    /// The inner `None` means that the shapes of the piece are not mapped to those of its image.
    pub(super) given: Vec<Option<(u32, Option<PieceId>)>>,
}

pub(super) enum PieceImage {
    /// The piece is not used.
    Unused,
    Piece(PieceId),
    /// There is no piece whose placements are the images of this piece's placements.
    Nowhere,
}

impl PieceImages {
    /// Whether each piece and its image have equal numbers of copies.
    pub(super) fn keep(&self, copies: &[u32]) -> bool {
        (copies.iter().enumerate()).all(|(piece, &own)| match self.of(piece, own) {
            PieceImage::Unused => true,
            PieceImage::Piece(image) => copies[image.index()] == own,
            PieceImage::Nowhere => false,
        })
    }

    /// Removes the image of a piece if the isometry does not map the piece's shape to that of the
    /// image. A board that wraps around can give a one-sided piece and its mirror image the same
    /// placements, but they are different pieces.
    pub(super) fn of_shapes(&self, shapes: &PieceShapes<'_>, isometry: &BoardSymmetry) -> Self {
        let sent = |piece: PieceId, image: Option<PieceId>| {
            image.filter(|image| shapes.are_sent(piece, *image, isometry))
        };
        let pieces = || shapes.puzzle.pieces().map(|(piece, _)| piece);
        let given = pieces().zip(&self.given);
        Self {
            placed: pieces()
                .zip(&self.placed)
                .map(|(piece, to)| sent(piece, *to))
                .collect(),
            given: given
                .map(|(piece, given)| given.map(|(count, to)| (count, sent(piece, to))))
                .collect(),
        }
    }

    pub(super) fn of(&self, piece: usize, copies: u32) -> PieceImage {
        let given = self.given[piece];
        let all_given = given.is_some_and(|(givens, _)| copies <= givens);
        match (given.map(|(_, image)| image), self.placed[piece]) {
            _ if copies == 0 => PieceImage::Unused,
            (Some(Some(given)), _) if all_given => PieceImage::Piece(given),
            (Some(given), placed) if given != placed => PieceImage::Nowhere,
            (_, Some(placed)) => PieceImage::Piece(placed),
            (_, None) => PieceImage::Nowhere,
        }
    }
}

pub(super) struct PieceShapes<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) set: PieceSet,
}

impl PieceShapes<'_> {
    /// Whether an isometry maps the shapes of a piece, or of all faces of a tile, to those of
    /// another.
    pub(super) fn are_sent(
        &self,
        piece: PieceId,
        image: PieceId,
        isometry: &BoardSymmetry,
    ) -> bool {
        let (puzzle, set) = (self.puzzle, &self.set);
        if puzzle.piece(piece).cell_colors.is_none() {
            return set.image(puzzle, piece, isometry) == Some(set.class(image));
        }
        let faces = [piece, image].map(|tile| puzzle.faces_of_tile(tile));
        set.sends_faces(puzzle, &faces[0], &faces[1], isometry)
    }
}

/// A permutation of the board's cells that an isometry induces, with all isometries that induce it.
pub(in crate::design::choices) struct CellPermutation {
    /// The isometries that induce this permutation, and whether each is a rotation. There is at
    /// least one; a flat board in three dimensions has several.
    pub(super) isometries: Vec<(BoardSymmetry, bool)>,
}

impl CellPermutation {
    pub(super) fn image_of(&self, cell: BoardCell) -> BoardCell {
        self.isometries[0].0.image(cell)
    }

    pub(in crate::design::choices) fn image(&self, shown: &[ShownCell]) -> Vec<ShownCell> {
        let images = shown
            .iter()
            .map(|&(cell, color)| (self.image_of(cell), color));
        let mut images: Vec<ShownCell> = images.collect();
        images.sort_unstable();
        images
    }
}

/// A cell that a piece covers, and the colour that the piece shows there, counted from 1; 0 without
/// a colour.
pub(in crate::design::choices) type ShownCell = (BoardCell, usize);

/// The cells and colours of a placement, sorted; `known` are the sorted colours of the puzzle.
pub(in crate::design::choices) fn shown(
    puzzle: &Puzzle,
    known: &[&Label],
    piece: PieceId,
    cells: &[BoardCell],
) -> Vec<ShownCell> {
    let number = |color| known.binary_search(&color).map_or(0, |at| at + 1);
    let colored = puzzle.piece(piece).colors_on(&puzzle.board, cells);
    let mut shown: Vec<ShownCell> = match colored.as_slice() {
        [] => cells.iter().map(|cell| (*cell, 0)).collect(),
        colored => (colored.iter())
            .map(|(cell, color)| (*cell, number(*color)))
            .collect(),
    };
    shown.sort_unstable();
    shown
}

/// If several boards together have more isometries than this, the isometries are not enumerated.
pub(super) const MAX_ISOMETRIES: u128 = 256;

/// Whether a board consists of several boards that together have too many isometries to enumerate.
pub(in crate::design::choices) fn has_many_isometries(board: &Board) -> bool {
    board.part_count() > 1 && board.symmetries_at_most() > MAX_ISOMETRIES
}

/// The permutations of the cells that isometries of the board induce, except the identity.
pub(in crate::design::choices) fn cell_permutations(board: &Board) -> Vec<CellPermutation> {
    let mut permutations: Vec<CellPermutation> = Vec::new();
    let mut known: HashMap<Box<[BoardCell]>, usize> = HashMap::new();
    for isometry in board.symmetries(Sides::Free) {
        // On a board that wraps around with a flip, moving a piece around it turns the piece over.
        // So reflections count as rotations.
        let rotates = isometry.is_rotation() || board.flip().is_some();
        let at = *known
            .entry(isometry.images.clone())
            .or_insert(permutations.len());
        match permutations.get_mut(at) {
            Some(known) => known.isometries.push((isometry, rotates)),
            None => permutations.push(CellPermutation {
                isometries: vec![(isometry, rotates)],
            }),
        }
    }
    permutations.retain(|permutation| {
        board
            .indices()
            .any(|cell| permutation.image_of(cell) != cell)
    });
    permutations
}

/// The placements of a puzzle, by their piece, and by the cells that they cover with the colours
/// that they show there. A tile with coloured cells counts as its first face.
pub(super) struct PlacementIndex<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// For each piece, the first face of its tile.
    pub(super) tiles: Vec<PieceId>,
    /// For each option, the cells that it covers, with the colours that it shows there.
    pub(super) shown: Vec<Vec<ShownCell>>,
    /// Finds a piece by its sorted placements. Options that are givens are left out.
    pub(super) pieces: HashMap<Vec<Vec<ShownCell>>, PieceId>,
    /// For each piece, its placements, sorted. Options that are givens are left out.
    pub(super) of_piece: Vec<Vec<Vec<ShownCell>>>,
    /// Finds an option by its piece, by a flag that is true if the option is a given, and by its
    /// shown cells.
    pub(super) options: HashMap<(PieceId, bool, Vec<ShownCell>), OptionId>,
}

impl<'a> PlacementIndex<'a> {
    /// Indexes the placements of a puzzle. `None` if two pieces have the same placements.
    pub(super) fn new(instance: &'a Instance) -> Option<Self> {
        let puzzle = instance.puzzle();
        let tiles = puzzle.tiles();
        let mut of_piece = vec![Vec::new(); puzzle.pieces.len()];
        let colors = puzzle.cell_colors();
        let mut options = HashMap::new();
        let mut all = Vec::with_capacity(instance.meanings().len());
        for (option, meaning) in instance.problem().options().zip(instance.meanings()) {
            let tile = tiles[meaning.piece.index()];
            let shown = shown(puzzle, &colors, meaning.piece, &meaning.placement.cells);
            options.insert((tile, meaning.given.is_some(), shown.clone()), option);
            if meaning.given.is_none() {
                of_piece[tile.index()].push(shown.clone());
            }
            all.push(shown);
        }
        let mut pieces = HashMap::new();
        for (piece, _) in puzzle.first_faces() {
            let placements = &mut of_piece[piece.index()];
            placements.sort_unstable();
            if !placements.is_empty() && pieces.insert(placements.clone(), piece).is_some() {
                return None;
            }
        }
        Some(Self {
            puzzle,
            tiles,
            shown: all,
            pieces,
            of_piece,
            options,
        })
    }

    /// The images of the pieces. `None` if the permutation does not keep the givens.
    pub(super) fn images(&self, permutation: &CellPermutation) -> Option<PieceImages> {
        let image = |placements: &Vec<Vec<ShownCell>>| {
            let images = placements.iter().map(|shown| permutation.image(shown));
            let mut images: Vec<Vec<ShownCell>> = images.collect();
            images.sort_unstable();
            self.pieces.get(&images).copied()
        };
        let placed = self.of_piece.iter().map(image).collect();
        let mut given: Vec<Option<(u32, Option<PieceId>)>> = vec![None; self.of_piece.len()];
        let puzzle = self.puzzle;
        let colors = puzzle.cell_colors();
        let givens = puzzle.givens.iter();
        let givens = givens.map(|one| {
            let shown = shown(puzzle, &colors, one.piece, &one.cells);
            (self.tiles[one.piece.index()], shown)
        });
        let givens: Vec<(PieceId, Vec<ShownCell>)> = givens.collect();
        for (piece, shown) in &givens {
            let there = permutation.image(shown);
            let (other, _) = givens.iter().find(|(_, other)| *other == there)?;
            let (count, image) = given[piece.index()].get_or_insert((0, Some(*other)));
            *count += 1;
            if *image != Some(*other) {
                return None;
            }
        }
        Some(PieceImages { placed, given })
    }
}
