//! The items of each condition, and which of them a placement covers.

use std::collections::{BTreeMap, HashMap};

use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{BoardCell, BoardCorner, BoardLine, Sides};

use super::constraint::{Constraint, FutureOption, ItemKey, MeetingRule, PartKeys, narrow};
use super::{crossroads, touching};
use crate::puzzle::{Condition, Likeness, Piece, Puzzle};

/// The items of `FaultFree`: the lines of a board.
pub(super) struct LineItems {
    lines: Vec<BoardLine>,
    /// For each cell, one bit per line: the side of the line on which the cell lies.
    sides: Vec<Vec<u64>>,
}

impl LineItems {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let lines = puzzle.board.lines();
        let words = lines.len().div_ceil(64);
        let mut sides = vec![vec![0_u64; words]; puzzle.board.cells().len()];
        let first = puzzle.board.indices().next();
        for (at, line) in lines.iter().enumerate() {
            for cell in puzzle.board.indices() {
                let is_other = first.is_some_and(|first| line.is_crossed_by(&[first, cell]));
                sides[cell.index()][at / 64] |= u64::from(is_other) << (at % 64);
            }
        }
        Self { lines, sides }
    }
}

impl PartKeys for LineItems {
    fn required(&self) -> u32 {
        narrow(self.lines.len())
    }

    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey)) {
        let cells = &laid.placement.cells;
        let Some(first) = cells.first().map(|cell| &self.sides[cell.index()]) else {
            return;
        };
        for (word, &of_first) in first.iter().enumerate() {
            let differ = |cell: &BoardCell| self.sides[cell.index()][word] ^ of_first;
            let mut crossed = cells.iter().map(differ).fold(0, |all, some| all | some);
            while crossed != 0 {
                let line = word * 64 + crossed.trailing_zeros() as usize;
                add(ItemKey::plain((narrow(line), 0), false));
                crossed &= crossed - 1;
            }
        }
    }

    fn constraint(&self, item: (u32, u32)) -> Constraint {
        Constraint::Line(self.lines[item.0 as usize].clone())
    }
}

/// The items of `NoCrossroads`: the corners of a board at which four required cells meet.
pub(super) struct CornerItems {
    corners: Vec<BoardCorner>,
    /// For each cell, the indices of its corners.
    at: Vec<Vec<u32>>,
}

impl CornerItems {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let (corners, _) = crossroads(&puzzle.board);
        let mut at = vec![Vec::new(); puzzle.board.cells().len()];
        for (number, corner) in corners.iter().enumerate() {
            for cell in &corner.cells {
                at[cell.index()].push(narrow(number));
            }
        }
        Self { corners, at }
    }
}

impl PartKeys for CornerItems {
    fn required(&self) -> u32 {
        narrow(self.corners.len())
    }

    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey)) {
        let cells = laid.placement.cells.iter();
        let mut met: Vec<u32> = cells
            .flat_map(|cell| &self.at[cell.index()])
            .copied()
            .collect();
        met.sort_unstable();
        for same in met.chunk_by(|one, other| one == other) {
            if same.len() > 1 {
                add(ItemKey::plain((same[0], 0), false));
            }
        }
    }

    fn constraint(&self, item: (u32, u32)) -> Constraint {
        Constraint::Corner(self.corners[item.0 as usize].clone())
    }
}

/// The items of a condition `Apart`. There is one for each class of pieces and each pair of
/// touching cells.
pub(super) struct ApartItems {
    by: Likeness,
    /// The name of each class.
    classes: Vec<String>,
    /// For each piece, the index of its class in `classes`; `None` if the class has only one
    /// member. Copies count as members.
    class_of: Vec<Option<u32>>,
    pairs: TouchingPairs,
}

struct TouchingPairs {
    all: Vec<[BoardCell; 2]>,
    /// For each cell, the indices of its pairs in `all`, each with the other cell.
    at: Vec<Vec<(u32, BoardCell)>>,
}

impl TouchingPairs {
    fn of(puzzle: &Puzzle, corners: bool) -> Self {
        let all = touching(&puzzle.board, corners);
        let mut at = vec![Vec::new(); puzzle.board.cells().len()];
        for (number, &[one, other]) in all.iter().enumerate() {
            at[one.index()].push((narrow(number), other));
            at[other.index()].push((narrow(number), one));
        }
        Self { all, at }
    }

