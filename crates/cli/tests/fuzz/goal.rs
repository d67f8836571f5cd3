//! Goals and cases of random puzzles: their text in a file, and the separate puzzles that each of them defines.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::grid::{Cell, Cells};
use crate::puzzle::{Puzzle, Rule};
use crate::symmetries::isometries_of_board_and_pieces;

/// An entry of a file's list of goals.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    /// A goal with these cells left open. If `only` names pieces, the goal has only those.
    One {
        name: String,
        open: Cells,
        only: Option<Vec<usize>>,
    },
    /// A goal for each choice of `count` required cells that no given covers; with `distinct`, one for each
    /// class of images.
    Holes {
        count: usize,
        within: Option<Cells>,
        distinct: bool,
    },
    /// A goal for each choice of a cell from each group, except for the choices in `except`.
    Each {
        groups: Vec<LabelledGroup>,
        except: Vec<String>,
    },
    /// A goal for each row, which is a list of pieces, on each board. It uses the first pieces of the row, as many
    /// as the area of the board allows.
    Growing {
        boards: Vec<Cells>,
        rows: Vec<(String, Vec<usize>)>,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct LabelledGroup {
    pub(crate) cells: Vec<(String, Cell)>,
    /// Whether the file contains the group as rows of labels.
    pub(crate) in_rows: bool,
}

/// A case: a name and further restrictions.
pub(crate) type Case = (String, Vec<Rule>);

/// Puzzles that are equivalent up to symmetry, each with the name of its goal. The program makes exactly one of
/// them.
pub(crate) type Alternatives = Vec<(String, Puzzle)>;

/// If the name of a goal is a list of cells, sorts the cells. Other names stay unchanged.
pub(crate) fn in_order(name: &str) -> String {
    if name.starts_with('(') {
        name.split_inclusive(')').sorted().collect()
    } else {
        name.to_owned()
    }
}

impl Goal {
    /// The feature of the file format that this entry uses.
    pub(crate) fn feature(&self) -> &'static str {
        match self {
            Self::One { .. } => "single goals",
            Self::Holes { distinct: true, .. } => "distinct holes",
            Self::Holes { .. } => "holes as goals",
            Self::Each { .. } => "goals by labels",
            Self::Growing { .. } => "growing goals",
        }
    }

    /// The puzzles of the goals that this entry defines, made from `base`, the puzzle without goals. The program
    /// makes one goal from each set of alternatives.
    pub(crate) fn puzzles(&self, base: &Puzzle) -> Vec<Alternatives> {
        let single = |name: String, puzzle: Puzzle| vec![(name, puzzle)];
        match self {
            Self::One { name, open, only } => {
                let mut puzzle = base.with_open(open);
                if let Some(only) = only {
                    puzzle.keep(only);
                }
                vec![single(name.clone(), puzzle)]
            }
            Self::Holes {
                count,
                within,
                distinct,
            } => choices(base, *count, within.as_ref(), *distinct)
                .into_iter()
                .map(|alike| {
                    let named = |open: Cells| {
                        let cells = open
                            .iter()
                            .map(|cell| format!("({})", base.grid.written(*cell)));
                        (in_order(&cells.collect::<String>()), base.with_open(&open))
                    };
                    alike.into_iter().map(named).collect()
                })
                .collect(),
            Self::Each { groups, except } => groups
                .iter()
                .map(|group| &group.cells)
                .multi_cartesian_product()
                .map(|chosen| {
                    let name = chosen.iter().map(|(label, _)| label).join(" ");
                    let open: Cells = chosen.iter().map(|(_, cell)| *cell).collect();
                    (name, open)
                })
                .filter(|(name, _)| !except.contains(name))
                .map(|(name, open)| single(name, base.with_open(&open)))
                .collect(),
            Self::Growing { boards, rows } => itertools::iproduct!(rows, boards)
                .map(|((name, row), board)| {
                    let taken = &row[..taken(base, row, board)];
                    single(format!("{name} {}", taken.len()), grown(base, board, taken))
                })
                .collect(),
        }
    }

    /// The entry in the notation of puzzle files.
    pub(crate) fn written(&self, puzzle: &Puzzle) -> String {
        let named = |at: &usize| &puzzle.pieces[*at].name;
        match self {
            Self::Holes {
                count,
                within,
                distinct,
            } => {
                let within = within.as_ref().map_or_else(String::new, |within| {
                    format!(", within: {}", puzzle.listed(within))
                });
                let distinct = if *distinct { ", distinct: true" } else { "" };
                format!("Holes(count: {count}{within}{distinct})")
            }
            Self::One { name, open, only } => {
                let mut text = format!("Goal(name: {name:?}");
                if !open.is_empty() {
                    text += &format!(", open: {}", puzzle.listed(open));
                }
                if let Some(only) = only {
                    text += &format!(", only: {:?}", only.iter().map(named).collect_vec());
                }
                text + ")"
            }
            Self::Each { groups, except } => {
                let groups = groups.iter().map(|group| group.written(puzzle)).join(", ");
                let except = if except.is_empty() {
                    String::new()
                } else {
                    format!(", except: {except:?}")
                };
                format!("Each(of: [{groups}]{except})")
            }
            Self::Growing { boards, rows } => {
                let boards = boards.iter().map(|board| puzzle.listed(board)).join(", ");
                let row = |(name, row): &(String, Vec<usize>)| {
                    format!("{name:?}: {:?}", row.iter().map(named).collect_vec())
                };
                let rows = rows.iter().map(row).join(", ");
                format!("Growing(boards: [{boards}], rows: {{ {rows} }})")
            }
        }
    }
}

