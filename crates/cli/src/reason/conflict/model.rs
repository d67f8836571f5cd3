//! A puzzle as a set of demands, each of which may be in force or not.
//!
//! Required cells must be covered. Pieces must be used at least as often as their minimum number of
//! copies. Givens must be placed. Restrictions and conditions must hold. If a condition requires
//! something of lines or corners, each line and each corner is a separate demand. A demand that is
//! not in force requires nothing. Some rules apply always: no cell is covered twice, no piece is
//! used more often than it has copies, and no junction is crossed.

use std::collections::BTreeMap;

use tilewright_dlx::StopFlag;
use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{BoardCell, JunctionId, Placement};

use crate::cover::InstanceError;
use crate::cover::conditions::{ConstraintId, Constraints, CoveredItem, FutureOption};
use crate::puzzle::{CellBudget, Condition, PieceId, Puzzle, Restriction, placements_within};

/// A part of a puzzle that can be at fault if there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuzzleDemand {
    /// The restriction with this index in the puzzle holds.
    Restriction(usize),
    /// The condition with this index in the puzzle holds. Only conditions that forbid pairs of placements are
    /// demands of this kind.
    Condition(usize),
    /// One requirement of a condition: a line is crossed, or two of the cells at a corner belong to
    /// one piece. The puzzle's instance has the constraint with this id.
    Constraint(ConstraintId),
    /// The given with this index in the puzzle is placed.
    Given(usize),
    /// A cell is covered.
    Cell(BoardCell),
    /// A piece is used at least as often as its minimum number of copies.
    Piece(PieceId),
}

/// A placement and the demands that it affects.
#[derive(Debug, Clone)]
pub(super) struct PlacementDemands {
    pub(super) piece: PieceId,
    pub(super) placement: Placement,
    /// The index of the given, if the placement is a given; otherwise `None`.
    pub(super) given: Option<usize>,
    /// The indices of the restrictions that the placement breaks.
    pub(super) breaks: Vec<usize>,
    /// The constraints whose items the placement covers, sorted.
    pub(super) constraints: Vec<CoveredItem>,
}

impl PlacementDemands {
    /// Whether the placement covers the item of a constraint.
    pub(super) fn brings(&self, constraint: ConstraintId) -> bool {
        let at = |covered: &CoveredItem| covered.constraint.cmp(&constraint);
        self.constraints.binary_search_by(at).is_ok()
    }

    /// The first constraint that two placements break together, among those for which `holds` returns true;
    /// `None` if they break none of them.
    fn clash(&self, other: &Self, holds: impl Fn(ConstraintId) -> bool) -> Option<ConstraintId> {
        let clashes = |own: &&CoveredItem| {
            let at = |covered: &CoveredItem| covered.constraint.cmp(&own.constraint);
            let Ok(same) = other.constraints.binary_search_by(at) else {
                return false;
            };
            let color = other.constraints[same].color;
            (color.is_none() || color != own.color) && holds(own.constraint)
        };
        let clashing = self.constraints.iter().find(clashes);
        clashing.map(|covered| covered.constraint)
    }
}

/// The demands of a puzzle and the placements that meet them.
#[derive(Debug)]
pub(super) struct DemandModel<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) parts: Vec<PuzzleDemand>,
    pub(super) laid: Vec<PlacementDemands>,
    pub(super) junctions: Vec<JunctionId>,
    pub(super) constraints: Constraints,
    /// For each piece, the first face of its tile.
    tiles: Vec<PieceId>,
}

