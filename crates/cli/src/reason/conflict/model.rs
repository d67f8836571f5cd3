//! A puzzle taken apart: what it demands, each demand in force or not.
//!
//! Required cells must be covered, pieces must be used as often as their least
//! number of copies, givens must lie where they lie, and restrictions and conditions
//! must hold; of conditions that ask for something, each line and each corner is a demand.
//! A demand that is not in force asks for nothing; but no cell is ever covered
//! twice, no piece used more often than it has copies, and no junction crossed.

use std::collections::BTreeMap;

use tilewright_dlx::StopFlag;
use tilewright_geometry::{BoardCell, JunctionId, Placement};

use crate::cover::InstanceError;
use crate::cover::conditions::{ConstraintId, Constraints, Covered, Laid};
use crate::puzzle::{Budget, Condition, PieceId, Puzzle, Restriction, placements_within};

/// Something that a puzzle demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// This restriction holds, by its index in the puzzle.
    Restriction(usize),
    /// This condition, which keeps pieces apart, holds, by its index in the puzzle.
    Condition(usize),
    /// What a condition asks for is there: this line is crossed, two of the cells at this corner lie in one
    /// piece. The constraint is that of the puzzle's instance.
    Constraint(ConstraintId),
    /// This given lies where it lies, by its index in the puzzle.
    Given(usize),
    /// This cell is covered.
    Cell(BoardCell),
    /// This piece is used as often as it must be.
    Piece(PieceId),
}

/// A placement and what it does for the demands.
#[derive(Debug, Clone)]
pub(super) struct PlacementDemands {
    pub(super) piece: PieceId,
    pub(super) placement: Placement,
    /// The given that it is.
    pub(super) given: Option<usize>,
    /// The restrictions that it breaks.
    pub(super) breaks: Vec<usize>,
    /// The constraints whose items it covers, sorted.
    pub(super) constraints: Vec<Covered>,
}

impl PlacementDemands {
    /// Whether it covers the item of a constraint.
    pub(super) fn brings(&self, constraint: ConstraintId) -> bool {
        let at = |covered: &Covered| covered.constraint.cmp(&constraint);
        self.constraints.binary_search_by(at).is_ok()
    }

    /// The first constraint that two placements don't meet together, of those that `holds` says.
    fn clash(&self, other: &Self, holds: impl Fn(ConstraintId) -> bool) -> Option<ConstraintId> {
        let clashes = |own: &&Covered| {
            let at = |covered: &Covered| covered.constraint.cmp(&own.constraint);
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
pub(super) struct Model<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) parts: Vec<Part>,
    pub(super) laid: Vec<PlacementDemands>,
    pub(super) junctions: Vec<JunctionId>,
    pub(super) constraints: Constraints,
    /// By piece, the first face of its tile.
    tiles: Vec<PieceId>,
}

impl<'a> Model<'a> {
    /// Takes a puzzle apart.
    pub(super) fn of(puzzle: &'a Puzzle) -> Result<Self, InstanceError> {
        let junctions = puzzle.junctions();
        let budget = Budget::new(&StopFlag::new());
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
        let constraints = constraints(puzzle, &laid)?;
        for (at, laid) in laid.iter_mut().enumerate() {
            laid.constraints = constraints.covered(at).to_vec();
            laid.constraints.sort_unstable();
        }
        let asked = constraints.ids().zip(&constraints.all);
        let asked = asked.filter(|(_, constraint)| constraint.is_asked());
        let asked: Vec<Part> = asked.map(|(id, _)| Part::Constraint(id)).collect();
        let forbid = puzzle.conditions.iter().enumerate();
        let forbid = forbid.filter(|(_, condition)| keeps_apart(condition));
        let board = &puzzle.board;
        let restrictions = (0..puzzle.restrictions.len()).map(Part::Restriction);
        let givens = (0..puzzle.givens.len()).map(Part::Given);
        let cells = board.indices().filter(|cell| board.is_required(*cell));
        let tiles = puzzle.tiles();
        let pieces = puzzle
            .pieces()
            .filter(|(id, piece)| tiles[id.index()] == *id && piece.copies_of_tile().min > 0);
        Ok(Self {
            puzzle,
            parts: restrictions
                .chain(forbid.map(|(index, _)| Part::Condition(index)))
                .chain(asked)
                .chain(givens)
                .chain(cells.map(Part::Cell))
                .chain(pieces.map(|(id, _)| Part::Piece(id)))
                .collect(),
            tiles,
            laid,
            junctions: junctions.ids().collect(),
            constraints,
        })
    }

    /// The condition of which a constraint that keeps pieces apart is a part, by its index.
    pub(super) fn condition(&self, constraint: ConstraintId) -> Option<usize> {
        let condition = self.constraints.conditions[constraint.index()];
        keeps_apart(&self.puzzle.conditions[condition]).then_some(condition)
    }

    /// The first face of a piece's tile, which stands for all of them.
    pub(super) fn tile(&self, piece: PieceId) -> PieceId {
        self.tiles[piece.index()]
    }

    /// Whether two placements are kept apart by the conditions that `holds` says.
    pub(super) fn clash(&self, a: usize, b: usize, holds: impl Fn(usize) -> bool) -> bool {
        let holds = |id| self.condition(id).is_some_and(&holds);
        self.laid[a].clash(&self.laid[b], holds).is_some()
    }

    /// More placements laid down beside these, as long as any fits, so that as
    /// many demands are met as may be; restrictions and conditions in force are kept to.
    pub(super) fn extended(&self, laid: &[usize], in_force: &[bool]) -> Vec<usize> {
        let mut covered = vec![false; self.puzzle.board.cells().len()];
        let mut crossed = vec![false; self.junctions.len()];
        let mut used = vec![0_u32; self.puzzle.pieces.len()];
        let mut all: Vec<usize> = Vec::new();
        let forced: Vec<bool> = self
            .parts
            .iter()
            .zip(in_force)
            .filter_map(|(part, on)| matches!(part, Part::Restriction(_)).then_some(*on))
            .collect();
        let in_force: Vec<Part> = (self.parts.iter().zip(in_force))
            .filter_map(|(part, on)| on.then_some(*part))
            .collect();
        let holds = |condition: usize| in_force.contains(&Part::Condition(condition));
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

    /// Which demands placements meet that fit together.
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
                Part::Restriction(index) => !broken[*index],
                Part::Condition(index) => !clashing[*index],
                Part::Constraint(id) => brought[id.index()],
                Part::Given(index) => given[*index],
                Part::Cell(cell) => covered[cell.index()],
                Part::Piece(piece) => {
                    used[piece.index()] >= self.puzzle.piece(*piece).copies_of_tile().min
                }
            })
            .collect()
    }
}

/// Whether a condition keeps placements apart, and asks for none.
fn keeps_apart(condition: &Condition) -> bool {
    matches!(condition, Condition::Apart { .. }) || condition.is_of_colors()
}

/// The constraints of all placements.
fn constraints(puzzle: &Puzzle, laid: &[PlacementDemands]) -> Result<Constraints, InstanceError> {
    let laid = laid.iter().map(|laid| Laid {
        piece: laid.piece,
        placement: &laid.placement,
    });
    Constraints::of(puzzle, &laid.collect::<Vec<_>>(), &StopFlag::new())
}
