//! Divides a join into blocks of nodes, each of which needs only the lists of certain earlier blocks.
//!
//! Nodes of one step are independent of each other. So a step that takes long is cut into blocks of consecutive
//! nodes, and short steps are combined into one block.

use std::io;
use std::ops::Range;

use super::SetJoin;
use super::cut_graph::{self, CutGraph};
use super::forecast::{self, CutForecast};
use super::item_masks::{ItemMasks, MOST_ITEMS};
use crate::diagram::graph::Graph;
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;
use crate::spill::SpillFile;

/// Short steps are combined into one block while it reads at most this many entries. Reading them takes about a
/// second on one thread. The lists of the block, a few hundred megabytes at most, stay in memory until the block
/// is finished.
const MOST_TOGETHER: f64 = 1e8;

/// The nodes of several steps on one side of the cut, or a range of the nodes of one step.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::frontier) struct NodeBlock {
    /// The steps of the block, by index in the cut graph. A step of the graph that is cut into blocks counts as
    /// several steps there.
    pub(in crate::frontier) steps: Range<usize>,
    /// The block's share of the total work, by forecast; all shares add up to 1.
    pub(in crate::frontier) share: f64,
    /// The indices of the blocks whose lists this block reads, as ranges.
    pub(in crate::frontier) reads: Vec<Range<usize>>,
}

impl SetJoin {
    /// Cuts a graph into halves, and both halves together into about `target` blocks. `None` if the graph has no
    /// path.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`].
    pub(in crate::frontier) fn in_blocks(
        graph: &Graph,
        uses: &ItemMasks,
        target: usize,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Option<(Self, Vec<NodeBlock>)>, FrontierError> {
        let Some(root) = graph.root() else {
            return Ok(None);
        };
        let forecast = forecast::cut(graph, root, uses, preparation)?;
        let CutForecast { cut, entries, .. } = forecast;
        let (steps, mut blocks) = cut_steps(&cut_graph::steps(graph, cut), &forecast, target);
        let join = Self::cut_at(graph, root, uses, (cut, steps), preparation)?;
        let join = Self { entries, ..join };
        join.find_reads(&mut blocks, preparation)?;
        Ok(Some((join, blocks)))
    }

    /// Finds, for each block, the blocks whose lists it reads.
    fn find_reads(
        &self,
        blocks: &mut [NodeBlock],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<(), FrontierError> {
        let halves = &self.halves;
        let all: Vec<usize> = (0..)
            .zip(blocks.iter())
            .flat_map(|(at, block)| block.steps.clone().map(move |_| at))
            .collect();
        let mut is_read = vec![false; blocks.len()];
        for (at, block) in blocks.iter_mut().enumerate() {
            is_read.fill(false);
            for step in block.steps.clone() {
                let arcs = halves.step(step).map_err(|error| FrontierError::Spill {
                    reason: error.to_string(),
                })?;
                let arcs = arcs.all(&halves.steps[step]);
                preparation.advance(arcs.len())?;
                let mut last = step;
                for arc in arcs {
                    if !halves.steps[last].contains(&arc.from) {
                        last = halves.step_of(arc.from);
                    }
                    is_read[all[last]] = true;
                }
            }
            is_read[at] = false;
            block.reads = ranges(&is_read);
        }
        Ok(())
    }

    pub(in crate::frontier) fn nodes_of(&self, block: &NodeBlock) -> Range<u32> {
        let steps = &self.halves.steps[block.steps.clone()];
        let start = steps.iter().map(|nodes| nodes.start).min().unwrap_or(0);
        let end = steps.iter().map(|nodes| nodes.end).max().unwrap_or(0);
        start..end
    }

    /// Whether a node lies below the cut, where paths from above cross to it.
    pub(in crate::frontier) fn is_below(&self, node: u32) -> bool {
        node < self.halves.cut
    }
}

/// Cuts the steps of both halves into about `target` blocks. Returns the steps, in which each range of a step that
/// was cut is a separate step, and the blocks.
fn cut_steps(
    steps: &[Range<u32>],
    forecast: &CutForecast,
    target: usize,
) -> (Vec<Range<u32>>, Vec<NodeBlock>) {
    // The cost of a node is the number of entries read to make its list, plus one.
    let weight = |nodes: &Range<u32>| {
        let read = &forecast.by_node[nodes.start as usize..nodes.end as usize];
        read.iter().map(|read| read + 1.0).sum::<f64>()
    };
    let all: f64 = steps.iter().map(weight).sum();
    #[expect(clippy::cast_precision_loss, reason = "a number of parts")]
    let mean = all / target.max(1) as f64;
    let (mut fine, mut blocks): (Vec<Range<u32>>, Vec<NodeBlock>) = (Vec::new(), Vec::new());
    // The cost of the last block, and whether it lies above the cut; `None` if no further step may be added to it.
    let mut open: Option<(f64, bool)> = None;
    for nodes in steps {
        let above = nodes.start >= forecast.cut;
        let takes = weight(nodes);
        let parts = pieces(nodes, takes, mean);
        let at = fine.len();
        if parts == 1 {
            fine.push(nodes.clone());
            match (&mut open, blocks.last_mut()) {
                (Some((together, side)), Some(block))
                    if *side == above && *together + takes <= mean.min(MOST_TOGETHER) =>
                {
                    *together += takes;
                    block.steps.end += 1;
                    block.share += takes / all;
                }
                _ => {
                    blocks.push(NodeBlock {
                        steps: at..at + 1,
                        share: takes / all,
                        reads: Vec::new(),
                    });
                    open = Some((takes, above));
                }
            }
            continue;
        }
        open = None;
        let mut cut = cut_evenly(nodes, parts, |node| forecast.by_node[node as usize] + 1.0);
        if above {
            cut.reverse();
        }
        for nodes in cut {
            let at = fine.len();
            blocks.push(NodeBlock {
                steps: at..at + 1,
                share: weight(&nodes) / all,
                reads: Vec::new(),
            });
            fine.push(nodes);
        }
    }
    (fine, blocks)
}

/// The number of blocks that a step is cut into. `takes` is its cost, and `mean` the mean cost of a block.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at least one, and at most the nodes"
)]
fn pieces(nodes: &Range<u32>, takes: f64, mean: f64) -> usize {
    let pieces = (takes / mean).round().max(1.0);
    (pieces as usize).clamp(1, nodes.len().max(1))
}

