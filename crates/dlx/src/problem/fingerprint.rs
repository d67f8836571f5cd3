//! What tells one problem from another: a checksum of all that a search depends on.

use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use sha2::{Digest, Sha256};

use super::Problem;

/// A SHA-256 checksum of a problem's items, bounds, options and colours, in their order.
///
/// Files that hold something of a problem carry it, so that they are not taken for another one's.
///
/// ```
/// use tilewright_dlx::text;
///
/// let problem = text::read("a b | s\na s\nb\n")?;
/// assert_eq!(problem.fingerprint(), problem.clone().fingerprint());
/// assert_ne!(problem.fingerprint(), text::read("a b | s\nb\na s\n")?.fingerprint());
/// assert_eq!(problem.fingerprint().to_string().len(), 64);
/// # Ok::<(), text::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl Problem {
    /// A hash of all but the names: much faster than the checksum, and for this process alone.
    pub(crate) fn structure(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.names.len().hash(&mut hasher);
        self.bounds.hash(&mut hasher);
        self.ends.hash(&mut hasher);
        self.entries.hash(&mut hasher);
        self.colours
            .numbers()
            .for_each(|colour| colour.hash(&mut hasher));
        hasher.finish()
    }

    /// The problem's checksum. Takes time proportional to the number of entries.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Sha256::new();
        let mut number = |n: usize| hash.update((n as u64).to_le_bytes());
        // Every list is led by its length, so no two problems read the same.
        number(self.names.len());
        number(self.bounds.len());
        number(self.ends.len());
        for &(least, most) in &self.bounds {
            number(least as usize);
            number(most as usize);
        }
        for &end in &self.ends {
            number(end);
        }
        for item in &self.entries {
            number(item.index());
        }
        for name in &self.names {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name.as_bytes());
        }
        // At the end, as many as entries or none, so what has no colours reads as it always did.
        for colour in self.colours.numbers() {
            hash.update(u64::from(colour).to_le_bytes());
        }
        // The same for costs, led by a word that is no number of 8 bytes.
        if self.has_costs() {
            hash.update(b"costs");
            for cost in &self.costs {
                hash.update(cost.to_le_bytes());
            }
        }
        Fingerprint(hash.finalize().into())
    }
}
