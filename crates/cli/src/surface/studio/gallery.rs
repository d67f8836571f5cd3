//! The gallery: a few example puzzles, and a blank one on each lattice, all with pictures.
//!
//! The texts of the examples are copies of files in `puzzles/`, because a package holds only the files
//! of its crate; a test compares them. Pictures are drawn on the first request; no file contains them.

use std::sync::OnceLock;

use serde::Serialize;
use tilewright_dlx::{Answer, Budget};
use tilewright_geometry::{Board, BoardCell, Cell, Lattice};

use super::drawn_pieces::bare_puzzle;
use super::fields::{entries_of, with_entries, without_field};
use super::room::Room;
use super::sketched_text::blank;
use crate::cover::Instance;
use crate::picture::drawing::{Artist, Labelling, SolidView, Style, svg};
use crate::puzzle::{Piece, PieceOrigin, PlacedPiece, PuzzleFile, PuzzlePart, Source, load};

/// The maximum number of nodes of the search for the solution in a picture. The examples need fewer
/// than 2,000.
const MAX_NODES: u64 = 20_000;

/// The maximum number of cells in the picture of a lattice.
const MAX_PATCH: usize = 400;

/// The size of the piece in the picture of a lattice, in cells; for a polyabolo, in tans.
const PIECE_SIZE: usize = 3;

/// The puzzles from which a user of the page can start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gallery {
    /// The example puzzles, each with a solution in its picture.
    pub examples: Vec<GalleryCard>,
    /// A blank puzzle on each built-in lattice, with some of its cells in the picture.
    pub lattices: Vec<GalleryCard>,
}

/// An example puzzle, or a blank one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GalleryCard {
    /// The name of the puzzle's file without the extension, or the name of the lattice as in files.
    pub name: &'static str,
    /// The title that the card shows.
    pub title: &'static str,
    /// One line of text about the puzzle.
    pub about: &'static str,
    /// The text of the puzzle's file.
    pub text: String,
    /// The picture, an SVG file.
    pub picture: String,
}

/// An example: its name, its title, a line about it, and the text of its puzzle file.
type Example = (&'static str, &'static str, &'static str, &'static str);

/// Declares an example by its file's name.
macro_rules! example {
    ($name:literal, $title:literal, $about:literal) => {
        (
            $name,
            $title,
            $about,
            include_str!(concat!("gallery/", $name, ".ron")),
        )
    };
}

const EXAMPLES: [Example; 5] = [
    example!("kanoodle", "Kanoodle", "12 pieces fill a tray"),
    example!("calendar", "A calendar", "leaves the day open"),
    example!(
        "trihexes-and-tetrahexes-hexagon",
        "Hexagons",
        "10 pieces fill a honeycomb"
    ),
    example!(
        "kanoodle-pyramid",
        "A pyramid of balls",
        "12 pieces, 55 balls"
    ),
    example!("soma-cube", "The Soma cube", "7 pieces make a cube"),
];

/// The names of the lattices as cards show them, in the order of [`Lattice::ALL`].
const LATTICE_TITLES: [&str; Lattice::ALL.len()] = [
    "Squares",
    "Triangles",
    "Edges of squares",
    "Cubes",
    "Hexagons",
    "Edges of triangles",
    "Edges of hexagons",
    "Balls",
    "Tans: half squares",
    "Drafters: half triangles",
    "Kites",
    "Rhombs",
    "Hexagonal prisms",
    "Octagons and squares",
    "Cairo pentagons",
    "Squares and triangles, snub",
    "Squares and triangles, in rows",
    "Houses",
    "Quarters of squares",
    "Sixths of triangles",
];

impl Gallery {
    /// The gallery, drawn on the first call.
    ///
    /// Cost: the first call takes about 40 ms.
    pub fn get() -> &'static Self {
        static GALLERY: OnceLock<Gallery> = OnceLock::new();
        GALLERY.get_or_init(|| Self {
            examples: EXAMPLES.into_iter().map(example_card).collect(),
            lattices: lattice_cards().collect(),
        })
    }
}

fn example_card((name, title, about, text): Example) -> GalleryCard {
    GalleryCard {
        name,
        title,
        about,
        picture: solved(text).unwrap_or_default(),
        text: without_expectations(text),
    }
}

/// The text of a puzzle file without the expected numbers, which would not hold after a change of the puzzle.
fn without_expectations(text: &str) -> String {
    let text = without_field(text, "expect").unwrap_or_else(|| text.to_owned());
    let goals = entries_of(&text, "goals").unwrap_or_default();
    let of_goals: Vec<(usize, String)> = (goals.iter().enumerate())
        .filter_map(|(at, goal)| Some((at, without_field(&text[goal.start..goal.end], "expect")?)))
        .collect();
    if of_goals.is_empty() {
        return text;
    }
    with_entries(&text, "goals", &of_goals, "").unwrap_or(text)
}

