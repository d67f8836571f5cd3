//! Converts a problem of BurrTools to a puzzle.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use thiserror::Error;
use tilewright_geometry::{Board, BoardError, Cell, Lattice, Polyform, PolyformError};

use super::file::{Assembly, BurrFile, BurrPiece, BurrProblem, BurrShape, Laid, VoxelState};
use super::grid::{BurrGrid, cell};
use crate::puzzle::{Color, MAX_PIECE_NAME, Piece, PieceError, Puzzle, PuzzleBuilder, PuzzleError};
use crate::support::format::counted;
use crate::support::label::Label;

/// The name of the piece that represents variable cells which stay empty, if their number is limited.
const HOLE: &str = "hole";

/// Why a problem cannot be converted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file does not contain the requested problem.
    #[error("the file has {}, numbered from 1", counted(*.problems, "problem"))]
    NoProblem {
        /// The number of problems in the file.
        problems: usize,
    },
    /// No lattice has the cells of the file's grid.
    #[error("{0}")]
    Grid(&'static str),
    /// A piece has variable cells.
    #[error("the piece {piece} has variable cells, which only boards may have")]
    VariablePiece {
        /// The piece's name in the puzzle.
        piece: String,
    },
    /// A shape has no cells, or too many.
    #[error("the piece {piece}: {source}")]
    Shape {
        /// The piece's name in the puzzle.
        piece: String,
        /// Why the cells of the shape do not form a piece.
        source: PolyformError,
    },
    /// A piece has too many copies.
    #[error("the piece {piece}: {source}")]
    Piece {
        /// The piece's name in the puzzle.
        piece: String,
        /// Why the numbers of copies are refused.
        source: PieceError,
    },
    /// The board is invalid.
    #[error("the board: {0}")]
    Board(#[from] BoardError),
    /// The puzzle cannot be built.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// A problem as a puzzle, and the file's statements about its solutions.
#[derive(Debug, Clone)]
pub struct ImportedProblem {
    /// The puzzle with the problem's pieces and board.
    pub puzzle: Puzzle,
    /// The number of assemblies according to BurrTools, which counts rotated assemblies once.
    pub assembly_count: Option<u64>,
    /// The assemblies stored in the file. Assemblies with a turn that does not map the lattice to
    /// itself are left out; only balls have such turns.
    pub assemblies: Vec<PlacedAssembly>,
}

/// An assembly: the pieces, each as its index in the puzzle and the cells that it covers.
pub type PlacedAssembly = Vec<(usize, Vec<Cell>)>;

impl BurrFile {
    /// Converts the problem with an index to a puzzle.
    ///
    /// Variable cells become optional cells. If only a limited number of them may stay empty,
    /// copies of a piece named `hole` with one cell fill the empty ones. If the board requires
    /// colours, pieces of one colour avoid the cells that they may not cover, and pieces of several
    /// colours get coloured cells.
    ///
    /// Cost: linear in the cells.
    ///
    /// # Errors
    ///
    /// [`ImportError`]: the problem does not exist, or a puzzle cannot represent it.
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
            BurrGrid::Prisms => "triangular prisms of several layers have no lattice here; those of one layer are triangles",
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
            // An assembly does not say which face of a tile is up, so assemblies are dropped if
            // there are tiles.
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

    /// Converts a piece whose cells differ in colour to a tile: returns its faces, one for each orientation.
    fn faces(
        &self,
        piece: Piece,
        shape: &BurrShape,
        lattice: Lattice,
    ) -> Result<Vec<Piece>, ImportError> {
        let voxels = shape.voxels.iter();
        let colored = voxels.filter_map(|voxel| Some((cell(lattice, voxel.at)?, voxel.color)));
        // A sorted map, because colours must be in the order of the polyform's cells.
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

    /// The name of a colour of cells: `default`, the RGB value if no other colour has the same,
    /// else `c` with the number.
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

    /// Adds the requirements of the board's colours to the puzzle: a cell of the board must be covered by a
    /// cell of a piece whose colour may lie on the colour of the board's cell.
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

    /// An assembly with the cells of each piece; `None` if a turn does not map the lattice to itself.
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

/// The cells that a shape covers; `None` if the turn does not map the lattice to itself.
fn cells_laid(
    grid: BurrGrid,
    lattice: Lattice,
    shape: &BurrShape,
    laid: Laid,
) -> Option<Vec<Cell>> {
    let about = grid.turned(laid.turn, shape.hotspot)?;
    let cells = shape.voxels.iter().map(|voxel| {
        let turned = grid.turned(laid.turn, voxel.at)?;
        let at = [0, 1, 2].map(|axis| laid.at[axis] + turned[axis] - about[axis]);
        cell(lattice, at)
    });
    cells.collect()
}

impl BurrProblem {
    /// The maximum number of variable cells that may stay empty; `None` if this does not restrict
    /// solutions. BurrTools ignores the number if all numbers of copies are fixed.
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
    /// The common colour of all cells; `None` if the cells differ in colour. 0 is the default colour.
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

/// Whether a cell of colour `piece` may lie on a cell of the board of colour `board`.
fn agrees(problem: &BurrProblem, piece: u8, board: u8) -> bool {
    piece == 0 || board == 0 || problem.allowed.contains(&(piece, board))
}

/// The cells of the board that cells of a piece with this colour may not cover.
fn barred(problem: &BurrProblem, board: &BurrShape, color: u8) -> Vec<[i32; 3]> {
    let cells = board.voxels.iter();
    let cells = cells.filter(|voxel| !agrees(problem, color, voxel.color));
    cells.map(|voxel| voxel.at).collect()
}

/// Distinct names for the pieces: the names of their shapes if valid, otherwise the numbers that
/// BurrTools shows, such as `S3`.
fn names(used: &[&BurrPiece], shapes: &[BurrShape]) -> UniqueNames {
    let mut names = UniqueNames::default();
    for piece in used {
        let name = shapes[piece.shape].name.chars();
        let name = name.filter(|c| !(c.is_whitespace() || ",:|@".contains(*c)));
        // The name is cut, so that a number can be appended.
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

/// The names given so far. Numbers are appended to make them unique: `Piece`, `Piece-2`.
#[derive(Default)]
struct UniqueNames {
    list: Vec<String>,
    taken: HashSet<String>,
    /// The last number appended to each name.
    numbers: HashMap<String, usize>,
}

impl UniqueNames {
    /// Adds a name. If it is taken, appends a number. Returns the name added.
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
