//! Keeps blocks of bytes in memory, or moves them to a file.

use std::borrow::Cow;
use std::io::{self, Read, SeekFrom};
use std::sync::{Mutex, PoisonError};

use super::checksum::crc32;
use super::{MakeSpillFile, SpillFile};

/// Blocks of bytes, in memory or in a file.
#[derive(Default)]
pub(crate) struct Blocks {
    /// The contents of the blocks; empty once they are in the file.
    in_memory: Vec<Box<[u8]>>,
    in_file: Option<InFile>,
    /// For each block, its length and its CRC-32. Empty unless another process has written the blocks.
    elsewhere: Vec<(usize, u32)>,
}

struct InFile {
    file: Mutex<Box<dyn SpillFile>>,
    /// For each block, its position in the file and its length.
    places: Vec<(u64, usize)>,
}

impl Blocks {
    pub(crate) fn new(blocks: Vec<Box<[u8]>>) -> Self {
        Self {
            in_memory: blocks,
            ..Self::default()
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.in_memory.iter().map(|block| block.len() as u64).sum()
    }

    /// Moves the blocks to a file. If the file cannot be made or written, they stay in memory.
    pub(crate) fn spill(&mut self, make: MakeSpillFile) {
        if let Ok(in_file) = self.write(make) {
            self.in_memory = Vec::new();
            self.in_file = Some(in_file);
        }
    }

    fn write(&self, make: MakeSpillFile) -> io::Result<InFile> {
        let mut file = make()?;
        let mut at = 0;
        let mut places = Vec::with_capacity(self.in_memory.len());
        for block in &self.in_memory {
            file.write_all(block)?;
            places.push((at, block.len()));
            at += block.len() as u64;
        }
        file.flush()?;
        Ok(InFile {
            file: Mutex::new(file),
            places,
        })
    }

    /// Blocks that another process has written, each with its length and its CRC-32. [`in_file`](Self::in_file)
    /// sets their file later.
    pub(crate) fn elsewhere(blocks: Vec<(usize, u32)>) -> Self {
        Self {
            elsewhere: blocks,
            ..Self::default()
        }
    }

    /// Sets the file that contains [`elsewhere`](Self::elsewhere) blocks, one after the other from position
    /// `start` on.
    pub(crate) fn in_file(self, file: Box<dyn SpillFile>, start: u64) -> Self {
        let mut at = start;
        let places = self.elsewhere.iter().map(|&(length, _)| {
            let place = (at, length);
            at = at.saturating_add(length as u64);
            place
        });
        Self {
            in_file: Some(InFile {
                file: Mutex::new(file),
                places: places.collect(),
            }),
            ..self
        }
    }

    /// Reads a block.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the block is damaged.
    pub(crate) fn read(&self, block: usize) -> io::Result<Cow<'_, [u8]>> {
        let Some(in_file) = &self.in_file else {
            return Ok(Cow::Borrowed(&self.in_memory[block]));
        };
        let (at, length) = in_file.places[block];
        let mut bytes = Vec::new();
        let mut file = in_file.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        // `take` reads no more than the file holds, even if the length is wrong.
        let read = file.as_mut().take(length as u64).read_to_end(&mut bytes)?;
        let checksum = self.elsewhere.get(block).map(|(_, checksum)| *checksum);
        if read < length || checksum.is_some_and(|checksum| checksum != crc32(&bytes)) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(Cow::Owned(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn blocks() -> Blocks {
        Blocks::new(vec![
            Box::from(*b"one"),
            Box::default(),
            Box::from(*b"three"),
        ])
    }

    #[test]
    fn blocks_are_read_from_memory_and_from_a_file() {
        let mut blocks = blocks();
        for spilled in [false, true] {
            if spilled {
                blocks.spill(|| Ok(Box::new(Cursor::new(Vec::new()))));
            }
            assert_eq!(blocks.bytes(), if spilled { 0 } else { 8 });
            for (at, block) in [(2, &b"three"[..]), (0, b"one"), (1, b"")] {
                assert_eq!(&*blocks.read(at).unwrap(), block);
            }
        }
    }

    #[test]
    fn what_finds_no_room_stays_in_memory() {
        let full: MakeSpillFile = || Ok(Box::new(Cursor::new([0_u8; 4])));
        for make in [full, || Err(io::ErrorKind::StorageFull.into())] {
            let mut blocks = blocks();
            blocks.spill(make);
            assert_eq!(blocks.bytes(), 8);
            assert_eq!(&*blocks.read(2).unwrap(), b"three");
        }
    }
}