impl LabelledGroup {
    fn written(&self, puzzle: &Puzzle) -> String {
        let grid = puzzle.grid;
        if !self.in_rows {
            let cell =
                |(label, cell): &(String, Cell)| format!("{label:?}: ({})", grid.written(*cell));
            return format!("Cells({{ {} }})", self.cells.iter().map(cell).join(", "));
        }
        let at = |cell: &Cell| {
            let [x, y, _] = grid.coordinates(*cell);
            (x, y)
        };
        let places = || self.cells.iter().map(|(_, cell)| at(cell));
        let (left, top) = (
            places().map(|(x, _)| x).min().expect("a cell"),
            places().map(|(_, y)| y).min().expect("a cell"),
        );
        let (right, bottom) = (
            places().map(|(x, _)| x).max().expect("a cell"),
            places().map(|(_, y)| y).max().expect("a cell"),
        );
        let label = |place: (i32, i32)| {
            let found = self.cells.iter().find(|(_, cell)| at(cell) == place);
            found.map_or("-", |(label, _)| label.as_str())
        };
        let rows = (top..=bottom).map(|y| (left..=right).map(|x| label((x, y))).join(" "));
        format!("Rows(({left}, {top}), {:?})", rows.collect_vec())
    }
}

/// All sets of `count` cells that a goal may leave open. If `distinct` is set, sets that symmetries map to each
/// other are in one class; otherwise each set has its own class.
fn choices(
    puzzle: &Puzzle,
    count: usize,
    within: Option<&Cells>,
    distinct: bool,
) -> Vec<BTreeSet<Cells>> {
    let is_given = |cell: &Cell| puzzle.givens.iter().any(|(_, cells)| cells.contains(cell));
    let may_be_open =
        |cell: &Cell| within.is_none_or(|within| within.contains(cell)) && !is_given(cell);
    let cells = puzzle.required.iter().copied().filter(may_be_open);
    let all: Vec<Cells> = cells.combinations(count).map(Cells::from_iter).collect();
    if !distinct {
        return all
            .into_iter()
            .map(|cells| BTreeSet::from([cells]))
            .collect();
    }
    let isometries = isometries_of_board_and_pieces(puzzle);
    let mut classes: Vec<BTreeSet<Cells>> = Vec::new();
    for choice in &all {
        if !classes.iter().any(|class| class.contains(choice)) {
            let images = isometries.iter().map(|isometry| isometry.image(choice));
            classes.push(images.filter(|image| all.contains(image)).collect());
        }
    }
    classes
}

/// The number of pieces of a row that its goal on this board uses. These are the first pieces of the row, as many
/// as the area of the board allows, but at least one.
pub(crate) fn taken(base: &Puzzle, row: &[usize], board: &Cells) -> usize {
    let area =
        |pieces: &[usize]| -> usize { pieces.iter().map(|at| base.pieces[*at].shape.len()).sum() };
    let fitting = (1..=row.len()).filter(|number| area(&row[..*number]) <= board.len());
    fitting.max().unwrap_or(1)
}

/// The puzzle on this board with exactly the pieces in `taken`. A piece that occurs there several times has that
/// number of copies.
fn grown(base: &Puzzle, board: &Cells, taken: &[usize]) -> Puzzle {
    let mut puzzle = base.clone();
    puzzle.board = None;
    puzzle.required.clone_from(board);
    puzzle.optional.clear();
    for (at, piece) in puzzle.pieces.iter_mut().enumerate() {
        let copies = taken.iter().filter(|of| **of == at).count();
        piece.copies = (copies, copies);
    }
    let used = (0..puzzle.pieces.len()).filter(|at| taken.contains(at));
    let used: Vec<usize> = used.collect();
    puzzle.keep(&used);
    puzzle
}
