//! Draws challenges side by side.

use super::ChallengeFile;
use crate::picture::drawing::{Artist, Scene, Style, gallery};
use crate::puzzle::{PieceOrigin, PlacedPiece};

impl ChallengeFile {
    /// Draws all challenges in rows of at most `width` millimetres, each with its givens and a
    /// caption: its level, its id, its board if the file has several, and the grade and the rating
    /// that the file states.
    ///
    /// Cost: linear in the cells of the boards.
    #[must_use]
    pub fn draw(&self, width: f64, style: Style) -> Scene {
        let pictures = self.challenges.iter().map(|challenge| {
            let puzzle = &self.puzzles[challenge.puzzle];
            let instance = &puzzle.instance;
            let level = challenge.level.as_ref();
            let level = level.map(|level| format!("{}.", level.number));
            let board = (self.puzzles.len() > 1).then(|| puzzle.name().to_string());
            let rating = challenge.grade.zip(challenge.rating);
            let rating = rating.map(|(grade, rating)| format!("{grade} {rating:.1}"));
            let words = [level, Some(challenge.id.to_string()), board, rating];
            let caption: Vec<String> = words.into_iter().flatten().collect();
            let given = instance.givens().iter().chain(&challenge.givens);
            let laid = given.map(|option| PlacedPiece {
                origin: PieceOrigin::Given,
                ..instance.placed_piece(*option)
            });
            let laid: Vec<PlacedPiece<'_>> = laid.collect();
            let artist = Artist::new(instance.puzzle(), style);
            (caption.join(" "), artist.solution(&challenge.id, &laid))
        });
        gallery(&self.title, pictures, width, style)
    }
}
