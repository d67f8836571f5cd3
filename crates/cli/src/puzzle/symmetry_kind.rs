//! Kinds of symmetry, by what they are called.

use tilewright_geometry::{BoardSymmetry, Isometry};

/// A kind of symmetry that a solution may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymmetryKind {
    /// Any but the identity.
    Any,
    /// Any rotation.
    Rotation,
    /// A rotation by 180°.
    HalfTurn,
    /// A rotation by 120°.
    ThirdTurn,
    /// A rotation by 90°.
    QuarterTurn,
    /// A rotation by 60°.
    SixthTurn,
    /// Any reflection, glide reflections too; in space any isometry that is no rotation.
    Reflection,
    /// A translation, on a board that wraps around.
    Translation,
}

impl SymmetryKind {
    /// All kinds.
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

    /// What it is called.
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

    /// Whether an isometry of a board is of this kind; whether it counts as a rotation is told apart.
    pub(crate) fn is_that_of(self, isometry: &BoardSymmetry, is_rotation: bool) -> bool {
        let order = isometry.order();
        let is_translation = isometry.symmetry.matrix == Isometry::IDENTITY.matrix;
        if order == 1 {
            return false;
        }
        let turns = |wanted: u32| is_rotation && !is_translation && order == wanted;
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
