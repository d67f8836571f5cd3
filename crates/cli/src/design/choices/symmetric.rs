//! The solutions that isometries of the board fix, by choice of pieces.

mod circles;

use std::collections::HashMap;

use tilewright_dlx::OptionId;
use tilewright_geometry::{Board, BoardCell, Sides};

use crate::cover::Instance;
use crate::puzzle::{PieceId, Puzzle};
use crate::solve::SolveError;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::label::Label;

/// What an isometry fixes.
#[derive(Debug)]
pub(super) struct FixedChoices {
    pub(super) is_rotation: bool,
    images: PieceImages,
    /// By the copies of each piece, how many solutions it fixes.
    counts: HashMap<Vec<u32>, u64>,
}

/// Where an isometry that keeps the givens sends each piece.
#[derive(Debug)]
struct PieceImages {
    /// None if no piece has the images of its placements.
    placed: Vec<Option<PieceId>>,
    /// Of its givens: how many there are, and whose they go to.
    given: Vec<Option<(u32, PieceId)>>,
}

impl FixedChoices {
    /// How many solutions of a choice it fixes; none if it does not keep the choice.
    pub(super) fn fixed(&self, copies: &[u32]) -> Option<u64> {
        let keeps = |(piece, &own): (usize, &u32)| match self.images.of(piece, own) {
            PieceImage::Unused => true,
            PieceImage::Piece(image) => copies[image.index()] == own,
            PieceImage::Nowhere => false,
        };
        if !copies.iter().enumerate().all(keeps) {
            return None;
        }
        Some(self.counts.get(copies).copied().unwrap_or(0))
    }
}

/// Where a piece goes.
enum PieceImage {
    /// It is not used.
    Unused,
    Piece(PieceId),
    /// No piece has the images of its placements.
    Nowhere,
}

impl PieceImages {
    /// Where a piece goes of which so many copies are used.
    fn of(&self, piece: usize, copies: u32) -> PieceImage {
        let given = self.given[piece];
        let all_given = given.is_some_and(|(givens, _)| copies <= givens);
        let given = given.map(|(_, image)| image);
        match (given, self.placed[piece]) {
            _ if copies == 0 => PieceImage::Unused,
            (Some(given), _) if all_given => PieceImage::Piece(given),
            (Some(given), Some(placed)) if given != placed => PieceImage::Nowhere,
            (_, Some(placed)) => PieceImage::Piece(placed),
            (_, None) => PieceImage::Nowhere,
        }
    }
}

/// What each isometry of the board but the identity fixes; none if two pieces have the same
/// placements, so that it is not clear which goes to which.
pub(super) fn fixed_choices(
    instance: &Instance,
    monitor: &Monitor,
) -> Result<Option<Vec<FixedChoices>>, SolveError> {
    let Some(placements) = Placements::new(instance) else {
        return Ok(None);
    };
    let mut watch = Watch::new(monitor, Kind::Busy("looking for symmetric solutions"));
    let mut all = Vec::new();
    for (motion, is_rotation) in motions(&instance.puzzle().board) {
        monitor.stop().check()?;
        if let Some(images) = placements.images(&motion) {
            let counts =
                circles::count_fixed(instance.puzzle(), &images, &motion, &mut watch, monitor)?;
            all.push(FixedChoices {
                is_rotation,
                images,
                counts,
            });
        }
    }
    Ok(Some(all))
}

/// Where an isometry sends each cell.
pub(super) struct Motion(Vec<BoardCell>);

impl Motion {
    pub(super) fn image(&self, shown: &[ShownCell]) -> Vec<ShownCell> {
        let images = shown
            .iter()
            .map(|&(cell, color)| (self.0[cell.index()], color));
        let mut images: Vec<ShownCell> = images.collect();
        images.sort_unstable();
        images
    }
}

/// A cell that a piece covers, and the number of the colour that it shows there, from 1; 0 if none.
pub(super) type ShownCell = (BoardCell, usize);

/// What a placement of a piece shows, sorted; `known` are the colours of the puzzle's cells.
pub(super) fn shown(
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

/// The ways in which isometries move the cells, but for that of the identity; each with whether a
/// rotation is among those that move them so (in space, several do on a flat board).
pub(super) fn motions(board: &Board) -> Vec<(Motion, bool)> {
    let mut motions: Vec<(Motion, bool)> = Vec::new();
    for isometry in board.symmetries(Sides::Free) {
        // A way around a board that is flipped makes every reflection a motion.
        let rotates = isometry.is_rotation() || board.flip().is_some();
        let images: Vec<BoardCell> = board.indices().map(|cell| isometry.image(cell)).collect();
        match motions.iter_mut().find(|(known, _)| known.0 == images) {
            Some((_, is_rotation)) => *is_rotation |= rotates,
            None => motions.push((Motion(images), rotates)),
        }
    }
    motions.retain(|(motion, _)| !motion.0.iter().copied().eq(board.indices()));
    motions
}

/// The placements of a puzzle, by piece and by what they show. A tile with coloured cells is its first face.
struct Placements<'a> {
    puzzle: &'a Puzzle,
    /// By piece, its tile.
    tiles: Vec<PieceId>,
    /// By option.
    shown: Vec<Vec<ShownCell>>,
    /// By all its placements but the givens, sorted: the piece that has them.
    pieces: HashMap<Vec<Vec<ShownCell>>, PieceId>,
    /// The placements of each piece but the givens, sorted.
    of_piece: Vec<Vec<Vec<ShownCell>>>,
    /// By piece, whether it is a given, and what is shown.
    options: HashMap<(PieceId, bool, Vec<ShownCell>), OptionId>,
}

impl<'a> Placements<'a> {
    /// None if two pieces have the same placements.
    fn new(instance: &'a Instance) -> Option<Self> {
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

    /// Where an isometry sends the pieces; none if it does not keep the givens.
    fn images(&self, motion: &Motion) -> Option<PieceImages> {
        let image = |placements: &Vec<Vec<ShownCell>>| {
            let images = placements.iter().map(|shown| motion.image(shown));
            let mut images: Vec<Vec<ShownCell>> = images.collect();
            images.sort_unstable();
            self.pieces.get(&images).copied()
        };
        let placed = self.of_piece.iter().map(image).collect();
        let mut given: Vec<Option<(u32, PieceId)>> = vec![None; self.of_piece.len()];
        let puzzle = self.puzzle;
        let colors = puzzle.cell_colors();
        let givens = puzzle.givens.iter();
        let givens = givens.map(|one| {
            let shown = shown(puzzle, &colors, one.piece, &one.cells);
            (self.tiles[one.piece.index()], shown)
        });
        let givens: Vec<(PieceId, Vec<ShownCell>)> = givens.collect();
        for (piece, shown) in &givens {
            let there = motion.image(shown);
            let (other, _) = givens.iter().find(|(_, other)| *other == there)?;
            let (count, image) = given[piece.index()].get_or_insert((0, *other));
            *count += 1;
            if image != other {
                return None;
            }
        }
        Some(PieceImages { placed, given })
    }
}
