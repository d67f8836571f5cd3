//! A proof by cases that demands cannot be met, if it is short.
//!
//! It is found by a search of its own, written to be plain: take the demand that
//! can be met in the fewest ways, try each.

use tilewright_geometry::BoardCell;

use super::model::{Model, Part};
use crate::puzzle::PieceId;

/// The most placements tried; a longer proof is none that a person follows.
const MOST_STEPS: usize = 30;

/// The most placements looked through.
const MOST_LAID: usize = 20_000;

/// A proof by cases: first a demand that can be met in few ways, then what
/// becomes of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cases {
    /// The demand that cannot be met, or in these ways only.
    pub demand: Part,
    /// The ways to meet it, and why each fails.
    pub ways: Vec<Step>,
}

/// A placement, and why it leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The piece.
    pub piece: PieceId,
    /// Where it is laid.
    pub cells: Box<[BoardCell]>,
    /// What then cannot be met.
    pub then: Cases,
}

impl Cases {
    /// The number of placements tried.
    pub fn steps(&self) -> usize {
        let deeper = self.ways.iter().map(|way| way.then.steps());
        self.ways.len() + deeper.sum::<usize>()
    }
}

/// The proof that these demands cannot be met; none if it is long.
pub(super) fn cases(model: &Model<'_>, parts: &[usize]) -> Option<Cases> {
    let demands: Vec<Part> = parts.iter().map(|part| model.parts[*part]).collect();
    let holds = |index: &usize| demands.contains(&Part::Restriction(*index));
    let free: Vec<usize> = (0..model.laid.len())
        .filter(|index| !model.laid[*index].breaks.iter().any(&holds))
        .collect();
    if free.len() > MOST_LAID {
        return None;
    }
    let mut steps = MOST_STEPS;
    Search { model, demands }.prove(&free, &mut Vec::new(), &mut steps)
}

struct Search<'a> {
    model: &'a Model<'a>,
    demands: Vec<Part>,
}

impl Search<'_> {
    /// Why the demands cannot be met by more of the `free` placements beside
    /// those `laid`; none if they can, or if that takes too many steps. As
    /// deep as there are steps.
    fn prove(&self, free: &[usize], laid: &mut Vec<usize>, steps: &mut usize) -> Option<Cases> {
        let open = self.demands.iter().filter_map(|demand| {
            let needed = self.needed(*demand, laid);
            let ways = free
                .iter()
                .copied()
                .filter(|index| self.meets(*index, *demand));
            let ways: Vec<usize> = ways.collect();
            // More copies than there are places: no way at all.
            let enough = ways.len() >= needed;
            (needed > 0).then(|| (*demand, if enough { ways } else { Vec::new() }))
        });
        let (demand, ways) = open.min_by_key(|(_, ways)| ways.len())?;
        let mut failed = Vec::new();
        for (tried, index) in ways.iter().enumerate() {
            *steps = steps.checked_sub(1)?;
            // Ways tried before are excluded: they were all there is to them.
            let left: Vec<usize> = free
                .iter()
                .copied()
                .filter(|other| !ways[..=tried].contains(other) && self.fits(*other, *index))
                .collect();
            laid.push(*index);
            let left = self.with_copies(left, laid);
            let then = self.prove(&left, laid, steps);
            laid.pop();
            let own = &self.model.laid[*index];
            failed.push(Step {
                piece: own.piece,
                cells: own.placement.cells.clone(),
                then: then?,
            });
        }
        Some(Cases {
            demand,
            ways: failed,
        })
    }

    /// How many more placements a demand needs.
    fn needed(&self, demand: Part, laid: &[usize]) -> usize {
        let meeting = laid
            .iter()
            .filter(|index| self.meets(**index, demand))
            .count();
        let wanted = match demand {
            Part::Restriction(_) | Part::Condition(_) => 0,
            Part::Given(_) | Part::Cell(_) | Part::Constraint(_) => 1,
            Part::Piece(piece) => self.model.puzzle.piece(piece).copies_of_tile().min as usize,
        };
        wanted.saturating_sub(meeting)
    }

    fn meets(&self, index: usize, demand: Part) -> bool {
        let laid = &self.model.laid[index];
        match demand {
            Part::Restriction(_) | Part::Condition(_) => true,
            Part::Constraint(id) => laid.brings(id),
            Part::Given(given) => laid.given == Some(given),
            Part::Cell(cell) => laid.placement.cells.binary_search(&cell).is_ok(),
            Part::Piece(piece) => self.model.tile(laid.piece) == piece,
        }
    }

    /// Whether two placements can lie side by side.
    fn fits(&self, a: usize, b: usize) -> bool {
        let holds = |condition: usize| self.demands.contains(&Part::Condition(condition));
        if self.model.clash(a, b, holds) {
            return false;
        }
        let (a, b) = (&self.model.laid[a].placement, &self.model.laid[b].placement);
        !a.cells
            .iter()
            .any(|cell| b.cells.binary_search(cell).is_ok())
            && !a
                .junctions
                .iter()
                .any(|j| b.junctions.binary_search(j).is_ok())
    }

    /// Those of the placements whose piece is not used up.
    fn with_copies(&self, mut free: Vec<usize>, laid: &[usize]) -> Vec<usize> {
        if let Some(last) = laid.last() {
            let tile = |index: &usize| self.model.tile(self.model.laid[*index].piece);
            let piece = tile(last);
            let used = laid.iter().filter(|index| tile(index) == piece);
            if used.count() >= self.model.puzzle.piece(piece).copies_of_tile().max as usize {
                free.retain(|index| tile(index) != piece);
            }
        }
        free
    }
}
