//! Makes the lists of the nodes of a part, for all nodes at once or for one child block after the other.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use thiserror::Error;

use super::list_file::ListWriter;
use super::list_reader::{ListReader, PartLists, SweepListError};
use super::{DividedSweep, SweepBlock};
use crate::frontier::meet_in_middle::block_join::{BlockEnding, BlockJoin, BlockRun};
use crate::threads::Pool;

/// Lists that are read from files may take 1/`READ` of the memory.
const READ: u64 = 4;

/// What a block of nodes adds to the result of a divided sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockCount {
    /// The number of solutions that cross the cut to the nodes of the block.
    pub count: BigUint,
    /// A checksum of the lists made: the wrapping sum of their digests. The checksum of a part is the wrapping sum
    /// of those of its blocks.
    pub lists: u64,
    /// For each slice of the part, by its index: how many solutions of the slice cross the cut to nodes of the
    /// block.
    pub slices: BTreeMap<usize, BigUint>,
}

/// Why a block of nodes was not counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepPartError {
    /// The watcher broke out.
    #[error("interrupted")]
    Interrupted,
    /// Lists of earlier parts cannot be read.
    #[error(transparent)]
    Lists(#[from] SweepListError),
    /// The graph cannot be read.
    #[error("cannot read the graph of the sweep")]
    Graph(#[source] io::Error),
}

impl DividedSweep {
    /// Prepares to make the lists of a part. Lists of nodes of earlier parts are read from `reader`.
    ///
    /// Takes time and memory in proportion to the nodes of the part and of those that it reads, not to their lists:
    /// about 12 bytes for each node.
    ///
    /// # Errors
    ///
    /// Lists that the part reads are missing or damaged, or the graph cannot be read.
    ///
    /// # Panics
    ///
    /// `part` is not the index of a part.
    pub fn maker<'s>(
        &'s self,
        part: usize,
        reader: &ListReader<'s>,
    ) -> Result<PartMaker<'s>, SweepPartError> {
        let reads = self.parts[part].reads.iter().cloned().flatten();
        let reads = reads.map(|read| (read, self.join.nodes_of(&self.blocks[read])));
        let source = reader.of_parts(&self.digest, reads)?;
        let join = self.join.block_join(&self.blocks[part]);
        Ok(PartMaker {
            sweep: self,
            part,
            source,
            join: join.map_err(SweepPartError::Graph)?,
            pool: self.run.pool(),
            width: 0,
        })
    }
}

/// Makes the lists of the nodes of one part, for all nodes at once or for one child block after the other.
pub struct PartMaker<'s> {
    sweep: &'s DividedSweep,
    part: usize,
    source: PartLists<'s>,
    join: BlockJoin<'s>,
    pool: Option<Pool>,
    /// The size of counts: 0, 1, 2 or 3 for 32 bits, 64 bits, 128 bits or any size. Grows when a count overflows.
    width: u32,
}

impl std::fmt::Debug for PartMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartMaker")
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}

impl PartMaker<'_> {
    /// Makes the lists of the nodes of a block and appends them to `writer`. Counts the solutions that cross the
    /// cut to these nodes. `watcher` is called with the number of sets made; if it breaks out, nothing is
    /// appended.
    ///
    /// Takes time in proportion to the entries of the lists that are read. Each thread holds 32 MiB of lists in
    /// memory, or less if all threads together would take more than a quarter of the memory.
    ///
    /// # Errors
    ///
    /// [`SweepPartError::Interrupted`]; or a list or the graph cannot be read.
    ///
    /// # Panics
    ///
    /// The block belongs to another part.
    pub fn make(
        &mut self,
        block: &SweepBlock,
        writer: &mut ListWriter,
        watcher: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<BlockCount, SweepPartError> {
        assert_eq!(block.part, self.part, "the block is of another part");
        let (bytes, lists) = (writer.bytes(), writer.lists());
        loop {
            let ending = match self.make_once(block, writer, watcher) {
                Ok(made) => return Ok(made),
                Err(ending) => ending,
            };
            writer.truncate(bytes, lists);
            match ending {
                BlockEnding::Overflow => self.width += 1,
                BlockEnding::Stopped => return Err(SweepPartError::Interrupted),
                BlockEnding::Unreadable(error) => return Err(SweepPartError::Graph(error)),
                BlockEnding::Lists(error) => return Err(error.into()),
            }
        }
    }

    fn make_once(
        &self,
        block: &SweepBlock,
        writer: &mut ListWriter,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<BlockCount, BlockEnding<SweepListError>> {
        let mut counted = BlockCount::default();
        let of_part = self.sweep.slices.iter().enumerate();
        let of_part = of_part.filter(|(_, slice)| slice.part == block.part);
        let mut slices = BTreeMap::new();
        let places: HashMap<u32, usize> = of_part
            .flat_map(|(at, slice)| slice.nodes.iter().map(move |node| (*node, at)))
            .collect();
        let mut on_list = |node: u32, list: &[u8], sum: BigUint| {
            let checksum = writer.push(node, list);
            counted.lists = counted.lists.wrapping_add(digest(node, checksum));
            if let Some(slice) = places.get(&node) {
                *slices.entry(*slice).or_default() += &sum;
            }
            counted.count += sum;
        };
        let run = &BlockRun {
            source: &self.source,
            memory: self.sweep.run.memory / READ,
            pool: self.pool.as_ref(),
        };
        self.join
            .make(self.width, &block.nodes, run, watch, &mut on_list)?;
        counted.slices = slices;
        Ok(counted)
    }
}

/// A 64-bit digest of a list, never zero: FNV-1a of the node's number and of the list's CRC-32.
fn digest(node: u32, checksum: u32) -> u64 {
    let hash = [node, checksum]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| {
            (hash ^ u64::from(*word)).wrapping_mul(0x0100_0000_01b3)
        });
    hash | 1
}
