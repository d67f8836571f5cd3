//! The artist: a puzzle's board, pieces and solutions as scenes.

mod depth;
mod ground;
mod heat;
mod labels;
mod look;
mod part;
mod pieces;

use tilewright_geometry::{BoardCell, Cell};

use super::frame::Frame;
use super::path::Point;
use super::scene::{Fill, Scene};
use super::solid::{Block, CornerView, isometric};
use super::sticks::Strands;
use super::style::{Labelling, Style, View};
use crate::palette::Scheme;
use crate::puzzle::{PieceId, Puzzle, Tray};
use crate::render::Labels;
use look::widths;

/// A piece that lies on the board.
#[derive(Debug, Clone, Copy)]
pub struct Laid<'a> {
    /// The piece.
    pub piece: PieceId,
    /// The cells it covers.
    pub cells: &'a [BoardCell],
    /// How it came there.
    pub standing: Standing,
}

/// How a piece came to lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was found.
    Placed,
    /// It was fixed beforehand, and is marked as such.
    Given,
}

/// Draws the pictures of a puzzle, all in one style.
///
/// # Examples
///
/// ```
/// use tilewright::drawing::{Artist, Role, Style};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Triangle, board: Hexagon(1), pieces: [Set(of: Polyiamonds(6), only: ["O"])],
/// )"#);
/// let puzzle = load(&source).unwrap();
/// let artist = Artist::new(&puzzle, Style::default());
/// let (id, _) = puzzle.pieces().next().unwrap();
/// let scene = artist.piece(id);
/// assert!(scene.elements.iter().any(|e| e.role == Role::Piece));
/// ```
#[derive(Debug, Clone)]
pub struct Artist<'a> {
    puzzle: &'a Puzzle,
    labels: Labels,
    scheme: Scheme,
    style: Style,
}

