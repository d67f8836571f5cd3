//! The data of a document that a page shows: the canvas, the pieces, and errors.

mod forms;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use serde::Serialize;
use tilewright_geometry::{BoardCell, Cell, Lattice, Mark, ShapeName, lifts};

pub use self::forms::GoalView;
use self::forms::{further_fields, goal_entries, label_groups, labels, piece_entries};
use super::canvas::Canvas;
use super::document::Document;
use super::drawn_pieces::puzzle_of;
use super::goal_cells::GoalCells;
use super::room::Room;
use crate::picture::drawing::{Artist, Style, svg};
use crate::picture::palette::{Scheme, fills_of_colors};
use crate::puzzle::{Diagnostic, Piece, Puzzle, PuzzleFile, Sketch, Source, TILES};
use crate::support::label::Label;

/// The maximum number of pieces that have pictures. If there are more, none has one.
const MAX_PICTURES: usize = 400;

/// The data of a document that a page shows.
#[derive(Debug, Clone, Serialize)]
pub struct View {
    /// The revision of the document, which grows with every change.
    pub revision: u64,
    /// The whole text of the document.
    pub text: String,
    /// The title of the puzzle.
    pub title: String,
    /// The lattice's name in files.
    pub lattice: &'static str,
    /// The error in the text, if there is one.
    pub problem: Option<Problem>,
    /// The cells that can be drawn on.
    pub canvas: Canvas,
    /// For each cell of the canvas: 0 if it is not on the board, 1 if it must be covered, 2 if it may stay empty.
    pub marks: Vec<u16>,
    /// The labels of cells: the cell's index on the canvas, its centre, and the label.
    pub labels: Vec<(usize, [f64; 2], String)>,
    /// The cells that require one colour: the cell's index on the canvas, its centre, and the colour's
    /// fill.
    pub asked: Vec<(usize, [f64; 2], String)>,
    /// The colours of pieces with coloured cells: the name of each colour, and its fill in pictures.
    pub colors: Vec<(String, String)>,
    /// The pieces of the puzzle.
    pub pieces: Vec<PieceView>,
    /// The entries that define the pieces, as in the text.
    pub piece_entries: Vec<String>,
    /// Whether the user can draw on the board; false if the file has several boards.
    pub is_drawable: bool,
    /// Whether a change can be undone.
    pub can_undo: bool,
    /// Whether a change can be redone.
    pub can_redo: bool,
    /// The names of all built-in lattices in files, and `Tiles` if the text describes a tiling.
    pub lattices: Vec<&'static str>,
    /// The families of pieces that this lattice has, as files name them.
    pub families: Vec<String>,
    /// An example of a board's shape, as in files.
    pub example: &'static str,
    /// The names of the goals.
    pub goals: Vec<String>,
    /// The entries of the list of goals. One entry may make several goals.
    pub goal_entries: Vec<GoalView>,
    /// For each group of labels: its cells, as indices on the canvas, and their labels.
    pub label_groups: Vec<Vec<(usize, String)>>,
    /// The number of layers of a tray with depth; 0 if it is flat.
    pub layers: i64,
    /// The fields of the file that have no form of their own, each with its value; the value is empty if the file
    /// does not have the field.
    pub further: Vec<(&'static str, String)>,
}

/// An error in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The message, one line.
    pub message: String,
    /// How to correct the error, if that is known.
    pub help: Option<String>,
    /// The line of the text in which the error begins, from 1.
    pub line: usize,
    /// The column at which the error begins, in characters, from 1.
    pub column: usize,
    /// The start and the end of the error in the text, in UTF-16 code units as in JavaScript.
    pub range: [usize; 2],
}

/// A piece in the list next to the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// The name of the piece.
    pub name: String,
    /// The label of the piece in pictures.
    pub label: String,
    /// The colour of the piece in pictures.
    pub color: String,
    /// Whether the file gives the piece a colour.
    pub is_colored: bool,
    /// Whether the piece is a face of a tile with coloured cells, but not the first face. The first
    /// one represents the tile.
    pub is_further_face: bool,
    /// The number of cells of the piece.
    pub size: usize,
    /// The index of the entry that defines the piece.
    pub entry: usize,
    /// The name of an earlier piece of the same shape, up to the symmetries that this one may use.
    pub same: Option<String>,
    /// The minimum number of copies.
    pub min: u32,
    /// The maximum number of copies; `None` for as many as fit.
    pub max: Option<u32>,
    /// The sides of the piece: `Free`, `OneSided` or `Fixed`.
    pub sides: String,
    /// A picture of the piece as an SVG file; `None` if there are too many pieces.
    pub picture: Option<String>,
}

impl View {
    /// The view of a document, and the puzzle if the text has no error.
    ///
    /// Cost: that of [`in_room`](Self::in_room).
    pub fn of(document: &Document) -> (Self, Option<Arc<PuzzleFile>>) {
        Self::in_room(document, None, None)
    }

