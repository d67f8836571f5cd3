//! Scenes: pictures as lists of elements, each with its shapes and with what it shows.

use tilewright_geometry::Coordinates;

use super::path::{Path, Point};
use super::pattern::FillPattern;
use crate::puzzle::Color;

pub use super::text_line::{Anchor, FontWeight, Text, TextTurn};

/// A picture with its size in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The title: the subject of the picture, in a few words.
    pub title: String,
    /// The width in millimetres.
    pub width: f64,
    /// The height in millimetres.
    pub height: f64,
    /// The elements, from bottom to top.
    pub elements: Vec<Element>,
}

/// A group of shapes that together show one thing, such as a piece, or all lines between cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// What the element shows.
    pub role: Role,
    /// The name of the piece, or a caption.
    pub name: Option<String>,
    /// The cells that the element shows, in the coordinates of puzzle files.
    pub cells: Vec<Coordinates>,
    /// The shapes, from bottom to top.
    pub shapes: Vec<Shape>,
}

/// What an element of a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The paper.
    Ground,
    /// The cells of the board that must be filled.
    Board,
    /// The cells of the board that may stay empty.
    Optional,
    /// The lines between cells.
    Grid,
    /// A piece that is not a given.
    Piece,
    /// A given piece.
    Given,
    /// Visible faces of a piece in a view of a solid.
    Face,
    /// A cell of a heat map.
    HeatMap,
    /// The label of a piece.
    Label,
    /// A mark in a cell: a ring around the label of a given piece, a circle for a bead's layer.
    Mark,
    /// A line of text: the name of a piece or layer, the number of a solution.
    Caption,
    /// The caption of a picture on a sheet. The element's name is the text of the caption.
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

/// A path or a line of text, with its colours.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A path that is filled by the even-odd rule (inner loops are holes) and then stroked.
    Path {
        /// The outline of the area, or the line.
        path: Path,
        /// The fill; `None` if the path is not filled.
        fill: Option<Fill>,
        /// The stroke; `None` if the path is not stroked.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text(Text),
}

/// How an area is filled.
#[derive(Debug, Clone, PartialEq)]
pub enum Fill {
    /// One colour for the whole area.
    Color(Color),
    /// Lines or dots on a background.
    Pattern(FillPattern),
}

/// The style of a line. Its ends and joins are round.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// The colour of the line.
    pub color: Color,
    /// The width in millimetres.
    pub width: f64,
    /// The lengths of dashes and gaps in turn, in millimetres; empty for a solid line.
    pub dashes: Vec<f64>,
}

impl Stroke {
    /// A solid line of `width` millimetres.
    pub fn new(color: Color, width: f64) -> Self {
        Self {
            color,
            width,
            dashes: Vec::new(),
        }
    }

    /// A dashed line. All lengths are in millimetres.
    pub fn dashed(color: Color, width: f64, dash: f64, gap: f64) -> Self {
        Self {
            color,
            width,
            dashes: vec![dash, gap],
        }
    }
}

/// The height of capitals and digits, relative to the font size.
pub(super) const CAPITALS: f64 = 0.714;

impl Text {
    /// A line of text whose capitals are centred at a point.
    pub fn centred(centre: Point, size: f64, color: Color, text: impl Into<String>) -> Self {
        Self {
            at: Point::new(centre.x, centre.y + size * CAPITALS / 2.0),
            anchor: Anchor::Middle,
            size,
            weight: FontWeight::Regular,
            color,
            turn: TextTurn::Upright,
            text: text.into(),
        }
    }

    /// The same text in bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self {
            weight: FontWeight::Bold,
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

    /// A line without a fill.
    pub fn stroked(path: Path, stroke: Stroke) -> Self {
        Self::Path {
            path,
            fill: None,
            stroke: Some(stroke),
        }
    }

    /// The shape moved by a vector.
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
    /// The shape rotated by 180° about the midpoint between the origin and `corner`. Patterns are
    /// not rotated.
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

    /// The same element, with a list of the cells that it shows.
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

    /// Adds an element on top. An element without shapes is dropped.
    pub fn push(&mut self, element: Element) {
        if !element.shapes.is_empty() {
            self.elements.push(element);
        }
    }

    /// Adds another picture on top, with its upper left corner at `at`.
    pub fn insert(&mut self, at: Point, scene: Self) {
        for mut element in scene.elements {
            for shape in &mut element.shapes {
                *shape = shape.shifted(at);
            }
            self.elements.push(element);
        }
    }

    /// The picture rotated by 180°, for example for hints that must not be read by accident.
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

    /// Pictures side by side, aligned at the top, with a gap between them.
    #[must_use]
    pub fn side_by_side(title: impl Into<String>, scenes: Vec<Self>, gap: f64) -> Self {
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

/// The width of a line of text in the built-in regular font, in millimetres.
pub fn text_width(text: &str, size: f64) -> f64 {
    super::font::built_in_width(text, size, FontWeight::Regular)
}
