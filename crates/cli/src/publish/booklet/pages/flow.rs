//! Text that flows from page to page.

use super::leaf::Leaf;
use super::{Composer, Typography};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{FontWeight, Scene};

/// If a paragraph is divided between pages, the minimum number of its lines on each.
const TOGETHER: usize = 2;

/// Paragraphs, headings and pictures one below the other, over as many pages as needed. A heading is on the
/// same page as the element after it. A divided paragraph has at least two lines on each page.
pub(super) struct Flow<'c, 'a> {
    composer: &'c Composer<'a>,
    title: String,
    leaf: Leaf,
    /// The y coordinate at which the next element begins.
    y: f64,
    /// True while the page has at most the section's heading.
    is_fresh: bool,
    /// A heading that is waiting for the next element, so that both are on the same page.
    heading: Option<String>,
    leaves: Vec<Leaf>,
}

impl<'c, 'a> Flow<'c, 'a> {
    /// Begins a section with a heading, and a bookmark at the level `depth`.
    pub(super) fn new(composer: &'c Composer<'a>, depth: usize, heading: &str) -> Self {
        let (leaf, y) = composer.begin_at(depth, heading);
        Self {
            composer,
            title: heading.to_owned(),
            leaf,
            y,
            is_fresh: true,
            heading: None,
            leaves: Vec::new(),
        }
    }

    fn turn_page(&mut self) {
        let next = self.composer.leaf(&self.title);
        self.leaves.push(std::mem::replace(&mut self.leaf, next));
        self.y = self.composer.area().top;
        self.is_fresh = true;
    }

    fn room(&self) -> f64 {
        self.composer.area().bottom - self.y
    }

    /// Places the waiting heading, on a new page if the heading and an element of `height` do not fit here.
    fn make_room(&mut self, height: f64) {
        let (composer, area) = (self.composer, self.composer.area());
        let sizes = composer.layout.typography;
        let heading = self.heading.take().unwrap_or_default();
        let lines = composer.lines(&heading, area.width(), sizes.large(), FontWeight::Bold);
        let step = Typography::leading_of(sizes.large());
        let lines = if heading.is_empty() {
            Vec::new()
        } else {
            lines
        };
        let needed = step * super::as_length(lines.len()) + height;
        if !self.is_fresh && needed > self.room() + 1e-6 {
            self.turn_page();
        }
        if lines.is_empty() {
            return;
        }
        if !self.is_fresh {
            self.y += sizes.skip();
        }
        let mut y = self.y;
        self.leaf.block(Tag::Heading(2), |leaf| {
            for line in &lines {
                leaf.text(
                    area.left,
                    y + sizes.large(),
                    sizes.large(),
                    FontWeight::Bold,
                    line,
                );
                y += step;
            }
        });
        self.y = y;
        self.is_fresh = false;
    }

    /// Adds a heading within the section.
    pub(super) fn heading(&mut self, text: &str) {
        self.heading = Some(text.to_owned());
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        let (composer, area) = (self.composer, self.composer.area());
        let sizes = composer.layout.typography;
        let step = sizes.leading();
        let lines = composer.lines(text, area.width(), sizes.body(), FontWeight::Regular);
        let together = if lines.len() < 2 * TOGETHER {
            lines.len()
        } else {
            TOGETHER
        };
        self.make_room(step * super::as_length(together));
        let mut rest = &lines[..];
        while !rest.is_empty() {
            let fits = super::fitting(self.room(), step, 0.0);
            let mut count = fits.min(rest.len());
            let left = rest.len() - count;
            // If fewer than `TOGETHER` lines would be left for the next page, it gets more.
            if (1..TOGETHER).contains(&left) && count > 2 * TOGETHER - left {
                count -= TOGETHER - left;
            }
            let (now, later) = rest.split_at(count);
            let mut y = self.y;
            self.leaf.block(Tag::Paragraph, |leaf| {
                for line in now {
                    leaf.text(
                        area.left,
                        y + sizes.body(),
                        sizes.body(),
                        FontWeight::Regular,
                        line,
                    );
                    y += step;
                }
            });
            self.y = y;
            self.is_fresh = false;
            rest = later;
            if !rest.is_empty() {
                self.turn_page();
            }
        }
        self.y += sizes.skip();
    }

    /// Adds a centred picture, which must fit within the margins.
    pub(super) fn picture(&mut self, picture: Scene) {
        self.make_room(picture.height);
        let x = self.composer.area().middle() - picture.width / 2.0;
        let (y, height) = (self.y, picture.height);
        self.leaf.picture(x, y, picture);
        self.y += height + self.composer.layout.typography.skip();
        self.is_fresh = false;
    }

    pub(super) fn finish(mut self) -> Vec<Leaf> {
        if self.heading.is_some() {
            self.make_room(0.0);
        }
        self.leaves.push(self.leaf);
        self.leaves
    }
}
