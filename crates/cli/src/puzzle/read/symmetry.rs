//! The field `symmetry:` of sub-boards.

use serde::Deserialize;
use tilewright_geometry::SubBoardSymmetry;

/// The value of `symmetry:`; see [`SubBoardSymmetry`].
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Symmetry")]
pub(super) enum SymmetryFile {
    Rotation(u32),
    Reflection,
    Full,
}

impl From<SymmetryFile> for SubBoardSymmetry {
    fn from(symmetry: SymmetryFile) -> Self {
        match symmetry {
            SymmetryFile::Rotation(order) => Self::Rotation(order),
            SymmetryFile::Reflection => Self::Reflection,
            SymmetryFile::Full => Self::Full,
        }
    }
}
