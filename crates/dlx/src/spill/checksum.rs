//! CRC-32 of blocks.

#[cfg(not(target_family = "wasm"))]
pub(crate) use crc32fast::hash as crc32;

/// The CRC-32 of some bytes, without the 16 kB of tables that make it fast: a page keeps no blocks in files.
#[cfg(target_family = "wasm")]
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1));
    let next = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), shifted);
    !bytes.iter().fold(!0, next)
}