    /// Calls `found` for each pair of touching cells of which a placement has exactly one. The
    /// arguments are this cell, the index of the pair, and whether the cell is the second of the
    /// pair.
    fn each(&self, laid: FutureOption<'_>, mut found: impl FnMut(BoardCell, u32, bool)) {
        // The cells of a placement are sorted.
        let cells = &laid.placement.cells;
        for cell in cells {
            for (pair, other) in &self.at[cell.index()] {
                if cells.binary_search(other).is_err() {
                    found(*cell, *pair, cell > other);
                }
            }
        }
    }
}

impl ApartItems {
    pub(super) fn of(puzzle: &Puzzle, by: Likeness, corners: bool) -> Self {
        let (classes, class_of) = classes(puzzle, by);
        Self {
            by,
            classes,
            class_of,
            pairs: TouchingPairs::of(puzzle, corners),
        }
    }
}

impl PartKeys for ApartItems {
    fn required(&self) -> u32 {
        0
    }

    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey)) {
        let Some(class) = self.class_of[laid.piece.index()] else {
            return;
        };
        self.pairs.each(laid, |_, pair, is_second| {
            add(ItemKey::plain((class, pair), is_second));
        });
    }

    fn constraint(&self, item: (u32, u32)) -> Constraint {
        Constraint::Apart {
            by: self.by,
            class: self.classes[item.0 as usize].clone(),
            cells: self.pairs.all[item.1 as usize],
        }
    }
}

/// The colours that pieces show at cells that touch other pieces.
struct TouchingColors {
    /// For each piece, the colours of its cells as indices into [`Puzzle::cell_colors`], in the
    /// order of its cells.
    colors: Vec<Vec<u32>>,
    /// For each cell of the board, its rank when the cells are sorted by their coordinates.
    order: Vec<usize>,
    pairs: TouchingPairs,
}

impl TouchingColors {
    fn of(puzzle: &Puzzle) -> Self {
        let known = puzzle.cell_colors();
        let colors = |piece: &Piece| {
            let of_piece = piece.cell_colors.iter().flat_map(|own| &own.colors);
            let numbers = of_piece.map(|color| known.binary_search(&color).unwrap_or_default());
            numbers.map(narrow).collect()
        };
        let board = &puzzle.board;
        let mut sorted: Vec<BoardCell> = board.indices().collect();
        sorted.compact_sort_by_key(|&cell| board.cell(cell));
        let mut order = vec![0; sorted.len()];
        for (place, cell) in sorted.into_iter().enumerate() {
            order[cell.index()] = place;
        }
        Self {
            colors: puzzle.pieces.iter().map(colors).collect(),
            order,
            pairs: TouchingPairs::of(puzzle, false),
        }
    }

    /// Calls `found` for each pair of touching cells of which a placement has exactly one. The
    /// arguments are the index of the colour that the placement shows at this cell, the index of
    /// the pair, and whether the cell is the second of the pair.
    fn each(&self, laid: FutureOption<'_>, mut found: impl FnMut(u32, u32, bool)) {
        let colors = &self.colors[laid.piece.index()];
        if colors.is_empty() {
            return;
        }
        // A piece with coloured cells is a face: it is only translated. Translations preserve the order of
        // cells, so the sorted cells are in the order of the colours.
        let mut cells: Vec<BoardCell> = laid.placement.cells.to_vec();
        cells.compact_sort_by_key(|cell| self.order[cell.index()]);
        self.pairs.each(laid, |cell, pair, is_second| {
            let order = |cell: BoardCell| self.order[cell.index()];
            let place = cells.partition_point(|&other| order(other) < order(cell));
            found(colors[place], pair, is_second);
        });
    }
}

/// The items of `Matching`: pairs of touching cells.
pub(super) struct MatchingItems(TouchingColors);

impl MatchingItems {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        Self(TouchingColors::of(puzzle))
    }
}

impl PartKeys for MatchingItems {
    fn required(&self) -> u32 {
        0
    }

    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey)) {
        self.0.each(laid, |color, pair, is_second| {
            add(ItemKey {
                item: (0, pair),
                side: is_second,
                color: Some(color),
                ..ItemKey::default()
            });
        });
    }

    fn constraint(&self, item: (u32, u32)) -> Constraint {
        Constraint::Matching(self.0.pairs.all[item.1 as usize])
    }
}

