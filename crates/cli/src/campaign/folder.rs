//! The folder of a campaign.

use std::path::PathBuf;

use super::manifest::Manifest;
use super::manifest::PartList;

/// A campaign's folder, its manifest and its parts.
#[derive(Debug)]
pub struct Campaign {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
    /// The digest of the manifest, which every result names.
    pub(super) digest: String,
    pub(super) parts: PartList,
}
