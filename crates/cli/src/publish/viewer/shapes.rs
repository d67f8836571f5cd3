//! The orientations of a piece: their cells, how they are drawn, what turns make of them.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use tilewright_geometry::{BoardCell, Cell, Polyform, Table, Vector, crossings};

use super::contour::{EDGE, contour, corner, middle};
use super::tiles;
use super::turns::Turn;
use crate::cover::Meaning;
use crate::picture::drawing::{Frame, Path, Point, Strands, grid_lines, spots, strands};
use crate::puzzle::{Piece, PieceId, Puzzle, Tray};

/// An orientation of a piece.
///
/// All vectors and places are seen from its first cell in reading order.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Orientation {
    /// The cells that it covers.
    pub(crate) cells: Vec<[i32; 3]>,
    /// The cells of the piece in space, where that is more than it covers or in several layers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) body: Vec<[i32; 3]>,
    /// The vertices at which it keeps others from crossing it, and the numbers of the sticks there that
    /// another would cross on, where the rule tells them apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) through: Vec<Vec<i32>>,
    /// The name of the face, if it is one of a tile with coloured cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) face: Option<String>,
    /// The numbers of the colours of its cells; none if they have no colours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) colors: Vec<usize>,
    /// What is drawn, by layer, the lowest first.
    pub(super) parts: Vec<Part>,
    /// The number of the orientation that each turn makes of it, and the one that the turn back
    /// makes; none where the piece may not.
    pub(crate) turned: Vec<Option<[usize; 2]>>,
    /// The first cells of its placements.
    pub(super) at: Vec<usize>,
}

/// What is drawn of an orientation in a layer.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Part {
    /// How many layers up.
    pub(super) z: i32,
    /// The outline; for sticks the strand.
    pub(super) area: String,
    /// The same of the cells of each colour, with the colour's number; none if they have no colours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tints: Vec<(usize, String)>,
    /// The lines between cells; for sticks the strand as it lies among others.
    lines: String,
    /// Where the label stands, and how much room it has.
    label: [f64; 3],
    /// Circles for the beads of a tray with depth: where, and how large.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beads: Vec<[f64; 3]>,
}

/// The orientations of a piece, or of a tile with coloured cells, and how to find one.
pub(crate) struct Shapes {
    pub(crate) orientations: Vec<Orientation>,
    index: Index,
}

/// What tells the number of an orientation.
enum Index {
    /// The form of the cells that it covers.
    Forms(HashMap<Polyform, usize>),
    /// The face, and with it what it covers, in the order of the orientations.
    Faces(Vec<(PieceId, Polyform)>),
}

impl Shapes {
    /// The orientations of a piece of a puzzle, without placements.
    ///
    /// In a tray with depth, those that cover the same cells are one, the first of them.
    pub(crate) fn new(puzzle: &Puzzle, piece: &Piece, turns: &[Turn]) -> Self {
        let forms = piece.polyform.orientations(piece.sides);
        let mut index = HashMap::new();
        let mut bodies = Vec::new();
        for form in forms {
            let Some(laid) = laid(puzzle, &form) else {
                continue;
            };
            let next = bodies.len();
            if *index.entry(laid.clone()).or_insert(next) == next {
                bodies.push((form, laid));
            }
        }
        let find = |form: &Polyform| laid(puzzle, form).and_then(|laid| index.get(&laid).copied());
        let allowed = puzzle.lattice.symmetries(piece.sides);
        let turned = |body: &Polyform, turn: &Turn| {
            if !allowed.contains(&turn.symmetry) {
                return None;
            }
            // A tray may not take what a turn makes; then it is turned on.
            let mut round = Vec::new();
            let mut form = body.transformed(&turn.symmetry);
            while form != *body && round.len() < 12 {
                round.push(form.clone());
                form = form.transformed(&turn.symmetry);
            }
            round.push(form);
            let next = round.iter().find_map(find)?;
            // The last is the body itself; before it comes what the turn back makes.
            let before = round.iter().rev().skip(1).find_map(find).unwrap_or(next);
            Some([next, before])
        };
        let orientations = bodies
            .iter()
            .map(|(body, laid)| Orientation {
                turned: turns.iter().map(|turn| turned(body, turn)).collect(),
                ..drawn(puzzle, body, laid)
            })
            .collect();
        Self {
            orientations,
            index: Index::Forms(index),
        }
    }

    /// The faces of a tile, without placements.
    pub(super) fn of_faces(puzzle: &Puzzle, faces: &[PieceId], turns: &[Turn]) -> Self {
        let form = |face: &PieceId| (*face, puzzle.piece(*face).polyform.clone());
        Self {
            orientations: tiles::orientations(puzzle, faces, turns),
            index: Index::Faces(faces.iter().map(form).collect()),
        }
    }

