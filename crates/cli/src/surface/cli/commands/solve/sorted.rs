//! Sorts the solutions of a search. The sorted list is written after the search has ended.

use tilewright_dlx::{OptionId, Problem, StopFlag, SymmetryId};

use super::super::objective_number::ObjectiveNumber;
use super::super::{LoadedPuzzle, grouped};
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::scores::{Scorer, Scores};
use crate::solve::external_sort::{ExternalSort, SortError, SortedRecords};
use crate::solve::similarity::chain;
use crate::surface::cli::failure::Failure;

/// The maximum number of solutions that are sorted by similarity. The time is quadratic in their
/// number.
const MOST_SIMILAR: usize = 100_000;

pub(super) enum SolutionOrder {
    /// The most symmetric first, then in order of discovery.
    Symmetry(Scorer),
    /// By the position of the first piece, then of the second, and so on.
    Canonical,
    /// A chain in which each solution is followed by the most similar of the remaining ones.
    Similarity,
}

/// A solution with its number and the data printed with it.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct NumberedSolution {
    /// The number of the solution in order of discovery, from 1.
    pub(in super::super) number: u64,
    pub(in super::super) solution: Box<[OptionId]>,
    pub(in super::super) stabilizer: Box<[SymmetryId]>,
    pub(in super::super) scores: Option<Scores>,
    /// How good the solution is by the objective of the list; `None` without an objective.
    pub(in super::super) objective: Option<ObjectiveNumber>,
}

impl NumberedSolution {
    /// A solution without scores.
    pub(in super::super) fn new(
        number: u64,
        solution: impl Into<Box<[OptionId]>>,
        stabilizer: impl Into<Box<[SymmetryId]>>,
    ) -> Self {
        Self {
            number,
            solution: solution.into(),
            stabilizer: stabilizer.into(),
            scores: None,
            objective: None,
        }
    }
}

/// Collects the solutions to be sorted.
pub(super) struct Sorter<'a> {
    loaded: &'a LoadedPuzzle,
    group: Option<&'a PuzzleSymmetry>,
    order: &'a SolutionOrder,
    limit: u64,
    found: u64,
    code: Code<'a>,
    collected: SolutionBuffer,
}

/// Collected solutions that are not yet sorted.
enum SolutionBuffer {
    /// Solutions as records of 32-bit words. The order of the records is the requested order of the solutions.
    Ranked(ExternalSort),
    /// For the order by similarity: all solutions, in memory. They are compared with each other at the end.
    Similar {
        solutions: Vec<NumberedSolution>,
        /// The memory needed so far, in bytes, to keep the solutions and compare them.
        bytes: u64,
        memory: u64,
    },
}

impl<'a> Sorter<'a> {
    /// Prepares to sort within `memory` bytes and any amount of disk space, and to keep the first
    /// `limit` solutions.
    pub(super) fn new(
        loaded: &'a LoadedPuzzle,
        group: Option<&'a PuzzleSymmetry>,
        order: &'a SolutionOrder,
        limit: u64,
        memory: u64,
    ) -> Result<Self, Failure> {
        let collected = match order {
            SolutionOrder::Symmetry(_) | SolutionOrder::Canonical => {
                SolutionBuffer::Ranked(ExternalSort::new(memory, limit)?)
            }
            SolutionOrder::Similarity => SolutionBuffer::Similar {
                solutions: Vec::new(),
                bytes: 0,
                memory,
            },
        };
        Ok(Self {
            loaded,
            group,
            order,
            limit,
            found: 0,
            code: Code {
                problem: loaded.instance.problem(),
                symmetries: group.map_or_else(Vec::new, |group| group.symmetries.ids().collect()),
                is_canonical: matches!(order, SolutionOrder::Canonical),
            },
            collected,
        })
    }

