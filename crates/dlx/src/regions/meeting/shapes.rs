//! Sweeps from both ends that go shape by shape.

use std::sync::Arc;

use num_bigint::BigUint;

use super::shape_meeting::{SHARE, WORK};
use super::{CHOICES, Ends, LEAST_WORK, Meeting, Pause};
use crate::regions::by_shape::ports::{Halves, Ports};
use crate::regions::by_shape::{Parts, ShapeJoin, ShapePosition};
use crate::regions::cut::{Cut, open};
use crate::regions::graph::{self, RegionsProgress};
use crate::regions::join_position::{End, JoinPosition};
use crate::regions::states::Expansion;
use crate::regions::table::NoRoom;

impl Ends<'_> {
    /// What lies between the halves of an order, if both sweeps can go shape by shape. Some of the
    /// symmetries keep a half, and so mirror states; `reversal` maps the order to its reverse.
    pub(super) fn between(
        &self,
        cut: &Cut,
        order: &[usize],
        mirrors: &[Vec<usize>],
        reversal: Option<&Vec<usize>>,
    ) -> Option<Ports> {
        let regions = self.regions;
        // The half from the back is the image of one from the front.
        let mirrors = mirrors.iter().map(|g| match reversal {
            None => g.clone(),
            Some(reversal) => {
                let mut images = vec![0; g.len()];
                for (vertex, &image) in reversal.iter().enumerate() {
                    images[image] = reversal[g[vertex]];
                }
                images
            }
        });
        let mut is_front = vec![false; order.len()];
        for &vertex in &order[..cut.front] {
            is_front[vertex] = true;
        }
        let reverse: Vec<usize> = order.iter().rev().copied().collect();
        let halves = Halves {
            plans: [&self.front, self.back()],
            steps: [cut.front, cut.back],
            open: [
                open(&regions.neighbours, order, cut.front),
                open(&regions.neighbours, &reverse, cut.back),
            ],
            is_front,
            mirrors: mirrors.collect(),
        };
        let size_bits = Expansion::new(regions.size).size_bits();
        Ports::new(regions, &halves, Parts::new(regions.size, size_bits))
    }

    /// Counts by sweeps to the middle, shape by shape.
    pub(super) fn meet_by_shape(
        &self,
        (cut, ports): (&Cut, &Ports),
        meeting: &mut Meeting,
        pause: &mut Pause<'_>,
    ) -> Result<BigUint, End> {
        self.sweep_by_shape(ports, meeting, cut.back, pause)?;
        if let Some(shapes) = &mut meeting.shapes
            && shapes.front.is_none()
            && !ports.is_flipped()
        {
            shapes.back.rest();
            shapes.front = Some(match self.back {
                None => shapes.back.go_on(),
                Some(_) => ShapePosition::start(),
            });
        }
        if !ports.is_flipped() {
            self.sweep_by_shape(ports, meeting, cut.front, pause)?;
        }
        let Some(shapes) = &mut meeting.shapes else {
            return Err(End::Outgrown);
        };
        shapes.back.rest();
        shapes.front.iter_mut().for_each(ShapePosition::rest);
        let back = Arc::clone(&shapes.back.layer);
        // Where a symmetry exchanges both, the one stands for the other.
        let front = Arc::clone(&shapes.front.as_ref().unwrap_or(&shapes.back).layer);
        let all = self.front.steps.len();
        let sweeps = meeting.shape_progress(all);
        let left = (all - cut.front) as u64 * front.states() as u64;
        // A single sweep would be one over states.
        let limit = meeting.join.work + (left * CHOICES * graph::WORK / WORK).max(LEAST_WORK);
        let memory = self.regions.memory.saturating_sub(meeting.bytes());
        let position = meeting.join.clone();
        let hear = &mut |position: &_| {
            meeting.join = JoinPosition::clone(position);
            let progress = RegionsProgress {
                work: sweeps.work + position.work * WORK,
                fraction: SHARE + (1.0 - SHARE) * position.done.clamp(0.0, 1.0),
                ..sweeps
            };
            pause(meeting, &progress)
        };
        let join = ShapeJoin::new(ports, position, limit, hear);
        join.count([&front, &back], memory)
    }

    /// Takes the sweep that is under way to a step.
    fn sweep_by_shape(
        &self,
        ports: &Ports,
        meeting: &mut Meeting,
        end: usize,
        pause: &mut Pause<'_>,
    ) -> Result<(), End> {
        let parts = ports.parts();
        let budget = self.regions.memory;
        while let Some(shapes) = &mut meeting.shapes {
            let arrives = match &mut shapes.front {
                Some(front) => {
                    let memory = budget.saturating_sub(shapes.back.bytes());
                    front.advance(&self.front.steps, end, parts, memory)
                }
                None => (shapes.back).advance(&self.back().steps, end, parts, budget),
            };
            match arrives {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(NoRoom::Memory | NoRoom::Count) => return Err(End::Outgrown),
            }
            let progress = meeting.shape_progress(self.front.steps.len());
            if pause(meeting, &progress).is_break() {
                return Err(End::Stopped);
            }
        }
        Err(End::Outgrown)
    }
}

impl Meeting {
    fn shape_progress(&self, steps: usize) -> RegionsProgress {
        match &self.shapes {
            Some(shapes) => shapes.progress(steps),
            None => graph::START,
        }
    }
}
