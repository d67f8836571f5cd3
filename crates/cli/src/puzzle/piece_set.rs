//! The set of pieces, and the isometries that map it to itself.
//!
//! Pieces have names, but an isometry maps only shapes. It may map a piece to any piece with the
//! same number of copies whose shapes are exactly the images of its shapes. The shapes of a piece
//! are the orientations that its sides allow, even if they do not fit on the board or restrictions
//! forbid them. Pieces that fit nowhere belong to the set as well. Sides count by the orientations
//! that they allow: for an X, which equals its mirror image, they make no difference.
//!
//! In a tray with depth the shapes are footprints: the cells of the tray that the piece occupies. Pieces with the same
//! footprints count as equal, even if they differ in three dimensions. So do all pieces without footprints. A
//! reflection of the tray is a rotation in three dimensions that turns it over, so a piece that may be rotated has the
//! footprints of its mirror image.

use std::collections::{BTreeSet, HashMap};

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::compact::set_of;
use tilewright_geometry::{BoardSymmetry, Isometry, Polyform, Sides, Vector, footprint};

use super::faces;
use super::model::Puzzle;
use super::piece::{Copies, Piece, PieceId};
use super::tray::Tray;
use crate::support::label::Label;

/// A class: pieces with the same orientations, cell colours and, if copies are compared, numbers of copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PieceClass(usize);

/// The common properties of the pieces of a class.
///
/// The orientations that different sides allow are orbits of nested groups. So the least
/// orientation (lexicographically) and the number of orientations determine all orientations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PieceTraits {
    /// The lexicographically least orientation. In a tray with depth: the footprints of all orientations, sorted.
    shapes: Vec<Polyform>,
    orientations: usize,
    copies: Copies,
    /// The colours of a face's cells; empty without coloured cells.
    colors: Box<[Label]>,
}

/// The pieces of a puzzle, grouped by class.
#[derive(Debug)]
pub(crate) struct PieceSet {
    /// Whether pieces with different numbers of copies are in different classes.
    by_copies: bool,
    classes: HashMap<PieceTraits, PieceClass>,
    of_piece: Vec<PieceClass>,
    /// For each piece, the class of its mirror image, if the set has such a piece. For pieces that
    /// are not one-sided, and in a tray with depth, it is their own class.
    mirrored: Vec<Option<PieceClass>>,
    members: Vec<Vec<PieceId>>,
}

impl PieceSet {
    /// Classifies the pieces of a puzzle according to shape and number of copies.
    ///
    /// Cost: computing the orientations of each piece; for a one-sided piece also those of its mirror image.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `stop` is set.
    pub(crate) fn new(puzzle: &Puzzle, stop: &StopFlag) -> Result<Self, Stopped> {
        Self::classified(puzzle, true, stop)
    }

    /// Classifies the pieces of a puzzle by shape alone.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `stop` is set.
    pub(crate) fn of_shapes(puzzle: &Puzzle, stop: &StopFlag) -> Result<Self, Stopped> {
        Self::classified(puzzle, false, stop)
    }

    fn classified(puzzle: &Puzzle, by_copies: bool, stop: &StopFlag) -> Result<Self, Stopped> {
        let mut set = Self {
            by_copies,
            classes: HashMap::new(),
            of_piece: Vec::with_capacity(puzzle.pieces.len()),
            mirrored: Vec::with_capacity(puzzle.pieces.len()),
            members: Vec::new(),
        };
        for (id, piece) in puzzle.pieces() {
            stop.check()?;
            let next = PieceClass(set.members.len());
            let traits = set.counted(PieceTraits::of(piece, puzzle.tray));
            let class = *set.classes.entry(traits).or_insert(next);
            if class == next {
                set.members.push(Vec::new());
            }
            set.members[class.0].push(id);
            set.of_piece.push(class);
        }
        for (piece, own) in puzzle.pieces.iter().zip(&set.of_piece) {
            stop.check()?;
            set.mirrored.push(match (piece.sides, puzzle.tray) {
                (Sides::OneSided, Tray::Flat) => {
                    let mirrored = set.counted(PieceTraits::flat(piece, &piece.polyform.mirror()));
                    set.classes.get(&mirrored).copied()
                }
                _ => Some(*own),
            });
        }
        Ok(set)
    }

    /// The properties `traits` as they define a class. If classes do not depend on the number of copies, that
    /// number is replaced by 0, so that pieces that differ only in it are in the same class.
    fn counted(&self, traits: PieceTraits) -> PieceTraits {
        let copies = if self.by_copies {
            traits.copies
        } else {
            Copies { min: 0, max: 0 }
        };
        PieceTraits { copies, ..traits }
    }

    pub(crate) fn class(&self, piece: PieceId) -> PieceClass {
        self.of_piece[piece.index()]
    }

    /// The pieces of a class, in the order of the puzzle.
    pub(crate) fn members(&self, class: PieceClass) -> &[PieceId] {
        &self.members[class.0]
    }

