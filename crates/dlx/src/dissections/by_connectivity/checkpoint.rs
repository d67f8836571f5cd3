//! Saves sweeps that group their states by shape to checkpoints, and loads them.

use std::io;
use std::sync::Arc;

use super::VertexLayout;
use super::layer::ShapeLayer;
use super::shape::StateShape;
use super::sweep::ShapePosition;
use crate::container::{CheckedFile, Sink, damaged};
use crate::dissections::plan::DissectionPlan;
use crate::dissections::step::VertexStep;

impl ShapePosition {
    pub(in super::super) fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        for number in [
            self.first as u64,
            self.step as u64,
            self.tried,
            self.states,
            self.peak_bytes.max(self.bytes()),
            self.number as u64,
        ] {
            sink.number(number)?;
        }
        self.layer.save(sink)?;
        self.next.save(sink)
    }

    pub(in super::super) fn load(
        plan: &DissectionPlan,
        parts: VertexLayout,
        source: &mut CheckedFile<'_>,
    ) -> io::Result<Self> {
        let (first, step): (usize, usize) = (source.small()?, source.small()?);
        let (tried, states, peak_bytes) = (source.counter()?, source.counter()?, source.counter()?);
        let number = source.small()?;
        let (Some(now), after) = (plan.steps.get(step), plan.steps.get(step + 1)) else {
            return Err(damaged());
        };
        if first > step {
            return Err(damaged());
        }
        let layer = Arc::new(ShapeLayer::load(Some(now), parts, source)?);
        let next = ShapeLayer::load(after, parts, source)?;
        let mut position = Self::new(step, layer, next, number);
        (position.first, position.tried) = (first, tried);
        (position.states, position.peak_bytes) = (states, peak_bytes);
        Ok(position)
    }
}

impl ShapeLayer {
    fn save(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        sink.number(self.len() as u64)?;
        for number in 0..self.len() {
            let shape = self.shape(number);
            let states = self.of(number);
            sink.number(shape.labels)?;
            sink.number(shape.apart)?;
            sink.number(states.len() as u64)?;
            for &(sizes, ways) in states {
                sink.number(sizes)?;
                sink.number(ways)?;
            }
        }
        Ok(())
    }

    /// Reads the states before `step`; with `None`, those after the last step.
    fn load(
        step: Option<&VertexStep>,
        parts: VertexLayout,
        source: &mut CheckedFile<'_>,
    ) -> io::Result<Self> {
        let single = step.and_then(|step| step.single.as_ref());
        let (places, asked) = single.map_or((0, &[][..]), |single| (single.open, &single.asked));
        let mut layer = Self::default();
        for _ in 0..source.length(3)? {
            let shape = StateShape {
                labels: source.number()?,
                apart: source.number()?,
            };
            if !parts.has_room(places) || !shape.is_valid(places, asked) {
                return Err(damaged());
            }
            let regions = shape.regions(places);
            for _ in 0..source.length(2)? {
                let (sizes, ways) = (source.number()?, source.number()?);
                if !parts.are_sizes(sizes, regions) {
                    return Err(damaged());
                }
                layer.entries.push((sizes, ways));
            }
            layer.end_shape(shape);
        }
        Ok(layer)
    }
}
