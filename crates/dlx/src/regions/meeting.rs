//! Counting dissections from both ends: two sweeps that meet in the middle.
//!
//! A sweep has by far the most states beyond its middle, and most of them lead nowhere there. So one
//! sweep takes in the first vertices and another one, from the other end, the rest; then the states of
//! both are joined, wherever the open regions of the one and those of the other make up parts. Where a
//! symmetry maps the order of the vertices to its reverse, one sweep does for both.
//!
//! Where the join would take longer than to sweep on, or more memory than there is, the sweep from the
//! front goes on to the end.

mod blocks;
mod half;
mod join;
mod product;
mod shape_meeting;
mod shapes;
mod totals;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use self::half::{Half, Source};
use self::join::{Join, Limits, PartSize};
use self::shape_meeting::SHARE;
pub(super) use self::shape_meeting::ShapeMeeting;
#[cfg(any(test, feature = "frontier"))]
use super::by_shape::Parts;
use super::by_shape::ports::Ports;
use super::cut::{Cut, is_reversal, keeps};
use super::graph::{Regions, RegionsError, RegionsProgress, RegionsReport, WORK, fraction};
use super::join_position::{End, JoinPosition};
use super::plan::Plan;
use super::position::Position;
use super::states::Expansion;
use super::table::NoRoom;

/// About how many choices a state of a sweep has.
const CHOICES: u64 = 2;

/// The least work that a join may take.
const LEAST_WORK: u64 = 1 << 22;

/// The bytes of a state with its number of ways in the lists of a join.
const ENTRY: u64 = 16;

/// The words of a count up to the middle: where they are too few, a join is no use.
pub(super) const HALF_WORDS: usize = 1;

/// Is told of a count, and may break out.
pub(super) type Pause<'a> = dyn FnMut(&Meeting, &RegionsProgress) -> ControlFlow<()> + 'a;

/// The sweeps from both ends.
pub(super) struct Ends<'a> {
    regions: &'a Regions,
    front: Plan,
    /// None if the one from the front does for both.
    back: Option<Plan>,
    /// None if there is but one sweep.
    cut: Option<Cut>,
    /// What is between the halves, if the sweeps from both ends go shape by shape.
    ports: Option<Ports>,
}

/// How far they have come.
pub(super) struct Meeting {
    /// How far the sweeps are that go shape by shape, unless these are not tried or were given up.
    pub(super) shapes: Option<ShapeMeeting>,
    pub(super) back: Position,
    /// The sweep from the front, once the other one is done.
    pub(super) front: Option<Position>,
    /// How far the join of both has come.
    pub(super) join: JoinPosition,
}

