//! Reads `Each(…)` and `Holes(…)`: a goal for each choice of cells that stay open.

use std::collections::HashSet;

use itertools::Itertools;
use tilewright_dlx::StopFlag;
use tilewright_geometry::{Board, BoardCell, BoardSymmetry, Lattice, Sides};

use super::super::diagnostic::Diagnostic;
use super::super::file::Expect;
use super::super::givens::board_cells;
use super::super::node::{Node, Raw};
use super::super::puzzle_file::{Change, Goal, TablePlace};
use super::super::shapes::read_solid_shape;
use super::entry::GoalEntry;
use super::labels::{LabelGroup, LabelledCell, read_groups};
use super::left_out::LeftOut;
use super::one::coordinates;
use crate::puzzle::piece_set::PieceSet;
use crate::support::format::grouped;
use crate::support::label::Label;

/// The maximum number of choices that are compared under symmetry.
const MOST_COMPARED: u128 = 1_000_000;

/// The goals of an `Each`, and its groups of cells.
pub(super) struct EachChoice {
    pub(super) goals: Vec<Goal>,
    pub(super) groups: Vec<LabelGroup>,
}

/// A goal for each choice of one labelled cell from each group.
pub(super) fn each<'s>(
    entry: GoalEntry<'_, 's>,
    of: &[Raw<'s>],
    except: Option<Raw<'s>>,
) -> Result<EachChoice, Diagnostic> {
    let reader = entry.reader;
    let nodes: Vec<Node<'s>> = of.iter().map(|raw| reader.node(*raw)).collect();
    let groups = read_groups(entry, &nodes)?;
    if groups.is_empty() {
        return Err(Diagnostic::error(
            "`Each` needs at least one group",
            entry.node.span(),
            "none",
        )
        .help("for instance: Each(of: [Rows((0, 0), [\"A B C\"])])"));
    }
    let number = groups.iter().try_fold(1_u128, |product, group| {
        product.checked_mul(group.len() as u128)
    });
    entry.check_number("every choice from these groups", number)?;
    if groups.len() >= entry.puzzle.board.cells().len() {
        return Err(all_open(entry));
    }
    let chosen = groups.iter().map(|group| 0..group.len());
    let mut chosen: Vec<Vec<usize>> = chosen.multi_cartesian_product().collect();
    if let Some(raw) = except {
        let left_out = LeftOut::read(entry, &groups, raw)?;
        chosen.retain(|chosen| !left_out.contains(chosen));
    }
    let goal = |chosen: &Vec<usize>| {
        let labelled: Vec<&LabelledCell> = (groups.iter().zip(chosen))
            .map(|(group, at)| &group[*at])
            .collect();
        Goal {
            name: Label::escaping(&labelled.iter().map(|labelled| &*labelled.label).join(" ")),
            place: place(entry, &labelled, &groups),
            ..open(entry, board_cells_of(entry, &labelled))
        }
    };
    let goals = chosen.iter().map(goal).collect();
    Ok(EachChoice { goals, groups })
}

/// The chosen cells on the board. Cells of groups are always on the board.
fn board_cells_of(entry: GoalEntry<'_, '_>, chosen: &[&LabelledCell]) -> Vec<BoardCell> {
    let cells = chosen.iter();
    let cells = cells.filter_map(|labelled| entry.puzzle.board.index_of(labelled.cell));
    cells.collect()
}

/// The position of a goal in a table. The rows are the labels of the group with more labels, and the columns
/// those of the other group. `None` unless there are two groups.
fn place(
    entry: GoalEntry<'_, '_>,
    chosen: &[&LabelledCell],
    groups: &[Vec<LabelledCell>],
) -> Option<TablePlace> {
    let ([first, second], [one, two]) = (chosen, groups) else {
        return None;
    };
    let (row, column) = if one.len() > two.len() {
        (first, second)
    } else {
        (second, first)
    };
    Some(TablePlace {
        table: entry.table,
        row: row.label.clone(),
        column: column.label.clone(),
    })
}

/// A goal for each choice of `count` required cells. With `distinct`, only one of each class of
/// symmetric choices.
pub(super) fn holes<'s>(
    entry: GoalEntry<'_, 's>,
    count: Raw<'s>,
    within: Option<Raw<'s>>,
    distinct: bool,
) -> Result<Vec<Goal>, Diagnostic> {
    let GoalEntry { reader, puzzle, .. } = entry;
    let node = reader.node(count);
    let requested: i64 = node.read()?;
    let cells = candidates(entry, within)?;
    let count = usize::try_from(requested)
        .ok()
        .filter(|count| (1..=cells.len()).contains(count))
        .ok_or_else(|| {
            node.error(format!("{requested} holes are not possible"))
                .help(format!(
                    "write 1 to {}, the number of cells to choose from",
                    cells.len()
                ))
        })?;
    if count >= puzzle.board.cells().len() {
        return Err(all_open(entry));
    }
    let number = binomial(cells.len(), count);
    let what = format!("every choice of {count} of {} cells", cells.len());
    let images = if distinct {
        match number {
            Some(number) if number <= MOST_COMPARED => {}
            _ => entry.check_number(&what, number).map_err(|error| {
                error.help(format!(
                    "at most {} choices can be compared to find the distinct ones",
                    grouped(MOST_COMPARED)
                ))
            })?,
        }
        board_isometries(entry, &puzzle.board)?
    } else {
        entry.check_number(&what, number).map_err(|error| {
            error.help("choose fewer holes, holes `within` fewer cells, or `distinct: true`")
        })?;
        Vec::new()
    };
    let may_be_open: HashSet<BoardCell> = cells.iter().copied().collect();
    // Whether a choice is the least of its images under the isometries. Images with cells outside `within` are
    // ignored.
    let first_image = |chosen: &Vec<BoardCell>| {
        images.iter().all(|isometry| {
            let image = isometry.image_of_all(chosen);
            image.as_ref() >= chosen.as_slice()
                || !image.iter().all(|cell| may_be_open.contains(cell))
        })
    };
    let goals: Vec<Goal> = cells
        .into_iter()
        .combinations(count)
        .filter(first_image)
        .map(|chosen| {
            let names = chosen
                .iter()
                .map(|cell| format!("({})", coordinates(puzzle, *cell)));
            Goal {
                name: Label::escaping(&names.collect::<String>()),
                place: hole_place(entry, &chosen),
                ..open(entry, chosen)
            }
        })
        .collect();
    entry.check_number(&what, Some(goals.len() as u128))?;
    Ok(goals)
}

