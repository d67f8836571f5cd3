//! A sweep in parts, which many processes make, each from what others have made before.
//!
//! Where a sweep joins sets of items along the graph of the others (`meet_in_middle`), the lists of the
//! nodes of a step depend on those of some steps before and on nothing else. So a part is some nodes of
//! the graph: whoever makes it reads the lists of the parts that it [reads](SweepPart::reads), which have
//! been written to files, and writes its own. No list is made twice, so all parts together take what one
//! sweep takes, and the reading and writing.
//!
//! The graph is made once, and [written](DividedSweep::write) with the parts to a file, of which a process
//! reads what the part needs that it is at.
//!
//! Parts independent of each other would cost more: if each is to count the solutions that have certain
//! items covered above the cut, every list above serves those of both sides of an item, and two parts take
//! up to one and a half times as long as the whole.

mod file;
mod list_file;
mod list_reader;
mod maker;
mod slice;

use std::ops::Range;

use super::Frontier;
use super::error::FrontierError;
use super::meet_in_middle::SetJoin;
use super::meet_in_middle::blocks::Block;
use super::meet_in_middle::item_masks::ItemMasks;
use super::plan::Plan;
use super::preparation::Preparation;
use super::progress::{FrontierWatcher, from_time_to_time};
use super::run::{NoGraph, Run};
use crate::problem::{Fingerprint, ItemId, Problem, ProblemError};
use slice::{Sides, Slice};

pub use file::SweepFileError;
pub use list_file::{ListFile, ListWriter};
pub use list_reader::{ListReader, SweepListError, SweepLists};
pub use maker::{BlockCount, PartMaker, SweepPartError};

/// A part has no more children than this.
const CHILDREN: u32 = 16;

/// Fewer nodes have none; those of tests are few.
const LEAST_DIVIDED: u32 = if cfg!(test) { 2 } else { 32 };

/// The graph of a sweep, cut into parts.
///
/// ```
/// use std::collections::HashMap;
/// use std::io::{self, Cursor};
/// use std::ops::ControlFlow::Continue;
/// use std::sync::Mutex;
/// use num_bigint::BigUint;
/// use tilewright_dlx::{Frontier, ListFile, ListReader, SweepLists, text};
///
/// /// Keeps the lists of parts in memory.
/// #[derive(Default)]
/// struct Lists(Mutex<HashMap<String, Vec<u8>>>);
///
/// impl SweepLists for Lists {
///     fn names(&self, part: usize) -> io::Result<Vec<String>> {
///         Ok(vec![part.to_string()])
///     }
///     fn open(&self, name: &str) -> io::Result<Box<dyn ListFile>> {
///         let file = self.0.lock().unwrap().get(name).cloned();
///         let file = file.ok_or(io::ErrorKind::NotFound)?;
///         Ok(Box::new(Cursor::new(file)))
///     }
/// }
///
/// // Four pieces, each on one of four cells.
/// let mut lines = vec!["a b c d w x y z".to_owned()];
/// for piece in ["w", "x", "y", "z"] {
///     lines.extend(["a", "b", "c", "d"].map(|cell| format!("{cell} {piece}")));
/// }
/// let problem = text::read(&(lines.join("\n") + "\n"))?;
/// let cells: Vec<_> = problem.items().take(4).collect();
///
/// let frontier = Frontier::new(&problem).order(&cells)?;
/// let sweep = frontier.divided(3, &mut |_| Continue(()))?.expect("it has sets to join");
/// let lists = Lists::default();
/// let mut sum = BigUint::ZERO;
/// for part in 0..sweep.parts().len() {
///     let reader = ListReader::new(&lists);
///     let mut writer = sweep.list_writer();
///     let block = sweep.block(part, &[]).expect("there is such a part");
///     let mut maker = sweep.maker(part, &reader)?;
///     sum += maker.make(&block, &mut writer, &mut |_| Continue(()))?.count;
///     lists.0.lock().unwrap().insert(part.to_string(), writer.finish());
/// }
/// assert_eq!(sum, 24_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DividedSweep {
    join: SetJoin,
    blocks: Vec<Block>,
    parts: Vec<SweepPart>,
    /// The items of the sets, by their numbers.
    sets: Vec<u32>,
    above: Sides,
    slices: Vec<Slice>,
    run: Run,
    problem: Fingerprint,
    digest: [u8; 32],
}

/// A part of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPart {
    /// Its share of the work, as forecast.
    pub share: f64,
    /// The parts whose lists it reads, in ranges.
    pub reads: Vec<Range<usize>>,
}

/// The nodes of a part, or some of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepBlock {
    part: usize,
    nodes: Range<u32>,
}

impl std::fmt::Debug for DividedSweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DividedSweep")
            .field("parts", &self.parts.len())
            .finish_non_exhaustive()
    }
}

