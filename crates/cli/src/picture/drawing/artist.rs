//! The artist: a puzzle's board, pieces and solutions as scenes.

mod depth;
mod ground;
mod heat;
mod labels;
mod marks;
mod seams;

use tilewright_geometry::Cell;

use super::corner_view::SolidBlock;
use super::frame::Frame;
use super::gallery::{framed, gallery, portrait};
use super::look;
use super::part::{DrawnPiece, frame_of, layer_captions};
use super::scene::{Fill, Scene};
use super::solid::isometric;
use super::sticks::Strands;
use super::style::{Coloring, SolidView, Style};
use crate::picture::palette::{PAPER, Scheme, fills_of_colors, mix};
use crate::picture::render::Labels;
use crate::puzzle::{PieceId, PieceOrigin, PlacedPiece, Puzzle, Tray};
use crate::support::label::Label;
pub(crate) use labels::cell_label_size;
pub use labels::{LabelAnchor, spots};

/// How much paper is mixed into the colour of a pale piece.
const FADED: f64 = 0.5;

/// Draws the pictures of a puzzle in one style.
///
/// # Examples
///
/// ```
/// use tilewright::picture::drawing::{Artist, Role, Style};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Triangle, board: Hexagon(1), pieces: [Set(of: Polyiamonds(6), only: ["O"])],
/// )"#);
/// let puzzle = load(&source).unwrap().puzzle;
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
    /// Whether given pieces are pale, so that marks and new pieces stand out.
    fades_givens: bool,
}

