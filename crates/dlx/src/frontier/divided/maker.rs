//! The lists of a part made, all at once or child by child.

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

/// The part of the memory that lists may take which are read.
const READ: u64 = 4;

/// What came of some nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockCount {
    /// The solutions that cross the cut to them.
    pub count: BigUint,
    /// A sum over the lists, in which any that differs makes a difference; sums of nodes add up.
    pub lists: u64,
    /// By the number of a slice of the part, those of its solutions that cross the cut to these nodes.
    pub slices: BTreeMap<usize, BigUint>,
}

/// Why some nodes were not counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepPartError {
    /// The watcher broke out.
    #[error("it was interrupted")]
    Interrupted,
    /// Lists that were made before cannot be read.
    #[error(transparent)]
    Lists(#[from] SweepListError),
    /// The graph cannot be read.
    #[error("the graph of the sweep cannot be read")]
    Graph(#[source] io::Error),
}

impl DividedSweep {
    /// Makes ready to make the lists of a part, of whose nodes those before the part's are read.
    ///
    /// Takes time and memory in the nodes of the part and of those that it reads, not in their lists; 12 bytes a
    /// node or so.
    ///
    /// # Errors
    ///
    /// Lists that it reads are not there or damaged, or the graph is.
    ///
    /// # Panics
    ///
    /// There is no such part.
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

/// Makes the lists of a part, all at once or child by child.
pub struct PartMaker<'s> {
    sweep: &'s DividedSweep,
    part: usize,
    source: PartLists<'s>,
    join: BlockJoin<'s>,
    pool: Option<Pool>,
    /// Counts have 32, 64, 128 bits, or any number of them: as many as were needed so far.
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
    /// Makes the lists of some nodes, appends them to `writer`, and counts the solutions that cross the cut to
    /// them. `watcher` is told of the sets that were made; if it breaks out nothing is appended.
    ///
    /// Takes time in the entries of the lists that are read, and in memory 32 MiB of them at once for
    /// each thread, or less if all threads together would take more than a quarter of the memory.
    ///
    /// # Errors
    ///
    /// [`SweepPartError::Interrupted`]; a list cannot be read; or the graph cannot.
    ///
    /// # Panics
    ///
    /// The block is of another part.
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

/// A digest of a list, which is never zero: FNV-1a of its node and its CRC-32.
fn digest(node: u32, checksum: u32) -> u64 {
    let hash = [node, checksum]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| {
            (hash ^ u64::from(*word)).wrapping_mul(0x0100_0000_01b3)
        });
    hash | 1
}
