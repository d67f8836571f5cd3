//! Lists all starts.

use std::ops::ControlFlow::{self, Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::parallel::{Event, PartSink, in_order};
use tilewright_dlx::{Progress, SolutionDiagram};

use super::census::{Bin, Census, StartNumber};
use super::key::{SetKey, subsets};
use super::places::StartPlacements;
use super::tally::{SolutionCount, StartCounter, StartTally};
use super::{StartsError, StartsQuestion};
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};

/// The maximum size of a list of sets, in bytes. Longer lists would not sort faster per set.
const LONGEST_LIST: u64 = 128 << 20;

pub(super) fn census(
    question: &StartsQuestion<'_>,
    monitor: &RunContext,
) -> Result<Census, StartsError> {
    let mut meter = ProgressMeter::new(monitor, WorkKind::Sets);
    let mut tally = StartTally::new(question.shown);
    let mut failure = None;
    let flow = in_order(
        question.threads,
        &shares(question),
        &|part, sink| listed(question, part, sink),
        &mut |event| match event {
            Event::Part(Ok(part)) => {
                tally.merge(part);
                meter.flow()
            }
            Event::Part(Err(error)) | Event::Unfinished(Err(error)) => {
                failure.get_or_insert(error);
                Break(())
            }
            Event::Progress(progress) => meter.on_progress(&progress),
            Event::Item(()) | Event::Unfinished(Ok(_)) => Continue(()),
        },
    );
    meter.end();
    if let Some(error) = failure {
        return Err(error);
    }
    if flow.is_break() {
        return Err(StartsError::Interrupted);
    }
    let numbers = tally.numbers(question.places.order())?;
    let mut starts = StartNumber::default();
    for number in numbers.values() {
        starts.all += &number.all;
        starts.distinct += &number.distinct;
    }
    Ok(Census {
        starts,
        one_solution: numbers.get(&0).cloned().unwrap_or_default(),
        fewest: tally.fewest.extreme(question),
        most: tally.most.extreme(question),
        histogram: numbers
            .into_iter()
            .map(|(bin, starts)| {
                let (from, to) = Bin::bounds(bin);
                Bin { from, to, starts }
            })
            .collect(),
    })
}

/// For each orbit, the share of the work that its first placement takes. It is estimated from the
/// number of solutions with that placement, and from the share of placements in later orbits.
fn shares(question: &StartsQuestion<'_>) -> Vec<f64> {
    let places = &question.places;
    let total: f64 = (0..)
        .take(places.len())
        .map(|at| float(places.holding(at)))
        .sum();
    let mut before = 0.0;
    let exponent = i32::try_from(question.givens - 1).unwrap_or(i32::MAX);
    let weights: Vec<f64> = places
        .orbits()
        .iter()
        .map(|orbit| {
            let solutions = float(places.holding(orbit.start));
            let after = (1.0 - before / total).max(0.0);
            before += solutions * f64::from(orbit.end - orbit.start);
            solutions * after.powi(exponent)
        })
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// A number as the nearest `f64`.
pub(super) fn float(number: &BigUint) -> f64 {
    const DIGIT: f64 = 4_294_967_296.0;
    let digits = number.iter_u32_digits().rev();
    digits.fold(0.0, |sum, digit| sum * DIGIT + f64::from(digit))
}

/// Counts the starts that contain the first placement of an orbit and no placement of an earlier
/// orbit. `part` is the index of the orbit.
fn listed(
    question: &StartsQuestion<'_>,
    part: usize,
    sink: &mut PartSink<'_, ()>,
) -> Result<StartTally, StartsError> {
    let places = &question.places;
    let orbit = &question.places.orbits()[part];
    // The number of bits that a member of a set takes in a key.
    let bits = usize::BITS - places.len().leading_zeros();
    let mut list = StartLister {
        places,
        givens: question.givens,
        bits,
        bytes: (question.memory / 2 / question.threads.get() as u64).min(LONGEST_LIST),
        counter: StartCounter::new(places, orbit, question.shown),
        sink,
        sets: 0,
    };
    let first = orbit.start;
    if question.givens == 1 {
        let solutions = SolutionCount::of(places.holding(first));
        list.counter.add(&[first], &solutions);
        return Ok(list.counter.finish());
    }
    let diagram = question.space.diagram();
    let held = diagram.restrict(&[places.option(first)], &[])?;
    // If the visit breaks off, the counts are not used.
    let _ = list.visit(&mut vec![first], &held, 0.0, 1.0)?;
    Ok(list.counter.finish())
}

/// Lists the starts that begin with one placement.
struct StartLister<'a, 'f, 'w> {
    places: &'a StartPlacements,
    givens: usize,
    bits: u32,
    /// The maximum size of a list of sets, in bytes.
    bytes: u64,
    counter: StartCounter<'a>,
    sink: &'f mut PartSink<'w, ()>,
    sets: u64,
}

