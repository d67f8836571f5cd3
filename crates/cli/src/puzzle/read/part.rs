//! Selects one of a file's puzzles.

use super::diagnostic::Diagnostic;
use super::puzzle_file::PuzzleFile;

/// One of the puzzles in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PuzzlePart<'a> {
    /// The file's puzzle itself, not a case or a goal of it.
    #[default]
    Whole,
    /// The case with this name.
    Case(&'a str),
    /// The goal with this name.
    Goal(&'a str),
}

impl PuzzleFile {
    /// This part of the file. If the file has goals, one of them must be named.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] that lists the cases or goals, if the file does not have the one named, or if a
    /// goal must be named and is not.
    ///
    /// ```
    /// use tilewright::puzzle::{PuzzlePart, Source, load};
    ///
    /// let text = r#"(lattice: Square, board: Rect(3, 1), pieces: [Set(of: Polyominoes(2))],
    ///     goals: [Goal(name: "left", open: Cells([(2, 0)]))])"#;
    /// let file = load(&Source::new("two.ron", text))?;
    /// assert!(file.clone().into_part(PuzzlePart::Whole).is_err());
    /// let left = file.into_part(PuzzlePart::Goal("left"))?;
    /// assert_eq!(left.puzzle.board.cells().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_part(self, part: PuzzlePart<'_>) -> Result<Self, Box<Diagnostic>> {
        if part == PuzzlePart::Whole && self.goals.is_empty() {
            return Ok(self);
        }
        self.part(part)
    }

    /// A copy of this part of the file, so that further parts can be taken from the file. If the
    /// file has goals, one of them must be named.
    ///
    /// # Errors
    ///
    /// As [`into_part`](Self::into_part).
    pub fn part(&self, part: PuzzlePart<'_>) -> Result<Self, Box<Diagnostic>> {
        let found = match part {
            PuzzlePart::Case(name) => self.case(name).map(|case| self.with_case(case)),
            PuzzlePart::Goal(name) => self.goal(name).map(|goal| self.with_goal(goal)),
            PuzzlePart::Whole => match self.no_goal_named() {
                None => return Ok(self.clone()),
                Some(diagnostic) => Err(Box::new(diagnostic)),
            },
        };
        found.map_err(|error| match self.meant_instead(part) {
            None => error,
            Some(help) => Box::new(error.help(help)),
        })
    }

    /// The help text if a goal was named as a case, or a case as a goal.
    fn meant_instead(&self, part: PuzzlePart<'_>) -> Option<String> {
        match part {
            PuzzlePart::Case(name) if self.goals.iter().any(|goal| goal.name == name) => {
                Some(format!("{name:?} is a goal: `--goal {name:?}`"))
            }
            PuzzlePart::Goal(name) if self.cases.iter().any(|case| case.name == name) => {
                Some(format!("{name:?} is a case: `--case {name:?}`"))
            }
            _ => None,
        }
    }
}
