//! Goals that leave cells of one board open, as pages and packs hold them where there are thousands: the board and the
//! places of the pieces once, and of each goal its name and its open cells. Readers make the rest, and the solutions, when a
//! goal is opened.

use crate::puzzle::{Change, Goal, PuzzleFile, Tray};
use crate::support::label::Label;

/// The most goals of a page or a pack that come each with its board and its solutions.
pub const MAX_OWN_BOARDS: usize = 1_000;

/// A goal that leaves cells open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenGoal {
    /// What it is called.
    pub name: Label,
    /// The cells, by their indices on the board of the file's puzzle, in its order.
    pub cells: Vec<usize>,
}

impl OpenGoal {
    /// The goals of a file in its order, if each of them does nothing but leave cells open and a reader can find its
    /// solutions: on a flat board, without givens and conditions.
    ///
    /// ```
    /// use tilewright::publish::open_goals::OpenGoal;
    /// use tilewright::puzzle::{Source, load};
    ///
    /// let text = r#"(lattice: Square, board: Rect(2, 2), pieces: [Set(of: Polyominoes(3), only: ["I", "L"], copies: (0, 1))],
    ///     goals: [Holes(count: 1)])"#;
    /// let file = load(&Source::new("holes.ron", text))?;
    /// let goals = OpenGoal::all_of(&file).expect("each goal is a hole");
    /// assert_eq!(goals.iter().map(|goal| goal.cells[0]).collect::<Vec<_>>(), [0, 1, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_of(file: &PuzzleFile) -> Option<Vec<Self>> {
        let puzzle = &file.puzzle;
        let (low, high) = puzzle.board.bounding_box();
        let is_plain = puzzle.givens.is_empty()
            && puzzle.conditions.is_empty()
            && puzzle.board.seams().is_empty()
            && (low.z == high.z || puzzle.tray != Tray::Flat);
        if !is_plain || file.goals.is_empty() {
            return None;
        }
        let open = |goal: &Goal| match &goal.change {
            Change::Open(cells) => {
                let mut cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
                cells.sort_unstable();
                let name = goal.name.clone();
                Some(Self { name, cells })
            }
            _ => None,
        };
        file.goals.iter().map(open).collect()
    }
}
