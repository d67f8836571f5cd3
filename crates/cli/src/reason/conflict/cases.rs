//! Short proofs by cases that demands cannot be met together.
//!
//! A simple search, separate from the engines, finds them: it takes the demand with the fewest ways
//! to meet it, and tries each way.

use tilewright_geometry::BoardCell;

use super::model::{DemandModel, PuzzleDemand};
use crate::puzzle::PieceId;

/// The maximum number of placements in a proof. People do not follow longer proofs.
const MOST_STEPS: usize = 30;

/// A proof is searched for only in puzzles with at most this many placements.
const MOST_LAID: usize = 20_000;

/// A proof by cases: a demand, each way to meet it, and the reason why each way fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cases {
    /// The demand that the proof refutes: each way to meet it is a case.
    pub demand: PuzzleDemand,
    /// All ways to meet the demand, each with the reason why it fails. Empty if there is no way.
    pub ways: Vec<CaseStep>,
}

/// A placement, and why it leads to no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseStep {
    /// The piece that is placed.
    pub piece: PieceId,
    /// The cells that the piece covers.
    pub cells: Box<[BoardCell]>,
    /// A proof that there is no solution with this placement: another demand, none of whose ways
    /// leads to a solution.
    pub then: Cases,
}

impl Cases {
    /// The number of placements in the proof.
    pub fn steps(&self) -> usize {
        let deeper = self.ways.iter().map(|way| way.then.steps());
        self.ways.len() + deeper.sum::<usize>()
    }
}

/// A proof that these demands cannot be met; `None` if no short one is found.
pub(super) fn cases(model: &DemandModel<'_>, parts: &[usize]) -> Option<Cases> {
    let demands: Vec<PuzzleDemand> = parts.iter().map(|part| model.parts[*part]).collect();
    let holds = |index: &usize| demands.contains(&PuzzleDemand::Restriction(*index));
    let free: Vec<usize> = (0..model.laid.len())
        .filter(|index| !model.laid[*index].breaks.iter().any(&holds))
        .collect();
    if free.len() > MOST_LAID {
        return None;
    }
    let mut steps = MOST_STEPS;
    CaseProver { model, demands }.prove(&free, &mut Vec::new(), &mut steps)
}

struct CaseProver<'a> {
    model: &'a DemandModel<'a>,
    demands: Vec<PuzzleDemand>,
}

impl CaseProver<'_> {
    /// A proof that the demands cannot be met by the placements `laid` and any of the `free` ones.
    /// `None` if they can be met, or if the proof takes more than `steps` placements. The recursion
    /// depth is at most `steps`.
    fn prove(&self, free: &[usize], laid: &mut Vec<usize>, steps: &mut usize) -> Option<Cases> {
        let open = self.demands.iter().filter_map(|demand| {
            let needed = self.needed(*demand, laid);
            let ways = free
                .iter()
                .copied()
                .filter(|index| self.meets(*index, *demand));
            let ways: Vec<usize> = ways.collect();
            // A demand with fewer ways to meet it than it needs placements cannot be met: the proof
            // lists no ways for it.
            let enough = ways.len() >= needed;
            (needed > 0).then(|| (*demand, if enough { ways } else { Vec::new() }))
        });
        let (demand, ways) = open.min_by_key(|(_, ways)| ways.len())?;
        let mut failed = Vec::new();
        for (tried, index) in ways.iter().enumerate() {
            *steps = steps.checked_sub(1)?;
            // Ways tried before are excluded, since all solutions with them are already refuted.
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
            failed.push(CaseStep {
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

    /// The number of further placements that a demand needs.
    fn needed(&self, demand: PuzzleDemand, laid: &[usize]) -> usize {
        let meeting = laid
            .iter()
            .filter(|index| self.meets(**index, demand))
            .count();
        let required = match demand {
            PuzzleDemand::Restriction(_) | PuzzleDemand::Condition(_) => 0,
            PuzzleDemand::Given(_) | PuzzleDemand::Cell(_) | PuzzleDemand::Constraint(_) => 1,
            PuzzleDemand::Piece(piece) => {
                self.model.puzzle.piece(piece).copies_of_tile().min as usize
            }
        };
        required.saturating_sub(meeting)
    }

    fn meets(&self, index: usize, demand: PuzzleDemand) -> bool {
        let laid = &self.model.laid[index];
        match demand {
            PuzzleDemand::Restriction(_) | PuzzleDemand::Condition(_) => true,
            PuzzleDemand::Constraint(id) => laid.brings(id),
            PuzzleDemand::Given(given) => laid.given == Some(given),
            PuzzleDemand::Cell(cell) => laid.placement.cells.binary_search(&cell).is_ok(),
            PuzzleDemand::Piece(piece) => self.model.tile(laid.piece) == piece,
        }
    }

    /// Whether two placements share no cell and no junction, and do not together break a condition
    /// that is among the demands.
    fn fits(&self, a: usize, b: usize) -> bool {
        let holds = |condition: usize| self.demands.contains(&PuzzleDemand::Condition(condition));
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

    /// The placements of `free` whose piece has copies left.
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
