//! A page in the making.

use crate::picture::drawing::pdf::{Link, Target};
use crate::picture::drawing::{
    Anchor, Element, Fonts, Paper, Point, Role, Scene, Shape, Text, Turn, Weight,
};
use crate::picture::palette::INK;

/// A page with its links and bookmarks.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) scene: Scene,
    pub(super) links: Vec<Link>,
    /// Entries of the outline: level, title, height on the page.
    pub(super) bookmarks: Vec<(usize, String, f64)>,
}

impl Leaf {
    pub(super) fn new(title: impl Into<String>, paper: Paper) -> Self {
        Self {
            scene: Scene::new(title, paper.width, paper.height),
            links: Vec::new(),
            bookmarks: Vec::new(),
        }
    }

    fn line(&mut self, at: Point, anchor: Anchor, size: f64, weight: Weight, text: &str) {
        if text.is_empty() {
            return;
        }
        let line = Text {
            at,
            anchor,
            size,
            weight,
            turn: Turn::Upright,
            color: INK,
            text: text.to_owned(),
        };
        self.scene
            .push(Element::new(Role::Caption, vec![Shape::Text(line)]));
    }

    /// A line of text that begins at a point on its base line.
    pub(super) fn text(&mut self, x: f64, y: f64, size: f64, weight: Weight, text: &str) {
        self.line(Point::new(x, y), Anchor::Start, size, weight, text);
    }

    /// A line of text that ends there.
    pub(super) fn text_before(&mut self, x: f64, y: f64, size: f64, weight: Weight, text: &str) {
        self.line(Point::new(x, y), Anchor::End, size, weight, text);
    }

    /// A line of text with its middle there.
    pub(super) fn centred(&mut self, x: f64, y: f64, size: f64, weight: Weight, text: &str) {
        self.line(Point::new(x, y), Anchor::Middle, size, weight, text);
    }

    /// A line of text that leads to a page; answers with its width.
    pub(super) fn text_to(
        &mut self,
        fonts: &Fonts,
        (x, y): (f64, f64),
        size: f64,
        text: &str,
        page: usize,
    ) -> f64 {
        self.text(x, y, size, Weight::Regular, text);
        let width = fonts.width(text, size, Weight::Regular);
        self.link((x, y - size), (width, 1.3 * size), page);
        width
    }

    /// A box that leads to a page.
    pub(super) fn link(&mut self, corner: (f64, f64), size: (f64, f64), page: usize) {
        self.links.push(Link {
            corner: Point::new(corner.0, corner.1),
            size,
            target: Target::Page(page, 0.0),
        });
    }

    /// A picture with its upper left corner at a point.
    pub(super) fn picture(&mut self, x: f64, y: f64, picture: Scene) {
        self.scene.insert(Point::new(x, y), picture);
    }
}