impl<'a> Artist<'a> {
    /// An artist for the pictures of a puzzle.
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        Self {
            puzzle,
            labels: Labels::of_puzzle(puzzle),
            scheme: Scheme::of_puzzle(puzzle),
            style,
            fades_givens: false,
        }
    }

    /// An artist with another style, for the same puzzle with the same labels and colours.
    #[must_use]
    pub fn in_style(&self, style: Style) -> Self {
        Self {
            style,
            ..self.clone()
        }
    }

    /// The style in which the pictures are drawn: the size of a cell, colours or patterns, and where labels are.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The puzzle whose board, pieces and solutions are drawn.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The label of a piece in pictures: at most two characters, the same for all faces of a tile.
    pub fn label(&self, piece: PieceId) -> &str {
        self.labels.of(piece)
    }

    /// The fill by which a piece is recognized; white if its cells are coloured one by one.
    pub fn fill(&self, piece: PieceId) -> Fill {
        if self.puzzle.piece(piece).cell_colors.is_some() {
            // The colours of its cells identify such a piece, so the rest of it is white.
            return Fill::Color(PAPER);
        }
        look::fill(self.scheme.fill(piece), piece.index(), self.style)
    }

    /// The fill of a piece on the board. With [`Coloring::Outlines`] pieces are white like the
    /// board, except that given pieces are grey.
    fn fill_laid(&self, piece: PieceId, origin: PieceOrigin) -> Fill {
        let fill = match (self.style.coloring, origin) {
            (Coloring::Outlines, PieceOrigin::Given) => Fill::Color(look::GIVEN),
            _ => self.fill(piece),
        };
        if !self.fades_givens || origin != PieceOrigin::Given {
            return fill;
        }
        Fill::Color(match fill {
            Fill::Color(color) => mix(mix(color, look::GIVEN, 0.3), PAPER, FADED),
            Fill::Pattern(_) => mix(look::GIVEN, PAPER, 0.2),
        })
    }

    /// The board with the puzzle's givens: the state before solving.
    pub fn board(&self) -> Scene {
        let givens: Vec<PlacedPiece<'_>> = self
            .puzzle
            .givens
            .iter()
            .map(|given| PlacedPiece {
                piece: given.piece,
                cells: &given.cells,
                origin: PieceOrigin::Given,
            })
            .collect();
        self.solution(&self.puzzle.title, &givens)
    }

    /// The board without pieces, in the same size as pictures of solutions.
    pub fn empty_board(&self) -> Scene {
        self.solution(&self.puzzle.title, &[])
    }

    /// The board with pieces on it: a whole or partial solution.
    pub fn solution(&self, title: &str, laid: &[PlacedPiece<'_>]) -> Scene {
        let solid = self.is_solid();
        let mut scenes = Vec::new();
        if !solid || self.style.view != SolidView::Isometric {
            scenes.push(self.flat(title, laid));
        }
        if solid && self.style.view != SolidView::Layers {
            scenes.push(self.corner_view(title, laid));
        }
        Scene::side_by_side(title, scenes, self.style.cell)
    }

    /// A single piece, in the orientation of the file. Solids are drawn in the isometric view. If
    /// that view hides a cell, they are also drawn layer by layer.
    pub fn piece(&self, id: PieceId) -> Scene {
        let cells = self.puzzle.piece(id).polyform.cells();
        let table = self.puzzle.lattice.table();
        portrait(
            table,
            &self.piece_as_part(id, cells, PieceOrigin::Placed),
            self.style,
        )
    }

    /// All pieces with their names and numbers of copies, in lines of at most `width` millimetres.
    /// A wider piece is alone in its line.
    pub fn pieces(&self, width: f64) -> Scene {
        self.pieces_called(width, |id| self.puzzle.piece(id).name.to_string())
    }

    /// All pieces, like [`pieces`](Self::pieces), but with captions by the function `name` in place of the names.
    pub fn pieces_called(&self, width: f64, name: impl Fn(PieceId) -> String) -> Scene {
        let tiles = (self.puzzle.pieces()).filter(|(_, piece)| piece.is_first_face());
        let pictures = tiles.map(|(id, piece)| {
            let mut caption = name(id);
            let of_tile = piece.cell_colors.as_ref().map(|colors| colors.copies);
            let copies = of_tile.unwrap_or(piece.copies);
            if copies.exactly() != Some(1) {
                let copies = copies.to_string().replace(" to ", "–");
                caption.push_str(&format!(" ×{copies}"));
            }
            (caption, self.piece(id))
        });
        gallery(&self.puzzle.title, pictures, width, self.style)
    }

    fn piece_as_part<'p>(
        &'p self,
        piece: PieceId,
        cells: &'p [Cell],
        origin: PieceOrigin,
    ) -> DrawnPiece<'p> {
        DrawnPiece {
            name: &self.puzzle.piece(piece).name,
            number: piece.index(),
            fill: self.fill_laid(piece, origin),
            cells,
            cell_fills: self.cell_fills(piece, cells),
            given: origin == PieceOrigin::Given,
        }
    }

    /// The fills of the cells of a tile's face. Hex colours (`#2a9d3a`) and names of colours are
    /// used as they are; other words get palette colours, or patterns, in turn.
    fn cell_fills(&self, piece: PieceId, cells: &[Cell]) -> Vec<(Cell, Fill)> {
        let Some(colors) = &self.puzzle.piece(piece).cell_colors else {
            return Vec::new();
        };
        let known = self.puzzle.cell_colors();
        let fills = fills_of_colors(self.puzzle);
        let fill = |color: &Label| {
            let number = known.binary_search(&color).unwrap_or_default();
            look::fill(fills[number], number, self.style)
        };
        // Faces are only translated, never rotated. So the cells, once sorted, are in the order in which the
        // colours are listed.
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
            .into_iter()
            .zip(colors.colors.iter().map(fill))
            .collect()
    }

    /// A piece without the board. Overlays of all pieces of a solution, drawn over the top view of the
    /// [empty board](Self::empty_board), show the solution.
    pub fn overlay(&self, laid: &PlacedPiece<'_>) -> Scene {
        let board = &self.puzzle.board;
        let frame = self.frame();
        let (width, height) = frame.size();
        let cells: Vec<Cell> = laid.cells.iter().map(|&cell| board.cell(cell)).collect();
        let strands = Strands::of_full_board(&frame, board.cells(), &cells);
        let mut scene = Scene::new(&self.puzzle.piece(laid.piece).name, width, height);
        let part = self.piece_as_part(laid.piece, &cells, laid.origin);
        scene.push(self.continuation(&frame, laid));
        scene.push(part.element(&frame, &strands, 0, self.style));
        scene.push(self.bead_marks(&frame, laid));
        let label = self.labels.of(laid.piece);
        for element in self.label_elements(&frame, laid, &cells, label) {
            scene.push(element);
        }
        scene
    }

    /// Whether the board itself has several layers. In a tray with depth, only the pieces do.
    fn is_solid(&self) -> bool {
        let (low, high) = self.puzzle.board.bounding_box();
        self.puzzle.tray == Tray::Flat && low.z < high.z
    }

    /// The positions of the board's cells on the page, in pictures from above.
    pub fn frame(&self) -> Frame {
        let table = self.puzzle.lattice.table();
        frame_of(table, &self.cells_with_those_beyond(), self.style)
    }

    /// The board from above, layer by layer, with pieces on it.
    fn flat(&self, title: &str, laid: &[PlacedPiece<'_>]) -> Scene {
        let board = &self.puzzle.board;
        let frame = self.frame();
        let (width, height) = frame.size();
        let mut scene = Scene::new(title, width, height);
        self.ground(&frame, &mut scene);
        self.edges(&frame, &mut scene);
        for laid in laid {
            scene.push(self.continuation(&frame, laid));
        }
        let parts: Vec<Vec<Cell>> = laid
            .iter()
            .map(|laid| laid.cells.iter().map(|&cell| board.cell(cell)).collect())
            .collect();
        let strands = Strands::new(&frame, parts.iter().map(Vec::as_slice));
        for (index, (laid, cells)) in laid.iter().zip(&parts).enumerate() {
            let part = self.piece_as_part(laid.piece, cells, laid.origin);
            scene.push(part.element(&frame, &strands, index, self.style));
        }
        scene.push(self.seams(&frame));
        scene.push(self.cell_labels(&frame, laid));
        for laid in laid {
            scene.push(self.bead_marks(&frame, laid));
        }
        let pieces: Vec<PieceId> = laid.iter().map(|laid| laid.piece).collect();
        let labels = self.labels.of_placed(self.puzzle, &pieces);
        for ((laid, cells), label) in laid.iter().zip(&parts).zip(&labels) {
            for element in self.label_elements(&frame, laid, cells, label) {
                scene.push(element);
            }
        }
        scene.push(layer_captions(&frame, self.style.smallest_label));
        scene
    }

    /// The isometric view of the board with pieces on it.
    fn corner_view(&self, title: &str, laid: &[PlacedPiece<'_>]) -> Scene {
        let board = &self.puzzle.board;
        let parts: Vec<Vec<Cell>> = laid
            .iter()
            .map(|laid| laid.cells.iter().map(|&cell| board.cell(cell)).collect())
            .collect();
        let mut blocks: Vec<SolidBlock<'_>> = laid
            .iter()
            .zip(&parts)
            .map(|(laid, cells)| SolidBlock {
                name: &self.puzzle.piece(laid.piece).name,
                label: self.labels.of(laid.piece),
                fill: self.fill_laid(laid.piece, laid.origin),
                cells,
            })
            .collect();
        if blocks.is_empty() {
            blocks.push(SolidBlock {
                name: "",
                label: "",
                fill: Fill::Color(self.board_color()),
                cells: board.cells(),
            });
        }
        let table = self.puzzle.lattice.table();
        let view = isometric(table, &blocks, self.style.cell, self.style.labels);
        framed(title, view, self.style)
    }
}
