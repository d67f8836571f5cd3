//! The challenges found so far, and the choice among them.
//!
//! They are chosen one after another so that givens are balanced: each next choice is the challenge
//! and the image whose pieces and cells have been given least so far.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_dlx::OptionId;

use super::SymmetryClasses;
use super::balanced::{BalancedSelection, mean, share_of, variation};
use crate::cover::Instance;
use crate::reason::deduction::Rating;
use crate::solve::search::RunContext;

/// A challenge that may be chosen for a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChallengeCandidate {
    /// The canonical image of the givens.
    pub(crate) givens: Vec<OptionId>,
    /// The canonical image of the solution.
    pub(crate) solution: Vec<OptionId>,
    pub(crate) rating: Option<Rating>,
    /// For a level of a progression that is solved only by trial and error: the number of nodes of
    /// a search, at most 65,536. 0 for other challenges.
    pub(crate) tried: u64,
    /// Whether the challenge is minimal: without any one of its givens it has several solutions.
    pub(crate) is_minimal: bool,
}

/// Candidates for one part of a deck, or for the whole deck.
#[derive(Debug, Default)]
pub(crate) struct CandidatePool {
    pub(crate) candidates: Vec<ChallengeCandidate>,
    solutions: BTreeSet<Vec<OptionId>>,
}

impl CandidatePool {
    pub(crate) fn add(&mut self, candidate: ChallengeCandidate) {
        self.solutions.insert(candidate.solution.clone());
        self.candidates.push(candidate);
    }

    /// The number of different solutions of the candidates, up to symmetry.
    pub(crate) fn solutions(&self) -> usize {
        self.solutions.len()
    }
}

/// Chooses candidates so that givens are balanced.
pub(crate) struct BalancedChoice<'a> {
    instance: &'a Instance,
    symmetry_classes: &'a SymmetryClasses<'a>,
    monitor: &'a RunContext,
    /// The number of times each piece was given, divided by its copies.
    pieces: Vec<f64>,
    /// The number of times each cell was covered by a given.
    cells: Vec<f64>,
    /// The means of `pieces` and `cells`.
    means: (f64, f64),
    /// For each solution, given by its canonical image, the number of chosen challenges.
    solutions: BTreeMap<Vec<OptionId>, u32>,
}

impl<'a> BalancedChoice<'a> {
    pub(crate) fn new(
        instance: &'a Instance,
        symmetry_classes: &'a SymmetryClasses<'a>,
        monitor: &'a RunContext,
    ) -> Self {
        Self {
            instance,
            symmetry_classes,
            monitor,
            pieces: vec![0.0; instance.puzzle().pieces.len()],
            cells: vec![0.0; instance.cells().len()],
            means: (0.0, 0.0),
            solutions: BTreeMap::new(),
        }
    }

    /// Takes up to `count` candidates so that givens are balanced. After a stop, no more candidates
    /// are taken.
    pub(crate) fn take(
        &mut self,
        candidates: &[ChallengeCandidate],
        count: usize,
    ) -> Vec<ChallengeCandidate> {
        let stop = self.monitor.stop();
        BalancedSelection::take(self, candidates, count, stop)
    }

    /// Takes up to `count` candidates in the order in which they were found, alternating between
    /// solutions. Needs no time for balancing.
    pub(crate) fn take_first(
        &mut self,
        candidates: Vec<ChallengeCandidate>,
        count: usize,
    ) -> Vec<ChallengeCandidate> {
        let mut of_solution: BTreeMap<Vec<OptionId>, u32> = BTreeMap::new();
        let mut candidates: Vec<(u32, ChallengeCandidate)> = candidates
            .into_iter()
            .map(|candidate| {
                let found = of_solution.entry(candidate.solution.clone()).or_default();
                *found += 1;
                (*found, candidate)
            })
            .collect();
        candidates.sort_by_key(|(found, _)| *found);
        let taken = candidates.into_iter().take(count);
        taken
            .map(|(_, candidate)| {
                self.give(&candidate.givens);
                candidate
            })
            .collect()
    }

    /// How often the pieces and the cells of these givens were given so far: the mean over these
    /// pieces, relative to that over all pieces, plus the same ratio for cells.
    pub(crate) fn given_before(&self, givens: &[OptionId]) -> f64 {
        let pieces = givens.iter().map(|given| self.pieces[self.piece(*given)]);
        let cells = givens.iter().flat_map(|given| self.cells_of(*given));
        let cells = cells.map(|cell| self.cells[cell]);
        share_of(pieces, self.means.0) + share_of(cells, self.means.1)
    }

    fn give(&mut self, givens: &[OptionId]) {
        for given in givens {
            let piece = self.piece(*given);
            let copies = self.instance.puzzle().pieces[piece].copies.max;
            self.pieces[piece] += 1.0 / f64::from(copies.max(1));
            for cell in self.cells_of(*given) {
                self.cells[cell] += 1.0;
            }
        }
        let mean = |numbers: &[f64]| mean(numbers.iter().copied());
        self.means = (mean(&self.pieces), mean(&self.cells));
    }

    fn piece(&self, option: OptionId) -> usize {
        self.instance.meaning(option).piece.index()
    }

    fn cells_of(&self, option: OptionId) -> impl Iterator<Item = usize> + use<'a> {
        let cells = self.instance.meaning(option).placement.cells.iter();
        cells.map(|cell| cell.index())
    }

    /// How balanced the givens of the challenges taken so far are, over pieces and over cells.
    pub(crate) fn spread(&self) -> Spread {
        Spread {
            pieces: variation(&self.pieces),
            cells: variation(&self.cells),
        }
    }
}

impl BalancedSelection for BalancedChoice<'_> {
    type Candidate = ChallengeCandidate;
    /// The image of the givens under a symmetry of the puzzle.
    type Way = Vec<OptionId>;

    fn times_taken(&self, candidate: &ChallengeCandidate) -> u32 {
        self.solutions
            .get(&candidate.solution)
            .copied()
            .unwrap_or(0)
    }

    #[expect(clippy::expect_used, reason = "an invariant of groups")]
    fn best_way(&self, candidate: &ChallengeCandidate) -> (f64, Vec<OptionId>) {
        self.symmetry_classes
            .images(&candidate.givens)
            .map(|image| (self.given_before(&image), image))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("invariant: a group has its identity")
    }

    fn use_up(
        &mut self,
        candidate: &ChallengeCandidate,
        givens: Vec<OptionId>,
    ) -> ChallengeCandidate {
        self.give(&givens);
        let used = self.solutions.entry(candidate.solution.clone());
        *used.or_default() += 1;
        ChallengeCandidate {
            givens,
            ..candidate.clone()
        }
    }
}

/// How balanced challenges are: 0 if every piece, or every cell, is given equally often.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The coefficient of variation (standard deviation over mean) of how often each piece is given,
    /// per copy.
    pub pieces: f64,
    /// The coefficient of variation of how often each cell is covered by a given.
    pub cells: f64,
}
