//! The file of a divided sweep. Every process reads the container at its start. The arcs of each
//! step follow; a process reads only those of its current part.
//!
//! | part | bytes |
//! | --- | --- |
//! | the length of the container, little-endian | 8 |
//! | the container: shape of the halves, parts, slices; for each step, the length and the CRC-32 of its arcs | |
//! | for each step, its arcs, packed | |

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::Range;

use thiserror::Error;

use super::slice::Slice;
use super::{CutSides, DividedSweep, parts_of};
use crate::container::{CheckedFile, Container, Refused, Sink, damaged};
use crate::frontier::meet_in_middle::SetJoin;
use crate::frontier::meet_in_middle::blocks::NodeBlock;
use crate::frontier::run::Run;
use crate::problem::Fingerprint;
use crate::spill::SpillFile;

const FILE: Container = Container {
    magic: *b"TWparts\n",
    version: 1,
};

/// Why a file of a divided sweep is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepFileError {
    /// The file is damaged or of another kind.
    #[error("it is damaged: its content is not what was written")]
    Damaged,
    /// The file was written by another version of this program.
    #[error("it was written by another version of this program")]
    Version,
    /// The file belongs to another problem.
    #[error("it belongs to the sweep of another problem")]
    Other,
    /// The file cannot be read.
    #[error(transparent)]
    Read(io::Error),
}

impl From<Refused> for SweepFileError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Foreign | Refused::Short | Refused::Checksum => Self::Damaged,
            Refused::Version { .. } => Self::Version,
            Refused::Fingerprint => Self::Other,
            Refused::Io(error) => error.into(),
        }
    }
}

impl From<io::Error> for SweepFileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Read(error),
        }
    }
}

impl DividedSweep {
    /// Writes the graph and the parts.
    ///
    /// # Errors
    ///
    /// `writer` fails.
    pub fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        let head = self.head()?;
        writer.write_all(&(head.len() as u64).to_le_bytes())?;
        writer.write_all(&head)?;
        self.join.write_arcs(writer)
    }

    /// The [digest](Self::digest) of the sweep, computed from its container.
    pub(super) fn head_digest(&self) -> io::Result<[u8; 32]> {
        Ok(digest(&self.head()?))
    }

    /// Encodes the container: all of the file except the arcs.
    fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        let mut sink = FILE.sink(&mut head, &self.problem.0)?;
        self.join.save_shape(&mut sink)?;
        sink.number(self.blocks.len() as u64)?;
        for block in &self.blocks {
            sink.number(block.steps.len() as u64)?;
            sink.bytes(&block.share.to_le_bytes())?;
            save_ranges(&block.reads, &mut sink)?;
        }
        save_numbers(&self.sets, &mut sink)?;
        sink.number(self.above.len() as u64)?;
        for side in &self.above {
            sink.number(side.map_or(2, u64::from))?;
        }
        sink.number(self.slices.len() as u64)?;
        for slice in &self.slices {
            sink.number(slice.part as u64)?;
            save_numbers(&slice.nodes, &mut sink)?;
            save_numbers(&slice.covered, &mut sink)?;
        }
        sink.end()?;
        Ok(head)
    }

    /// Opens the file of a divided sweep. Parts will be made with `memory` bytes and `threads` threads.
    ///
    /// Takes time and memory in proportion to the options, the steps and the parts, not to the nodes.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or belongs to another problem.
    pub fn open(
        mut file: Box<dyn SpillFile>,
        problem: Fingerprint,
        memory: u64,
        threads: NonZeroUsize,
    ) -> Result<Self, SweepFileError> {
        let mut length = [0; 8];
        file.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        let read = FILE.check(&mut (&mut file).take(length), &problem.0)?;
        if read != length {
            return Err(SweepFileError::Damaged);
        }
        file.seek(SeekFrom::Start(8))?;
        let mut head = Vec::new();
        (&mut file).take(length).read_to_end(&mut head)?;
        let source = &mut CheckedFile::new(Box::new(&head[..]), length)?;
        let join = SetJoin::load_shape(source)?;
        let blocks = load_blocks(join.step_count(), source)?;
        let sets = load_numbers(source)?;
        let above: CutSides = (0..source.length(1)?)
            .map(|_| {
                Ok(Some(source.number()?)
                    .filter(|side| *side < 2)
                    .map(|side| side == 1))
            })
            .collect::<io::Result<_>>()?;
        let mut slices = Vec::new();
        for _ in 0..source.length(3)? {
            slices.push(Slice {
                part: source.small()?,
                nodes: load_numbers(source)?,
                covered: load_numbers(source)?,
            });
        }
        source.end()?;
        Ok(Self {
            problem,
            digest: digest(&head),
            join: join.with_arcs(file, 8 + length),
            parts: parts_of(&blocks),
            blocks,
            sets,
            above,
            slices,
            run: Run {
                memory,
                states: u64::MAX,
                spill: None,
                threads,
            },
        })
    }
}

/// The digest of a sweep: the checksum at the end of its container.
fn digest(head: &[u8]) -> [u8; 32] {
    head.last_chunk().copied().unwrap_or_default()
}

/// Reads the blocks of a graph with `steps` steps. Checks that each block reads only earlier ones.
fn load_blocks(steps: usize, source: &mut CheckedFile) -> io::Result<Vec<NodeBlock>> {
    let mut blocks: Vec<NodeBlock> = Vec::new();
    let mut next = 0;
    for at in 0..source.length(10)? {
        let length: usize = source.small()?;
        let end = next + length.min(steps + 1);
        let share = source.bytes(8)?;
        let share = share[..].try_into().map(f64::from_le_bytes);
        let block = NodeBlock {
            steps: next..end,
            share: share.map_err(|_| damaged())?,
            reads: load_ranges(source)?,
        };
        if length == 0 || end > steps || block.reads.iter().any(|reads| reads.end > at) {
            return Err(damaged());
        }
        next = end;
        blocks.push(block);
    }
    if next == steps {
        Ok(blocks)
    } else {
        Err(damaged())
    }
}

fn save_numbers(numbers: &[u32], sink: &mut Sink) -> io::Result<()> {
    sink.number(numbers.len() as u64)?;
    numbers
        .iter()
        .try_for_each(|number| sink.number((*number).into()))
}

fn load_numbers(source: &mut CheckedFile) -> io::Result<Vec<u32>> {
    (0..source.length(1)?).map(|_| source.small()).collect()
}

fn save_ranges(ranges: &[Range<usize>], sink: &mut Sink) -> io::Result<()> {
    sink.number(ranges.len() as u64)?;
    for range in ranges {
        sink.number(range.start as u64)?;
        sink.number(range.end as u64)?;
    }
    Ok(())
}

fn load_ranges(source: &mut CheckedFile) -> io::Result<Vec<Range<usize>>> {
    let ranges = (0..source.length(2)?).map(|_| Ok(source.small()?..source.small()?));
    ranges.collect()
}