impl Frontier<'_> {
    /// Makes the graph of a count, and cuts it into about so many parts; none if the problem has no items
    /// that stay open throughout, so that there are no lists, or no solution at all, as the graph shows.
    ///
    /// Takes the time and the memory of the graph: see [`count`](Self::count). The number of parts that can
    /// be made at once is about that of all divided by the number of the steps that take longest: thirty
    /// or so where a board is filled.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count), and if the graph has no room in the memory; and
    /// [`FrontierError::Interrupted`], if the watcher breaks out.
    pub fn divided(
        &self,
        parts: usize,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<DividedSweep>, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let plan = Plan::new(&residual, &order, &mut Preparation::new(watcher))?;
        let persistent = plan.persistent(&residual);
        if plan.impossible || persistent.is_empty() {
            return Ok(None);
        }
        let relaxed = residual.without(&persistent);
        let masks = ItemMasks::new(&residual, &persistent);
        let writer = &mut super::checkpoint::CheckpointWriter::nowhere();
        let graph = self
            .run()
            .graph(&relaxed, &order, &|_| true, writer, watcher);
        let graph = graph.map_err(|refused| match refused {
            NoGraph::Refused(error) => error,
            NoGraph::Capped(_) => unreachable!("invariant: without a bound nothing is capped"),
        })?;
        let preparation = &mut Preparation::new(watcher);
        let Some((join, blocks)) = SetJoin::in_blocks(&graph, &masks, parts, preparation)? else {
            return Ok(None);
        };
        let above = slice::sides(&join, &graph, self.problem.option_count(), preparation)?;
        let slices = if self.givens.is_empty() {
            let halves = (&join, &graph, &blocks[..]);
            slice::slices(self.problem, &masks.order, &above, halves, preparation)?
        } else {
            Vec::new()
        };
        let sets = masks.order.iter();
        let sets = sets.filter_map(|item| u32::try_from(item.index()).ok());
        let mut sweep = DividedSweep {
            join,
            parts: parts_of(&blocks),
            blocks,
            sets: sets.collect(),
            above,
            slices,
            run: self.run(),
            problem: self.problem.fingerprint(),
            digest: [0; 32],
        };
        sweep.digest = sweep.head_digest().map_err(|error| FrontierError::Spill {
            reason: error.to_string(),
        })?;
        Ok(Some(sweep))
    }
}

fn parts_of(blocks: &[Block]) -> Vec<SweepPart> {
    let part = |block: &Block| SweepPart {
        share: block.share,
        reads: block.reads.clone(),
    };
    blocks.iter().map(part).collect()
}

impl DividedSweep {
    /// A forecast of the work of all parts together: see
    /// [`FrontierProgress::work`](super::FrontierProgress::work). It is right to a factor of a few.
    pub fn work(&self) -> f64 {
        self.join.entries()
    }

    /// A digest of the graph and the parts; lists of two sweeps with the same digest are the same.
    pub fn digest(&self) -> Fingerprint {
        Fingerprint(self.digest)
    }

    /// No lists yet, of this sweep.
    pub fn list_writer(&self) -> ListWriter {
        ListWriter::new(self.digest)
    }

    /// The parts, each of which reads only such as come before it.
    pub fn parts(&self) -> &[SweepPart] {
        &self.parts
    }

    /// A part, a child of it, or a child of that, by the numbers of the children on the way; none if there is
    /// none.
    pub fn block(&self, part: usize, way: &[u32]) -> Option<SweepBlock> {
        let nodes = self.join.nodes_of(self.blocks.get(part)?);
        let whole = SweepBlock { part, nodes };
        way.iter().try_fold(whole, |block, &child| {
            let children = self.children(&block);
            children.into_iter().nth(child as usize)
        })
    }

    /// Some nodes in 16 about equal shares, in order, which can be made one by one; none if they are of several
    /// steps, or fewer than 32.
    pub fn children(&self, block: &SweepBlock) -> Vec<SweepBlock> {
        let SweepBlock { part, ref nodes } = *block;
        let is_one_step = self.blocks[part].steps.len() == 1;
        let length = nodes.end - nodes.start;
        if !is_one_step || length < LEAST_DIVIDED {
            return Vec::new();
        }
        let of = CHILDREN.min(length);
        #[expect(clippy::cast_possible_truncation, reason = "no more than the nodes")]
        let at = |child: u32| {
            nodes.start + (u64::from(length) * u64::from(child) / u64::from(of)) as u32
        };
        let children = (0..of).map(|child| SweepBlock {
            part,
            nodes: at(child)..at(child + 1),
        });
        children.collect()
    }

    /// The slices of a part, by their numbers: some solutions that cross the cut to its nodes, small enough
    /// to be [counted in another way](Self::slice_problem).
    pub fn slices_of(&self, part: usize) -> Vec<usize> {
        let of_part = self.slices.iter().enumerate();
        let of_part = of_part.filter(|(_, slice)| slice.part == part);
        of_part.map(|(at, _)| at).collect()
    }

    /// A slice as a problem of its own; `problem` is the one that the sweep was made of. None if there is no
    /// such slice.
    ///
    /// # Errors
    ///
    /// `problem` is another one.
    pub fn slice_problem(
        &self,
        problem: &Problem,
        slice: usize,
    ) -> Result<Option<Problem>, ProblemError> {
        let items: Vec<ItemId> = problem.items().collect();
        let sets = self.sets.iter();
        let sets: Vec<ItemId> = sets
            .filter_map(|at| items.get(*at as usize).copied())
            .collect();
        let slice = self.slices.get(slice);
        slice
            .map(|slice| slice.problem(problem, &sets, &self.above))
            .transpose()
    }
}

#[cfg(test)]
mod tests;
