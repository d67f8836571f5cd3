//! Choices of pieces and their numbers of solutions.

use num_bigint::BigUint;
use tilewright_dlx::Tally;

use super::rule::ChoiceRule;
use super::symmetric::FixedChoices;
use crate::cover::Instance;
use crate::puzzle::PieceId;
use crate::solve::counting::{Known, OrbitsByPieces};

/// The choices that have a solution, and their numbers of solutions.
#[derive(Debug)]
pub struct Choices<'a> {
    pub(super) form: ChoiceForm<'a>,
    pub(super) tally: Tally,
    /// The number of states or nodes of the count, as last reported.
    pub(super) work: u64,
}

/// Converts a tally (how often each piece's item is covered) into choices of pieces.
#[derive(Debug)]
pub(super) struct ChoiceForm<'a> {
    pub(super) instance: &'a Instance,
    pub(super) rule: &'a ChoiceRule,
    /// The piece of each number in a tally, in the order of the tally.
    pub(super) pieces: Vec<PieceId>,
    /// For each piece of the puzzle, the number of its givens. The givens of a tile are all counted
    /// at its first face; its other faces have 0.
    pub(super) givens: Vec<u32>,
    pub(super) symmetry: ChoiceSymmetry,
}

/// What is known about the symmetries of solutions.
#[derive(Debug)]
pub(super) enum ChoiceSymmetry {
    /// Unknown: not requested, or two pieces have the same placements.
    Unknown,
    /// For several boards, whose isometries are too many to enumerate: the numbers of distinct
    /// solutions if they could be counted.
    Boards(Option<OrbitsByPieces>),
    /// For each permutation of the board's cells other than the identity, the numbers of solutions
    /// that it fixes.
    Permutations(Vec<FixedChoices>),
}

/// A choice of pieces that has a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The number of copies of each piece of the puzzle, givens included, in the order of the
    /// pieces. For a tile with coloured cells, the number is stored at its first face.
    pub copies: Vec<u32>,
    /// The total number of solutions.
    pub solutions: BigUint,
    /// The number of solutions up to the symmetries of the board that keep the choice, which means
    /// that they map each piece to one that is used equally often.
    pub distinct: Known<BigUint>,
    /// The number of solutions up to the rotations of the board that keep the choice.
    pub distinct_rotations: Known<BigUint>,
    /// The number of isometries of the board other than the identity that fix at least one solution.
    pub symmetric: Known<usize>,
    /// The index of the goal whose board the choice fills. `None` unless choices are made for each
    /// goal separately.
    pub goal: Option<usize>,
    /// The goals that the choice solves, if one choice serves all goals. `solutions` is then the
    /// sum over the goals.
    pub goals: Option<GoalsSolved>,
    /// The requested measures, in their order; `None` where unknown. Empty for choices that are not
    /// kept.
    pub measures: Vec<Option<f64>>,
    /// The rank, if choices are ranked and the rank is known.
    pub rank: Option<f64>,
}

/// How many goals a choice solves, and with how many solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct GoalsSolved {
    /// The number of goals with a solution.
    pub number: usize,
    /// The first goal with the fewest solutions, among the goals that have one.
    pub hardest: GoalSolutions,
    /// The first goal with the most solutions.
    pub easiest: GoalSolutions,
    /// The sum over the goals of n ln n, where n is the number of solutions on the goal.
    pub(super) logs: f64,
}

/// The number of solutions that a choice has on one goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalSolutions {
    /// The goal's index in the file, from 0.
    pub goal: usize,
    /// The total number of solutions.
    pub solutions: BigUint,
}

impl Choice {
    /// A choice of which only the number of solutions is known.
    pub(crate) fn new(copies: Vec<u32>, solutions: BigUint) -> Self {
        Self {
            copies,
            solutions,
            distinct: Known::Unknown,
            distinct_rotations: Known::Unknown,
            symmetric: Known::Unknown,
            goal: None,
            goals: None,
            measures: Vec::new(),
            rank: None,
        }
    }

    /// The pieces that are used, with their copies.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, u32)> {
        let copies = (0..).map(PieceId).zip(self.copies.iter().copied());
        copies.filter(|(_, copies)| *copies > 0)
    }
}

impl<'a> Choices<'a> {
    /// The puzzle whose pieces are chosen, with its exact cover problem.
    pub fn instance(&self) -> &'a Instance {
        self.form.instance
    }

    /// Whether it is known how many solutions the isometries of the board fix: see
    /// [`Choice::symmetric`].
    pub fn knows_symmetries(&self) -> bool {
        matches!(self.form.symmetry, ChoiceSymmetry::Permutations(_))
    }

    /// The allowed choices that have a solution, in lexicographic order of the copies. Pieces
    /// without an item in the counted problem do not affect the order.
    pub fn iter(&self) -> impl Iterator<Item = Choice> {
        let choices = self.tally.iter();
        choices.filter_map(|(times, solutions)| self.form.allowed(&times, solutions))
    }

    /// The number of solutions of all choices that the rule allows.
    pub fn solutions(&self) -> BigUint {
        self.iter().map(|choice| choice.solutions).sum()
    }

    /// The choice with these copies of each piece. `None` if it has no solution or the rule forbids
    /// it.
    pub fn get(&self, copies: &[u32]) -> Option<Choice> {
        let form = &self.form;
        let left = |piece: &PieceId| {
            let copies = copies.get(piece.index())?;
            copies.checked_sub(form.givens[piece.index()])
        };
        let times: Vec<u32> = form.pieces.iter().map(left).collect::<Option<_>>()?;
        let solutions = self.tally.solutions(&times);
        let is_it =
            solutions != BigUint::ZERO && form.copies(&times) == copies && form.rule.allows(copies);
        is_it.then(|| form.choice(copies.to_vec(), solutions))
    }
}