impl StartLister<'_, '_, '_> {
    /// Lists the starts that begin with the placements `begun`, given by their places; `held`
    /// contains the solutions that contain these placements. `done` and `share` are the position
    /// and the size of this work within the part, for the progress.
    fn visit(
        &mut self,
        begun: &mut Vec<u32>,
        held: &SolutionDiagram,
        done: f64,
        share: f64,
    ) -> Result<ControlFlow<()>, StartsError> {
        match self.givens - begun.len() {
            0 => {
                self.counter.add(begun, &SolutionCount::of(&held.count()));
                self.sets += 1;
            }
            1 => {
                for (place, solutions) in self.further(begun, held) {
                    begun.push(place);
                    self.counter.add(begun, &SolutionCount::of(&solutions));
                    begun.pop();
                    self.sets += 1;
                }
            }
            more => {
                let bits = u64::from(self.bits) * more as u64;
                let listed = match bits {
                    0..=64 => self.list::<u64>(begun, held, more),
                    65..=128 => self.list::<u128>(begun, held, more),
                    _ => self.list::<Vec<u32>>(begun, held, more),
                };
                if !listed {
                    return self.part(begun, held, done, share);
                }
            }
        }
        Ok(self.report(done + share))
    }

    fn report(&mut self, fraction: f64) -> ControlFlow<()> {
        self.sink.progress(&Progress {
            nodes: self.sets,
            solutions: 0,
            fraction,
        })
    }

    /// The places of the placements that may follow those of `begun`, each with its number of
    /// solutions. Only the solutions `held` are considered.
    fn further(&self, begun: &[u32], held: &SolutionDiagram) -> Vec<(u32, BigUint)> {
        let from = begun.last().map_or(0, |last| last + 1);
        let mut holding = held.holding();
        let places = (from..).take(self.places.len().saturating_sub(from as usize));
        places
            .map(|place| {
                let solutions = &mut holding[self.places.option(place).index()];
                (place, std::mem::take(solutions))
            })
            .filter(|(_, solutions)| *solutions != BigUint::ZERO)
            .collect()
    }

    /// Lists the starts that contain `begun`, separately for each placement that can come next.
    /// Used if a list of all of them would be too long.
    fn part(
        &mut self,
        begun: &mut Vec<u32>,
        held: &SolutionDiagram,
        done: f64,
        share: f64,
    ) -> Result<ControlFlow<()>, StartsError> {
        let further = self.further(begun, held);
        let total: f64 = further.iter().map(|(_, solutions)| float(solutions)).sum();
        let mut done = done;
        for (place, solutions) in &further {
            let option = self.places.option(*place);
            let own = share * float(solutions) / total;
            begun.push(*place);
            let flow = self.visit(begun, &held.restrict(&[option], &[])?, done, own)?;
            begun.pop();
            if flow.is_break() {
                return Ok(flow);
            }
            done += own;
        }
        Ok(Continue(()))
    }

    /// Lists the starts that add `more` later placements to `begun`, and counts how often each of
    /// them occurs in the solutions of `held`. If the list would be too long, counts nothing and
    /// returns false.
    fn list<K: SetKey>(&mut self, begun: &[u32], held: &SolutionDiagram, more: usize) -> bool {
        // A key that is a vector has its members on the heap, in addition to its own size.
        let key = (size_of::<K>() + 2 * size_of::<u32>() * more) as u64;
        let most = usize::try_from(self.bytes / key)
            .unwrap_or(usize::MAX)
            .max(1);
        if held.count() > most.into() {
            return false;
        }
        let from = begun.last().map_or(0, |last| last + 1);
        let mut sets: Vec<K> = Vec::new();
        let mut members: Vec<u32> = Vec::new();
        for solution in held {
            members.clear();
            let places = solution
                .iter()
                .filter_map(|option| self.places.place(*option));
            members.extend(places.filter(|place| *place >= from));
            members.sort_unstable();
            if !subsets(&members, more, self.bits, most, &mut sets) {
                return false;
            }
        }
        sets.sort_unstable();
        self.sets += sets.len() as u64;
        let mut set = begun.to_vec();
        for equal in sets.chunk_by(|a, b| a == b) {
            if let [key, ..] = equal {
                key.unpack(more, self.bits, &mut members);
                set.truncate(begun.len());
                set.extend_from_slice(&members);
                self.counter
                    .add(&set, &SolutionCount::Small(equal.len() as u64));
            }
        }
        true
    }
}
