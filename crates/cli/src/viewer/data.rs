//! What a page is told: the puzzle, its placements, the solutions, the challenges.
//!
//! Placements are numbered by piece, then by orientation, then by the cell that comes first on the
//! board. The page finds their cells by adding vectors, so a placement takes a few bytes.

use std::collections::HashMap;

use num_bigint::BigUint;
use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::{BoardCell, Cell, Polyform, Vector};

use super::contour::{EDGE, corner, middle};
use super::corner::Corner;
use super::error::{MAX_CELLS, MAX_PLACEMENTS, ViewerError};
use super::held::{Choice, Held};
use super::packed::{bits_for, packed};
use super::posed::{Hint, Posed};
use super::shapes::{Orientation, Shapes, hundredths, short};
use super::turns::{Turn, turns};
use crate::drawing::{Frame, Path, Point, grid_lines, outline};
use crate::matrix::Matrix;
use crate::palette::{INK, Scheme, ink_on, mix};
use crate::puzzle::{Color, Puzzle, Tray};
use crate::render::Labels;

/// All that a page is told.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// What a cell is called, one and several.
    cell_names: [&'static str; 2],
    /// Pictures have several layers.
    solid: bool,
    board: Ground,
    turns: Vec<Turn>,
    pieces: Vec<Piece<'a>>,
    /// The placements that the puzzle gives.
    givens: Vec<u32>,
    solutions: Solutions,
    challenges: Vec<Challenge<'a>>,
    /// The techniques that hints name by number.
    techniques: Vec<&'a str>,
}

/// The board and where it stands on the page.
#[derive(Debug, Serialize)]
struct Ground {
    width: f64,
    height: f64,
    edge: f64,
    /// Whether cells have areas; sticks have not.
    closed: bool,
    /// What a step along each axis of the lattice's vectors is on the page.
    basis: [[f64; 2]; 3],
    layers: Vec<Layer>,
    /// By cell: its vector, its kind, its layer.
    cells: Vec<[i32; 5]>,
    /// By cell: how users write it.
    names: Vec<String>,
    /// The cells that may stay empty.
    optional: Vec<usize>,
    /// By kind: its outline, seen from the cell's vector, and its middle.
    kinds: Vec<(String, [f64; 2])>,
    /// The outline of the board, and the lines between its cells.
    outline: String,
    lines: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    corner: Option<Corner>,
}

/// A layer of the board.
#[derive(Debug, Serialize)]
struct Layer {
    z: i32,
    /// Where the lattice's origin stands.
    origin: [f64; 2],
    /// Where the caption stands, if there are several layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<[f64; 2]>,
}

/// A piece.
#[derive(Debug, Serialize)]
struct Piece<'a> {
    name: &'a str,
    label: String,
    color: String,
    /// A darker colour, for its edges, and the colour of writing on it.
    edge: String,
    ink: &'static str,
    /// How often the palette was used up before: pieces beyond it are hatched.
    round: usize,
    /// The least and the greatest number of copies.
    copies: [u32; 2],
    orientations: Vec<Orientation>,
}

/// The solutions that the page holds.
#[derive(Debug, Serialize)]
struct Solutions {
    /// How many there are in all; none if that is not known.
    total: Option<String>,
    held: usize,
    choice: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// So many numbers for each solution, of so many bits; one that is no placement fills up.
    size: usize,
    bits: u32,
    packed: String,
    /// How far each is from the one before, among all solutions, counted from 1; empty if they
    /// follow one another.
    steps: String,
    /// By placement, how many of all solutions hold it; empty if that is not known.
    holding: String,
}

/// A challenge.
#[derive(Debug, Serialize)]
struct Challenge<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'a (String, f64)>,
    givens: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<u32>>,
    steps: Vec<Told<'a>>,
}

/// A step of a challenge: the technique, where to look, what to see, what follows, the cells
/// marked, what is placed, how many are ruled out.
type Told<'a> = (
    usize,
    &'a str,
    &'a str,
    &'a str,
    Vec<usize>,
    Option<u32>,
    usize,
);

impl<'a> Data<'a> {
    /// What a page is told of a puzzle.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: it is too large for a page.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        matrix: &Matrix,
        held: &Held,
        posed: &'a [Posed],
    ) -> Result<Self, ViewerError> {
        let cells = puzzle.board.cells().len();
        if cells > MAX_CELLS {
            return Err(ViewerError::Cells { cells });
        }
        let placements = matrix.meanings.len();
        if placements > MAX_PLACEMENTS {
            return Err(ViewerError::Placements { placements });
        }
        let turns = turns(puzzle.lattice);
        let (pieces, numbers) = pieces(puzzle, matrix, &turns);
        let number = |option: OptionId| numbers.get(option.index()).copied().unwrap_or_default();
        let sorted = |options: &[OptionId]| {
            let mut list: Vec<u32> = options.iter().map(|o| number(*o)).collect();
            list.sort_unstable();
            list
        };
        let mut techniques: Vec<&str> = Vec::new();
        let challenges = posed
            .iter()
            .map(|posed| Challenge {
                id: &posed.id,
                grade: posed.grade.as_ref(),
                givens: sorted(&posed.givens),
                solution: posed.solution.as_deref().map(sorted),
                steps: posed
                    .hints
                    .iter()
                    .map(|hint| told(hint, &mut techniques, &number))
                    .collect(),
            })
            .collect();
        let (low, high) = puzzle.board.bounding_box();
        Ok(Self {
            title: &puzzle.title,
            source: puzzle.source.as_deref(),
            cell_names: puzzle.lattice.table().cell_names,
            solid: puzzle.tray == Tray::Flat && low.z < high.z,
            board: ground(puzzle),
            givens: sorted(&matrix.givens),
            solutions: solutions(held, &pieces, &numbers, &sorted),
            turns,
            pieces,
            challenges,
            techniques,
        })
    }
}

