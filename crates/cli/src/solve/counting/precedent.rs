//! How a puzzle was counted, so that a similar puzzle can be counted by the same method.

use serde::{Deserialize, Serialize};
use tilewright_dlx::{Problem, TreeEngine};

/// How the solutions of a puzzle were counted. The count for a similar puzzle tries this method first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Precedent {
    pub(super) method: PrecedentMethod,
    /// The number of nodes of the search, or the work of the sweep.
    pub(super) work: u64,
    /// The number of options of the problem.
    pub(super) options: usize,
}

/// The method by which a puzzle was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PrecedentMethod {
    Sweep,
    /// The search for one solution of each orbit.
    Restricted(TreeEngine),
    /// The search of the whole tree.
    Unrestricted(TreeEngine),
}

impl Precedent {
    /// Whether a problem is similar to the one counted: the numbers of options differ by at most a quarter.
    pub(super) fn is_like(&self, problem: &Problem) -> bool {
        self.options.abs_diff(problem.option_count()) <= self.options / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_of_another_size_has_no_precedent() {
        let precedent = |options| Precedent {
            method: PrecedentMethod::Sweep,
            work: 1,
            options,
        };
        let mut problem = Problem::new();
        let item = problem.add_primary("a").unwrap();
        for _ in 0..8 {
            problem.add_option(&[item]).unwrap();
        }
        let are_like = [6, 8, 10, 11, 0].map(|options| precedent(options).is_like(&problem));
        assert_eq!(are_like, [false, true, true, false, false]);
    }
}
