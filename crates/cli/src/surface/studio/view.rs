//! What a page shows of a document: the canvas, the pieces, and what is wrong.

use std::sync::Arc;

use serde::Serialize;
use tilewright_geometry::{
    Board, BoardCell, Cell, Crossing, Lattice, Mark, ShapeName, Sides, lifts,
};

use super::canvas::Canvas;
use super::document::Document;
use crate::picture::drawing::{Artist, Style, svg};
use crate::picture::palette::{Scheme, fills_of_colors};
use crate::puzzle::{CellLabels, Diagnostic, Piece, Puzzle, PuzzleFile, Sketch, Source, Tray};
use crate::support::label::Label;

/// A picture of each piece is sent of so many pieces at most.
const MAX_PICTURES: usize = 400;

/// What a page shows of a document.
#[derive(Debug, Clone, Serialize)]
pub struct View {
    /// The revision of the document that it shows.
    pub revision: u64,
    /// The text.
    pub text: String,
    /// The title.
    pub title: String,
    /// The lattice as files name it.
    pub lattice: &'static str,
    /// What is wrong with the text, if anything is.
    pub problem: Option<Problem>,
    /// The cells that can be drawn on.
    pub canvas: Canvas,
    /// By cell of the canvas: 0 for none of the board's, 1 for one that is to be covered, 2 for one
    /// that may stay empty.
    pub marks: Vec<u16>,
    /// What is written on cells: the cell's number on the canvas, its middle, and the label.
    pub labels: Vec<(usize, [f64; 2], String)>,
    /// The cells of the board that ask for one colour: the cell's number on the canvas, its middle, and how
    /// the colour is painted.
    pub asked: Vec<(usize, [f64; 2], String)>,
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// Whether the board can be drawn on; several boards cannot.
    pub is_drawable: bool,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to redo.
    pub can_redo: bool,
    /// All lattices as files name them.
    pub lattices: &'static [&'static str],
    /// The families of pieces that this lattice has, as files name them.
    pub families: Vec<String>,
    /// A shape that a board may have, as files write it.
    pub example: &'static str,
    /// The names of the goals.
    pub goals: Vec<String>,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What, in a line.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// From which to which character of the text, in UTF-16 code units, as JavaScript counts.
    pub range: [usize; 2],
}

/// A piece in the list beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// Its name.
    pub name: String,
    /// What stands in its cells in pictures.
    pub label: String,
    /// Its colour in pictures.
    pub color: String,
    /// Whether the file gives its colour.
    pub is_colored: bool,
    /// Whether it is a further face of a tile with coloured cells, of which the first stands for all.
    pub is_further_face: bool,
    /// How many cells it has.
    pub size: usize,
    /// The least number of copies.
    pub min: u32,
    /// The greatest number of copies; none for as many as fit.
    pub max: Option<u32>,
    /// `Free`, `OneSided` or `Fixed`.
    pub sides: String,
    /// A picture, an SVG file.
    pub picture: Option<String>,
}

impl View {
    /// What a page shows of a document, and the puzzle if nothing is wrong with it.
    ///
    /// Cost: linear in the text, n log n in the cells of the canvas, and about 50 µs a piece for its picture.
    pub fn of(document: &Document) -> (Self, Option<Arc<PuzzleFile>>) {
        let source = document.source();
        let (sketch, is_current) = document.sketch();
        let (problem, file) = match document.puzzle() {
            Ok(file) => (None, Some(Arc::clone(file))),
            Err(diagnostic) => (Some(Problem::new(diagnostic, &source)), None),
        };
        let board = sketch.board.as_deref().unwrap_or_default();
        let cells: Vec<Cell> = match (&sketch.board, &file) {
            (None, Some(file)) => file.puzzle.board.cells().to_vec(),
            _ => board.iter().map(|(cell, _)| *cell).collect(),
        };
        let canvas = Canvas::new(sketch.lattice, &cells);
        let mut marks = vec![0; canvas.len()];
        let mut mark = |cell: Cell, is_required: bool| {
            if let Some(at) = canvas.index_of(cell) {
                marks[at] = if is_required { 1 } else { 2 };
            }
        };
        for (cell, found) in board {
            mark(*cell, *found == Mark::Required);
        }
        if let (None, Some(file)) = (&sketch.board, &file) {
            let board = &file.puzzle.board;
            for cell in board.indices() {
                mark(board.cell(cell), board.is_required(cell));
            }
        }
        let asked = file.iter().flat_map(|file| asked(&file.puzzle, &canvas));
        let asked = asked.collect();
        let labels = file.iter().flat_map(|file| file.puzzle.labels.iter());
        let labels = labels.filter_map(|(cell, label)| {
            let at = canvas.index_of(cell)?;
            Some((at, canvas.middle(cell), label.to_string()))
        });
        let view = Self {
            revision: document.revision(),
            text: document.text().to_owned(),
            title: match &file {
                Some(file) => file.puzzle.title.to_string(),
                None => source.name().to_owned(),
            },
            lattice: name_of(sketch.lattice),
            problem,
            marks,
            labels: labels.collect(),
            asked,
            pieces: pieces(sketch),
            is_drawable: is_current && sketch.board.is_some(),
            can_undo: document.can_undo(),
            can_redo: document.can_redo(),
            lattices: Lattice::IDENTIFIERS,
            families: families(sketch.lattice),
            example: example(sketch.lattice),
            goals: file
                .iter()
                .flat_map(|file| file.goals.iter().map(|goal| goal.name.to_string()))
                .collect(),
            canvas,
        };
        (view, file)
    }
}

