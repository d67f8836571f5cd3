//! Draws designs, which are choices of pieces, side by side, each with a solution.

use tilewright_dlx::{Solver, StopFlag};
use tilewright_geometry::BoardCell;

use super::Choice;
use crate::cover::Instance;
use crate::picture::drawing::{Artist, Scene, Style, gallery};
use crate::puzzle::{PieceId, PieceOrigin, PlacedPiece, Puzzle};
use crate::solve::SolveError;

/// A choice of a pool's pieces, to be drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DrawnDesign<'a> {
    /// The pool on the design's board; a piece has the same colour in all pictures of one pool.
    pub pool: &'a Puzzle,
    /// The choice, which has a solution.
    pub choice: &'a Choice,
    /// The text below the picture.
    pub caption: &'a str,
}

impl DrawnDesign<'_> {
    /// Draws the board with the first solution that a search finds.
    ///
    /// Cost: that of the search.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub(crate) fn draw(&self, style: Style, stop: &StopFlag) -> Result<Scene, SolveError> {
        let instance = Instance::new_until(self.pool.chosen(&self.choice.copies), stop)?;
        let found = Solver::new(instance.problem()).stop(stop).first()?;
        let solution = found.known().ok_or(SolveError::Interrupted)?;
        let tiles = self.pool.tiles();
        let is_used = |piece: &PieceId| self.choice.copies[tiles[piece.index()].index()] > 0;
        let pieces = self.pool.pieces().map(|(piece, _)| piece);
        let used: Vec<PieceId> = pieces.filter(is_used).collect();
        let laid = solution.iter().flatten().map(|option| {
            let meaning = instance.meaning(*option);
            let cells: &[BoardCell] = &meaning.placement.cells;
            PlacedPiece {
                piece: used[meaning.piece.index()],
                cells,
                origin: PieceOrigin::Placed,
            }
        });
        let mut laid: Vec<PlacedPiece<'_>> = laid.collect();
        laid.sort_by_key(|placed| (placed.piece, placed.cells));
        Ok(Artist::new(self.pool, style).solution(self.caption, &laid))
    }
}

/// Draws designs in rows of at most `width` millimetres, each with its caption.
///
/// Cost: for each design, a search for one solution.
///
/// # Errors
///
/// [`SolveError::Interrupted`].
pub(crate) fn draw_designs(
    title: &str,
    designs: &[DrawnDesign<'_>],
    width: f64,
    style: Style,
    stop: &StopFlag,
) -> Result<Scene, SolveError> {
    let pictures = designs.iter().map(|design| {
        let picture = design.draw(style, stop)?;
        Ok((design.caption.to_owned(), picture))
    });
    let pictures: Vec<(String, Scene)> = pictures.collect::<Result<_, SolveError>>()?;
    Ok(gallery(title, pictures, width, style))
}
