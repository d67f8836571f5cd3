//! Paper: the sizes of pages.

use thiserror::Error;

use super::path::Point;
use super::scene::Scene;

/// A page, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What is left free around.
    pub margins: Margins,
}

/// What is left free around a page, in millimetres. The inner margin is at the spine: on the left of a
/// right-hand page, on the right of a left-hand one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// At the spine.
    pub inner: f64,
    /// On the other side.
    pub outer: f64,
    /// At the head.
    pub top: f64,
    /// At the foot.
    pub bottom: f64,
}

impl Margins {
    /// The same on all sides.
    pub const fn even(margin: f64) -> Self {
        Self {
            inner: margin,
            outer: margin,
            top: margin,
            bottom: margin,
        }
    }

    /// The largest of the four.
    pub fn largest(&self) -> f64 {
        let sides = [self.inner, self.outer, self.top, self.bottom];
        sides.into_iter().fold(0.0, f64::max)
    }
}

/// Where texts and pictures stand on a right-hand page, in millimetres from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its right edge.
    pub right: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl Area {
    /// How wide it is.
    pub fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    /// The middle of its width.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}

/// A picture does not fit.
#[derive(Debug, Clone, PartialEq, Error)]
#[error(
    "the page is too small: {what} takes {:.1} × {:.1} mm, and within its margins the page has {:.1} × {:.1} mm",
    need.0, need.1, room.0, room.1
)]
pub struct TooSmall {
    /// What does not fit: "a picture".
    pub what: String,
    /// The width and height it takes.
    pub need: (f64, f64),
    /// The width and height there are.
    pub room: (f64, f64),
}

/// A margin leaves too little of the page.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error(
    "a margin of {} mm leaves too little of a page of {width} × {height} mm to be read: \
     {most} mm is the most",
    (margin * 10.0).round() / 10.0
)]
pub struct MarginTooLarge {
    /// The margin.
    pub margin: f64,
    /// The page's width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The largest margin that it may have.
    pub most: f64,
}

/// Rounding may make a picture so much too large, in millimetres.
const SLACK: f64 = 1e-6;

impl Paper {
    /// ISO 216 A3, upright, with margins of 12 mm.
    pub const A3: Self = Self::upright(297.0, 420.0);

    /// ISO 216 A4, upright, with margins of 12 mm.
    pub const A4: Self = Self::upright(210.0, 297.0);

    /// ISO 216 A5, upright, with margins of 12 mm.
    pub const A5: Self = Self::upright(148.0, 210.0);

    /// ISO 216 A6, upright, with margins of 12 mm.
    pub const A6: Self = Self::upright(105.0, 148.0);

    /// US Letter, upright, with margins of 12 mm.
    pub const LETTER: Self = Self::upright(215.9, 279.4);

    const fn upright(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            margins: Margins::even(12.0),
        }
    }

    /// The same paper, lying on its side.
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
        self.with_margins(Margins::even(margin))
    }

    /// The same paper with other margins.
    ///
    /// # Errors
    ///
    /// [`MarginTooLarge`] if one is more than a quarter of the shorter side. Pictures are as large as
    /// there is room for, with their labels; half of the page's width is what labels of an ordinary
    /// puzzle need to be read.
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

    /// What is within the margins of a right-hand page.
    pub fn area(&self) -> Area {
        Area {
            left: self.margins.inner,
            top: self.margins.top,
            right: self.width - self.margins.outer,
            bottom: self.height - self.margins.bottom,
        }
    }

    /// Width and height within the margins.
    pub fn room(&self) -> (f64, f64) {
        let area = self.area();
        (area.width(), area.height())
    }

    /// Checks that something of a size fits.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if it does not.
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

    /// A page with one picture in the middle.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if it does not fit.
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
