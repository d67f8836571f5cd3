//! A builder that makes a puzzle step by step, without a file.

use std::collections::HashSet;

use thiserror::Error;
use tilewright_geometry::compact::CompactSort;
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

/// The largest number of pieces of a puzzle; each piece of a set counts.
pub const MAX_PIECES: usize = 20_000;

/// Why a puzzle cannot be built. The first mistake found is reported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// There is no board.
    #[error("a puzzle needs a board")]
    NoBoard,
    /// There are no pieces.
    #[error("a puzzle needs at least one piece")]
    NoPiece,
    /// There are more than [`MAX_PIECES`] pieces.
    #[error("there are more than {MAX_PIECES} pieces, the limit")]
    TooManyPieces,
    /// The board or a piece is on another lattice.
    #[error("{what} is on the {found} lattice, but the puzzle is on the {expected} lattice")]
    OtherLattice {
        /// `the board`, or the name of the piece that is on another lattice.
        what: String,
        /// The lattice of the board or the piece.
        found: Lattice,
        /// The lattice of the puzzle, on which the board and all pieces must lie.
        expected: Lattice,
    },
    /// The board contains only some of the cells of a tile.
    #[error("the cell ({cell}) of the board belongs to an incomplete {tile}: {whole}")]
    CutTile {
        /// A cell of the tile that is on the board.
        cell: Coordinates,
        /// The name of a tile, singular, such as `tan`.
        tile: &'static str,
        /// The rule that a board consists of whole tiles, in words.
        whole: &'static str,
    },
    /// The puzzle has a tray with depth, but its board does not consist of cubes in the layer z = 0, or it wraps
    /// around, or the number of layers is 0.
    #[error("a tray with depth needs a board of cubes in the layer z = 0, and at least one layer")]
    NoTray,
    /// The lattice has no default rule for crossing pieces, and the puzzle sets none.
    #[error("a puzzle of {cells} must say which pieces may cross")]
    NoCrossing {
        /// The plural noun for the lattice's cells, such as `sticks`.
        cells: &'static str,
    },
    /// Two pieces have the same name.
    #[error("two pieces are named {name:?}")]
    SameName {
        /// The name that both pieces have.
        name: Label,
    },
    /// A translation once around the board reflects a piece that must not be turned over.
    #[error(
        "a way around the board turns the piece {name} over, so it must be allowed to be turned \
         over"
    )]
    TurnedOver {
        /// The name of the piece that would be reflected.
        name: Label,
    },
    /// The cells of a piece have colours, which a board that wraps around does not support.
    #[error(
        "the cells of the piece {name} have colours, which a board that wraps around does not allow"
    )]
    ColorsWrapped {
        /// The name of a piece with coloured cells.
        name: Label,
    },
    /// No piece has this name.
    #[error("no piece is named {name:?}")]
    UnknownPiece {
        /// The name as the file writes it.
        name: String,
    },
    /// A given or a restriction has a cell outside the board.
    #[error("({cell}) is not a cell of the board")]
    Outside {
        /// The cell as the file writes it.
        cell: Coordinates,
    },
    /// A given or a restriction has no cells or no orientations.
    #[error("a given or restriction of {name} needs at least one cell")]
    NoCell {
        /// The name of the piece, or `every piece`.
        name: String,
    },
    /// There are more givens of a piece than copies of it.
    #[error("{name} is given more often than it has copies: {copies}")]
    GivenTooOften {
        /// The name of the piece that is given too often.
        name: Label,
        /// The maximum number of copies of the piece.
        copies: u32,
    },
    /// Two givens overlap.
    #[error("two givens overlap: {first} and {second} both cover ({cell})")]
    Overlap {
        /// The name of the earlier given's piece.
        first: Label,
        /// The name of the later given's piece.
        second: Label,
        /// A cell that both cover.
        cell: Coordinates,
    },
    /// The cells of a given are not a placement of its piece.
    #[error("these cells are not a placement of {name}")]
    NoPlacement {
        /// The name of the given's piece.
        name: Label,
    },
    /// A shape is not an orientation of its piece.
    #[error("this shape is not an orientation of {name}")]
    NoOrientation {
        /// The name of the piece that does not have the shape.
        name: Label,
    },
    /// The restrictions forbid a given.
    #[error("a restriction rules out the given {name}")]
    RuledOut {
        /// The name of the given's piece.
        name: Label,
    },
    /// The placements of a piece cannot be listed.
    #[error(transparent)]
    Placements(#[from] PlacementsError),
    /// A condition does not make sense for the puzzle.
    #[error(transparent)]
    Condition(#[from] ConditionError),
}

/// A restriction whose names and cells are not resolved yet. The variants are those of the puzzle format.
#[derive(Debug, Clone)]
enum NamedRestriction {
    Placed(String, Vec<Cell>),
    Within(String, Vec<Cell>),
    Covers(String, Vec<Cell>),
    Avoids(Option<String>, Vec<Cell>),
    Where(Option<String>, Vec<Cell>, Vec<Cell>),
    Orientations(String, Vec<Polyform>),
    Colored(Vec<Label>, Vec<Cell>),
}

/// Builds a [`Puzzle`]. [`Puzzle::builder`] returns one.
///
/// [`build`](Self::build) makes all checks, by the same rules as for a puzzle file. Parts of one
/// kind are checked in the order of the calls.
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
    rules: Vec<NamedRestriction>,
    conditions: Vec<Condition>,
    labels: CellLabels,
}

