//! A sweep in parts made by many processes, each from the results of earlier parts.
//!
//! Where a sweep joins sets of items along the graph of the other items (`meet_in_middle`), the
//! lists of the nodes of a step depend only on those of certain earlier steps. So a part is a set
//! of nodes of the graph. The process that makes it [reads](SweepPart::reads) the lists of certain
//! earlier parts from files, and writes its own. No list is made twice, so all parts together take
//! the time of one sweep plus the reading and writing.
//!
//! The graph is made once, and [written](DividedSweep::write) with the parts to a file. A process reads from it only
//! what its current part needs.
//!
//! Parts that share no lists would cost more. Suppose that each part counted the solutions with
//! given items covered above the cut. Lists that the parts have in common would be made in each, so
//! two parts would take up to one and a half times as long as the whole.

mod file;
mod list_file;
mod list_reader;
mod maker;
mod slice;

use std::ops::Range;

use super::Frontier;
use super::error::FrontierError;
use super::meet_in_middle::SetJoin;
use super::meet_in_middle::blocks::NodeBlock;
use super::meet_in_middle::item_masks::ItemMasks;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::{FrontierWatcher, from_time_to_time};
use super::run::Run;
use crate::problem::{Fingerprint, ItemId, Problem, ProblemError};
use slice::{CutSides, Slice};

pub use file::SweepFileError;
pub use list_file::{ListFile, ListWriter};
pub use list_reader::{ListReader, SweepListError, SweepLists};
pub use maker::{BlockCount, PartMaker, SweepPartError};

/// The maximum number of child blocks into which a block is divided.
const CHILDREN: u32 = 16;

/// Blocks with fewer nodes are not divided into child blocks. The limit is lower in tests, whose graphs are small.
const LEAST_DIVIDED: u32 = if cfg!(test) { 2 } else { 32 };

/// The graph of a sweep, cut into parts that separate processes can make.
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
    blocks: Vec<NodeBlock>,
    parts: Vec<SweepPart>,
    /// The indices of the items that the sets of the join record.
    sets: Vec<u32>,
    above: CutSides,
    slices: Vec<Slice>,
    run: Run,
    problem: Fingerprint,
    digest: [u8; 32],
}

/// One part of a divided sweep: its share of the work, and the earlier parts it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPart {
    /// The part's share of the total work, by forecast; all shares add up to 1.
    pub share: f64,
    /// The ranges of the parts whose lists this part reads.
    pub reads: Vec<Range<usize>>,
}

/// A range of consecutive nodes of a part, or all its nodes.
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
    /// Makes the graph of a count, and cuts it into about `parts` parts. `None` if no item stays open throughout,
    /// since then there are no sets to join; or if the graph shows that there is no solution.
    ///
    /// Takes the time and the memory of the graph: see [`count`](Self::count). When pieces fill a board, about
    /// thirty steps take most of the work. Only parts of the same step can be made at the same time, so about
    /// `parts` / 30 processes can work at once.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); the graph does not fit the memory; or [`FrontierError::Interrupted`], if the
    /// watcher breaks out.
    pub fn divided(
        &self,
        parts: usize,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<DividedSweep>, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let plan = SweepPlan::new(&residual, &order, &mut Preparation::new(watcher))?;
        let persistent = plan.persistent(&residual);
        if plan.impossible || persistent.is_empty() {
            return Ok(None);
        }
        let relaxed = residual.without(&persistent);
        let masks = ItemMasks::new(&residual, &persistent);
        let graph = (self.run()).graph_within(&relaxed, &order, u64::MAX, watcher)?;
        let Some(graph) = graph else {
            unreachable!("invariant: without a bound nothing is capped")
        };
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

fn parts_of(blocks: &[NodeBlock]) -> Vec<SweepPart> {
    let part = |block: &NodeBlock| SweepPart {
        share: block.share,
        reads: block.reads.clone(),
    };
    blocks.iter().map(part).collect()
}

impl DividedSweep {
    /// The forecast work of all parts together, in the units of
    /// [`FrontierProgress::work`](super::FrontierProgress::work). It can be wrong by a small factor.
    pub fn work(&self) -> f64 {
        self.join.entries()
    }

    /// A digest of the graph and the parts. Sweeps with the same digest have the same lists.
    pub fn digest(&self) -> Fingerprint {
        Fingerprint(self.digest)
    }

    /// An empty writer of lists for this sweep.
    pub fn list_writer(&self) -> ListWriter {
        ListWriter::new(self.digest)
    }

    /// The parts, in an order in which each reads only the lists of earlier ones.
    pub fn parts(&self) -> &[SweepPart] {
        &self.parts
    }

    /// The block reached from a part by repeated division: each number of `way` is the index of a child. An empty
    /// `way` gives the whole part. `None` if no such block exists.
    pub fn block(&self, part: usize, way: &[u32]) -> Option<SweepBlock> {
        let nodes = self.join.nodes_of(self.blocks.get(part)?);
        let whole = SweepBlock { part, nodes };
        way.iter().try_fold(whole, |block, &child| {
            let children = self.children(&block);
            children.into_iter().nth(child as usize)
        })
    }

    /// Divides a block into at most 16 child blocks of about equal size, in order, which can be made
    /// separately. Returns no blocks if the nodes of the block belong to several steps or are fewer than 32.
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

    /// The indices of the slices of a part. A slice is a set of solutions that cross the cut to nodes of the part,
    /// small enough to be [counted in another way](Self::slice_problem).
    pub fn slices_of(&self, part: usize) -> Vec<usize> {
        let of_part = self.slices.iter().enumerate();
        let of_part = of_part.filter(|(_, slice)| slice.part == part);
        of_part.map(|(at, _)| at).collect()
    }

    /// A problem whose solutions are those of a slice. `problem` must be the problem of the sweep. `None` if no
    /// slice has this index.
    ///
    /// # Errors
    ///
    /// `problem` is not the problem of the sweep.
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
