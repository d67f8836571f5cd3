//! Which choices of pieces are allowed.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use num_bigint::BigUint;
use thiserror::Error;
use tilewright_geometry::{Board, Polyform, Sides};

use crate::puzzle::{Copies, DesignRequest, NumberRange, Piece, PieceId, Puzzle, PuzzleFile};
use crate::support::label::Label;

/// What is asked of a choice beside the bounds of the copies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceRule {
    /// How many pieces there are in all, copies counted; any number if none is named.
    pub pieces: Option<NumberRange>,
    /// How many different ones there are; any number if none is named.
    pub different: Option<NumberRange>,
    /// Pairs of pieces of which at most one is used; see [`mirror_pairs`].
    pub apart: Vec<(PieceId, PieceId)>,
}

/// Why pieces cannot be asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// There is no such piece.
    #[error("no piece is named {name:?}")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A piece that must be used must not be used.
    #[error("{name} must be used, so it cannot be left out")]
    Needed {
        /// The piece.
        name: Label,
    },
    /// A piece that is given is to be left out.
    #[error("{name} is given, so it cannot be left out")]
    Given {
        /// The piece.
        name: Label,
    },
    /// No piece is left.
    #[error("no piece is left")]
    Nothing,
}

impl Puzzle {
    /// The same puzzle with some pieces that must be used, once at least, and without some others.
    ///
    /// # Errors
    ///
    /// A name that is no piece's; a piece to be left out that must be used; or no piece is left.
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

    /// The same puzzle with every piece free to be left out, but for its givens; none if some piece's copies
    /// leave a choice already.
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

    /// The puzzle of one choice: each piece exactly so often, by index. The copies of a tile with coloured
    /// cells are those at its first face.
    ///
    /// # Panics
    ///
    /// A piece that is given is not among them, or none is.
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
    /// The rule of a request for choices of these pieces.
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

    /// Whether a choice that keeps to the copies of the pieces is allowed.
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

/// The pieces that choices are made of, and which choices are allowed.
#[derive(Debug)]
pub struct ChoicePool {
    /// The file's puzzle without the pieces to be left out.
    pub puzzle: Puzzle,
    /// What is asked of a choice.
    pub rule: ChoiceRule,
    /// Whether every piece may be left out although the file's copies say otherwise: with these no choice
    /// would fit the board, or the board of any goal.
    pub is_opened: bool,
}

impl ChoicePool {
    /// The pool of a file.
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

    /// Whether some choice covers as many cells as the board has, or the board of some goal.
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

/// How many cells of a board solutions cover: those required, and optional ones besides.
pub fn cells_to_cover(board: &Board) -> RangeInclusive<u64> {
    let required = board.required_count() as u64;
    required..=required + board.optional_count() as u64
}

/// The pieces of a puzzle that are each other's mirror images and not their own, colours and all, the
/// first of each pair before the second.
///
/// Cost: the orientations of each piece.
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

/// A shape and the colours of its cells, if it has any.
type ColoredForm = (Polyform, Box<[Label]>);

/// What a piece looks like however it is turned, and its mirror image.
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
