use std::path::PathBuf;

use super::manifest::Manifest;
use super::manifest::PartList;

/// An open campaign: its folder, its manifest and its parts.
#[derive(Debug)]
pub struct Campaign {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
    /// The digest of the manifest, which every result refers to.
    pub(super) digest: String,
    pub(super) parts: PartList,
}
