//! The common container format of files with diagrams, checkpoints and divided sweeps.
//!
//! | part | bytes |
//! | --- | --- |
//! | magic number of the kind of file | 8 |
//! | version of its format, little-endian | 4 |
//! | fingerprint of the problem or count that it belongs to, SHA-256 | 32 |
//! | sections: a sequence of numbers that depends on the kind of file | |
//! | checksum of all before it, SHA-256 | 32 |
//!
//! Numbers are little-endian base 128. All bytes of a number except the last have the high bit set.
//!
//! The checksum of a file is verified before the content is used. A file may still be malicious, so a length is
//! refused if the rest of the file is shorter.

use std::io::{self, BufReader, ErrorKind, Read, Write};

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

const HEAD: usize = 8 + 4 + 32;
const CHECKSUM: usize = 32;
/// The size of the buffers for writing and reading, in bytes.
const GATHERED: usize = 1 << 16;

/// A kind of file: its magic number, and the version of its format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container {
    pub(crate) magic: [u8; 8],
    pub(crate) version: u32,
}

#[derive(Debug)]
pub(crate) enum Refused {
    /// The file is of another kind.
    Foreign,
    /// The file has another format version.
    Version { found: u32 },
    /// The file is cut short.
    Short,
    /// The checksum does not match the content.
    Checksum,
    /// The file belongs to another problem or count.
    Fingerprint,
    /// The file cannot be read.
    Io(io::Error),
}

/// The error of a file with invalid content.
pub(crate) fn damaged() -> io::Error {
    ErrorKind::InvalidData.into()
}

impl Container {
    fn head(&self, fingerprint: &[u8; 32]) -> Vec<u8> {
        [&self.magic[..], &self.version.to_le_bytes(), fingerprint].concat()
    }

    /// Begins a file: writes the magic number, the version and the fingerprint.
    pub(crate) fn sink<'w>(
        &self,
        writer: &'w mut dyn Write,
        fingerprint: &[u8; 32],
    ) -> io::Result<Sink<'w>> {
        let mut sink = Sink {
            writer,
            hash: Sha256::new(),
            gathered: Vec::with_capacity(GATHERED + 64),
        };
        sink.bytes(&self.head(fingerprint))?;
        Ok(sink)
    }

    /// Reads a whole file, checks it, and returns its length in bytes. A file of another kind,
    /// version or fingerprint is not read to the end.
    pub(crate) fn check(
        &self,
        reader: &mut dyn Read,
        fingerprint: &[u8; 32],
    ) -> Result<u64, Refused> {
        let mut hash = Sha256::new();
        let mut length = 0;
        // The bytes read that are not hashed yet, because they may be the checksum.
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            let mut more = (&mut *reader).take(GATHERED as u64);
            let read = more.read_to_end(&mut bytes).map_err(Refused::Io)?;
            if length == 0 {
                self.check_head(&bytes[..bytes.len().min(HEAD)], fingerprint)?;
            }
            length += read as u64;
            if read == 0 {
                break;
            }
            let sure = bytes.len().saturating_sub(CHECKSUM);
            hash.update(&bytes[..sure]);
            bytes.drain(..sure);
        }
        if length < (HEAD + CHECKSUM) as u64 {
            return Err(Refused::Short);
        }
        if bytes[..] != hash.finalize()[..] {
            return Err(Refused::Checksum);
        }
        Ok(length)
    }

    fn check_head(&self, found: &[u8], fingerprint: &[u8; 32]) -> Result<(), Refused> {
        let Some(rest) = found.strip_prefix(&self.magic) else {
            return Err(Refused::Foreign);
        };
        let Some((version, rest)) = rest.split_first_chunk() else {
            return Err(Refused::Short);
        };
        let found = u32::from_le_bytes(*version);
        if found != self.version {
            return Err(Refused::Version { found });
        }
        if rest.len() == fingerprint.len() && rest != fingerprint {
            return Err(Refused::Fingerprint);
        }
        Ok(())
    }
}

/// Appends a number to `bytes` in base 128, the lowest digit first.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Appends a number of any size to `bytes`: how many 64-bit digits it has, then the digits, the lowest one first.
pub(crate) fn put_big(bytes: &mut Vec<u8>, number: &BigUint) {
    let digits = number.to_u64_digits();
    put(bytes, digits.len() as u64);
    for digit in digits {
        put(bytes, digit);
    }
}

/// Writes a file, and computes its checksum.
pub(crate) struct Sink<'w> {
    writer: &'w mut dyn Write,
    hash: Sha256,
    gathered: Vec<u8>,
}

impl Sink<'_> {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        self.flush_if(GATHERED)
    }

    #[inline]
    pub(crate) fn number(&mut self, number: u64) -> io::Result<()> {
        put(&mut self.gathered, number);
        self.flush_if(GATHERED)
    }

    pub(crate) fn big(&mut self, number: &BigUint) -> io::Result<()> {
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

    /// Ends the file: writes what is buffered, and the checksum.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.flush_if(0)?;
        self.writer.write_all(&self.hash.finalize())
    }
}

/// Reads the sections of a file whose checksum has been verified.
pub(crate) struct CheckedFile<'r> {
    reader: BufReader<Box<dyn Read + 'r>>,
    /// The number of bytes of the sections that are still unread.
    left: u64,
}

impl<'r> CheckedFile<'r> {
    /// Opens a verified file of `length` bytes at its sections.
    pub(crate) fn new(reader: Box<dyn Read + 'r>, length: u64) -> io::Result<Self> {
        let mut reader = BufReader::with_capacity(GATHERED, reader);
        let mut head = [0; HEAD];
        reader.read_exact(&mut head)?;
        Ok(Self {
            reader,
            left: length - (HEAD + CHECKSUM) as u64,
        })
    }

