//! The rule that says which choices of pieces are allowed.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use num_bigint::BigUint;
use thiserror::Error;
use tilewright_geometry::{Board, Polyform, Sides};

use crate::puzzle::{Copies, DesignRequest, NumberRange, Piece, PieceId, Puzzle, PuzzleFile};
use crate::support::label::Label;

/// Restrictions on a choice of pieces, in addition to the bounds of their copies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceRule {
    /// The number of pieces, counting copies; `None` for any number.
    pub pieces: Option<NumberRange>,
    /// The number of different pieces; `None` for any number.
    pub different: Option<NumberRange>,
    /// Pairs of pieces of which at most one is used; see [`mirror_pairs`].
    pub apart: Vec<(PieceId, PieceId)>,
}

/// Why pieces cannot be required or left out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// No piece has this name.
    #[error("no piece is named {name:?}")]
    Unknown {
        /// The name that no piece has.
        name: String,
    },
    /// A piece that must be used cannot be left out.
    #[error("{name} must be used, so it cannot be left out")]
    Needed {
        /// The piece's name.
        name: Label,
    },
    /// A piece of which the puzzle has a given cannot be left out.
    #[error("{name} is given, so it cannot be left out")]
    Given {
        /// The piece's name.
        name: Label,
    },
    /// No piece is left.
    #[error("the rule leaves out all pieces; keep at least one")]
    Nothing,
}

impl Puzzle {
    /// The puzzle with each piece of `must` used at least once, and without the pieces of `never`.
    ///
    /// # Errors
    ///
    /// A name belongs to no piece, a piece of `never` must be used, or no piece is left.
    pub fn with_choice(&self, must: &[Label], never: &[Label]) -> Result<Self, RuleError> {
        let unknown = must.iter().chain(never).find(|name| {
            !self
                .pieces
                .iter()
                .any(|piece| piece.name_of_tile() == *name)
        });
        if let Some(name) = unknown {
            return Err(RuleError::Unknown {
                name: name.to_string(),
            });
        }
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            let name = piece.name_of_tile();
            let Copies { min, max } = piece.copies_of_tile();
            let min = min.max(u32::from(must.contains(name)));
            if !never.contains(name) {
                let unlimited = piece.unlimited;
                let piece = piece.clone().used(Copies { min, max });
                pieces.push(Piece { unlimited, ..piece });
            } else if min > 0 {
                let name = name.clone();
                return Err(RuleError::Needed { name });
            }
        }
        if pieces.is_empty() {
            return Err(RuleError::Nothing);
        }
        self.with_pieces(pieces).map_err(|given| {
            let piece = self.givens[given].piece;
            RuleError::Given {
                name: self.piece(piece).name_of_tile().clone(),
            }
        })
    }

    /// The puzzle with all pieces optional, except givens. `None` if the copies of a piece can
    /// already vary.
    pub fn with_optional_pieces(&self) -> Option<Self> {
        let is_fixed = |piece: &Piece| piece.copies_of_tile().exactly().is_some();
        if !self.pieces.iter().all(is_fixed) {
            return None;
        }
        let (tiles, givens) = (self.tiles(), self.givens_of_tiles());
        let pieces = self.pieces.iter().zip(tiles).map(|(piece, tile)| {
            let max = piece.copies_of_tile().max;
            let min = givens[tile.index()].min(max);
            piece.clone().used(Copies { min, max })
        });
        self.with_pieces(pieces.collect()).ok()
    }

    /// The puzzle of one choice. For each piece, in order, `copies` contains the exact number of
    /// copies. The copies of a tile with coloured cells are given at its first face.
    ///
    /// # Panics
    ///
    /// If a piece that is given has no copies, or if all pieces have none.
    #[must_use]
    #[expect(clippy::expect_used, reason = "an invariant of choices")]
    pub fn chosen(&self, copies: &[u32]) -> Self {
        let tiles = self.tiles();
        let pieces = self.pieces.iter().zip(tiles);
        let pieces = pieces.map(|(piece, tile)| (piece, copies[tile.index()]));
        let used = pieces.filter(|(_, copies)| *copies > 0);
        let exactly = used.map(|(piece, copies)| piece.clone().exactly(copies));
        (self.with_pieces(exactly.collect()))
            .expect("invariant: a choice has the pieces that are given")
    }
}

impl ChoiceRule {
    /// The rule that a design request gives for choices of the puzzle's pieces.
    pub fn of(request: &DesignRequest, puzzle: &Puzzle) -> Self {
        Self {
            pieces: request.choose,
            different: request.different,
            apart: if request.one_of_mirrors {
                mirror_pairs(puzzle)
            } else {
                Vec::new()
            },
        }
    }