    /// The class of a piece's image; `None` if no piece has that shape, or if the isometries of different parts of
    /// the board give different classes.
    pub(crate) fn image(
        &self,
        puzzle: &Puzzle,
        piece: PieceId,
        isometry: &BoardSymmetry,
    ) -> Option<PieceClass> {
        // On a board with several parts, the isometries of all parts must map the piece to the same class.
        let mut images = (isometry.of_all_parts()).map(|by| self.image_by(puzzle, piece, by));
        let first = images.next().flatten()?;
        images.all(|image| image == Some(first)).then_some(first)
    }

    /// The class of a piece's image under a symmetry of the lattice; `None` if no piece has that shape.
    pub(crate) fn image_by(
        &self,
        puzzle: &Puzzle,
        piece: PieceId,
        isometry: &Isometry,
    ) -> Option<PieceClass> {
        let what = puzzle.piece(piece);
        match what.sides {
            Sides::Free => Some(self.class(piece)),
            Sides::OneSided if isometry.is_rotation() => Some(self.class(piece)),
            Sides::OneSided => self.mirrored[piece.index()],
            Sides::Fixed => {
                let own = self.counted(PieceTraits::of(what, puzzle.tray));
                self.classes.get(&own.image(isometry)).copied()
            }
        }
    }

    /// Whether the isometry maps every face in `faces` to a face in `to`, on every part of the board.
    pub(crate) fn sends_faces(
        &self,
        puzzle: &Puzzle,
        faces: &[PieceId],
        to: &[PieceId],
        isometry: &BoardSymmetry,
    ) -> bool {
        faces.iter().all(|face| {
            isometry.of_all_parts().all(|part| {
                let image = self.image_by(puzzle, *face, part);
                to.iter().any(|face| image == Some(self.class(*face)))
            })
        })
    }

    /// The largest group of symmetries that maps the set of pieces to itself: all symmetries, the
    /// rotations, or the identity.
    pub(crate) fn sides(&self, puzzle: &Puzzle) -> Sides {
        let keeps = |symmetry: &Isometry| {
            let isometry = BoardSymmetry {
                symmetry: *symmetry,
                shift: Vector::default(),
                of_other_parts: Box::default(),
                images: Box::default(),
            };
            self.is_kept_by(puzzle, &isometry)
        };
        let all = [Sides::Free, Sides::OneSided].into_iter();
        let mut kept = all.filter(|sides| puzzle.lattice.symmetries(*sides).iter().all(keeps));
        kept.next().unwrap_or(Sides::Fixed)
    }

    /// Whether an isometry maps the set of pieces to itself, as a multiset of classes.
    pub(crate) fn is_kept_by(&self, puzzle: &Puzzle, isometry: &BoardSymmetry) -> bool {
        let mut left: Vec<usize> = self.members.iter().map(Vec::len).collect();
        puzzle.pieces().all(|(piece, _)| {
            let image = self.image(puzzle, piece, isometry);
            let room = image.and_then(|class| left.get_mut(class.0));
            match room {
                Some(room) if *room > 0 => {
                    *room -= 1;
                    true
                }
                _ => false,
            }
        })
    }
}

impl PieceTraits {
    fn of(piece: &Piece, tray: Tray) -> Self {
        let Tray::Projected { layers } = tray else {
            return Self::flat(piece, &piece.polyform);
        };
        let orientations = piece.polyform.orientations(piece.sides);
        let footprints = orientations.iter();
        let footprints = footprints.filter_map(|form| footprint(form, layers));
        let shapes: BTreeSet<Polyform> = set_of(footprints);
        Self {
            orientations: shapes.len(),
            shapes: shapes.into_iter().collect(),
            copies: piece.copies,
            colors: Box::default(),
        }
    }

    /// The properties of a piece with the shape `form` on a flat tray.
    fn flat(piece: &Piece, form: &Polyform) -> Self {
        let orientations = form.orientations(piece.sides);
        Self {
            orientations: orientations.len(),
            shapes: orientations.into_iter().min().into_iter().collect(),
            copies: piece.copies,
            colors: (piece.cell_colors.as_ref())
                .map_or_else(Box::default, |colors| colors.colors.clone()),
        }
    }

    /// The properties that a piece with these properties has after an isometry. The field `shapes` must list all
    /// shapes of the piece.
    fn image(&self, isometry: &Isometry) -> Self {
        if let ([face], false) = (&self.shapes[..], self.colors.is_empty()) {
            let (shape, colors) = faces::image(face, &self.colors, isometry);
            return Self {
                shapes: vec![shape],
                colors,
                ..*self
            };
        }
        let images = self.shapes.iter();
        let mut shapes: Vec<Polyform> = images.map(|form| form.transformed(isometry)).collect();
        shapes.sort_unstable();
        Self {
            shapes,
            colors: Box::default(),
            ..*self
        }
    }
}
