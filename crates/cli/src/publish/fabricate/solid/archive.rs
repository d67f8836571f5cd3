//! Zip archives of a few small files, as required by 3MF.
//!
//! Each file is deflated and follows its header. The directory is at the end. All dates are the
//! same, so equal files give equal bytes. Source: PKWARE, "APPNOTE.TXT", version 6.3, sections 4.3
//! and 4.4.

use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec;

/// The version of the format that a reader must support: 2.0, because of deflate.
const VERSION: u16 = 20;

/// The flag for names in UTF-8.
const FLAGS: u16 = 1 << 11;

/// The compression method: deflate.
const METHOD: u16 = 8;

/// The date of all files: 1 January 1980, 0:00, the earliest possible.
const TIME_AND_DATE: u32 = 0x0021_0000;

/// The level of deflate compression; levels are 0 to 10.
const LEVEL: u8 = 6;

/// Writes an archive of files, each given as name and content.
///
/// # Errors
///
/// Errors of `out`, and sizes of 4 GiB or more.
pub(super) fn archive(files: &[(&str, &[u8])], out: &mut dyn Write) -> io::Result<()> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut directory: Vec<u8> = Vec::new();
    for (name, content) in files {
        let packed = compress_to_vec(content, LEVEL);
        let at = length(bytes.len())?;
        // The fields that the local header and the directory have in common.
        let mut facts: Vec<u8> = Vec::new();
        facts.extend(VERSION.to_le_bytes());
        facts.extend(FLAGS.to_le_bytes());
        facts.extend(METHOD.to_le_bytes());
        facts.extend(TIME_AND_DATE.to_le_bytes());
        facts.extend(crc32(content).to_le_bytes());
        facts.extend(length(packed.len())?.to_le_bytes());
        facts.extend(length(content.len())?.to_le_bytes());
        facts.extend(count(name.len())?.to_le_bytes());
        // The length of the extra fields, of which there are none.
        facts.extend(0_u16.to_le_bytes());

        bytes.extend(b"PK\x03\x04");
        bytes.extend(&facts);
        bytes.extend(name.as_bytes());
        bytes.extend(packed);

        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&facts);
        // Three fields are zero: the length of the comment, the number of the disk, and the
        // attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, files) = (length(bytes.len())?, count(files.len())?);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06");
    // The number of this disk, and of the disk on which the directory starts.
    bytes.extend([0; 4]);
    bytes.extend(files.to_le_bytes());
    bytes.extend(files.to_le_bytes());
    bytes.extend(length(directory.len())?.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    // The archive has no comment.
    bytes.extend([0; 2]);
    out.write_all(&bytes)
}

fn length(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes).map_err(|_| io::Error::other("more than 4 GiB are too much for 3MF"))
}

fn count(things: usize) -> io::Result<u16> {
    u16::try_from(things).map_err(|_| io::Error::other("too many files for an archive"))
}

/// The CRC-32 of Ethernet and zip: polynomial 0xedb88320 in reversed bit order.
fn crc32(bytes: &[u8]) -> u32 {
    let mut table = [0_u32; 256];
    for (entry, start) in table.iter_mut().zip(0_u32..) {
        *entry = (0..8).fold(start, |sum, _| {
            if sum & 1 == 1 {
                sum >> 1 ^ 0xedb8_8320
            } else {
                sum >> 1
            }
        });
    }
    let step = |sum: u32, &byte: &u8| {
        let [low, ..] = sum.to_le_bytes();
        sum >> 8 ^ table[usize::from(low ^ byte)]
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // Catalogues of checksums list the CRC-32 of these digits.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn files_come_out_as_they_went_in() {
        let mut bytes = Vec::new();
        let text = b"again and again and again".as_slice();
        archive(&[("a/b.txt", text), ("c", b"")], &mut bytes).unwrap();
        assert_eq!(bytes[..4], *b"PK\x03\x04");
        let packed = u32::from_le_bytes(bytes[18..22].try_into().unwrap()) as usize;
        let start = 30 + "a/b.txt".len();
        assert_eq!(bytes[30..start], *b"a/b.txt");
        let unpacked = miniz_oxide::inflate::decompress_to_vec(&bytes[start..start + packed]);
        assert_eq!(unpacked.unwrap(), text);
        // The directory is at the end, and its position is recorded.
        let end = &bytes[bytes.len() - 22..];
        assert_eq!(end[..4], *b"PK\x05\x06");
        let at = u32::from_le_bytes(end[16..20].try_into().unwrap()) as usize;
        assert_eq!(bytes[at..at + 4], *b"PK\x01\x02");
    }
}
