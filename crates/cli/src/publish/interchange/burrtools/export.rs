//! Converts puzzles to a file of BurrTools.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use thiserror::Error;
use tilewright_geometry::{Cell, Lattice, Sides};

use super::file::{BurrFile, BurrPiece, BurrProblem, BurrShape, BurrVoxel, Laid, VoxelState};
use super::grid::{BurrGrid, place};
use super::import::PlacedAssembly;
use crate::puzzle::{Piece, Puzzle, Tray};

/// The maximum number of cells in the boxes around all shapes of a file. A file lists each of these
/// cells.
const MAX_BOXES: i64 = 1 << 24;

/// Why a puzzle cannot be represented in a file of BurrTools.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// BurrTools has no grid for the cells of the puzzle.
    #[error("BurrTools has no grid of {0}: it has squares, cubes, triangles and balls")]
    Lattice(&'static str),
    /// The puzzles have different grids, but a file has only one.
    #[error("a BurrTools file has one grid, but these puzzles have several")]
    Lattices,
    /// The puzzle uses something that BurrTools lacks.
    #[error("BurrTools does not support {0}")]
    Unknown(&'static str),
    /// BurrTools cannot restrict the turns of a piece as `sides` does.
    #[error(
        "the piece {piece} is {sides}, but BurrTools turns pieces in three dimensions: \
         {in_the_plane}"
    )]
    Sides {
        /// The piece's name.
        piece: String,
        /// The value of the piece's field `sides`: whether it may be turned and turned over.
        sides: &'static str,
        /// How BurrTools turns pieces of this lattice, as a clause for the message.
        in_the_plane: &'static str,
    },
    /// The boxes around the shapes are too large.
    #[error(
        "the box around {what} is {} × {} × {}: BurrTools lists every cell of the boxes around \
         its shapes, and a file may have at most 16,777,216",
        .size[0], .size[1], .size[2]
    )]
    TooLarge {
        /// The piece or board that exceeds the limit.
        what: String,
        /// The size of the box around that piece or board, in cells.
        size: [i64; 3],
    },
    /// An assembly does not belong to the puzzle.
    #[error("an assembly has cells that are not a placement of the piece {piece}")]
    Assembly {
        /// The piece's name.
        piece: String,
    },
}

/// A file with one problem for each puzzle. Each puzzle is given with the assemblies to store.
///
/// Equal pieces of several puzzles share a shape. Reading the file gives the same puzzles, except that
/// boards start at the origin.
///
/// Cost: linear in the cells, plus the cells of the assemblies times the turns of the grid.
///
/// # Errors
///
/// [`ExportError`]: a puzzle has something that BurrTools cannot represent.
///
/// # Examples
///
/// ```
/// use tilewright::publish::interchange::burrtools::{BurrFile, export};
/// use tilewright::puzzle::{Source, load};
///
/// let puzzle = r#"(title: "six", lattice: Cube, board: Box(2, 3, 1), pieces: [
///     Piece(name: "I", cells: Box(3, 1, 1), copies: (0, 2))])"#;
/// let puzzle = load(&Source::new("six.ron", puzzle))?.puzzle;
/// let bytes = export(&[(&puzzle, &[])])?.to_bytes()?;
/// let file = BurrFile::read(&bytes)?;
/// assert_eq!(file.import(0)?.puzzle.pieces[0].copies.max, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(puzzles: &[(&Puzzle, &[PlacedAssembly])]) -> Result<BurrFile, ExportError> {
    let mut file = BurrFile {
        grid: BurrGrid::Bricks,
        colors: Vec::new(),
        shapes: Vec::new(),
        problems: Vec::new(),
        comment: String::new(),
    };
    let mut grids = Vec::new();
    let mut known = HashMap::new();
    let mut room = MAX_BOXES;
    for (puzzle, assemblies) in puzzles {
        refuse(puzzle)?;
        let lattice = puzzle.lattice;
        let grid = BurrGrid::of_lattice(lattice).ok_or(ExportError::Lattice(cells_of(lattice)))?;
        grids.push(grid);
        let board = puzzle.board.indices().map(|index| {
            let state = if puzzle.board.is_required(index) {
                VoxelState::Fixed
            } else {
                VoxelState::Variable
            };
            (puzzle.board.cell(index), state)
        });
        let (board, shift) = shape(grid, lattice, &puzzle.title, board, 0)?;
        take_room(&mut room, &board)?;
        let mut problem = BurrProblem {
            name: puzzle.title.to_string(),
            board: file.shapes.len(),
            ..BurrProblem::default()
        };
        file.shapes.push(board);
        for piece in &puzzle.pieces {
            let color = color(&mut file.colors, piece);
            let cells = piece.polyform.cells().iter();
            let cells = cells.map(|cell| (*cell, VoxelState::Fixed));
            let (shape, _) = shape(grid, lattice, &piece.name, cells, color)?;
            let key = (shape.name.clone(), cells_in(&shape), color);
            let index = match known.entry(key) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    take_room(&mut room, &shape)?;
                    file.shapes.push(shape);
                    *new.insert(file.shapes.len() - 1)
                }
            };
            problem.pieces.push(BurrPiece {
                shape: index,
                min: piece.copies.min,
                max: piece.copies.max,
            });
        }
        for assembly in *assemblies {
            let laid = laid(&file.shapes, &problem, (puzzle, grid, shift), assembly)?;
            problem.assemblies.push(laid);
        }
        file.problems.push(problem);
    }
    if grids.windows(2).any(|two| two[0] != two[1]) {
        return Err(ExportError::Lattices);
    }
    file.grid = grids.first().copied().unwrap_or(BurrGrid::Bricks);
    Ok(file)
}