/// The items of `Differing` and `Meeting`: colours that may not meet.
///
/// Colours that exclude the same colours form a class. Each pair of cells and each class have two
/// items, one for each of the cells. An option covers the item of a cell if it shows a colour of
/// the class there, or if it shows at the other cell a colour that the class excludes. So a
/// symmetry that exchanges the cells maps items to items. Two items that the same placements cover
/// are merged into one.
pub(super) struct MeetingItems {
    rule: MeetingRule,
    shown: TouchingColors,
    /// For each item: the name of its class of colours, and whether it is the item of the second
    /// cell of its pair.
    bars: Vec<(String, bool)>,
    /// The items that a colour at the first or the second cell of a pair covers: by position in the
    /// pair (0 or 1), then by colour.
    covered: [Vec<Vec<u32>>; 2],
}

impl MeetingItems {
    pub(super) fn of(puzzle: &Puzzle, rule: MeetingRule, condition: &Condition) -> Self {
        let known = puzzle.cell_colors();
        let barred = known.iter().map(|one| {
            let others = known.iter();
            others
                .map(|other| !condition.lets_meet(one, other))
                .collect()
        });
        let barred: Vec<Vec<bool>> = barred.collect();
        // For each item, the colours that cover it at the first cell and those at the second.
        let mut sides: Vec<[Vec<bool>; 2]> = Vec::new();
        let mut bars = Vec::new();
        for (color, others) in known.iter().zip(&barred) {
            if !others.contains(&true) {
                continue;
            }
            let class: Vec<bool> = barred.iter().map(|other| other == others).collect();
            for is_second in [false, true] {
                let mut both = [class.clone(), others.clone()];
                if is_second {
                    both.reverse();
                }
                if !sides.contains(&both) {
                    sides.push(both);
                    bars.push((color.to_string(), is_second));
                }
            }
        }
        let covered = |place: usize| {
            let of_color = |color: usize| {
                let items = (0..).zip(&sides);
                let items = items.filter(|(_, sides)| sides[place][color]);
                items.map(|(item, _)| item).collect()
            };
            (0..known.len()).map(of_color).collect()
        };
        Self {
            rule,
            shown: TouchingColors::of(puzzle),
            covered: [covered(0), covered(1)],
            bars,
        }
    }
}

impl PartKeys for MeetingItems {
    fn required(&self) -> u32 {
        0
    }

    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey)) {
        self.shown.each(laid, |color, pair, is_second| {
            for item in &self.covered[usize::from(is_second)][color as usize] {
                add(ItemKey::plain((*item, pair), is_second));
            }
        });
    }

    fn constraint(&self, item: (u32, u32)) -> Constraint {
        let (color, is_second) = self.bars[item.0 as usize].clone();
        let mut cells = self.shown.pairs.all[item.1 as usize];
        if is_second {
            cells.reverse();
        }
        Constraint::Meeting {
            rule: self.rule,
            color,
            cells,
        }
    }
}

/// The names of the classes, and for each piece its class. `None` if the piece has no class, or is the only member
/// of its class; copies count as members.
fn classes(puzzle: &Puzzle, by: Likeness) -> (Vec<String>, Vec<Option<u32>>) {
    let class_of = likeness(puzzle, by);
    let mut members: BTreeMap<u32, u64> = BTreeMap::new();
    for ((_, piece), class) in puzzle.pieces().zip(&class_of) {
        if let Some(class) = class {
            *members.entry(*class).or_default() += u64::from(piece.copies.max);
        }
    }
    let name = |piece: &Piece| match (by, piece.color) {
        (Likeness::Color, Some(color)) => color.to_string(),
        _ => piece.name.to_string(),
    };
    let names = puzzle.pieces.iter().map(name).collect();
    let binding = |class: &Option<u32>| class.filter(|class| members.get(class) > Some(&1));
    (names, class_of.iter().map(binding).collect())
}

/// For each piece, the first piece of its class; `None` if it has no class.
pub(in crate::cover) fn likeness(puzzle: &Puzzle, by: Likeness) -> Vec<Option<u32>> {
    let mut shapes = HashMap::new();
    let mut sizes = HashMap::new();
    let mut colors = HashMap::new();
    let pieces = puzzle.pieces.iter().enumerate();
    let class = |(index, piece): (usize, &Piece)| {
        let own = narrow(index);
        match by {
            Likeness::Name => Some(own),
            Likeness::Shape => Some(
                *shapes
                    .entry(piece.polyform.canonical(Sides::Free))
                    .or_insert(own),
            ),
            Likeness::Size => Some(*sizes.entry(piece.polyform.size()).or_insert(own)),
            Likeness::Color => Some(*colors.entry(piece.color?.to_string()).or_insert(own)),
        }
    };
    pieces.map(class).collect()
}