/// A hint as the page is told of it.
fn told<'a>(
    hint: &'a Hint,
    techniques: &mut Vec<&'a str>,
    number: &impl Fn(OptionId) -> u32,
) -> Told<'a> {
    let known = techniques.iter().position(|name| *name == hint.technique);
    let technique = known.unwrap_or_else(|| {
        techniques.push(&hint.technique);
        techniques.len() - 1
    });
    (
        technique,
        &hint.look,
        &hint.see,
        &hint.follows,
        hint.marks.iter().map(|cell| cell.index()).collect(),
        hint.placed.map(number),
        hint.out,
    )
}

/// The pieces with their placements, and the number of each option.
fn pieces<'a>(puzzle: &'a Puzzle, matrix: &Matrix, turns: &[Turn]) -> (Vec<Piece<'a>>, Vec<u32>) {
    let labels = Labels::of_puzzle(puzzle);
    let scheme = Scheme::of_puzzle(puzzle);
    let mut pieces = Vec::new();
    // By piece, orientation and first cell: the options that lie so. A given and a further copy of
    // its piece may lie alike.
    let mut lying: HashMap<(usize, usize, usize), Vec<usize>> = HashMap::new();
    for (id, piece) in puzzle.pieces() {
        let mut shapes = Shapes::new(puzzle, piece, turns);
        for (option, meaning) in matrix.meanings.iter().enumerate() {
            if meaning.piece != id {
                continue;
            }
            let cells = &meaning.placement.cells;
            let (Some(first), Some(orientation)) = (
                cells.first(),
                form(puzzle, cells).and_then(|form| shapes.of(&form)),
            ) else {
                continue;
            };
            let same = lying.entry((id.index(), orientation, first.index()));
            let same = same.or_default();
            if same.is_empty() {
                shapes.orientations[orientation].at.push(first.index());
            }
            same.push(option);
        }
        for orientation in &mut shapes.orientations {
            orientation.at.sort_unstable();
        }
        let fill = scheme.fill(id);
        pieces.push(Piece {
            name: &piece.name,
            label: labels.of(id).to_owned(),
            color: hex(fill.color),
            edge: hex(mix(fill.color, INK, 0.5)),
            ink: if ink_on(fill.color) == INK {
                "#1a1a1a"
            } else {
                "#fff"
            },
            round: fill.round,
            copies: [piece.copies.min, piece.copies.max],
            orientations: shapes.orientations,
        });
    }
    let mut numbers = vec![0; matrix.meanings.len()];
    let mut next = 0;
    for (piece, of) in pieces.iter().enumerate() {
        for (orientation, of) in of.orientations.iter().enumerate() {
            for &first in &of.at {
                for &option in lying
                    .get(&(piece, orientation, first))
                    .into_iter()
                    .flatten()
                {
                    numbers[option] = next;
                }
                next += 1;
            }
        }
    }
    (pieces, numbers)
}

/// The form of some cells of the board.
fn form(puzzle: &Puzzle, cells: &[BoardCell]) -> Option<Polyform> {
    let lattice = puzzle.lattice;
    let cells = cells.iter().map(|cell| puzzle.board.cell(*cell));
    if let Tray::Projected { .. } = puzzle.tray {
        // What lies in a tray may touch in space only.
        let flat = cells.filter_map(|cell| {
            lattice.cell_at(Vector {
                z: 0,
                ..cell.vector()
            })
        });
        return Polyform::new(lattice, flat).ok();
    }
    Polyform::new(lattice, cells).ok()
}