    /// What each orientation covers, by its number.
    pub(crate) fn forms(&self) -> Vec<&Polyform> {
        match &self.index {
            Index::Forms(index) => {
                let mut forms: Vec<_> = index.iter().collect();
                forms.sort_unstable_by_key(|&(_, at)| at);
                forms.into_iter().map(|(form, _)| form).collect()
            }
            Index::Faces(faces) => faces.iter().map(|(_, form)| form).collect(),
        }
    }

    /// The orientation that an option of its piece, or of its faces, lies in.
    pub(crate) fn of(&self, puzzle: &Puzzle, meaning: &Meaning) -> Option<usize> {
        match &self.index {
            Index::Forms(index) => index.get(&form(puzzle, &meaning.placement.cells)?).copied(),
            Index::Faces(faces) => faces.iter().position(|(face, _)| *face == meaning.piece),
        }
    }
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
        return Polyform::quasi(lattice, flat).ok();
    }
    Polyform::quasi(lattice, cells).ok()
}

/// What a form covers as it lies on the board; none if the tray does not take it so.
fn laid(puzzle: &Puzzle, form: &Polyform) -> Option<Polyform> {
    let Tray::Projected { layers } = puzzle.tray else {
        return Some(form.clone());
    };
    if u32::try_from(form.extent().z).ok()?.checked_add(1)? != layers {
        return None;
    }
    let lattice = puzzle.lattice;
    let flat = |cell: &Cell| {
        lattice.cell_at(Vector {
            z: 0,
            ..cell.vector()
        })
    };
    let mut cells: Vec<Cell> = form.cells().iter().filter_map(flat).collect();
    cells.sort_unstable();
    cells.dedup();
    Polyform::quasi(lattice, cells).ok()
}

/// An orientation with its pictures.
pub(super) fn drawn(puzzle: &Puzzle, body: &Polyform, laid: &Polyform) -> Orientation {
    let lattice = puzzle.lattice;
    let cells = laid.cells();
    let first = cells
        .iter()
        .copied()
        .min_by_key(|&c| lattice.reading_key(c));
    let anchor = first.map(Cell::vector).unwrap_or_default();
    let relative = |v: Vector| {
        let v = v - anchor;
        [v.x, v.y, v.z]
    };
    let mut layers: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for &cell in cells {
        let (offset, _) = lattice.offset_and_kind(cell);
        layers.entry(offset.z).or_default().push(cell);
    }
    let base = first.map_or(0, |cell| lattice.offset_and_kind(cell).0.z);
    let origin = middle(lattice.table(), anchor);
    let parts = layers.iter().map(|(z, cells)| {
        let mut part = part(lattice.table(), cells, origin);
        part.z = z - base;
        if body != laid {
            part.beads = beads(puzzle, body, origin);
        }
        part
    });
    let in_space = lattice.dimensions() == 3;
    Orientation {
        cells: cells.iter().map(|cell| relative(cell.vector())).collect(),
        body: if in_space && body != laid {
            body.cells().iter().map(|c| relative(c.vector())).collect()
        } else {
            Vec::new()
        },
        through: through(puzzle, laid)
            .into_iter()
            .map(|(vertex, sticks)| [&relative(vertex)[..], &sticks].concat())
            .collect(),
        face: None,
        colors: Vec::new(),
        parts: parts.collect(),
        turned: Vec::new(),
        at: Vec::new(),
    }
}

/// What is drawn of the cells of one layer, seen from an origin.
pub(super) fn part(table: &'static Table, cells: &[Cell], origin: Point) -> Part {
    let frame = Frame::new(table, cells.iter().copied(), EDGE, 0.0);
    // The frame has an origin of its own.
    let known = cells
        .iter()
        .find_map(|&cell| table.outline(cell).corners.into_iter().next());
    let there = known.map_or(Point::default(), |c| frame.corner(c));
    let here = known.map_or(Point::default(), |c| corner(table, c));
    let shift = Point::new(here.x - there.x - origin.x, here.y - there.y - origin.y);
    let written = |path: Path| short(&path.shifted(shift));
    let (area, lines) = if table.drawing.closed {
        let area = contour(table, cells).shifted(Point::new(-origin.x, -origin.y));
        (
            short(&area),
            written(grid_lines(&frame, cells.iter().copied())),
        )
    } else {
        let alone = Strands::new(&frame, [cells]);
        // As if others bent at every vertex.
        let twice: Vec<Cell> = cells.iter().chain(cells).copied().collect();
        let among = Strands::new(&frame, [cells, &twice]);
        (
            written(strands(&frame, &alone, 0, cells)),
            written(strands(&frame, &among, 0, cells)),
        )
    };
    let spot = spots(&frame, cells).into_iter().next();
    let label = spot.map_or([0.0; 3], |spot| {
        let at = spot.at.shifted(shift);
        [at.x, at.y, spot.room].map(hundredths)
    });
    Part {
        z: 0,
        tints: Vec::new(),
        area,
        lines,
        label,
        beads: Vec::new(),
    }
}

