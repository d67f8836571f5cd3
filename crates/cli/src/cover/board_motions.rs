//! The symmetries of boards that stand together, board by board.
//!
//! The group is made of motions of one board to one board: each board goes to an equal one by an isometry, all of them
//! with the same images of the pieces. Of eight equal boards it has more elements than can be listed, and these motions
//! are few: 8 · 8 · 8 of squares. They are what the elements of [`automorphisms`](super::symmetry::automorphisms) are
//! made of, and follow the same rules.

use std::collections::HashMap;

use tilewright_dlx::{OptionId, StopFlag, Stopped};
use tilewright_geometry::{BoardCell, PartIsometry};

use super::Instance;
use super::symmetry::{OptionIndex, keeps};
use crate::puzzle::{PieceId, Puzzle};

/// A motion of a board to a board.
#[derive(Debug, Clone)]
pub struct BoardMotion {
    /// The image of each piece, of those too that fit on no board.
    pub pieces: Vec<PieceId>,
    /// The image of each option of the board, in the order of these.
    pub options: Vec<OptionId>,
    /// Whether a rotation moves the options like that.
    pub is_rotation: bool,
}

/// What moves boards that stand together.
#[derive(Debug)]
pub struct BoardMotions {
    /// The options of each board.
    pub options: Vec<Vec<OptionId>>,
    /// By the board that is moved and the one to which it goes, all that move its options differently.
    pub motions: Vec<Vec<Vec<BoardMotion>>>,
    /// Whether every isometry of a board to a board is one and keeps every piece.
    pub keeps_pieces: bool,
}

impl BoardMotions {
    /// The motions of the boards of a puzzle. None where the elements of the group are not made of motions that each board
    /// has to itself: for one board, for pieces with coloured cells, and where restrictions or givens may decide which of
    /// several pieces of one shape goes to which.
    ///
    /// Cost: for each pair of boards and each symmetry of the lattice, the entries of one board.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn of(instance: &Instance, stop: &StopFlag) -> Result<Option<Self>, Stopped> {
        let puzzle = instance.puzzle();
        let boards = puzzle.board.part_count();
        let is_colored = puzzle
            .pieces
            .iter()
            .any(|piece| piece.cell_colors.is_some());
        if boards == 1 || is_colored {
            return Ok(None);
        }
        let index = OptionIndex::new(instance, stop)?;
        let is_free = puzzle.givens.is_empty() && puzzle.restrictions.is_empty();
        if !is_free
            && puzzle
                .pieces()
                .any(|(id, _)| index.set.members(index.set.class(id)).len() > 1)
        {
            return Ok(None);
        }
        let mut options = vec![Vec::new(); boards];
        for (option, meaning) in instance.problem().options().zip(instance.meanings()) {
            stop.check()?;
            if let Some(&cell) = meaning.placement.cells.first() {
                options[puzzle.board.part_of(cell)].push(option);
            }
        }
        let mut keeps_pieces = true;
        let mut motions = Vec::with_capacity(boards);
        for from in 0..boards {
            let mut row = Vec::with_capacity(boards);
            for to in 0..boards {
                let mut found = Found::default();
                for isometry in puzzle.board.part_isometries(from, to) {
                    stop.check()?;
                    let motion = index.motion(puzzle, &options[from], &isometry);
                    keeps_pieces &= motion.as_ref().is_some_and(BoardMotion::keeps_pieces);
                    found.extend(motion);
                }
                // An injective map to a board of more options is none onto it.
                let is_onto = options[from].len() == options[to].len();
                row.push(if is_onto { found.motions } else { Vec::new() });
                keeps_pieces &= is_onto || puzzle.board.part_isometries(from, to).is_empty();
            }
            motions.push(row);
        }
        Ok(Some(Self {
            options,
            motions,
            keeps_pieces,
        }))
    }
}

impl BoardMotion {
    fn keeps_pieces(&self) -> bool {
        self.pieces
            .iter()
            .enumerate()
            .all(|(piece, image)| image.index() == piece)
    }
}

/// Motions that move the options differently.
#[derive(Default)]
struct Found {
    motions: Vec<BoardMotion>,
    /// By the images of pieces and options, which it is.
    known: HashMap<(Vec<PieceId>, Vec<OptionId>), usize>,
}

impl Extend<BoardMotion> for Found {
    fn extend<I: IntoIterator<Item = BoardMotion>>(&mut self, motions: I) {
        for motion in motions {
            let key = (motion.pieces.clone(), motion.options.clone());
            let twin = *self.known.entry(key).or_insert(self.motions.len());
            if let Some(twin) = self.motions.get_mut(twin) {
                twin.is_rotation |= motion.is_rotation;
            } else {
                self.motions.push(motion);
            }
        }
    }
}

impl OptionIndex<'_> {
    /// A motion, if it maps the set of pieces to itself and the options to options.
    fn motion(
        &self,
        puzzle: &Puzzle,
        options: &[OptionId],
        isometry: &PartIsometry,
    ) -> Option<BoardMotion> {
        let pieces: Vec<PieceId> = (puzzle.pieces())
            .map(|(piece, _)| self.piece_image(puzzle, piece, isometry))
            .collect::<Option<_>>()?;
        if !self
            .likenesses
            .iter()
            .all(|likeness| keeps(likeness, &pieces))
        {
            return None;
        }
        let place = |cell: &BoardCell| {
            let at = isometry
                .images
                .binary_search_by_key(cell, |(cell, _)| *cell)
                .ok()?;
            Some(isometry.images[at].1)
        };
        let image = |option: &OptionId| {
            let meaning = self.instance.meaning(*option);
            let cells = meaning.placement.cells.iter().map(place);
            let mut cells: Vec<BoardCell> = cells.collect::<Option<_>>()?;
            cells.sort_unstable();
            let piece = pieces[meaning.piece.index()];
            let key = (piece, meaning.given.is_some(), cells.as_slice());
            self.index.get(&key).copied()
        };
        Some(BoardMotion {
            options: options.iter().map(image).collect::<Option<_>>()?,
            is_rotation: isometry.symmetry.is_rotation(),
            pieces,
        })
    }

    /// Where a piece goes: to itself if it can, else the i-th of equal pieces to the i-th of their images.
    fn piece_image(
        &self,
        puzzle: &Puzzle,
        piece: PieceId,
        isometry: &PartIsometry,
    ) -> Option<PieceId> {
        let own = self.set.class(piece);
        let image = self.set.image_by(puzzle, piece, &isometry.symmetry)?;
        if image == own {
            return Some(piece);
        }
        let (from, to) = (self.set.members(own), self.set.members(image));
        let place = from.iter().position(|member| *member == piece)?;
        (from.len() == to.len())
            .then(|| to.get(place).copied())
            .flatten()
    }
}
