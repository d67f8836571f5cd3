//! A puzzle built piece by piece, without a file.

use std::collections::HashSet;

use thiserror::Error;
use tilewright_geometry::{
    Board, BoardCell, Cell, Coordinates, Crossing, Junctions, Lattice, Polyform,
};

use super::cell_labels::CellLabels;
use super::check::{Overlap, RuledOut, TakenByGivens, given_ruled_out, is_placement};
use super::condition::Condition;
use super::condition_check::ConditionError;
use super::model::{Given, Puzzle};
use super::piece::{Piece, PieceId};
use super::placements::PlacementsError;
use super::restriction::Restriction;
use super::tray::Tray;
use crate::support::label::Label;

/// The most pieces of a puzzle, sets counted piece by piece.
pub const MAX_PIECES: usize = 20_000;

/// Why a puzzle cannot be built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// It has no board.
    #[error("a puzzle has a board")]
    NoBoard,
    /// It has no piece.
    #[error("a puzzle has at least one piece")]
    NoPiece,
    /// It has more than [`MAX_PIECES`] pieces.
    #[error("there are more than {MAX_PIECES} pieces, the limit")]
    TooManyPieces,
    /// The board or a piece is of another lattice.
    #[error("{what} is on the {found} lattice, the puzzle on the {expected} one")]
    OtherLattice {
        /// `the board`, or the name of a piece.
        what: String,
        /// Its lattice.
        found: Lattice,
        /// That of the puzzle.
        expected: Lattice,
    },
    /// The board cuts a tile in two.
    #[error("the cell ({cell}) of the board belongs to part of a {tile} only: {whole}")]
    CutTile {
        /// The cell.
        cell: Coordinates,
        /// What a tile is called.
        tile: &'static str,
        /// Which sets of cells are made of whole tiles.
        whole: &'static str,
    },
    /// A tray with depth whose lattice is not that of cubes, whose board has cells off the layer
    /// z = 0, or that wraps around, or that has no layer.
    #[error("a tray with depth has a board of cubes in the layer z = 0, and at least one layer")]
    NoTray,
    /// A rule of crossing is missing where the rules differ.
    #[error("a puzzle of {cells} says which pieces may cross")]
    NoCrossing {
        /// What cells are called.
        cells: &'static str,
    },
    /// Two pieces have one name.
    #[error("two pieces are named {name:?}")]
    SameName {
        /// The name.
        name: Label,
    },
    /// A piece that may not be turned over is turned over by a way around the board.
    #[error(
        "a way around the board turns the piece {name} over; it must be free to be turned over"
    )]
    TurnedOver {
        /// The piece.
        name: Label,
    },
    /// The cells of a piece have colours, which can't be told on a board that wraps around.
    #[error("the cells of the piece {name} have colours, and the board wraps around")]
    ColorsWrapped {
        /// The piece.
        name: Label,
    },
    /// No piece has this name.
    #[error("no piece is named {name:?}")]
    UnknownPiece {
        /// The name.
        name: String,
    },
    /// A given or a restriction names a cell outside the board.
    #[error("({cell}) is no cell of the board")]
    Outside {
        /// The cell.
        cell: Coordinates,
    },
    /// A given or a restriction names no cell or no orientation.
    #[error("what is given or asked of {name} has at least one cell")]
    NoCell {
        /// The piece, or `every piece`.
        name: String,
    },
    /// A piece is given more often than there are copies of it.
    #[error("{name} is given more often than there are copies of it: {copies}")]
    GivenTooOften {
        /// The piece.
        name: Label,
        /// Its copies.
        copies: u32,
    },
    /// Two givens overlap.
    #[error("two givens overlap: {first} and {second} both cover ({cell})")]
    Overlap {
        /// The piece given first.
        first: Label,
        /// The other.
        second: Label,
        /// The cell.
        cell: Coordinates,
    },
    /// Cells of a given are no placement of its piece.
    #[error("these cells are no placement of {name}")]
    NoPlacement {
        /// The piece.
        name: Label,
    },
    /// A shape is no orientation of its piece.
    #[error("this shape is no orientation of {name}")]
    NoOrientation {
        /// The piece.
        name: Label,
    },
    /// A restriction rules a given out.
    #[error("a restriction rules out the given {name}")]
    RuledOut {
        /// The piece given.
        name: Label,
    },
    /// There are too many placements.
    #[error(transparent)]
    Placements(#[from] PlacementsError),
    /// A condition has no meaning for the puzzle.
    #[error(transparent)]
    Condition(#[from] ConditionError),
}

/// A restriction by the names of pieces, as the puzzle format has it.
#[derive(Debug, Clone)]
enum Rule {
    Placed(String, Vec<Cell>),
    Within(String, Vec<Cell>),
    Covers(String, Vec<Cell>),
    Avoids(Option<String>, Vec<Cell>),
    Where(Option<String>, Vec<Cell>, Vec<Cell>),
    Orientations(String, Vec<Polyform>),
    Colored(Vec<Label>, Vec<Cell>),
}

/// Builds a [`Puzzle`]; made by [`Puzzle::builder`].
///
/// Everything is checked by [`build`](Self::build), in the order of the calls for each kind of
/// part, by the rules that a puzzle file is read by.
#[derive(Debug, Clone)]
pub struct PuzzleBuilder {
    lattice: Lattice,
    title: Label,
    source: Option<Label>,
    tray: Tray,
    crossing: Option<Crossing>,
    board: Option<Board>,
    pieces: Vec<Piece>,
    givens: Vec<(String, Vec<Cell>)>,
    rules: Vec<Rule>,
    conditions: Vec<Condition>,
    labels: CellLabels,
}

impl Puzzle {
    /// A builder of a puzzle on a lattice.
    ///
    /// # Examples
    ///
    /// The ways to fill a 3 × 20 rectangle with the twelve pentominoes, the X at the left: both
    /// of the two that there are, and their mirror images.
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::puzzle::{Piece, Puzzle};
    /// use tilewright_dlx::Solver;
    /// use tilewright_geometry::{Board, Lattice, rectangle};
    ///
    /// let square = Lattice::Square;
    /// let cross = [(1, 1), (2, 0), (2, 1), (2, 2), (3, 1)];
    /// let cross = cross.map(|(x, y)| square.cell(&[x, y]).unwrap());
    /// let puzzle = Puzzle::builder(square)
    ///     .title("a comb")
    ///     .board(Board::new(square, rectangle(square, 20, 3)?, [])?)
    ///     .pieces(Piece::all_of_size(square, 5)?)
    ///     .given("X", cross)
    ///     .build()?;
    /// let instance = Instance::new(puzzle)?;
    /// let solver = Solver::new(instance.problem()).given(instance.givens())?;
    /// let count = solver.count()?.known().expect("there is no budget");
    /// assert_eq!(count.solutions, 4_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder(lattice: Lattice) -> PuzzleBuilder {
        PuzzleBuilder {
            lattice,
            title: Label::escaping("untitled"),
            source: None,
            tray: Tray::Flat,
            crossing: None,
            board: None,
            pieces: Vec::new(),
            givens: Vec::new(),
            rules: Vec::new(),
            conditions: Vec::new(),
            labels: CellLabels::default(),
        }
    }
}

