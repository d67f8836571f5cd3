//! The fingerprint of a problem: a checksum of everything that a search depends on.

use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use sha2::{Digest, Sha256};

use super::Problem;

/// A SHA-256 checksum of a problem's items, bounds, options, colours and costs, in order.
///
/// Files with results for a problem contain its fingerprint, so that they are not used for another
/// problem.
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
    /// A hash of the problem without its names and costs. It is much faster than the checksum, and valid only
    /// within this process.
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
        // Every list is preceded by its length, so no two problems give the same bytes.
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
        // Colours come at the end: one number for each entry, or nothing. So problems without colours keep the
        // checksum that they had before colours existed.
        for colour in self.colours.numbers() {
            hash.update(u64::from(colour).to_le_bytes());
        }
        // Costs come last; a problem without costs adds nothing. The five letters before them distinguish them
        // from every list of 8-byte numbers.
        if self.has_costs() {
            hash.update(b"costs");
            for cost in &self.costs {
                hash.update(cost.to_le_bytes());
            }
        }
        Fingerprint(hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use crate::text;

    /// Checks that problems which differ in one respect have different checksums.
    #[test]
    fn every_part_of_a_problem_is_in_its_checksum() {
        let texts = [
            "a b c | s\na s:red\nb s:blue\nc\n",
            "a b c | s\na s:red\nb s:red\nc\n",
            "a b c | s\na s\nb s\nc\n",
            "a b c | s\na s\nb s c\n",
            "a b c | s\na\nb\nc\n",
            "a b c\na\nb\nc\n",
            "a b 0:1|c\na\nb\nc\n",
            "a b 0:2|c\na\nb\nc\n",
            // The same entries, divided into options in another way.
            "a b c\na b\nc\n",
            "a b c\na\nb c\n",
        ];
        let problems = texts.map(|text| text::read(text).unwrap());
        for (at, one) in problems.iter().enumerate() {
            for (other_at, other) in problems.iter().enumerate() {
                assert_eq!(one.fingerprint() == other.fingerprint(), at == other_at);
                assert_eq!(one.structure() == other.structure(), at == other_at);
            }
        }
    }

    #[test]
    fn names_are_in_the_checksum_and_not_in_the_structure() {
        let [one, other] = ["a b\na\nb\n", "a c\na\nc\n"].map(|text| text::read(text).unwrap());
        assert_ne!(one.fingerprint(), other.fingerprint());
        assert_eq!(one.structure(), other.structure());
    }

    #[test]
    fn costs_are_in_the_checksum_and_not_in_the_structure() {
        let [one, other] = ["a\na |1\n", "a\na |2\n"].map(|text| text::read(text).unwrap());
        assert_ne!(one.fingerprint(), other.fingerprint());
        assert_eq!(one.structure(), other.structure());
    }
}