impl<'a> Artist<'a> {
    /// An artist for the pictures of a puzzle.
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        Self {
            puzzle,
            labels: Labels::of_puzzle(puzzle),
            scheme: Scheme::of_puzzle(puzzle),
            style,
        }
    }

    /// The same artist working in another style.
    #[must_use]
    pub fn in_style(&self, style: Style) -> Self {
        Self {
            style,
            ..self.clone()
        }
    }

    /// The style.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The short label of a piece.
    pub fn label(&self, piece: PieceId) -> &str {
        self.labels.of(piece)
    }

    /// What a piece is filled with.
    pub fn fill(&self, piece: PieceId) -> Fill {
        look::fill(&self.scheme, piece, self.style)
    }

    /// The board as it is before a person begins: with the puzzle's givens.
    pub fn board(&self) -> Scene {
        let givens: Vec<Laid<'_>> = self
            .puzzle
            .givens
            .iter()
            .map(|given| Laid {
                piece: given.piece,
                cells: &given.cells,
                standing: Standing::Given,
            })
            .collect();
        self.solution(&self.puzzle.title, &givens)
    }

    /// The board with pieces on it, all of them or some.
    pub fn solution(&self, title: &str, laid: &[Laid<'_>]) -> Scene {
        let solid = self.is_solid();
        let mut scenes = Vec::new();
        if !solid || self.style.view != View::Isometric {
            scenes.push(self.flat(title, laid));
        }
        if solid && self.style.view != View::Layers {
            scenes.push(self.corner_view(title, laid));
        }
        Scene::beside(title, scenes, self.style.cell)
    }

    /// A piece by itself: as it is drawn in the file, solids from a corner, and layer by layer
    /// where a cell can't be seen so.
    pub fn piece(&self, id: PieceId) -> Scene {
        let piece = self.puzzle.piece(id);
        let cells = piece.polyform.cells();
        let table = self.puzzle.lattice.table();
        let margin = self.style.margin * self.style.cell;
        let mut scenes = Vec::new();
        let solid = table.dimensions == 3 && self.style.view != View::Layers;
        let mut layers = !solid;
        if solid {
            let block = Block {
                name: &piece.name,
                label: self.labels.of(id),
                fill: self.fill(id),
                cells,
            };
            let view = isometric(table, &[block], self.style.cell, Labelling::None);
            layers = self.style.view == View::Auto && view.hidden > 0;
            scenes.push(framed(&piece.name, view, margin));
        }
        if layers {
            let frame = self.frame_of(cells);
            let (width, height) = frame.size();
            let mut scene = Scene::new(&piece.name, width, height);
            let strands = Strands::new(&frame, [cells]);
            scene.push(self.part(&frame, &strands, 0, id, cells, Standing::Placed));
            self.captions(&frame, &mut scene);
            scenes.push(scene);
        }
        Scene::beside(&piece.name, scenes, self.style.cell)
    }

    /// Whether pictures have several layers and may have a view from a corner.
    fn is_solid(&self) -> bool {
        let (low, high) = self.puzzle.board.bounding_box();
        self.puzzle.tray == Tray::Flat && low.z < high.z
    }

    /// Where the board's cells stand in its pictures from above.
    pub fn frame(&self) -> Frame {
        self.frame_of(self.puzzle.board.cells())
    }

    fn frame_of(&self, cells: &[Cell]) -> Frame {
        let table = self.puzzle.lattice.table();
        // Strands and their labels reach beyond the lattice.
        let beyond = if table.drawing.closed {
            0.0
        } else {
            widths::BEYOND
        };
        let cell = self.style.cell;
        let margin = (self.style.margin + beyond) * cell;
        Frame::new(table, cells.iter().copied(), cell, margin)
    }

    /// The board from above, layer by layer, with pieces on it.
    fn flat(&self, title: &str, laid: &[Laid<'_>]) -> Scene {
        let board = &self.puzzle.board;
        let frame = self.frame();
        let (width, height) = frame.size();
        let mut scene = Scene::new(title, width, height);
        self.ground(&frame, &mut scene);
        self.edges(&frame, &mut scene);
        let parts: Vec<Vec<Cell>> = laid
            .iter()
            .map(|laid| laid.cells.iter().map(|&cell| board.cell(cell)).collect())
            .collect();
        let strands = Strands::new(&frame, parts.iter().map(Vec::as_slice));
        for (index, (laid, cells)) in laid.iter().zip(&parts).enumerate() {
            scene.push(self.part(&frame, &strands, index, laid.piece, cells, laid.standing));
        }
        if let Tray::Projected { .. } = self.puzzle.tray {
            for laid in laid {
                scene.push(self.bead_marks(&frame, laid));
            }
        }
        for (laid, cells) in laid.iter().zip(&parts) {
            for element in self.label_elements(&frame, laid, cells) {
                scene.push(element);
            }
        }
        self.captions(&frame, &mut scene);
        scene
    }

    /// The board from a corner.
    fn corner_view(&self, title: &str, laid: &[Laid<'_>]) -> Scene {
        let board = &self.puzzle.board;
        let parts: Vec<Vec<Cell>> = laid
            .iter()
            .map(|laid| laid.cells.iter().map(|&cell| board.cell(cell)).collect())
            .collect();
        let mut blocks: Vec<Block<'_>> = laid
            .iter()
            .zip(&parts)
            .map(|(laid, cells)| Block {
                name: &self.puzzle.piece(laid.piece).name,
                label: self.labels.of(laid.piece),
                fill: self.fill(laid.piece),
                cells,
            })
            .collect();
        if blocks.is_empty() {
            blocks.push(Block {
                name: "",
                label: "",
                fill: Fill::Color(self.board_color()),
                cells: board.cells(),
            });
        }
        let table = self.puzzle.lattice.table();
        let view = isometric(table, &blocks, self.style.cell, self.style.labels);
        framed(title, view, self.style.margin * self.style.cell)
    }
}

/// A view with a margin.
fn framed(title: &str, view: CornerView, margin: f64) -> Scene {
    let (width, height) = (view.width + 2.0 * margin, view.height + 2.0 * margin);
    let mut inner = Scene::new(title, view.width, view.height);
    inner.elements = view.elements;
    let mut scene = Scene::new(title, width, height);
    scene.insert(Point::new(margin, margin), inner);
    scene
}