fn ground(puzzle: &Puzzle) -> Ground {
    let board = &puzzle.board;
    let lattice = puzzle.lattice;
    let table = lattice.table();
    let cells = board.cells();
    let margin = if table.drawing.closed { 0.3 } else { 0.5 };
    let frame = Frame::new(table, cells.iter().copied(), EDGE, EDGE * margin);
    let (width, height) = frame.size();
    let several = frame.layers().len() > 1;
    let (box_width, box_height) = frame.box_size();
    let layers = frame.layers().filter_map(|(z, upper_left)| {
        let in_layer = |cell: &&Cell| lattice.offset_and_kind(**cell).0.z == z;
        let cell = cells.iter().find(in_layer)?;
        let known = table.outline(*cell).corners.into_iter().next()?;
        let (there, here) = (frame.corner(known), corner(table, known));
        let below = [
            upper_left.x + box_width / 2.0,
            upper_left.y + box_height + EDGE * 0.6,
        ];
        Some(Layer {
            z,
            origin: [there.x - here.x, there.y - here.y].map(hundredths),
            caption: several.then(|| below.map(hundredths)),
        })
    });
    let optional = board.indices().filter(|cell| !board.is_required(*cell));
    let (outline, lines) = if table.drawing.closed {
        (
            outline(&frame, cells.iter().copied()),
            grid_lines(&frame, cells.iter().copied()),
        )
    } else {
        let mut sticks = Path::default();
        for &cell in cells {
            let ends = table.outline(cell).corners;
            sticks.add_line(ends.into_iter().map(|end| frame.corner(end)));
        }
        (Path::default(), sticks)
    };
    let axis = |v: Vector| {
        let at = middle(table, v);
        [at.x, at.y]
    };
    Ground {
        width: hundredths(width),
        height: hundredths(height),
        edge: EDGE,
        closed: table.drawing.closed,
        basis: [
            Vector::new(1, 0, 0),
            Vector::new(0, 1, 0),
            Vector::new(0, 0, 1),
        ]
        .map(axis),
        layers: layers.collect(),
        cells: cells
            .iter()
            .map(|&cell| {
                let (v, (offset, kind)) = (cell.vector(), lattice.offset_and_kind(cell));
                [
                    v.x,
                    v.y,
                    v.z,
                    i32::try_from(kind.index()).unwrap_or(0),
                    offset.z,
                ]
            })
            .collect(),
        names: cells
            .iter()
            .map(|&cell| format!("({})", lattice.coordinates(cell)))
            .collect(),
        optional: optional.map(BoardCell::index).collect(),
        kinds: (0..table.kinds.len())
            .map(|kind| {
                let of_kind = |cell: &&Cell| lattice.offset_and_kind(**cell).1.index() == kind;
                cells
                    .iter()
                    .find(of_kind)
                    .map_or_else(Default::default, |cell| kind_of(puzzle, *cell))
            })
            .collect(),
        outline: short(&outline),
        lines: short(&lines),
        corner: Corner::of(table, cells),
    }
}

/// The outline and the middle of a cell's kind, seen from its vector.
fn kind_of(puzzle: &Puzzle, cell: Cell) -> (String, [f64; 2]) {
    let table = puzzle.lattice.table();
    let origin = middle(table, cell.vector());
    let back = Point::new(-origin.x, -origin.y);
    let corners = table.outline(cell).corners.into_iter();
    let corners: Vec<Point> = corners.map(|c| corner(table, c).shifted(back)).collect();
    let centre = Point::mean(corners.iter().copied());
    let mut path = Path::default();
    if table.drawing.closed {
        path.add_polygon(corners);
    } else {
        path.add_line(corners);
    }
    (short(&path), [centre.x, centre.y].map(hundredths))
}

fn solutions(
    held: &Held,
    pieces: &[Piece<'_>],
    numbers: &[u32],
    sorted: &impl Fn(&[OptionId]) -> Vec<u32>,
) -> Solutions {
    let orientations = pieces.iter().flat_map(|piece| &piece.orientations);
    let placements: usize = orientations.map(|orientation| orientation.at.len()).sum();
    let none = u32::try_from(placements).unwrap_or(u32::MAX);
    let size = held.solutions.iter().map(Vec::len).max().unwrap_or(0);
    let bits = bits_for(none);
    let taken = held.solutions.iter().flat_map(|solution| {
        let mut taken = sorted(solution);
        taken.resize(size, none);
        taken
    });
    let mut last = BigUint::ZERO;
    let steps = held.numbers.iter().map(|number| {
        let step = number + 1_u32 - &last;
        last = number + 1_u32;
        step.to_string()
    });
    let holding = held.holding.as_ref().map(|holding| {
        let mut sums = vec![BigUint::ZERO; placements];
        for (&number, held) in numbers.iter().zip(holding) {
            sums[number as usize] += held;
        }
        let sums: Vec<String> = sums.iter().map(BigUint::to_string).collect();
        sums.join(" ")
    });
    Solutions {
        total: held.total.as_ref().map(BigUint::to_string),
        held: held.solutions.len(),
        choice: match held.choice {
            Choice::All => "all",
            Choice::Sample { .. } => "sample",
            Choice::First => "first",
            Choice::None => "none",
        },
        seed: match held.choice {
            Choice::Sample { seed } => Some(seed),
            _ => None,
        },
        size,
        bits,
        packed: packed(taken, bits),
        steps: steps.collect::<Vec<_>>().join(" "),
        holding: holding.unwrap_or_default(),
    }
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue)
}
