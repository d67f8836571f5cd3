//! Describes the symmetry breaking of a search for distinct solutions, in puzzlers' words: "X is
//! kept to the upper left quarter", "P is not turned over".

use std::collections::BTreeSet;

use itertools::Itertools;
use tilewright_dlx::{ItemId, OptionId, SymmetryBreak, SymmetryCase};
use tilewright_geometry::compact::{CompactSort, set_of};
use tilewright_geometry::{BoardCell, Sides};

use crate::cover::{Instance, ItemMeaning};
use crate::puzzle::PieceId;
use crate::support::format::counted;

/// The restrictions, one line each. The first line has the restriction that all cases share. The
/// others describe how each case divides out the remaining symmetries. Empty if nothing is
/// restricted.
pub(crate) fn in_words(instance: &Instance, cases: &[SymmetryCase]) -> Vec<String> {
    let words = BreakWording { instance };
    let mut lines = Vec::new();
    let firsts: Vec<&SymmetryBreak> = cases
        .iter()
        .filter_map(|case| case.restrictions.first())
        .collect();
    if let Some(first) = firsts.first() {
        // All symmetry cases restrict the same item first, but each keeps other options of it.
        // Together they keep the union.
        let kept: BTreeSet<OptionId> = set_of(firsts.iter().flat_map(|r| &r.kept).copied());
        let together = SymmetryBreak {
            item: first.item,
            kept: kept.into_iter().collect(),
            of: first.of,
        };
        if together.kept.len() < together.of {
            lines.push(words.restriction(&together));
        }
    }
    let mut further: Vec<String> = cases
        .iter()
        .flat_map(|case| case.restrictions.iter().skip(1))
        .map(|restriction| words.item(restriction))
        .unique()
        .collect();
    further.compact_sort_by_key(|name| name.starts_with("the ways"));
    if !further.is_empty() {
        lines.push(format!(
            "where a symmetry remains: divided out by {}",
            listed(&further)
        ));
    }
    if cases.iter().any(|case| case.stabilizer_order > 1) {
        lines.push("where a symmetry is left at the end: the first image is taken".to_owned());
    }
    lines
}

/// The names as text: at most four of them, then how many others there are.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown = names.iter().take(SHOWN).join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

struct BreakWording<'a> {
    instance: &'a Instance,
}

