//! A cut graph in a file: first everything except the arcs (the shape), then the arcs, which are read step by
//! step.

use std::io;

use super::CutGraph;
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};
use crate::spill::{Blocks, SpillFile, crc32};

impl CutGraph {
    /// Writes the shape, which is everything except the arcs. In place of them, it has the length and the
    /// checksum of each step's arcs.
    pub(in crate::frontier::meet_in_middle) fn save_shape(
        &self,
        sink: &mut Sink,
    ) -> io::Result<()> {
        sink.number(self.nodes.into())?;
        sink.number(self.cut.into())?;
        sink.number(self.uses.len() as u64)?;
        for &set in &self.uses {
            sink.number(set.into())?;
        }
        sink.number(self.unpacked)?;
        sink.number(self.steps.len() as u64)?;
        for (at, nodes) in self.steps.iter().enumerate() {
            let packed = self.packed.read(at)?;
            for number in [nodes.start, nodes.end, crc32(&packed)] {
                sink.number(number.into())?;
            }
            sink.number(packed.len() as u64)?;
        }
        Ok(())
    }

    /// Reads the shape; [`with_arcs`](Self::with_arcs) then adds the arcs.
    pub(in crate::frontier::meet_in_middle) fn load_shape(
        items: u32,
        source: &mut CheckedFile,
    ) -> io::Result<Self> {
        let nodes: u32 = source.small()?;
        let cut = source.small()?;
        let uses = (0..source.length(1)?).map(|_| source.small());
        let uses: Vec<u32> = uses.collect::<io::Result<_>>()?;
        let unpacked = source.number()?;
        let (mut steps, mut blocks) = (Vec::new(), Vec::new());
        for _ in 0..source.length(4)? {
            steps.push(source.small()?..source.small()?);
            let checksum = source.small()?;
            blocks.push((source.small()?, checksum));
        }
        let halves = Self {
            cut,
            nodes,
            steps,
            uses,
            packed: Blocks::elsewhere(blocks),
            unpacked,
        };
        if halves.has_shape(items) {
            Ok(halves)
        } else {
            Err(damaged())
        }
    }

    pub(in crate::frontier::meet_in_middle) fn write_arcs(
        &self,
        writer: &mut dyn io::Write,
    ) -> io::Result<()> {
        (0..self.steps.len()).try_for_each(|step| writer.write_all(&self.packed.read(step)?))
    }

    /// Takes the arcs from a file, in which they begin at byte `start`.
    pub(in crate::frontier::meet_in_middle) fn with_arcs(
        self,
        file: Box<dyn SpillFile>,
        start: u64,
    ) -> Self {
        Self {
            packed: self.packed.in_file(file, start),
            ..self
        }
    }
}
