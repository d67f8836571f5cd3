//! Draws the heat maps of a space as one picture.

use num_bigint::BigUint;

use super::scale::Scale;
use super::{PieceUse, percent};
use crate::picture::drawing::{
    Anchor, Artist, Element, Fill, FontWeight, HeatMap, Path, Point, Role, Scene, Shape, Stroke,
    Style, Text, TextTurn, heat_color, text_width,
};
use crate::picture::palette::INK;
use crate::puzzle::Puzzle;

/// The side of a cell in millimetres: twelve maps of 5 × 11 cells fill a page of A4.
const CELL: f64 = 6.0;

/// The space between maps and around the picture, in millimetres.
const GAP: f64 = 6.0;

/// The font size of the title, in millimetres.
const TITLE: f64 = 6.0;
/// The font size of the captions, in millimetres.
const CAPTION: f64 = 4.0;

/// The aspect ratio of the page that maps are arranged for: that of A4.
const PAGE: f64 = std::f64::consts::SQRT_2;

/// The number of colours in the legend.
const STEPS: u32 = 5;

/// A picture of the heat maps of these pieces with a title and a legend. There is one board for
/// each piece, in the given order, and all maps have the same scale. Each of `remarks` is a line
/// below the title.
///
/// Cost: linear in the picture, which has one element for each cell of each piece's map.
pub(crate) fn sheet(
    puzzle: &Puzzle,
    pieces: &[&PieceUse],
    solutions: &BigUint,
    remarks: &[String],
) -> Scene {
    let artist = Artist::new(puzzle, Style::default().with_cell(CELL));
    let scale = Scale::of(pieces.iter().copied(), solutions);
    let maps: Vec<Scene> = pieces
        .iter()
        .map(|piece| with_caption(puzzle, piece, solutions, artist.heat(&heat(piece, &scale))))
        .collect();
    let width = maps.iter().map(|map| map.width).fold(0.0, f64::max);
    let height = maps.iter().map(|map| map.height).fold(0.0, f64::max);
    let columns = columns(maps.len(), width + GAP, height + GAP);

    let mut above = header(puzzle, remarks, &scale);
    let (mut across, top) = (above.width, above.height);
    let mut down = top;
    for (row, line) in maps.chunks(columns).enumerate() {
        for (column, map) in line.iter().enumerate() {
            let x = GAP + length(column) * (width + GAP);
            let y = top + length(row) * (height + GAP);
            across = f64::max(across, x + width + GAP);
            down = f64::max(down, y + height + GAP);
            above.insert(Point::new(x, y), map.clone());
        }
    }
    let mut sheet = Scene::new(
        format!("{}: where its pieces lie", puzzle.title),
        across,
        down,
    );
    let paper = Path::rectangle(Point::new(0.0, 0.0), across, down);
    let paper = Shape::filled(paper, Fill::Color(crate::picture::palette::PAPER));
    sheet.push(Element::new(Role::Ground, vec![paper]));
    sheet.insert(Point::new(0.0, 0.0), above);
    sheet
}

fn heat(piece: &PieceUse, scale: &Scale) -> HeatMap {
    let texts = piece
        .density
        .iter()
        .map(|number| percent(number, scale.whole()));
    HeatMap {
        title: String::new(),
        values: piece
            .density
            .iter()
            .map(|number| scale.share(number))
            .collect(),
        texts: texts.collect(),
    }
}

fn with_caption(puzzle: &Puzzle, piece: &PieceUse, solutions: &BigUint, map: Scene) -> Scene {
    let name = piece.caption(puzzle, solutions);
    let mut scene = Scene::new(name.clone(), map.width, map.height + CAPTION * 1.5);
    let text = line(Point::new(0.0, CAPTION), CAPTION, name);
    scene.push(Element::new(Role::Caption, vec![Shape::Text(text)]));
    scene.insert(Point::new(0.0, CAPTION * 1.5), map);
    scene
}

/// The title, the remarks and the legend.
fn header(puzzle: &Puzzle, remarks: &[String], scale: &Scale) -> Scene {
    let mut y = GAP + TITLE;
    let mut texts = vec![Text {
        weight: FontWeight::Bold,
        ..line(Point::new(GAP, y), TITLE, puzzle.title.to_string())
    }];
    for remark in remarks {
        y += CAPTION * 1.5;
        texts.push(line(Point::new(GAP, y), CAPTION, remark.clone()));
    }
    y += CAPTION * 2.0;
    let (box_width, box_height) = (8.0, 4.0);
    let mut shapes = Vec::new();
    let coloring = Style::default().coloring;
    texts.push(line(Point::new(GAP, y), CAPTION, "none".to_owned()));
    let left = GAP + 12.0;
    for step in 0..=STEPS {
        let corner = Point::new(left + f64::from(step) * box_width, y - box_height * 0.85);
        let color = heat_color(f64::from(step) / f64::from(STEPS), coloring);
        shapes.push(Shape::Path {
            path: Path::rectangle(corner, box_width, box_height),
            fill: Some(Fill::Color(color)),
            stroke: Some(Stroke::new(INK, 0.1)),
        });
    }
    let end = left + f64::from(STEPS + 1) * box_width + 2.0;
    let most = if scale.most() == scale.whole() {
        "all solutions".to_owned()
    } else {
        let percent = percent(scale.most(), scale.whole());
        format!("{percent} % of the solutions")
    };
    texts.push(line(Point::new(end, y), CAPTION, most));
    let ends = texts
        .iter()
        .map(|text| text.at.x + text_width(&text.text, text.size));
    let width = ends.fold(0.0, f64::max) + GAP;
    shapes.extend(texts.into_iter().map(Shape::Text));
    let mut scene = Scene::new("", width, y + GAP);
    scene.push(Element::new(Role::Caption, shapes));
    scene
}

fn line(at: Point, size: f64, text: String) -> Text {
    Text {
        at,
        anchor: Anchor::Start,
        size,
        weight: FontWeight::Regular,
        color: INK,
        turn: TextTurn::Upright,
        text,
    }
}

/// The number of maps in a row for which the picture's aspect ratio is nearest to that of a page.
fn columns(maps: usize, width: f64, height: f64) -> usize {
    let off = |columns: usize| {
        let shape = length(columns) * width / (length(maps.div_ceil(columns)) * height);
        (shape / PAGE).ln().abs()
    };
    let choices = 1..=maps.max(1);
    choices
        .min_by(|a, b| off(*a).total_cmp(&off(*b)))
        .unwrap_or(1)
}

/// Converts a small number to `f64`, to multiply a length by it.
fn length(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
