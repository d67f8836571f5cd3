//! Sheets: many pictures of one size, numbered, page after page.

use super::font::Fonts;
use super::frame::as_length;
use super::paper::{Paper, TooSmall};
use super::path::Point;
use super::scene::{Anchor, Element, Role, Scene, Shape, Text, Turn, Weight};
use crate::picture::palette::INK;

/// The size of captions, of titles and page numbers, and of remarks, in millimetres.
const CAPTION: f64 = 3.2;
const TITLE: f64 = 4.2;
const REMARK: f64 = 2.0;

/// What they take up, with the space around them.
const CAPTION_ROOM: f64 = 4.6;
const TITLE_ROOM: f64 = 8.0;

/// The least space between pictures.
const GAP: f64 = 5.0;

/// How pictures are put on pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    paper: Paper,
    columns: usize,
    rows: usize,
    /// The size of a picture.
    picture: (f64, f64),
    /// The distance from picture to picture.
    pitch: (f64, f64),
}

impl Grid {
    /// As many pictures of a size as the paper has room for.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if there is no room for one.
    pub fn of_size(paper: Paper, width: f64, height: f64) -> Result<Self, TooSmall> {
        let (across, _) = paper.room();
        let columns = fitting(across, width, GAP);
        Self::new(paper, columns.max(1), width, height)
    }

    /// So many columns of pictures whose width is `shape` times their height, as wide as there is
    /// room for.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if nothing would be left of a picture.
    pub fn of_columns(paper: Paper, columns: usize, shape: f64) -> Result<Self, TooSmall> {
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
    pub fn picture(&self) -> (f64, f64) {
        self.picture
    }

    /// How many pictures a page has.
    pub fn per_page(&self) -> usize {
        self.columns * self.rows
    }
}

/// How many of a size fit, with gaps between them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn fitting(room: f64, size: f64, gap: f64) -> usize {
    // A millionth of a millimetre decides nothing.
    ((room + gap + 1e-6) / (size + gap)).floor() as usize
}

/// Fills pages with pictures.
#[derive(Debug, Clone)]
pub struct Sheet {
    grid: Grid,
    title: String,
    pages: usize,
    /// The page that is being filled, and how many pictures it has.
    page: Option<(Scene, usize)>,
}

impl Sheet {
    /// Empty pages with a title each.
    pub fn new(grid: Grid, title: impl Into<String>) -> Self {
        Self {
            grid,
            title: title.into(),
            pages: 0,
            page: None,
        }
    }

    /// Adds a picture with a caption and a remark, which is cut if it is too long; answers with the
    /// page if that is full.
    pub fn add(&mut self, caption: &str, remark: &str, picture: Scene) -> Option<Scene> {
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
            weight: Weight::Bold,
            color: INK,
            turn: Turn::Upright,
            text: caption.to_owned(),
        };
        let before = Fonts::built_in().width(caption, CAPTION, Weight::Bold) + CAPTION / 2.0;
        let room = grid.pitch.0.min(grid.picture.0 + GAP) - before - GAP / 2.0;
        let beside = Text {
            at: number.at.shifted(Point::new(before, 0.0)),
            size: REMARK,
            weight: Weight::Regular,
            text: shortened(remark, room, REMARK, Weight::Regular),
            ..number.clone()
        };
        let mut shapes = vec![Shape::Text(number)];
        if !beside.text.is_empty() {
            shapes.push(Shape::Text(beside));
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

    /// Says in the place of the next picture that the list was interrupted; answers with the page if that
    /// is full.
    pub fn add_interruption(&mut self) -> Option<Scene> {
        let nothing = Scene::new("interrupted", 0.0, 0.0);
        self.add("interrupted", "", nothing)
    }

    /// The last page, if it is not full.
    pub fn finish(self) -> Option<Scene> {
        self.page.map(|(page, _)| page)
    }

    fn begin(&mut self) -> Scene {
        self.pages += 1;
        let Paper { width, height, .. } = self.grid.paper;
        let area = self.grid.paper.area();
        let title = format!("{}, {}", self.title, self.pages);
        let mut page = Scene::new(title, width, height);
        let line = |x: f64, anchor: Anchor, weight: Weight, text: String| {
            Shape::Text(Text {
                at: Point::new(x, area.top + TITLE * 0.8),
                anchor,
                size: TITLE,
                weight,
                color: INK,
                turn: Turn::Upright,
                text,
            })
        };
        let number = self.pages.to_string();
        let room = area.width() - Fonts::built_in().width(&number, TITLE, Weight::Regular);
        let title = shortened(&self.title, room - GAP, TITLE, Weight::Bold);
        page.push(Element::new(
            Role::Caption,
            vec![
                line(area.left, Anchor::Start, Weight::Bold, title),
                line(area.right, Anchor::End, Weight::Regular, number),
            ],
        ));
        page
    }
}

/// A text that fits, cut if it must be.
fn shortened(text: &str, room: f64, size: f64, weight: Weight) -> String {
    let wide = |text: &str| Fonts::built_in().width(text, size, weight);
    if wide(text) <= room {
        return text.to_owned();
    }
    let mut cut = text.to_owned();
    while cut.pop().is_some() {
        let shown = format!("{}…", cut.trim_end());
        if wide(&shown) <= room {
            return shown;
        }
    }
    String::new()
}