impl Puzzle {
    /// A builder of a puzzle on a lattice.
    ///
    /// # Examples
    ///
    /// Counts the ways to fill a 3 × 20 rectangle with the twelve pentominoes, with the X at the
    /// left. The two solutions and their mirror images make four.
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
    /// Sets the title; by default "untitled". Characters that cannot be displayed are escaped.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.title = Label::escaping(title);
        self
    }

    /// Sets the publication that the puzzle is from. Characters that cannot be displayed are escaped.
    #[must_use]
    pub fn source(mut self, source: &str) -> Self {
        self.source = Some(Label::escaping(source));
        self
    }

    /// Sets the board, replacing any earlier one.
    #[must_use]
    pub fn board(mut self, board: Board) -> Self {
        self.board = Some(board);
        self
    }

    /// Sets how pieces lie on the board; flat by default.
    #[must_use]
    pub fn tray(mut self, tray: Tray) -> Self {
        self.tray = tray;
        self
    }

    /// Sets which pieces may meet at a vertex; by default as in the lattice's table
    /// ([`tilewright_geometry::LatticeTable::crossing`]). Ignored in lattices whose pieces cannot cross.
    #[must_use]
    pub fn crossing(mut self, crossing: Crossing) -> Self {
        self.crossing = Some(crossing);
        self
    }

    /// Adds a piece after those added before.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Adds pieces, in this order, after those added before.
    #[must_use]
    pub fn pieces(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// Adds a given: a copy of the piece lies on these cells.
    #[must_use]
    pub fn given(mut self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.givens
            .push((name.to_owned(), cells.into_iter().collect()));
        self
    }

    /// Adds a restriction: the piece lies on exactly these cells, if it is used.
    #[must_use]
    pub fn placed(self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rule(NamedRestriction::Placed(
            name.to_owned(),
            cells.into_iter().collect(),
        ))
    }

    /// Adds a restriction: the piece lies wholly on these cells.
    #[must_use]
    pub fn within(self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rule(NamedRestriction::Within(
            name.to_owned(),
            cells.into_iter().collect(),
        ))
    }

    /// Adds a restriction: the piece covers all of these cells.
    #[must_use]
    pub fn covers(self, name: &str, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rule(NamedRestriction::Covers(
            name.to_owned(),
            cells.into_iter().collect(),
        ))
    }

    /// Adds a restriction: the piece, or every piece for `None`, covers none of these cells.
    #[must_use]
    pub fn avoids(self, name: Option<&str>, cells: impl IntoIterator<Item = Cell>) -> Self {
        let name = name.map(str::to_owned);
        self.rule(NamedRestriction::Avoids(name, cells.into_iter().collect()))
    }

    /// Adds a restriction: if the piece, or any piece for `None`, covers a cell of `covers`, it covers all cells of
    /// `also`.
    #[must_use]
    pub fn wherever(
        self,
        name: Option<&str>,
        covers: impl IntoIterator<Item = Cell>,
        also: impl IntoIterator<Item = Cell>,
    ) -> Self {
        let (covers, also) = (covers.into_iter().collect(), also.into_iter().collect());
        self.rule(NamedRestriction::Where(
            name.map(str::to_owned),
            covers,
            also,
        ))
    }

    /// Adds a restriction: the piece lies in one of these shapes, which must be orientations of it.
    #[must_use]
    pub fn oriented(self, name: &str, shapes: impl IntoIterator<Item = Polyform>) -> Self {
        let shapes = shapes.into_iter().collect();
        self.rule(NamedRestriction::Orientations(name.to_owned(), shapes))
    }

    /// Adds a restriction: these cells of the board may be covered only by cells of pieces with one of these
    /// colours, or without a colour.
    #[must_use]
    pub fn colored(
        self,
        colors: impl IntoIterator<Item = Label>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Self {
        let colors = colors.into_iter().collect();
        self.rule(NamedRestriction::Colored(
            colors,
            cells.into_iter().collect(),
        ))
    }

    /// Adds a condition that solutions must meet.
    #[must_use]
    pub fn condition(mut self, condition: Condition) -> Self {
        self.conditions.push(condition);
        self
    }

    /// Sets the label of a cell. Characters that cannot be displayed are escaped. Labels more than
    /// [`MAX_LABEL_DISTANCE`](super::MAX_LABEL_DISTANCE) cells beyond the bounds of the board are dropped.
    #[must_use]
    pub fn label(mut self, cell: Cell, text: &str) -> Self {
        self.labels.insert(cell, Label::escaping(text));
        self
    }

    fn rule(mut self, rule: NamedRestriction) -> Self {
        self.rules.push(rule);
        self
    }

    /// Checks the parts and makes the puzzle.
    ///
    /// # Complexity
    ///
    /// Lists all placements of the pieces that have givens or [`placed`](Self::placed) restrictions.
    ///
    /// # Errors
    ///
    /// [`PuzzleError`] for the first mistake found.
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
        pieces.compact_sort_by_key(Piece::is_left_out);
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

/// The rule for crossing pieces: the requested one, or [`default_crossing`] if none was requested.
fn crossing(board: &Board, said: Option<Crossing>) -> Result<Crossing, PuzzleError> {
    let lattice = board.lattice();
    said.filter(|_| lattice.has_crossings())
        .or_else(|| default_crossing(board))
        .ok_or(PuzzleError::NoCrossing {
            cells: lattice.table().cell_names[1],
        })
}

/// The default rule for crossing pieces. `None` if the lattice has none and different rules have
/// different effects on this board.
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

/// The indices of cells on the board, sorted and without repetition.
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

fn givens(puzzle: &Puzzle, named: &[(String, Vec<Cell>)]) -> Result<Vec<Given>, PuzzleError> {
    let mut taken = TakenByGivens::nothing(puzzle);
    let mut givens = Vec::with_capacity(named.len());
    for (name, cells) in named {
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

/// Checks that the conditions make sense for the puzzle and that none is repeated, and returns them.
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

/// Resolves the names and cells of a restriction.
fn restriction(puzzle: &Puzzle, rule: &NamedRestriction) -> Result<Restriction, PuzzleError> {
    let named = |name: &Option<String>| match name {
        Some(name) => piece_of(puzzle, name).map(Some),
        None => Ok(None),
    };
    let subject = |name: &Option<String>| name.clone().unwrap_or_else(|| "every piece".to_owned());
    Ok(match rule {
        NamedRestriction::Placed(name, cells) => {
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
        NamedRestriction::Within(name, cells) => Restriction::Within {
            piece: piece_of(puzzle, name)?,
            cells: on_board(puzzle, name, cells)?,
        },
        NamedRestriction::Covers(name, cells) => Restriction::Covers {
            piece: piece_of(puzzle, name)?,
            cells: on_board(puzzle, name, cells)?,
        },
        NamedRestriction::Avoids(name, cells) => Restriction::Avoids {
            piece: named(name)?,
            cells: on_board(puzzle, &subject(name), cells)?,
        },
        NamedRestriction::Where(name, covers, also) => Restriction::Where {
            piece: named(name)?,
            covers: on_board(puzzle, &subject(name), covers)?,
            also: on_board(puzzle, &subject(name), also)?,
        },
        NamedRestriction::Colored(colors, cells) => Restriction::Colored {
            colors: colors.clone(),
            cells: on_board(puzzle, "what has a colour", cells)?,
        },
        NamedRestriction::Orientations(name, shapes) => {
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
