//! Colourings whose sums the pieces can make in few ways only. They do not prove that there is no
//! solution, but help to explain why there may be none.

use itertools::Itertools;
use tilewright_geometry::compact::CompactSort;

use super::argument::{Colouring, PieceSums};
use super::by_class::PlacementsByClass;
use super::classical_classes;
use super::pattern::ColouringPattern;
use crate::cover::Instance;
use crate::cover::residual::ResidualPuzzle;
use crate::puzzle::PieceId;

/// If the pieces can make the board's sum in more ways than this, the colouring is not reported. More ways do not
/// help a reader.
const MOST_WAYS: usize = 4;

/// The maximum number of distributions of sums over copies that are tried.
const MOST_TRIED: usize = 20_000;

/// A colouring whose sum the pieces can meet in few ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TightColouring {
    /// The colouring whose sum the pieces can make in few ways.
    pub colouring: Colouring,
    /// The sum of the weights of the cells to cover.
    pub board: i64,
    /// The sums that each piece can make.
    pub pieces: Vec<PieceSums>,
    /// The pieces that can make more than one sum, grouped by the sums that they can make.
    pub groups: Vec<Group>,
    /// The few ways in which the groups meet the board's sum.
    pub ways: Vec<SumsByGroup>,
    /// The total number of ways to distribute the sums among the copies, whether or not they make
    /// the board's sum.
    pub of: usize,
}

/// Pieces with the same sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub pieces: Vec<PieceId>,
    /// The total number of copies of these pieces.
    pub copies: u32,
    /// The sums that each copy can make.
    pub sums: Vec<i64>,
}

/// For each group, how many copies make each of the group's sums, in the order in which the group lists its sums.
pub type SumsByGroup = Vec<Vec<u32>>;

/// The classical colouring whose sum the pieces can make in the fewest ways, if these are few.
///
/// `None` if cells are optional or copies vary.
pub fn tight(instance: &Instance) -> Option<TightColouring> {
    let puzzle = instance.puzzle();
    let rest = ResidualPuzzle::of(instance);
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
            let sorted = PlacementsByClass::of(puzzle, &rest, classes.of_cells(&puzzle.board));
            let patterns = ColouringPattern::all(classes).filter(ColouringPattern::is_classical);
            patterns
                .filter_map(|pattern| of_pattern(&sorted, &pattern))
                .collect_vec()
        })
        .min_by(|a, b| (a.ways.len() * b.of).cmp(&(b.ways.len() * a.of)))
}

fn of_pattern(
    sorted: &PlacementsByClass<'_>,
    pattern: &ColouringPattern,
) -> Option<TightColouring> {
    let (pieces, board, together) = sorted.sums(&pattern.weights)?;
    let argument = sorted.argument(&pattern.weights, pattern.label(), pieces, &board, &together);
    let wanted = argument.board.iter().copied().exactly_one().ok()?;
    let fixed: i64 = argument
        .pieces
        .iter()
        .filter(|piece| piece.sums.len() == 1)
        .map(|piece| piece.sums[0] * i64::from(piece.copies.max))
        .sum();
    let mut groups: Vec<Group> = argument
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
        .collect();
    groups.compact_sort_by_key(|group| group.pieces[0]);
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

/// The number of [`distributions`]. `None` if it exceeds [`MOST_TRIED`].
fn distribution_count(copies: u32, sums: usize) -> Option<usize> {
    let mut count = 1_usize;
    for (above, below) in (1..sums).zip(1..) {
        // Binomial coefficients: the product is divisible at every step.
        let factor = usize::try_from(copies).ok()?.checked_add(above)?;
        count = count.checked_mul(factor)? / below;
        if count > MOST_TRIED {
            return None;
        }
    }
    Some(count)
}

/// All ways to distribute the copies among the sums: each lists the number of copies that make each sum.
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
