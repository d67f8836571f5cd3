//! What a run has written to its output, by its digest.

use std::io::{self, Read};

use sha2::{Digest, Sha256};
use thiserror::Error;
use tilewright_dlx::Fingerprint;

use super::OutputSoFar;
use crate::solve::search::Monitor;

/// Bytes read at a time; between two of them a signal is looked for.
const BLOCK: usize = 1 << 16;

/// The digest of all that was written, from the first byte.
#[derive(Debug, Clone, Default)]
pub struct OutputDigest {
    hash: Sha256,
    bytes: u64,
}

/// Why an output cannot be gone on with.
#[derive(Debug, Error)]
pub enum OutputError {
    /// It is shorter than what was written.
    #[error("it has {found} bytes, the checkpoint knows of {expected}")]
    Short {
        /// The bytes there are.
        found: u64,
        /// The bytes that were written.
        expected: u64,
    },
    /// It holds something else.
    #[error("its first {0} bytes are not those that the run wrote")]
    Changed(u64),
    /// A signal came first.
    #[error("stopped before it was read")]
    Stopped,
    /// It cannot be read.
    #[error("it cannot be read")]
    Read(#[source] io::Error),
}

impl OutputDigest {
    /// Takes note of bytes that are written.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// What was written so far, and how many solutions it holds.
    pub fn written(&self, solutions: u64) -> OutputSoFar {
        OutputSoFar {
            bytes: self.bytes,
            solutions,
            sha256: Fingerprint(self.hash.clone().finalize().into()).to_string(),
        }
    }

    /// Reads what was written and compares it with what is known of it. The
    /// reader then stands behind it.
    ///
    /// Takes about a second a gigabyte.
    ///
    /// # Errors
    ///
    /// It is something else, cannot be read, or a signal came first.
    pub fn verified(
        reader: &mut impl Read,
        written: &OutputSoFar,
        monitor: &Monitor,
    ) -> Result<Self, OutputError> {
        let mut digest = Self::default();
        let mut block = vec![0; BLOCK];
        let mut reader = reader.take(written.bytes);
        loop {
            if monitor.is_set() {
                return Err(OutputError::Stopped);
            }
            let read = match reader.read(&mut block) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(OutputError::Read(error)),
            };
            digest.update(&block[..read]);
        }
        if digest.bytes < written.bytes {
            return Err(OutputError::Short {
                found: digest.bytes,
                expected: written.bytes,
            });
        }
        if digest.written(written.solutions) != *written {
            return Err(OutputError::Changed(written.bytes));
        }
        Ok(digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_is_seen() {
        let text = "solution 1\nsolution 2\n";
        let mut digest = OutputDigest::default();
        digest.update(text.as_bytes());
        let written = digest.written(2);
        let verified = |text: &[u8]| {
            OutputDigest::verified(&mut &*text, &written, &Monitor::silent())
                .map(|digest| digest.written(2))
        };
        assert_eq!(verified(text.as_bytes()).unwrap(), written);
        let longer = format!("{text}solu");
        assert_eq!(verified(longer.as_bytes()).unwrap(), written);
        for at in 0..text.len() {
            let mut changed = text.as_bytes().to_vec();
            changed[at] ^= 1;
            assert!(matches!(verified(&changed), Err(OutputError::Changed(22))));
            let short = verified(&text.as_bytes()[..at]);
            assert!(matches!(
                short,
                Err(OutputError::Short { expected: 22, .. })
            ));
        }
    }

    /// A digest that is resumed goes on to the same value.
    #[test]
    fn a_digest_goes_on() {
        let text = b"solution 1\nsolution 2\n";
        let mut whole = OutputDigest::default();
        whole.update(text);
        let mut first = OutputDigest::default();
        first.update(&text[..11]);
        let never = Monitor::silent();
        let mut resumed =
            OutputDigest::verified(&mut &text[..], &first.written(1), &never).unwrap();
        resumed.update(&text[11..]);
        assert_eq!(resumed.written(2), whole.written(2));
    }
}
