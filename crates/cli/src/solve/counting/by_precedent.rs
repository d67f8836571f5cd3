//! Counts the solutions of a puzzle by the method that was used for a similar puzzle, such as one whose board
//! differs by one moved cell.
//!
//! The forecast of a search takes as long as a short sweep, and a portfolio spends time on the methods that end
//! later. After a small change of the puzzle both are needless: the method that ended first for the similar puzzle
//! runs alone. If it takes more than [`LONGER`] times the work that it took there, the count begins as without a
//! precedent. Both ways count exactly.

use tilewright_dlx::portfolio::sweep_work_in;
use tilewright_dlx::{Bits, Forecast};

use super::precedent::{Precedent, PrecedentMethod};
use super::search_pair::PairRun;
use super::sweep_problem::refused;
use super::{CountResult, CountTask};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;

/// The method of the precedent may take this many times the work that it took for the earlier puzzle.
const LONGER: u64 = 4;

/// A search may visit at least this number of nodes, which takes a few milliseconds, even if the
/// precedent visited fewer.
const LEAST_NODES: u64 = 1 << 16;

/// A sweep may take at least this time, in seconds of one thread, even if the precedent was faster.
const LEAST_SWEEP: f64 = 0.005;

impl CountTask<'_> {
    /// The same count, which tries the method of the precedent first. A precedent of a puzzle that is not similar
    /// is ignored.
    #[must_use]
    pub fn after(self, precedent: Option<Precedent>) -> Self {
        let problem = self.instance.problem();
        Self {
            precedent: precedent.filter(|precedent| precedent.is_like(problem)),
            ..self
        }
    }

    /// How this count was made, as a precedent for a similar puzzle. `None` before the end, and if neither a sweep
    /// nor a search made the count.
    pub fn precedent(&self) -> Option<Precedent> {
        self.ended.get().copied()
    }

    pub(super) fn record(&self, method: PrecedentMethod, work: u64) {
        let options = self.instance.problem().option_count();
        self.ended.get_or_init(|| Precedent {
            method,
            work,
            options,
        });
    }

    /// Counts by the method of the precedent. `None` if there is no precedent, or if the method takes more than
    /// [`LONGER`] times as long.
    pub(super) fn count_as_before(&self) -> Result<Option<CountResult>, SolveError> {
        let Some(Precedent { method, work, .. }) = self.precedent else {
            return Ok(None);
        };
        self.monitor
            .resources
            .say(|| "as the puzzle before:".to_owned());
        let most = work.saturating_mul(LONGER);
        let checkpoint = &mut CheckpointFile::nothing();
        let (engine, unrestricted) = match method {
            PrecedentMethod::Sweep => {
                return match self.sweep(most.max(sweep_work_in(LEAST_SWEEP)), checkpoint) {
                    Err(error) => refused(self.monitor, error).map(|()| None),
                    counted => counted,
                };
            }
            PrecedentMethod::Restricted(engine) => (engine, None),
            PrecedentMethod::Unrestricted(engine) => (engine, self.unrestricted()?),
        };
        #[expect(clippy::cast_precision_loss, reason = "a forecast")]
        let nodes = work as f64;
        let likely = Forecast {
            nodes,
            bits_nodes: nodes,
            least_nodes: nodes,
            fits_bits: Bits::fits(self.instance.problem()),
            ..Forecast::default()
        };
        let schedule = self.monitor.resources.schedule_like(engine, &likely);
        let most_nodes = most.max(LEAST_NODES);
        PairRun::alone(self, schedule, unrestricted.as_ref(), most_nodes).finish(checkpoint)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use tilewright_dlx::TreeEngine;

    use super::*;
    use crate::cover::Instance;
    use crate::puzzle::Puzzle;
    use crate::solve::counting::CountRequest;
    use crate::solve::resources::Resources;
    use crate::solve::search::RunContext;

    const METHODS: [PrecedentMethod; 5] = [
        PrecedentMethod::Sweep,
        PrecedentMethod::Restricted(TreeEngine::Links),
        PrecedentMethod::Restricted(TreeEngine::Bits),
        PrecedentMethod::Unrestricted(TreeEngine::Links),
        PrecedentMethod::Unrestricted(TreeEngine::Bits),
    ];

    /// Counts the solutions of a puzzle, first by the method of `precedent`. Returns the numbers of all and of
    /// distinct solutions, and the precedent for the next puzzle.
    fn counted(
        text: &str,
        precedent: Option<Precedent>,
        threads: usize,
    ) -> (String, Option<Precedent>) {
        let instance = Instance::with_filter(Puzzle::from_ron(text).unwrap()).unwrap();
        let resources = Resources {
            threads: NonZeroUsize::new(threads).unwrap(),
            ..Resources::default()
        };
        let request = CountRequest::default();
        let monitor = RunContext::silent().with(resources);
        let counted = request.count_after(precedent, &instance, &monitor);
        let (count, next) = counted.unwrap();
        assert!(count.complete);
        let numbers = (
            count.solutions,
            count.distinct,
            count.distinct_rotations,
            count.by_symmetry,
        );
        (format!("{numbers:?}"), next)
    }

    /// Checks that a precedent does not change the numbers of a count. Tries precedents of each method, with far
    /// less and with far more work than this count takes.
    fn check_all_methods(text: &str) {
        let puzzle = Puzzle::from_ron(text).unwrap();
        let options = Instance::new(puzzle).unwrap().problem().option_count();
        let (expected, _) = counted(text, None, 1);
        for method in METHODS {
            for work in [0, 1 << 40] {
                let precedent = Precedent {
                    method,
                    work,
                    options,
                };
                for threads in [1, 2] {
                    let (numbers, _) = counted(text, Some(precedent), threads);
                    assert_eq!(
                        numbers, expected,
                        "{precedent:?}, {threads} threads: {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_precedent_gives_the_same_numbers() {
        for text in [
            "(lattice: Square, board: Rect(12, 5), pieces: [Set(of: Polyominoes(5))])",
            // Copies within bounds, cells that may stay empty, and a tiling with many symmetries.
            "(lattice: Square, board: Picture([\"#####\", \"##?##\", \"#####\"]), \
              pieces: [Set(of: Polyominoes(3), copies: (0, 4)), Set(of: Polyominoes(2), copies: (0, 2), prefix: \"2\")])",
            // Pieces whose cells have colours.
            "(lattice: Square, board: Rect(7, 4), pieces: [Set(of: Polyominoes(4), checkered: true)], \
              conditions: [Differing])",
            // A condition that items of the exact cover problem express.
            "(lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(2), copies: (0, 15))], \
              conditions: [FaultFree])",
            // A puzzle without a solution.
            "(lattice: Square, board: Picture([\"##.#\", \"####\", \"#.##\"]), \
              pieces: [Set(of: Polyominoes(2), copies: (0, 15))])",
        ] {
            check_all_methods(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn counts_after_strokes_are_those_of_new_puzzles(
            strokes in vec(((0_usize..6, 0_usize..4), 0_usize..3), 1..6),
        ) {
            let mut board = vec![vec!['#'; 6]; 4];
            let mut precedent = None;
            for ((x, y), mark) in strokes {
                board[y][x] = ['#', '?', '.'][mark];
                let rows: Vec<String> = board.iter().map(|row| format!("\"{}\"", row.iter().collect::<String>())).collect();
                let text = format!(
                    "(lattice: Square, board: Picture([{}]), pieces: [Set(of: Polyominoes(4), copies: (0, 3)), \
                     Set(of: Polyominoes(3), copies: (0, 9), prefix: \"3\")])",
                    rows.join(", "),
                );
                let (numbers, next) = counted(&text, precedent, 2);
                prop_assert_eq!(numbers, counted(&text, None, 1).0);
                precedent = next.or(precedent);
            }
        }
    }
}
