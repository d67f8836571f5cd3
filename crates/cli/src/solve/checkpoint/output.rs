//! The digest of a run's output, by which a resumed run checks that the output has not changed.

use std::io::{self, Read};

use sha2::{Digest, Sha256};
use thiserror::Error;
use tilewright_dlx::Fingerprint;

use super::OutputSoFar;
use crate::solve::search::RunContext;

/// Bytes read at a time. The stop flag is checked after each block.
const BLOCK: usize = 1 << 16;

/// The digest of the output, from its first byte.
#[derive(Debug, Clone, Default)]
pub(crate) struct OutputDigest {
    hash: Sha256,
    bytes: u64,
}

/// Why an output cannot be continued.
#[derive(Debug, Error)]
pub(crate) enum OutputError {
    /// The output is shorter than the checkpoint says.
    #[error("it has {found} bytes, but the checkpoint recorded {expected}")]
    Short {
        /// The length found, in bytes.
        found: u64,
        /// The length that the run wrote, in bytes.
        expected: u64,
    },
    /// The bytes that the earlier run wrote have changed. Holds their number.
    #[error("its first {0} bytes have changed since the run wrote them")]
    Changed(u64),
    /// The stop flag was set.
    #[error("stopped before it was read")]
    Stopped,
    /// The output cannot be read.
    #[error("cannot read it")]
    Read(#[source] io::Error),
}

impl OutputDigest {
    /// Adds bytes to the digest, as they are written to the output.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// The length and the digest of the output so far, together with the number of its solutions.
    pub(crate) fn written(&self, solutions: u64) -> OutputSoFar {
        OutputSoFar {
            bytes: self.bytes,
            solutions,
            sha256: Fingerprint(self.hash.clone().finalize().into()).to_string(),
        }
    }

    /// Reads the output that `written` describes and compares the digests. Leaves the reader at the
    /// end of that output.
    ///
    /// Takes about one second per gigabyte.
    ///
    /// # Errors
    ///
    /// The output differs or cannot be read, or the stop flag was set.
    pub(crate) fn verified(
        reader: &mut impl Read,
        written: &OutputSoFar,
        monitor: &RunContext,
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
            OutputDigest::verified(&mut &*text, &written, &RunContext::silent())
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

    /// Checks that a resumed digest has the same final value as an uninterrupted digest.
    #[test]
    fn a_digest_goes_on() {
        let text = b"solution 1\nsolution 2\n";
        let mut whole = OutputDigest::default();
        whole.update(text);
        let mut first = OutputDigest::default();
        first.update(&text[..11]);
        let never = RunContext::silent();
        let mut resumed =
            OutputDigest::verified(&mut &text[..], &first.written(1), &never).unwrap();
        resumed.update(&text[11..]);
        assert_eq!(resumed.written(2), whole.written(2));
    }
}