impl PuzzleBuilder {
    /// What it is called; characters that cannot be shown are escaped.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.title = Label::escaping(title);
        self
    }

    /// Where it was published; characters that cannot be shown are escaped.
    #[must_use]
    pub fn source(mut self, source: &str) -> Self {
        self.source = Some(Label::escaping(source));
        self
    }

    /// The board. The last one counts.
    #[must_use]
    pub fn board(mut self, board: Board) -> Self {
        self.board = Some(board);
        self
    }

    /// How pieces come to lie on the board; flat if nothing is said.
    #[must_use]
    pub fn tray(mut self, tray: Tray) -> Self {
        self.tray = tray;
        self
    }

    /// Which pieces may meet at a vertex; if nothing is said, what the lattice's table has
    /// ([`tilewright_geometry::Table::crossing`]). Where pieces cannot cross, the rule has no meaning and is
    /// not kept.
    #[must_use]
    pub fn crossing(mut self, crossing: Crossing) -> Self {
        self.crossing = Some(crossing);
        self
    }

    /// Adds a piece.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Adds pieces.
    #[must_use]
    pub fn pieces(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// Fixes a placement: a copy of the piece of that name lies on these cells.
    #[must_use]
    pub fn given(mut self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.givens
            .push((name.to_owned(), cells.into_iter().collect()));
        self
    }

    /// The piece of that name lies on exactly these cells, if it is used.
    #[must_use]
    pub fn placed(self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rule(Rule::Placed(name.to_owned(), cells.into_iter().collect()))
    }

    /// The piece of that name lies wholly on these cells.
    #[must_use]
    pub fn within(self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rule(Rule::Within(name.to_owned(), cells.into_iter().collect()))
    }

    /// The piece of that name covers all of these cells.
    #[must_use]
    pub fn covers(self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rule(Rule::Covers(name.to_owned(), cells.into_iter().collect()))
    }

    /// The piece of that name, or every piece, covers none of these cells.
    #[must_use]
    pub fn avoids(self, name: Option<&str>, cells: impl IntoIterator<Item = Cell>) -> Self {
        let name = name.map(str::to_owned);
        self.rule(Rule::Avoids(name, cells.into_iter().collect()))
    }

    /// Where the piece of that name, or any piece, covers one of the first cells, it covers all of
    /// the second.
    #[must_use]
    pub fn wherever(
        self,
        name: Option<&str>,
        covers: impl IntoIterator<Item = Cell>,
        also: impl IntoIterator<Item = Cell>,
    ) -> Self {
        let (covers, also) = (covers.into_iter().collect(), also.into_iter().collect());
        self.rule(Rule::Where(name.map(str::to_owned), covers, also))
    }

    /// The piece of that name lies in one of these orientations, which are its own.
    #[must_use]
    pub fn oriented(self, name: &str, shapes: impl IntoIterator<Item = Polyform>) -> Self {
        let shapes = shapes.into_iter().collect();
        self.rule(Rule::Orientations(name.to_owned(), shapes))
    }

    /// What lies on these cells has one of these colours there, or no colours.
    #[must_use]
    pub fn colored(
        self,
        colors: impl IntoIterator<Item = Label>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Self {
        let colors = colors.into_iter().collect();
        self.rule(Rule::Colored(colors, cells.into_iter().collect()))
    }

    /// A solution meets this condition.
    #[must_use]
    pub fn condition(mut self, condition: Condition) -> Self {
        self.conditions.push(condition);
        self
    }

    /// Something is written on a cell; characters that cannot be shown are escaped. Nothing is written
    /// more than [`MAX_LABEL_DISTANCE`](super::MAX_LABEL_DISTANCE) cells beyond the bounds of the board.
    #[must_use]
    pub fn label(mut self, cell: Cell, text: &str) -> Self {
        self.labels.insert(cell, Label::escaping(text));
        self
    }

    fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// The puzzle.
    ///
    /// Cost: the placements of the pieces that are given.
    ///
    /// # Errors
    ///
    /// [`PuzzleError`]: the first thing that is wrong.
    pub fn build(self) -> Result<Puzzle, PuzzleError> {
        let board = self.board.ok_or(PuzzleError::NoBoard)?;
        check_board(&board, self.lattice, self.tray)?;
        check_pieces(&self.pieces, self.lattice)?;
        if let Some(piece) = (self.pieces.iter()).find(|piece| !piece.may_go_around(&board)) {
            let name = piece.name.clone();
            return Err(PuzzleError::TurnedOver { name });
        }
        let colored = |piece: &&Piece| piece.cell_colors.is_some();
        if let (false, Some(piece)) = (board.seams().is_empty(), self.pieces.iter().find(colored)) {
            let name = piece.name.clone();
            return Err(PuzzleError::ColorsWrapped { name });
        }
        let pieces = self.pieces.into_iter();
        let mut pieces: Vec<Piece> = pieces.map(|piece| piece.on(&board, self.tray)).collect();
        pieces.sort_by_key(Piece::is_left_out);
        let mut puzzle = Puzzle {
            title: self.title,
            source: self.source,
            lattice: self.lattice,
            tray: self.tray,
            crossing: crossing(&board, self.crossing)?,
            board,
            pieces,
            givens: Vec::new(),
            restrictions: Vec::new(),
            conditions: Vec::new(),
            labels: CellLabels::default(),
        };
        puzzle.labels = self.labels.about(&puzzle.board);
        puzzle.givens = givens(&puzzle, &self.givens)?;
        let rules = self.rules.iter();
        puzzle.restrictions = rules
            .map(|rule| restriction(&puzzle, rule))
            .collect::<Result<_, _>>()?;
        puzzle.conditions = conditions(&puzzle, self.conditions)?;
        puzzle.leave_out_unused();
        match given_ruled_out(&puzzle) {
            Ok(None) => Ok(puzzle),
            Ok(Some(RuledOut { given, .. })) => Err(PuzzleError::RuledOut {
                name: puzzle.piece(puzzle.givens[given].piece).name.clone(),
            }),
            Err((_, error)) => Err(error.into()),
        }
    }
}

fn check_board(board: &Board, lattice: Lattice, tray: Tray) -> Result<(), PuzzleError> {
    if board.lattice() != lattice {
        return Err(PuzzleError::OtherLattice {
            what: "the board".to_owned(),
            found: board.lattice(),
            expected: lattice,
        });
    }
    if let Some((cell, tiles)) = lattice.cut_tile(board.cells()).zip(lattice.table().tiles) {
        return Err(PuzzleError::CutTile {
            cell: lattice.coordinates(cell),
            tile: tiles.names[0],
            whole: tiles.whole,
        });
    }
    let is_flat = || board.cells().iter().all(|cell| cell.vector().z == 0);
    match tray {
        Tray::Flat => Ok(()),
        Tray::Projected { layers }
            if layers > 0 && lattice == Lattice::Cube && is_flat() && board.seams().is_empty() =>
        {
            Ok(())
        }
        Tray::Projected { .. } => Err(PuzzleError::NoTray),
    }
}

/// The rule of crossing, of a board on which it matters if nothing is said.
fn crossing(board: &Board, said: Option<Crossing>) -> Result<Crossing, PuzzleError> {
    let lattice = board.lattice();
    said.filter(|_| lattice.has_crossings())
        .or_else(|| default_crossing(board))
        .ok_or(PuzzleError::NoCrossing {
            cells: lattice.table().cell_names[1],
        })
}

/// What holds where nothing is said of crossing; none where the rules differ and the lattice has no
/// usual one.
pub(super) fn default_crossing(board: &Board) -> Option<Crossing> {
    let usual = board.lattice().table().crossing;
    let no_matter = || Junctions::of(board, Crossing::Never).count() == 0;
    usual.or_else(|| no_matter().then_some(Crossing::Allowed))
}

fn check_pieces(pieces: &[Piece], lattice: Lattice) -> Result<(), PuzzleError> {
    if pieces.is_empty() {
        return Err(PuzzleError::NoPiece);
    }
    if pieces.len() > MAX_PIECES {
        return Err(PuzzleError::TooManyPieces);
    }
    let mut names = HashSet::new();
    for piece in pieces {
        let found = piece.polyform.lattice();
        if found != lattice {
            return Err(PuzzleError::OtherLattice {
                what: piece.name.to_string(),
                found,
                expected: lattice,
            });
        }
        if !names.insert(&piece.name) {
            return Err(PuzzleError::SameName {
                name: piece.name.clone(),
            });
        }
    }
    Ok(())
}

fn piece_of(puzzle: &Puzzle, name: &str) -> Result<PieceId, PuzzleError> {
    puzzle
        .piece_named(name)
        .ok_or_else(|| PuzzleError::UnknownPiece {
            name: name.to_owned(),
        })
}

/// The cells on the board, sorted, each once.
fn on_board(puzzle: &Puzzle, name: &str, cells: &[Cell]) -> Result<Vec<BoardCell>, PuzzleError> {
    let mut found: Vec<BoardCell> = cells
        .iter()
        .map(|cell| {
            let outside = || PuzzleError::Outside {
                cell: puzzle.lattice.coordinates(*cell),
            };
            puzzle.board.index_of(*cell).ok_or_else(outside)
        })
        .collect::<Result<_, _>>()?;
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        let name = name.to_owned();
        return Err(PuzzleError::NoCell { name });
    }
    Ok(found)
}

