//! Counts dissections by two sweeps that meet in the middle.
//!
//! A sweep has by far the most states beyond its middle, and most of these lead to no partition. So
//! one sweep takes in the first half of the vertices, and another sweep takes in the rest, from the
//! other end. Then the states of both are joined where their open regions together form parts.
//! Where a symmetry maps the order of the vertices to its reverse, one sweep serves for both.
//!
//! If the join would take longer than continuing one sweep, or too much memory, the sweep from the front continues
//! to the end.

mod blocks;
mod half;
mod join;
mod product;
mod shape_meeting;
mod shapes;
mod totals;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use self::half::{Half, HalfSource};
use self::join::{JoinLimits, PartSize, StateJoin};
use self::shape_meeting::SHARE;
pub(super) use self::shape_meeting::ShapeMeeting;
#[cfg(any(test, feature = "frontier"))]
use super::by_connectivity::VertexLayout;
use super::by_connectivity::ports::Ports;
use super::cut::{SweepCut, is_reversal, keeps};
use super::graph::{
    Dissections, DissectionsError, DissectionsProgress, DissectionsReport, WORK, fraction,
};
use super::join_position::{JoinEnd, JoinPosition};
use super::plan::DissectionPlan;
use super::position::DissectionPosition;
use super::states::Expansion;
use super::table::NoRoom;

/// The approximate number of choices for a state in a step of a sweep.
const CHOICES: u64 = 2;

/// The smallest limit on the work of a join, in the units of `FrontierProgress::work`.
const LEAST_WORK: u64 = 1 << 22;

/// The size in bytes of one entry of a join's lists: packed sizes and a count.
const ENTRY: u64 = 16;

/// The number of words of a count in a sweep to the middle. If it does not suffice, no join is made.
pub(super) const HALF_WORDS: usize = 1;

/// A function that is called with the position and the progress of a count and may stop it.
pub(super) type MeetingWatcher<'a> =
    dyn FnMut(&Meeting, &DissectionsProgress) -> ControlFlow<()> + 'a;

/// The plans of two sweeps, from the front and from the back, and of their join.
pub(super) struct EndPlans<'a> {
    regions: &'a Dissections,
    front: DissectionPlan,
    /// The plan of the sweep from the back; `None` if one sweep serves for both halves.
    back: Option<DissectionPlan>,
    /// The cut between the two sweeps; `None` if only one sweep is made.
    cut: Option<SweepCut>,
    /// The edges and faces between the halves; `None` if the sweeps cannot group states by connectivity.
    ports: Option<Ports>,
}

/// The position of a count: of its two sweeps, and of their join.
pub(super) struct Meeting {
    /// The position of the sweeps by connectivity; `None` if these are impossible or were abandoned.
    pub(super) shapes: Option<ShapeMeeting>,
    pub(super) back: DissectionPosition,
    /// The sweep from the front; `None` until the sweep from the back has finished.
    pub(super) front: Option<DissectionPosition>,
    pub(super) join: JoinPosition,
}

