//! The address of a studio, stored next to the puzzle. A restarted studio takes the same address, so open pages of
//! the previous one find it and send the strokes that they could not send before.
//!
//! The file exists while pages may have unsent strokes. The studio removes it when it ends, unless
//! a page still listens.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::support::atomic_write;

/// The maximum size of an address file, in bytes. A real one has about 100.
const MAX_BYTES: u64 = 4096;

/// A port of this machine, and the token that a page must send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Address {
    #[serde(rename = "tilewright_studio_port")]
    pub(super) port: u16,
    pub(super) token: String,
}

#[derive(Debug, Clone)]
pub(super) struct AddressFile(PathBuf);

impl AddressFile {
    /// The address file of a puzzle: its path with `.studio` appended.
    pub(super) fn of(puzzle: &Path) -> Self {
        let mut name = puzzle.file_name().unwrap_or_default().to_owned();
        name.push(".studio");
        Self(puzzle.with_file_name(name))
    }

    /// The stored address; `None` if the file is missing, is not an address file, or can be read by other users, who
    /// then know the token.
    pub(super) fn read(&self) -> Option<Address> {
        let found = fs::symlink_metadata(&self.0).ok()?;
        let is_secret = found.is_file() && found.len() <= MAX_BYTES && is_private(&found);
        let bytes = is_secret.then(|| fs::read(&self.0).ok())??;
        let address: Address = serde_json::from_slice(&bytes).ok()?;
        let is_token =
            |token: &str| token.len() == 32 && token.bytes().all(|b| b.is_ascii_hexdigit());
        is_token(&address.token).then_some(address)
    }

    /// Stores an address. Errors are ignored: then open pages cannot find the next studio, and report that.
    pub(super) fn write(&self, address: &Address) {
        if let Ok(bytes) = serde_json::to_vec(address) {
            let _ = atomic_write::replace_secret(&self.0, &bytes);
        }
    }

    /// Removes the file if it is an address file.
    pub(super) fn remove(&self) {
        if self.read().is_some() {
            let _ = fs::remove_file(&self.0);
        }
    }
}

#[cfg(unix)]
fn is_private(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of_others = 0o077;
    found.mode() & of_others == 0
}

#[cfg(not(unix))]
fn is_private(_: &fs::Metadata) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn an_address_is_kept_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = AddressFile::of(&folder.path().join("tray.ron"));
        assert_eq!(file.read(), None);
        let address = Address {
            port: 4711,
            token: "0123456789abcdef".repeat(2),
        };
        file.write(&address);
        assert_eq!(
            fs::metadata(&file.0).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert_eq!(file.read(), Some(address.clone()));
        // An address file that other users can read is ignored. A file that does not contain an address is not
        // removed.
        fs::set_permissions(&file.0, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(file.read(), None);
        for other in ["mine", "{\"tilewright_studio_port\":4711,\"token\":\"\"}"] {
            fs::write(&file.0, other).unwrap();
            fs::set_permissions(&file.0, fs::Permissions::from_mode(0o600)).unwrap();
            assert_eq!(file.read(), None);
            file.remove();
            assert!(file.0.exists());
        }
        file.write(&address);
        file.remove();
        assert!(!file.0.exists());
    }
}
