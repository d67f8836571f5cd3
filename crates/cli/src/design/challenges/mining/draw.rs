//! One draw: a solution, and minimal sets of its placements.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::minimal::KnownDifferences;
use super::super::plan::Amount;
use super::super::pool::ChallengeCandidate;
use super::super::rivals::PlacementClues;
use super::open::GivenSet;
use super::{MiningHalt, MiningWork, PER_DRAW};
use crate::design::difference_oracle::NoAnswer;
use crate::reason::deduction::{Rating, Technique};
use crate::solve::space::Space;
use crate::support::rng::StableRng;

/// The maximum number of steps of a search for all minimal sets of givens of one solution.
const STEPS: usize = 2_000;

#[derive(Debug, PartialEq)]
pub(super) struct Yield {
    pub(super) candidates: Vec<ChallengeCandidate>,
    /// The number of nodes searched; 0 if they are not counted.
    pub(super) nodes: u64,
    /// Whether the draw ended at its limit of nodes, without candidates.
    pub(super) is_cut_off: bool,
}

impl MiningWork<'_> {
    pub(super) fn known(&self, solution: Vec<OptionId>) -> KnownDifferences<PlacementClues<'_>> {
        let given = self.mine.instance.givens();
        let most_nodes = self.plan.limits.draw;
        KnownDifferences::new(PlacementClues::new(
            &self.rivals,
            solution,
            given,
            most_nodes,
        ))
    }

    pub(super) fn draw(&self, number: u64) -> Result<Yield, MiningHalt> {
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
            Ok(sets) if self.lacking.ranges.is_empty() => {
                Some(self.opened(&known, sets, &mut rng)?)
            }
            Ok(sets) => Some(self.climbed(&known, sets, &mut rng)?),
            Err(NoAnswer::TooLong) => None,
            Err(NoAnswer::Stopped) => return Err(MiningHalt::Stopped),
        };
        let is_cut_off = sets.is_none();
        Ok(Yield {
            candidates: self.candidates(&solution, sets.unwrap_or_default())?,
            nodes: drawn.nodes + (limits.draw - known.clues.nodes_left()),
            is_cut_off,
        })
    }

    /// A few minimal sets of givens of a solution, of requested sizes. If the plan fixes the number
    /// of pieces left to place, the sets leave at least that many pieces, so givens can be added.
    fn minimal_sets(
        &self,
        known: &mut KnownDifferences<PlacementClues<'_>>,
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

    /// How far a person has to look ahead in a challenge that is solved only by trial and error,
    /// measured by the number of nodes of a search. 0 for other challenges, and for plans other
    /// than progressions, which do not need it.
    fn tried(&self, givens: &[OptionId], rating: Option<Rating>) -> Result<u64, MiningHalt> {
        let is_tried = rating.is_some_and(|rating| rating.hardest == Technique::Search);
        if !is_tried || !matches!(self.plan.amount, Amount::Progression(_)) {
            return Ok(0);
        }
        self.rivals.nodes(givens).map_err(|_| MiningHalt::Stopped)
    }

    /// The candidates among some challenges of a solution: those within the plan's ranges.
    pub(super) fn candidates(
        &self,
        solution: &[OptionId],
        sets: Vec<GivenSet>,
    ) -> Result<Vec<ChallengeCandidate>, MiningHalt> {
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
            candidates.push(ChallengeCandidate {
                tried: self.tried(&givens, rating)?,
                givens,
                solution: solution.clone(),
                rating,
                is_minimal,
            });
        }
        Ok(candidates)
    }
}

/// The order in which the placements of a solution become givens.
#[derive(Clone, Copy)]
enum GivenOrder {
    None,
    FewGivens,
    ManyGivens,
}

impl GivenOrder {
    const ALL: [Self; PER_DRAW] = [Self::None, Self::FewGivens, Self::ManyGivens];
}

/// The rank of each option by the number of solutions that contain it. Options with equal numbers
/// have equal ranks.
pub(super) fn frequency(space: &Space<'_>) -> Vec<usize> {
    let holding = space.holding();
    let numbers: Vec<_> = holding.iter().sorted().dedup().collect();
    holding
        .iter()
        .map(|number| numbers.partition_point(|other| *other < number))
        .collect()
}