/// A picture of a puzzle's first solution, or of its board alone if a short search finds none. If the
/// file has goals, the first goal is solved.
fn solved(text: &str) -> Option<String> {
    let file = load(&Source::new("example", text)).ok()?;
    let PuzzleFile { puzzle, .. } = match file.goals.first() {
        Some(goal) => file.part(PuzzlePart::Goal(&goal.name)).ok()?,
        None => file,
    };
    let instance = Instance::new(puzzle).ok()?;
    let found = instance.solver().budget(Budget::nodes(MAX_NODES)).first();
    let solution = match found {
        Ok(Answer::Known(Some(solution))) => solution,
        _ => Vec::new(),
    };
    let puzzle = instance.puzzle();
    let artist = Artist::new(puzzle, style());
    Some(svg::file(
        &artist.solution(&puzzle.title, &instance.placed_pieces(&solution)),
    ))
}

fn lattice_cards() -> impl Iterator<Item = GalleryCard> {
    let names = Lattice::IDENTIFIERS.iter().zip(LATTICE_TITLES);
    Lattice::ALL
        .into_iter()
        .zip(names)
        .map(|(lattice, (name, title))| GalleryCard {
            name,
            title,
            about: lattice.table().family,
            text: blank(lattice),
            picture: patch(lattice).unwrap_or_default(),
        })
}

/// A picture of some cells of a lattice; in the plane, with a piece on them. The piece shows what pieces consist
/// of: polyaboloes, for example, consist of tans, each of which is two cells of the lattice.
fn patch(lattice: Lattice) -> Option<String> {
    let table = lattice.table();
    let cells: Vec<Cell> = Room::of_piece(table, &[]).cells(table, MAX_PATCH);
    let board = Board::new(lattice, cells, []).ok()?;
    let on_board = |piece: &Piece| -> Option<Vec<BoardCell>> {
        let cells = piece.polyform.cells().iter();
        cells.map(|cell| board.index_of(*cell)).collect()
    };
    let pieces = match table.dimensions {
        2 => Piece::all_of_size(lattice, PIECE_SIZE).ok()?,
        _ => Vec::new(),
    };
    let lying = pieces.into_iter().rev().find_map(|piece| {
        let cells = on_board(&piece)?;
        Some((piece, cells))
    });
    let (pieces, cells) = lying.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
    let puzzle = bare_puzzle(board, pieces);
    let laid = puzzle
        .pieces()
        .zip(&cells)
        .map(|((piece, _), cells)| PlacedPiece {
            piece,
            cells,
            origin: PieceOrigin::Placed,
        });
    let laid: Vec<PlacedPiece<'_>> = laid.collect();
    Some(svg::file(
        &Artist::new(&puzzle, style()).solution("", &laid),
    ))
}

/// The style of the gallery's pictures. Solids are seen from a corner. Pieces have no letters, because
/// the pictures are small.
fn style() -> Style {
    Style {
        labels: Labelling::None,
        view: SolidView::Isometric,
        ..Style::default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{EXAMPLES, Gallery, GalleryCard};
    use crate::surface::studio::{Document, View};

    #[test]
    fn the_examples_are_those_of_the_collection() {
        let collection = [
            include_str!("../../../../../puzzles/kanoodle.ron"),
            include_str!("../../../../../puzzles/calendar.ron"),
            include_str!("../../../../../puzzles/hexagons/trihexes-and-tetrahexes-hexagon.ron"),
            include_str!("../../../../../puzzles/balls/kanoodle-pyramid.ron"),
            include_str!("../../../../../puzzles/soma-cube.ron"),
        ];
        for ((name, _, _, text), file) in EXAMPLES.into_iter().zip(collection) {
            assert!(text == file, "{name}");
        }
    }

    #[test]
    fn examples_expect_no_numbers() {
        for card in &Gallery::get().examples {
            assert!(!card.text.contains("expect"), "{}", card.text);
        }
    }

    #[test]
    fn examples_are_drawn_with_all_their_pieces() {
        for card in &Gallery::get().examples {
            let (view, file) = View::of(&Document::new(card.name, &card.text));
            assert_eq!(view.problem, None, "{}", card.name);
            // In a picture of a solid, some pieces may be hidden.
            let all = file.unwrap().puzzle.pieces().count();
            let drawn = card.picture.split("data-name=").skip(1);
            let names = drawn.filter_map(|rest| rest.split('"').nth(1));
            let names: BTreeSet<&str> = names.collect();
            assert!(2 * names.len() > all, "{}: {names:?} of {all}", card.name);
        }
    }

    #[test]
    fn every_lattice_has_a_blank_puzzle_and_a_picture() {
        let lattices = &Gallery::get().lattices;
        for GalleryCard {
            name,
            text,
            picture,
            ..
        } in lattices
        {
            let (view, _) = View::of(&Document::new(name, text));
            assert_eq!((view.lattice, view.is_drawable), (*name, true));
            assert!(view.pieces.is_empty() && view.marks.iter().all(|mark| *mark == 0));
            assert!(picture.contains("<path"), "{name}: {picture}");
        }
        let titles: BTreeSet<&str> = lattices.iter().map(|card| card.title).collect();
        assert_eq!(titles.len(), lattices.len());
    }
}
