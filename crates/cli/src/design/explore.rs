//! Overviews of the solution space of a puzzle: the placements that its solutions contain, the
//! cells that each piece covers, and the common features of the solutions.
//!
//! An [`Overview`] describes a [`Space`], whole or filtered. An `ExploreSession` answers one
//! command after another.

mod scale;
mod session;
#[cfg(feature = "pictures")]
mod sheet;
mod text;

use num_bigint::BigUint;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

pub(crate) use session::{ExploreReply, ExploreSession};
#[cfg(feature = "pictures")]
pub(crate) use sheet::sheet;
pub use text::{SpaceText, percent};

use crate::puzzle::{PieceId, Puzzle};
use crate::solve::space::{Space, SpaceError};
use crate::support::format::counted;

/// What the solutions of a space have in common, and where they differ.
///
/// # Examples
///
/// ```
/// use tilewright::design::explore::Overview;
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::RunContext;
/// use tilewright::solve::space::Space;
///
/// // Two bars and a rod fill a square, all in the same direction. The rod may be any of the three.
/// let source = Source::new("bars.ron", r#"(
///     lattice: Square,
///     board: Rect(3, 3),
///     pieces: [Piece(name: "bar", cells: Rect(3, 1), copies: 2), Piece(name: "rod", cells: Rect(3, 1))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let space = Space::build(&instance, &RunContext::silent())?;
/// let overview = Overview::of(&space)?;
/// assert_eq!(overview.solutions, 6_u32.into());
/// assert!(overview.forced.is_empty() && overview.unused.is_empty());
/// // In each direction, the rod covers a given cell in one of three solutions.
/// let rod = &overview.pieces[1];
/// assert!(rod.density.iter().all(|solutions| *solutions == 2_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Overview {
    /// The total number of solutions.
    pub solutions: BigUint,
    /// The number of placements of the puzzle.
    pub placements: usize,
    /// Placements that all solutions contain.
    pub forced: Vec<OptionId>,
    /// Placements that no solution contains.
    pub unused: Vec<OptionId>,
    /// Among the placements that only some solutions contain, those in the fewest solutions.
    pub fewest: Option<PlacementExtreme>,
    /// Among the placements that only some solutions contain, those in the most solutions.
    pub most: Option<PlacementExtreme>,
    /// Cells that the same piece covers in all solutions, with that piece.
    pub settled: Vec<(BoardCell, PieceId)>,
    /// Cells that no solution covers.
    pub bare: Vec<BoardCell>,
    /// The pieces, in the file's order.
    pub pieces: Vec<PieceUse>,
}

/// Placements that occur in the same number of solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacementExtreme {
    /// The number of solutions that contain a placement, which is the same for all `placements`.
    pub solutions: BigUint,
    /// The placements, in the order of the options; at least one.
    pub placements: Vec<OptionId>,
}

/// How solutions use a piece.
#[derive(Debug, Clone)]
pub struct PieceUse {
    /// The piece that the solutions use.
    pub piece: PieceId,
    /// The number of placements of the piece.
    pub placements: usize,
    /// The number of placements of the piece that occur in a solution.
    pub used: usize,
    /// The number of solutions that use the piece.
    pub solutions: BigUint,
    /// For each cell of the board, the number of solutions in which the piece covers it.
    pub density: Vec<BigUint>,
}

impl Overview {
    /// Computes the overview of a space.
    ///
    /// Cost: two passes over its diagram, and two more for each optional piece.
    ///
    /// # Errors
    ///
    /// [`SpaceError`], which can occur only through a bug in this program.
    pub fn of(space: &Space<'_>) -> Result<Self, SpaceError> {
        let (puzzle, solutions) = (space.puzzle(), space.count());
        let holding = space.holding();
        let held = |option: OptionId| &holding[option.index()];
        let none = BigUint::ZERO;
        let any = solutions != none;
        let mut overview = Self {
            placements: space.placements().count(),
            forced: Vec::new(),
            unused: Vec::new(),
            fewest: None,
            most: None,
            settled: Vec::new(),
            bare: Vec::new(),
            pieces: Vec::new(),
            solutions,
        };
        for option in space.placements() {
            if *held(option) == none {
                overview.unused.push(option);
            } else if *held(option) == overview.solutions {
                overview.forced.push(option);
            } else {
                note(&mut overview.fewest, option, held(option), |new, old| {
                    new < old
                });
                note(&mut overview.most, option, held(option), |new, old| {
                    new > old
                });
            }
        }
        let mut covered = vec![BigUint::ZERO; puzzle.board.cells().len()];
        for (piece, what) in puzzle.pieces() {
            let density = space.density(piece, &holding);
            for (sum, solutions) in covered.iter_mut().zip(&density) {
                *sum += solutions;
            }
            let own = || {
                space
                    .placements()
                    .filter(|option| is_of(space, *option, piece))
            };
            overview.pieces.push(PieceUse {
                piece,
                placements: own().count(),
                used: own().filter(|option| *held(*option) != none).count(),
                solutions: if what.copies.min > 0 {
                    overview.solutions.clone()
                } else {
                    space.using(piece)?
                },
                density,
            });
        }
        if any {
            for cell in puzzle.board.indices() {
                if covered[cell.index()] == none {
                    overview.bare.push(cell);
                }
                let alone = |of: &&PieceUse| of.density[cell.index()] == overview.solutions;
                if let Some(piece) = overview.pieces.iter().find(alone) {
                    overview.settled.push((cell, piece.piece));
                }
            }
        }
        Ok(overview)
    }

    /// The number of placements that occur in a solution.
    pub fn used(&self) -> usize {
        self.placements - self.unused.len()
    }
}

impl PieceUse {
    /// The caption of the piece's map: its name, and the number of solutions that use it, if not
    /// all do.
    fn caption(&self, puzzle: &Puzzle, solutions: &BigUint) -> String {
        let name = &puzzle.piece(self.piece).name;
        if self.solutions == *solutions {
            name.to_string()
        } else {
            format!("{name}, in {}", counted(&self.solutions, "solution"))
        }
    }
}

fn is_of(space: &Space<'_>, option: OptionId, piece: PieceId) -> bool {
    space.instance().meaning(option).piece == piece
}

/// Compares the number of solutions that contain a placement with the extreme so far. If it exceeds
/// the extreme, as `further` says, the placement becomes the extreme. If it equals the extreme, the
/// placement is added.
fn note(
    extreme: &mut Option<PlacementExtreme>,
    option: OptionId,
    solutions: &BigUint,
    further: impl Fn(&BigUint, &BigUint) -> bool,
) {
    match extreme {
        Some(known) if known.solutions == *solutions => known.placements.push(option),
        Some(known) if !further(solutions, &known.solutions) => {}
        _ => {
            *extreme = Some(PlacementExtreme {
                solutions: solutions.clone(),
                placements: vec![option],
            });
        }
    }
}

#[cfg(test)]
mod tests;
