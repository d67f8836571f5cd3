//! Files of the lists of consecutive nodes. Each list has its own checksum, so that it can be read without the
//! others.
//!
//! | part | bytes |
//! | --- | --- |
//! | `TWlists`, a line feed | 8 |
//! | the digest of the sweep | 32 |
//! | the first node; the number of nodes; the length of the index in bytes; all little-endian | 4 each |
//! | the index: for each node, the length of its list in bytes (in base 128), and the CRC-32 of the list | |
//! | the CRC-32 of all before it | 4 |
//! | the lists | |

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use crate::container::put;

const MAGIC: [u8; 8] = *b"TWlists\n";
const HEAD: usize = 8 + 32 + 3 * 4;

/// A file of lists, open for reading.
pub trait ListFile: Read + Seek + Send {}

impl<T: Read + Seek + Send> ListFile for T {}

/// Collects the lists of consecutive nodes, and encodes them as a file.
#[derive(Debug)]
pub struct ListWriter {
    /// The digest of the sweep to which the lists belong.
    sweep: [u8; 32],
    /// For each list: its node, the range of its bytes in `bytes` (start and end), and its CRC-32.
    lists: Vec<(u32, usize, usize, u32)>,
    bytes: Vec<u8>,
}

impl ListWriter {
    pub(super) fn new(sweep: [u8; 32]) -> Self {
        Self {
            sweep,
            lists: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// The total length of the lists in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Appends the list of a node, and returns the CRC-32 of the list.
    pub(super) fn push(&mut self, node: u32, list: &[u8]) -> u32 {
        let (start, checksum) = (self.bytes.len(), crc32fast::hash(list));
        self.bytes.extend_from_slice(list);
        self.lists.push((node, start, self.bytes.len(), checksum));
        checksum
    }

    /// Keeps only the first `lists` lists, which take `bytes` bytes.
    pub(super) fn truncate(&mut self, bytes: usize, lists: usize) {
        self.bytes.truncate(bytes);
        self.lists.truncate(lists);
    }

    pub(super) fn lists(&self) -> usize {
        self.lists.len()
    }

    /// The bytes of the file: header, index, lists by node.
    pub fn finish(mut self) -> Vec<u8> {
        if !self.lists.is_sorted() {
            self.sort();
        }
        let mut index = Vec::new();
        for &(_, start, end, checksum) in &self.lists {
            put(&mut index, (end - start) as u64);
            index.extend_from_slice(&checksum.to_le_bytes());
        }
        let first = self.lists.first().map_or(0, |(node, ..)| *node);
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let mut head = [&MAGIC[..], &self.sweep].concat();
        head.extend_from_slice(&first.to_le_bytes());
        head.extend_from_slice(&number(self.lists.len()));
        head.extend_from_slice(&number(index.len()));
        head.append(&mut index);
        head.extend_from_slice(&crc32fast::hash(&head).to_le_bytes());
        self.bytes.splice(0..0, head);
        self.bytes
    }

    /// Sorts the lists by node.
    fn sort(&mut self) {
        self.lists.sort_unstable();
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for (_, start, end, _) in &mut self.lists {
            let from = bytes.len();
            bytes.extend_from_slice(&self.bytes[*start..*end]);
            (*start, *end) = (from, bytes.len());
        }
        self.bytes = bytes;
    }
}

/// The positions of the lists in a file.
#[derive(Debug)]
pub(super) struct ListIndex {
    pub(super) nodes: Range<u32>,
    /// The position of the first list in the file, in bytes.
    start: u64,
    /// For each node, the position in the file where its list ends. The next list starts there.
    ends: Vec<u64>,
    checksums: Vec<u32>,
}

impl ListIndex {
    /// Reads the index of a file; `None` if it is damaged or belongs to another sweep.
    pub(super) fn read(file: &mut dyn ListFile, sweep: &[u8; 32]) -> io::Result<Option<Self>> {
        let mut head = [0; HEAD];
        file.read_exact(&mut head)?;
        let number = |at: usize| {
            let bytes = head[at..at + 4].try_into();
            bytes.map_or(0, u32::from_le_bytes)
        };
        let (first, count, length) = (number(40), number(44), number(48));
        let is_own = head.starts_with(&MAGIC) && head[8..40] == sweep[..];
        if !is_own || length / 5 < count {
            return Ok(None);
        }
        let mut index = Vec::new();
        let whole = u64::from(length) + 4;
        if file.take(whole).read_to_end(&mut index)? as u64 != whole {
            return Ok(None);
        }
        let (index, checksum) = index.split_at(length as usize);
        let mut hash = crc32fast::Hasher::new();
        hash.update(&head);
        hash.update(index);
        if hash.finalize().to_le_bytes() != checksum {
            return Ok(None);
        }
        let index = Self::parse(first, count, index);
        let length = file.seek(SeekFrom::End(0))?;
        Ok(index.filter(|index| index.ends.last().is_none_or(|end| *end <= length)))
    }

    fn parse(first: u32, count: u32, mut index: &[u8]) -> Option<Self> {
        let start = HEAD as u64 + index.len() as u64 + 4;
        let mut at = start;
        let (mut ends, mut checksums) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mut length = 0_u64;
            for shift in (0..63).step_by(7) {
                let (byte, rest) = index.split_first()?;
                index = rest;
                length |= u64::from(byte & 0x7f) << shift;
                if *byte < 0x80 {
                    break;
                }
            }
            let (checksum, rest) = index.split_first_chunk()?;
            index = rest;
            at = at.checked_add(length)?;
            ends.push(at);
            checksums.push(u32::from_le_bytes(*checksum));
        }
        let nodes = first..first.checked_add(count)?;
        index.is_empty().then_some(Self {
            nodes,
            start,
            ends,
            checksums,
        })
    }

    /// The byte range in the file of a node's list, and the CRC-32 of the list.
    pub(super) fn place(&self, node: u32) -> (Range<u64>, u32) {
        let at = (node - self.nodes.start) as usize;
        let before = at.checked_sub(1).map_or(self.start, |at| self.ends[at]);
        (before..self.ends[at], self.checksums[at])
    }
}