fn cells_of(lattice: Lattice) -> &'static str {
    lattice.table().cell_names[1]
}

/// Rejects puzzles that BurrTools cannot represent.
fn refuse(puzzle: &Puzzle) -> Result<(), ExportError> {
    let unknown = [
        (puzzle.tray != Tray::Flat, "trays with depth"),
        (!puzzle.board.seams().is_empty(), "boards that wrap around"),
        (
            puzzle.board.part_count() > 1,
            "several boards in one puzzle",
        ),
        (!puzzle.givens.is_empty(), "givens"),
        (!puzzle.restrictions.is_empty(), "restrictions"),
        (!puzzle.conditions.is_empty(), "conditions"),
        (
            !puzzle.cell_colors().is_empty(),
            "colours of the cells of pieces",
        ),
    ];
    if let Some((_, what)) = unknown.into_iter().find(|(is_said, _)| *is_said) {
        return Err(ExportError::Unknown(what));
    }
    let lattice = puzzle.lattice;
    // BurrTools turns pieces in three dimensions. A puzzle does the same if `sides` has its default.
    let turned = lattice.default_sides();
    for piece in &puzzle.pieces {
        let images = |sides: Sides| piece.polyform.orientations(sides).len();
        if piece.sides != turned && images(piece.sides) != images(turned) {
            return Err(ExportError::Sides {
                piece: piece.name.to_string(),
                sides: piece.sides.word(),
                in_the_plane: match turned {
                    Sides::Free => "they are free in the plane",
                    _ => "they may be turned, and have no mirror images",
                },
            });
        }
    }
    Ok(())
}

/// The number of a piece's colour. A new colour is added to `colors`. 0, the default colour, for a
/// piece without a colour, or if the file already has as many colours as possible.
fn color(colors: &mut Vec<[u8; 3]>, piece: &Piece) -> u8 {
    /// The maximum number of colours of a file.
    const MOST: usize = 63;
    let Some(color) = piece.color else { return 0 };
    let color = [color.red, color.green, color.blue];
    let at = colors.iter().position(|known| *known == color);
    let at = at.or_else(|| {
        (colors.len() < MOST).then(|| {
            colors.push(color);
            colors.len() - 1
        })
    });
    at.and_then(|at| u8::try_from(at + 1).ok()).unwrap_or(0)
}

