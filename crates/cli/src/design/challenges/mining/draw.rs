//! One draw: a solution, and minimal sets of its placements.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::minimal::KnownDifferences;
use super::super::pool::Candidate;
use super::super::rivals::Placements;
use super::open::GivenSet;
use super::{Halt, PER_DRAW, Work};
use crate::design::difference_oracle::NoAnswer;
use crate::solve::space::Space;
use crate::support::rng::StableRng;

/// Steps in which all minimal sets of one solution are looked for.
const STEPS: usize = 2_000;

/// What came of a draw.
#[derive(Debug, PartialEq)]
pub(super) struct Yield {
    pub(super) candidates: Vec<Candidate>,
    /// The nodes that it took, where they are counted.
    pub(super) nodes: u64,
    /// Whether it gave nothing since it would have taken more nodes than it may.
    pub(super) is_cut_off: bool,
}

impl Work<'_> {
    pub(super) fn known(&self, solution: Vec<OptionId>) -> KnownDifferences<Placements<'_>> {
        let given = self.mine.instance.givens();
        let most_nodes = self.plan.limits.draw;
        KnownDifferences::new(Placements::new(&self.rivals, solution, given, most_nodes))
    }

    /// The challenges of one draw.
    pub(super) fn draw(&self, number: u64) -> Result<Yield, Halt> {
        let limits = self.plan.limits;
        let mut rng = StableRng::new(self.plan.seed, number);
        let drawn = self.solutions.draw(number, &mut rng, limits.search)?;
        let Some(solution) = drawn.solution else {
            return Ok(Yield {
                candidates: Vec::new(),
                nodes: drawn.nodes,
                is_cut_off: drawn.is_cut_off,
            });
        };
        let mut known = self.known(solution.clone());
        let sets = match self.minimal_sets(&mut known, &mut rng) {
            Ok(sets) => Some(self.opened(&known, sets, &mut rng)?),
            Err(NoAnswer::TooLong) => None,
            Err(NoAnswer::Stopped) => return Err(Halt::Stopped),
        };
        let is_cut_off = sets.is_none();
        Ok(Yield {
            candidates: self.candidates(&solution, sets.unwrap_or_default())?,
            nodes: drawn.nodes + (limits.draw - known.clues.nodes_left()),
            is_cut_off,
        })
    }

    /// A few minimal sets of givens of a solution, of the numbers wanted, or where pieces are to be
    /// left open, of those that can be added to.
    fn minimal_sets(
        &self,
        known: &mut KnownDifferences<Placements<'_>>,
        rng: &mut StableRng,
    ) -> Result<Vec<FixedBitSet>, NoAnswer> {
        let count = known.clues.options.len();
        let Some(range) = self.minimal_range(count) else {
            return Ok(Vec::new());
        };
        let mut sets = Vec::new();
        for lean in GivenOrder::ALL {
            let mut order: Vec<usize> = (0..count).collect();
            rng.shuffle(&mut order);
            let frequency = |clue: &usize| {
                let option = known.clues.options[*clue];
                self.frequency.get(option.index()).copied().unwrap_or(0)
            };
            match lean {
                GivenOrder::None => {}
                GivenOrder::FewGivens => order.sort_by_key(frequency),
                GivenOrder::ManyGivens => order.sort_by_key(|clue| Reverse(frequency(clue))),
            }
            let Some(set) = known.minimal(&order)? else {
                return Ok(Vec::new());
            };
            sets.push(set);
        }
        let in_range = |set: &FixedBitSet| range.contains(set.count_ones(..));
        if !sets.iter().any(in_range) {
            (sets, _) = known.all(range.most, STEPS)?;
            rng.shuffle(&mut sets);
        }
        sets.retain(in_range);
        sets.truncate(PER_DRAW);
        Ok(sets)
    }

    /// What is wanted of some challenges of a solution.
    pub(super) fn candidates(
        &self,
        solution: &[OptionId],
        sets: Vec<GivenSet>,
    ) -> Result<Vec<Candidate>, Halt> {
        let symmetry_classes = self.mine.symmetry_classes;
        let solution = symmetry_classes.canonical(solution);
        let mut candidates = Vec::new();
        for GivenSet { givens, is_minimal } in sets {
            if !self.plan.givens.contains(givens.len()) {
                continue;
            }
            let givens = symmetry_classes.canonical(&givens);
            let rating = if self.plan.needs_ratings() {
                match self.mine.rating(&givens)? {
                    Some(rating) if self.plan.wants(rating) => Some(rating),
                    _ => continue,
                }
            } else {
                None
            };
            candidates.push(Candidate {
                givens,
                solution: solution.clone(),
                rating,
                is_minimal,
            });
        }
        Ok(candidates)
    }
}

/// Which placements come first when they are given one after the other.
#[derive(Clone, Copy)]
enum GivenOrder {
    None,
    FewGivens,
    ManyGivens,
}

impl GivenOrder {
    const ALL: [Self; PER_DRAW] = [Self::None, Self::FewGivens, Self::ManyGivens];
}

/// By option, its place among all by the number of solutions that hold it; equal for equal numbers.
pub(super) fn frequency(space: &Space<'_>) -> Vec<usize> {
    let holding = space.holding();
    let numbers: Vec<_> = holding.iter().sorted().dedup().collect();
    holding
        .iter()
        .map(|number| numbers.partition_point(|other| *other < number))
        .collect()
}
