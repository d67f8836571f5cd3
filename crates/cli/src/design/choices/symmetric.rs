//! The solutions that isometries of the board fix, by choice of pieces.

mod circles;

use std::collections::HashMap;

use tilewright_dlx::OptionId;
use tilewright_geometry::{Board, BoardCell, Sides};

use crate::cover::Instance;
use crate::puzzle::PieceId;
use crate::solve::SolveError;
use crate::solve::search::{Kind, Monitor, Watch};

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
            let counts = circles::count_fixed(&placements, &images, &motion, &mut watch, monitor)?;
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
    pub(super) fn image(&self, cells: &[BoardCell]) -> Vec<BoardCell> {
        let mut images: Vec<BoardCell> = cells.iter().map(|cell| self.0[cell.index()]).collect();
        images.sort_unstable();
        images
    }
}

/// The ways in which isometries move the cells, but for that of the identity; each with whether a
/// rotation is among those that move them so (in space, several do on a flat board).
pub(super) fn motions(board: &Board) -> Vec<(Motion, bool)> {
    let mut motions: Vec<(Motion, bool)> = Vec::new();
    for isometry in board.symmetries(Sides::Free) {
        let images: Vec<BoardCell> = board.indices().map(|cell| isometry.image(cell)).collect();
        match motions.iter_mut().find(|(known, _)| known.0 == images) {
            Some((_, is_rotation)) => *is_rotation |= isometry.is_rotation(),
            None => motions.push((Motion(images), isometry.is_rotation())),
        }
    }
    motions.retain(|(motion, _)| !motion.0.iter().copied().eq(board.indices()));
    motions
}

/// The placements of a puzzle, by piece and by cells.
struct Placements<'a> {
    instance: &'a Instance,
    /// By the cells of all its placements but the givens, sorted: the piece that has them.
    pieces: HashMap<Vec<&'a [BoardCell]>, PieceId>,
    /// The placements of each piece but the givens, sorted.
    of_piece: Vec<Vec<&'a [BoardCell]>>,
    /// By piece, whether it is a given, and cells.
    options: HashMap<(PieceId, bool, &'a [BoardCell]), OptionId>,
}

impl<'a> Placements<'a> {
    /// None if two pieces have the same placements.
    fn new(instance: &'a Instance) -> Option<Self> {
        let mut of_piece = vec![Vec::new(); instance.puzzle().pieces.len()];
        let mut options = HashMap::new();
        for (option, meaning) in instance.problem().options().zip(instance.meanings()) {
            let cells = meaning.placement.cells.as_ref();
            options.insert((meaning.piece, meaning.given.is_some(), cells), option);
            if meaning.given.is_none() {
                of_piece[meaning.piece.index()].push(cells);
            }
        }
        let mut pieces = HashMap::new();
        for (piece, _) in instance.puzzle().pieces() {
            let placements = &mut of_piece[piece.index()];
            placements.sort_unstable();
            if !placements.is_empty() && pieces.insert(placements.clone(), piece).is_some() {
                return None;
            }
        }
        Some(Self {
            instance,
            pieces,
            of_piece,
            options,
        })
    }

    /// Where an isometry sends the pieces; none if it does not keep the givens.
    fn images(&self, motion: &Motion) -> Option<PieceImages> {
        let image = |placements: &Vec<&[BoardCell]>| {
            let images = placements.iter().map(|cells| motion.image(cells));
            let mut images: Vec<Vec<BoardCell>> = images.collect();
            images.sort_unstable();
            let images: Vec<&[BoardCell]> = images.iter().map(Vec::as_slice).collect();
            self.pieces.get(&images).copied()
        };
        let placed = self.of_piece.iter().map(image).collect();
        let mut given: Vec<Option<(u32, PieceId)>> = vec![None; self.of_piece.len()];
        let givens = &self.instance.puzzle().givens;
        for one in givens {
            let there = motion.image(&one.cells);
            let other = givens.iter().find(|other| other.cells == there)?;
            let (count, image) = given[one.piece.index()].get_or_insert((0, other.piece));
            *count += 1;
            if *image != other.piece {
                return None;
            }
        }
        Some(PieceImages { placed, given })
    }
}