impl<'a> EndPlans<'a> {
    /// Plans both sweeps; `None` once `may_continue` returns false.
    pub(super) fn new(
        regions: &'a Dissections,
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, DissectionsError> {
        let Some(front) = DissectionPlan::new(regions, &[], may_continue)? else {
            return Ok(None);
        };
        let order: Vec<usize> = front.orbits.iter().flatten().copied().collect();
        let size_bits = Expansion::new(regions.size).size_bits();
        let symmetries = &regions.symmetries;
        let Some(mut cut) = SweepCut::new(&regions.neighbours, &order, symmetries, size_bits)
        else {
            return Ok(Some(Self {
                regions,
                front,
                back: None,
                cut: None,
                ports: None,
            }));
        };
        // Both sweeps may merge states only by symmetries that map their half to itself.
        let halves = [&order[..cut.back], &order[..cut.front]];
        let reversal = symmetries.iter().find(|g| is_reversal(g, &order));
        let keeps = |g: &&Vec<usize>| {
            halves[usize::from(reversal.is_none())..]
                .iter()
                .all(|half| keeps(g, half))
        };
        let mut mirrors: Vec<Vec<usize>> = symmetries.iter().filter(keeps).cloned().collect();
        let reverse: Vec<usize> = order.iter().rev().copied().collect();
        let from_back = reversal.map_or(&reverse, |_| &order);
        let orbits = || from_back.iter().map(|&vertex| vec![vertex]).collect();
        let back = loop {
            let Some(back) = DissectionPlan::along(regions, &[], &mirrors, orbits(), may_continue)?
            else {
                return Ok(None);
            };
            if cut.take_mirrors(&back.steps[cut.back - 1].mirrors) {
                break back;
            }
            mirrors.clear();
        };
        let (front, back) = match reversal {
            Some(_) => (back, None),
            None => (front, Some(back)),
        };
        let mut ends = Self {
            regions,
            front,
            back,
            cut: None,
            ports: None,
        };
        ends.ports = ends.between(&cut, &order, &mirrors, reversal);
        ends.cut = Some(cut);
        Ok(Some(ends))
    }

    fn back(&self) -> &DissectionPlan {
        self.back.as_ref().unwrap_or(&self.front)
    }

    /// The plans of the sweeps from the front and from the back.
    #[cfg(feature = "frontier")]
    pub(super) fn plans(&self) -> [&DissectionPlan; 2] {
        [&self.front, self.back()]
    }

    /// The layout of packed sizes in sweeps by connectivity; `None` if such sweeps are impossible.
    #[cfg(any(test, feature = "frontier"))]
    pub(super) fn by_connectivity(&self) -> Option<VertexLayout> {
        self.ports.as_ref().map(Ports::parts)
    }

    /// The position of a count before the first step of either sweep.
    pub(super) fn start(&self) -> Meeting {
        Meeting {
            shapes: self.ports.as_ref().map(|_| ShapeMeeting::start()),
            back: DissectionPosition::start(&self.back().steps, HALF_WORDS),
            front: None,
            join: JoinPosition::default(),
        }
    }

    /// Counts from a position to the end, or until `pause` breaks out. `pause` is called about every millisecond.
    pub(super) fn count(
        &self,
        mut meeting: Meeting,
        pause: &mut MeetingWatcher<'_>,
    ) -> Result<DissectionsReport, DissectionsError> {
        let mut expansion = Expansion::new(self.regions.size);
        // If a join is abandoned, more work remains than before. The reported fraction must still not decrease.
        let mut most: f64 = 0.0;
        let pause = &mut |meeting: &Meeting, progress: &DissectionsProgress| {
            most = most.max(progress.fraction);
            let progress = DissectionsProgress {
                fraction: most,
                ..*progress
            };
            pause(meeting, &progress)
        };
        if let (Some(cut), Some(ports)) = (&self.cut, &self.ports) {
            if meeting.shapes.is_some() {
                match self.meet_by_connectivity((cut, ports), &mut meeting, pause) {
                    Ok(count) => return Ok(meeting.report(Some(count))),
                    Err(JoinEnd::Stopped) => return Ok(meeting.report(None)),
                    Err(JoinEnd::Outgrown) => meeting.shapes = None,
                }
            }
        } else if let Some(cut) = &self.cut
            && !meeting.is_beyond(cut)
        {
            match self.meet(cut, &mut meeting, &mut expansion, pause) {
                Ok(count) => return Ok(meeting.report(Some(count))),
                Err(JoinEnd::Stopped) => return Ok(meeting.report(None)),
                Err(JoinEnd::Outgrown) => meeting.back.forget(),
            }
        }
        meeting.front = Some(self.single(meeting.front.take()));
        let all = self.front.steps.len();
        let is_done = self.sweep(&mut meeting, all, &mut expansion, pause);
        let is_done = is_done.map_err(|no_room| self.regions.outgrown(no_room))?;
        let front = meeting.front.as_ref().filter(|_| is_done);
        let count = front.map(DissectionPosition::count);
        Ok(meeting.report(count))
    }

    /// The position from which a single sweep continues to the end. This is the position of the sweep from the
    /// front, if its counts have enough words or can be widened; otherwise the beginning.
    fn single(&self, front: Option<DissectionPosition>) -> DissectionPosition {
        let words = self.front.count_words;
        let is_between = |front: &DissectionPosition| front.number == 0 && front.next.len() == 0;
        match front {
            Some(front) if front.next.count_words() == words => front,
            Some(front) if is_between(&front) => front.widened(words),
            _ => DissectionPosition::start(&self.front.steps, words),
        }
    }

    /// Counts by two sweeps over single states that end at the middle, and a join of their states.
    fn meet(
        &self,
        cut: &SweepCut,
        meeting: &mut Meeting,
        expansion: &mut Expansion,
        pause: &mut MeetingWatcher<'_>,
    ) -> Result<BigUint, JoinEnd> {
        let mut sweep = |meeting: &mut Meeting, end, expansion: &mut Expansion| {
            match self.sweep(meeting, end, expansion, pause) {
                Ok(true) => Ok(()),
                Ok(false) => Err(JoinEnd::Stopped),
                Err(_) => {
                    // Some states did not fit and are lost, so the sweep cannot be continued.
                    meeting.front = None;
                    Err(JoinEnd::Outgrown)
                }
            }
        };
        if meeting.front.is_none() {
            sweep(meeting, cut.back, expansion)?;
            meeting.front = Some(match self.back {
                None => meeting.back.continued(),
                Some(_) => DissectionPosition::start(&self.front.steps, HALF_WORDS),
            });
        }
        sweep(meeting, cut.front, expansion)?;
        self.join(cut, meeting, expansion, pause)
    }

    /// Advances the current sweep to step `end`. Returns false if `pause` breaks out before.
    fn sweep(
        &self,
        meeting: &mut Meeting,
        end: usize,
        expansion: &mut Expansion,
        pause: &mut MeetingWatcher<'_>,
    ) -> Result<bool, NoRoom> {
        loop {
            let budget = self.regions.memory;
            let arrives = match &mut meeting.front {
                Some(front) => {
                    let memory = budget.saturating_sub(meeting.back.bytes());
                    front.advance(&self.front.steps, end, expansion, memory)
                }
                None => (meeting.back).advance(&self.back().steps, end, expansion, budget),
            };
            if arrives? {
                return Ok(true);
            }
            if pause(meeting, &self.progress(meeting)).is_break() {
                return Ok(false);
            }
        }
    }

    fn progress(&self, meeting: &Meeting) -> DissectionsProgress {
        let steps = meeting
            .both()
            .map(|position| position.step - position.first);
        let is_joined = (self.cut.as_ref()).is_none_or(|cut| meeting.is_beyond(cut));
        let done = if is_joined {
            meeting.front.as_ref().map_or(0, |front| front.step)
        } else {
            steps.sum()
        };
        let share = if is_joined { 1.0 } else { SHARE };
        let tried: u64 = meeting.both().map(|position| position.tried).sum();
        DissectionsProgress {
            states: meeting.states(),
            work: tried * WORK,
            fraction: share * fraction(done, self.front.steps.len()),
        }
    }

    /// Joins the states of the front and the back, and returns the number of partitions.
    fn join(
        &self,
        cut: &SweepCut,
        meeting: &mut Meeting,
        expansion: &mut Expansion,
        pause: &mut MeetingWatcher<'_>,
    ) -> Result<BigUint, JoinEnd> {
        let front = meeting.front.as_ref().unwrap_or(&meeting.back);
        let layers = [&front.layer, &meeting.back.layer];
        let [in_front, in_back] = layers.map(|layer| layer.len() as u64);
        let states = in_front + in_back * cut.mirrors.len() as u64;
        let memory = self.regions.memory.saturating_sub(meeting.bytes());
        // A list may reserve memory for twice its final length. While it grows, the list that it replaces also
        // takes memory.
        let lists = 3 * ENTRY * states;
        if lists > memory {
            return Err(JoinEnd::Outgrown);
        }
        let part = PartSize::new(self.regions.size, expansion.size_bits());
        let steps = [&self.front.steps[cut.front], &self.back().steps[cut.back]];
        let identity: Vec<Vec<usize>> = vec![(0..cut.places[0].len()).collect()];
        let mirrors = [&identity, &cut.mirrors];
        let sweeps = self.progress(meeting);
        let may_continue = &mut || pause(meeting, &sweeps).is_continue();
        let mut half = |side: usize| {
            let source = HalfSource {
                layer: layers[side],
                step: steps[side],
                places: &cut.places[side],
                lasts: &cut.lasts[side],
                mirrors: mirrors[side],
            };
            Half::new(&source, expansion, part.bits, may_continue)
        };
        let (first, second) = (half(0)?, half(1)?);
        let left = (self.front.steps.len() - cut.front) as u64 * front.layer.len() as u64;
        let limits = JoinLimits {
            work: (left * CHOICES * WORK).max(LEAST_WORK),
            entries: usize::try_from((memory - lists) / ENTRY).unwrap_or(usize::MAX),
        };
        let position = meeting.join.clone();
        let watcher = &mut |position: &JoinPosition| {
            meeting.join = position.clone();
            let progress = DissectionsProgress {
                work: sweeps.work + position.work,
                fraction: SHARE + (1.0 - SHARE) * position.done.clamp(0.0, 1.0),
                ..sweeps
            };
            pause(meeting, &progress)
        };
        StateJoin::new([&first, &second], cut, part, position, limits, watcher).count()
    }
}

impl Meeting {
    /// Whether the sweep from the front has passed the cut, so that a join is no longer possible.
    fn is_beyond(&self, cut: &SweepCut) -> bool {
        let front = self.front.as_ref();
        front.is_some_and(|front| (front.step, front.number) > (cut.front, 0))
    }

    fn both(&self) -> impl Iterator<Item = &DissectionPosition> {
        [&self.back].into_iter().chain(&self.front)
    }

    pub(super) fn bytes(&self) -> u64 {
        let shapes = self.shapes.iter().map(ShapeMeeting::bytes);
        self.both()
            .map(DissectionPosition::bytes)
            .chain(shapes)
            .sum()
    }

    fn states(&self) -> u64 {
        let shapes = self.shapes.iter().map(ShapeMeeting::states);
        let states = self.both().map(|position| position.states);
        states.chain(shapes).sum()
    }

    fn report(&self, count: Option<BigUint>) -> DissectionsReport {
        DissectionsReport {
            complete: count.is_some(),
            count: count.unwrap_or_default(),
            states: self.states(),
            peak_bytes: {
                let shapes = self.shapes.iter().map(ShapeMeeting::peak_bytes);
                let peaks = self.both().map(|position| position.peak_bytes);
                peaks.chain(shapes).sum::<u64>().max(self.bytes())
            },
        }
    }
}