    /// Whether the rule allows a choice whose copies are within the bounds of the pieces.
    pub fn allows(&self, copies: &[u32]) -> bool {
        let pieces = copies.iter().map(|copies| u64::from(*copies)).sum();
        let used = |piece: PieceId| copies[piece.index()] > 0;
        self.allows_number(pieces)
            && self.allows_different(copies)
            && !(self.apart.iter()).any(|&(one, other)| used(one) && used(other))
    }

    pub(super) fn allows_number(&self, pieces: u64) -> bool {
        (self.pieces).is_none_or(|range| range.contains(&pieces.into()))
    }

    fn allows_different(&self, copies: &[u32]) -> bool {
        let different = copies.iter().filter(|copies| **copies > 0).count();
        (self.different).is_none_or(|range| range.contains(&different.into()))
    }
}

/// The pieces to choose from, and the rule for choices.
#[derive(Debug)]
pub struct ChoicePool {
    /// The file's puzzle without the pieces that the request leaves out.
    pub puzzle: Puzzle,
    /// The rule that says which choices of these pieces are allowed.
    pub rule: ChoiceRule,
    /// Whether all pieces were made optional although the file fixes their copies: with the file's
    /// copies, no choice would fit the board or the board of any goal.
    pub is_opened: bool,
}

impl ChoicePool {
    /// The pieces to choose from and the rule for choices, if `request` is applied to the puzzle of
    /// a file.
    ///
    /// # Errors
    ///
    /// As [`Puzzle::with_choice`].
    pub fn of(file: &PuzzleFile, request: &DesignRequest) -> Result<Self, RuleError> {
        let pool = |puzzle: &Puzzle, is_opened| {
            let puzzle = puzzle.with_choice(&request.must, &request.never)?;
            let rule = ChoiceRule::of(request, &puzzle);
            Ok(Self {
                puzzle,
                rule,
                is_opened,
            })
        };
        let own = pool(&file.puzzle, false);
        let may_fit = match &own {
            Ok(own) => own.may_fit(file),
            Err(error) => !matches!(error, RuleError::Needed { .. }),
        };
        if may_fit || request.boards.is_some() {
            return own;
        }
        match file.puzzle.with_optional_pieces() {
            Some(opened) => pool(&opened, true),
            None => own,
        }
    }

    /// Whether any choice that the rule allows has a suitable number of cells for the board, or for
    /// the board of at least one goal.
    fn may_fit(&self, file: &PuzzleFile) -> bool {
        let may_fit = |board: &Board| {
            let choices = self.rule.choices(&self.puzzle, cells_to_cover(board));
            choices.is_none_or(|choices| choices > BigUint::ZERO)
        };
        if file.goals.is_empty() {
            return may_fit(&self.puzzle.board);
        }
        (file.goals.iter()).any(|goal| may_fit(&file.with_goal(goal).puzzle.board))
    }
}

/// The numbers of cells that a solution may cover: from only the required cells to all cells.
pub fn cells_to_cover(board: &Board) -> RangeInclusive<u64> {
    let required = board.required_count() as u64;
    required..=required + board.optional_count() as u64
}

/// The pairs of pieces that are mirror images of each other but not of themselves, colours
/// included. In each pair, the piece that comes first in the puzzle is the first.
///
/// Cost: computing the orientations of each piece.
pub fn mirror_pairs(puzzle: &Puzzle) -> Vec<(PieceId, PieceId)> {
    let mut by_shape: HashMap<ColoredForm, Vec<PieceId>> = HashMap::new();
    let mut pairs = Vec::new();
    for (id, piece) in puzzle.first_faces() {
        let Some((own, mirrored)) = with_mirror_image(piece) else {
            continue;
        };
        if own != mirrored {
            let before = by_shape.get(&mirrored).into_iter().flatten();
            pairs.extend(before.map(|other| (*other, id)));
            by_shape.entry(own).or_default().push(id);
        }
    }
    pairs
}

/// A shape and the colours of its cells, if any.
type ColoredForm = (Polyform, Box<[Label]>);

/// The canonical forms of a piece and of its mirror image, up to rotations only. `None` if the
/// piece has coloured cells and its lattice has no reflections.
fn with_mirror_image(piece: &Piece) -> Option<(ColoredForm, ColoredForm)> {
    let lattice = piece.polyform.lattice();
    if piece.cell_colors.is_none() {
        let turned = |polyform: &Polyform| (polyform.canonical(Sides::OneSided), Box::default());
        return Some((turned(&piece.polyform), turned(&piece.polyform.mirror())));
    }
    let least = |rotations: bool| {
        let symmetries = lattice.symmetries(Sides::Free).iter();
        let images = symmetries.filter(|symmetry| symmetry.is_rotation() == rotations);
        let images = images.filter_map(|symmetry| piece.face_image(symmetry));
        let forms = images.filter_map(|face| Some((face.polyform, face.cell_colors?.colors)));
        forms.min()
    };
    Some((least(true)?, least(false)?))
}