    /// Adds a solution. For distinct solutions sorted by symmetry, adds the image with the best
    /// scores.
    pub(super) fn add(
        &mut self,
        solution: Box<[OptionId]>,
        stabilizer: Box<[SymmetryId]>,
    ) -> Result<(), Failure> {
        self.found += 1;
        let mut entry = NumberedSolution::new(self.found, solution, stabilizer);
        if let SolutionOrder::Symmetry(scorer) = self.order {
            entry.scores = Some(self.best_image(scorer, &mut entry));
        }
        match &mut self.collected {
            SolutionBuffer::Ranked(sort) => Ok(sort.push(&self.code.write(&entry))?),
            SolutionBuffer::Similar {
                solutions,
                bytes,
                memory,
            } => {
                *bytes += bytes_to_compare(&entry);
                if *bytes > *memory {
                    refuse!(
                        "sorting by similarity compares all solutions, and {} of them need more \
                         memory than the {} bytes allowed; allow more with `--memory SIZE`, or \
                         sort by symmetry or canonically",
                        grouped(solutions.len() as u64 + 1),
                        grouped(*memory),
                    );
                }
                if solutions.len() == MOST_SIMILAR {
                    refuse!(
                        "there are more than {} solutions, the limit for sorting by similarity; \
                         sort by symmetry or canonically",
                        grouped(MOST_SIMILAR as u64)
                    );
                }
                solutions.push(entry);
                Ok(())
            }
        }
    }

    /// Ends the collection and sorts. If `stop` is set during the sort, a list by similarity stays
    /// in order of discovery, and other lists are empty.
    pub(super) fn finish(self, stop: &StopFlag) -> Result<InOrder<'a>, Failure> {
        let rest = match self.collected {
            SolutionBuffer::Ranked(sort) => match sort.finish(stop) {
                Ok(sorted) => RemainingSolutions::Ranked(sorted),
                // The records were only partly sorted when the flag was set, so the list is empty.
                Err(SortError::Stopped(_)) => RemainingSolutions::Similar(Vec::new().into_iter()),
                Err(error) => return Err(error.into()),
            },
            SolutionBuffer::Similar { mut solutions, .. } => {
                let placements: Vec<Vec<usize>> = solutions
                    .iter()
                    .map(|entry| entry.solution.iter().map(|option| option.index()).collect())
                    .collect();
                if let Some(order) = chain(&placements, || stop.is_set()) {
                    solutions = order.into_iter().map(|at| solutions[at].clone()).collect();
                }
                solutions.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
                RemainingSolutions::Similar(solutions.into_iter())
            }
        };
        Ok(InOrder {
            code: self.code,
            rest,
        })
    }

    fn score(&self, scorer: &Scorer, solution: &[OptionId]) -> Scores {
        let instance = &self.loaded.instance;
        let cells = solution
            .iter()
            .map(|option| instance.meaning(*option).placement.cells.as_ref());
        scorer.score(cells)
    }

    /// The scores of a solution. If only distinct solutions are listed, the solution is replaced by its image with
    /// the best scores. Images can differ in their scores: a rotation by 60° changes which lines are vertical.
    fn best_image(&self, scorer: &Scorer, entry: &mut NumberedSolution) -> Scores {
        let mut best = self.score(scorer, &entry.solution);
        let Some(group) = self.group else {
            return best;
        };
        let (solution, stabilizer) = (entry.solution.clone(), entry.stabilizer.clone());
        for g in group.symmetries.ids() {
            let image: Box<[OptionId]> = solution
                .iter()
                .map(|option| group.symmetries.image(g, *option))
                .collect();
            let scores = self.score(scorer, &image);
            if scores.rank() < best.rank() {
                best = scores;
                entry.stabilizer = group.conjugated(g, &stabilizer).into();
                entry.solution = image;
            }
        }
        best
    }
}

/// Yields the sorted solutions one by one.
pub(super) struct InOrder<'a> {
    code: Code<'a>,
    rest: RemainingSolutions,
}

enum RemainingSolutions {
    Ranked(SortedRecords),
    Similar(std::vec::IntoIter<NumberedSolution>),
}

impl InOrder<'_> {
    pub(super) fn next(&mut self) -> Result<Option<NumberedSolution>, Failure> {
        match &mut self.rest {
            RemainingSolutions::Similar(solutions) => Ok(solutions.next()),
            RemainingSolutions::Ranked(sorted) => {
                let record = sorted.next()?;
                Ok(record.map(|record| self.code.read(&record)))
            }
        }
    }
}

/// Encodes each solution as a list of words. The lexicographic order of these lists is the requested order of the
/// solutions. The words are the rank, the number, the scores, the number of options, the options, and the
/// stabilizer.
struct Code<'a> {
    problem: &'a Problem,
    symmetries: Vec<SymmetryId>,
    is_canonical: bool,
}

