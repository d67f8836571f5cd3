//! The set of pieces, and which isometries map it to itself.
//!
//! Names tell pieces apart, but an isometry knows shapes only. A piece is the shapes that
//! it can be laid in, and its copies: an isometry may send it to any that has as many
//! copies and exactly the images of its shapes. The shapes are the orientations that its
//! sides allow, wherever they fit and whatever is restricted; pieces that fit nowhere belong
//! to the set as well. Sides count by what they allow: an X is the same piece whether it may be
//! turned over or not.
//!
//! In a tray with depth the shapes are what the piece takes up of the tray, its
//! footprints; pieces that differ in space but not from above are alike there, and all
//! that are too high or too low to be laid at all. A reflection of the tray is a turn in space
//! that turns the tray over, so a piece that may be turned has the footprints of its
//! mirror image.

use std::collections::{BTreeSet, HashMap};

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{BoardSymmetry, Isometry, Polyform, Sides, Vector, footprint};

use super::faces;
use super::model::Puzzle;
use super::piece::{Copies, Piece, PieceId};
use super::tray::Tray;
use crate::support::label::Label;

/// A class of pieces that an isometry cannot tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PieceClass(usize);

/// What the pieces of a class have in common.
///
/// The orientations that sides allow are orbits of nested groups, so the least of
/// them and their number tell them all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Traits {
    /// The least orientation; in a tray with depth all footprints, sorted.
    shapes: Vec<Polyform>,
    orientations: usize,
    copies: Copies,
    /// The colours of a face's cells; empty if they have none.
    colors: Box<[Label]>,
}

/// The pieces of a puzzle, by class.
#[derive(Debug)]
pub(crate) struct PieceSet {
    /// Whether pieces of different copies are of different classes.
    by_copies: bool,
    classes: HashMap<Traits, PieceClass>,
    of_piece: Vec<PieceClass>,
    /// The class of each one-sided piece's mirror image, if some piece has it.
    mirrored: Vec<Option<PieceClass>>,
    members: Vec<Vec<PieceId>>,
}

impl PieceSet {
    /// The set of a puzzle's pieces.
    ///
    /// Cost: for each piece, its orientations; for a one-sided piece those of its mirror
    /// image too.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub(crate) fn new(puzzle: &Puzzle, stop: &StopFlag) -> Result<Self, Stopped> {
        Self::classified(puzzle, true, stop)
    }

    /// The same, where pieces are told apart by their shapes alone, whatever their copies.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
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
            let traits = set.counted(Traits::of(piece, puzzle.tray));
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
                    let mirrored = set.counted(Traits::flat(piece, &piece.polyform.mirror()));
                    set.classes.get(&mirrored).copied()
                }
                _ => Some(*own),
            });
        }
        Ok(set)
    }

    /// Traits as they tell classes apart.
    fn counted(&self, traits: Traits) -> Traits {
        let copies = if self.by_copies {
            traits.copies
        } else {
            Copies { min: 0, max: 0 }
        };
        Traits { copies, ..traits }
    }

    /// The class of a piece.
    pub(crate) fn class(&self, piece: PieceId) -> PieceClass {
        self.of_piece[piece.index()]
    }

    /// The pieces of a class, in the file's order.
    pub(crate) fn members(&self, class: PieceClass) -> &[PieceId] {
        &self.members[class.0]
    }

    /// The class of a piece's image; none if no piece is of that class.
    pub(crate) fn image(
        &self,
        puzzle: &Puzzle,
        piece: PieceId,
        isometry: &BoardSymmetry,
    ) -> Option<PieceClass> {
        // Where several boards are moved each by itself, all must send the piece to the same one.
        let mut images = (isometry.of_all_parts()).map(|by| self.image_by(puzzle, piece, by));
        let first = images.next().flatten()?;
        images.all(|image| image == Some(first)).then_some(first)
    }

    /// The class of a piece's image under a symmetry of the lattice; none if no piece is of that class.
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
                let own = self.counted(Traits::of(what, puzzle.tray));
                self.classes.get(&own.image(isometry)).copied()
            }
        }
    }

    /// Whether an isometry sends every face of a tile to one of another tile, on each of several boards that are moved
    /// by themselves.
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

    /// Which isometries of the lattice map the set of pieces to itself: all, all rotations, or not even these.
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

    /// Whether an isometry maps the set of pieces to itself.
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

impl Traits {
    /// Those of a piece.
    fn of(piece: &Piece, tray: Tray) -> Self {
        let Tray::Projected { layers } = tray else {
            return Self::flat(piece, &piece.polyform);
        };
        let orientations = piece.polyform.orientations(piece.sides);
        let footprints = orientations.iter();
        let footprints = footprints.filter_map(|form| footprint(form, layers));
        let shapes: BTreeSet<Polyform> = footprints.collect();
        Self {
            orientations: shapes.len(),
            shapes: shapes.into_iter().collect(),
            copies: piece.copies,
            colors: Box::default(),
        }
    }

    /// Those of a piece whose shape is `form`, where it is not projected.
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

    /// Those of the image, where all shapes are listed.
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