    #[inline]
    fn byte(&mut self) -> io::Result<u8> {
        let end = || io::Error::from(ErrorKind::UnexpectedEof);
        self.left = self.left.checked_sub(1).ok_or_else(end)?;
        let mut byte = [0];
        self.reader.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    /// Reads `length` bytes. The length must come from [`length`](Self::length), so that memory is
    /// allocated only for data in the file.
    #[cfg(feature = "frontier")]
    pub(crate) fn bytes(&mut self, length: usize) -> io::Result<Box<[u8]>> {
        let end = || io::Error::from(ErrorKind::UnexpectedEof);
        self.left = self.left.checked_sub(length as u64).ok_or_else(end)?;
        let mut bytes = vec![0; length];
        self.reader.read_exact(&mut bytes)?;
        Ok(bytes.into_boxed_slice())
    }

    #[inline]
    pub(crate) fn number(&mut self) -> io::Result<u64> {
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

    /// Reads a counter. Values from 2^62 on are refused, so that the counter cannot overflow later; no real run
    /// reaches them.
    pub(crate) fn counter(&mut self) -> io::Result<u64> {
        let counter = self.number()?;
        if counter < 1 << 62 {
            Ok(counter)
        } else {
            Err(damaged())
        }
    }

    /// Reads a number, and refuses it if it does not fit in `T`.
    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> io::Result<T> {
        T::try_from(self.number()?).map_err(|_| damaged())
    }

    /// Reads the number of entries that follow, each of at least `least` bytes. Refuses a number
    /// for which the rest of the file is too short.
    pub(crate) fn length(&mut self, least: u64) -> io::Result<usize> {
        let length = self.number()?;
        if length > self.left / least {
            return Err(damaged());
        }
        usize::try_from(length).map_err(|_| damaged())
    }

    pub(crate) fn big(&mut self) -> io::Result<BigUint> {
        let digits = (0..self.length(1)?).map(|_| self.number());
        let digits: Vec<u64> = digits.collect::<io::Result<_>>()?;
        let bytes: Vec<u8> = digits
            .iter()
            .flat_map(|digit| digit.to_le_bytes())
            .collect();
        Ok(BigUint::from_bytes_le(&bytes))
    }

    /// Checks that the sections have been read to their end.
    pub(crate) fn end(&self) -> io::Result<()> {
        if self.left == 0 {
            Ok(())
        } else {
            Err(damaged())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const KIND: Container = Container {
        magic: *b"TWtest.\n",
        version: 3,
    };
    const OURS: [u8; 32] = [7; 32];

    fn write(numbers: &[u64], big: &BigUint) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut sink = KIND.sink(&mut bytes, &OURS).unwrap();
        sink.number(numbers.len() as u64).unwrap();
        for &number in numbers {
            sink.number(number).unwrap();
        }
        sink.big(big).unwrap();
        sink.end().unwrap();
        bytes
    }

    fn check(kind: Container, mut bytes: &[u8], fingerprint: [u8; 32]) -> Result<u64, Refused> {
        kind.check(&mut bytes, &fingerprint)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_written_is_read(numbers in vec(any::<u64>(), 0..200), big in vec(any::<u32>(), 0..9)) {
            let big = BigUint::new(big);
            let bytes = write(&numbers, &big);
            let length = check(KIND, &bytes, OURS).unwrap();
            prop_assert_eq!(length, bytes.len() as u64);
            let mut source = CheckedFile::new(Box::new(&bytes[..]), length).unwrap();
            let count = source.length(1).unwrap();
            let read: Vec<u64> = (0..count).map(|_| source.number().unwrap()).collect();
            prop_assert_eq!(read, numbers);
            prop_assert_eq!(source.big().unwrap(), big);
            prop_assert!(source.end().is_ok());
            prop_assert!(source.number().is_err(), "the checksum is no number");
        }
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_refused() {
        let bytes = write(&[1, 300, u64::MAX], &BigUint::ZERO);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let refused = check(KIND, &changed, OURS).unwrap_err();
            let expected = match at {
                0..8 => matches!(refused, Refused::Foreign),
                8..12 => matches!(refused, Refused::Version { .. }),
                12..44 => matches!(refused, Refused::Fingerprint),
                _ => matches!(refused, Refused::Checksum),
            };
            assert!(expected, "byte {at}: {refused:?}");
            let refused = check(KIND, &bytes[..at], OURS).unwrap_err();
            let expected = match at {
                0..8 => matches!(refused, Refused::Foreign),
                8..76 => matches!(refused, Refused::Short),
                _ => matches!(refused, Refused::Checksum),
            };
            assert!(expected, "cut at {at}: {refused:?}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_told_from_a_damaged_one() {
        let bytes = write(&[], &BigUint::ZERO);
        assert!(matches!(
            check(KIND, &bytes, [8; 32]),
            Err(Refused::Fingerprint)
        ));
        let newer = Container { version: 4, ..KIND };
        assert!(matches!(
            check(newer, &bytes, OURS),
            Err(Refused::Version { found: 3 })
        ));
    }

    #[test]
    fn no_length_is_believed_that_the_file_cannot_hold() {
        let bytes = write(&[], &BigUint::ZERO);
        let length = bytes.len() as u64;
        let source = || CheckedFile::new(Box::new(&bytes[..]), length).unwrap();
        assert_eq!(source().length(1).unwrap(), 0);
        let mut lying = Vec::new();
        let mut sink = KIND.sink(&mut lying, &OURS).unwrap();
        sink.number(1 << 40).unwrap();
        sink.end().unwrap();
        let mut source = CheckedFile::new(Box::new(&lying[..]), lying.len() as u64).unwrap();
        assert!(source.length(1).is_err());
    }
}