/// The shape with these cells, moved into a box at the origin, and the translation that moved them.
fn shape(
    grid: BurrGrid,
    lattice: Lattice,
    name: &str,
    cells: impl Iterator<Item = (Cell, VoxelState)>,
    color: u8,
) -> Result<(BurrShape, [i32; 3]), ExportError> {
    let placed: Option<Vec<([i32; 3], VoxelState)>> = cells
        .map(|(cell, state)| Some((place(lattice, cell)?, state)))
        .collect();
    let placed = placed.ok_or(ExportError::Lattice(cells_of(lattice)))?;
    let bound = |axis: usize, of: fn(i32, i32) -> i32| {
        let along = placed.iter().map(|(at, _)| at[axis]);
        along.reduce(of).unwrap_or(0)
    };
    let least = [0, 1, 2].map(|axis| bound(axis, i32::min));
    let mut shift = least.map(|least| -least);
    // A translation must keep the orientation of triangles: the sum of x and y is even. For balls it must keep
    // the parity: the sum of all components is even.
    let sum = match grid {
        BurrGrid::Prisms => shift[0] + shift[1],
        BurrGrid::Balls => shift.iter().sum(),
        _ => 0,
    };
    shift[0] += sum.rem_euclid(2);
    let voxels = placed.into_iter().map(|(at, state)| BurrVoxel {
        at: [0, 1, 2].map(|axis| at[axis] + shift[axis]),
        state,
        color,
    });
    let mut voxels: Vec<BurrVoxel> = voxels.collect();
    voxels.sort_unstable_by_key(|voxel| (voxel.at[2], voxel.at[1], voxel.at[0]));
    let shape = BurrShape {
        name: name.to_owned(),
        voxels,
        hotspot: [0; 3],
    };
    Ok((shape, shift))
}

/// Subtracts the number of cells of the box around a shape from `room`, the number of cells for
/// which the file still has room.
fn take_room(room: &mut i64, shape: &BurrShape) -> Result<(), ExportError> {
    let size = shape.size().map(i64::from);
    let cells = size
        .iter()
        .try_fold(1, |cells: i64, length| cells.checked_mul(*length));
    match cells {
        Some(cells) if cells <= *room => {
            *room -= cells;
            Ok(())
        }
        _ => Err(ExportError::TooLarge {
            what: shape.name.clone(),
            size,
        }),
    }
}

fn cells_in(shape: &BurrShape) -> Vec<[i32; 3]> {
    shape.voxels.iter().map(|voxel| voxel.at).collect()
}

/// An assembly in the form of the file. Each piece has as many entries as its maximum number of copies.
fn laid(
    shapes: &[BurrShape],
    problem: &BurrProblem,
    (puzzle, grid, shift): (&Puzzle, BurrGrid, [i32; 3]),
    assembly: &PlacedAssembly,
) -> Result<Vec<Option<Laid>>, ExportError> {
    let mut entries = Vec::new();
    for (index, piece) in problem.pieces.iter().enumerate() {
        let shape = &shapes[piece.shape];
        let of_piece = assembly.iter().filter(|(placed, _)| *placed == index);
        let mut copies: Vec<Option<Laid>> = of_piece
            .map(|(_, cells)| {
                let places = cells.iter().filter_map(|cell| place(puzzle.lattice, *cell));
                let places = places.map(|at| [0, 1, 2].map(|axis| at[axis] + shift[axis]));
                laid_on(grid, shape, places.collect())
                    .map(Some)
                    .ok_or_else(|| ExportError::Assembly {
                        piece: shape.name.clone(),
                    })
            })
            .collect::<Result<_, _>>()?;
        let most = usize::try_from(piece.max).unwrap_or(usize::MAX);
        if copies.len() > most {
            return Err(ExportError::Assembly {
                piece: shape.name.clone(),
            });
        }
        copies.resize(most, None);
        entries.extend(copies);
    }
    Ok(entries)
}

/// The first turn, with its translation, that places a shape exactly on the given cells; `None` if
/// no turn does.
fn laid_on(grid: BurrGrid, shape: &BurrShape, mut places: Vec<[i32; 3]>) -> Option<Laid> {
    places.sort_unstable();
    (0..grid.turns()).find_map(|turn| {
        let about = grid.turned(turn, [0; 3])?;
        let turned = shape.voxels.iter().map(|voxel| {
            let at = grid.turned(turn, voxel.at)?;
            Some([0, 1, 2].map(|axis| at[axis] - about[axis]))
        });
        let mut turned: Vec<[i32; 3]> = turned.collect::<Option<_>>()?;
        turned.sort_unstable();
        let (from, to) = (turned.first()?, places.first()?);
        let at = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        let is_there = |(at_least, at_most): (&[i32; 3], &[i32; 3])| {
            [0, 1, 2]
                .iter()
                .all(|&axis| at_least[axis] + at[axis] == at_most[axis])
        };
        let fits = turned.len() == places.len() && turned.iter().zip(&places).all(is_there);
        fits.then_some(Laid { at, turn })
    })
}
