//! The parts of a text that a page shows in forms: labels, goals and further fields.

use serde::Serialize;
use tilewright_geometry::Cell;

use crate::picture::drawing::{Artist, Style, svg};
use crate::puzzle::{GoalSketch, PuzzleFile, Sketch};
use crate::support::label::Label;
use crate::surface::studio::canvas::Canvas;
use crate::surface::studio::document::Document;
use crate::surface::studio::edit::FURTHER_FIELDS;
use crate::surface::studio::fields::{entries_of, value_of};

/// An entry of the list of goals, as its form on the page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoalView {
    /// The kind of the entry: `Goal`, `Each`, `Holes` …; empty if the entry cannot be read.
    pub kind: String,
    /// The name of a `Goal`.
    pub name: String,
    /// The cells of the canvas that a `Goal` leaves open.
    pub open: Vec<usize>,
    /// The labels that an `Each` leaves out.
    pub except: Vec<String>,
    /// The number of groups of labels that the entry `Each` names.
    pub groups: usize,
    /// The number of cells that `Holes` leaves open.
    pub holes: i64,
    /// The number of goals that the entry makes; 0 if the text has an error.
    pub count: usize,
    /// The entry as in the text.
    pub text: String,
    /// The board of a `Goal` as an SVG file; `None` if the board cannot be read, or the file has too many entries
    /// for pictures.
    pub picture: Option<String>,
}

/// If the list of goals has more entries than this, none of them has a picture.
const MAX_PICTURES: usize = 100;

/// The labels of cells: those of a puzzle, or those that can be read in an unfinished one.
pub(super) fn labels(sketch: &Sketch, file: Option<&PuzzleFile>) -> Vec<(Cell, Label)> {
    match file {
        Some(file) => {
            let labels = file.puzzle.labels.iter();
            labels.map(|(cell, label)| (cell, label.clone())).collect()
        }
        None => sketch.labels.iter().flatten().flatten().cloned().collect(),
    }
}

/// The groups of labels, without cells that are not on the canvas.
pub(super) fn label_groups(sketch: &Sketch, canvas: &Canvas) -> Vec<Vec<(usize, String)>> {
    let label = |(cell, label): &(Cell, Label)| Some((canvas.index_of(*cell)?, label.to_string()));
    let groups = sketch.labels.iter().flatten();
    groups
        .map(|group| group.iter().filter_map(label).collect())
        .collect()
}

/// The entries of the list of goals. Empty while no sketch with goals can be read from the text.
pub(super) fn goal_entries(
    document: &Document,
    canvas: &Canvas,
    file: Option<&PuzzleFile>,
) -> Vec<GoalView> {
    let (sketch, is_current) = document.sketch();
    let (Some(goals), true) = (&sketch.goals, is_current) else {
        return Vec::new();
    };
    let (text, source) = (document.text(), document.source());
    let made = file.iter().flat_map(|file| &file.goals);
    let starts: Vec<usize> = made.map(|goal| source.place(goal.span).start).collect();
    let has_pictures = goals.len() <= MAX_PICTURES;
    let picture = |span: &crate::puzzle::Span| {
        let at = (starts.iter()).position(|start| (span.start..span.end).contains(start))?;
        let file = file?;
        let puzzle = file.with_goal(file.goals.get(at)?).puzzle;
        Some(svg::file(&Artist::new(&puzzle, Style::default()).board()))
    };
    let spans = entries_of(text, "goals").unwrap_or_default();
    let view = |(goal, span): (&GoalSketch, &crate::puzzle::Span)| GoalView {
        kind: goal.kind.clone(),
        name: goal.name.clone(),
        open: (goal.open.iter())
            .filter_map(|cell| canvas.index_of(*cell))
            .collect(),
        except: goal.except.clone(),
        groups: goal.groups,
        holes: goal.holes,
        count: (starts.iter())
            .filter(|start| (span.start..span.end).contains(start))
            .count(),
        text: text[span.start..span.end].to_owned(),
        picture: (goal.kind == "Goal" && has_pictures)
            .then(|| picture(span))
            .flatten(),
    };
    goals.iter().zip(&spans).map(view).collect()
}

/// Each of [`FURTHER_FIELDS`], with its value as text. The value is empty if the text does not have the field.
pub(super) fn further_fields(text: &str) -> Vec<(&'static str, String)> {
    let value = |field| {
        let span = value_of(text, field);
        span.map_or_else(String::new, |span| text[span.start..span.end].to_owned())
    };
    FURTHER_FIELDS.map(|field| (field, value(field))).into()
}

/// The entries that define the pieces. Empty while no sketch can be read from the text.
pub(super) fn piece_entries(document: &Document) -> Vec<String> {
    let text = document.text();
    let spans = document.sketch().1.then(|| entries_of(text, "pieces"));
    let spans = spans.flatten().unwrap_or_default();
    let entries = spans
        .iter()
        .map(|span| text[span.start..span.end].to_owned());
    entries.collect()
}
