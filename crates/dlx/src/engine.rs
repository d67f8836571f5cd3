//! The names of the engines.

use std::fmt;

/// An engine that searches for solutions or counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Engine {
    /// [`Links`](crate::Links): dancing links, the reference.
    Links,
    /// [`Bits`](crate::Bits): bit-parallel, with the same search tree as `Links`.
    Bits,
    /// [`Frontier`](crate::Frontier): counts without listing, by a sweep.
    #[cfg(feature = "frontier")]
    Frontier,
    /// [`Dissections`](crate::Dissections): counts dissections by their boundaries.
    Regions,
}

impl Engine {
    /// The name of the engine on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::Bits => "bits",
            #[cfg(feature = "frontier")]
            Self::Frontier => "frontier",
            Self::Regions => "regions",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