    /// As [`of`](Self::of), with the room of an earlier canvas, so that the board does not move, and with
    /// room for the board of the goal that is shown.
    ///
    /// Cost: linear in the text, O(n log n) in the cells of the canvas, and about 50 µs for each piece's
    /// picture.
    pub fn in_room(
        document: &Document,
        room: Option<Room>,
        goal: Option<&str>,
    ) -> (Self, Option<Arc<PuzzleFile>>) {
        let source = document.source();
        let (sketch, is_current) = document.sketch();
        let (problem, file) = match document.puzzle() {
            Ok(file) => (None, Some(Arc::clone(file))),
            Err(diagnostic) => (Some(Problem::new(diagnostic, &source)), None),
        };
        let board = sketch.board.as_deref().unwrap_or_default();
        let mut cells: Vec<Cell> = match (&sketch.board, &file) {
            (None, Some(file)) => file.puzzle.board.cells().to_vec(),
            _ => board.iter().map(|(cell, _)| *cell).collect(),
        };
        if let (Some(file), Some(goal)) = (&file, goal) {
            cells.extend(GoalCells::own_cells(file, goal));
        }
        let canvas = Canvas::new(sketch.lattice, &cells, room);
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
        let labels = labels(sketch, file.as_deref());
        let labels = labels.into_iter().filter_map(|(cell, label)| {
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
            colors: file.iter().flat_map(|file| colors(&file.puzzle)).collect(),
            pieces: pieces(sketch),
            piece_entries: piece_entries(document),
            is_drawable: is_current && sketch.board.is_some(),
            can_undo: document.can_undo(),
            can_redo: document.can_redo(),
            lattices: lattices(sketch.lattice),
            families: families(sketch.lattice),
            example: example(sketch.lattice),
            goals: file
                .iter()
                .flat_map(|file| file.goals.iter().map(|goal| goal.name.to_string()))
                .collect(),
            goal_entries: goal_entries(document, &canvas, file.as_deref()),
            label_groups: label_groups(sketch, &canvas),
            layers: sketch.layers,
            further: further_fields(document.text()),
            canvas,
        };
        (view, file)
    }
}

/// The colours of pieces with coloured cells: the name of each colour, and its fill in pictures.
fn colors(puzzle: &Puzzle) -> Vec<(String, String)> {
    let (known, fills) = (puzzle.cell_colors(), fills_of_colors(puzzle));
    let colors = known.iter().zip(&fills);
    colors
        .map(|(name, fill)| (name.to_string(), fill.color.to_string()))
        .collect()
}

/// The cells of a board that require one colour, each with its index and centre on the canvas and
/// the colour's fill.
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

/// A lattice as files name it: `Tiles` for a tiling.
fn name_of(lattice: Lattice) -> &'static str {
    let at = Lattice::ALL.iter().position(|known| *known == lattice);
    at.and_then(|at| Lattice::IDENTIFIERS.get(at).copied())
        .unwrap_or(TILES)
}

/// The names of the lattices that a user can choose: the built-in ones, and `Tiles` if the text describes a
/// tiling.
fn lattices(own: Lattice) -> Vec<&'static str> {
    let built_in = Lattice::IDENTIFIERS.iter().copied();
    let own = (!Lattice::ALL.contains(&own)).then(|| name_of(own));
    built_in.chain(own).collect()
}

/// The names of the families of pieces that can be used on a lattice, such as `Polyominoes`. The first is the
/// lattice's own family; the others are those of the lattices that can be lifted to it.
fn families(lattice: Lattice) -> Vec<String> {
    let lifted = Lattice::ALL
        .into_iter()
        .filter(|home| lifts(*home, lattice));
    let homes = std::iter::once(lattice).chain(lifted.filter(|home| *home != lattice));
    let name = |home: Lattice| home.table().family.replacen('p', "P", 1);
    homes.map(name).collect()
}

/// An example of a board's shape on a lattice.
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
    /// The problem that a diagnostic describes, located in the text.
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
    let Some(puzzle) = puzzle_of(sketch.lattice, found) else {
        return Vec::new();
    };
    let artist = Artist::new(&puzzle, Style::default());
    let scheme = Scheme::of_puzzle(&puzzle);
    let same = same_shapes(found);
    let view = |(id, piece): (crate::puzzle::PieceId, &Piece)| PieceView {
        name: piece.name.to_string(),
        label: artist.label(id).to_owned(),
        color: scheme.fill(id).color.to_string(),
        is_colored: piece.color.is_some(),
        size: piece.polyform.size(),
        entry: sketch.entry_of(id.index()).map_or(0, |(entry, _)| entry),
        same: same.get(id.index()).cloned().flatten(),
        is_further_face: !piece.is_first_face(),
        min: piece.copies_of_tile().min,
        max: (!piece.unlimited).then_some(piece.copies_of_tile().max),
        sides: piece.sides.name().to_owned(),
        picture: (found.len() <= MAX_PICTURES).then(|| svg::file(&artist.piece(id))),
    };
    puzzle.pieces().map(view).collect()
}

/// For each piece, the name of an earlier piece of the same shape, if there is one. Empty if there are more than
/// [`MAX_PICTURES`] pieces. Pieces with coloured cells are not compared.
fn same_shapes(pieces: &[Piece]) -> Vec<Option<String>> {
    if pieces.len() > MAX_PICTURES {
        return Vec::new();
    }
    let mut seen = BTreeMap::new();
    let mut same = |piece: &Piece| {
        let shape = piece.polyform.canonical(piece.sides);
        match seen.entry((shape, piece.cell_colors.is_some())) {
            Entry::Occupied(first) if piece.cell_colors.is_none() => {
                Some(String::clone(first.get()))
            }
            Entry::Occupied(_) => None,
            Entry::Vacant(free) => {
                free.insert(piece.name.to_string());
                None
            }
        }
    };
    pieces.iter().map(&mut same).collect()
}