/// The cells that a goal may leave open: those of `within` (by default the board) that are required and that no
/// given covers.
pub(super) fn candidates<'s>(
    entry: GoalEntry<'_, 's>,
    within: Option<Raw<'s>>,
) -> Result<Vec<BoardCell>, Diagnostic> {
    let GoalEntry { reader, puzzle, .. } = entry;
    let within = match within {
        None => puzzle.board.indices().collect(),
        Some(raw) => {
            let node = reader.node(raw);
            let cells = read_solid_shape(reader, puzzle.lattice, node)?;
            board_cells(puzzle, &cells, "the goal names cells", node)?
        }
    };
    let given = puzzle.givens.iter().flat_map(|given| &given.cells);
    let given: HashSet<&BoardCell> = given.collect();
    Ok(within
        .into_iter()
        .filter(|cell| puzzle.board.is_required(*cell) && !given.contains(cell))
        .collect())
}

/// The position of a goal in a table with the rows and columns of the board. `None` unless the goal
/// has a single hole and the board is flat and made of squares or cubes.
fn hole_place(entry: GoalEntry<'_, '_>, chosen: &[BoardCell]) -> Option<TablePlace> {
    let puzzle = entry.puzzle;
    let (low, high) = puzzle.board.bounding_box();
    let flat = match puzzle.lattice {
        Lattice::Square => true,
        Lattice::Cube => low.z == high.z,
        _ => false,
    };
    let [cell] = chosen else { return None };
    let (at, _) = puzzle.lattice.offset_and_kind(puzzle.board.cell(*cell));
    flat.then(|| TablePlace {
        table: entry.table,
        row: Label::escaping(&at.y.to_string()),
        column: Label::escaping(&at.x.to_string()),
    })
}

/// A goal that leaves these cells open. It has no name yet.
fn open(entry: GoalEntry<'_, '_>, cells: Vec<BoardCell>) -> Goal {
    Goal {
        name: Label::default(),
        change: Change::Open(cells),
        place: None,
        expect: Expect::default(),
        span: entry.node.span(),
    }
}

fn all_open(entry: GoalEntry<'_, '_>) -> Diagnostic {
    entry.node.error("this goal leaves all cells open")
}

/// The binomial coefficient n over k; `None` on overflow, or if k exceeds n.
fn binomial(n: usize, k: usize) -> Option<u128> {
    let k = k.min(n.checked_sub(k)?) as u128;
    (0..k).try_fold(1_u128, |product, at| {
        // Each quotient is a binomial coefficient, so the division is exact.
        Some(product.checked_mul(n as u128 - at)? / (at + 1))
    })
}

/// The isometries of a board that map the set of pieces to itself.
pub(super) fn board_isometries(
    entry: GoalEntry<'_, '_>,
    board: &Board,
) -> Result<Vec<BoardSymmetry>, Diagnostic> {
    let puzzle = entry.puzzle;
    if !puzzle.givens.is_empty() || !puzzle.restrictions.is_empty() {
        return Err(entry
            .node
            .error("`distinct: true` needs a puzzle without givens and restrictions")
            .help("leave out `distinct: true`, or move the givens and restrictions to the goals"));
    }
    let ways = board.symmetries_at_most();
    if ways.saturating_mul(board.cells().len() as u128) > 1 << 28 {
        let message = "this board has too many motions to find the distinct choices";
        return Err(entry.node.error(message));
    }
    // Files are read before signal handlers are installed, so no stop flag is checked.
    let set = PieceSet::new(puzzle, &StopFlag::new())
        .map_err(|stopped| entry.node.error(stopped.to_string()))?;
    let symmetries = board.symmetries(Sides::Free);
    Ok(symmetries
        .filter(|isometry| set.is_kept_by(puzzle, isometry))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_exact_or_too_large() {
        assert_eq!(binomial(60, 2), Some(1770));
        assert_eq!(binomial(60, 58), Some(1770));
        assert_eq!(binomial(43, 0), Some(1));
        assert_eq!(binomial(2, 3), None);
        assert_eq!(binomial(1_000_000, 500_000), None);
    }
}
