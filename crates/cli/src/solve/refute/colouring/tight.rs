//! Colourings that the pieces can meet in few ways only: no proof that there is
//! no solution, but a good part of why there may be none.

use itertools::Itertools;

use super::pattern::Pattern;
use super::{Colouring, PieceSums, PlacementsByClass, classical_classes};
use crate::cover::Instance;
use crate::cover::residual::Residual;
use crate::puzzle::PieceId;

/// More ways than these tell a person little.
const MOST_WAYS: usize = 4;

/// The most distributions that are looked at.
const MOST_TRIED: usize = 20_000;

/// A colouring that leaves few ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TightColouring {
    /// The colouring.
    pub colouring: Colouring,
    /// What the cells to be covered sum to.
    pub board: i64,
    /// What each piece may add.
    pub pieces: Vec<PieceSums>,
    /// Pieces that may add the same sums, two or more of them.
    pub groups: Vec<Group>,
    /// How the groups may meet the board's sum, a few ways.
    pub ways: Vec<SumsByGroup>,
    /// Of how many ways without regard to the board.
    pub of: usize,
}

/// Pieces with the same sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// How many copies of them there are together.
    pub copies: u32,
    /// What each copy may add.
    pub sums: Vec<i64>,
}

/// For each group how many copies add each of its sums, in their order.
pub type SumsByGroup = Vec<Vec<u32>>;

/// The tightest of the colourings that everybody knows, if one leaves few ways.
///
/// Says nothing where cells are optional or copies vary.
pub fn tight(instance: &Instance) -> Option<TightColouring> {
    let puzzle = instance.puzzle();
    let rest = Residual::of(instance);
    let fixed = rest
        .pieces
        .iter()
        .all(|left| left.copies.exactly().is_some());
    if puzzle.board.optional_count() > 0 || !fixed {
        return None;
    }
    classical_classes(puzzle.lattice)
        .into_iter()
        .flat_map(|classes| {
            let sorted = PlacementsByClass::of(puzzle, &rest, classes);
            let patterns = Pattern::all(classes).filter(Pattern::is_classical);
            patterns
                .filter_map(|pattern| of_pattern(&sorted, &pattern))
                .collect_vec()
        })
        .min_by(|a, b| (a.ways.len() * b.of).cmp(&(b.ways.len() * a.of)))
}

fn of_pattern(sorted: &PlacementsByClass<'_>, pattern: &Pattern) -> Option<TightColouring> {
    let (pieces, board, together) = sorted.sums(pattern)?;
    let argument = sorted.argument(pattern, pieces, &board, &together);
    let wanted = argument.board.iter().copied().exactly_one().ok()?;
    let fixed: i64 = argument
        .pieces
        .iter()
        .filter(|piece| piece.sums.len() == 1)
        .map(|piece| piece.sums[0] * i64::from(piece.copies.max))
        .sum();
    let groups: Vec<Group> = argument
        .pieces
        .iter()
        .filter(|piece| piece.sums.len() > 1)
        .into_group_map_by(|piece| piece.sums.clone())
        .into_iter()
        .map(|(sums, pieces)| Group {
            copies: pieces.iter().map(|piece| piece.copies.max).sum(),
            pieces: pieces.iter().map(|piece| piece.piece).collect(),
            sums,
        })
        .sorted_by_key(|group| group.pieces[0])
        .collect();
    let mut of = 1_usize;
    for group in &groups {
        of = of.checked_mul(distribution_count(group.copies, group.sums.len())?)?;
    }
    if groups.is_empty() || of > MOST_TRIED {
        return None;
    }
    let all: Vec<Vec<Vec<u32>>> = groups
        .iter()
        .map(|group| distributions(group.copies, group.sums.len()))
        .collect();
    let ways: Vec<SumsByGroup> = all
        .into_iter()
        .multi_cartesian_product()
        .filter(|way| {
            let sum: i64 = way
                .iter()
                .zip(&groups)
                .flat_map(|(counts, group)| counts.iter().zip(&group.sums))
                .map(|(count, sum)| i64::from(*count) * sum)
                .sum();
            sum + fixed == wanted
        })
        .collect();
    (!ways.is_empty() && ways.len() <= MOST_WAYS && ways.len() < of).then_some(TightColouring {
        colouring: argument.colouring,
        board: wanted,
        pieces: argument.pieces,
        groups,
        ways,
        of,
    })
}

/// The number of [`distributions`]; none if they are too many.
fn distribution_count(copies: u32, sums: usize) -> Option<usize> {
    let mut count = 1_usize;
    for (above, below) in (1..sums).zip(1..) {
        // Binomials: the product is divisible at every step.
        let factor = usize::try_from(copies).ok()?.checked_add(above)?;
        count = count.checked_mul(factor)? / below;
        if count > MOST_TRIED {
            return None;
        }
    }
    Some(count)
}

/// All ways to share so many copies among so many sums.
fn distributions(copies: u32, sums: usize) -> Vec<Vec<u32>> {
    let mut partial: Vec<Vec<u32>> = vec![Vec::new()];
    for place in 1..=sums {
        partial = partial
            .into_iter()
            .flat_map(|counts| {
                let left = copies - counts.iter().sum::<u32>();
                let own = if place == sums { left..=left } else { 0..=left };
                own.map(move |own| counts.iter().copied().chain([own]).collect())
            })
            .collect();
    }
    partial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_counted_and_listed() {
        for (copies, sums) in [(0, 2), (1, 3), (6, 2), (5, 4)] {
            let listed = distributions(copies, sums);
            assert_eq!(distribution_count(copies, sums), Some(listed.len()));
            assert!(
                listed
                    .iter()
                    .all(|counts| counts.iter().sum::<u32>() == copies)
            );
            assert!(listed.iter().all_unique());
        }
        assert_eq!(distribution_count(65_536, 5), None);
    }
}