impl<'a> DemandModel<'a> {
    /// Lists the demands and placements of a puzzle.
    pub(super) fn of(puzzle: &'a Puzzle, stop: &StopFlag) -> Result<Self, InstanceError> {
        let junctions = puzzle.junctions();
        let budget = CellBudget::new(stop);
        let mut laid = Vec::new();
        for (piece, what) in puzzle.pieces() {
            let orientations = what.polyform.orientations(what.sides);
            for placement in placements_within(puzzle, &junctions, piece, &[], &budget)? {
                let given = puzzle.givens.iter().position(|given| {
                    given.piece == piece && given.cells.as_slice() == placement.cells.as_ref()
                });
                let orientation = orientations.get(placement.orientation as usize);
                let colors = what.colors_on(&puzzle.board, &placement.cells);
                let holds = |rule: &Restriction| {
                    rule.allows_cells(&placement.cells)
                        && orientation.is_none_or(|shape| rule.allows_orientation(shape))
                        && (colors.iter()).all(|(cell, color)| rule.allows_color(*cell, color))
                };
                let breaks = puzzle
                    .restrictions
                    .iter()
                    .enumerate()
                    .filter(|(_, restriction)| restriction.concerns(piece) && !holds(restriction))
                    .map(|(index, _)| index)
                    .collect();
                laid.push(PlacementDemands {
                    piece,
                    placement,
                    given,
                    breaks,
                    constraints: Vec::new(),
                });
            }
        }
        let constraints = constraints(puzzle, &laid, stop)?;
        for (at, laid) in laid.iter_mut().enumerate() {
            laid.constraints = constraints.covered(at).to_vec();
            laid.constraints.compact_sort();
        }
        let asked = constraints.ids().zip(&constraints.all);
        let asked = asked.filter(|(_, constraint)| constraint.is_asked());
        let asked: Vec<PuzzleDemand> = asked.map(|(id, _)| PuzzleDemand::Constraint(id)).collect();
        let forbid = puzzle.conditions.iter().enumerate();
        let forbid = forbid.filter(|(_, condition)| keeps_apart(condition));
        let board = &puzzle.board;
        let restrictions = (0..puzzle.restrictions.len()).map(PuzzleDemand::Restriction);
        let givens = (0..puzzle.givens.len()).map(PuzzleDemand::Given);
        let cells = board.indices().filter(|cell| board.is_required(*cell));
        let tiles = puzzle.tiles();
        let pieces = puzzle
            .pieces()
            .filter(|(id, piece)| tiles[id.index()] == *id && piece.copies_of_tile().min > 0);
        Ok(Self {
            puzzle,
            parts: restrictions
                .chain(forbid.map(|(index, _)| PuzzleDemand::Condition(index)))
                .chain(asked)
                .chain(givens)
                .chain(cells.map(PuzzleDemand::Cell))
                .chain(pieces.map(|(id, _)| PuzzleDemand::Piece(id)))
                .collect(),
            tiles,
            laid,
            junctions: junctions.ids().collect(),
            constraints,
        })
    }

    /// The index of the condition to which a constraint belongs, if the condition only keeps pieces
    /// apart; otherwise `None`.
    pub(super) fn condition(&self, constraint: ConstraintId) -> Option<usize> {
        let condition = self.constraints.conditions[constraint.index()];
        keeps_apart(&self.puzzle.conditions[condition]).then_some(condition)
    }

    /// The first face of a piece's tile, which represents all its faces.
    pub(super) fn tile(&self, piece: PieceId) -> PieceId {
        self.tiles[piece.index()]
    }

    /// Whether two placements together break one of the conditions for which `holds` returns true.
    pub(super) fn clash(&self, a: usize, b: usize, holds: impl Fn(usize) -> bool) -> bool {
        let holds = |id| self.condition(id).is_some_and(&holds);
        self.laid[a].clash(&self.laid[b], holds).is_some()
    }