/// Cuts a range of nodes into about `parts` ranges of about equal cost; `takes` gives the cost of a node.
fn cut_evenly(nodes: &Range<u32>, parts: usize, takes: impl Fn(u32) -> f64) -> Vec<Range<u32>> {
    let all: f64 = nodes.clone().map(&takes).sum();
    #[expect(clippy::cast_precision_loss, reason = "a number of parts")]
    let mean = all / parts as f64;
    let (mut cut, mut start, mut sum, mut until) = (Vec::new(), nodes.start, 0.0, mean);
    for node in nodes.clone() {
        sum += takes(node);
        if sum >= until && node + 1 < nodes.end {
            cut.push(start..node + 1);
            start = node + 1;
            while until <= sum {
                until += mean;
            }
        }
    }
    cut.push(start..nodes.end);
    cut
}

/// The indices of the `true` values, combined into ranges.
fn ranges(all: &[bool]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, _) in all.iter().enumerate().filter(|(_, is)| **is) {
        match ranges.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// Saves a join to a file, and reads it from there. The arcs are read step by step, when they are needed.
impl SetJoin {
    /// Writes the join without the arcs of its graph.
    pub(in crate::frontier) fn save_shape(&self, sink: &mut Sink) -> io::Result<()> {
        for number in [self.items, self.mandatory, self.root] {
            sink.number(number.into())?;
        }
        sink.bytes(&self.entries.to_le_bytes())?;
        self.halves.save_shape(sink)
    }

    /// Reads a join without the arcs of its graph; [`with_arcs`](Self::with_arcs) adds them.
    pub(in crate::frontier) fn load_shape(source: &mut CheckedFile) -> io::Result<Self> {
        let (items, mandatory, root): (u32, u32, u32) =
            (source.small()?, source.small()?, source.small()?);
        let entries = source.bytes(8)?;
        let entries = entries[..].try_into().map(f64::from_le_bytes);
        if items as usize > MOST_ITEMS || mandatory >> items != 0 {
            return Err(damaged());
        }
        Ok(Self {
            tallies: false,
            items,
            mandatory,
            root,
            entries: entries.map_err(|_| damaged())?,
            halves: CutGraph::load_shape(items, source)?,
        })
    }

    pub(in crate::frontier) fn write_arcs(&self, writer: &mut dyn io::Write) -> io::Result<()> {
        self.halves.write_arcs(writer)
    }

    /// Takes the arcs from a file, in which they begin at byte `start`.
    pub(in crate::frontier) fn with_arcs(self, file: Box<dyn SpillFile>, start: u64) -> Self {
        Self {
            halves: self.halves.with_arcs(file, start),
            ..self
        }
    }

    pub(in crate::frontier) fn step_count(&self) -> usize {
        self.halves.steps.len()
    }
}