fn givens(puzzle: &Puzzle, wanted: &[(String, Vec<Cell>)]) -> Result<Vec<Given>, PuzzleError> {
    let mut taken = TakenByGivens::nothing(puzzle);
    let mut givens = Vec::with_capacity(wanted.len());
    for (name, cells) in wanted {
        let piece = piece_of(puzzle, name)?;
        let name = puzzle.piece(piece).name.clone();
        if let Err(copies) = taken.take_copy(puzzle, piece) {
            return Err(PuzzleError::GivenTooOften { name, copies });
        }
        let cells = on_board(puzzle, &name, cells)?;
        if let Err(Overlap { cell, first }) = taken.take_cells(piece, &cells, ()) {
            return Err(PuzzleError::Overlap {
                first: puzzle.piece(first.0).name.clone(),
                second: name,
                cell: puzzle.lattice.coordinates(puzzle.board.cell(cell)),
            });
        }
        let given = Given { piece, cells };
        if !is_placement(puzzle, &given)? {
            return Err(PuzzleError::NoPlacement { name });
        }
        givens.push(given);
    }
    Ok(givens)
}

/// Conditions that have a meaning for the puzzle, each once.
fn conditions(
    puzzle: &Puzzle,
    conditions: Vec<Condition>,
) -> Result<Vec<Condition>, ConditionError> {
    for (index, condition) in conditions.iter().enumerate() {
        condition.check(puzzle)?;
        if conditions[..index].contains(condition) {
            return Err(ConditionError::Repeated);
        }
    }
    Ok(conditions)
}

