//! Scenes: what is on a page, and what it stands for.

use tilewright_geometry::Coordinates;

use super::path::{Path, Point};
use super::pattern::Pattern;
use crate::puzzle::Color;

pub use super::text_line::{Anchor, Text, Turn, Weight};

/// A picture of a size, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// What it shows, in a few words.
    pub title: String,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What is on it; later ones lie over earlier ones.
    pub elements: Vec<Element>,
}

/// Something on a picture with a meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// What it stands for.
    pub role: Role,
    /// The name of the piece, or a caption that tells more of it.
    pub name: Option<String>,
    /// The cells it stands for, as users write them.
    pub cells: Vec<Coordinates>,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}

/// What an element stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The paper.
    Ground,
    /// The cells of the board that are to be filled.
    Board,
    /// The cells of the board that may stay empty.
    Optional,
    /// The lines between cells.
    Grid,
    /// A piece.
    Piece,
    /// A piece that is fixed beforehand.
    Given,
    /// Visible faces of a piece in a view of a solid.
    Face,
    /// A cell with the colour of a number.
    HeatMap,
    /// The label of a piece.
    Label,
    /// A mark in a cell: a ring around a given's label, the depth of a bead.
    Mark,
    /// A line of text: a piece's name, a layer's, a solution's number.
    Caption,
    /// A part of a page that can be addressed: a solution on a sheet.
    Panel,
}

impl Role {
    /// The role in one word, for classes and ids.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Board => "board",
            Self::Optional => "optional",
            Self::Grid => "grid",
            Self::Piece => "piece",
            Self::Given => "given",
            Self::Face => "face",
            Self::HeatMap => "heat",
            Self::Label => "label",
            Self::Mark => "mark",
            Self::Caption => "caption",
            Self::Panel => "panel",
        }
    }
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A path, filled (by the even-odd rule: loops within loops are holes), then stroked.
    Path {
        /// The lines.
        path: Path,
        /// What it is filled with.
        fill: Option<Fill>,
        /// How its lines are drawn.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text(Text),
}

/// What an area is filled with.
#[derive(Debug, Clone, PartialEq)]
pub enum Fill {
    /// A colour.
    Color(Color),
    /// A pattern.
    Pattern(Pattern),
}

/// How a line is drawn: with round ends and joins.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width in millimetres.
    pub width: f64,
    /// The lengths of dashes and gaps in turn, in millimetres; empty for a whole line.
    pub dashes: Vec<f64>,
}

impl Stroke {
    /// A whole line.
    pub fn new(color: Color, width: f64) -> Self {
        Self {
            color,
            width,
            dashes: Vec::new(),
        }
    }

    /// A line of dashes and gaps of these lengths.
    pub fn dashed(color: Color, width: f64, dash: f64, gap: f64) -> Self {
        Self {
            color,
            width,
            dashes: vec![dash, gap],
        }
    }
}

/// The height of capitals and digits, as a share of the size of the font.
pub(super) const CAPITALS: f64 = 0.714;

impl Text {
    /// A line of text whose capitals have their centre at a point.
    pub fn centred(centre: Point, size: f64, color: Color, text: impl Into<String>) -> Self {
        Self {
            at: Point::new(centre.x, centre.y + size * CAPITALS / 2.0),
            anchor: Anchor::Middle,
            size,
            weight: Weight::Regular,
            color,
            turn: Turn::Upright,
            text: text.into(),
        }
    }

    /// The same text in bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self {
            weight: Weight::Bold,
            ..self
        }
    }
}

impl Shape {
    /// An area without an outline.
    pub fn filled(path: Path, fill: Fill) -> Self {
        Self::Path {
            path,
            fill: Some(fill),
            stroke: None,
        }
    }

    /// A line.
    pub fn stroked(path: Path, stroke: Stroke) -> Self {
        Self::Path {
            path,
            fill: None,
            stroke: Some(stroke),
        }
    }

    /// The shape moved.
    #[must_use]
    pub fn shifted(&self, by: Point) -> Self {
        match self {
            Self::Path { path, fill, stroke } => Self::Path {
                path: path.shifted(by),
                fill: fill.clone(),
                stroke: stroke.clone(),
            },
            Self::Text(text) => Self::Text(Text {
                at: text.at.shifted(by),
                ..text.clone()
            }),
        }
    }
}

impl Shape {
    /// The shape turned by 180° about the middle of a box with one corner at the origin and the
    /// other one here. Patterns stay as they are.
    #[must_use]
    fn upside_down(&self, corner: Point) -> Self {
        let turned = |p: Point| Point::new(corner.x - p.x, corner.y - p.y);
        match self {
            Self::Path { path, fill, stroke } => Self::Path {
                path: path.mapped(turned),
                fill: fill.clone(),
                stroke: stroke.clone(),
            },
            Self::Text(text) => Self::Text(Text {
                at: turned(text.at),
                turn: text.turn.reversed(),
                ..text.clone()
            }),
        }
    }
}

impl Element {
    /// An element without a name.
    pub fn new(role: Role, shapes: Vec<Shape>) -> Self {
        Self {
            role,
            name: None,
            cells: Vec::new(),
            shapes,
        }
    }

    /// The same element with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: Some(name.into()),
            ..self
        }
    }

    /// The same element, standing for these cells.
    #[must_use]
    pub fn of_cells(self, cells: impl IntoIterator<Item = Coordinates>) -> Self {
        Self {
            cells: cells.into_iter().collect(),
            ..self
        }
    }
}

impl Scene {
    /// An empty picture.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Self {
        Self {
            title: title.into(),
            width,
            height,
            elements: Vec::new(),
        }
    }

    /// Adds an element on top; one without shapes is left out.
    pub fn push(&mut self, element: Element) {
        if !element.shapes.is_empty() {
            self.elements.push(element);
        }
    }

    /// Puts another picture on top, its upper left corner at a point.
    pub fn insert(&mut self, at: Point, scene: Self) {
        for mut element in scene.elements {
            for shape in &mut element.shapes {
                *shape = shape.shifted(at);
            }
            self.elements.push(element);
        }
    }

    /// The picture turned by 180°, as for hints that are not to be read by chance.
    ///
    /// ```
    /// use tilewright::picture::drawing::Scene;
    /// let scene = Scene::new("Hint", 30.0, 10.0);
    /// assert_eq!(scene.clone().upside_down().upside_down(), scene);
    /// ```
    #[must_use]
    pub fn upside_down(mut self) -> Self {
        let corner = Point::new(self.width, self.height);
        for element in &mut self.elements {
            for shape in &mut element.shapes {
                *shape = shape.upside_down(corner);
            }
        }
        self
    }

    /// Pictures side by side, their upper edges in line, with a gap between them.
    #[must_use]
    pub fn beside(title: impl Into<String>, scenes: Vec<Self>, gap: f64) -> Self {
        let mut whole = Self::new(title, 0.0, 0.0);
        for scene in scenes {
            if whole.width > 0.0 {
                whole.width += gap;
            }
            let at = Point::new(whole.width, 0.0);
            whole.width += scene.width;
            whole.height = whole.height.max(scene.height);
            whole.insert(at, scene);
        }
        whole
    }
}

/// How wide a line of text is, in millimetres, in the regular font that comes with the program.
pub fn text_width(text: &str, size: f64) -> f64 {
    super::font::Fonts::built_in().width(text, size, Weight::Regular)
}
