//! A problem of BurrTools as a puzzle.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use thiserror::Error;
use tilewright_geometry::{Board, BoardError, Cell, Lattice, Polyform, PolyformError};

use super::file::{Assembly, BurrFile, BurrPiece, BurrProblem, BurrShape, Laid, VoxelState};
use super::grid::{Grid, cell};
use crate::puzzle::{Color, MAX_PIECE_NAME, Piece, PieceError, Puzzle, PuzzleBuilder, PuzzleError};
use crate::support::format::counted;
use crate::support::label::Label;

/// What is called the piece that fills variable cells where only so many may stay empty.
const HOLE: &str = "hole";

/// Why a problem is no puzzle here.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file has no problem of that number.
    #[error("the file has {}, numbered from 1", counted(*.problems, "problem"))]
    NoProblem {
        /// How many it has.
        problems: usize,
    },
    /// No lattice has its cells.
    #[error("{0}")]
    Grid(&'static str),
    /// A piece has variable cells.
    #[error("the piece {piece} has variable cells, which boards alone have")]
    VariablePiece {
        /// Its name.
        piece: String,
    },
    /// A shape has no cells, or too many.
    #[error("the piece {piece}: {source}")]
    Shape {
        /// Its name.
        piece: String,
        /// Why.
        source: PolyformError,
    },
    /// A piece is used too often.
    #[error("the piece {piece}: {source}")]
    Piece {
        /// Its name.
        piece: String,
        /// Why.
        source: PieceError,
    },
    /// The board cannot be one.
    #[error("the board: {0}")]
    Board(#[from] BoardError),
    /// The puzzle cannot be built.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// A problem as a puzzle, and what the file says of its solutions.
#[derive(Debug, Clone)]
pub struct ImportedProblem {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The assemblies that BurrTools counted, those that rotations take to one another once.
    pub assembly_count: Option<u64>,
    /// The assemblies that are kept: the pieces by their indices, and the cells that each covers. Those
    /// with a turn that takes the lattice to another one, which balls have, are left out.
    pub assemblies: Vec<PlacedAssembly>,
}

/// The pieces of an assembly by their indices in the puzzle, each with its cells.
pub type PlacedAssembly = Vec<(usize, Vec<Cell>)>;

impl BurrFile {
    /// Makes a puzzle of a problem, by its index.
    ///
    /// Variable cells become optional ones; where only so many of them may stay empty, a piece of one cell,
    /// `hole`, stands for those. Where the board asks for colours, pieces of one colour keep off cells that
    /// they may not cover, and those of several have coloured cells.
    ///
    /// Cost: linear in the cells.
    ///
    /// # Errors
    ///
    /// [`ImportError`] says what cannot be said here.
    pub fn import(&self, problem: usize) -> Result<ImportedProblem, ImportError> {
        let number = problem;
        let no_problem = ImportError::NoProblem {
            problems: self.problems.len(),
        };
        let problem = self.problems.get(problem).ok_or(no_problem)?;
        let used: Vec<&BurrPiece> = problem.pieces.iter().filter(|p| p.max > 0).collect();
        let board = &self.shapes[problem.board];
        let shapes = used.iter().map(|piece| &self.shapes[piece.shape]);
        let is_flat = shapes.chain([board]).all(is_flat);
        let lattice = self.grid.lattice(is_flat).ok_or(ImportError::Grid(match self.grid {
            Grid::Prisms => "triangular prisms of several layers have no lattice here; those of one layer are triangles",
            _ => "this grid has no lattice here: bricks, triangular prisms and balls have one",
        }))?;
        let mut names = names(&used, &self.shapes);
        let title = match (problem.name.trim(), board.name.trim()) {
            ("", "") => format!("problem {}", number + 1),
            ("", name) | (name, _) => name.to_owned(),
        };
        let cells_of = |state| {
            let of_state = board
                .voxels
                .iter()
                .filter(move |voxel| voxel.state == state);
            of_state.filter_map(move |voxel| cell(lattice, voxel.at))
        };
        let optional: Vec<Cell> = cells_of(VoxelState::Variable).collect();
        let holes = problem.binding_holes(&self.shapes);
        let layout = if holes.is_some() {
            let all = cells_of(VoxelState::Fixed).chain(optional.iter().copied());
            Board::new(lattice, all, [])?
        } else {
            Board::new(
                lattice,
                cells_of(VoxelState::Fixed),
                optional.iter().copied(),
            )?
        };
        let mut builder = Puzzle::builder(lattice).title(&title).board(layout);
        let mut has_faces = false;
        for (piece, name) in used.iter().zip(&names.list) {
            let shape = &self.shapes[piece.shape];
            let made = self.piece(piece, shape, name, lattice)?;
            let barred = match shape.only_color() {
                Some(color) => barred(problem, board, color),
                None if shape
                    .voxels
                    .iter()
                    .all(|voxel| barred(problem, board, voxel.color).is_empty()) =>
                {
                    Vec::new()
                }
                None => {
                    has_faces = true;
                    for face in self.faces(made, shape, lattice)? {
                        builder = builder.piece(face);
                    }
                    continue;
                }
            };
            builder = builder.piece(made);
            let barred = barred.into_iter().filter_map(|at| cell(lattice, at));
            let barred: Vec<Cell> = barred.collect();
            if !barred.is_empty() {
                builder = builder.avoids(Some(name), barred);
            }
        }
        if has_faces {
            builder = self.with_colored_board(builder, problem, &used, lattice);
        }
        if let (Some(holes @ 1..), Some(first)) = (holes, optional.first()) {
            let name = names.add(HOLE);
            let hole = Polyform::new(lattice, [*first]).map_err(|source| ImportError::Shape {
                piece: name.clone(),
                source,
            })?;
            let hole = Piece::new(&name, hole).and_then(|hole| hole.with_copies(0..=holes));
            let hole = hole.map_err(|source| ImportError::Piece {
                piece: name.clone(),
                source,
            })?;
            builder = builder.piece(hole).within(&name, optional);
        }
        Ok(ImportedProblem {
            puzzle: builder.build()?,
            assembly_count: problem.assembly_count,
            // Which face of a tile lies there, an assembly does not tell.
            assemblies: (problem.assemblies.iter().filter(|_| !has_faces))
                .filter_map(|assembly| self.placed(problem, assembly, lattice))
                .collect(),
        })
    }

    fn piece(
        &self,
        used: &BurrPiece,
        shape: &BurrShape,
        name: &str,
        lattice: Lattice,
    ) -> Result<Piece, ImportError> {
        let piece = || name.to_owned();
        if shape
            .voxels
            .iter()
            .any(|voxel| voxel.state == VoxelState::Variable)
        {
            return Err(ImportError::VariablePiece { piece: piece() });
        }
        let cells = shape.voxels.iter();
        let cells: Vec<Cell> = cells.filter_map(|voxel| cell(lattice, voxel.at)).collect();
        let polyform = Polyform::new(lattice, cells.iter().copied())
            .or_else(|_| Polyform::quasi(lattice, cells))
            .map_err(|source| ImportError::Shape {
                piece: piece(),
                source,
            })?;
        let made =
            Piece::new(name, polyform).and_then(|made| made.with_copies(used.min..=used.max));
        let made = made.map_err(|source| ImportError::Piece {
            piece: piece(),
            source,
        })?;
        let color = shape
            .only_color()
            .and_then(|color| usize::from(color).checked_sub(1));
        let color = color.and_then(|color| self.colors.get(color));
        Ok(match color {
            Some(&[red, green, blue]) => made.with_color(Color { red, green, blue }),
            None => made,
        })
    }

    /// The faces of a piece whose cells differ in colour.
    fn faces(
        &self,
        piece: Piece,
        shape: &BurrShape,
        lattice: Lattice,
    ) -> Result<Vec<Piece>, ImportError> {
        let voxels = shape.voxels.iter();
        let colored = voxels.filter_map(|voxel| Some((cell(lattice, voxel.at)?, voxel.color)));
        // In the order of the form's cells.
        let colored: BTreeMap<Cell, u8> = colored.collect();
        let names: Vec<String> = colored
            .values()
            .map(|&color| self.color_name(color))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let name = piece.name.to_string();
        let faces = piece.with_cell_colors(&names, None);
        faces.map_err(|source| ImportError::Piece {
            piece: name,
            source,
        })
    }

    /// What a colour of cells is called: as it is painted, if no other is painted so.
    fn color_name(&self, color: u8) -> String {
        let paint = |color: u8| self.colors.get(usize::from(color).checked_sub(1)?);
        match paint(color) {
            _ if color == 0 => "default".to_owned(),
            Some(own) if self.colors.iter().filter(|other| *other == own).count() == 1 => {
                let [red, green, blue] = *own;
                Color { red, green, blue }.to_string()
            }
            _ => format!("c{color}"),
        }
    }

    /// Says of each colour of the board which colours of cells may lie there.
    fn with_colored_board(
        &self,
        mut builder: PuzzleBuilder,
        problem: &BurrProblem,
        used: &[&BurrPiece],
        lattice: Lattice,
    ) -> PuzzleBuilder {
        let shapes = used.iter().map(|piece| &self.shapes[piece.shape]);
        let several = shapes.filter(|shape| shape.only_color().is_none());
        let voxels = several.flat_map(|shape| &shape.voxels);
        let of_pieces: BTreeSet<u8> = voxels.map(|voxel| voxel.color).collect();
        let board = &self.shapes[problem.board];
        let of_board: BTreeSet<u8> = board.voxels.iter().map(|voxel| voxel.color).collect();
        for asked in of_board {
            let may: Vec<u8> = (of_pieces.iter().copied())
                .filter(|color| agrees(problem, *color, asked))
                .collect();
            if may.len() == of_pieces.len() {
                continue;
            }
            let cells = board.voxels.iter().filter(|voxel| voxel.color == asked);
            let cells = cells.filter_map(|voxel| cell(lattice, voxel.at));
            let may = may
                .iter()
                .map(|color| Label::escaping(&self.color_name(*color)));
            builder = builder.colored(may, cells);
        }
        builder
    }

    /// An assembly with its cells; none if a turn does not take the lattice to itself.
    fn placed(
        &self,
        problem: &BurrProblem,
        assembly: &Assembly,
        lattice: Lattice,
    ) -> Option<PlacedAssembly> {
        let used = problem.pieces.iter().filter(|piece| piece.max > 0);
        let each = used.enumerate();
        let mut each = each.flat_map(|(index, piece)| (0..piece.max).map(move |_| (index, piece)));
        let mut placed = Vec::new();
        for laid in assembly {
            let (index, piece) = each.next()?;
            if let Some(laid) = laid {
                let shape = &self.shapes[piece.shape];
                placed.push((index, cells_laid(self.grid, lattice, shape, *laid)?));
            }
        }
        Some(placed)
    }
}

/// The cells that a shape covers; none if the turn does not take the lattice to itself.
fn cells_laid(grid: Grid, lattice: Lattice, shape: &BurrShape, laid: Laid) -> Option<Vec<Cell>> {
    let about = grid.turned(laid.turn, shape.hotspot)?;
    let cells = shape.voxels.iter().map(|voxel| {
        let turned = grid.turned(laid.turn, voxel.at)?;
        let at = [0, 1, 2].map(|axis| laid.at[axis] + turned[axis] - about[axis]);
        cell(lattice, at)
    });
    cells.collect()
}

impl BurrProblem {
    /// How many variable cells may stay empty, if that forbids anything: where the numbers of pieces are
    /// fixed, it is not looked at.
    fn binding_holes(&self, shapes: &[BurrShape]) -> Option<u32> {
        let size = |piece: &BurrPiece| shapes[piece.shape].voxels.len() as u64;
        let cells = |of: fn(&BurrPiece) -> u32| -> u64 {
            let cells = self
                .pieces
                .iter()
                .map(|piece| u64::from(of(piece)) * size(piece));
            cells.sum()
        };
        let (least, most) = (cells(|piece| piece.min), cells(|piece| piece.max));
        let board = shapes[self.board].voxels.len() as u64;
        let holes = self.max_holes.filter(|_| least < most)?;
        (board.saturating_sub(least) > u64::from(holes)).then_some(holes)
    }
}

impl BurrShape {
    /// The colour of all its cells, if they have one: 0 is the default.
    fn only_color(&self) -> Option<u8> {
        let first = self.voxels.first()?.color;
        self.voxels
            .iter()
            .all(|voxel| voxel.color == first)
            .then_some(first)
    }
}

fn is_flat(shape: &BurrShape) -> bool {
    shape.voxels.iter().all(|voxel| voxel.at[2] == 0)
}

/// Whether a cell of a piece with a colour may lie on one of the board with a colour.
fn agrees(problem: &BurrProblem, piece: u8, board: u8) -> bool {
    piece == 0 || board == 0 || problem.allowed.contains(&(piece, board))
}

/// The cells of the board that cells of a piece with this colour may not cover.
fn barred(problem: &BurrProblem, board: &BurrShape, color: u8) -> Vec<[i32; 3]> {
    let cells = board.voxels.iter();
    let cells = cells.filter(|voxel| !agrees(problem, color, voxel.color));
    cells.map(|voxel| voxel.at).collect()
}

/// The names of pieces: those of the shapes as far as they can be, else their numbers as BurrTools shows
/// them, each once.
fn names(used: &[&BurrPiece], shapes: &[BurrShape]) -> Names {
    let mut names = Names::default();
    for piece in used {
        let name = shapes[piece.shape].name.chars();
        let name = name.filter(|c| !(c.is_whitespace() || ",:|@".contains(*c)));
        // There must be room for a number behind it.
        let name: String = name.take(MAX_PIECE_NAME - "-20000".len()).collect();
        let is_name = !name.is_empty() && Label::new(&name).is_ok();
        if is_name {
            names.add(&name);
        } else {
            names.add(&format!("S{}", piece.shape + 1));
        }
    }
    names
}

/// Names, each once.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    taken: HashSet<String>,
    /// By name, the number behind the last that was like it.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Adds a name, with a number behind it if it is taken, and gives it.
    fn add(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        while self.taken.contains(&free) {
            let number = self.numbers.entry(name.to_owned()).or_insert(1);
            *number += 1;
            free = format!("{name}-{number}");
        }
        self.taken.insert(free.clone());
        self.list.push(free.clone());
        free
    }
}