impl<'a> Ends<'a> {
    /// Plans both; none once `goes_on` says no.
    pub(super) fn new(
        regions: &'a Regions,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, RegionsError> {
        let Some(front) = Plan::new(regions, &[], goes_on)? else {
            return Ok(None);
        };
        let order: Vec<usize> = front.orbits.iter().flatten().copied().collect();
        let size_bits = Expansion::new(regions.size).size_bits();
        let symmetries = &regions.symmetries;
        let Some(mut cut) = Cut::new(&regions.neighbours, &order, symmetries, size_bits) else {
            return Ok(Some(Self {
                regions,
                front,
                back: None,
                cut: None,
                ports: None,
            }));
        };
        // What the back takes for one must be so for the states of the cut.
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
            let Some(back) = Plan::along(regions, &[], &mirrors, orbits(), goes_on)? else {
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

    fn back(&self) -> &Plan {
        self.back.as_ref().unwrap_or(&self.front)
    }

    /// The plans of the sweeps from the front and from the back.
    #[cfg(feature = "frontier")]
    pub(super) fn plans(&self) -> [&Plan; 2] {
        [&self.front, self.back()]
    }

    /// What the sweeps that go shape by shape make, if they do.
    #[cfg(any(test, feature = "frontier"))]
    pub(super) fn by_shape(&self) -> Option<Parts> {
        self.ports.as_ref().map(Ports::parts)
    }

    /// Before the first step of either.
    pub(super) fn start(&self) -> Meeting {
        Meeting {
            shapes: self.ports.as_ref().map(|_| ShapeMeeting::start()),
            back: Position::start(&self.back().steps, HALF_WORDS),
            front: None,
            join: JoinPosition::default(),
        }
    }

    /// Goes on to the end, or until `pause` breaks out, which is told of the position every millisecond
    /// or so.
    pub(super) fn count(
        &self,
        mut meeting: Meeting,
        pause: &mut Pause<'_>,
    ) -> Result<RegionsReport, RegionsError> {
        let mut expansion = Expansion::new(self.regions.size);
        // What is left to do grows where a join is given up.
        let mut most: f64 = 0.0;
        let pause = &mut |meeting: &Meeting, progress: &RegionsProgress| {
            most = most.max(progress.fraction);
            let progress = RegionsProgress {
                fraction: most,
                ..*progress
            };
            pause(meeting, &progress)
        };
        if let (Some(cut), Some(ports)) = (&self.cut, &self.ports) {
            if meeting.shapes.is_some() {
                match self.meet_by_shape((cut, ports), &mut meeting, pause) {
                    Ok(count) => return Ok(meeting.report(Some(count))),
                    Err(End::Stopped) => return Ok(meeting.report(None)),
                    Err(End::Outgrown) => meeting.shapes = None,
                }
            }
        } else if let Some(cut) = &self.cut
            && !meeting.is_beyond(cut)
        {
            match self.meet(cut, &mut meeting, &mut expansion, pause) {
                Ok(count) => return Ok(meeting.report(Some(count))),
                Err(End::Stopped) => return Ok(meeting.report(None)),
                Err(End::Outgrown) => meeting.back.forget(),
            }
        }
        meeting.front = Some(self.single(meeting.front.take()));
        let all = self.front.steps.len();
        let is_done = self.sweep(&mut meeting, all, &mut expansion, pause);
        let is_done = is_done.map_err(|no_room| self.regions.outgrown(no_room))?;
        let front = meeting.front.as_ref().filter(|_| is_done);
        let count = front.map(Position::count);
        Ok(meeting.report(count))
    }

    /// Goes on with one sweep, from where it is if its counts have room.
    fn single(&self, front: Option<Position>) -> Position {
        let words = self.front.count_words;
        let is_between = |front: &Position| front.number == 0 && front.next.len() == 0;
        match front {
            Some(front) if front.next.count_words() == words => front,
            Some(front) if is_between(&front) => front.widened(words),
            _ => Position::start(&self.front.steps, words),
        }
    }

    /// Counts by sweeps to the middle.
    fn meet(
        &self,
        cut: &Cut,
        meeting: &mut Meeting,
        expansion: &mut Expansion,
        pause: &mut Pause<'_>,
    ) -> Result<BigUint, End> {
        let mut sweep = |meeting: &mut Meeting, end, expansion: &mut Expansion| {
            match self.sweep(meeting, end, expansion, pause) {
                Ok(true) => Ok(()),
                Ok(false) => Err(End::Stopped),
                Err(_) => {
                    // What had no room is lost.
                    meeting.front = None;
                    Err(End::Outgrown)
                }
            }
        };
        if meeting.front.is_none() {
            sweep(meeting, cut.back, expansion)?;
            meeting.front = Some(match self.back {
                None => meeting.back.go_on(),
                Some(_) => Position::start(&self.front.steps, HALF_WORDS),
            });
        }
        sweep(meeting, cut.front, expansion)?;
        self.join(cut, meeting, expansion, pause)
    }

    /// Takes the sweep that is under way to a step; whether it comes there.
    fn sweep(
        &self,
        meeting: &mut Meeting,
        end: usize,
        expansion: &mut Expansion,
        pause: &mut Pause<'_>,
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

    fn progress(&self, meeting: &Meeting) -> RegionsProgress {
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
        RegionsProgress {
            states: meeting.states(),
            work: tried * WORK,
            fraction: share * fraction(done, self.front.steps.len()),
        }
    }

    /// Joins the states of both sides.
    fn join(
        &self,
        cut: &Cut,
        meeting: &mut Meeting,
        expansion: &mut Expansion,
        pause: &mut Pause<'_>,
    ) -> Result<BigUint, End> {
        let front = meeting.front.as_ref().unwrap_or(&meeting.back);
        let layers = [&front.layer, &meeting.back.layer];
        let [in_front, in_back] = layers.map(|layer| layer.len() as u64);
        let states = in_front + in_back * cut.mirrors.len() as u64;
        let memory = self.regions.memory.saturating_sub(meeting.bytes());
        // Lists grow by doubling.
        let lists = 3 * ENTRY * states;
        if lists > memory {
            return Err(End::Outgrown);
        }
        let part = PartSize::new(self.regions.size, expansion.size_bits());
        let steps = [&self.front.steps[cut.front], &self.back().steps[cut.back]];
        let identity: Vec<Vec<usize>> = vec![(0..cut.places[0].len()).collect()];
        let mirrors = [&identity, &cut.mirrors];
        let sweeps = self.progress(meeting);
        let goes_on = &mut || pause(meeting, &sweeps).is_continue();
        let mut half = |side: usize| {
            let source = Source {
                layer: layers[side],
                step: steps[side],
                places: &cut.places[side],
                lasts: &cut.lasts[side],
                mirrors: mirrors[side],
            };
            Half::new(&source, expansion, part.bits, goes_on)
        };
        let (first, second) = (half(0)?, half(1)?);
        let left = (self.front.steps.len() - cut.front) as u64 * front.layer.len() as u64;
        let limits = Limits {
            work: (left * CHOICES * WORK).max(LEAST_WORK),
            entries: usize::try_from((memory - lists) / ENTRY).unwrap_or(usize::MAX),
        };
        let position = meeting.join.clone();
        let hear = &mut |position: &JoinPosition| {
            meeting.join = position.clone();
            let progress = RegionsProgress {
                work: sweeps.work + position.work,
                fraction: SHARE + (1.0 - SHARE) * position.done.clamp(0.0, 1.0),
                ..sweeps
            };
            pause(meeting, &progress)
        };
        Join::new([&first, &second], cut, part, position, limits, hear).count()
    }
}

impl Meeting {
    /// Whether the states are not to be joined any more.
    fn is_beyond(&self, cut: &Cut) -> bool {
        let front = self.front.as_ref();
        front.is_some_and(|front| (front.step, front.number) > (cut.front, 0))
    }

    fn both(&self) -> impl Iterator<Item = &Position> {
        [&self.back].into_iter().chain(&self.front)
    }

    pub(super) fn bytes(&self) -> u64 {
        let shapes = self.shapes.iter().map(ShapeMeeting::bytes);
        self.both().map(Position::bytes).chain(shapes).sum()
    }

    fn states(&self) -> u64 {
        let shapes = self.shapes.iter().map(ShapeMeeting::states);
        let states = self.both().map(|position| position.states);
        states.chain(shapes).sum()
    }

    fn report(&self, count: Option<BigUint>) -> RegionsReport {
        RegionsReport {
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
