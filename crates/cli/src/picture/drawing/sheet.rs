//! Sheets: pages of numbered pictures of the same size.

use super::font::Fonts;
use super::frame::as_length;
use super::paper::{Paper, TooSmall};
use super::path::Point;
use super::scene::{Anchor, Element, FontWeight, Role, Scene, Shape, Text, TextTurn};
use crate::picture::palette::INK;

/// The font size of captions, in millimetres.
const CAPTION: f64 = 3.2;
/// The font size of titles and page numbers, in millimetres.
const TITLE: f64 = 4.2;
/// The font size of remarks, in millimetres.
const REMARK: f64 = 2.0;

/// The height reserved for a caption, in millimetres, including the space around it.
const CAPTION_ROOM: f64 = 4.6;
/// The height reserved for a title, in millimetres, including the space around it.
const TITLE_ROOM: f64 = 8.0;

/// The minimum gap between pictures, in millimetres.
const GAP: f64 = 5.0;

/// The arrangement of pictures on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Grid {
    paper: Paper,
    columns: usize,
    rows: usize,
    /// The size of a picture, in millimetres.
    picture: (f64, f64),
    /// The horizontal and the vertical distance between corresponding corners of neighbouring pictures, in
    /// millimetres.
    pitch: (f64, f64),
}

impl Grid {
    /// The grid with as many pictures of this size, in millimetres, as fit on the paper.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if not even one picture fits.
    pub(crate) fn of_size(paper: Paper, width: f64, height: f64) -> Result<Self, TooSmall> {
        let (across, _) = paper.room();
        let columns = fitting(across, width, GAP);
        Self::new(paper, columns.max(1), width, height)
    }

    /// The grid with `columns` columns of pictures that are as wide as possible. `shape` is the
    /// width of a picture divided by its height.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if pictures would be less than 1 mm wide.
    pub(crate) fn of_columns(paper: Paper, columns: usize, shape: f64) -> Result<Self, TooSmall> {
        let columns = columns.max(1);
        let (across, down) = paper.room();
        let gaps = (as_length(columns) - 1.0) * GAP;
        let down = down - TITLE_ROOM - CAPTION_ROOM;
        let width = ((across - gaps) / as_length(columns)).min(down * shape);
        if width < 1.0 {
            return Err(TooSmall {
                what: format!("a line of {columns} pictures"),
                need: (gaps + as_length(columns), 1.0),
                room: paper.room(),
            });
        }
        Self::new(paper, columns, width, width / shape)
    }

    fn new(paper: Paper, columns: usize, width: f64, height: f64) -> Result<Self, TooSmall> {
        let extra = TITLE_ROOM + CAPTION_ROOM;
        paper.check("a picture with its number", width, height + extra)?;
        let (across, down) = paper.room();
        let panel = height + CAPTION_ROOM;
        let rows = fitting(down - TITLE_ROOM, panel, GAP).max(1);
        let pitch = |room: f64, count: usize, size: f64| {
            if count < 2 {
                return size;
            }
            (room - size) / (as_length(count) - 1.0)
        };
        Ok(Self {
            paper,
            columns,
            rows,
            picture: (width, height),
            pitch: (
                pitch(across, columns, width),
                pitch(down - TITLE_ROOM, rows, panel).min(panel + 3.0 * GAP),
            ),
        })
    }

    /// The size of a picture in millimetres.
    pub(crate) fn picture(&self) -> (f64, f64) {
        self.picture
    }

    pub(crate) fn per_page(&self) -> usize {
        self.columns * self.rows
    }
}

/// The number of items of a size that fit into `room` with gaps between them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn fitting(room: f64, size: f64, gap: f64) -> usize {
    // Tolerance for rounding errors.
    ((room + gap + 1e-6) / (size + gap)).floor() as usize
}

/// Fills pages with pictures.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    grid: Grid,
    title: String,
    pages: usize,
    /// The current page, and the number of pictures on it.
    page: Option<(Scene, usize)>,
}

impl Sheet {
    /// A sheet without pages yet. Each of its pages will have the title and a page number.
    pub(crate) fn new(grid: Grid, title: impl Into<String>) -> Self {
        Self {
            grid,
            title: title.into(),
            pages: 0,
            page: None,
        }
    }

    /// Adds a picture with a caption and a remark; a remark that is too long is shortened. Returns
    /// the page if it is now full.
    pub(crate) fn add(&mut self, caption: &str, remark: &str, picture: Scene) -> Option<Scene> {
        let grid = self.grid;
        let (mut page, count) = match self.page.take() {
            Some(begun) => begun,
            None => (self.begin(), 0),
        };
        let area = grid.paper.area();
        let column = as_length(count % grid.columns);
        let row = as_length(count / grid.columns);
        let corner = Point::new(
            area.left + column * grid.pitch.0,
            area.top + TITLE_ROOM + row * grid.pitch.1,
        );
        let number = Text {
            at: corner.shifted(Point::new(0.0, CAPTION)),
            anchor: Anchor::Start,
            size: CAPTION,
            weight: FontWeight::Bold,
            color: INK,
            turn: TextTurn::Upright,
            text: caption.to_owned(),
        };
        let before = Fonts::built_in().width(caption, CAPTION, FontWeight::Bold) + CAPTION / 2.0;
        let room = grid.pitch.0.min(grid.picture.0 + GAP) - before - GAP / 2.0;
        let note = Text {
            at: number.at.shifted(Point::new(before, 0.0)),
            size: REMARK,
            weight: FontWeight::Regular,
            text: Fonts::built_in().cut(remark, room, REMARK, FontWeight::Regular),
            ..number.clone()
        };
        let mut shapes = vec![Shape::Text(number)];
        if !note.text.is_empty() {
            shapes.push(Shape::Text(note));
        }
        page.push(Element::new(Role::Panel, shapes).named(caption));
        page.insert(corner.shifted(Point::new(0.0, CAPTION_ROOM)), picture);
        let count = count + 1;
        if count == grid.per_page() {
            return Some(page);
        }
        self.page = Some((page, count));
        None
    }

    /// Writes "interrupted" where the next picture would be. Returns the page if it is now full.
    pub(crate) fn add_interruption(&mut self) -> Option<Scene> {
        let nothing = Scene::new("interrupted", 0.0, 0.0);
        self.add("interrupted", "", nothing)
    }

    /// The last page, if it is partly filled.
    pub(crate) fn finish(self) -> Option<Scene> {
        self.page.map(|(page, _)| page)
    }

    fn begin(&mut self) -> Scene {
        self.pages += 1;
        let Paper { width, height, .. } = self.grid.paper;
        let area = self.grid.paper.area();
        let title = format!("{}, {}", self.title, self.pages);
        let mut page = Scene::new(title, width, height);
        let line = |x: f64, anchor: Anchor, weight: FontWeight, text: String| {
            Shape::Text(Text {
                at: Point::new(x, area.top + TITLE * 0.8),
                anchor,
                size: TITLE,
                weight,
                color: INK,
                turn: TextTurn::Upright,
                text,
            })
        };
        let number = self.pages.to_string();
        let room = area.width() - Fonts::built_in().width(&number, TITLE, FontWeight::Regular);
        let title = Fonts::built_in().cut(&self.title, room - GAP, TITLE, FontWeight::Bold);
        page.push(Element::new(
            Role::Caption,
            vec![
                line(area.left, Anchor::Start, FontWeight::Bold, title),
                line(area.right, Anchor::End, FontWeight::Regular, number),
            ],
        ));
        page
    }
}
