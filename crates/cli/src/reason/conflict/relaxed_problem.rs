//! A subset of a puzzle's demands as an exact cover problem.

use tilewright_dlx::{Colour, Entry, ItemId, OptionId, Problem, ProblemError};
use tilewright_geometry::BoardCell;

use super::model::{DemandModel, PlacementDemands, PuzzleDemand};

/// The exact cover problem of a subset of the demands.
pub(super) struct RelaxedProblem {
    pub(super) problem: Problem,
    /// For each option, the index of its placement in the model.
    pub(super) laid: Vec<usize>,
}

impl RelaxedProblem {
    /// The indices of the placements that options represent.
    pub(super) fn laid(&self, options: &[OptionId]) -> Vec<usize> {
        options
            .iter()
            .map(|option| self.laid[option.index()])
            .collect()
    }
}

/// For each cell, piece, given and so on: whether the demand on it is in force.
struct DemandsInForce {
    cells: Vec<bool>,
    pieces: Vec<bool>,
    givens: Vec<bool>,
    restrictions: Vec<bool>,
    conditions: Vec<bool>,
    constraints: Vec<bool>,
}

impl DemandsInForce {
    fn of(model: &DemandModel<'_>, in_force: &[bool]) -> Self {
        let puzzle = model.puzzle;
        let mut demanded = Self {
            cells: vec![false; puzzle.board.cells().len()],
            pieces: vec![false; puzzle.pieces.len()],
            givens: vec![false; puzzle.givens.len()],
            restrictions: vec![false; puzzle.restrictions.len()],
            conditions: vec![false; puzzle.conditions.len()],
            constraints: vec![false; model.constraints.all.len()],
        };
        for (part, _) in model.parts.iter().zip(in_force).filter(|(_, on)| **on) {
            match part {
                PuzzleDemand::Restriction(index) => demanded.restrictions[*index] = true,
                PuzzleDemand::Condition(index) => demanded.conditions[*index] = true,
                PuzzleDemand::Constraint(id) => demanded.constraints[id.index()] = true,
                PuzzleDemand::Given(index) => demanded.givens[*index] = true,
                PuzzleDemand::Cell(cell) => demanded.cells[cell.index()] = true,
                PuzzleDemand::Piece(piece) => demanded.pieces[piece.index()] = true,
            }
        }
        for (piece, _) in puzzle.pieces() {
            // A demand on a tile is a demand on each of its faces.
            demanded.pieces[piece.index()] = demanded.pieces[model.tile(piece).index()];
        }
        demanded
    }

    /// Whether a placement meets a demand in force and breaks no restriction in force.
    fn needs(&self, laid: &PlacementDemands) -> bool {
        let meets = laid.given.is_some_and(|given| self.givens[given])
            || self.pieces[laid.piece.index()]
            || (laid.constraints.iter()).any(|id| self.constraints[id.constraint.index()])
            || (laid.placement.cells.iter()).any(|cell| self.cells[cell.index()]);
        meets && !laid.breaks.iter().any(|broken| self.restrictions[*broken])
    }
}

/// The items of the demands, by the index of the cell, piece, given or other subject.
struct DemandItems {
    cells: Vec<Option<ItemId>>,
    pieces: Vec<ItemId>,
    givens: Vec<Option<ItemId>>,
    constraints: Vec<Option<ItemId>>,
    junctions: Vec<ItemId>,
    /// The colours of the problem, one for each colour of the puzzle's cells.
    colors: Vec<Colour>,
}