impl Code<'_> {
    fn write(&self, entry: &NumberedSolution) -> Vec<u32> {
        let NumberedSolution {
            number,
            solution,
            stabilizer,
            scores,
            objective: _,
        } = entry;
        let mut words = Vec::with_capacity(2 * solution.len() + stabilizer.len() + 8);
        if self.is_canonical {
            // Options are numbered piece by piece. The 0 at the end sorts a list of options before
            // longer lists that begin with it.
            words.extend(solution.iter().map(|option| word(option.index() + 1)));
            words.sort_unstable();
            words.push(0);
        }
        let scores = scores.map(
            |Scores {
                 horizontal,
                 vertical,
             }| [horizontal, vertical],
        );
        let scores = scores
            .unwrap_or_default()
            .map(|score| score.map_or(0, |score| score + 1));
        if !self.is_canonical {
            let [a, b] = scores;
            words.extend([u32::MAX - a.max(b), u32::MAX - a.min(b)]);
        }
        let bytes = number.to_be_bytes();
        let (halves, _) = bytes.as_chunks();
        words.extend(halves.iter().map(|half| u32::from_be_bytes(*half)));
        words.extend(scores);
        words.push(word(solution.len()));
        words.extend(solution.iter().map(|option| word(option.index())));
        words.extend(stabilizer.iter().map(|symmetry| word(symmetry.index())));
        words
    }

    fn read(&self, words: &[u32]) -> NumberedSolution {
        let rank = if self.is_canonical {
            words.iter().take_while(|word| **word != 0).count() + 1
        } else {
            2
        };
        let (head, rest) = words[rank..].split_at(5);
        let (solution, stabilizer) = rest.split_at(head[4] as usize);
        let options = solution
            .iter()
            .filter_map(|at| self.problem.option(*at as usize));
        let score = |word: u32| word.checked_sub(1);
        let scores = Scores {
            horizontal: score(head[2]),
            vertical: score(head[3]),
        };
        let stabilizer = stabilizer.iter().map(|at| self.symmetries[*at as usize]);
        let number = u64::from(head[0]) << 32 | u64::from(head[1]);
        NumberedSolution {
            scores: (!self.is_canonical).then_some(scores),
            ..NumberedSolution::new(
                number,
                options.collect::<Vec<_>>(),
                stabilizer.collect::<Vec<_>>(),
            )
        }
    }
}

#[expect(clippy::expect_used, reason = "an invariant of problems")]
fn word(index: usize) -> u32 {
    u32::try_from(index).expect("invariant: a problem has fewer than 2^32 options and symmetries")
}

/// The approximate memory in bytes that a solution needs when solutions are compared: for the solution itself, and
/// for an entry in the list of solutions that each of its placements has.
fn bytes_to_compare(entry: &NumberedSolution) -> u64 {
    let words = 8 * entry.solution.len() + entry.stabilizer.len() + 64;
    (words * size_of::<u32>()) as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilewright_dlx::Symmetries;

    use super::*;

    /// A problem in which any set of options is allowed.
    fn problem(options: usize) -> Problem {
        let mut problem = Problem::new();
        for option in 0..options {
            let item = problem.add_bounded(format!("i{option}"), 0..=1).unwrap();
            problem.add_option(&[item]).unwrap();
        }
        problem
    }

    proptest! {
        #[test]
        fn words_sort_as_solutions_do(
            entries in prop::collection::vec(
                (prop::collection::btree_set(0_usize..9, 1..5), any::<u64>(),
                    prop::option::of(0_u32..4), prop::option::of(0_u32..4)),
                2,
            ),
            is_canonical: bool,
        ) {
            let problem = problem(9);
            let symmetries: Vec<SymmetryId> = Symmetries::trivial(&problem).ids().collect();
            let code = Code { problem: &problem, symmetries: symmetries.clone(), is_canonical };
            let entries: Vec<NumberedSolution> = entries
                .into_iter()
                .map(|(options, number, horizontal, vertical)| NumberedSolution {
                    number,
                    solution: options.iter().filter_map(|at| problem.option(*at)).collect(),
                    stabilizer: symmetries.clone().into(),
                    scores: (!is_canonical).then_some(Scores { horizontal, vertical }),
                    objective: None,
                })
                .collect();
            let words: Vec<Vec<u32>> = entries.iter().map(|entry| code.write(entry)).collect();
            let rank = |entry: &NumberedSolution| {
                let options = is_canonical.then(|| entry.solution.clone());
                (options, entry.scores.map(Scores::rank), entry.number)
            };
            prop_assert_eq!(words[0].cmp(&words[1]), rank(&entries[0]).cmp(&rank(&entries[1])));
            prop_assert_eq!(&code.read(&words[0]), &entries[0]);
        }
    }
}
