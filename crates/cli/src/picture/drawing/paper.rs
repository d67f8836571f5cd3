//! Page sizes, margins, and checks that a picture fits.

use thiserror::Error;

use super::path::Point;
use super::scene::Scene;

/// A page size with margins, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// The width, including margins.
    pub width: f64,
    /// The height, including margins.
    pub height: f64,
    /// The margins, which stay free of texts and pictures.
    pub margins: Margins,
}

/// The margins of a page, in millimetres. The inner margin is at the spine: on the left of a
/// right-hand page, and on the right of a left-hand page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// The margin at the spine.
    pub inner: f64,
    /// The margin at the edge opposite the spine.
    pub outer: f64,
    /// The margin at the head.
    pub top: f64,
    /// The margin at the foot.
    pub bottom: f64,
}

impl Margins {
    /// The same margin on all sides.
    pub const fn uniform(margin: f64) -> Self {
        Self {
            inner: margin,
            outer: margin,
            top: margin,
            bottom: margin,
        }
    }

    /// The largest of the four margins.
    pub fn largest(&self) -> f64 {
        let sides = [self.inner, self.outer, self.top, self.bottom];
        sides.into_iter().fold(0.0, f64::max)
    }
}

/// The area within the margins of a right-hand page, in millimetres from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The x coordinate of the left edge.
    pub left: f64,
    /// The y coordinate of the upper edge, measured downwards.
    pub top: f64,
    /// The x coordinate of the right edge.
    pub right: f64,
    /// The y coordinate of the lower edge, measured downwards.
    pub bottom: f64,
}

impl Area {
    /// The width in millimetres; 0 if the margins take the whole page.
    pub fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    /// The height in millimetres; 0 if the margins take the whole page.
    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    /// The x coordinate of the centre.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}

/// The error if a picture does not fit on a page.
#[derive(Debug, Clone, PartialEq, Error)]
#[error(
    "the page is too small: {what} needs {:.1} × {:.1} mm, but within its margins the page has \
     {:.1} × {:.1} mm",
    need.0, need.1, room.0, room.1
)]
pub struct TooSmall {
    /// The name of the thing that does not fit, such as "a picture".
    pub what: String,
    /// The width and height that the thing needs, in millimetres.
    pub need: (f64, f64),
    /// The width and height available, in millimetres.
    pub room: (f64, f64),
}

/// The error if a margin is too large for a page.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error(
    "a margin of {} mm is too large for a page of {width} × {height} mm: at most {most} mm",
    (margin * 10.0).round() / 10.0
)]
pub struct MarginTooLarge {
    /// The margin, in millimetres.
    pub margin: f64,
    /// The width of the page, in millimetres.
    pub width: f64,
    /// The height of the page, in millimetres.
    pub height: f64,
    /// The largest margin allowed on this page, in millimetres.
    pub most: f64,
}

/// Tolerance for rounding errors in sizes, in millimetres.
const SLACK: f64 = 1e-6;

impl Paper {
    /// ISO 216 A3, portrait, with margins of 12 mm.
    pub const A3: Self = Self::upright(297.0, 420.0);

    /// ISO 216 A4, portrait, with margins of 12 mm.
    pub const A4: Self = Self::upright(210.0, 297.0);

    /// ISO 216 A5, portrait, with margins of 12 mm.
    pub const A5: Self = Self::upright(148.0, 210.0);

    /// ISO 216 A6, portrait, with margins of 12 mm.
    pub const A6: Self = Self::upright(105.0, 148.0);

    /// US Letter, portrait, with margins of 12 mm.
    pub const LETTER: Self = Self::upright(215.9, 279.4);

    const fn upright(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            margins: Margins::uniform(12.0),
        }
    }

    /// The same paper with width and height exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
            ..self
        }
    }

    /// The same paper with one margin on all sides.
    ///
    /// # Errors
    ///
    /// As [`with_margins`](Self::with_margins).
    pub fn with_margin(self, margin: f64) -> Result<Self, MarginTooLarge> {
        self.with_margins(Margins::uniform(margin))
    }

    /// The same paper with other margins.
    ///
    /// # Errors
    ///
    /// [`MarginTooLarge`] if a margin is more than a quarter of the shorter side. Pictures are
    /// scaled to the space within the margins. For legible labels, an ordinary puzzle needs half
    /// the width of a page.
    pub fn with_margins(self, margins: Margins) -> Result<Self, MarginTooLarge> {
        let Self { width, height, .. } = self;
        let most = (width.min(height) / 4.0).floor();
        let margin = margins.largest();
        if margin > most {
            return Err(MarginTooLarge {
                margin,
                width,
                height,
                most,
            });
        }
        Ok(Self { margins, ..self })
    }

    /// The area within the margins of a right-hand page.
    pub fn area(&self) -> Area {
        Area {
            left: self.margins.inner,
            top: self.margins.top,
            right: self.width - self.margins.outer,
            bottom: self.height - self.margins.bottom,
        }
    }

    /// The width and height within the margins, in millimetres.
    pub fn room(&self) -> (f64, f64) {
        let area = self.area();
        (area.width(), area.height())
    }

    /// Checks that a thing of this size in millimetres fits within the margins. `what` is its name
    /// in the error.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if it does not fit.
    pub fn check(&self, what: &str, width: f64, height: f64) -> Result<(), TooSmall> {
        let room = self.room();
        if width <= room.0 + SLACK && height <= room.1 + SLACK {
            return Ok(());
        }
        Err(TooSmall {
            what: what.to_owned(),
            need: (width, height),
            room,
        })
    }

    /// A page with one picture, centred within the margins.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if the picture does not fit.
    pub fn centre(&self, picture: Scene) -> Result<Scene, TooSmall> {
        self.check("the picture", picture.width, picture.height)?;
        let mut page = Scene::new(picture.title.clone(), self.width, self.height);
        let area = self.area();
        let at = Point::new(
            area.middle() - picture.width / 2.0,
            f64::midpoint(area.top, area.bottom) - picture.height / 2.0,
        );
        page.insert(at, picture);
        Ok(page)
    }
}
