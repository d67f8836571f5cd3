//! A puzzle taken apart: what it demands, each demand in force or not.
//!
//! Required cells must be covered, pieces must be used as often as their least
//! number of copies, givens must lie where they lie, and restrictions must hold.
//! A demand that is not in force asks for nothing; but no cell is ever covered
//! twice, no piece used more often than it has copies, and no junction crossed.

use tilewright_dlx::{OptionId, Problem, ProblemError};
use tilewright_geometry::{BoardCell, JunctionId, Placement};

use crate::cover::InstanceError;
use crate::puzzle::{Budget, PieceId, Puzzle, placements_within};

/// Something that a puzzle demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// This restriction holds, by its index in the puzzle.
    Restriction(usize),
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
}

/// The demands of a puzzle and the placements that meet them.
#[derive(Debug)]
pub(super) struct Model<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) parts: Vec<Part>,
    pub(super) laid: Vec<PlacementDemands>,
    junctions: Vec<JunctionId>,
}

/// The exact cover problem of some demands.
pub(super) struct RelaxedProblem {
    pub(super) problem: Problem,
    /// The index of the placement that each option stands for.
    pub(super) laid: Vec<usize>,
}

impl<'a> Model<'a> {
    /// Takes a puzzle apart.
    pub(super) fn of(puzzle: &'a Puzzle) -> Result<Self, InstanceError> {
        let junctions = puzzle.junctions();
        let budget = Budget::new();
        let mut laid = Vec::new();
        for (piece, what) in puzzle.pieces() {
            let orientations = what.polyform.orientations(what.sides);
            for placement in placements_within(puzzle, &junctions, piece, &[], &budget)? {
                let given = puzzle.givens.iter().position(|given| {
                    given.piece == piece && given.cells.as_slice() == placement.cells.as_ref()
                });
                let orientation = orientations.get(placement.orientation as usize);
                let holds = |rule: &crate::puzzle::Restriction| {
                    rule.allows_cells(&placement.cells)
                        && orientation.is_none_or(|shape| rule.allows_orientation(shape))
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
                });
            }
        }
        let board = &puzzle.board;
        let restrictions = (0..puzzle.restrictions.len()).map(Part::Restriction);
        let givens = (0..puzzle.givens.len()).map(Part::Given);
        let cells = board.indices().filter(|cell| board.is_required(*cell));
        let pieces = puzzle.pieces().filter(|(_, piece)| piece.copies.min > 0);
        Ok(Self {
            puzzle,
            parts: restrictions
                .chain(givens)
                .chain(cells.map(Part::Cell))
                .chain(pieces.map(|(id, _)| Part::Piece(id)))
                .collect(),
            laid,
            junctions: junctions.ids().collect(),
        })
    }

    /// The problem of the demands in force, by the index of each part.
    ///
    /// Placements that meet no demand are left out: a solution without them is
    /// one too.
    pub(super) fn pose(&self, in_force: &[bool]) -> Result<RelaxedProblem, ProblemError> {
        let mut problem = Problem::new();
        let puzzle = self.puzzle;
        let mut wanted_cell = vec![false; puzzle.board.cells().len()];
        let mut wanted_piece = vec![false; puzzle.pieces.len()];
        let mut wanted_given = vec![false; puzzle.givens.len()];
        let mut holds = vec![false; puzzle.restrictions.len()];
        for (part, _) in self.parts.iter().zip(in_force).filter(|(_, on)| **on) {
            match part {
                Part::Restriction(index) => holds[*index] = true,
                Part::Given(index) => wanted_given[*index] = true,
                Part::Cell(cell) => wanted_cell[cell.index()] = true,
                Part::Piece(piece) => wanted_piece[piece.index()] = true,
            }
        }
        let mut cells = vec![None; wanted_cell.len()];
        for cell in puzzle
            .board
            .indices()
            .filter(|cell| wanted_cell[cell.index()])
        {
            cells[cell.index()] = Some(problem.add_primary(format!("c{}", cell.index()))?);
        }
        let mut pieces = Vec::with_capacity(puzzle.pieces.len());
        for (id, piece) in puzzle.pieces() {
            let least = if wanted_piece[id.index()] {
                piece.copies.min
            } else {
                0
            };
            let name = format!("p{}", id.index());
            pieces.push(problem.add_bounded(name, least..=piece.copies.max)?);
        }
        let mut givens = vec![None; wanted_given.len()];
        for (index, _) in wanted_given.iter().enumerate().filter(|(_, on)| **on) {
            givens[index] = Some(problem.add_primary(format!("g{index}"))?);
        }
        for cell in puzzle
            .board
            .indices()
            .filter(|cell| !wanted_cell[cell.index()])
        {
            cells[cell.index()] = Some(problem.add_secondary(format!("c{}", cell.index()))?);
        }
        let junctions = self
            .junctions
            .iter()
            .map(|junction| problem.add_secondary(format!("j{}", junction.index())))
            .collect::<Result<Vec<_>, _>>()?;
        let mut kept = Vec::new();
        for (index, laid) in self.laid.iter().enumerate() {
            let given = laid.given.and_then(|given| givens[given]);
            let meets = given.is_some()
                || wanted_piece[laid.piece.index()]
                || laid
                    .placement
                    .cells
                    .iter()
                    .any(|cell| wanted_cell[cell.index()]);
            if !meets || laid.breaks.iter().any(|broken| holds[*broken]) {
                continue;
            }
            let own = laid
                .placement
                .cells
                .iter()
                .filter_map(|cell| cells[cell.index()]);
            let crossed = laid
                .placement
                .junctions
                .iter()
                .map(|j| junctions[j.index()]);
            let items: Vec<_> = [pieces[laid.piece.index()]]
                .into_iter()
                .chain(given)
                .chain(own)
                .chain(crossed)
                .collect();
            problem.add_option(&items)?;
            kept.push(index);
        }
        Ok(RelaxedProblem {
            problem,
            laid: kept,
        })
    }

    /// More placements laid down beside these, as long as any fits, so that as
    /// many demands are met as may be; restrictions in force are kept to.
    pub(super) fn extended(&self, laid: &[usize], in_force: &[bool]) -> Vec<usize> {
        let mut covered = vec![false; self.puzzle.board.cells().len()];
        let mut crossed = vec![false; self.junctions.len()];
        let mut used = vec![0_u32; self.puzzle.pieces.len()];
        let mut all = Vec::new();
        let forced: Vec<bool> = self
            .parts
            .iter()
            .zip(in_force)
            .filter_map(|(part, on)| matches!(part, Part::Restriction(_)).then_some(*on))
            .collect();
        let keeps = |laid: &PlacementDemands| !laid.breaks.iter().any(|broken| forced[*broken]);
        let more = (0..self.laid.len()).filter(|index| keeps(&self.laid[*index]));
        for index in laid.iter().copied().chain(more) {
            let PlacementDemands {
                piece, placement, ..
            } = &self.laid[index];
            let fits = used[piece.index()] < self.puzzle.piece(*piece).copies.max
                && !placement.cells.iter().any(|cell| covered[cell.index()])
                && !placement.junctions.iter().any(|j| crossed[j.index()]);
            if fits {
                used[piece.index()] += 1;
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
        for laid in laid.iter().map(|index| &self.laid[*index]) {
            used[laid.piece.index()] += 1;
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
                Part::Given(index) => given[*index],
                Part::Cell(cell) => covered[cell.index()],
                Part::Piece(piece) => used[piece.index()] >= self.puzzle.piece(*piece).copies.min,
            })
            .collect()
    }
}

impl RelaxedProblem {
    /// The placements that options stand for.
    pub(super) fn laid(&self, options: &[OptionId]) -> Vec<usize> {
        options
            .iter()
            .map(|option| self.laid[option.index()])
            .collect()
    }
}
