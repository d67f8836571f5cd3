//! Choices of pieces, and what is known of each.

use num_bigint::BigUint;
use tilewright_dlx::Tally;

use super::rule::ChoiceRule;
use super::symmetric::FixedChoices;
use crate::cover::Instance;
use crate::puzzle::PieceId;
use crate::solve::counting::{Known, OrbitsByPieces};

/// The choices that have a solution, and how many they have.
#[derive(Debug)]
pub struct Choices<'a> {
    pub(super) form: ChoiceForm<'a>,
    pub(super) tally: Tally,
    /// About how many states or nodes the count took, as far as its progress was told.
    pub(super) work: u64,
}

/// How choices are made of how often items are covered.
#[derive(Debug)]
pub(super) struct ChoiceForm<'a> {
    pub(super) instance: &'a Instance,
    pub(super) rule: &'a ChoiceRule,
    /// The pieces of the tally's items.
    pub(super) pieces: Vec<PieceId>,
    /// By piece of the puzzle, how many of its tile are given.
    pub(super) givens: Vec<u32>,
    pub(super) symmetry: ChoiceSymmetry,
}

/// What is known of the symmetries of solutions.
#[derive(Debug)]
pub(super) enum ChoiceSymmetry {
    /// Nothing: it was not asked for, or two pieces have the same placements.
    Unknown,
    /// Nothing, or the numbers of distinct solutions: boards that stand together have too many motions to look at each.
    Boards(Option<OrbitsByPieces>),
    /// By motion of the board but the identity.
    Motions(Vec<FixedChoices>),
}

/// A choice of pieces that has a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// How often each piece of the puzzle is used, its givens included, by index; of a tile with coloured
    /// cells, at its first face.
    pub copies: Vec<u32>,
    /// All its solutions.
    pub solutions: BigUint,
    /// Those up to the symmetries of the board that keep the choice.
    pub distinct: Known<BigUint>,
    /// Those up to the rotations among them.
    pub distinct_rotations: Known<BigUint>,
    /// How many isometries of the board but the identity fix some of its solutions.
    pub symmetric: Known<usize>,
    /// The goal on whose board it is, by its index, where the choices of each goal are looked at by
    /// themselves.
    pub goal: Option<usize>,
    /// Over goals, which it solves; then the solutions are those of all of them.
    pub goals: Option<GoalsSolved>,
    /// The measures asked for, in that order, of those that are kept; none for those unknown.
    pub measures: Vec<Option<f64>>,
    /// Its rank, if choices are ranked and it is known.
    pub rank: Option<f64>,
}

/// The goals that a choice solves.
#[derive(Debug, Clone, PartialEq)]
pub struct GoalsSolved {
    /// How many.
    pub number: usize,
    /// The first goal with the fewest solutions, of those that have any.
    pub hardest: GoalSolutions,
    /// The first goal with the most solutions.
    pub easiest: GoalSolutions,
    /// The sum over the goals of the solutions of each times their natural logarithm.
    pub(super) logs: f64,
}

/// The solutions of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalSolutions {
    /// The goal, by its index.
    pub goal: usize,
    /// How many it has.
    pub solutions: BigUint,
}

impl Choice {
    /// A choice of which the solutions are known and nothing else.
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

    /// The pieces that are used.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, u32)> {
        let copies = (0..).map(PieceId).zip(self.copies.iter().copied());
        copies.filter(|(_, copies)| *copies > 0)
    }
}

impl<'a> Choices<'a> {
    /// What the question was about.
    pub fn instance(&self) -> &'a Instance {
        self.form.instance
    }

    /// Whether it is known which solutions have a symmetry.
    pub fn knows_symmetries(&self) -> bool {
        matches!(self.form.symmetry, ChoiceSymmetry::Motions(_))
    }

    /// The choices that the rule allows and that have a solution, in lexicographic order of the
    /// copies of the pieces that have an item.
    pub fn iter(&self) -> impl Iterator<Item = Choice> {
        let choices = self.tally.iter();
        choices.filter_map(|(times, solutions)| self.form.allowed(&times, solutions))
    }

    /// The solutions of all choices that the rule allows.
    pub fn solutions(&self) -> BigUint {
        self.iter().map(|choice| choice.solutions).sum()
    }

    /// The solutions of one choice, by copies of each piece; none if it has none or the rule does
    /// not allow it.
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