    /// Extends the compatible placements `laid` greedily by other compatible ones, so that they
    /// meet more demands. Never breaks a restriction or condition in force.
    pub(super) fn extended(&self, laid: &[usize], in_force: &[bool]) -> Vec<usize> {
        let mut covered = vec![false; self.puzzle.board.cells().len()];
        let mut crossed = vec![false; self.junctions.len()];
        let mut used = vec![0_u32; self.puzzle.pieces.len()];
        let mut all: Vec<usize> = Vec::new();
        let forced: Vec<bool> = self
            .parts
            .iter()
            .zip(in_force)
            .filter_map(|(part, on)| matches!(part, PuzzleDemand::Restriction(_)).then_some(*on))
            .collect();
        let in_force: Vec<PuzzleDemand> = (self.parts.iter().zip(in_force))
            .filter_map(|(part, on)| on.then_some(*part))
            .collect();
        let holds = |condition: usize| in_force.contains(&PuzzleDemand::Condition(condition));
        let keeps = |laid: &PlacementDemands| !laid.breaks.iter().any(|broken| forced[*broken]);
        let more = (0..self.laid.len()).filter(|index| keeps(&self.laid[*index]));
        for index in laid.iter().copied().chain(more) {
            let PlacementDemands {
                piece, placement, ..
            } = &self.laid[index];
            let tile = self.tile(*piece);
            let fits = used[tile.index()] < self.puzzle.piece(tile).copies_of_tile().max
                && !placement.cells.iter().any(|cell| covered[cell.index()])
                && !placement.junctions.iter().any(|j| crossed[j.index()])
                && !all.iter().any(|other| self.clash(index, *other, holds));
            if fits {
                used[tile.index()] += 1;
                for cell in &placement.cells {
                    covered[cell.index()] = true;
                }
                for junction in &placement.junctions {
                    crossed[junction.index()] = true;
                }
                all.push(index);
            }
        }
        all
    }

    /// For each demand, whether a set of compatible placements meets it.
    pub(super) fn met(&self, laid: &[usize]) -> Vec<bool> {
        let mut covered = vec![false; self.puzzle.board.cells().len()];
        let mut used = vec![0_u32; self.puzzle.pieces.len()];
        let mut given = vec![false; self.puzzle.givens.len()];
        let mut broken = vec![false; self.puzzle.restrictions.len()];
        let mut brought = vec![false; self.constraints.all.len()];
        let mut clashing = vec![false; self.puzzle.conditions.len()];
        let mut colors: BTreeMap<ConstraintId, Option<u32>> = BTreeMap::new();
        for laid in laid.iter().map(|index| &self.laid[*index]) {
            for covered in &laid.constraints {
                let id = covered.constraint;
                brought[id.index()] = true;
                let before = colors.insert(id, covered.color);
                let clashes = before.is_some_and(|color| color.is_none() || color != covered.color);
                if let Some(condition) = self.condition(id).filter(|_| clashes) {
                    clashing[condition] = true;
                }
            }
            used[self.tile(laid.piece).index()] += 1;
            for cell in &laid.placement.cells {
                covered[cell.index()] = true;
            }
            for index in &laid.breaks {
                broken[*index] = true;
            }
            if let Some(index) = laid.given {
                given[index] = true;
            }
        }
        self.parts
            .iter()
            .map(|part| match part {
                PuzzleDemand::Restriction(index) => !broken[*index],
                PuzzleDemand::Condition(index) => !clashing[*index],
                PuzzleDemand::Constraint(id) => brought[id.index()],
                PuzzleDemand::Given(index) => given[*index],
                PuzzleDemand::Cell(cell) => covered[cell.index()],
                PuzzleDemand::Piece(piece) => {
                    used[piece.index()] >= self.puzzle.piece(*piece).copies_of_tile().min
                }
            })
            .collect()
    }
}

/// Whether a condition only keeps placements apart, without requiring any.
fn keeps_apart(condition: &Condition) -> bool {
    matches!(condition, Condition::Apart { .. }) || condition.is_of_colors()
}

fn constraints(
    puzzle: &Puzzle,
    laid: &[PlacementDemands],
    stop: &StopFlag,
) -> Result<Constraints, InstanceError> {
    let laid = laid.iter().map(|laid| FutureOption {
        piece: laid.piece,
        placement: &laid.placement,
        is_allowed: laid.breaks.is_empty(),
    });
    Constraints::of(puzzle, &laid.collect::<Vec<_>>(), stop)
}