/// A restriction by indices.
fn restriction(puzzle: &Puzzle, rule: &Rule) -> Result<Restriction, PuzzleError> {
    let named = |name: &Option<String>| match name {
        Some(name) => piece_of(puzzle, name).map(Some),
        None => Ok(None),
    };
    let subject = |name: &Option<String>| name.clone().unwrap_or_else(|| "every piece".to_owned());
    Ok(match rule {
        Rule::Placed(name, cells) => {
            let piece = piece_of(puzzle, name)?;
            let cells = on_board(puzzle, name, cells)?;
            let given = Given { piece, cells };
            if !is_placement(puzzle, &given)? {
                return Err(PuzzleError::NoPlacement {
                    name: puzzle.piece(piece).name.clone(),
                });
            }
            let Given { piece, cells } = given;
            Restriction::Placed { piece, cells }
        }
        Rule::Within(name, cells) => Restriction::Within {
            piece: piece_of(puzzle, name)?,
            cells: on_board(puzzle, name, cells)?,
        },
        Rule::Covers(name, cells) => Restriction::Covers {
            piece: piece_of(puzzle, name)?,
            cells: on_board(puzzle, name, cells)?,
        },
        Rule::Avoids(name, cells) => Restriction::Avoids {
            piece: named(name)?,
            cells: on_board(puzzle, &subject(name), cells)?,
        },
        Rule::Where(name, covers, also) => Restriction::Where {
            piece: named(name)?,
            covers: on_board(puzzle, &subject(name), covers)?,
            also: on_board(puzzle, &subject(name), also)?,
        },
        Rule::Colored(colors, cells) => Restriction::Colored {
            colors: colors.clone(),
            cells: on_board(puzzle, "what has a colour", cells)?,
        },
        Rule::Orientations(name, shapes) => {
            let piece = piece_of(puzzle, name)?;
            let known = puzzle.piece(piece);
            let orientations = known.polyform.orientations(known.sides);
            if shapes.is_empty() {
                let name = name.clone();
                return Err(PuzzleError::NoCell { name });
            }
            if !shapes.iter().all(|shape| orientations.contains(shape)) {
                let name = known.name.clone();
                return Err(PuzzleError::NoOrientation { name });
            }
            let shapes = shapes.clone();
            Restriction::Orientations { piece, shapes }
        }
    })
}

#[cfg(test)]
mod tests;