/// The cells of a board that ask for one colour, where they are on a canvas and how it is painted.
fn asked(puzzle: &Puzzle, canvas: &Canvas) -> Vec<(usize, [f64; 2], String)> {
    let (known, fills) = (puzzle.cell_colors(), fills_of_colors(puzzle));
    let asked = puzzle.asked_colors().into_iter();
    let spot = |(cell, color): (BoardCell, &Label)| {
        let cell = puzzle.board.cell(cell);
        let fill = known.binary_search(&color).ok()?;
        let at = canvas.index_of(cell)?;
        Some((at, canvas.middle(cell), fills[fill].color.to_string()))
    };
    asked.filter_map(spot).collect()
}

/// A lattice as files name it.
fn name_of(lattice: Lattice) -> &'static str {
    let at = Lattice::ALL.iter().position(|known| *known == lattice);
    at.and_then(|at| Lattice::IDENTIFIERS.get(at).copied())
        .unwrap_or_default()
}

/// The families of pieces that lie on a lattice, its own first.
fn families(lattice: Lattice) -> Vec<String> {
    let lifted = Lattice::ALL
        .into_iter()
        .filter(|home| lifts(*home, lattice));
    let homes = std::iter::once(lattice).chain(lifted.filter(|home| *home != lattice));
    let name = |home: Lattice| home.table().family.replacen('p', "P", 1);
    homes.map(name).collect()
}

/// A shape that boards of a lattice may have.
fn example(lattice: Lattice) -> &'static str {
    let shapes = lattice.table().shapes;
    let known = [
        (ShapeName::Box, "Box(3, 3, 3)"),
        (ShapeName::Rectangle, "Rect(10, 6)"),
        (ShapeName::Hexagon, "Hexagon(3)"),
        (ShapeName::Rhombus, "Rhombus(6, 6)"),
    ];
    let mut found = known.iter().filter(|(shape, _)| shapes.contains(shape));
    found.next().map_or("Cells([…])", |(_, example)| example)
}

impl Problem {
    /// A diagnostic over a text.
    fn new(diagnostic: &Diagnostic, source: &Source) -> Self {
        let span = source.place(diagnostic.primary.0);
        let text = source.written_text();
        let before = &text[..span.start];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let units = |text: &str| text.encode_utf16().count();
        Self {
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            range: [units(before), units(&text[..span.end])],
        }
    }
}

/// The pieces of a sketch with their pictures.
fn pieces(sketch: &Sketch) -> Vec<PieceView> {
    let found = sketch.pieces.as_deref().unwrap_or_default();
    let Some(puzzle) = of_pieces(sketch.lattice, found) else {
        return Vec::new();
    };
    let artist = Artist::new(&puzzle, Style::default());
    let scheme = Scheme::of_puzzle(&puzzle);
    let view = |(id, piece): (crate::puzzle::PieceId, &Piece)| PieceView {
        name: piece.name.to_string(),
        label: artist.label(id).to_owned(),
        color: scheme.fill(id).color.to_string(),
        is_colored: piece.color.is_some(),
        size: piece.polyform.size(),
        is_further_face: !piece.is_first_face(),
        min: piece.copies_of_tile().min,
        max: (!piece.unlimited).then_some(piece.copies_of_tile().max),
        sides: match piece.sides {
            Sides::Free => "Free",
            Sides::OneSided => "OneSided",
            Sides::Fixed => "Fixed",
        }
        .to_owned(),
        picture: (found.len() <= MAX_PICTURES).then(|| svg::file(&artist.piece(id))),
    };
    puzzle.pieces().map(view).collect()
}

/// A puzzle of some pieces on a board of one cell, to draw the pieces by.
fn of_pieces(lattice: Lattice, pieces: &[Piece]) -> Option<Puzzle> {
    let cell = *pieces.first()?.polyform.cells().first()?;
    Some(Puzzle {
        title: Label::default(),
        source: None,
        lattice,
        tray: Tray::Flat,
        crossing: Crossing::Allowed,
        board: Board::new(lattice, [cell], []).ok()?,
        pieces: pieces.to_vec(),
        givens: Vec::new(),
        restrictions: Vec::new(),
        conditions: Vec::new(),
        labels: CellLabels::default(),
    })
}
