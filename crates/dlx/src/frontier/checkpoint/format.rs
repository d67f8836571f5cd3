//! Checkpoints as bytes.
//!
//! | part | bytes |
//! | --- | --- |
//! | magic | 8 |
//! | version of the format, little-endian | 4 |
//! | identity of the count, SHA-256 | 32 |
//! | what is kept | numbers |
//! | checksum of all before it, SHA-256 | 32 |
//!
//! A number is little-endian base 128, the high bit set on all its bytes but the last.

use std::io::{self, BufReader, ErrorKind, Read, Write};

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

use super::CheckpointError;

/// The first bytes of every checkpoint of a [`Frontier`](super::super::Frontier), whatever the
/// version of its format.
pub const FRONTIER_CHECKPOINT_MAGIC: [u8; 8] = *b"TWsweep\n";
const MAGIC: &[u8; 8] = &FRONTIER_CHECKPOINT_MAGIC;
const VERSION: u32 = 1;
const HEAD: usize = 8 + 4 + 32;
const CHECKSUM: usize = 32;
/// Bytes gathered before they are written or read.
const GATHERED: usize = 1 << 16;

/// What is kept is not what was written.
pub(in crate::frontier) fn damaged() -> io::Error {
    ErrorKind::InvalidData.into()
}

fn head(identity: &[u8; 32]) -> Vec<u8> {
    [&MAGIC[..], &VERSION.to_le_bytes(), identity].concat()
}

/// Reads a checkpoint through and checks it; says how long it is.
pub(super) fn check(
    mut reader: Box<dyn Read>,
    identity: &[u8; 32],
) -> Result<u64, CheckpointError> {
    let mut hash = Sha256::new();
    let mut length = 0;
    // All but the last bytes that were read, which may be the checksum.
    let mut bytes: Vec<u8> = Vec::new();
    loop {
        let mut more = (&mut reader).take(GATHERED as u64);
        let read = more
            .read_to_end(&mut bytes)
            .map_err(CheckpointError::Read)?;
        if length == 0 {
            let known = head(identity);
            let found = &bytes[..bytes.len().min(HEAD)];
            if !found.starts_with(MAGIC) {
                return Err(CheckpointError::Foreign);
            }
            if let Some(version) = found[8..].first_chunk().copied().map(u32::from_le_bytes)
                && version != VERSION
            {
                return Err(CheckpointError::Version {
                    found: version,
                    known: VERSION,
                });
            }
            if found.len() == HEAD && found != known {
                return Err(CheckpointError::Other);
            }
        }
        length += read as u64;
        if read == 0 {
            break;
        }
        let sure = bytes.len().saturating_sub(CHECKSUM);
        hash.update(&bytes[..sure]);
        bytes.drain(..sure);
    }
    if length < (HEAD + CHECKSUM) as u64 || bytes[..] != hash.finalize()[..] {
        return Err(CheckpointError::Damaged);
    }
    Ok(length)
}

/// A checkpoint that is written.
pub(in crate::frontier) struct Sink<'w> {
    writer: &'w mut dyn Write,
    hash: Sha256,
    gathered: Vec<u8>,
}

impl<'w> Sink<'w> {
    pub(super) fn new(writer: &'w mut dyn Write, identity: &[u8; 32]) -> io::Result<Self> {
        let mut sink = Self {
            writer,
            hash: Sha256::new(),
            gathered: Vec::with_capacity(GATHERED + 64),
        };
        sink.bytes(&head(identity))?;
        Ok(sink)
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        self.flush_if(GATHERED)
    }

    #[inline]
    pub(in crate::frontier) fn number(&mut self, number: u64) -> io::Result<()> {
        put(&mut self.gathered, number);
        self.flush_if(GATHERED)
    }

    pub(in crate::frontier) fn big(&mut self, number: &BigUint) -> io::Result<()> {
        put_big(&mut self.gathered, number);
        self.flush_if(GATHERED)
    }

    #[inline]
    fn flush_if(&mut self, least: usize) -> io::Result<()> {
        if self.gathered.len() < least {
            return Ok(());
        }
        self.hash.update(&self.gathered);
        let written = self.writer.write_all(&self.gathered);
        self.gathered.clear();
        written
    }

    /// Ends it with its checksum.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.flush_if(0)?;
        self.writer.write_all(&self.hash.finalize())
    }
}

/// Appends a number.
pub(in crate::frontier) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Appends a number of any size.
pub(in crate::frontier) fn put_big(bytes: &mut Vec<u8>, number: &BigUint) {
    let digits = number.to_u64_digits();
    put(bytes, digits.len() as u64);
    for digit in digits {
        put(bytes, digit);
    }
}

/// A checkpoint that is read, after it was checked.
pub(in crate::frontier) struct Source {
    reader: BufReader<Box<dyn Read>>,
    /// The bytes before the checksum.
    left: u64,
}

impl Source {
    pub(super) fn new(reader: Box<dyn Read>, length: u64) -> Result<Self, CheckpointError> {
        let mut reader = BufReader::with_capacity(GATHERED, reader);
        let mut head = [0; HEAD];
        reader
            .read_exact(&mut head)
            .map_err(CheckpointError::Read)?;
        Ok(Self {
            reader,
            left: length - (HEAD + CHECKSUM) as u64,
        })
    }

    #[inline]
    fn byte(&mut self) -> io::Result<u8> {
        self.left = self.left.checked_sub(1).ok_or_else(damaged)?;
        let mut byte = [0];
        self.reader.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    #[inline]
    pub(in crate::frontier) fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(damaged());
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(damaged())
    }

    /// How often something was done, to which more is added: no run comes near 2^62.
    pub(in crate::frontier) fn counter(&mut self) -> io::Result<u64> {
        let counter = self.number()?;
        if counter < 1 << 62 {
            Ok(counter)
        } else {
            Err(damaged())
        }
    }

    /// A number that fits a smaller type.
    pub(in crate::frontier) fn small<T: TryFrom<u64>>(&mut self) -> io::Result<T> {
        T::try_from(self.number()?).map_err(|_| damaged())
    }

    /// How many things follow, of so many bytes at least: no more than there can be.
    pub(in crate::frontier) fn length(&mut self, least: u64) -> io::Result<usize> {
        let length = self.number()?;
        if length > self.left / least {
            return Err(damaged());
        }
        usize::try_from(length).map_err(|_| damaged())
    }

    pub(in crate::frontier) fn big(&mut self) -> io::Result<BigUint> {
        let digits = (0..self.length(1)?).map(|_| self.number());
        let digits: Vec<u64> = digits.collect::<io::Result<_>>()?;
        let bytes: Vec<u8> = digits
            .iter()
            .flat_map(|digit| digit.to_le_bytes())
            .collect();
        Ok(BigUint::from_bytes_le(&bytes))
    }

    /// Nothing is left.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.left == 0 {
            Ok(())
        } else {
            Err(damaged())
        }
    }
}
