//! Kinds of symmetry, by name.

use tilewright_geometry::{Board, BoardSymmetry, Isometry};

/// A kind of symmetry that a solution may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymmetryKind {
    /// Any isometry but the identity.
    Any,
    /// Any rotation but the identity.
    Rotation,
    /// A rotation by 180°.
    HalfTurn,
    /// A rotation by 120°.
    ThirdTurn,
    /// A rotation by 90°.
    QuarterTurn,
    /// A rotation by 60°.
    SixthTurn,
    /// Any reflection or glide reflection; in three dimensions any isometry that is not a rotation.
    Reflection,
    /// A translation, on a board that wraps around.
    Translation,
}

impl SymmetryKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 8] = [
        Self::Any,
        Self::Rotation,
        Self::HalfTurn,
        Self::ThirdTurn,
        Self::QuarterTurn,
        Self::SixthTurn,
        Self::Reflection,
        Self::Translation,
    ];

    /// The name in files and messages.
    ///
    /// ```
    /// assert_eq!(tilewright::puzzle::SymmetryKind::HalfTurn.word(), "half turn");
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Rotation => "rotation",
            Self::HalfTurn => "half turn",
            Self::ThirdTurn => "third of a turn",
            Self::QuarterTurn => "quarter turn",
            Self::SixthTurn => "sixth of a turn",
            Self::Reflection => "reflection",
            Self::Translation => "translation",
        }
    }

    /// The kinds of an isometry of a board, sorted. Empty if the isometry moves no cell. The caller
    /// decides whether the isometry counts as a rotation.
    ///
    /// On a board with several parts, an isometry has a kind other than `Any` only if it maps each
    /// part to itself, and its restriction to each part has that kind. An isometry that exchanges
    /// parts has no other kind, because each part may also be reflected before the exchange.
    pub(crate) fn of(board: &Board, isometry: &BoardSymmetry, is_rotation: bool) -> Vec<Self> {
        let order = isometry.order();
        if order == 1 {
            return Vec::new();
        }
        let part_of_image = |cell| board.part_of(isometry.image(cell));
        let exchanges = (board.indices()).any(|cell| board.part_of(cell) != part_of_image(cell));
        let is_of = |kind: &Self| {
            if isometry.of_other_parts.is_empty() {
                return kind.is_that_of(&isometry.symmetry, Some(order), is_rotation);
            }
            let of_kind =
                |part: &Isometry| kind.is_that_of(part, part.matrix.order(), part.is_rotation());
            *kind == Self::Any || !exchanges && isometry.of_all_parts().all(of_kind)
        };
        Self::ALL.into_iter().filter(is_of).collect()
    }

    /// Whether an isometry of this order is of this kind. The isometry must not be the identity.
    fn is_that_of(self, isometry: &Isometry, order: Option<u32>, is_rotation: bool) -> bool {
        let is_translation = isometry.matrix == Isometry::IDENTITY.matrix;
        let turns =
            |order_of_kind: u32| is_rotation && !is_translation && order == Some(order_of_kind);
        match self {
            Self::Any => true,
            Self::Rotation => is_rotation && !is_translation,
            Self::HalfTurn => turns(2),
            Self::ThirdTurn => turns(3),
            Self::QuarterTurn => turns(4),
            Self::SixthTurn => turns(6),
            Self::Reflection => !isometry.is_rotation(),
            Self::Translation => is_translation,
        }
    }
}
