//! The symmetries of a board with several parts, part by part.
//!
//! A *motion* is an isometry from one part of the board to an equal part, with the images of the
//! options and pieces. Every element of the group consists of a motion of each part, and all these
//! motions give each piece the same image. For eight equal parts the group has more elements than
//! can be listed. But there are few motions of one part to another: 8 · 8 · 8 for squares. The
//! elements of [`automorphisms`](super::symmetry::automorphisms) consist of such motions and follow
//! the same rules.

use std::collections::HashMap;

use tilewright_dlx::{OptionId, StopFlag, Stopped};
use tilewright_geometry::{BoardCell, PartIsometry};

use super::Instance;
use super::symmetry::{OptionIndex, keeps};
use crate::puzzle::{PieceId, Puzzle};

/// A motion of one part of a board to another, or to itself.
#[derive(Debug, Clone)]
pub(crate) struct BoardMotion {
    /// The image of each piece, including pieces that fit on no part.
    pub pieces: Vec<PieceId>,
    /// The image of each option of the part, in the order of these options.
    pub options: Vec<OptionId>,
    /// Whether some rotation gives these images.
    pub is_rotation: bool,
}

/// For each pair of equal parts of the board, the motions of one to the other that can occur in a
/// symmetry of the puzzle.
#[derive(Debug)]
pub(crate) struct BoardMotions {
    /// The options of each part.
    pub options: Vec<Vec<OptionId>>,
    /// The motions, indexed by the part that is moved, then by its target. Of several motions with
    /// the same images of the pieces and options, only one is listed.
    pub motions: Vec<Vec<Vec<BoardMotion>>>,
    /// Whether every isometry between parts gives a motion that maps each piece to itself.
    pub keeps_pieces: bool,
}

impl BoardMotions {
    /// The motions between the parts of a puzzle's board.
    ///
    /// `None` if the elements of the group do not consist of independent motions of the parts. This
    /// is so for a single part, for pieces with coloured cells, and if restrictions or givens may
    /// decide which of several equal pieces is the image of a piece.
    ///
    /// Cost: for each pair of parts and each symmetry of the lattice, a pass over the entries of one part.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `stop` is set.
    pub(crate) fn of(instance: &Instance, stop: &StopFlag) -> Result<Option<Self>, Stopped> {
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
                let mut found = DistinctMotions::default();
                for isometry in puzzle.board.part_isometries(from, to) {
                    stop.check()?;
                    let motion = index.motion(puzzle, &options[from], &isometry);
                    keeps_pieces &= motion.as_ref().is_some_and(BoardMotion::keeps_pieces);
                    found.extend(motion);
                }
                // Each map of options is injective. If the target has more options, it is not onto.
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

/// A set of motions, any two of which differ in the image of a piece or an option.
#[derive(Default)]
struct DistinctMotions {
    motions: Vec<BoardMotion>,
    /// The index in `motions` of the motion with these images of the pieces and options.
    known: HashMap<(Vec<PieceId>, Vec<OptionId>), usize>,
}

impl Extend<BoardMotion> for DistinctMotions {
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
    /// The motion of an isometry, if it maps the set of pieces to itself and options to options.
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

    /// The image of a piece: the piece itself if possible, otherwise the i-th of several equal
    /// pieces is mapped to the i-th of their images.
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
