//! CRC-32 of blocks.

#[cfg(not(target_family = "wasm"))]
pub(crate) use crc32fast::hash as crc32;

/// The CRC-32 of some bytes, for WebAssembly, where no blocks are kept in files. It is slow, but needs no
/// tables of 16 kB.
#[cfg(target_family = "wasm")]
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1));
    let next = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), shifted);
    !bytes.iter().fold(!0, next)
}
