//! What the solution space of a puzzle looks like: which placements its
//! solutions hold, how often each piece lies where, what they have in common.
//!
//! An [`Overview`] is taken from a [`Space`], the whole one or what filters
//! leave of it; a [`Session`] asks one question after the other.

mod scale;
mod session;
#[cfg(feature = "pictures")]
mod sheet;
mod text;

use num_bigint::BigUint;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

pub use session::{Reply, Session};
#[cfg(feature = "pictures")]
pub use sheet::sheet;
pub use text::{SpaceText, percent};

use crate::puzzle::{PieceId, Puzzle};
use crate::solve::space::{Space, SpaceError};
use crate::support::format::counted;

/// What solutions have in common and where they differ.
///
/// # Examples
///
/// ```
/// use tilewright::solve::resources::Resources;
/// use tilewright::design::explore::Overview;
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::Monitor;
/// use tilewright::solve::space::Space;
///
/// // Three bars in a square: all lie the same way, so the middle one may be any.
/// let source = Source::new("bars.ron", r#"(
///     lattice: Square,
///     board: Rect(3, 3),
///     pieces: [Piece(name: "bar", cells: Rect(3, 1), copies: 2), Piece(name: "rod", cells: Rect(3, 1))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let space = Space::build(&instance, &Resources::default(), &Monitor::silent())?;
/// let overview = Overview::of(&space)?;
/// assert_eq!(overview.solutions, 6_u32.into());
/// assert!(overview.forced.is_empty() && overview.unused.is_empty());
/// // The rod covers each cell in one of the three solutions of each way.
/// let rod = &overview.pieces[1];
/// assert!(rod.density.iter().all(|solutions| *solutions == 2_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Overview {
    /// How many solutions there are.
    pub solutions: BigUint,
    /// How many placements the puzzle has.
    pub placements: usize,
    /// Placements that all solutions hold.
    pub forced: Vec<OptionId>,
    /// Placements that no solution holds.
    pub unused: Vec<OptionId>,
    /// Of the placements that some solutions hold and others do not, those
    /// that the fewest hold.
    pub fewest: Option<Extreme>,
    /// Those that the most hold.
    pub most: Option<Extreme>,
    /// Cells that one piece covers in all solutions, and which.
    pub settled: Vec<(BoardCell, PieceId)>,
    /// Cells that no solution covers.
    pub bare: Vec<BoardCell>,
    /// The pieces, in the file's order.
    pub pieces: Vec<PieceUse>,
}

/// The placements that the same number of solutions hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extreme {
    /// How many solutions hold each of them.
    pub solutions: BigUint,
    /// The placements, in the order of the options, at least one.
    pub placements: Vec<OptionId>,
}

/// How solutions use a piece.
#[derive(Debug, Clone)]
pub struct PieceUse {
    /// The piece.
    pub piece: PieceId,
    /// How many placements it has.
    pub placements: usize,
    /// How many of them some solution holds.
    pub used: usize,
    /// How many solutions use the piece at all.
    pub solutions: BigUint,
    /// By cell of the board, how many solutions have the piece there.
    pub density: Vec<BigUint>,
}

impl Overview {
    /// Looks over a space.
    ///
    /// Cost: two passes over its diagram, and two more for each piece that
    /// need not be used.
    ///
    /// # Errors
    ///
    /// None, but for faults of this program.
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

    /// The placements that some solution holds.
    pub fn used(&self) -> usize {
        self.placements - self.unused.len()
    }
}

impl PieceUse {
    /// What stands above the piece's map: its name, and how many of so many
    /// solutions use it, if not all do.
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

/// Takes note of a placement that goes further than those before, or as far.
fn note(
    extreme: &mut Option<Extreme>,
    option: OptionId,
    solutions: &BigUint,
    further: impl Fn(&BigUint, &BigUint) -> bool,
) {
    match extreme {
        Some(known) if known.solutions == *solutions => known.placements.push(option),
        Some(known) if !further(solutions, &known.solutions) => {}
        _ => {
            *extreme = Some(Extreme {
                solutions: solutions.clone(),
                placements: vec![option],
            });
        }
    }
}

#[cfg(test)]
mod tests;