impl BreakWording<'_> {
    /// The piece whose placements cover an item; `None` for a cell, a junction or a constraint.
    fn piece(&self, item: ItemId) -> Option<PieceId> {
        match self.instance.item(item) {
            ItemMeaning::Piece(piece) => Some(piece),
            ItemMeaning::Given(given) => Some(self.instance.puzzle().givens[given].piece),
            ItemMeaning::Cell(_) | ItemMeaning::Junction(_) | ItemMeaning::Constraint(_) => None,
        }
    }

    /// The restricted item in a puzzler's words: `the placements of X`, `the ways to cover (1,0)`.
    fn item(&self, restriction: &SymmetryBreak) -> String {
        let name = self.instance.problem().item_name(restriction.item);
        match self.piece(restriction.item) {
            Some(_) => format!("the placements of {name}"),
            None => format!("the ways to cover ({name})"),
        }
    }

    fn restriction(&self, restriction: &SymmetryBreak) -> String {
        let SymmetryBreak { item, kept, of } = restriction;
        if let ItemMeaning::Constraint(id) = self.instance.item(*item) {
            let asked = self
                .instance
                .constraint(id)
                .in_words(self.instance.puzzle());
            return format!("{asked}: {} of {of} ways", kept.len());
        }
        let Some(id) = self.piece(*item) else {
            return format!(
                "the cell ({}) is covered in {} of its {of} ways",
                self.instance.problem().item_name(*item),
                kept.len()
            );
        };
        let piece = self.instance.puzzle().piece(id);
        let name = &piece.name;
        if let [only] = kept.as_slice() {
            let cells = &self.instance.meaning(*only).placement.cells;
            return format!("{name} lies on {}", self.cells(cells));
        }
        let count = format!("{} of its {of} placements", kept.len());
        match (self.orientations(id, kept), self.region(kept)) {
            (Some(turned), Some(region)) => {
                format!("{name} {turned} and is kept to {region}: {count}")
            }
            (Some(turned), None) => format!("{name} {turned}: {count}"),
            (None, Some(region)) => format!("{name} is kept to {region}: {count}"),
            (None, None) => format!("{name} is kept to {count}"),
        }
    }

    /// The cells of a placement as text: at most three of them, then how many others there are.
    fn cells(&self, cells: &[BoardCell]) -> String {
        const SHOWN: usize = 3;
        let puzzle = self.instance.puzzle();
        let shown = cells.iter().take(SHOWN).map(|cell| {
            let cell = puzzle.board.cell(*cell);
            format!("({})", puzzle.lattice.coordinates(cell))
        });
        let shown = shown.format(" ");
        match cells.len().saturating_sub(SHOWN) {
            0 => shown.to_string(),
            more => format!("{shown} and {}", counted(more, "more cell")),
        }
    }

    /// The kept orientations in words: `is not turned over`, if they are exactly the rotations of
    /// one face; otherwise `keeps to N of its M orientations`. `None` if all orientations are kept.
    fn orientations(&self, piece: PieceId, kept: &[OptionId]) -> Option<String> {
        let shape = self.instance.puzzle().piece(piece);
        let all = shape.polyform.orientations(shape.sides);
        let of = |options: &mut dyn Iterator<Item = OptionId>| -> BTreeSet<u32> {
            options
                .map(|option| self.instance.meaning(option).placement.orientation)
                .collect()
        };
        let own = &mut self
            .instance
            .problem()
            .options()
            .filter(|option| self.instance.meaning(*option).piece == piece);
        let used = of(own);
        let kept = of(&mut kept.iter().copied());
        if kept.len() == used.len() {
            return None;
        }
        let faces: BTreeSet<_> = set_of(
            kept.iter()
                .filter_map(|index| all.get(*index as usize))
                .map(|orientation| orientation.canonical(Sides::OneSided)),
        );
        let one_face = faces.len() == 1 && shape.polyform.is_chiral();
        Some(if one_face && kept.len() * 2 == used.len() {
            "is not turned over".to_owned()
        } else {
            format!("keeps to {} of its {} orientations", kept.len(), used.len())
        })
    }

    /// The part of the board that contains the middles of all kept placements, such as `the upper left quarter`.
    /// `None` in three dimensions, or if they are not on one side of the board's middle.
    fn region(&self, kept: &[OptionId]) -> Option<String> {
        const TOLERANCE: f64 = 1e-6;
        if self.instance.puzzle().lattice.dimensions() != 2 {
            return None;
        }
        let board: Vec<BoardCell> = self.instance.puzzle().board.indices().collect();
        let middle = self.bounds_middle(&board);
        let middles: Vec<[f64; 2]> = kept
            .iter()
            .map(|option| self.bounds_middle(&self.instance.meaning(*option).placement.cells))
            .collect();
        let all = |axis: usize, sign: f64| {
            middles
                .iter()
                .all(|at| (at[axis] - middle[axis]) * sign <= TOLERANCE)
        };
        let side = |axis: usize, less: &'static str, more: &'static str| match (
            all(axis, 1.0),
            all(axis, -1.0),
        ) {
            (true, false) => Some(less),
            (false, true) => Some(more),
            _ => None,
        };
        let place = match (side(1, "upper", "lower"), side(0, "left", "right")) {
            (Some(vertical), Some(horizontal)) => format!("{vertical} {horizontal} quarter"),
            (Some(half), None) | (None, Some(half)) => format!("{half} half"),
            (None, None) => return None,
        };
        Some(format!("the {place}"))
    }

    /// The middle of the bounding box of cells, as drawn; x to the right and y down.
    fn bounds_middle(&self, cells: &[BoardCell]) -> [f64; 2] {
        let puzzle = self.instance.puzzle();
        let lattice = puzzle.lattice;
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for cell in cells {
            for corner in &lattice.outline(puzzle.board.cell(*cell)).corners {
                let at = lattice.project_corner(*corner);
                for axis in 0..2 {
                    low[axis] = low[axis].min(at[axis]);
                    high[axis] = high[axis].max(at[axis]);
                }
            }
        }
        [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]))
    }
}