impl DemandItems {
    fn add(
        problem: &mut Problem,
        model: &DemandModel<'_>,
        demanded: &DemandsInForce,
    ) -> Result<Self, ProblemError> {
        let puzzle = model.puzzle;
        let mut cells = vec![None; demanded.cells.len()];
        let on_board = || puzzle.board.indices().map(BoardCell::index);
        for cell in on_board().filter(|cell| demanded.cells[*cell]) {
            cells[cell] = Some(problem.add_primary(format!("c{cell}"))?);
        }
        let mut pieces = Vec::with_capacity(puzzle.pieces.len());
        for (id, piece) in puzzle.pieces() {
            let tile = model.tile(id);
            if tile != id {
                // The faces of a tile share its item.
                pieces.push(pieces[tile.index()]);
                continue;
            }
            let copies = piece.copies_of_tile();
            let least = if demanded.pieces[id.index()] {
                copies.min
            } else {
                0
            };
            let name = format!("p{}", id.index());
            pieces.push(problem.add_bounded(name, least..=copies.max)?);
        }
        let mut givens = vec![None; demanded.givens.len()];
        for (index, _) in demanded.givens.iter().enumerate().filter(|(_, on)| **on) {
            givens[index] = Some(problem.add_primary(format!("g{index}"))?);
        }
        let ids = || model.constraints.ids();
        let mut constraints = vec![None; demanded.constraints.len()];
        for id in ids().filter(|id| demanded.constraints[id.index()]) {
            let most = model.constraints.holders[id.index()].max(1);
            let item = problem.add_bounded(format!("l{}", id.index()), 1..=most)?;
            constraints[id.index()] = Some(item);
        }
        for cell in on_board().filter(|cell| !demanded.cells[*cell]) {
            cells[cell] = Some(problem.add_secondary(format!("c{cell}"))?);
        }
        let junctions = model.junctions.iter();
        let junctions = junctions
            .map(|junction| problem.add_secondary(format!("j{}", junction.index())))
            .collect::<Result<_, _>>()?;
        let holds = |condition: usize| demanded.conditions[condition];
        for id in ids().filter(|id| model.condition(*id).is_some_and(holds)) {
            let item = problem.add_secondary(format!("a{}", id.index()))?;
            constraints[id.index()] = Some(item);
        }
        let colors = puzzle.cell_colors().into_iter();
        let colors = colors.map(|color| problem.add_colour(color.as_str()));
        let colors = colors.collect::<Result<_, _>>()?;
        Ok(Self {
            cells,
            pieces,
            givens,
            constraints,
            junctions,
            colors,
        })
    }

    /// The entries of a placement's option.
    fn of(&self, laid: &PlacementDemands) -> Vec<Entry> {
        let placement = &laid.placement;
        let given = laid.given.and_then(|given| self.givens[given]);
        let cells = placement.cells.iter();
        let junctions = placement.junctions.iter();
        let constraints = laid.constraints.iter();
        [self.pieces[laid.piece.index()]]
            .into_iter()
            .chain(given)
            .chain(cells.filter_map(|cell| self.cells[cell.index()]))
            .chain(junctions.map(|j| self.junctions[j.index()]))
            .map(Entry::from)
            .chain(constraints.filter_map(|covered| {
                Some(Entry {
                    item: self.constraints[covered.constraint.index()]?,
                    colour: covered.color.map(|color| self.colors[color as usize]),
                })
            }))
            .collect()
    }
}

impl DemandModel<'_> {
    /// The exact cover problem of meeting the demands in force. `in_force` has one entry for each of the
    /// model's `parts`.
    ///
    /// Leaves out placements that meet no demand: a solution without them is still a solution.
    pub(super) fn relax(&self, in_force: &[bool]) -> Result<RelaxedProblem, ProblemError> {
        let demanded = DemandsInForce::of(self, in_force);
        let mut problem = Problem::new();
        let items = DemandItems::add(&mut problem, self, &demanded)?;
        let needed = (0..self.laid.len()).filter(|index| demanded.needs(&self.laid[*index]));
        let laid: Vec<usize> = needed.collect();
        for index in &laid {
            problem.add_coloured_option(&items.of(&self.laid[*index]))?;
        }
        Ok(RelaxedProblem { problem, laid })
    }
}