/// A circle for each bead, the larger the nearer to the eye.
fn beads(puzzle: &Puzzle, body: &Polyform, origin: Point) -> Vec<[f64; 3]> {
    let table = puzzle.lattice.table();
    let layers = f64::from(body.extent().z + 1);
    let circle = |cell: &Cell| {
        let corners = table.outline(*cell).corners;
        let centre = Point::mean(corners.into_iter().map(|c| corner(table, c)));
        let layer = f64::from(puzzle.lattice.offset_and_kind(*cell).0.z + 1);
        let radius = EDGE * (0.16 + 0.22 * layer / layers);
        [centre.x - origin.x, centre.y - origin.y, radius].map(hundredths)
    };
    body.cells().iter().map(circle).collect()
}

/// The vertices at which a form of sticks keeps others from crossing it, each with the sticks that it is about.
fn through(puzzle: &Puzzle, form: &Polyform) -> Vec<(Vector, Vec<i32>)> {
    let mut found: Vec<(Vector, Vec<i32>)> =
        crossings(puzzle.lattice, form.cells(), puzzle.crossing)
            .map(|(vertex, sticks)| {
                let numbers = sticks.into_iter().filter_map(|stick| stick.try_into().ok());
                (vertex.vector(), numbers.collect())
            })
            .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A length of the page with two digits after the point.
pub(crate) fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// A path with its points rounded to hundredths.
pub(crate) fn short(path: &Path) -> String {
    path.mapped(|p| Point::new(hundredths(p.x), hundredths(p.y)))
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::super::turns::turns;
    use super::*;
    use crate::puzzle::{Source, load};

    fn shapes(text: &str) -> Vec<(String, Vec<Orientation>)> {
        let puzzle = load(&Source::new("test.ron", text)).unwrap().puzzle;
        let turns = turns(puzzle.lattice);
        let pieces = puzzle.pieces.iter();
        pieces
            .map(|piece| {
                let shapes = Shapes::new(&puzzle, piece, &turns);
                (piece.name.to_string(), shapes.orientations)
            })
            .collect()
    }

    /// What a turn makes, the turn back undoes, on every lattice.
    #[test]
    fn turns_can_be_taken_back() {
        for text in [
            "(lattice: Square, board: Rect(6, 10), pieces: [Set(of: Polyominoes(5))])",
            "(lattice: Triangle, board: Rhombus(6, 6), pieces: [Set(of: Polyiamonds(6))])",
            "(lattice: Stick, board: Rect(5, 5), pieces: [Set(of: Polysticks(4), except: [\"L\"])])",
            "(lattice: Cube, board: Box(2, 2, 10), pieces: [Set(of: Polycubes(4), copies: (0, 9))])",
        ] {
            for (name, orientations) in shapes(text) {
                for (number, orientation) in orientations.iter().enumerate() {
                    for (turn, turned) in orientation.turned.iter().enumerate() {
                        let Some([next, before]) = *turned else {
                            continue;
                        };
                        let back = |at: usize| orientations[at].turned[turn].unwrap();
                        assert_eq!(back(next)[1], number, "{name}");
                        assert_eq!(back(before)[0], number, "{name}");
                    }
                }
            }
        }
    }

    /// Every orientation is reached by turning and turning over.
    #[test]
    fn every_orientation_can_be_reached() {
        for (text, expected) in [
            (
                "(lattice: Square, board: Rect(5, 1), pieces: [Piece(name: \"F\", cells: Picture([\".##\", \"##\", \".#\"]))])",
                8,
            ),
            (
                "(lattice: Square, board: Rect(5, 1), pieces: [Piece(name: \"F\", sides: OneSided, cells: Picture([\".##\", \"##\", \".#\"]))])",
                4,
            ),
            (
                "(lattice: Square, board: Rect(5, 1), pieces: [Piece(name: \"F\", sides: Fixed, cells: Picture([\".##\", \"##\", \".#\"]))])",
                1,
            ),
            (
                "(lattice: Cube, board: Box(4, 1, 1), pieces: [Piece(name: \"L\", cells: Picture([\"###\", \"#..\"]))])",
                24,
            ),
            // Of three cubes in two layers it covers two cells, side by side or one behind the other.
            (
                "(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 1), pieces: [Piece(name: \"B\", cells: Picture([\"##\", \"\", \"#.\"]))])",
                2,
            ),
        ] {
            let (_, orientations) = shapes(text).remove(0);
            let mut reached = vec![0];
            let mut next = 0;
            while let Some(&at) = reached.get(next) {
                for turned in orientations[at].turned.iter().flatten() {
                    for &to in turned {
                        if !reached.contains(&to) {
                            reached.push(to);
                        }
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), orientations.len(), "{text}");
            assert_eq!(orientations.len(), expected, "{text}");
        }
    }
}
