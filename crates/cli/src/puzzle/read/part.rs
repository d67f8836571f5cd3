//! Which of a file's puzzles is meant.

use super::diagnostic::Diagnostic;
use super::puzzle_file::PuzzleFile;

/// One of the puzzles that a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part<'a> {
    /// The puzzle itself.
    #[default]
    Whole,
    /// The case of that name.
    Case(&'a str),
    /// The goal of that name.
    Goal(&'a str),
}

impl PuzzleFile {
    /// This part of the puzzle. A file with goals is no one puzzle: one of them
    /// must be named.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] that tells which cases or goals there are.
    ///
    /// ```
    /// use tilewright::puzzle::{Part, Source, load};
    ///
    /// let text = r#"(lattice: Square, board: Rect(3, 1), pieces: [Set(of: Polyominoes(2))],
    ///     goals: [Goal(name: "left", open: Cells([(2, 0)]))])"#;
    /// let file = load(&Source::new("two.ron", text))?;
    /// assert!(file.clone().into_part(Part::Whole).is_err());
    /// let left = file.into_part(Part::Goal("left"))?;
    /// assert_eq!(left.puzzle.board.cells().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_part(self, part: Part<'_>) -> Result<Self, Box<Diagnostic>> {
        if part == Part::Whole && self.goals.is_empty() {
            return Ok(self);
        }
        self.part(part)
    }

    /// The same, of a file of which other parts are wanted, too.
    ///
    /// # Errors
    ///
    /// As [`into_part`](Self::into_part).
    pub fn part(&self, part: Part<'_>) -> Result<Self, Box<Diagnostic>> {
        let found = match part {
            Part::Case(name) => self.case(name).map(|case| self.with_case(case)),
            Part::Goal(name) => self.goal(name).map(|goal| self.with_goal(goal)),
            Part::Whole => match self.no_goal_named() {
                None => return Ok(self.clone()),
                Some(diagnostic) => Err(Box::new(diagnostic)),
            },
        };
        found.map_err(|error| match self.meant_instead(part) {
            None => error,
            Some(help) => Box::new(error.help(help)),
        })
    }

    /// What was meant, if a goal is named as a case or a case as a goal.
    fn meant_instead(&self, part: Part<'_>) -> Option<String> {
        match part {
            Part::Case(name) if self.goals.iter().any(|goal| goal.name == name) => {
                Some(format!("{name:?} is a goal: `--goal {name:?}`"))
            }
            Part::Goal(name) if self.cases.iter().any(|case| case.name == name) => {
                Some(format!("{name:?} is a case: `--case {name:?}`"))
            }
            _ => None,
        }
    }
}
