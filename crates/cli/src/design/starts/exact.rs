//! All starts, listed.

use std::ops::ControlFlow::{self, Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::parallel::{Event, PartSink, in_order};
use tilewright_dlx::{Progress, SolutionDiagram};

use super::census::{Bin, Census, Number};
use super::key::{Key, subsets};
use super::places::Places;
use super::tally::{Counter, Solutions, Tally};
use super::{Question, StartsError};
use crate::solve::search::{Kind, Monitor, Watch};

/// The longest list of sets, in bytes: longer ones sort no faster.
const LONGEST_LIST: u64 = 128 << 20;

pub(super) fn census(question: &Question<'_>, monitor: &Monitor) -> Result<Census, StartsError> {
    let mut watch = Watch::new(monitor, Kind::Sets);
    let mut tally = Tally::new(question.shown);
    let mut failure = None;
    let flow = in_order(
        question.threads,
        &shares(question),
        &|part, sink| listed(question, part, sink),
        &mut |event| match event {
            Event::Part(Ok(part)) => {
                tally.merge(part);
                watch.flow()
            }
            Event::Part(Err(error)) | Event::Unfinished(Err(error)) => {
                failure.get_or_insert(error);
                Break(())
            }
            Event::Progress(progress) => watch.hear(&progress),
            Event::Item(()) | Event::Unfinished(Ok(_)) => Continue(()),
        },
    );
    watch.end();
    if let Some(error) = failure {
        return Err(error);
    }
    if flow.is_break() {
        return Err(StartsError::Interrupted);
    }
    let numbers = tally.numbers(question.places.order())?;
    let mut starts = Number::default();
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

/// How much of the work each orbit's first placement is, about: its solutions,
/// times the share of further placements that come after it.
fn shares(question: &Question<'_>) -> Vec<f64> {
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

/// A number, rounded.
pub(super) fn float(number: &BigUint) -> f64 {
    const DIGIT: f64 = 4_294_967_296.0;
    let digits = number.iter_u32_digits().rev();
    digits.fold(0.0, |sum, digit| sum * DIGIT + f64::from(digit))
}

/// The starts that are listed with the first placement of an orbit.
fn listed(
    question: &Question<'_>,
    part: usize,
    sink: &mut PartSink<'_, ()>,
) -> Result<Tally, StartsError> {
    let places = &question.places;
    let orbit = &question.places.orbits()[part];
    // Members of a set are numbers of so many bits.
    let bits = usize::BITS - places.len().leading_zeros();
    let mut list = List {
        places,
        givens: question.givens,
        bits,
        bytes: (question.memory / 2 / question.threads.get() as u64).min(LONGEST_LIST),
        counter: Counter::new(places, orbit, question.shown),
        sink,
        sets: 0,
    };
    let first = orbit.start;
    if question.givens == 1 {
        let solutions = Solutions::of(places.holding(first));
        list.counter.add(&[first], &solutions);
        return Ok(list.counter.finish());
    }
    let diagram = question.space.diagram();
    let held = diagram.restrict(&[places.option(first)], &[])?;
    // Whoever broke out throws the counts away.
    let _ = list.visit(&mut vec![first], &held, 0.0, 1.0)?;
    Ok(list.counter.finish())
}

/// Lists the starts that begin with one placement.
struct List<'a, 'f, 'w> {
    places: &'a Places,
    givens: usize,
    bits: u32,
    /// The most that a list of sets may take.
    bytes: u64,
    counter: Counter<'a>,
    sink: &'f mut PartSink<'w, ()>,
    /// How many sets were listed.
    sets: u64,
}

impl List<'_, '_, '_> {
    /// Lists the starts that begin with these places; `held` are the solutions
    /// that hold them. The work is so much of the part's, after so much of it.
    fn visit(
        &mut self,
        begun: &mut Vec<u32>,
        held: &SolutionDiagram,
        done: f64,
        share: f64,
    ) -> Result<ControlFlow<()>, StartsError> {
        match self.givens - begun.len() {
            0 => {
                self.counter.add(begun, &Solutions::of(&held.count()));
                self.sets += 1;
            }
            1 => {
                for (place, solutions) in self.further(begun, held) {
                    begun.push(place);
                    self.counter.add(begun, &Solutions::of(&solutions));
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
        Ok(self.tell(done + share))
    }

    fn tell(&mut self, fraction: f64) -> ControlFlow<()> {
        self.sink.progress(&Progress {
            nodes: self.sets,
            solutions: 0,
            fraction,
        })
    }

    /// The places after those begun with that some of these solutions hold,
    /// and how many do.
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

    /// Takes each further place in turn, where one list would be too long.
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

    /// Lists the sets of `more` further places of all these solutions, and
    /// counts equal ones; false, and nothing counted, if the list would be too
    /// long.
    fn list<K: Key>(&mut self, begun: &[u32], held: &SolutionDiagram, more: usize) -> bool {
        // Keys that are vectors hold their members elsewhere.
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
                    .add(&set, &Solutions::Small(equal.len() as u64));
            }
        }
        true
    }
}
