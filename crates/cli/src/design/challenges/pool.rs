//! The challenges found so far, and which of them to take.
//!
//! They are chosen one after the other, so that what is given is spread evenly:
//! next comes the challenge, and the way round that it lies, whose pieces and
//! cells have been given least so far.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_dlx::OptionId;

use super::SymmetryClasses;
use super::even::{TakesEvenly, share, variation};
use crate::cover::Instance;
use crate::reason::deduction::Rating;
use crate::solve::search::Monitor;

/// A challenge that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Its givens, the image that stands for all.
    pub(crate) givens: Vec<OptionId>,
    /// Its solution, likewise.
    pub(crate) solution: Vec<OptionId>,
    /// How hard it is, if that was asked for.
    pub(crate) rating: Option<Rating>,
    /// Whether no given can be left out.
    pub(crate) is_minimal: bool,
}

/// Challenges that may be taken for one part of a deck, or for the whole.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    pub(crate) candidates: Vec<Candidate>,
    solutions: BTreeSet<Vec<OptionId>>,
}

impl Pool {
    pub(crate) fn add(&mut self, candidate: Candidate) {
        self.solutions.insert(candidate.solution.clone());
        self.candidates.push(candidate);
    }

    /// How many solutions the candidates have, up to symmetry.
    pub(crate) fn solutions(&self) -> usize {
        self.solutions.len()
    }
}

/// Chooses candidates, evenly spread.
pub(crate) struct Choice<'a> {
    instance: &'a Instance,
    symmetry_classes: &'a SymmetryClasses<'a>,
    monitor: &'a Monitor,
    /// How often each piece has been given, by copy.
    pieces: Vec<f64>,
    /// How often each cell has been covered by a given.
    cells: Vec<f64>,
    /// How often each solution has been used.
    solutions: BTreeMap<Vec<OptionId>, u32>,
}

impl<'a> Choice<'a> {
    /// Nothing has been chosen.
    pub(crate) fn new(
        instance: &'a Instance,
        symmetry_classes: &'a SymmetryClasses<'a>,
        monitor: &'a Monitor,
    ) -> Self {
        Self {
            instance,
            symmetry_classes,
            monitor,
            pieces: vec![0.0; instance.puzzle().pieces.len()],
            cells: vec![0.0; instance.cells().len()],
            solutions: BTreeMap::new(),
        }
    }

    /// Takes up to `count` candidates, evenly spread. After a signal it takes no more.
    pub(crate) fn take(&mut self, candidates: &[Candidate], count: usize) -> Vec<Candidate> {
        let stop = self.monitor.stop();
        TakesEvenly::take(self, candidates, count, stop)
    }

    /// Takes up to `count` candidates in the order in which they were found, but those of other
    /// solutions first. Takes no time to speak of.
    pub(crate) fn take_first(
        &mut self,
        candidates: Vec<Candidate>,
        count: usize,
    ) -> Vec<Candidate> {
        let mut of_solution: BTreeMap<Vec<OptionId>, u32> = BTreeMap::new();
        let mut candidates: Vec<(u32, Candidate)> = candidates
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

    /// How often, on average, the pieces and the cells of these givens have been
    /// given, as shares of the average over all pieces and all cells.
    pub(crate) fn given_before(&self, givens: &[OptionId]) -> f64 {
        let pieces = givens.iter().map(|given| self.pieces[self.piece(*given)]);
        let cells = givens.iter().flat_map(|given| self.cells_of(*given));
        let cells = cells.map(|cell| self.cells[cell]);
        share(pieces, &self.pieces) + share(cells, &self.cells)
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
    }

    fn piece(&self, option: OptionId) -> usize {
        self.instance.meaning(option).piece.index()
    }

    fn cells_of(&self, option: OptionId) -> impl Iterator<Item = usize> + use<'a> {
        let cells = self.instance.meaning(option).placement.cells.iter();
        cells.map(|cell| cell.index())
    }

    /// How evenly pieces and cells have been given.
    pub(crate) fn spread(&self) -> Spread {
        Spread {
            pieces: variation(&self.pieces),
            cells: variation(&self.cells),
        }
    }
}

impl TakesEvenly for Choice<'_> {
    type Candidate = Candidate;
    /// The givens, the way round that they lie.
    type Way = Vec<OptionId>;

    /// How often the candidate's solution was used.
    fn times_taken(&self, candidate: &Candidate) -> u32 {
        self.solutions
            .get(&candidate.solution)
            .copied()
            .unwrap_or(0)
    }

    #[expect(clippy::expect_used, reason = "an invariant of groups")]
    fn best_way(&self, candidate: &Candidate) -> (f64, Vec<OptionId>) {
        self.symmetry_classes
            .images(&candidate.givens)
            .map(|image| (self.given_before(&image), image))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("invariant: a group has its identity")
    }

    fn use_up(&mut self, candidate: &Candidate, givens: Vec<OptionId>) -> Candidate {
        self.give(&givens);
        let used = self.solutions.entry(candidate.solution.clone());
        *used.or_default() += 1;
        Candidate {
            givens,
            ..candidate.clone()
        }
    }
}

/// How evenly challenges are spread: 0 if every piece, or every cell, is given
/// equally often.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The coefficient of variation (standard deviation over mean) of how often
    /// each piece is given, by copy.
    pub pieces: f64,
    /// The same of how often each cell is covered by a given.
    pub cells: f64,
}
