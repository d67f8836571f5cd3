//! Texts that run from page to page.

use super::leaf::Leaf;
use super::{Composer, Typography};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Scene, Weight};

/// So many lines of a paragraph stand at least on a page if it is divided.
const TOGETHER: usize = 2;

/// Paragraphs, headings and pictures below one another, on as many pages as they take. A heading
/// stays with what follows, a paragraph is never divided after its first line or before its last.
pub(super) struct Flow<'c, 'a> {
    composer: &'c Composer<'a>,
    title: String,
    leaf: Leaf,
    /// Where the next thing begins.
    y: f64,
    /// Whether nothing but a heading stands on the page.
    is_fresh: bool,
    /// A heading that waits for what follows.
    heading: Option<String>,
    leaves: Vec<Leaf>,
}

impl<'c, 'a> Flow<'c, 'a> {
    /// Begins a section with a heading, so deep among the bookmarks.
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

    /// Makes room for something with the heading before it.
    fn make_room(&mut self, height: f64) {
        let (composer, area) = (self.composer, self.composer.area());
        let sizes = composer.layout.typography;
        let heading = self.heading.take().unwrap_or_default();
        let lines = composer.lines(&heading, area.width(), sizes.large(), Weight::Bold);
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
                    Weight::Bold,
                    line,
                );
                y += step;
            }
        });
        self.y = y;
        self.is_fresh = false;
    }

    /// A heading within the part.
    pub(super) fn heading(&mut self, text: &str) {
        self.heading = Some(text.to_owned());
    }

    /// A paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        let (composer, area) = (self.composer, self.composer.area());
        let sizes = composer.layout.typography;
        let step = sizes.leading();
        let lines = composer.lines(text, area.width(), sizes.body(), Weight::Regular);
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
            // The last lines stay together.
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
                        Weight::Regular,
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

    /// A picture in the middle of the page, not wider and not higher than what is within the margins.
    pub(super) fn picture(&mut self, picture: Scene) {
        self.make_room(picture.height);
        let x = self.composer.area().middle() - picture.width / 2.0;
        let (y, height) = (self.y, picture.height);
        self.leaf.picture(x, y, picture);
        self.y += height + self.composer.layout.typography.skip();
        self.is_fresh = false;
    }

    /// The pages.
    pub(super) fn finish(mut self) -> Vec<Leaf> {
        if self.heading.is_some() {
            self.make_room(0.0);
        }
        self.leaves.push(self.leaf);
        self.leaves
    }
}
