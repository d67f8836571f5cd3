//! Counts by two sweeps that group their states by connectivity, and a join.

use std::sync::Arc;

use num_bigint::BigUint;

use super::shape_meeting::{SHARE, WORK};
use super::{CHOICES, EndPlans, LEAST_WORK, Meeting, MeetingWatcher};
use crate::dissections::by_connectivity::ports::{Halves, Ports};
use crate::dissections::by_connectivity::{ShapeJoin, ShapePosition, VertexLayout};
use crate::dissections::cut::{SweepCut, open};
use crate::dissections::graph::{self, DissectionsProgress};
use crate::dissections::join_position::{JoinEnd, JoinPosition};
use crate::dissections::states::Expansion;
use crate::dissections::table::NoRoom;

impl EndPlans<'_> {
    /// The edges and faces between the halves of an order; `None` if the sweeps cannot group states by
    /// connectivity. `mirrors` are symmetries that keep the halves; `reversal` is one that reverses the order.
    pub(super) fn between(
        &self,
        cut: &SweepCut,
        order: &[usize],
        mirrors: &[Vec<usize>],
        reversal: Option<&Vec<usize>>,
    ) -> Option<Ports> {
        let regions = self.regions;
        // If an automorphism reverses the order, both sweeps take in vertices in the same order. Then the
        // symmetries must be mapped to the back half.
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
        Ports::new(regions, &halves, VertexLayout::new(regions.size, size_bits))
    }

    /// Counts by two sweeps by connectivity that end at the middle, and a join of their states.
    pub(super) fn meet_by_connectivity(
        &self,
        (cut, ports): (&SweepCut, &Ports),
        meeting: &mut Meeting,
        pause: &mut MeetingWatcher<'_>,
    ) -> Result<BigUint, JoinEnd> {
        self.sweep_by_connectivity(ports, meeting, cut.back, pause)?;
        if let Some(shapes) = &mut meeting.shapes
            && shapes.front.is_none()
            && !ports.is_flipped()
        {
            shapes.back.rest();
            shapes.front = Some(match self.back {
                None => shapes.back.continued(),
                Some(_) => ShapePosition::start(),
            });
        }
        if !ports.is_flipped() {
            self.sweep_by_connectivity(ports, meeting, cut.front, pause)?;
        }
        let Some(shapes) = &mut meeting.shapes else {
            return Err(JoinEnd::Outgrown);
        };
        shapes.back.rest();
        shapes.front.iter_mut().for_each(ShapePosition::rest);
        let back = Arc::clone(&shapes.back.layer);
        // If there is no sweep from the front, a symmetry exchanges both halves: the states of the back serve for
        // both.
        let front = Arc::clone(&shapes.front.as_ref().unwrap_or(&shapes.back).layer);
        let all = self.front.steps.len();
        let sweeps = meeting.shape_progress(all);
        let left = (all - cut.front) as u64 * front.states() as u64;
        // The join may take as much work as its alternative, a single sweep over states.
        let limit = meeting.join.work + (left * CHOICES * graph::WORK / WORK).max(LEAST_WORK);
        let memory = self.regions.memory.saturating_sub(meeting.bytes());
        let position = meeting.join.clone();
        let watcher = &mut |position: &_| {
            meeting.join = JoinPosition::clone(position);
            let progress = DissectionsProgress {
                work: sweeps.work + position.work * WORK,
                fraction: SHARE + (1.0 - SHARE) * position.done.clamp(0.0, 1.0),
                ..sweeps
            };
            pause(meeting, &progress)
        };
        let join = ShapeJoin::new(ports, position, limit, watcher);
        join.count([&front, &back], memory)
    }

    /// Advances the current sweep to step `end`.
    fn sweep_by_connectivity(
        &self,
        ports: &Ports,
        meeting: &mut Meeting,
        end: usize,
        pause: &mut MeetingWatcher<'_>,
    ) -> Result<(), JoinEnd> {
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
                Err(NoRoom::Memory | NoRoom::Count) => return Err(JoinEnd::Outgrown),
            }
            let progress = meeting.shape_progress(self.front.steps.len());
            if pause(meeting, &progress).is_break() {
                return Err(JoinEnd::Stopped);
            }
        }
        Err(JoinEnd::Outgrown)
    }
}

impl Meeting {
    fn shape_progress(&self, steps: usize) -> DissectionsProgress {
        match &self.shapes {
            Some(shapes) => shapes.progress(steps),
            None => graph::START,
        }
    }
}
